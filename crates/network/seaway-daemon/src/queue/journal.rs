// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Journal`]: the records of queues, in groups that are kept as a whole or not at all.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use seaway_messages::{HEADER_BYTES, QueueRecord, decode_header};

/// Keeps groups in order.
pub trait Journal: Send {
    /// Everything since the last summary, that included.
    fn load(&mut self) -> io::Result<Vec<QueueRecord>>;

    /// Returns when the group would survive a crash. After an error the journal is not used any more.
    fn append(&mut self, group: &[QueueRecord]) -> io::Result<()>;

    /// Whether a summary pays off.
    fn is_long(&self) -> bool;

    /// Replaces everything.
    fn summarise(&mut self, records: &[QueueRecord]) -> io::Result<()>;
}

/// Groups by number: frames, one after the other.
const GROUPS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("groups");
/// A summary is written after this many bytes, or twice the last summary.
const LONG: usize = 32 << 20;
/// Of one group of a summary.
const SUMMARY_BYTES: usize = 1 << 20;
/// It is written, and read at the start: few pages are needed again.
const CACHE_BYTES: usize = 8 << 20;

/// One file. A commit is one row, however many requests it answers.
#[derive(Debug)]
pub struct RedbJournal {
    database: Database,
    next: u64,
    /// Since the last summary, and of it.
    bytes: usize,
    summary: usize,
}

impl RedbJournal {
    /// Opens or makes the file. At most one process has it open: `ResourceBusy`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let failed = |error: redb::DatabaseError| {
            let kind = match error {
                redb::DatabaseError::DatabaseAlreadyOpen => io::ErrorKind::ResourceBusy,
                _ => io::ErrorKind::Other,
            };
            io::Error::new(kind, format!("the queues' file {} cannot be opened: {error}", path.display()))
        };
        let database = Database::builder().set_cache_size(CACHE_BYTES).create(path).map_err(failed)?;
        Ok(Self { database, next: 0, bytes: 0, summary: 0 })
    }

    fn read(&mut self) -> Result<Vec<QueueRecord>, redb::Error> {
        let transaction = self.database.begin_write()?;
        transaction.open_table(GROUPS)?;
        transaction.commit()?;
        let mut records = Vec::new();
        for row in self.database.begin_read()?.open_table(GROUPS)?.iter()? {
            let (number, frames) = row?;
            self.next = number.value() + 1;
            self.bytes += frames.value().len();
            let decoded = decode(frames.value()).map_err(redb::Error::Io)?;
            records.extend(decoded);
        }
        Ok(records)
    }

    fn write(&mut self, groups: &[Vec<u8>], only: bool) -> Result<(), redb::Error> {
        let transaction = self.database.begin_write()?;
        if only {
            transaction.delete_table(GROUPS)?;
        }
        {
            let mut table = transaction.open_table(GROUPS)?;
            for group in groups {
                table.insert(self.next, group.as_slice())?;
                self.next += 1;
            }
        }
        transaction.commit()?;
        Ok(())
    }
}

impl Journal for RedbJournal {
    fn load(&mut self) -> io::Result<Vec<QueueRecord>> {
        self.read().map_err(io::Error::other)
    }

    fn append(&mut self, group: &[QueueRecord]) -> io::Result<()> {
        let frames = encode(group)?;
        self.bytes += frames.len();
        self.write(&[frames], false).map_err(io::Error::other)
    }

    fn is_long(&self) -> bool {
        self.bytes > LONG.max(2 * self.summary)
    }

    fn summarise(&mut self, records: &[QueueRecord]) -> io::Result<()> {
        let mut groups = vec![Vec::new()];
        for record in records {
            if groups.last().is_some_and(|group| group.len() > SUMMARY_BYTES) {
                groups.push(Vec::new());
            }
            if let Some(group) = groups.last_mut() {
                record.encode(group)?;
            }
        }
        (self.bytes, self.summary) = (0, groups.iter().map(Vec::len).sum());
        self.write(&groups, true).map_err(io::Error::other)
    }
}

/// For tests. Clones share their contents, as a disk outlives a process.
#[derive(Debug, Clone, Default)]
pub struct MemoryJournal(Arc<Mutex<Vec<QueueRecord>>>);

impl Journal for MemoryJournal {
    fn load(&mut self) -> io::Result<Vec<QueueRecord>> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    fn append(&mut self, group: &[QueueRecord]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(group);
        Ok(())
    }

    fn is_long(&self) -> bool {
        false
    }

    fn summarise(&mut self, records: &[QueueRecord]) -> io::Result<()> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = records.to_vec();
        Ok(())
    }
}

fn encode(records: &[QueueRecord]) -> io::Result<Vec<u8>> {
    let mut frames = Vec::new();
    records.iter().try_for_each(|record| record.encode(&mut frames))?;
    Ok(frames)
}

fn decode(mut frames: &[u8]) -> io::Result<Vec<QueueRecord>> {
    let mut records = Vec::new();
    while let Some((header, rest)) = frames.split_first_chunk::<HEADER_BYTES>() {
        let header = decode_header(header)?;
        let (body, rest) = rest.split_at_checked(header.body_bytes).ok_or(io::ErrorKind::InvalidData)?;
        records.push(QueueRecord::decode(header.kind, body)?);
        frames = rest;
    }
    if frames.is_empty() { Ok(records) } else { Err(io::ErrorKind::InvalidData.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(worker: u64) -> QueueRecord {
        QueueRecord::Lost { queue: "q".into(), worker }
    }

    #[test]
    fn groups_come_back_in_order_and_a_summary_replaces_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queues");
        let open = || {
            let mut journal = RedbJournal::open(&path).unwrap();
            let records = journal.load().unwrap();
            (journal, records)
        };
        let (mut journal, records) = open();
        assert_eq!(records, []);
        journal.append(&[lost(1), lost(2)]).unwrap();
        journal.append(&[lost(3)]).unwrap();
        drop(journal);
        let (mut journal, records) = open();
        assert_eq!(records, [lost(1), lost(2), lost(3)]);
        journal.append(&[lost(4)]).unwrap();
        journal.summarise(&[lost(9)]).unwrap();
        journal.append(&[lost(10)]).unwrap();
        drop(journal);
        assert_eq!(open().1, [lost(9), lost(10)]);
    }

    #[test]
    fn damaged_group_is_an_error() {
        let frames = encode(&[lost(1)]).unwrap();
        for len in 1..frames.len() {
            assert!(decode(&frames[..len]).is_err(), "{len} bytes");
        }
    }
}
