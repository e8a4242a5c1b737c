// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which files are mapped where, as far as there is room: unmapping is not recorded for mappings that did not
//! fit.

use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};

use super::state::RecorderState;

const MAPPINGS: usize = 1024;

#[repr(C)]
pub(super) struct Table {
    /// Slots from here on were never used.
    used: AtomicUsize,
    places: [Mapping; MAPPINGS],
}

#[repr(C)]
struct Mapping {
    /// The address; 0 is free, 1 is being filled.
    begin: AtomicUsize,
    bytes: AtomicUsize,
    offset: AtomicU64,
    file: AtomicU32,
}

const FILLING: usize = 1;

pub(super) fn add(state: &RecorderState, begin: usize, bytes: usize, file: u32, offset: u64) {
    let table = &state.mappings;
    for (index, place) in table.places.iter().enumerate() {
        if place.begin.load(Relaxed) == 0 && place.begin.compare_exchange(0, FILLING, AcqRel, Relaxed).is_ok()
        {
            place.bytes.store(bytes, Relaxed);
            place.offset.store(offset, Relaxed);
            place.file.store(file, Relaxed);
            place.begin.store(begin, Release);
            table.used.fetch_max(index + 1, AcqRel);
            return;
        }
    }
}

/// The file mapped at an address, and the offset in the file.
pub(super) fn find(state: &RecorderState, address: usize) -> Option<(u32, u64)> {
    used(state).find_map(|place| {
        let within = address.checked_sub(place.begin.load(Acquire))?;
        let offset = place.offset.load(Relaxed).wrapping_add(within as u64);
        (within < place.bytes.load(Relaxed)).then(|| (place.file.load(Relaxed), offset))
    })
}

/// Removes those that lie within a range.
pub(super) fn remove(state: &RecorderState, begin: usize, bytes: usize) {
    for place in used(state) {
        let at = place.begin.load(Acquire);
        let inside = at.checked_sub(begin).is_some_and(|before| {
            at > FILLING
                && before < bytes
                && place.bytes.load(Relaxed) <= (bytes - before).next_multiple_of(4096)
        });
        if inside {
            let _other = place.begin.compare_exchange(at, 0, AcqRel, Relaxed);
        }
    }
}

fn used(state: &RecorderState) -> impl Iterator<Item = &Mapping> {
    let used = state.mappings.used.load(Acquire);
    state.mappings.places.iter().take(used)
}
