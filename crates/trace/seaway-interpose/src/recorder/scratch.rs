// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory for a path under construction. Signal stacks are too small for it.

use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::state::RecorderState;
use crate::system;

pub(super) const PATH_BYTES: usize = 8192;
const PLACES: usize = 64;

/// As many as there are bits in `used`.
#[repr(C)]
pub(super) struct Scratch {
    used: AtomicU64,
    places: [[u8; PATH_BYTES]; PLACES],
}

/// Calls `work` with a buffer of its own. It must return: a buffer that is not released is lost.
pub(super) fn with<R>(state: &RecorderState, work: impl FnOnce(&mut [u8; PATH_BYTES]) -> R) -> R {
    let scratch = &raw const state.scratch;
    // SAFETY: the state lives as long as the process; buffers are accessed through the pointer only.
    let used = unsafe { &(*scratch).used };
    let place = claim(used);
    // SAFETY: the buffer was claimed by this thread alone, and is one of 64.
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
            // With so many threads at work, some will finish in a moment.
            system::give_way();
        } else if used.compare_exchange(now, now | 1 << place, Acquire, Relaxed).is_ok() {
            return place;
        }
    }
}
