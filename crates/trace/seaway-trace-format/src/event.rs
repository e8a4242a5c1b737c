// SPDX-License-Identifier: MIT OR Apache-2.0
//! One call, in 24 bytes.

use bytemuck::{Pod, Zeroable};

pub const EVENT_BYTES: usize = core::mem::size_of::<Event>();

/// The duration of a call that has not returned. It is written when a call begins, to show what a process was
/// doing when it was killed.
pub const RUNNING: u32 = u32::MAX;

/// Durations from here on are stored in steps of [`COARSE_STEP`]: a call may wait for hours.
const COARSE: u64 = 1 << 31;
const COARSE_STEP: u64 = 1 << 12;

/// One call. It is written in two parts: when it begins, with the duration [`RUNNING`], and when it returns.
///
/// `start` is relative to the ticks at which the chunk began, or to those set by a later
/// [`crate::Call::Time`] event: its `offset_low` and `length` are the lower and upper half of the new base,
/// in ticks (not divided).
///
/// Bits that do not fit are in a [`crate::Call::Wide`] event immediately before it: `file` is the upper half
/// of the length, `offset_low` the upper 16 bits of the offset.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Event {
    /// In ticks divided by two to the power of the header's `clock_shift`.
    pub start: u32,
    /// In the same unit, encoded by [`Event::encoded_duration`]; [`RUNNING`] until the call returns.
    pub duration: u32,
    /// A [`crate::Call`]; 0 means no event.
    pub call: u8,
    /// `errno` if the call failed, or the MPI error class; 0 if it succeeded.
    pub error: u8,
    pub offset_high: u16,
    /// The number of a string: the file's full path. 0 if there is none.
    pub file: u32,
    pub offset_low: u32,
    /// For most calls the bytes moved. [`crate::ArgumentMeaning`] defines the fields for each call.
    pub length: u32,
}

impl Event {
    /// Whether the field cannot represent these units exactly.
    pub const fn is_long(units: u64) -> bool {
        units >= COARSE
    }

    /// Encodes a duration: exact below 2^31 units, rounded down above.
    #[expect(clippy::cast_possible_truncation, reason = "the value is clamped")]
    pub const fn encoded_duration(units: u64) -> u32 {
        if !Self::is_long(units) {
            return units as u32;
        }
        let coarse = (units - COARSE) / COARSE_STEP;
        let longest = COARSE - 2;
        (COARSE + if coarse < longest { coarse } else { longest }) as u32
    }

    /// The duration in clock units; `None` if the call has not returned.
    pub const fn duration_in_units(&self) -> Option<u64> {
        let field = self.duration as u64;
        match self.duration {
            RUNNING => None,
            _ if field < COARSE => Some(field),
            _ => Some(COARSE + (field - COARSE) * COARSE_STEP),
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_durations_are_nearly_exact_and_never_look_like_running() {
        for units in [0, 1, COARSE - 1, COARSE, COARSE + 4095, 1 << 40, (1 << 43) - 1] {
            let event = Event { duration: Event::encoded_duration(units), ..Event::default() };
            let decoded = event.duration_in_units().unwrap();
            assert!(decoded <= units && units - decoded < COARSE_STEP, "{units} became {decoded}");
        }
        assert!(Event::encoded_duration(u64::MAX) < RUNNING);
    }

    #[test]
    fn offsets_keep_48_bits() {
        assert_eq!(Event::default().with_offset(0xffff_1234_5678_9abc).offset(), 0x1234_5678_9abc);
    }
}
