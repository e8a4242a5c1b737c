// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MemoryStore`]: for tests and the simulator. Clones share their contents, as a disk outlives a process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_messages::RegistryEntry;

use super::{Batch, Contents, Record, Store};
use crate::error::Result;
use crate::registry::{LeaseId, Revision};

#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    revision: Revision,
    last_lease: LeaseId,
    entries: BTreeMap<String, RegistryEntry>,
    leases: BTreeMap<LeaseId, u64>,
}

impl Store for MemoryStore {
    fn load(&mut self) -> Result<Contents> {
        let kept = self.lock();
        Ok(Contents {
            revision: kept.revision,
            last_lease: kept.last_lease,
            entries: kept.entries.values().cloned().collect(),
            leases: kept.leases.iter().map(|(&lease, &milliseconds)| (lease, milliseconds)).collect(),
        })
    }

    fn commit(&mut self, batch: &Batch) -> Result<()> {
        let mut kept = self.lock();
        for record in batch.records() {
            match record {
                Record::Put(entry) => _ = kept.entries.insert(entry.key.clone(), entry.clone()),
                Record::Remove { key, .. } => _ = kept.entries.remove(key),
                Record::Lease { lease, milliseconds } => _ = kept.leases.insert(*lease, *milliseconds),
                Record::EndLease { lease } => _ = kept.leases.remove(lease),
            }
        }
        let (revision, lease) = batch.newest();
        kept.revision = kept.revision.max(revision.unwrap_or(0));
        kept.last_lease = kept.last_lease.max(lease.unwrap_or(0));
        Ok(())
    }
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
