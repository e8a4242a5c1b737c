// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head of a chunk.

use bytemuck::{Pod, Zeroable};

use crate::ClockPair;

/// Chunks begin and end at multiples of this. A reader that finds no chunk at one (its process was killed
/// before it could write the head) tries the next.
pub const CHUNK_UNIT: usize = 1 << 16;

pub const CHUNK_MAGIC: u64 = u64::from_le_bytes(*b"seachunk");

#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct ChunkHeader {
    /// Written last.
    pub magic: u64,
    /// Total length, a multiple of [`CHUNK_UNIT`].
    pub bytes: u64,
    /// A [`ChunkKind`].
    pub kind: u32,
    /// As returned by gettid; 0 if threads share the chunk.
    pub thread: u32,
    /// When the chunk was begun. Times of its first events are relative to these ticks.
    pub began: ClockPair,
    pub reserved: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum ChunkKind {
    /// Of one thread: consecutive [`crate::Event`]s. Those of zeros are free.
    Events = 1,
    /// Of all threads: consecutive [`crate::StringHead`]s, each followed by its bytes. A head of zeros is the
    /// end.
    Strings = 2,
    /// Of all threads: [`crate::Counter`]s, in any order. Those with call 0 are free.
    Counters = 3,
}

impl ChunkKind {
    pub fn of_number(number: u32) -> Option<Self> {
        [Self::Events, Self::Strings, Self::Counters].into_iter().find(|kind| *kind as u32 == number)
    }
}
