// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks by name. A lock is an entry of the registry, which ends with the lease of this agent; its revision is the token that
//! distinguishes one who has the lock from all who had it before. It belongs to a connection, and is lost when the process at the
//! other end has ended or is stopped for longer than a lease.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::now;
use seaway_registry::{Change, NewEntry, Registry};
use seaway_roles::thing::{Hold, Holder};

use super::elsewhere::LOOK_EVERY;
use super::home::Home;
use super::membership::WITHIN;
use crate::queue::Process;

/// The locks that programs of this node have, by token.
#[derive(Debug, Default)]
pub(super) struct Locks(Mutex<HashMap<u64, Held>>);

#[derive(Debug)]
struct Held {
    name: String,
    process: Process,
    hold: Hold,
}

impl Home {
    /// The token. 0: another has the lock until `deadline`. `goes_on` is asked now and then.
    pub(super) fn lock_name(
        &self,
        name: &str,
        pid: u32,
        deadline: Instant,
        goes_on: impl Fn() -> bool,
    ) -> Result<u64> {
        let process = Process::open(pid).map_err(|error| Error::from_io(Operation::Lock, error))?;
        let value = format!("node={}\nprocess={pid}\n", self.node()).into_bytes();
        loop {
            let lease = self.membership.lease_id();
            let entry = NewEntry { key: key(name), value: value.clone(), lease };
            let created = self.registry().create(entry, soon())?;
            if let Change::Made = created.value {
                let (token, hold) = (created.revision, Hold::new(self.session_patience()));
                self.locks.lock().insert(token, Held { name: name.to_owned(), process, hold });
                return Ok(token);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || !goes_on() {
                return Ok(0);
            }
            let found = self.registry().get(&key(name), soon())?;
            if found.value.is_some() {
                self.registry().watch(&key(name), found.revision, Instant::now() + left.min(LOOK_EVERY))?;
            }
        }
    }

    /// Fails if it was lost, and another may have it.
    pub(super) fn holds(&self, token: u64) -> Result<()> {
        let name = self.locks.lock().get(&token).map(|held| held.name.clone()).ok_or_else(lost)?;
        let found = self.registry().get(&key(&name), soon())?.value;
        found.filter(|entry| entry.revision == token).map(|_| ()).ok_or_else(lost)
    }

    /// Fails if it was lost.
    pub(super) fn unlock_name(&self, token: u64) -> Result<()> {
        let name = self.locks.lock().get(&token).map(|held| held.name.clone()).ok_or_else(lost)?;
        let deleted = self.registry().delete(&key(&name), token, soon())?;
        self.locks.lock().remove(&token);
        if let Change::Made = deleted.value { Ok(()) } else { Err(lost()) }
    }

    /// Takes locks away from processes that have ended or do not run. Called now and then.
    pub(super) fn sweep_locks(&self) {
        let is_lost = |held: &mut Held| {
            let holder = match (held.process.has_ended(), held.process.is_stopped()) {
                (true, _) => Holder::Ended,
                (_, true) => Holder::Stopped,
                _ => Holder::Runs,
            };
            !held.hold.look(holder, now())
        };
        let mut locks = self.locks.lock();
        let ended: Vec<u64> =
            locks.iter_mut().filter_map(|(token, held)| is_lost(held).then_some(*token)).collect();
        drop(locks);
        for token in ended {
            // Tried again at the next call if the registry cannot be reached.
            let _ = self.unlock_name(token);
        }
    }

    fn registry(&self) -> &dyn Registry {
        self.membership.registry()
    }
}

impl Locks {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lost() -> Error {
    let detail =
        "the lock was lost: this process was stopped for too long, or its node lost touch with the registry";
    Error::new(ErrorKind::PeerLost, Operation::Lock).with_detail(detail)
}

fn soon() -> Instant {
    Instant::now() + WITHIN
}

fn key(name: &str) -> String {
    format!("lock/{name}")
}
