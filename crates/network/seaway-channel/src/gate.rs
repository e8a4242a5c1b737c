// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Gate`]: limits the number of unauthenticated connections. Silent ones are dropped in favour of new ones,
//! so that they cannot lock others out.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::net::{Shutdown, shutdown};

/// Maximum number of unauthenticated connections.
const MAX_UNPROVEN: usize = 64;
/// When full, a connection that has not authenticated for this long is dropped for the next: legitimate peers
/// are quicker.
const PATIENCE_WHEN_FULL: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub struct Gate {
    unproven: Mutex<Unproven>,
    /// A slot is free.
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
    /// A duplicate descriptor, for shutting the connection down.
    connection: OwnedFd,
}

/// A slot at the gate, released when the peer has authenticated or is gone.
#[derive(Debug)]
pub struct Admission {
    gate: Arc<Gate>,
    number: u64,
}

impl Gate {
    /// Waits for a free slot. `None`: the gate is closed, or no descriptor is left.
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

    /// Drops all unauthenticated connections and admits no more.
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
