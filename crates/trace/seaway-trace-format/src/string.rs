// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings: events refer to them by number.

use bytemuck::{Pod, Zeroable};

/// Every head begins at a multiple of this.
pub const STRING_ALIGNMENT: usize = 8;

/// Precedes the bytes of a string. Written after them, in one store: a reader that sees it sees them.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct StringHead {
    /// The number used in events; 0 is the end of the chunk's strings.
    pub number: u32,
    /// A [`StringKind`].
    pub kind: u16,
    /// In bytes, without the padding to the next multiple of [`STRING_ALIGNMENT`].
    pub length: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum StringKind {
    /// The full path of a file, or a name with a scheme.
    Path = 1,
    /// The path of the program.
    Program = 2,
    /// Its arguments, each followed by a zero; long ones are truncated.
    Arguments = 3,
    /// The initial working directory.
    Directory = 4,
    /// Description of an MPI datatype.
    Datatype = 5,
    /// Description of Seaway's access method.
    Strategy = 6,
    /// One of Seaway's devices.
    Device = 7,
    /// Something that could not be recorded, as a sentence.
    Unseen = 8,
    /// The user: id, then a space and the name, if the environment has it.
    User = 9,
    /// The batch job, as `NAME=VALUE` of one of [`crate::environment::JOBS`].
    Job = 10,
    /// Mounted file systems, as reduced by [`crate::mounts`].
    Mounts = 11,
}

impl StringKind {
    pub fn of_number(number: u16) -> Option<Self> {
        use StringKind::{
            Arguments, Datatype, Device, Directory, Job, Mounts, Path, Program, Strategy, Unseen, User,
        };
        let all =
            [Path, Program, Arguments, Directory, Datatype, Strategy, Device, Unseen, User, Job, Mounts];
        all.into_iter().find(|kind| *kind as u16 == number)
    }
}
