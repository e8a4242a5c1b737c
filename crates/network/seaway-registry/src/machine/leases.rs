// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Leases`]: which leases there are, when each ends, and which keys end with it.

use std::collections::{BTreeMap, BTreeSet};

use super::Time;
use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::registry::LeaseId;

/// In milliseconds. Shorter ones would end while a busy daemon is not scheduled.
const SHORTEST: u64 = 100;
/// A day.
const LONGEST: u64 = 86_400_000;

#[derive(Debug)]
pub(super) struct Leases {
    /// Numbers are never used again, not even after a restart.
    last: LeaseId,
    leases: BTreeMap<LeaseId, Held>,
    ends: BTreeSet<(Time, LeaseId)>,
}

#[derive(Debug)]
struct Held {
    milliseconds: u64,
    ends: Time,
    keys: BTreeSet<String>,
}

impl Leases {
    pub(super) fn new(last: LeaseId, stored: Vec<(LeaseId, u64)>, now: Time) -> Self {
        let mut leases = Self { last, leases: BTreeMap::new(), ends: BTreeSet::new() };
        stored.into_iter().for_each(|(lease, milliseconds)| leases.hold(lease, milliseconds, now));
        leases
    }

    pub(super) fn grant(&mut self, milliseconds: u64, now: Time) -> (LeaseId, u64) {
        self.last += 1;
        let milliseconds = milliseconds.clamp(SHORTEST, LONGEST);
        self.hold(self.last, milliseconds, now);
        (self.last, milliseconds)
    }

    pub(super) fn keep_alive(&mut self, lease: LeaseId, now: Time) -> Result<u64> {
        let held = self.leases.get_mut(&lease).ok_or_else(|| ended(lease))?;
        self.ends.remove(&(held.ends, lease));
        held.ends = now.saturating_add(held.milliseconds);
        self.ends.insert((held.ends, lease));
        Ok(held.milliseconds)
    }

    pub(super) fn check(&self, lease: Option<LeaseId>) -> Result<()> {
        match lease {
            Some(lease) if !self.leases.contains_key(&lease) => Err(ended(lease)),
            _ => Ok(()),
        }
    }

    pub(super) fn bind(&mut self, lease: Option<LeaseId>, key: &str) {
        if let Some(held) = lease.and_then(|lease| self.leases.get_mut(&lease)) {
            held.keys.insert(key.into());
        }
    }

    pub(super) fn unbind(&mut self, lease: Option<LeaseId>, key: &str) {
        if let Some(held) = lease.and_then(|lease| self.leases.get_mut(&lease)) {
            held.keys.remove(key);
        }
    }

    pub(super) fn first_end(&self) -> Option<Time> {
        self.ends.first().map(|&(ends, _)| ends)
    }

    pub(super) fn next_ended(&self, now: Time) -> Option<LeaseId> {
        self.ends.first().filter(|&&(ends, _)| ends <= now).map(|&(_, lease)| lease)
    }

    /// Returns its keys.
    pub(super) fn end(&mut self, lease: LeaseId) -> BTreeSet<String> {
        let Some(held) = self.leases.remove(&lease) else { return BTreeSet::new() };
        self.ends.remove(&(held.ends, lease));
        held.keys
    }

    fn hold(&mut self, lease: LeaseId, milliseconds: u64, now: Time) {
        let ends = now.saturating_add(milliseconds);
        self.ends.insert((ends, lease));
        self.leases.insert(lease, Held { milliseconds, ends, keys: BTreeSet::new() });
    }
}

fn ended(lease: LeaseId) -> RegistryError {
    RegistryError::new(RegistryErrorKind::LeaseEnded, format!("lease {lease} has ended; ask for another"))
}
