// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that all threads write and read, and the copies a person would write for it.

use std::cell::UnsafeCell;
use std::ops::Range;

/// Bytes without an owner. Barriers, not the compiler, keep threads off each other's bytes.
pub(crate) struct SharedBuffer(Box<[UnsafeCell<u8>]>);

// SAFETY: threads meet at barriers between writing a byte and reading it, and write disjoint bytes.
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
    /// Nobody writes `range` while the slice lives.
    pub(crate) unsafe fn slice(&self, range: Range<usize>) -> &[u8] {
        assert!(range.end <= self.0.len());
        // SAFETY: in bounds, and the caller keeps writers away.
        unsafe { std::slice::from_raw_parts(self.address().add(range.start), range.len()) }
    }

    /// # Safety
    /// Nobody else touches `range` while the slice lives.
    #[allow(clippy::mut_from_ref, reason = "the caller vouches for the range")]
    pub(crate) unsafe fn slice_mut(&self, range: Range<usize>) -> &mut [u8] {
        assert!(range.end <= self.0.len());
        // SAFETY: in bounds, and the caller keeps everybody away.
        unsafe { std::slice::from_raw_parts_mut(self.address().add(range.start), range.len()) }
    }
}

/// Copies with the length known to the compiler where it is small: what a person writes who knows the block.
///
/// # Safety
/// As `ptr::copy_nonoverlapping`.
pub(crate) unsafe fn copy_block(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller's.
    unsafe {
        match bytes {
            32 => std::ptr::copy_nonoverlapping(from, to, 32),
            _ => std::ptr::copy_nonoverlapping(from, to, bytes),
        }
    }
}
