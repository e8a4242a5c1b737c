// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Storage`]: the bytes of a thing at its home, in memory or in a file.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs as calls;
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::{NumberChange, ThingKind};
use seaway_roles::thing::Row;

use super::budget::Budget;
use super::folder::{Folder, failure};
use super::memory::Memory;

#[derive(Debug)]
pub(super) enum Storage {
    Memory(Memory),
    Disk { path: PathBuf },
}

impl Storage {
    pub(super) fn create(
        kind: ThingKind,
        name: &str,
        size: u64,
        budget: &Arc<Budget>,
        folder: &Folder,
    ) -> Result<Self> {
        if size > i64::MAX.unsigned_abs() {
            let error = Error::new(ErrorKind::Argument, Operation::Open);
            return Err(error.with_detail("the size is larger than the largest file offset, 2^63-1"));
        }
        if kind == ThingKind::Memory {
            return Memory::new(size, budget).map(Self::Memory);
        }
        let (path, file) = folder.create(name)?;
        if size > 0
            && let Err(errno) = calls::fallocate(&file, calls::FallocateFlags::empty(), 0, size)
        {
            let _ = std::fs::remove_file(&path);
            return Err(failure(Operation::Open, &path, errno.into()));
        }
        Ok(Self::Disk { path })
    }

    pub(super) fn kind(&self) -> ThingKind {
        match self {
            Self::Memory(_) => ThingKind::Memory,
            Self::Disk { .. } => ThingKind::Disk,
        }
    }

    /// For a program, with an open file description of its own.
    pub(super) fn descriptor(&self, writes: bool) -> Result<OwnedFd> {
        match self {
            Self::Memory(memory) => memory.descriptor(writes),
            Self::Disk { path } => {
                let opened = File::options().read(true).write(writes).open(path);
                opened.map(OwnedFd::from).map_err(|error| failure(Operation::Open, path, error))
            }
        }
    }

    /// Size, and how much memory or disk it takes.
    pub(super) fn sizes(&self) -> Result<(u64, u64)> {
        match self {
            Self::Memory(memory) => {
                let status = calls::fstat(memory.fd());
                let status = status.map_err(|errno| Error::from_io(Operation::GetSize, errno.into()))?;
                Ok((u64::try_from(status.st_size).unwrap_or(0), memory.reserved()))
            }
            Self::Disk { path } => {
                let metadata = std::fs::metadata(path);
                let metadata = metadata.map_err(|error| failure(Operation::GetSize, path, error))?;
                Ok((metadata.len(), metadata.blocks() * 512))
            }
        }
    }

    /// Ranges that can be written without running out of memory, which include `extents`.
    pub(super) fn reserve(&mut self, extents: &[Extent]) -> Result<Vec<Extent>> {
        match self {
            Self::Memory(memory) => memory.reserve(extents),
            Self::Disk { .. } => Ok(vec![Extent::new(0, i64::MAX.unsigned_abs())]),
        }
    }

    /// True: memory was released.
    pub(super) fn set_size(&mut self, size: u64) -> Result<bool> {
        match self {
            Self::Memory(memory) => memory.set_size(size),
            Self::Disk { path } => {
                let file = File::options().write(true).open(&*path).and_then(|file| file.set_len(size));
                file.map(|()| false).map_err(|error| failure(Operation::SetSize, path, error))
            }
        }
    }

    /// Releases what is reserved behind the end. True: there was some.
    pub(super) fn trim(&mut self) -> bool {
        match self {
            Self::Memory(memory) => memory.trim(),
            Self::Disk { .. } => false,
        }
    }

    /// Changes one number, and returns what it was. One at a time: the caller holds the thing.
    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        let refuse = |detail| Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
        if !offset.is_multiple_of(8) {
            return refuse("the offset of the number must be a multiple of 8");
        }
        let file = File::from(self.descriptor(true)?);
        let mut bytes = [0; 8];
        match file.read_exact_at(&mut bytes, offset) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return refuse("the number lies beyond the end of the thing");
            }
            other => other.map_err(|error| Error::from_io(Operation::Write, error))?,
        }
        let before = u64::from_le_bytes(bytes);
        let after = change.apply(before);
        if after != before {
            // Pages of what was only extended are not there yet.
            file.write_all_at(&after.to_le_bytes(), offset)
                .map_err(|error| Error::from_io(Operation::Write, error))?;
        }
        Ok(before)
    }

    /// Combines a row of numbers with those that are there. One at a time: the caller holds the thing.
    pub(super) fn accumulate(&self, row: Row<'_>) -> Result<()> {
        row.check()?;
        let file = File::from(self.descriptor(true)?);
        let mut bytes = vec![0; row.bytes.len()];
        match file.read_exact_at(&mut bytes, row.offset) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let error = Error::new(ErrorKind::Argument, Operation::Write);
                return Err(error.with_detail("the numbers are behind the end of the thing"));
            }
            other => other.map_err(|error| Error::from_io(Operation::Write, error))?,
        }
        row.combine_with(&mut bytes);
        file.write_all_at(&bytes, row.offset).map_err(|error| Error::from_io(Operation::Write, error))
    }

    /// Nobody changes it any more: not even those who have it open, in memory; on disk, agents that find it later know.
    pub(super) fn protect(&self) -> Result<()> {
        match self {
            Self::Memory(memory) => memory.seal(),
            Self::Disk { path } => {
                let protected = fs::set_permissions(path, fs::Permissions::from_mode(0o400));
                protected.map_err(|error| failure(Operation::Open, path, error))
            }
        }
    }

    /// Whether an earlier agent has protected this file.
    pub(super) fn is_protected(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o200 == 0)
    }

    pub(super) fn sync(&self) -> Result<()> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Disk { path } => {
                let synced = File::open(path).and_then(|file| file.sync_all());
                synced.map_err(|error| failure(Operation::Sync, path, error))
            }
        }
    }

    /// The name is gone. Programs that have it open keep the bytes.
    pub(super) fn remove(&self) -> Result<()> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Disk { path } => match std::fs::remove_file(path) {
                // It was removed by hand, outside of the space.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                other => other.map_err(|error| failure(Operation::Delete, path, error)),
            },
        }
    }

    /// Gives the file of a disk thing its new name.
    pub(super) fn rename(&mut self, to: &str, folder: &Folder) -> Result<()> {
        let Self::Disk { path } = self else { return Ok(()) };
        let new = folder.file(to)?;
        std::fs::rename(&*path, &new).map_err(|error| failure(Operation::Open, path, error))?;
        *path = new;
        Ok(())
    }
}
