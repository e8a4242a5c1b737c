// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Thing`]: an open thing.

use std::io::{IoSlice, IoSliceMut};
use std::sync::Arc;

use seaway_device_api::{
    DeviceFile, Durability, Error, ErrorKind, Extent, Operation, Result, Segments, SegmentsMut,
};
use seaway_devices::thing::OpenThing;
use seaway_messages::{Combination, NumberType, ThingKind, ThingStatus};

use crate::transfer::{Pool, Transfer};

/// An open thing. Clones share the opening; it is closed with the last of them.
#[derive(Debug, Clone)]
pub struct Thing {
    open: Arc<OpenThing>,
    pool: Arc<Pool>,
}

impl Thing {
    pub(crate) fn new(open: OpenThing, pool: Arc<Pool>) -> Self {
        Self { open: Arc::new(open), pool }
    }

    /// Fewer bytes only at the end of the thing.
    pub fn read_at(&self, bytes: &mut [u8], offset: u64) -> Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let extent = extent(Operation::Read, offset, bytes.len())?;
        let read = self.open.file().read(&[extent], &mut SegmentsMut::new(&mut [IoSliceMut::new(bytes)]))?;
        Ok(usize::try_from(read).unwrap_or(usize::MAX))
    }

    /// All of them, or an error. A thing grows where it is written behind its end.
    pub fn write_at(&self, bytes: &[u8], offset: u64) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let extent = extent(Operation::Write, offset, bytes.len())?;
        self.open.file().write(&[extent], &Segments::new(&[IoSlice::new(bytes)]))
    }

    /// Reads while the program computes; [`Transfer::wait`] returns the bytes, which are fewer at the end of the thing.
    pub fn start_read(&self, bytes: usize, offset: u64) -> Transfer<Vec<u8>> {
        let thing = self.clone();
        self.start(move || {
            let mut buffer = vec![0; bytes];
            let read = thing.read_at(&mut buffer, offset)?;
            buffer.truncate(read);
            Ok(buffer)
        })
    }

    /// Writes while the program computes; [`Transfer::wait`] returns the buffer.
    pub fn start_write(&self, bytes: Vec<u8>, offset: u64) -> Transfer<Vec<u8>> {
        let thing = self.clone();
        self.start(move || thing.write_at(&bytes, offset).map(|()| bytes))
    }

    pub fn size(&self) -> Result<u64> {
        self.open.file().size()
    }

    /// Cuts, or extends with zeros.
    pub fn set_size(&self, size: u64) -> Result<()> {
        self.open.file().set_size(size)
    }

    /// Others who wait for this thing to be published see what was written so far; on disk it is durable.
    pub fn sync(&self) -> Result<()> {
        self.open.file().sync(Durability::Durable)
    }

    /// Adds to the number in eight bytes (little-endian, at a multiple of eight) in one step; returns what it was. One step
    /// for all who change numbers so, not for those who write there.
    pub fn fetch_and_add(&self, offset: u64, number: u64) -> Result<u64> {
        self.open.fetch_and_add(offset, number)
    }

    /// Replaces such a number if it is `expected`; returns what it was.
    pub fn compare_and_swap(&self, offset: u64, expected: u64, new: u64) -> Result<u64> {
        self.open.compare_and_swap(offset, expected, new)
    }

    /// Combines numbers (little-endian, at a multiple of their size) with those at `offset`, each in one step, as
    /// [`Self::fetch_and_add`] does with one.
    pub fn accumulate(
        &self,
        offset: u64,
        combination: Combination,
        number: NumberType,
        bytes: &[u8],
    ) -> Result<()> {
        self.open.accumulate(offset, combination, number, bytes)
    }

    /// As of when it was opened.
    pub fn status(&self) -> &ThingStatus {
        self.open.status()
    }

    /// Whether opening it has created it.
    pub fn was_created(&self) -> bool {
        self.open.was_created()
    }

    /// Whether its name was deleted, or taken by another thing, since it was opened.
    pub fn is_deleted(&self) -> bool {
        self.open.is_deleted()
    }

    /// Closes it: those who wait for its writers see it complete. Without it, dropping the last clone closes it, and leaves it
    /// incomplete if it was written.
    pub fn close(self) -> Result<()> {
        self.open.file().close()
    }

    /// Starts an access. In memory of this node it is a copy, which is done at once; otherwise a thread carries it out.
    pub fn start<T: Send + 'static>(
        &self,
        access: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Transfer<T> {
        match self.open.status().kind {
            ThingKind::Memory if self.open.is_here() => Transfer::done(access()),
            _ => self.pool.start(access),
        }
    }

    pub(crate) fn file(&self) -> &dyn DeviceFile {
        self.open.file()
    }
}

pub(crate) fn extent(operation: Operation, offset: u64, bytes: usize) -> Result<Extent> {
    let len = bytes as u64;
    if offset.checked_add(len).is_none() {
        let detail = "the access ends past the largest offset";
        return Err(Error::new(ErrorKind::Argument, operation).with_detail(detail));
    }
    Ok(Extent::new(offset, len))
}
