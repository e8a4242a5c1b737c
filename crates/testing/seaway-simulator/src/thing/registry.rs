// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry of the simulation: one name, leases, and changes that take effect at one moment. What it promises is what
//! `seaway-registry` promises: a lease never ends before its holder, who counts from before it asked, thinks so.

use std::collections::BTreeMap;

use crate::core::{SECOND, Time};

pub(super) const LEASE: Time = 5 * SECOND;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) home: usize,
    /// Changes with the home.
    pub(super) epoch: u64,
    /// The epoch of the previous home, whose last bytes the new home has.
    pub(super) before: u64,
    /// Of the thing: its first epoch.
    pub(super) incarnation: u64,
    /// Of its home. The entry ends with it.
    pub(super) lease: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegistryRequest {
    Grant,
    KeepAlive {
        lease: u64,
    },
    Create {
        home: usize,
        lease: u64,
    },
    /// Gives the thing another home, whose lease this is.
    Move {
        epoch: u64,
        to: usize,
        lease: u64,
    },
    Delete {
        epoch: u64,
        incarnation: u64,
    },
    Get,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegistryAnswer {
    Lease(u64),
    /// The one that was created or moved, or that is there.
    Entry(Entry),
    /// There was one already, or it is another one.
    Other(Option<Entry>),
    None,
    Deleted,
    LeaseEnded,
}

#[derive(Debug, Default)]
pub(super) struct Registry {
    revision: u64,
    entry: Option<Entry>,
    /// When they end.
    leases: BTreeMap<u64, Time>,
    lost: u64,
}

impl Registry {
    pub(super) fn answer(&mut self, now: Time, request: RegistryRequest) -> RegistryAnswer {
        self.end_leases(now);
        self.revision += 1;
        match request {
            RegistryRequest::Grant => {
                self.leases.insert(self.revision, now + LEASE);
                RegistryAnswer::Lease(self.revision)
            }
            RegistryRequest::KeepAlive { lease } => match self.leases.get_mut(&lease) {
                Some(until) => {
                    *until = now + LEASE;
                    RegistryAnswer::Lease(lease)
                }
                None => RegistryAnswer::LeaseEnded,
            },
            RegistryRequest::Create { home, lease } => self.create(home, lease),
            RegistryRequest::Move { epoch, to, lease } => self.give(epoch, to, lease),
            RegistryRequest::Delete { epoch, .. } => match self.entry.filter(|entry| entry.epoch == epoch) {
                Some(_) => {
                    self.entry = None;
                    RegistryAnswer::Deleted
                }
                None => RegistryAnswer::Other(self.entry),
            },
            RegistryRequest::Get => self.entry.map_or(RegistryAnswer::None, RegistryAnswer::Entry),
        }
    }

    /// Things that were lost since the last time.
    pub(super) fn take_lost(&mut self) -> u64 {
        std::mem::take(&mut self.lost)
    }

    fn create(&mut self, home: usize, lease: u64) -> RegistryAnswer {
        if self.entry.is_some() {
            return RegistryAnswer::Other(self.entry);
        }
        if !self.leases.contains_key(&lease) {
            return RegistryAnswer::LeaseEnded;
        }
        let entry = Entry { home, epoch: self.revision, before: 0, incarnation: self.revision, lease };
        self.entry = Some(entry);
        RegistryAnswer::Entry(entry)
    }

    fn give(&mut self, epoch: u64, to: usize, lease: u64) -> RegistryAnswer {
        let Some(entry) = self.entry.filter(|entry| entry.epoch == epoch) else {
            return RegistryAnswer::Other(self.entry);
        };
        if !self.leases.contains_key(&lease) {
            return RegistryAnswer::Other(self.entry);
        }
        let entry = Entry { home: to, epoch: self.revision, before: epoch, lease, ..entry };
        self.entry = Some(entry);
        RegistryAnswer::Entry(entry)
    }

    fn end_leases(&mut self, now: Time) {
        self.leases.retain(|_, until| *until > now);
        if self.entry.is_some_and(|entry| !self.leases.contains_key(&entry.lease)) {
            self.entry = None;
            self.lost += 1;
        }
    }
}
