// SPDX-License-Identifier: MIT OR Apache-2.0
//! Headers in a packed file.

use bytemuck::{Pod, Zeroable};
use seaway_trace_format::ClockPair;

pub(super) const MAGIC: [u8; 8] = *b"SEAPACK\0";

/// Readers accept this version and refuse later ones.
pub(super) const VERSION: u32 = 1;

/// The first bytes of the file.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(super) struct FileHead {
    pub(super) magic: [u8; 8],
    pub(super) version: u32,
    pub(super) reserved: u32,
}

/// Precedes the bytes of each section.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(super) struct SectionHead {
    /// A [`SectionKind`].
    pub(super) kind: u32,
    /// For events: their thread.
    pub(super) thread: u32,
    /// For events: the ticks that their times are relative to. The nanoseconds are 0 if that clock was not
    /// read.
    pub(super) began: ClockPair,
    /// Length of the section, without this header.
    pub(super) bytes: u32,
    /// For events: their number. Otherwise: the unpacked length.
    pub(super) count: u32,
    /// Of the section's bytes: see [`checksum`].
    pub(super) checksum: u32,
    pub(super) reserved: u32,
}

pub(super) const SECTION_HEAD: u64 = size_of::<SectionHead>() as u64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum SectionKind {
    /// A header as in the file of a process.
    Process = 1,
    /// Strings as in a chunk of them.
    Strings = 2,
    /// Counters as in a chunk of them.
    Counters = 3,
    /// See `columns`.
    Events = 4,
}

impl SectionKind {
    pub(super) fn of_number(number: u32) -> Option<Self> {
        [Self::Process, Self::Strings, Self::Counters, Self::Events]
            .into_iter()
            .find(|kind| *kind as u32 == number)
    }
}

/// FNV-1a: detects bit flips on a disk, not manipulation.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
