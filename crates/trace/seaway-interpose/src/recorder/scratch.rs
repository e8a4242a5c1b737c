// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory for a path that is put together. Stacks of signal handlers are too small for it.

use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::state::State;
use crate::system;

pub(super) const PATH_BYTES: usize = 8192;
const PLACES: usize = 64;

/// As many as there are bits in `used`.
#[repr(C)]
pub(super) struct Scratch {
    used: AtomicU64,
    places: [[u8; PATH_BYTES]; PLACES],
}

/// Calls `work` with memory of its own. It must return: a place that is not given back is lost.
pub(super) fn with<R>(state: &State, work: impl FnOnce(&mut [u8; PATH_BYTES]) -> R) -> R {
    let scratch = &raw const state.scratch;
    // SAFETY: the state lives as long as the process; places are reached through the pointer alone.
    let used = unsafe { &(*scratch).used };
    let place = claim(used);
    // SAFETY: nobody else has claimed the place, and it is one of 64.
    let memory =
        unsafe { &mut *(&raw const (*scratch).places).cast::<[u8; PATH_BYTES]>().add(place).cast_mut() };
    let result = work(memory);
    used.fetch_and(!(1 << place), Release);
    result
}

fn claim(used: &AtomicU64) -> usize {
    loop {
        let now = used.load(Relaxed);
        let place = (!now).trailing_zeros() as usize;
        if place >= PLACES {
            // So many threads are at work that some will be done in a moment.
            system::give_way();
        } else if used.compare_exchange(now, now | 1 << place, Acquire, Relaxed).is_ok() {
            return place;
        }
    }
}
