// SPDX-License-Identifier: MIT OR Apache-2.0
//! The threads of a [`Lot`]: as many as have work, and one that waits for more.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Instant;

use rustix::event::{Timespec, epoll};

use crate::sys::trim_memory;

use super::{BELL, IDLE, Lot, MAX_WORKERS, Workspace};

const STACK_BYTES: usize = 256 << 10;

#[derive(Debug, Default)]
pub(super) struct Workers {
    all: AtomicUsize,
    idle: AtomicUsize,
}

impl Workers {
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.all.load(Ordering::Relaxed), self.idle.load(Ordering::Relaxed))
    }

    /// Connections may be waiting for a worker.
    pub(super) fn are_all_busy(&self) -> bool {
        self.idle.load(Ordering::Relaxed) == 0
    }
}

/// A connection to serve.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) token: u64,
    /// Which of its channels is ready.
    pub(super) channel: Option<usize>,
    /// Its peer has hung up.
    pub(super) hung_up: bool,
}

impl Lot {
    pub(super) fn start_worker(self: &Arc<Self>) -> io::Result<()> {
        let more = |all: usize| (all < MAX_WORKERS).then_some(all + 1);
        if self.workers.all.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_err() {
            return Ok(());
        }
        // Counts as idle from here on: otherwise two workers that see no idle one would each start another.
        self.workers.idle.fetch_add(1, Ordering::Relaxed);
        let lot = Arc::clone(self);
        let started = Builder::new()
            .name("seaway-worker".into())
            .stack_size(STACK_BYTES)
            .spawn(move || lot.work())
            .map(drop);
        if started.is_err() {
            self.workers.all.fetch_sub(1, Ordering::Relaxed);
            self.workers.idle.fetch_sub(1, Ordering::Relaxed);
        }
        started
    }

    fn work(self: Arc<Self>) {
        let mut workspace = Workspace::default();
        let mut prefers_ready = false;
        while let Some(found) = self.next(&mut prefers_ready) {
            let Some(found) = found else { continue };
            if self.workers.idle.fetch_sub(1, Ordering::Relaxed) == 1 {
                // If no thread can be started, the existing ones do the work.
                let _ = self.start_worker();
            }
            self.run(found, &mut workspace);
            self.workers.idle.fetch_add(1, Ordering::Relaxed);
        }
        drop(workspace);
        trim_memory();
    }

    /// Waits for a connection to serve. `Some(None)`: try again. `None`: this worker is no longer needed, and
    /// no longer counted.
    fn next(&self, prefers_ready: &mut bool) -> Option<Option<Found>> {
        // Alternates between the epoll set and the ready queue.
        *prefers_ready = !*prefers_ready;
        let (ready, timeout) = {
            let mut inside = self.lock();
            if inside.closed {
                self.dismiss(0);
                return None;
            }
            let now = Instant::now();
            while let Some(&(until, token)) = inside.timers.first().filter(|(until, _)| *until <= now) {
                inside.timers.remove(&(until, token));
                inside.ready.push_back(token);
            }
            let timer = inside.timers.first().map(|(until, _)| until.duration_since(now));
            let ready = if *prefers_ready { inside.ready.pop_front() } else { None };
            let timeout = if inside.ready.is_empty() {
                timer.map_or(IDLE, |timer| timer.min(IDLE))
            } else {
                Default::default()
            };
            (ready, timeout)
        };
        if let Some(token) = ready {
            return Some(Some(Found { token, channel: None, hung_up: false }));
        }
        let mut events = [MaybeUninit::uninit(); 1];
        let timeout_spec = Timespec::try_from(timeout).unwrap_or_default();
        let event = match epoll::wait(&self.epoll, &mut events, Some(&timeout_spec)) {
            Ok((found, _)) => found.first().copied(),
            Err(_) => None,
        };
        let Some(event) = event else {
            let is_spare = timeout == IDLE && self.dismiss(1);
            return if is_spare { None } else { Some(None) };
        };
        if event.data.u64() == BELL {
            let _ = rustix::io::read(self.bell.as_fd(), &mut [0_u8; 8]);
            *prefers_ready = false;
            return Some(None);
        }
        let gone = epoll::EventFlags::HUP | epoll::EventFlags::ERR;
        let (flags, data) = (event.flags, event.data.u64());
        let channel = Some(usize::from(data % 2 == 1));
        Some(Some(Found { token: data / 2, channel, hung_up: flags.intersects(gone) }))
    }

    /// Whether this worker may exit, which leaves at least this many. It is no longer counted then.
    fn dismiss(&self, at_least: usize) -> bool {
        let fewer = |all: usize| (all > at_least).then(|| all - 1);
        let left = self.workers.all.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).is_ok();
        if left {
            self.workers.idle.fetch_sub(1, Ordering::Relaxed);
        }
        left
    }
}
