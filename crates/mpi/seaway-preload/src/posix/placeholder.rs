// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Placeholder`]: the file behind the program's descriptor, as this process holds it. It has the name and the
//! size of the device's file and no bytes. The kernel keeps position, flags and duplicates, for all processes
//! that share the descriptor.

use std::ffi::c_int;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::Result;

use super::copies::opened_again;
use super::label::Label;
use super::{last_number, system};

/// Bytes that are locked; no file is so long. One is locked by the program's descriptor, until its last duplicate is closed.
const IN_USE: i64 = 1 << 62;
/// The other by a process that changes position and size.
const CHANGING: i64 = IN_USE + 1;
/// A process that is stopped in the middle must not stop the others for good.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_micros(50);
/// Programs use small numbers themselves, shells those that a script names.
const OUT_OF_THE_WAY: c_int = 64;

#[derive(Debug)]
pub(super) struct Placeholder {
    /// Our own descriptor. Dropped by hand: the program may have closed it, and have the number for another file.
    kept: c_int,
    identity: (u64, u64),
}

impl Placeholder {
    /// A placeholder, and the descriptor for the program. `flags` are those of `open`.
    pub(super) fn new(label: &Label, size: u64, flags: c_int) -> Result<(Self, OwnedFd), c_int> {
        // SAFETY: the name is zero-terminated.
        let made = unsafe {
            libc::memfd_create(label.to_text().as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING)
        };
        let made = owned(made)?;
        system::set_size(made.as_raw_fd(), size)?;
        let flags =
            flags & (libc::O_CLOEXEC | libc::O_APPEND | libc::O_NONBLOCK | libc::O_SYNC | libc::O_DSYNC);
        let given = opened_again(&made, libc::O_WRONLY | flags)?;
        // Calls that are not interposed must fail: there is nothing to read, and written bytes would be lost.
        let fixed = if label.writes { 0 } else { libc::F_SEAL_SHRINK | libc::F_SEAL_GROW };
        let mut lock = byte(IN_USE, libc::F_WRLCK);
        // SAFETY: a number, and a place that lives through the call.
        let refused = unsafe {
            libc::fcntl(made.as_raw_fd(), libc::F_ADD_SEALS, libc::F_SEAL_WRITE | fixed) < 0
                || libc::fcntl(given.as_raw_fd(), libc::F_OFD_SETLK, &raw mut lock) < 0
        };
        if refused { Err(last_number()) } else { Ok((Self::keep(made)?, given)) }
    }

    /// Of a descriptor that was inherited.
    pub(super) fn inherited(descriptor: c_int) -> Result<Self, c_int> {
        let name = std::ffi::CString::new(format!("/proc/self/fd/{descriptor}")).unwrap_or_default();
        // SAFETY: the name is zero-terminated.
        let opened = unsafe { libc::open(name.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC) };
        Self::keep(owned(opened)?)
    }

    fn keep(made: OwnedFd) -> Result<Self, c_int> {
        // SAFETY: numbers only.
        let moved = unsafe { libc::fcntl(made.as_raw_fd(), libc::F_DUPFD_CLOEXEC, OUT_OF_THE_WAY) };
        let kept = owned(moved).unwrap_or(made);
        let identity = identity(kept.as_raw_fd()).ok_or_else(last_number)?;
        Ok(Self { kept: kept.into_raw_fd(), identity })
    }

    pub(super) fn identity(&self) -> (u64, u64) {
        self.identity
    }

    pub(super) fn size(&self) -> u64 {
        system::status(self.kept).map_or(0, |status| status.st_size.cast_unsigned())
    }

    pub(super) fn set_size(&self, size: u64) -> Result<(), c_int> {
        system::set_size(self.kept, size)
    }

    /// After bytes up to `end` were written.
    pub(super) fn grow(&self, end: u64) -> Result<(), c_int> {
        if self.size() >= end {
            return Ok(());
        }
        self.changing(|| if self.size() < end { self.set_size(end) } else { Ok(()) })?
    }

    /// Carries out changes of position and size that other processes must not see half done.
    pub(super) fn changing<T>(&self, change: impl FnOnce() -> T) -> Result<T, c_int> {
        let start = Instant::now();
        let set = |kind| {
            let mut lock = byte(CHANGING, kind);
            // SAFETY: a descriptor of ours, and a place that lives through the call.
            unsafe { libc::fcntl(self.kept, libc::F_OFD_SETLK, &raw mut lock) == 0 }
        };
        while !set(libc::F_WRLCK) {
            let number = last_number();
            if !matches!(number, libc::EAGAIN | libc::EACCES | libc::EINTR) {
                return Err(number);
            }
            if start.elapsed() > PATIENCE {
                return Err(libc::ETIMEDOUT);
            }
            thread::sleep(PAUSE);
        }
        let changed = change();
        set(libc::F_UNLCK);
        Ok(changed)
    }

    /// Whether any process has the program's descriptor.
    pub(super) fn is_in_use(&self) -> bool {
        let mut lock = byte(IN_USE, libc::F_WRLCK);
        // SAFETY: a descriptor of ours, and a place that lives through the call.
        let asked = unsafe { libc::fcntl(self.kept, libc::F_OFD_GETLK, &raw mut lock) };
        asked == 0 && c_int::from(lock.l_type) != libc::F_UNLCK
    }

    /// Whether this process has it. Assumes so if that cannot be determined.
    pub(super) fn is_here(&self) -> bool {
        let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return true };
        let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<c_int>().ok());
        numbers.filter(|number| *number != self.kept).any(|number| identity(number) == Some(self.identity))
    }
}

impl Drop for Placeholder {
    fn drop(&mut self) {
        // A program that closes all descriptors has closed ours too, and the number may refer to another file
        // by now.
        if identity(self.kept) == Some(self.identity) {
            // SAFETY: it is ours, and no longer used.
            unsafe { libc::close(self.kept) };
        }
    }
}

/// Takes all small numbers, so that descriptors that the device opens meanwhile get larger ones: a script that says
/// `exec 3>file` would close them.
#[derive(Debug)]
pub(super) struct SmallNumbers(#[allow(dead_code, reason = "they are held")] Vec<OwnedFd>);

impl SmallNumbers {
    pub(super) fn take() -> Self {
        let mut taken = Vec::new();
        // SAFETY: the name is zero-terminated.
        let first = unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
        let mut next = owned(first);
        while let Ok(number) = next.as_ref().map(AsRawFd::as_raw_fd) {
            taken.extend(next);
            if number >= OUT_OF_THE_WAY - 1 {
                break;
            }
            // SAFETY: numbers only.
            next = owned(unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, number) });
        }
        Self(taken)
    }
}

/// Device and inode of a descriptor.
pub(super) fn identity(descriptor: c_int) -> Option<(u64, u64)> {
    system::status(descriptor).map(|status| (status.st_dev, status.st_ino))
}

fn owned(descriptor: c_int) -> Result<OwnedFd, c_int> {
    // SAFETY: a new descriptor, not owned by anything else.
    if descriptor < 0 { Err(last_number()) } else { Ok(unsafe { OwnedFd::from_raw_fd(descriptor) }) }
}

fn byte(start: i64, kind: c_int) -> libc::flock {
    // SAFETY: zeros are a valid value.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    (lock.l_start, lock.l_len) = (start, 1);
    // The lock types are numbered 0 to 2.
    lock.l_type = libc::c_short::try_from(kind).unwrap_or_default();
    lock
}
