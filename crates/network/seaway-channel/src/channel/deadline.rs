// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Deadline`]: a point in time that one thread sets and others check before each call; and waiting until
//! it.

use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

const NONE: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Deadline {
    base: Instant,
    /// Microseconds after `base`, or `NONE`.
    moment: AtomicU64,
}

impl Default for Deadline {
    fn default() -> Self {
        Self { base: Instant::now(), moment: AtomicU64::new(NONE) }
    }
}

impl Deadline {
    pub(super) fn set(&self, deadline: Option<Instant>) {
        let after = |moment: Instant| moment.saturating_duration_since(self.base).as_micros();
        let moment = deadline.map(after).map_or(NONE, |after| u64::try_from(after).unwrap_or(NONE));
        self.moment.store(moment, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> Option<Instant> {
        match self.moment.load(Ordering::Relaxed) {
            NONE => None,
            moment => self.base.checked_add(Duration::from_micros(moment)),
        }
    }
}

/// Waits until one of `entries` is ready, or fails with `TimedOut`.
pub(super) fn wait_for(entries: &mut [PollFd<'_>], deadline: Option<Instant>) -> io::Result<()> {
    loop {
        let timeout = deadline.map(remaining).transpose()?;
        let timeout = timeout.map(|timeout| Timespec::try_from(timeout).unwrap_or_default());
        match poll(entries, timeout.as_ref()) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Waits until `fd` has one of `events`, or hangs up.
pub(crate) fn wait_on(fd: &impl AsFd, events: PollFlags, deadline: Option<Instant>) -> io::Result<()> {
    wait_for(&mut [PollFd::new(fd, events)], deadline)
}

fn remaining(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}
