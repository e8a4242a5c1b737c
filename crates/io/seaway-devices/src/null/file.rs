// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NullFile`]: a size shared by all handles of a name.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device_api::{
    Costs, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality,
    OpenFlags, Operation, Result, Segments, SegmentsMut,
};

use super::options::NullOptions;
use seaway_device_api::pieces::{check, pieces_mut};

/// The size of a file, its only state. No data depend on it, so no ordering is needed.
pub(super) type Size = AtomicU64;

#[derive(Debug)]
pub(super) struct NullFile {
    path: DevicePath,
    size: Arc<Size>,
    flags: OpenFlags,
    options: NullOptions,
}

impl NullFile {
    pub(super) fn new(path: &DevicePath, size: Arc<Size>, flags: OpenFlags, options: NullOptions) -> Self {
        Self { path: path.clone(), size, flags, options }
    }

    fn must_be_writable(&self, operation: Operation) -> Result<()> {
        let read_only = || Error::new(ErrorKind::ReadOnly, operation).with_path(self.path.as_str());
        self.flags.contains(OpenFlags::WRITE).then_some(()).ok_or_else(read_only)
    }
}

impl DeviceFile for NullFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        check(Operation::Read, extents, target.total())?;
        let (size, mut read) = (self.size.load(Ordering::Relaxed), 0);
        for (offset, piece) in pieces_mut(extents, target) {
            let left = usize::try_from(size.saturating_sub(offset)).unwrap_or(usize::MAX);
            let len = piece.len().min(left);
            piece[..len].fill(0);
            read += len as u64;
        }
        Ok(read)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        check(Operation::Write, extents, source.total())?;
        if let Some(last) = extents.last() {
            self.size.fetch_max(last.end(), Ordering::Relaxed);
        }
        Ok(())
    }

    fn size(&self) -> Result<u64> {
        Ok(self.size.load(Ordering::Relaxed))
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::SetSize)?;
        check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        self.size.store(size, Ordering::Relaxed);
        Ok(())
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::Preallocate)?;
        check(Operation::Preallocate, &[Extent::new(0, size)], size)?;
        self.size.fetch_max(size, Ordering::Relaxed);
        Ok(())
    }

    fn sync(&self, _durability: Durability) -> Result<()> {
        Ok(())
    }

    fn guarantees(&self) -> Guarantees {
        // A call is a few atomic operations; written bytes are not even read.
        let costs = Costs {
            call_nanoseconds: 10.0,
            byte_nanoseconds: 0.02,
            new_byte_nanoseconds: 0.02,
            read_page_nanoseconds: 0.0,
            page_nanoseconds: 0.0,
            new_page_nanoseconds: 0.0,
        };
        Guarantees { locality: Locality::Memory, coherent: true, sparse: true, block_bytes: 4096, costs }
    }

    fn hints_in_use(&self) -> Hints {
        self.options.in_use()
    }
}
