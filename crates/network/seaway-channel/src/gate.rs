// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Gate`]: how many strangers may be at the door at a time. Silent ones make room for others, so that they keep nobody
//! out.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::net::{Shutdown, shutdown};

/// Connections that have proved nothing yet.
const MAX_UNPROVEN: usize = 64;
/// With all places taken, one that has proved nothing for this long makes room for the next: friends are quicker.
const PATIENCE_WHEN_FULL: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub struct Gate {
    unproven: Mutex<Unproven>,
    /// A place is free.
    fewer: Condvar,
}

#[derive(Debug, Default)]
struct Unproven {
    /// Oldest first.
    strangers: Vec<Stranger>,
    next: u64,
    closed: bool,
}

#[derive(Debug)]
struct Stranger {
    number: u64,
    since: Instant,
    /// A second descriptor of the connection, to end it by.
    connection: OwnedFd,
}

/// A place at the gate, until dropped: when the stranger has proved what it should, or has gone.
#[derive(Debug)]
pub struct Admission {
    gate: Arc<Gate>,
    number: u64,
}

impl Gate {
    /// Waits for a place for one more. `None`: the gate is closed, or no descriptor is left.
    pub fn admit(self: &Arc<Self>, connection: impl AsFd) -> Option<Admission> {
        let mut unproven = self.lock();
        while !unproven.closed && unproven.strangers.len() >= MAX_UNPROVEN {
            let waited = unproven.strangers.first().map_or(Duration::ZERO, |oldest| oldest.since.elapsed());
            match PATIENCE_WHEN_FULL.checked_sub(waited).filter(|left| !left.is_zero()) {
                Some(left) => {
                    let waited = self.fewer.wait_timeout(unproven, left);
                    unproven = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None => unproven.strangers.remove(0).send_away(),
            }
        }
        let connection = connection.as_fd().try_clone_to_owned().ok().filter(|_| !unproven.closed)?;
        let number = unproven.next;
        unproven.next += 1;
        unproven.strangers.push(Stranger { number, since: Instant::now(), connection });
        Some(Admission { gate: Arc::clone(self), number })
    }

    /// Sends all strangers away and lets nobody in any more.
    pub fn close(&self) {
        let mut unproven = self.lock();
        unproven.closed = true;
        unproven.strangers.iter().for_each(Stranger::send_away);
        drop(unproven);
        self.fewer.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Unproven> {
        self.unproven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stranger {
    fn send_away(&self) {
        let _ = shutdown(&self.connection, Shutdown::Both);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.gate.lock().strangers.retain(|stranger| stranger.number != self.number);
        self.gate.fewer.notify_one();
    }
}
