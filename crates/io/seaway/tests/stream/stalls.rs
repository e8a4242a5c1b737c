// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Limit`]: whether something happened in time, on a machine that others keep busy. A thread that only
//! sleeps measures how late it is woken; a multiple of that is excused.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const NAP: Duration = Duration::from_millis(20);
/// A chain of this many wake-ups, each as late as the worst of them, still counts as in time.
const WAKE_UPS: u32 = 8;

#[derive(Debug)]
pub(crate) struct Limit {
    since: Instant,
    within: Duration,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Total oversleep in microseconds.
    stalled: AtomicU64,
    worst: AtomicU64,
    is_over: AtomicBool,
}

impl Limit {
    /// Starts the clock.
    pub(crate) fn of(within: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            while !of_thread.is_over.load(Ordering::Relaxed) {
                let start = Instant::now();
                thread::sleep(NAP);
                let late = u64::try_from(start.elapsed().saturating_sub(NAP).as_micros()).unwrap();
                of_thread.stalled.fetch_add(late, Ordering::Relaxed);
                of_thread.worst.fetch_max(late, Ordering::Relaxed);
            }
        });
        Self { since: Instant::now(), within, shared, thread: Some(thread) }
    }

    /// Fails if the time is over.
    pub(crate) fn check(&self, what: &str) {
        let took = self.since.elapsed();
        let micros = |counter: &AtomicU64| Duration::from_micros(counter.load(Ordering::Relaxed));
        let excused = micros(&self.shared.stalled) + WAKE_UPS * micros(&self.shared.worst);
        assert!(
            took <= self.within + excused,
            "{what}: took {took:?}, allowed {:?} (and {excused:?} for a busy machine)",
            self.within
        );
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
