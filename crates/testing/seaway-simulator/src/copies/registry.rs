// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry of the simulation: one entry that is replaced as it was read, and leases.

use std::collections::BTreeMap;

use crate::core::{SECOND, Time};

pub(super) const LEASE: Time = 3 * SECOND;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) home: usize,
    /// 0: that of the revision.
    pub(super) epoch: u64,
    /// The epoch of the previous home.
    pub(super) before: u64,
    /// Of the thing: its first epoch. 0: that of the revision.
    pub(super) incarnation: u64,
    /// Of the home.
    pub(super) under: u64,
    pub(super) backup: Option<(usize, u64)>,
    pub(super) revision: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegistryRequest {
    Grant,
    KeepAlive { lease: u64 },
    Get,
    Create { entry: Entry },
    Replace { expected: u64, entry: Entry },
    Delete { expected: u64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegistryAnswer {
    Lease(u64),
    LeaseEnded,
    /// `home_is_lost`: its lease has ended.
    Found {
        entry: Option<Entry>,
        home_is_lost: bool,
    },
    /// The entry as it is now.
    Made(Entry),
    Refused,
}

#[derive(Debug, Default)]
pub(super) struct Registry {
    revision: u64,
    entry: Option<Entry>,
    leases: BTreeMap<u64, Time>,
}

impl Registry {
    pub(super) fn answer(&mut self, now: Time, request: RegistryRequest) -> RegistryAnswer {
        self.leases.retain(|_, until| *until > now);
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
            RegistryRequest::Get => {
                let home_is_lost = self.entry.is_some_and(|entry| !self.leases.contains_key(&entry.under));
                RegistryAnswer::Found { entry: self.entry, home_is_lost }
            }
            RegistryRequest::Create { entry } if self.entry.is_none() => self.put(entry),
            RegistryRequest::Replace { expected, entry } if self.is(expected) => self.put(entry),
            RegistryRequest::Delete { expected } if self.is(expected) => {
                self.entry = None;
                RegistryAnswer::Found { entry: None, home_is_lost: false }
            }
            _ => RegistryAnswer::Refused,
        }
    }

    pub(super) fn end_all_leases(&mut self) {
        self.leases.clear();
    }

    fn is(&self, expected: u64) -> bool {
        self.entry.is_some_and(|entry| entry.revision == expected)
    }

    fn put(&mut self, entry: Entry) -> RegistryAnswer {
        let revision = self.revision;
        let number = |given: u64| if given == 0 { revision } else { given };
        let (epoch, incarnation) = (number(entry.epoch), number(entry.incarnation));
        let entry = Entry { epoch, incarnation, revision, ..entry };
        self.entry = Some(entry);
        RegistryAnswer::Made(entry)
    }
}
