// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Store`]: what the embedded registry keeps when its process ends.

mod memory;
#[cfg(feature = "redb")]
mod redb;

use seaway_messages::RegistryEntry;

pub use self::memory::MemoryStore;
#[cfg(feature = "redb")]
pub use self::redb::RedbStore;
use crate::error::Result;
use crate::registry::{LeaseId, Revision};

/// Keeps batches in order. A batch is kept as a whole or not at all.
pub trait Store: Send {
    fn load(&mut self) -> Result<Contents>;

    /// Returns when the batch would survive a crash. After an error the state of the store is unknown, and it
    /// is not used any more.
    fn commit(&mut self, batch: &Batch) -> Result<()>;
}

/// Everything that is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    pub revision: Revision,
    /// The newest lease that was ever granted.
    pub last_lease: LeaseId,
    pub entries: Vec<RegistryEntry>,
    /// Leases and their durations in milliseconds.
    pub leases: Vec<(LeaseId, u64)>,
}

/// Changes that are stored together.
#[derive(Debug, Default)]
pub struct Batch {
    records: Vec<Record>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    Put(RegistryEntry),
    Remove { key: String, revision: Revision },
    Lease { lease: LeaseId, milliseconds: u64 },
    EndLease { lease: LeaseId },
}

impl Batch {
    pub(crate) fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The newest revision and the newest lease in this batch, if there are any.
    fn newest(&self) -> (Option<Revision>, Option<LeaseId>) {
        let revisions = self.records.iter().filter_map(|record| match record {
            Record::Put(entry) => Some(entry.revision),
            Record::Remove { revision, .. } => Some(*revision),
            _ => None,
        });
        let leases = self.records.iter().filter_map(|record| match record {
            Record::Lease { lease, .. } => Some(*lease),
            _ => None,
        });
        (revisions.max(), leases.max())
    }
}
