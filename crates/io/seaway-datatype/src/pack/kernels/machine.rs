// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processor-specific instructions: prefetch and non-temporal stores. Plain copies on processors without
//! them.

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable::*;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::*;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm_sfence, _mm_stream_si128,
    };
    use std::ptr::copy_nonoverlapping;

    use super::LINE;

    /// Prefetches a line. Any address is allowed.
    pub(in super::super) fn prefetch(memory: *const u8) {
        // SAFETY: a prefetch is a hint; it accesses nothing and cannot fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.cast()) }
    }

    /// Alignment of a streaming store. Aligning to whole lines instead would leave the lines that two blocks
    /// share in the stream to ordinary stores, which was measured to cost a third of the speed.
    const STORE: usize = size_of::<__m128i>();

    /// Copies with non-temporal stores, except for a few unaligned bytes at both ends.
    ///
    /// # Safety
    /// `len` bytes may be read from `from` and written to `to`, and the two do not overlap.
    pub(in super::super) unsafe fn write_past_caches(from: *const u8, to: *mut u8, len: usize) {
        let head = to.align_offset(STORE).min(len);
        let lines = (len - head) / LINE;
        let tail = head + lines * LINE;
        // SAFETY: head, lines and tail make up the `len` bytes; lines are aligned as streaming stores
        // require.
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

    /// Only a fence orders streaming stores, and other threads may be notified of the data next.
    pub(in super::super) fn finish_writes() {
        // SAFETY: every x86-64 processor has SSE.
        unsafe { _mm_sfence() }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod portable {
    pub(in super::super) fn prefetch(_: *const u8) {}

    /// # Safety
    /// `len` bytes may be read from one place and written to the other, and the places do not overlap.
    pub(in super::super) unsafe fn write_past_caches(from: *const u8, to: *mut u8, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { std::ptr::copy_nonoverlapping(from, to, len) }
    }

    pub(in super::super) fn finish_writes() {}
}
