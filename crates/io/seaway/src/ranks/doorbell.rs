// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Doorbell`]: waiting for a condition that other threads bring about, by spinning briefly and then
//! sleeping.
//!
//! The condition itself lives elsewhere, in atomics or under its owner's lock. Ringing costs one fence and
//! one load while no thread sleeps.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a waiter checks whether to give up.
const SECOND_THOUGHTS: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Doorbell {
    patience: Patience,
    sleepers: AtomicUsize,
    door: Mutex<()>,
    bell: Condvar,
}

/// How long to spin before sleeping.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    spins: u32,
    yields: u32,
}

impl Patience {
    /// With a core for each rank, the awaited rank is running: spinning for about as long as a sleep and a
    /// wake-up would take costs nothing. With fewer cores it may be waiting for this one: yield.
    pub(super) fn for_ranks(ranks: usize) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        if ranks <= cores { Self { spins: 2000, yields: 0 } } else { Self { spins: 0, yields: 2 } }
    }
}

impl Doorbell {
    pub(super) fn new(patience: Patience) -> Self {
        Self { patience, sleepers: AtomicUsize::new(0), door: Mutex::new(()), bell: Condvar::new() }
    }

    /// Waits until `ready` returns something. Code that changes its answer must `ring` afterwards. `give_up`
    /// is polled while it sleeps.
    pub(super) fn wait_until<T>(
        &self,
        mut ready: impl FnMut() -> Option<T>,
        give_up: Option<&dyn Fn() -> Option<T>>,
    ) -> T {
        for _ in 0..self.patience.spins {
            if let Some(answer) = ready() {
                return answer;
            }
            hint::spin_loop();
        }
        for _ in 0..self.patience.yields {
            if let Some(answer) = ready() {
                return answer;
            }
            thread::yield_now();
        }
        self.sleep_until(ready, give_up)
    }

    pub(super) fn ring(&self) {
        // Pairs with the fence in `sleep_until`: either the sleeper sees the change, or this thread sees the
        // sleeper.
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            // A sleeper between its last check and its sleep holds the lock: wait for it.
            drop(self.door.lock().unwrap_or_else(PoisonError::into_inner));
            self.bell.notify_all();
        }
    }

    fn sleep_until<T>(
        &self,
        mut ready: impl FnMut() -> Option<T>,
        give_up: Option<&dyn Fn() -> Option<T>>,
    ) -> T {
        let mut door = self.door.lock().unwrap_or_else(PoisonError::into_inner);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let answer = loop {
            if let Some(answer) = ready() {
                break answer;
            }
            let Some(give_up) = give_up else {
                door = self.bell.wait(door).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let slept = self.bell.wait_timeout(door, SECOND_THOUGHTS).unwrap_or_else(PoisonError::into_inner);
            door = slept.0;
            // The condition takes precedence.
            if slept.1.timed_out()
                && let Some(answer) = ready().or_else(give_up)
            {
                break answer;
            }
        };
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        answer
    }
}
