// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of long blocks in transfers that no cache holds: the boxes of large arrays.
//!
//! Two things cost then. Processors foresee a walk along consecutive lines by themselves, but not the jump from one
//! block to the next: so packing asks for blocks ahead. And a line that is written is first read, although all of it
//! will be overwritten: so lines are written past the caches, as `memcpy` does for large sizes.

use super::direction::Direction;
use super::machine::{self, LINE};
use super::offset;
use super::rows::Row;

/// Shorter blocks are not worth it.
pub(super) const LONG_BLOCK: usize = 512;
/// Transfers from this size on would push everything else out of the caches.
pub(super) const LARGE_TRANSFER: usize = 8 << 20;

/// How many bytes of the stream ahead of its use memory is asked for: what is copied while memory answers.
const BYTES_AHEAD: usize = 2048;
/// Bytes of a block to ask for; by their end, the processor has seen where the walk goes.
const BYTES_ASKED_FOR: usize = 1024;

impl Row {
    /// As [`Row::copy`], for many blocks of at least [`LONG_BLOCK`] bytes.
    ///
    /// # Safety
    /// As for `copy`.
    pub(super) unsafe fn copy_long<D: Direction>(self, len: usize) {
        let stride = offset(self.memory_stride);
        let stride_ahead = stride.wrapping_mul(BYTES_AHEAD.div_ceil(len).cast_signed());
        let (mut memory, mut stream) = (self.memory, self.stream);
        for _ in 0..self.count {
            // SAFETY: the block lies in its memory and stream.
            unsafe {
                if D::WRITES_MEMORY {
                    machine::write_past_caches(stream, memory, len);
                } else {
                    let ahead = memory.wrapping_offset(stride_ahead);
                    let asked_for = (0..len.min(BYTES_ASKED_FOR)).step_by(LINE);
                    asked_for.for_each(|at| machine::prefetch(ahead.wrapping_add(at)));
                    machine::write_past_caches(memory, stream, len);
                }
            }
            // Behind the last block these may point nowhere, which wrapping arithmetic allows.
            memory = memory.wrapping_offset(stride);
            stream = stream.wrapping_add(len);
        }
        machine::finish_writes();
    }
}
