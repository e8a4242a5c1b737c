// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MemFile`]: one open handle of a file in memory. `storage.rs` handles the bytes, `range_table.rs` the
//! locks.

use std::sync::Arc;

use seaway_device_api::{
    Costs, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality,
    OpenFlags, Operation, RangeLock, RangeLocks, Result, Segments, SegmentsMut,
};

use super::options::MemOptions;
use super::range_table::{Owner, RangeTable};
use super::storage::{CHUNK_BYTES, Storage};
use seaway_device_api::pieces::check;

/// State shared by all handles of a name.
#[derive(Debug, Default)]
pub(super) struct Shared {
    storage: Storage,
    locks: RangeTable,
}

#[derive(Debug)]
pub(super) struct MemFile {
    path: DevicePath,
    shared: Arc<Shared>,
    owner: Owner,
    flags: OpenFlags,
    options: MemOptions,
}

impl MemFile {
    pub(super) fn new(path: &DevicePath, shared: Arc<Shared>, flags: OpenFlags, options: MemOptions) -> Self {
        Self { path: path.clone(), owner: shared.locks.new_owner(), shared, flags, options }
    }

    fn must_be_writable(&self, operation: Operation) -> Result<()> {
        let read_only = || Error::new(ErrorKind::ReadOnly, operation).with_path(self.path.as_str());
        self.flags.contains(OpenFlags::WRITE).then_some(()).ok_or_else(read_only)
    }

    fn with_context(&self, error: Error, extents: &[Extent]) -> Error {
        error.with_path(self.path.as_str()).with_extent(Extent::hull(extents))
    }
}

impl DeviceFile for MemFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        check(Operation::Read, extents, target.total()).map_err(|error| self.with_context(error, extents))?;
        Ok(self.shared.storage.read(extents, target))
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        let written = check(Operation::Write, extents, source.total())
            .and_then(|()| self.shared.storage.write(extents, source, self.options.limit));
        written.map_err(|error| self.with_context(error, extents))
    }

    fn size(&self) -> Result<u64> {
        Ok(self.shared.storage.size())
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::SetSize)?;
        let all = [Extent::new(0, size)];
        check(Operation::SetSize, &all, size).map_err(|error| self.with_context(error, &all))?;
        self.shared.storage.set_size(size);
        Ok(())
    }

    /// The kernel allocates memory when it is touched, so there is no space to reserve.
    fn preallocate(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::Preallocate)?;
        let all = [Extent::new(0, size)];
        check(Operation::Preallocate, &all, size).map_err(|error| self.with_context(error, &all))?;
        self.shared.storage.grow(size);
        Ok(())
    }

    fn sync(&self, _durability: Durability) -> Result<()> {
        Ok(())
    }

    fn guarantees(&self) -> Guarantees {
        // Measured: an extent costs 17 to 26 nanoseconds in addition to the memcpy of its bytes.
        let costs = Costs {
            call_nanoseconds: 25.0,
            byte_nanoseconds: 0.12,
            new_byte_nanoseconds: 0.12,
            read_page_nanoseconds: 250.0,
            page_nanoseconds: 250.0,
            new_page_nanoseconds: 250.0,
        };
        Guarantees {
            locality: Locality::Memory,
            coherent: true,
            sparse: true,
            block_bytes: CHUNK_BYTES,
            costs,
        }
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        Some(self)
    }

    fn hints_in_use(&self) -> Hints {
        self.options.in_use()
    }
}

impl RangeLocks for MemFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.shared.locks.lock(self.owner, extent, lock);
        Ok(())
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        self.shared.locks.unlock(self.owner, extent);
        Ok(())
    }
}

impl Drop for MemFile {
    fn drop(&mut self) {
        self.shared.locks.unlock(self.owner, Extent::new(0, u64::MAX));
    }
}
