// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of long blocks in transfers that no cache holds: the boxes of large arrays.
//!
//! Two things cost then. Processors foresee a walk along consecutive lines by themselves, but not the jump from one
//! block to the next: so packing asks for blocks ahead. And a line that is written is first read, although all of it
//! will be overwritten: so lines are written past the caches, as `memcpy` does for large sizes.

use super::direction::Direction;
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
const LINE: usize = 64;

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

#[cfg(target_arch = "x86_64")]
mod machine {
    use std::arch::x86_64::{
        __m128i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm_sfence, _mm_stream_si128,
    };
    use std::ptr::copy_nonoverlapping;

    use super::LINE;

    /// Asks for a line. Any address will do.
    pub(super) fn prefetch(memory: *const u8) {
        // SAFETY: a prefetch is a hint; it accesses nothing and cannot fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.cast()) }
    }

    /// What a streaming store must be aligned to. Aligning to whole lines instead would leave the lines that two blocks
    /// share in the stream to common stores, which was measured to cost a third of the speed.
    const STORE: usize = size_of::<__m128i>();

    /// Copies past the caches, but for a few bytes before and behind what streaming stores can write.
    ///
    /// # Safety
    /// `len` bytes may be read from one place and written to the other, and the places do not overlap.
    pub(super) unsafe fn write_past_caches(from: *const u8, to: *mut u8, len: usize) {
        let head = to.align_offset(STORE).min(len);
        let lines = (len - head) / LINE;
        let tail = head + lines * LINE;
        // SAFETY: head, lines and tail make up the `len` bytes; lines are aligned as streaming stores ask.
        unsafe {
            copy_nonoverlapping(from, to, head);
            for line in 0..lines {
                let at = head + line * LINE;
                let (from, to) = (from.add(at).cast::<__m128i>(), to.add(at).cast::<__m128i>());
                let parts = [0, 1, 2, 3].map(|part| _mm_loadu_si128(from.add(part)));
                for (index, part) in parts.into_iter().enumerate() {
                    _mm_stream_si128(to.add(index), part);
                }
            }
            copy_nonoverlapping(from.add(tail), to.add(tail), len - tail);
        }
    }

    /// Streaming stores are ordered by nothing but a fence, and others may be told of the data next.
    pub(super) fn finish_writes() {
        // SAFETY: every x86-64 processor has SSE.
        unsafe { _mm_sfence() }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod machine {
    pub(super) fn prefetch(_: *const u8) {}

    /// # Safety
    /// `len` bytes may be read from one place and written to the other, and the places do not overlap.
    pub(super) unsafe fn write_past_caches(from: *const u8, to: *mut u8, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { std::ptr::copy_nonoverlapping(from, to, len) }
    }

    pub(super) fn finish_writes() {}
}
