// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`UfsDevice`]: opening and deleting.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{self, FileType, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};
use seaway_device_api::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, Hints, OpenFlags, OpenOptions, Operation, Result,
};

use super::entry::Entry;
use super::failure::failure;
use super::file::{Access, UfsFile};
use super::mapping::recent;
use super::options::UfsOptions;

/// The mounted file systems of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct UfsDevice;

impl UfsDevice {
    /// A regular file that a server has opened for clients; `path` is for error messages. Plain reads and
    /// writes of it never use mapped pages: truncating the file would kill the server, not just one program.
    /// Clients of the mapping facet should use system calls for the same reason.
    pub fn serve(&self, path: &DevicePath, fd: OwnedFd) -> Result<Box<dyn DeviceFile>> {
        let options = UfsOptions { served: true, ..UfsOptions::from_hints(&Hints::default()) };
        // A server that has started anew opens files that an older one has made.
        adopted(path, fd, options, Entry::new)
    }

    /// A regular file that another process has opened for this one, and whose entry in a directory, if it has one, is that
    /// process's business; `path` is for messages.
    pub(crate) fn adopt(&self, path: &DevicePath, fd: OwnedFd, hints: &Hints) -> Result<Box<dyn DeviceFile>> {
        adopted(path, fd, UfsOptions::from_hints(hints), |_| Entry::new(false))
    }
}

fn adopted(
    path: &DevicePath,
    fd: OwnedFd,
    options: UfsOptions,
    entry: impl FnOnce(bool) -> Entry,
) -> Result<Box<dyn DeviceFile>> {
    let fail = |errno| failure(Operation::Open, errno, path.as_str());
    let status = fs::fstat(&fd).map_err(fail)?;
    let mode = fs::fcntl_getfl(&fd).map_err(fail)? & OFlags::RWMODE;
    let access = Access { readable: mode != OFlags::WRONLY, writable: mode != OFlags::RDONLY };
    let entry = entry(access.writable);
    Ok(Box::new(UfsFile::new(path, fd, &status, access, options, entry)?))
}

impl Device for UfsDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        must_not_be_empty(path, Operation::Open)?;
        let hints = UfsOptions::from_hints(&options.hints);
        let (fd, access) = open_descriptor(path, options.flags, &hints)
            .map_err(|errno| open_failure(path, options, errno))?;
        let status = fs::fstat(&fd).map_err(|errno| failure(Operation::Open, errno, path.as_str()))?;
        must_be_seekable(&status, path)?;
        let entry = Entry::new(options.flags.contains(OpenFlags::CREATE));
        Ok(Box::new(UfsFile::new(path, fd, &status, access, hints, entry)?))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        must_not_be_empty(path, Operation::Delete)?;
        recent::forget();
        retry_on_intr(|| fs::unlink(path.as_str()))
            .map_err(|errno| failure(Operation::Delete, errno, path.as_str()))
    }
}

fn must_not_be_empty(path: &DevicePath, operation: Operation) -> Result<()> {
    if path.as_str().is_empty() {
        return Err(Error::new(ErrorKind::BadFileName, operation).with_detail("the file name is empty"));
    }
    Ok(())
}

/// A shared writable mapping needs a readable descriptor, and so do shared locks: a file for writing is
/// opened for both if its permissions allow that.
fn open_descriptor(
    path: &DevicePath,
    flags: OpenFlags,
    hints: &UfsOptions,
) -> Result<(OwnedFd, Access), Errno> {
    let mut wanted = OFlags::CLOEXEC | OFlags::NOCTTY;
    wanted.set(OFlags::CREATE, flags.contains(OpenFlags::CREATE));
    wanted.set(OFlags::EXCL, flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE));
    let open = |mode: OFlags, readable, writable| {
        Ok((open_without_waiting(path, wanted | mode, hints)?, Access { readable, writable }))
    };
    if !flags.contains(OpenFlags::WRITE) {
        return open(OFlags::RDONLY, true, false);
    }
    match open(OFlags::RDWR, true, true) {
        Err(Errno::ACCESS) if !flags.contains(OpenFlags::READ) => open(OFlags::WRONLY, false, true),
        other => other,
    }
}

/// Opening a FIFO would wait for its other end, possibly forever. NONBLOCK avoids that and means nothing for
/// a regular file, except that io_uring would then fail instead of waiting: hence it is cleared again.
fn open_without_waiting(path: &DevicePath, flags: OFlags, hints: &UfsOptions) -> Result<OwnedFd, Errno> {
    let open = |flags| retry_on_intr(|| fs::open(path.as_str(), flags, hints.mode()));
    let fd = match open(flags | OFlags::NONBLOCK) {
        // Another process holds a lease on the file and is asked to release it: worth waiting for.
        Err(Errno::WOULDBLOCK) => return open(flags),
        other => other?,
    };
    fs::fcntl_setfl(&fd, flags & OFlags::APPEND)?;
    Ok(fd)
}

fn must_be_seekable(status: &Stat, path: &DevicePath) -> Result<()> {
    let refuse = |detail| {
        Err(Error::new(ErrorKind::BadFileName, Operation::Open).with_path(path.as_str()).with_detail(detail))
    };
    match FileType::from_raw_mode(status.st_mode) {
        FileType::Directory => refuse("it is a directory"),
        FileType::Fifo => refuse("it is a pipe, and a pipe has no offsets"),
        FileType::Socket => refuse("it is a socket, and a socket has no offsets"),
        _ => Ok(()),
    }
}

fn open_failure(path: &DevicePath, options: &OpenOptions, errno: Errno) -> Error {
    let error = failure(Operation::Open, errno, path.as_str());
    let parent = Path::new(path.as_str()).parent().filter(|parent| !parent.as_os_str().is_empty());
    match parent {
        Some(parent) if errno == Errno::NOENT && options.flags.contains(OpenFlags::CREATE) => {
            // Kernel file systems such as /proc also answer this way, as do dangling links.
            let detail = if parent.exists() {
                format!("a file of that name cannot be created in {}", parent.display())
            } else {
                format!("the directory {} does not exist", parent.display())
            };
            error.with_detail(detail)
        }
        _ => error,
    }
}
