// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings: what events refer to by number.

use bytemuck::{Pod, Zeroable};

/// Every head begins at a multiple of it.
pub const STRING_ALIGNMENT: usize = 8;

/// Before the bytes of a string. Written after them, in one store: whoever sees it sees them.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct StringHead {
    /// What events say; 0 is the end of the chunk's strings.
    pub number: u32,
    /// A [`StringKind`].
    pub kind: u16,
    /// In bytes, without what is added up to the next multiple of [`STRING_ALIGNMENT`].
    pub length: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum StringKind {
    /// The full path of a file, or a name with a scheme.
    Path = 1,
    /// The path of the program.
    Program = 2,
    /// Its arguments, each followed by a zero; long ones are cut.
    Arguments = 3,
    /// The working directory when it began.
    Directory = 4,
    /// What an MPI datatype is, in words.
    Datatype = 5,
    /// Which way Seaway went, in words.
    Way = 6,
    /// A device of Seaway's.
    Device = 7,
    /// Something that could not be recorded, as a sentence.
    Unseen = 8,
}

impl StringKind {
    pub fn of_number(number: u16) -> Option<Self> {
        use StringKind::{Arguments, Datatype, Device, Directory, Path, Program, Unseen, Way};
        let all = [Path, Program, Arguments, Directory, Datatype, Way, Device, Unseen];
        all.into_iter().find(|kind| *kind as u16 == number)
    }
}
