// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory shared by all threads, with hand-written copies.

use std::cell::UnsafeCell;
use std::ops::Range;

/// Bytes without an owner. Barriers, not the compiler, separate the threads' accesses.
pub(crate) struct SharedBuffer(Box<[UnsafeCell<u8>]>);

// SAFETY: barriers separate writing a byte from reading it, and threads write disjoint bytes.
unsafe impl Sync for SharedBuffer {}
// SAFETY: plain bytes.
unsafe impl Send for SharedBuffer {}

impl SharedBuffer {
    pub(crate) fn new(bytes: usize) -> Self {
        Self((0..bytes).map(|_| UnsafeCell::new(0)).collect())
    }

    pub(crate) fn address(&self) -> *mut u8 {
        UnsafeCell::raw_get(self.0.as_ptr())
    }

    /// # Safety
    /// Nothing writes `range` while the slice lives.
    pub(crate) unsafe fn slice(&self, range: Range<usize>) -> &[u8] {
        assert!(range.end <= self.0.len());
        // SAFETY: in bounds, and the caller excludes writers.
        unsafe { std::slice::from_raw_parts(self.address().add(range.start), range.len()) }
    }

    /// # Safety
    /// Nothing else accesses `range` while the slice lives.
    #[allow(clippy::mut_from_ref, reason = "the caller vouches for the range")]
    pub(crate) unsafe fn slice_mut(&self, range: Range<usize>) -> &mut [u8] {
        assert!(range.end <= self.0.len());
        // SAFETY: in bounds, and the caller excludes all others.
        unsafe { std::slice::from_raw_parts_mut(self.address().add(range.start), range.len()) }
    }
}

/// Copies with a compile-time length if it is small: what a programmer writes who knows the block size.
///
/// # Safety
/// As for `ptr::copy_nonoverlapping`.
pub(crate) unsafe fn copy_block(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: as for this function.
    unsafe {
        match bytes {
            32 => std::ptr::copy_nonoverlapping(from, to, 32),
            _ => std::ptr::copy_nonoverlapping(from, to, bytes),
        }
    }
}
