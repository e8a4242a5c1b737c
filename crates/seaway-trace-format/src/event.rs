// SPDX-License-Identifier: MIT OR Apache-2.0
//! One call, in 24 bytes.

use bytemuck::{Pod, Zeroable};

pub const EVENT_BYTES: usize = core::mem::size_of::<Event>();

/// The duration of a call that has not returned. It is written when a call begins: what a process was doing when it was
/// killed can be seen.
pub const RUNNING: u32 = u32::MAX;

/// One call. What does not fit is in an event before it with [`crate::Call::Wide`], which has the upper halves: `start`
/// and `duration` (both in units of 2^32), `file` as the upper half of the length and `offset` shifted down by 48 bits.
///
/// `start` counts from the ticks at which the chunk began, or from those that an event [`crate::Call::Time`] has set
/// since: its `offset` and `length` are the lower and upper half of the new base in ticks (not divided).
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Event {
    /// In ticks divided by two to the power of the header's `clock_shift`.
    pub start: u32,
    /// In the same unit; [`RUNNING`] until the call returns.
    pub duration: u32,
    /// A [`crate::Call`]; 0 is no event.
    pub call: u8,
    /// What `errno` was if the call failed, or the class of MPI's error; 0 if it succeeded.
    pub error: u8,
    pub offset_high: u16,
    /// The number of a string: the file's full path. 0 if there is none.
    pub file: u32,
    pub offset_low: u32,
    /// For most calls the bytes that were moved. See [`crate::Place`] for what the fields mean for each call.
    pub length: u32,
}

impl Event {
    /// 48 bits of it.
    pub const fn offset(&self) -> u64 {
        (self.offset_high as u64) << 32 | self.offset_low as u64
    }

    /// The lower 48 bits of `offset`.
    #[expect(clippy::cast_possible_truncation, reason = "the rest goes into an event before it")]
    pub const fn with_offset(mut self, offset: u64) -> Self {
        self.offset_low = offset as u32;
        self.offset_high = (offset >> 32) as u16;
        self
    }
}

const _: () = assert!(EVENT_BYTES == 24);
