// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OpenFiles`]: the files that one connection has open, by number.

use std::collections::HashMap;
use std::ops::Deref;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{OFlags, Stat, fcntl_getfl};
use seaway_device::{
    DeviceFile, DevicePath, Error, ErrorKind, Extent, MappedRange, OpenFlags, Operation, RangeLock,
    RangeLocks, Result,
};
use seaway_devices::ufs::UfsDevice;
use seaway_proto::{MAX_OPEN_FILES, Range};

use super::exports::{Exports, Located};
use super::kept_pages::{KeptPages, Purpose};

/// Those of one connection. Files are closed, and their locks given back, when it is dropped and nothing goes on.
#[derive(Debug, Default)]
pub(super) struct OpenFiles {
    files: HashMap<u32, Arc<OpenFile>>,
    last: u32,
}

#[derive(Debug)]
pub(super) struct OpenFile {
    file: Box<dyn DeviceFile>,
    /// Of a file that may be read: for bytes that go to the line without a copy.
    readable: Option<OwnedFd>,
    may_be_locked: AtomicBool,
    kept: KeptPages,
}

impl OpenFiles {
    pub(super) fn open(
        &mut self,
        exports: &Exports,
        located: &Located<'_>,
        flags: OpenFlags,
    ) -> Result<(u32, Stat)> {
        if self.files.len() >= MAX_OPEN_FILES {
            let error = Error::new(ErrorKind::FileInUse, Operation::Open).with_path(located.path());
            return Err(error.with_detail(format!("one connection may have {MAX_OPEN_FILES} files open")));
        }
        let (fd, status) = exports.open(located, flags)?;
        let mode = fcntl_getfl(&fd).map(|mode| mode & OFlags::RWMODE);
        // Where there is no second descriptor, bytes are copied.
        let readable = if mode == Ok(OFlags::WRONLY) { None } else { fd.try_clone().ok() };
        let file = UfsDevice.serve(&DevicePath::new(located.path()), fd)?;
        // Numbers are not used again soon, so that a late word for a closed file does not reach another.
        while self.last == 0 || self.files.contains_key(&self.last) {
            self.last = self.last.wrapping_add(1);
        }
        let number = self.last;
        self.last = self.last.wrapping_add(1);
        let (may_be_locked, kept) = (AtomicBool::new(false), KeptPages::default());
        self.files.insert(number, Arc::new(OpenFile { file, readable, may_be_locked, kept }));
        Ok((number, status))
    }

    pub(super) fn get(&self, number: u32, operation: Operation) -> Result<Arc<OpenFile>> {
        self.files.get(&number).cloned().ok_or_else(|| not_open(number, operation))
    }

    pub(super) fn close(&mut self, number: u32) -> Result<()> {
        self.files.remove(&number).ok_or_else(|| not_open(number, Operation::Close))?.release();
        Ok(())
    }
}

impl Drop for OpenFiles {
    fn drop(&mut self) {
        // A thread that waits for one of the file's locks keeps the file open: those that it has are given back now.
        self.files.values().for_each(|file| file.release());
    }
}

impl OpenFile {
    /// Waits until nobody else has a lock in the way.
    pub(super) fn lock(&self, range: Range, exclusive: bool) -> Result<()> {
        self.may_be_locked.store(true, Ordering::Relaxed);
        let lock = if exclusive { RangeLock::Exclusive } else { RangeLock::Shared };
        self.locks()?.lock(Extent::new(range.offset, range.len), lock)
    }

    pub(super) fn unlock(&self, range: Range) -> Result<()> {
        self.locks()?.unlock(Extent::new(range.offset, range.len))
    }

    pub(super) fn readable(&self) -> Option<BorrowedFd<'_>> {
        self.readable.as_ref().map(AsFd::as_fd)
    }

    /// The pages of `piece`, which lies in one block, if they stay mapped because it is accessed over and over; and which
    /// extent they are of.
    pub(super) fn kept_pages(
        &self,
        piece: Extent,
        purpose: Purpose,
    ) -> Option<(Extent, Arc<dyn MappedRange>)> {
        self.kept.of(&*self.file, piece, purpose)
    }

    pub(super) fn forget_pages(&self) {
        self.kept.forget();
    }

    fn locks(&self) -> Result<&dyn RangeLocks> {
        let none = || {
            let error = Error::new(ErrorKind::Unsupported, Operation::Lock);
            error.with_detail("the file system there has no locks")
        };
        self.file.range_locks().ok_or_else(none)
    }

    fn release(&self) {
        if self.may_be_locked.load(Ordering::Relaxed)
            && let Some(locks) = self.file.range_locks()
        {
            let _ = locks.unlock(Extent::new(0, i64::MAX.unsigned_abs()));
        }
    }
}

impl Deref for OpenFile {
    type Target = dyn DeviceFile;

    fn deref(&self) -> &Self::Target {
        &*self.file
    }
}

fn not_open(number: u32, operation: Operation) -> Error {
    Error::new(ErrorKind::BadFile, operation).with_detail(format!("no file is open as number {number}"))
}
