// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RedbStore`]: one file. Each batch is one transaction, which is on the disk when `commit` returns.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use seaway_messages::RegistryEntry;

use super::{Batch, Contents, Record, Store};
use crate::error::{RegistryError, RegistryErrorKind, Result};

/// Value, revision, creation, lease (0: none).
type Row = (&'static [u8], u64, u64, u64);
const ENTRIES: TableDefinition<'_, &str, Row> = TableDefinition::new("entries");
const LEASES: TableDefinition<'_, u64, u64> = TableDefinition::new("leases");
const COUNTERS: TableDefinition<'_, &str, u64> = TableDefinition::new("counters");
const REVISION: &str = "revision";
const LAST_LEASE: &str = "last lease";
/// The pages that a small registry needs; redb's own default is a gigabyte.
const CACHE_BYTES: usize = 16 << 20;

#[derive(Debug)]
pub struct RedbStore {
    database: Database,
    path: String,
}

impl RedbStore {
    /// Opens or makes the file. At most one process has it open.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display().to_string();
        let database = Database::builder().set_cache_size(CACHE_BYTES).create(path);
        let database = database.map_err(|error| failed(&shown, &error))?;
        Ok(Self { database, path: shown })
    }

    fn write(&self, batch: &Batch) -> std::result::Result<(), redb::Error> {
        let transaction = self.database.begin_write()?;
        {
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut leases = transaction.open_table(LEASES)?;
            for record in batch.records() {
                match record {
                    Record::Put(entry) => {
                        let RegistryEntry { key, value, revision, created, lease } = entry;
                        let row = (value.as_slice(), *revision, *created, lease.unwrap_or(0));
                        entries.insert(key.as_str(), row)?;
                    }
                    Record::Remove { key, .. } => _ = entries.remove(key.as_str())?,
                    Record::Lease { lease, milliseconds } => _ = leases.insert(lease, milliseconds)?,
                    Record::EndLease { lease } => _ = leases.remove(lease)?,
                }
            }
            let mut counters = transaction.open_table(COUNTERS)?;
            let (revision, lease) = batch.newest();
            for (name, newest) in [(REVISION, revision), (LAST_LEASE, lease)] {
                if let Some(newest) = newest {
                    counters.insert(name, newest)?;
                }
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn read(&self) -> std::result::Result<Contents, redb::Error> {
        // Makes the tables of a new file.
        self.write(&Batch::default())?;
        let transaction = self.database.begin_read()?;
        let counters = transaction.open_table(COUNTERS)?;
        let counter = |name| counters.get(name).map(|found| found.map_or(0, |number| number.value()));
        let mut contents = Contents {
            revision: counter(REVISION)?,
            last_lease: counter(LAST_LEASE)?,
            ..Contents::default()
        };
        for row in transaction.open_table(ENTRIES)?.iter()? {
            let (key, row) = row?;
            let (value, revision, created, lease) = row.value();
            let (key, value, lease) = (key.value().to_owned(), value.to_vec(), (lease > 0).then_some(lease));
            contents.entries.push(RegistryEntry { key, value, revision, created, lease });
        }
        for row in transaction.open_table(LEASES)?.iter()? {
            let (lease, milliseconds) = row?;
            contents.leases.push((lease.value(), milliseconds.value()));
        }
        Ok(contents)
    }
}

impl Store for RedbStore {
    fn load(&mut self) -> Result<Contents> {
        self.read().map_err(|error| failed(&self.path, &error))
    }

    fn commit(&mut self, batch: &Batch) -> Result<()> {
        self.write(batch).map_err(|error| failed(&self.path, &error))
    }
}

fn failed(path: &str, error: &dyn std::error::Error) -> RegistryError {
    RegistryError::new(RegistryErrorKind::Storage, format!("the registry's file {path} failed: {error}"))
}
