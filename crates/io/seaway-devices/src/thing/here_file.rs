// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HereFile`]: an open thing whose bytes are on this node: a file in memory or on disk, with a look at the agent's table
//! before and after each access.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use seaway_device_api::pieces::check;
use seaway_device_api::{
    DeviceFile, Durability, Error, ErrorKind, Extent, Guarantees, MapCandidate, MappedRange, Mapping,
    Operation, RangeLock, RangeLocks, Result, Segments, SegmentsMut,
};
use seaway_memory::{Source, Target};
use seaway_messages::{HomeAddress, NumberChange, ThingKind, ThingStatus};

use super::opening::Opening;
use super::reserved::Reserved;
use super::row::Row;

/// From so many bytes on, copies to and from mapped pages are quicker than the kernel's, by a factor of three where it was
/// measured.
const MAPPED_BYTES: u64 = 256 << 10;

#[derive(Debug)]
pub(super) struct HereFile {
    bytes: Box<dyn DeviceFile>,
    /// The same bytes, if they are in memory.
    memory: Option<OwnedFd>,
    opening: Arc<Opening>,
    reserved: Reserved,
}

impl HereFile {
    pub(super) fn new(bytes: Box<dyn DeviceFile>, memory: Option<OwnedFd>, opening: Opening) -> Self {
        Self { bytes, memory, opening: Arc::new(opening), reserved: Reserved::default() }
    }

    /// A long read in one piece, from mapped pages. `None`: by a call.
    fn read_mapped(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Option<u64> {
        let ([extent], [piece]) = (extents, target.pieces()) else { return None };
        let memory = self.memory.as_ref().filter(|_| is_long(*extent, piece.len()))?;
        // Touching a hole would take memory that nobody has reserved.
        if !self.reserved.is_all_data(&self.opening, memory.as_fd(), *extent) {
            return None;
        }
        let range = self.bytes.mapping()?.map_for_reading(*extent).ok()?;
        piece.copy_from_slice(range.source().slice(0..i64::try_from(extent.len).ok()?).ok()?);
        range.is_intact().then_some(extent.len)
    }

    /// A long write in one piece, to mapped pages that are reserved. `None`: by a call.
    fn write_mapped(&self, extents: &[Extent], source: &Segments<'_>) -> Option<()> {
        let ([extent], [piece]) = (extents, source.pieces()) else { return None };
        self.memory.as_ref().filter(|_| is_long(*extent, piece.len()))?;
        let range = self.bytes.mapping()?.map_for_writing(*extent).ok()?;
        range.target().slice(0..i64::try_from(extent.len).ok()?).ok()?.copy_from_slice(piece);
        range.is_intact().then_some(())
    }

    /// Changes one number in one step, at the agent.
    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        self.must_be_writable(Operation::Write)?;
        self.opening.update(offset, change)
    }

    /// Combines numbers with those that are there, at the agent.
    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        self.opening.accumulate(row)
    }

    /// What was written so far may be read by others.
    pub(super) fn publish(&self) -> Result<()> {
        self.opening.publish()
    }

    pub(super) fn is_deleted(&self) -> bool {
        self.opening.is_deleted()
    }

    /// Whether its home is another node by now, or nobody knows.
    pub(super) fn has_moved(&self) -> bool {
        self.opening.has_moved()
    }

    /// Where it is, as the agent knows.
    pub(super) fn locate(&self) -> Result<(HomeAddress, ThingStatus)> {
        self.opening.locate()
    }

    fn must_be_writable(&self, operation: Operation) -> Result<()> {
        if self.opening.writable {
            return Ok(());
        }
        Err(self.opening.named(Error::new(ErrorKind::ReadOnly, operation)))
    }

    fn check(&self, operation: Operation, extents: &[Extent], total: u64) -> Result<()> {
        check(operation, extents, total).map_err(|error| self.opening.named(error))
    }

    pub(super) fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.opening.access(Operation::Read, || match self.read_mapped(extents, target) {
            Some(read) => Ok(read),
            None => self.bytes.read(extents, target),
        })
    }

    pub(super) fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        self.check(Operation::Write, extents, source.total())?;
        self.opening.access(Operation::Write, || {
            self.reserved.ensure(&self.opening, Operation::Write, extents)?;
            self.write_mapped(extents, source).map_or_else(|| self.bytes.write(extents, source), Ok)
        })
    }

    pub(super) fn size(&self) -> Result<u64> {
        self.opening.access(Operation::GetSize, || self.bytes.size())
    }

    pub(super) fn set_size(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::SetSize)?;
        self.check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        self.opening.access(Operation::SetSize, || match self.opening.kind {
            ThingKind::Disk => self.bytes.set_size(size),
            ThingKind::Memory => {
                self.opening.resize(size)?;
                self.bytes.size_was_changed();
                Ok(())
            }
        })
    }

    pub(super) fn size_was_changed(&self) {
        self.bytes.size_was_changed();
    }

    pub(super) fn preallocate(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::Preallocate)?;
        let all = [Extent::new(0, size)];
        self.check(Operation::Preallocate, &all, size)?;
        self.opening.access(Operation::Preallocate, || {
            self.reserved.ensure(&self.opening, Operation::Preallocate, &all)?;
            self.bytes.preallocate(size)
        })
    }

    pub(super) fn sync(&self, durability: Durability) -> Result<()> {
        self.opening.access(Operation::Sync, || self.bytes.sync(durability))?;
        if self.opening.writable { self.opening.publish() } else { Ok(()) }
    }

    pub(super) fn close(&self) -> Result<()> {
        let closed = self.bytes.close();
        self.opening.close(closed.is_ok()).and(closed)
    }

    pub(super) fn guarantees(&self) -> Guarantees {
        self.bytes.guarantees()
    }

    pub(super) fn can_be_mapped(&self) -> bool {
        self.bytes.mapping().is_some()
    }

    pub(super) fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.opening.access(Operation::Lock, || self.locks()?.lock(extent, lock))
    }

    pub(super) fn unlock(&self, extent: Extent) -> Result<()> {
        self.locks()?.unlock(extent)
    }

    fn locks(&self) -> Result<&dyn RangeLocks> {
        let none = || Error::new(ErrorKind::Unsupported, Operation::Lock).with_detail("it cannot be locked");
        self.bytes.range_locks().ok_or_else(|| self.opening.named(none()))
    }

    fn inner_mapping(&self) -> Result<&dyn Mapping> {
        let none = || Error::new(ErrorKind::Unsupported, Operation::Map).with_detail("it cannot be mapped");
        self.bytes.mapping().ok_or_else(|| self.opening.named(none()))
    }

    fn mapped(&self, range: Box<dyn MappedRange>) -> Box<dyn MappedRange> {
        Box::new(HereRange { range, opening: Arc::clone(&self.opening) })
    }

    pub(super) fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        let mapping = self.inner_mapping()?;
        let range = self.opening.access(Operation::Map, || mapping.map_for_reading(extent))?;
        Ok(self.mapped(range))
    }

    pub(super) fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        self.must_be_writable(Operation::Map)?;
        let mapping = self.inner_mapping()?;
        let range = self.opening.access(Operation::Map, || {
            self.reserved.ensure(&self.opening, Operation::Map, &[extent])?;
            mapping.map_for_writing(extent)
        })?;
        Ok(self.mapped(range))
    }

    pub(super) fn comes_again(&self, access: &MapCandidate) -> bool {
        self.bytes.mapping().is_some_and(|mapping| mapping.comes_again(access))
    }
}

fn is_long(extent: Extent, memory_bytes: usize) -> bool {
    extent.len >= MAPPED_BYTES && extent.len == memory_bytes as u64
}

/// Mapped bytes of a thing: whatever was copied while it was here counts, and nothing else.
struct HereRange {
    range: Box<dyn MappedRange>,
    opening: Arc<Opening>,
}

impl MappedRange for HereRange {
    fn source(&self) -> Source<'_> {
        self.range.source()
    }

    fn target(&self) -> Target<'_> {
        self.range.target()
    }

    /// If not, the access is repeated by calls, which find out why.
    fn is_intact(&self) -> bool {
        self.range.is_intact() && self.opening.is_here()
    }
}
