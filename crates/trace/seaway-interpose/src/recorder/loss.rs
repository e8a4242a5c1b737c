// SPDX-License-Identifier: MIT OR Apache-2.0
//! The process's file may be truncated while it is mapped, or its disk may fail. Touching its pages then
//! raises a signal (`faults`). Anonymous memory is mapped there, so that threads can continue to write
//! events; no more chunks are claimed, and the beginning of the file is written again, with a flag that marks
//! the loss.

use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use seaway_trace_format::{CHUNK_UNIT, FIRST_BYTES, Flags, HEADER_BYTES, Header};

use super::state::RecorderState;
use super::{chunk, clock, file};
use crate::system::{self, Errno};

/// What lengths are counted in.
const PAGE_BYTES: usize = 4096;
/// The maximum number of chunks of a process: 64 GiB of events.
const RANGES: usize = 1 << 16;

/// Where the file is mapped: addresses, with their lengths in pages in the lower bits. Nothing is ever
/// removed.
#[repr(C)]
pub(super) struct Ranges {
    count: AtomicUsize,
    places: [AtomicUsize; RANGES],
}

// The lengths fit.
const _: () = assert!(chunk::ALIGNMENT / PAGE_BYTES < PAGE_BYTES);

/// The first bytes of the file as they were: the header, and strings about the program.
#[repr(C)]
pub(super) struct Beginning {
    is_known: AtomicBool,
    bytes: [u8; FIRST_BYTES],
}

/// From now on, faults at these addresses are the recorder's. False if there is no room.
pub(super) fn guard(state: &RecorderState, address: usize, bytes: usize) -> bool {
    let index = state.ranges.count.fetch_add(1, AcqRel);
    let place = state.ranges.places.get(index);
    place.map(|place| place.store(address | (bytes / PAGE_BYTES), Release)).is_some()
}

/// The end of the range that contains an address.
fn end_of_range(state: &RecorderState, address: usize) -> Option<usize> {
    let count = state.ranges.count.load(Acquire).min(RANGES);
    let places = state.ranges.places.get(..count)?;
    places.iter().find_map(|place| {
        let place = place.load(Acquire);
        let (begin, pages) = (place & !(PAGE_BYTES - 1), place & (PAGE_BYTES - 1));
        let end = begin + pages * PAGE_BYTES;
        (begin..end).contains(&address).then_some(end)
    })
}

/// Maps memory at one of the recorder's addresses, and at all that follows in its range: pages after a
/// truncated one are truncated, too. Runs in a signal handler: nothing here touches the file's pages.
pub(super) fn mend(state: &RecorderState, address: usize) -> bool {
    let Some(end) = end_of_range(state, address) else { return false };
    const MEMORY: c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED | libc::MAP_NORESERVE;
    let page_bytes = system::page_bytes();
    let page = address & !(page_bytes - 1);
    // If so much memory is not available, one page.
    let is_mapped = [end - page, page_bytes].into_iter().any(|bytes| {
        // SAFETY: part of one of the recorder's mappings. The file keeps its contents; code that uses the
        // memory takes zeros for a chunk without room.
        unsafe { system::map(page, bytes, libc::PROT_READ | libc::PROT_WRITE, MEMORY, -1, 0) }.is_ok()
    });
    if is_mapped {
        note(state);
    }
    is_mapped
}

/// Before the file grows: if it is shorter than it should be, written data is lost, and later chunks could
/// not be interpreted.
pub(super) fn must_be_whole(
    state: &RecorderState,
    header: *mut Header,
    descriptor: c_int,
) -> Result<(), Errno> {
    // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
    let made = unsafe { AtomicU64::from_ptr(&raw mut (*header).end) }.load(Acquire);
    let bytes = system::identity(descriptor)?.bytes;
    // A header of zeros was truncated and extended again. The first unit is a hole, so only chunks count.
    if made < CHUNK_UNIT as u64 || made > CHUNK_UNIT as u64 && bytes < made {
        note(state);
        return Err(libc::EIO);
    }
    Ok(())
}

/// The beginning of the file is complete.
pub(super) fn remember_beginning(state: &RecorderState, header: *const Header) {
    let place = (&raw const state.beginning.bytes).cast_mut().cast::<u8>();
    // SAFETY: only the thread that begins the file writes here, before any other reads; the first bytes are
    // mapped.
    unsafe { ptr::copy_nonoverlapping(header.cast::<u8>(), place, FIRST_BYTES) };
    state.beginning.is_known.store(true, Release);
}

/// The file has lost data.
fn note(state: &RecorderState) {
    state.flags.fetch_or(Flags::CUT, AcqRel);
    write_beginning(state);
}

/// The process ends normally. The file may have been truncated again.
pub(super) fn note_end(state: &RecorderState) {
    if state.flags.load(Acquire) & Flags::CUT != 0 {
        write_beginning(state);
    }
}

/// By system calls, which fail where a page would raise a signal. The header last: it makes the file
/// readable.
fn write_beginning(state: &RecorderState) {
    if !state.beginning.is_known.load(Acquire) {
        return;
    }
    let mut header: Header = header_of(&state.beginning.bytes);
    header.flags = state.flags.load(Acquire);
    header.latest = clock::pair();
    header.next_string = state.next_string.load(Relaxed);
    let strings = state.beginning.bytes.get(HEADER_BYTES..).unwrap_or_default();
    // SAFETY: the bytes of a value.
    let header = unsafe { core::slice::from_raw_parts((&raw const header).cast::<u8>(), HEADER_BYTES) };
    // Nothing can be done if this fails.
    let _unsaid = file::with_descriptor(state, |descriptor| {
        system::write_at(descriptor, strings, HEADER_BYTES as u64)?;
        system::write_at(descriptor, header, 0)
    });
}

fn header_of(bytes: &[u8; FIRST_BYTES]) -> Header {
    // SAFETY: any bytes are a valid header, and there are enough.
    unsafe { ptr::read_unaligned(bytes.as_ptr().cast()) }
}
