// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs of different lengths: blocks of units at irregular offsets.
//!
//! Lengths that vary from block to block cause branch mispredictions. So short blocks are copied without
//! branches: a length below eight units is the sum of four, two and one, each always copied, but to or from a
//! scratch area if its bit is not set.

use super::direction::Direction;
use super::{length, offset};

/// Blocks of fewer units than this are copied without branches.
const SHORT_UNITS: u64 = 8;
/// Longest unit with such a kernel, and the bytes of the largest single move it makes.
const MAX_UNIT: usize = 16;
const MAX_MOVE: usize = 4 * MAX_UNIT;

/// Blocks `starts[i]..starts[i + 1]`, counted in units, at `offsets[i]` from `base`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub(super) base: *mut u8,
    pub(super) offsets: &'a [i64],
    pub(super) starts: &'a [u64],
    pub(super) unit: usize,
}

impl Blocks<'_> {
    /// Copies all blocks; `stream_left` bytes of the stream may be touched.
    ///
    /// # Safety
    /// All blocks lie in their memory, and `stream_left` bytes of the stream exist, at least as many as the blocks
    /// have.
    pub(super) unsafe fn copy<D: Direction>(self, stream: *mut u8, stream_left: usize) {
        // SAFETY: passed on.
        unsafe {
            match self.unit {
                1 => self.copy_units::<D, 1, 2, 4>(stream, stream_left),
                2 => self.copy_units::<D, 2, 4, 8>(stream, stream_left),
                4 => self.copy_units::<D, 4, 8, 16>(stream, stream_left),
                8 => self.copy_units::<D, 8, 16, 32>(stream, stream_left),
                MAX_UNIT => self.copy_units::<D, MAX_UNIT, 32, MAX_MOVE>(stream, stream_left),
                _ => self.copy_plainly::<D>(stream),
            }
        }
    }

    /// # Safety
    /// As for `copy`.
    unsafe fn copy_plainly<D: Direction>(self, mut stream: *mut u8) {
        for (&at, pair) in self.offsets.iter().zip(self.starts.windows(2)) {
            let len = length(pair[1] - pair[0]) * self.unit;
            // SAFETY: the block lies in its memory and stream.
            unsafe { D::bytes(self.base.wrapping_offset(offset(at)), stream, len) };
            stream = stream.wrapping_add(len);
        }
    }

    /// # Safety
    /// As for `copy`.
    unsafe fn copy_units<D: Direction, const ONE: usize, const TWO: usize, const FOUR: usize>(
        self,
        mut stream: *mut u8,
        stream_left: usize,
    ) {
        let mut scratch = [0_u8; MAX_MOVE];
        let scratch = scratch.as_mut_ptr();
        // Moves of unset bits touch the stream ahead of the current position, by at most one largest move.
        let end = stream.wrapping_add(stream_left);
        let margin = end.wrapping_sub(stream_left.min(2 * FOUR));
        for (&at, pair) in self.offsets.iter().zip(self.starts.windows(2)) {
            let units = pair[1] - pair[0];
            let memory = self.base.wrapping_offset(offset(at));
            let len = length(units) * ONE;
            if units < SHORT_UNITS && stream < margin {
                // SAFETY: below the margin the stream extends for two largest moves. Memory is touched only
                // where a bit says that the block has the bytes; otherwise scratch, which holds a largest
                // move, is used.
                unsafe {
                    let (four, two) = (length(units & 4) * ONE, length(units & 2) * ONE);
                    D::block::<FOUR>(if four != 0 { memory } else { scratch }, stream);
                    let (memory, ahead) = (memory.wrapping_add(four), stream.wrapping_add(four));
                    D::block::<TWO>(if two != 0 { memory } else { scratch }, ahead);
                    let (memory, ahead) = (memory.wrapping_add(two), ahead.wrapping_add(two));
                    D::block::<ONE>(if units & 1 != 0 { memory } else { scratch }, ahead);
                }
            } else {
                // SAFETY: the block lies in its memory and stream.
                unsafe { D::bytes(memory, stream, len) };
            }
            stream = stream.wrapping_add(len);
        }
    }
}
