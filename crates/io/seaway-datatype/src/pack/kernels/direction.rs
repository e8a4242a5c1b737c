// SPDX-License-Identifier: MIT OR Apache-2.0
//! From memory to stream or back: kernels are written once for both.

use seaway_memory::copy_bytes;

/// Which side is written. Copies between an address in memory and one in the stream.
pub(super) trait Direction {
    const WRITES_MEMORY: bool;

    /// Copies `N` bytes.
    ///
    /// # Safety
    /// `N` bytes may be read from one place and written to the other, and the places do not overlap.
    unsafe fn block<const N: usize>(memory: *mut u8, stream: *mut u8);

    /// Copies `len` bytes.
    ///
    /// # Safety
    /// As for `block`.
    unsafe fn bytes(memory: *mut u8, stream: *mut u8, len: usize);
}

/// Memory to stream.
pub(super) struct Pack;

/// Stream to memory.
pub(super) struct Unpack;

impl Direction for Pack {
    const WRITES_MEMORY: bool = false;

    #[inline(always)]
    unsafe fn block<const N: usize>(memory: *mut u8, stream: *mut u8) {
        // SAFETY: as the caller promises; arrays of bytes have no alignment.
        unsafe { stream.cast::<[u8; N]>().write(memory.cast::<[u8; N]>().read()) }
    }

    #[inline(always)]
    unsafe fn bytes(memory: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { copy_bytes(memory, stream, len) }
    }
}

impl Direction for Unpack {
    const WRITES_MEMORY: bool = true;

    #[inline(always)]
    unsafe fn block<const N: usize>(memory: *mut u8, stream: *mut u8) {
        // SAFETY: as the caller promises; arrays of bytes have no alignment.
        unsafe { memory.cast::<[u8; N]>().write(stream.cast::<[u8; N]>().read()) }
    }

    #[inline(always)]
    unsafe fn bytes(memory: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { copy_bytes(stream, memory, len) }
    }
}
