// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bytes of user memory that a waiting call has lent, and of the window.
//!
//! A [`Spot`] comes from `Lent`, `LentMut`, the slices of a blocking call, or the window. The store and the wants keep a spot
//! only while the call or transfer that lent it is pending: it waits until no copy is under way and removes its spots before it
//! returns. Therefore the functions here are safe to call from this module, although the compiler cannot check it.
#![allow(unsafe_code, reason = "memory of the user and of the window is raw memory")]

use std::io::{IoSlice, IoSliceMut};
use std::ptr::with_exposed_provenance_mut;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use seaway_memory::Spot;

/// Copies between two pieces of memory that the caller holds.
pub(super) fn copy(from: Spot, to: Spot) {
    // SAFETY: see the head of the file; a place in the window and user memory never overlap.
    unsafe { from.copy_to(to) };
}

pub(super) fn fill_with_zeros(to: Spot) {
    // SAFETY: see the head of the file.
    unsafe { to.bytes_mut() }.fill(0);
}

/// The bytes of lent memory, one after the other.
pub(super) fn collect(pieces: impl Iterator<Item = Spot>) -> Vec<u8> {
    let mut all = Vec::new();
    // SAFETY: see the head of the file; a writer's memory stays as it is while the call waits.
    pieces.for_each(|piece| all.extend_from_slice(unsafe { piece.bytes() }));
    all
}

/// Lent memory to be sent. `_hold` keeps the bytes in place.
pub(super) fn slices_at<'a, T: ?Sized>(pieces: &[Spot], _hold: &'a T) -> Vec<IoSlice<'a>> {
    // SAFETY: see the head of the file; what is sent is pinned in the store, and not written meanwhile.
    pieces.iter().map(|piece| IoSlice::new(unsafe { piece.bytes() })).collect()
}

/// Lent memory, to be filled while `_hold` is held.
pub(super) fn slices_to<'a, T: ?Sized>(
    pieces: impl Iterator<Item = Spot>,
    _hold: &'a T,
) -> Vec<IoSliceMut<'a>> {
    // SAFETY: see the head of the file; no other thread fills the same bytes of a want.
    pieces.map(|piece| IoSliceMut::new(unsafe { piece.bytes_mut() })).collect()
}

const LARGE_PAGE_BYTES: usize = 2 << 20;

/// The whole large pages within this memory.
pub(super) fn large_pages(memory: Spot) -> impl Iterator<Item = Spot> {
    let address = memory.address();
    let first = address.next_multiple_of(LARGE_PAGE_BYTES) - address;
    let count = memory.len().saturating_sub(first) / LARGE_PAGE_BYTES;
    (0..count).map(move |index| memory.part(first + index * LARGE_PAGE_BYTES, LARGE_PAGE_BYTES))
}

/// Asks the kernel to hold this memory, a large page, as such. Its bytes stay what they are; if it cannot be, its pages stay
/// as well.
pub(super) fn make_page_large(page: Spot) {
    advise(page, libc::MADV_COLLAPSE);
}

/// Has the kernel give this memory its first page, which it needs to make it large. Its bytes stay what they are.
pub(super) fn touch(page: Spot) {
    advise(page.part(0, page_bytes()), libc::MADV_POPULATE_WRITE);
}

fn advise(memory: Spot, advice: libc::c_int) {
    // SAFETY: the range lies within memory that the caller holds, and no advice that is given here changes its bytes.
    unsafe { libc::madvise(with_exposed_provenance_mut(memory.address()), memory.len(), advice) };
}

/// Whether nothing of this memory, which begins with a page, is there yet.
pub(super) fn is_untouched(memory: Spot) -> bool {
    let mut is_there = vec![1_u8; memory.len().div_ceil(page_bytes())];
    let start = with_exposed_provenance_mut(memory.address());
    // SAFETY: it only asks, and there is a byte for each page.
    let asked = unsafe { libc::mincore(start, memory.len(), is_there.as_mut_ptr()) };
    asked == 0 && is_there.iter().all(|page| page & 1 == 0)
}

fn page_bytes() -> usize {
    rustix::param::page_size()
}

/// That this thread has used so far.
pub(super) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().unwrap_or(Duration::ZERO)
}

/// Processors of the machine, including those this process may not use.
pub(super) fn processors() -> usize {
    // SAFETY: it only asks.
    let online = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    usize::try_from(online).unwrap_or(1).max(1)
}
