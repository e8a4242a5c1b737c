// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of long blocks in transfers larger than the caches: the boxes of large arrays.
//!
//! Two costs dominate there. Hardware prefetchers follow consecutive lines, but not the jump from one block
//! to the next: so packing prefetches the blocks ahead. And a written line is first read, although it will be
//! overwritten entirely: so lines are written with non-temporal stores, as `memcpy` does for large sizes.

use super::direction::Direction;
use super::machine::{self, LINE};
use super::offset;
use super::rows::Row;

/// Not worthwhile for shorter blocks.
pub(super) const LONG_BLOCK: usize = 512;
/// Transfers from this size on would evict everything else from the caches.
pub(super) const LARGE_TRANSFER: usize = 8 << 20;

/// Prefetch distance in bytes of the stream: what is copied during one memory latency.
const BYTES_AHEAD: usize = 2048;
/// Bytes to prefetch of each block; after them the hardware prefetcher follows by itself.
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
            // Past the last block these may point outside of the memory, which wrapping arithmetic allows.
            memory = memory.wrapping_offset(stride);
            stream = stream.wrapping_add(len);
        }
        machine::finish_writes();
    }
}
