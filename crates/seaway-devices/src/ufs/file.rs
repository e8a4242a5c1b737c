// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`UfsFile`]: one open file. Decides which way a transfer goes; the ways themselves are modules of their own.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::OnceLock;

use rustix::fs::{self, FallocateFlags};
use rustix::io::{Errno, retry_on_intr};
use seaway_device::{
    DeviceFile, DevicePath, Durability, Error, Extent, Guarantees, Hints, MappedRange, Mapping, Operation, RangeLock, RangeLocks, Result, Segments,
    SegmentsMut, Striping,
};

use super::failure::failure;
use super::file_system::FileSystem;
use super::options::UfsOptions;
use super::transfer::{self, Stopped};
use super::{locks, mapping};
use crate::pieces::check;

#[derive(Debug)]
pub(super) struct UfsFile {
    fd: OwnedFd,
    path: DevicePath,
    file_system: FileSystem,
    block_bytes: u64,
    /// What the descriptor may be used for, which can be more than was asked for.
    access: Access,
    options: UfsOptions,
    /// Found out when somebody asks for locks.
    locks_known: OnceLock<bool>,
}

/// The ways a descriptor is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) readable: bool,
    pub(super) writable: bool,
}

impl UfsFile {
    pub(super) fn new(path: &DevicePath, fd: OwnedFd, access: Access, options: UfsOptions) -> Result<Self> {
        let fail = |errno| failure(Operation::Open, errno, path.as_str());
        let statfs = fs::fstatfs(&fd).map_err(fail)?;
        // The kernel keeps 32 bits of the number, in a signed word of the machine's width.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "32 bits are all there is")]
        let file_system = FileSystem::from_magic(statfs.f_type as u32);
        let block_bytes = fs::fstat(&fd).map_err(fail)?.st_blksize;
        let block_bytes = u64::try_from(block_bytes).ok().filter(|&bytes| bytes > 0).unwrap_or(4096);
        Ok(Self { fd, path: path.clone(), file_system, block_bytes, access, options, locks_known: OnceLock::new() })
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    #[cold]
    fn failure(&self, operation: Operation, errno: Errno) -> Error {
        failure(operation, errno, self.path.as_str())
    }

    #[cold]
    fn stopped(&self, operation: Operation, (errno, extent): Stopped) -> Error {
        self.failure(operation, errno).with_extent(extent)
    }

    /// Where fallocate is not known: zeros are written past the end. Holes before it are left, since filling them
    /// would race with those who write there.
    fn preallocate_by_writing(&self, size: u64) -> Result<()> {
        const ZEROS: &[u8] = &[0; 64 << 10];
        let mut end = self.size()?;
        while end < size {
            let len = usize::try_from(size - end).unwrap_or(usize::MAX).min(ZEROS.len());
            transfer::write_contiguous(self.fd(), end, &ZEROS[..len])
                .map_err(|stopped| self.stopped(Operation::Preallocate, stopped))?;
            end += len as u64;
        }
        Ok(())
    }
}

impl DeviceFile for UfsFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        if let ([extent], [piece]) = (extents, target.pieces())
            && extent.len == piece.len() as u64
        {
            let read = transfer::read_contiguous(self.fd(), extent.offset, piece);
            return read.map(|read| read as u64).map_err(|stopped| self.stopped(Operation::Read, stopped));
        }
        check(Operation::Read, extents, target.total()).map_err(|error| error.with_path(self.path.as_str()))?;
        transfer::read_list(self.fd(), extents, target).map_err(|stopped| self.stopped(Operation::Read, stopped))
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        if let ([extent], [piece]) = (extents, source.pieces())
            && extent.len == piece.len() as u64
        {
            let written = transfer::write_contiguous(self.fd(), extent.offset, piece);
            return written.map_err(|stopped| self.stopped(Operation::Write, stopped));
        }
        check(Operation::Write, extents, source.total()).map_err(|error| error.with_path(self.path.as_str()))?;
        transfer::write_list(self.fd(), extents, source).map_err(|stopped| self.stopped(Operation::Write, stopped))
    }

    fn size(&self) -> Result<u64> {
        let status = fs::fstat(&self.fd).map_err(|errno| self.failure(Operation::GetSize, errno))?;
        Ok(u64::try_from(status.st_size).unwrap_or(0))
    }

    fn set_size(&self, size: u64) -> Result<()> {
        check(Operation::SetSize, &[Extent::new(0, size)], size).map_err(|error| error.with_path(self.path.as_str()))?;
        retry_on_intr(|| fs::ftruncate(&self.fd, size)).map_err(|errno| self.failure(Operation::SetSize, errno))
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        if size == 0 {
            return Ok(());
        }
        match retry_on_intr(|| fs::fallocate(&self.fd, FallocateFlags::empty(), 0, size)) {
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => self.preallocate_by_writing(size),
            other => other.map_err(|errno| self.failure(Operation::Preallocate, errno)),
        }
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        // The page cache of one machine, or the servers of a coherent file system, show everybody the same bytes.
        if durability == Durability::Visible && self.file_system.coherent {
            return Ok(());
        }
        retry_on_intr(|| fs::fdatasync(&self.fd)).map_err(|errno| self.failure(Operation::Sync, errno))
    }

    fn guarantees(&self) -> Guarantees {
        self.file_system.guarantees(self.block_bytes)
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.locks_known.get_or_init(|| locks::are_known(self.fd())).then_some(self as _)
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        let possible = self.options.mapping && self.access.readable && self.file_system.is_local_and_coherent();
        possible.then_some(self as _)
    }

    fn striping(&self) -> Option<Striping> {
        self.options.striping
    }

    fn hints_in_use(&self) -> Hints {
        Hints::new()
    }
}

impl RangeLocks for UfsFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        locks::lock(self.fd(), extent, lock, self.access.readable)
            .map_err(|errno| self.stopped(Operation::Lock, (errno, extent)))
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        locks::unlock(self.fd(), extent).map_err(|errno| self.stopped(Operation::Lock, (errno, extent)))
    }
}

impl Mapping for UfsFile {
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        mapping::map_for_reading(self.fd(), extent, self.path.as_str())
    }

    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        mapping::map_for_writing(self.fd(), extent, self.path.as_str())
    }
}
