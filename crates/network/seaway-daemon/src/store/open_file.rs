// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OpenFiles`]: the open files of one session, by number.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::Stat;
use seaway_device_api::{
    DeviceFile, DevicePath, Error, ErrorKind, Extent, OpenFlags, Operation, RangeLock, RangeLocks, Result,
};
use seaway_devices::ufs::UfsDevice;
use seaway_messages::{MAX_OPEN_FILES, Range};

use super::exports::{Exports, Located};
use super::locks::{Identity, LockBell};

/// Files are closed, and their locks released, when this is dropped and no job uses them.
#[derive(Debug, Default)]
pub(super) struct OpenFiles {
    files: HashMap<u32, Arc<OpenFile>>,
    last: u32,
}

#[derive(Debug)]
pub(super) struct OpenFile {
    file: Box<dyn DeviceFile>,
    path: String,
    writable: bool,
    identity: Identity,
    bell: Arc<LockBell>,
    may_be_locked: AtomicBool,
}

impl OpenFiles {
    pub(super) fn open(
        &mut self,
        exports: &Exports,
        located: &Located<'_>,
        flags: OpenFlags,
        bell: &Arc<LockBell>,
    ) -> Result<(u32, Stat)> {
        if self.files.len() >= MAX_OPEN_FILES {
            let error = Error::new(ErrorKind::FileInUse, Operation::Open).with_path(located.path());
            return Err(error.with_detail(format!("one session may have {MAX_OPEN_FILES} files open")));
        }
        let (fd, status) = exports.open(located, flags)?;
        let file = UfsDevice.serve(&DevicePath::new(located.path()), fd)?;
        // Numbers are not reused soon, so that a late message for a closed file does not reach another.
        while self.last == 0 || self.files.contains_key(&self.last) {
            self.last = self.last.wrapping_add(1);
        }
        let number = self.last;
        self.last = self.last.wrapping_add(1);
        let (identity, bell) = ((status.st_dev, status.st_ino), Arc::clone(bell));
        let may_be_locked = AtomicBool::new(false);
        let (path, writable) = (located.path().to_owned(), flags.contains(OpenFlags::WRITE));
        let open = OpenFile { file, path, writable, identity, bell, may_be_locked };
        self.files.insert(number, Arc::new(open));
        Ok((number, status))
    }

    pub(super) fn get(&self, number: u32, operation: Operation) -> Result<Arc<OpenFile>> {
        self.files.get(&number).cloned().ok_or_else(|| not_open(number, operation))
    }

    /// It is no longer open, even if closing fails.
    pub(super) fn remove(&mut self, number: u32) -> Result<Arc<OpenFile>> {
        self.files.remove(&number).ok_or_else(|| not_open(number, Operation::Close))
    }

    /// Their numbers, paths, and whether they are writable.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &str, bool)> {
        self.files.iter().map(|(&number, file)| (number, &*file.path, file.writable))
    }
}

impl Drop for OpenFiles {
    fn drop(&mut self) {
        // A running job keeps its file open: release the locks now.
        self.files.values().for_each(|file| file.release());
    }
}

impl OpenFile {
    /// False: a conflicting lock is held.
    pub(super) fn try_lock(&self, range: Range, exclusive: bool) -> Result<bool> {
        self.may_be_locked.store(true, Ordering::Relaxed);
        let lock = if exclusive { RangeLock::Exclusive } else { RangeLock::Shared };
        self.locks()?.try_lock(Extent::new(range.offset, range.len), lock)
    }

    pub(super) fn unlock(&self, range: Range) -> Result<()> {
        self.locks()?.unlock(Extent::new(range.offset, range.len))?;
        self.bell.ring(self.identity);
        Ok(())
    }

    /// Releases its locks, and returns deferred write errors: some file systems report them only now.
    pub(super) fn close(&self) -> Result<()> {
        self.release();
        self.file.close()
    }

    /// Equal for all clients that have this file open.
    pub(super) fn identity(&self) -> Identity {
        self.identity
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
            self.bell.ring(self.identity);
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
