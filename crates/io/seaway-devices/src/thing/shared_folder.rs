// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`SharedFolder`]: things on disk as files of a folder that all nodes share, as the paper has it. Programs access them
//! themselves: no agent, home or registry has a part in it, and what one program has written others see as the file system says.

use std::fs::{self, DirBuilder, File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{CWD, FallocateFlags, RenameFlags, fallocate, renameat_with};
use rustix::io::Errno;
use seaway_device_api::{
    DeviceFile, DevicePath, Error, ErrorKind, Extent, Hints, OpenFlags, Operation, RangeLock, Result,
    Segments, SegmentsMut,
};
use seaway_messages::{NumberChange, ThingKind, ThingStatus};

use super::file_names::{file_name, name_of_file};
use super::row::Row;
use crate::ufs::UfsDevice;

/// What file systems allow.
const MAX_FILE_NAME: usize = 255;
/// What is said to be the home of such a thing.
const HOME: &str = "shared";

#[derive(Debug, Clone)]
pub(super) struct SharedFolder(PathBuf);

/// An open thing of such a folder.
#[derive(Debug)]
pub(super) struct SharedFile {
    file: Box<dyn DeviceFile>,
    path: PathBuf,
    /// Which file it is: another may have its name by now.
    number: (u64, u64),
    is_writable: bool,
    /// Held while a number is changed: locks on ranges are those of the open file, and exclude no thread that shares it.
    changing: Mutex<()>,
}

impl SharedFolder {
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// `None`: there is no such file. It is created if `flags` say so.
    pub(super) fn open(
        &self,
        name: &str,
        flags: OpenFlags,
        size: u64,
        hints: &Hints,
    ) -> Result<Option<(SharedFile, ThingStatus)>> {
        let path = self.file(name)?;
        let failed = |error| failure(Operation::Open, &path, error);
        let is_writable = flags.contains(OpenFlags::WRITE);
        let file = if flags.contains(OpenFlags::CREATE) {
            DirBuilder::new().recursive(true).mode(0o700).create(&self.0).map_err(failed)?;
            create_whole(&path, size).map_err(failed)?
        } else {
            match File::options().read(true).write(is_writable).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                other => other.map_err(failed)?,
            }
        };
        let metadata = file.metadata().map_err(failed)?;
        let status = status(name, &metadata);
        let device_path = DevicePath::new(format!("thing:{name}"));
        let file = UfsDevice.adopt(&device_path, OwnedFd::from(file), hints)?;
        let number = (metadata.dev(), metadata.ino());
        Ok(Some((SharedFile { file, path, number, is_writable, changing: Mutex::default() }, status)))
    }

    pub(super) fn has(&self, name: &str) -> Result<bool> {
        Ok(self.stat(name)?.is_some())
    }

    pub(super) fn stat(&self, name: &str) -> Result<Option<ThingStatus>> {
        let path = self.file(name)?;
        match fs::metadata(&path) {
            Ok(metadata) => Ok(Some(status(name, &metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failure(Operation::Open, &path, error)),
        }
    }

    /// False: there is no such file.
    pub(super) fn delete(&self, name: &str) -> Result<bool> {
        let path = self.file(name)?;
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(failure(Operation::Delete, &path, error)),
        }
    }

    /// `FileExists` where there is a file of the new name, unless it is to be replaced.
    pub(super) fn rename(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        let (from, to) = (self.file(from)?, self.file(to)?);
        let flags = if replace { RenameFlags::empty() } else { RenameFlags::NOREPLACE };
        let renamed = match renameat_with(CWD, &from, CWD, &to, flags) {
            // Not every file system can rename so. A link is never made over another file.
            Err(Errno::INVAL | Errno::NOSYS) => {
                fs::hard_link(&from, &to).and_then(|()| fs::remove_file(&from))
            }
            other => other.map_err(io::Error::from),
        };
        renamed.map_err(|error| failure(Operation::Open, &from, error))
    }

    /// Things whose names begin with `prefix`, in order, from the first behind `after`.
    pub(super) fn list(&self, prefix: &str, after: &str) -> Result<Vec<ThingStatus>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(|error| failure(Operation::Open, &self.0, error))?,
        };
        let names = entries.flatten().filter_map(|entry| name_of_file(entry.file_name().to_str()?));
        let mut names: Vec<String> =
            names.filter(|name| name.starts_with(prefix) && name.as_str() > after).collect();
        names.sort_unstable();
        // One that is deleted meanwhile is not there.
        names.iter().filter_map(|name| self.stat(name).transpose()).collect()
    }

    fn file(&self, name: &str) -> Result<PathBuf> {
        let file = file_name(name);
        if file.len() > MAX_FILE_NAME {
            let detail = "the name is too long for a thing on disk";
            return Err(Error::new(ErrorKind::BadFileName, Operation::Open).with_detail(detail));
        }
        Ok(self.0.join(file))
    }
}

impl SharedFile {
    pub(super) fn file(&self) -> &dyn DeviceFile {
        &*self.file
    }

    pub(super) fn into_file(self) -> Box<dyn DeviceFile> {
        self.file
    }

    /// Whether its name was deleted, or another file has it.
    pub(super) fn is_deleted(&self) -> bool {
        fs::metadata(&self.path).map_or(true, |metadata| (metadata.dev(), metadata.ino()) != self.number)
    }

    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        if !offset.is_multiple_of(8) {
            let detail = "a number is changed at an offset that is a multiple of 8";
            return Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
        }
        let mut before = 0;
        self.change(offset, 8, |bytes| {
            before = bytes.first_chunk().map_or(0, |number| u64::from_le_bytes(*number));
            bytes.copy_from_slice(&change.apply(before).to_le_bytes());
        })?;
        Ok(before)
    }

    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<()> {
        row.check()?;
        self.change(row.offset(), row.bytes().len(), |bytes| row.combine_with(bytes))
    }

    /// Changes bytes in one step for all who do it so.
    fn change(&self, offset: u64, bytes: usize, change: impl FnOnce(&mut [u8])) -> Result<()> {
        if !self.is_writable {
            return Err(Error::new(ErrorKind::ReadOnly, Operation::Write));
        }
        let _one = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let extent = Extent::new(offset, bytes as u64);
        let cannot =
            || Error::new(ErrorKind::Unsupported, Operation::Lock).with_detail("it cannot be locked");
        let locks = self.file.range_locks().ok_or_else(cannot)?;
        locks.lock(extent, RangeLock::Exclusive)?;
        let mut memory = vec![0; bytes];
        let changed = self
            .file
            .read(&[extent], &mut SegmentsMut::new(&mut [io::IoSliceMut::new(&mut memory)]))
            .and_then(|read| {
                if read < extent.len {
                    let detail = "the number is behind the end of the thing";
                    return Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
                }
                change(&mut memory);
                self.file.write(&[extent], &Segments::new(&[io::IoSlice::new(&memory)]))
            });
        locks.unlock(extent).and(changed)
    }
}

/// A new file that others see when it has its size.
fn create_whole(path: &Path, size: u64) -> io::Result<File> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_file_name(format!(".{host}.{}.{number}", std::process::id()));
    let file = File::options().read(true).write(true).create_new(true).open(&unfinished)?;
    let reserved = match size {
        0 => Ok(()),
        size => fallocate(&file, FallocateFlags::empty(), 0, size).map_err(io::Error::from),
    };
    // Never over another file.
    let named = reserved.and_then(|()| fs::hard_link(&unfinished, path));
    let removed = fs::remove_file(&unfinished);
    named.and(removed).map(|()| file)
}

fn status(name: &str, metadata: &Metadata) -> ThingStatus {
    let created = u64::try_from(metadata.ctime()).unwrap_or(0) * 1000;
    ThingStatus {
        name: name.to_owned(),
        kind: ThingKind::Disk,
        home: HOME.to_owned(),
        epoch: 0,
        size: metadata.len(),
        reserved: metadata.blocks() * 512,
        readers: 0,
        writers: 0,
        published: true,
        created,
        copies: 1,
        backup: String::new(),
    }
}

fn failure(operation: Operation, path: &Path, error: io::Error) -> Error {
    let detail = format!("{}: {error}", path.display());
    Error::from_io(operation, error).with_detail(detail)
}
