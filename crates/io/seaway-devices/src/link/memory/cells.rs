// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a [`Board`](super::Board) is made of: words that processes share, and sleep on. `tests/board.rs` puts a model of
//! memory in its place.

use std::time::Duration;

use rustix::thread::futex;

pub(super) use std::sync::atomic::{AtomicU32, AtomicU64};

/// Parts that a run can be taken in. Later readers send a request instead.
pub(super) const MOST_PARTS: usize = 128;

/// Sleeps while `word` is as it was seen.
pub(super) fn sleep(word: &AtomicU32, seen: u32, time: Duration) {
    let time = time.try_into().ok();
    // Whatever ends it, the caller looks again.
    let _ = futex::wait(word, futex::Flags::empty(), seen, time.as_ref());
}

pub(super) fn wake(word: &AtomicU32, sleepers: u32) {
    let _ = futex::wake(word, futex::Flags::empty(), sleepers.min(i32::MAX as u32));
}
