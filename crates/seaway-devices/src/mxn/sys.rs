// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory by its address: places in the window, and user memory that a waiting call has lent.
//!
//! Addresses come from `Lent` and `LentMut`. The store and the wants keep one only as long as the call that lent it is
//! waiting (it removes them before it returns, and first waits until nobody copies): that is why the functions here are
//! sound although the compiler cannot see it.
#![allow(unsafe_code, reason = "memory of the user and of the window is raw memory")]

use std::io::{IoSlice, IoSliceMut};
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

/// Copies between two places that are both held by the caller.
pub(super) fn copy(from: usize, to: usize, len: usize) {
    // SAFETY: see the head of the file; a place in the window and user memory never overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(
            with_exposed_provenance::<u8>(from),
            with_exposed_provenance_mut(to),
            len,
        );
    }
}

pub(super) fn fill_with_zeros(to: usize, len: usize) {
    // SAFETY: see the head of the file.
    unsafe { std::ptr::write_bytes(with_exposed_provenance_mut::<u8>(to), 0, len) };
}

/// The bytes at an address that the caller holds.
pub(super) fn bytes_at<'a>(address: usize, len: usize) -> &'a [u8] {
    // SAFETY: see the head of the file.
    unsafe { std::slice::from_raw_parts(with_exposed_provenance(address), len) }
}

pub(super) fn slices_at<'a>(pieces: &[(usize, usize)]) -> Vec<IoSlice<'a>> {
    pieces.iter().map(|&(address, len)| IoSlice::new(bytes_at(address, len))).collect()
}

pub(super) fn slices_to<'a>(pieces: &[(usize, usize)]) -> Vec<IoSliceMut<'a>> {
    let slice = |&(address, len): &(usize, usize)| {
        // SAFETY: see the head of the file; nobody else fills the same bytes of a want.
        IoSliceMut::new(unsafe {
            std::slice::from_raw_parts_mut(with_exposed_provenance_mut::<u8>(address), len)
        })
    };
    pieces.iter().map(slice).collect()
}

/// Asks the kernel to hold the whole large pages within this memory as such. Its bytes stay what they are; if it cannot
/// be, the pages stay as well.
pub(super) fn make_pages_large(address: usize, len: usize) {
    const LARGE_PAGE_BYTES: usize = 2 << 20;
    let start = address.next_multiple_of(LARGE_PAGE_BYTES);
    let end = (address + len) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
    if start < end {
        // SAFETY: the range lies within memory that the caller holds, and the call does not change what it contains.
        unsafe { libc::madvise(with_exposed_provenance_mut(start), end - start, libc::MADV_COLLAPSE) };
    }
}

/// Of the machine, whoever may use them.
pub(super) fn processors() -> usize {
    // SAFETY: it only asks.
    let online = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    usize::try_from(online).unwrap_or(1).max(1)
}
