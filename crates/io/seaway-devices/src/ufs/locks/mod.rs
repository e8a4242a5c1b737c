// SPDX-License-Identifier: MIT OR Apache-2.0
//! Range locks by the kernel: open file description locks, which exclude other opens of the file in this
//! process, in others and, if the file system supports it, on other machines. POSIX record locks belong to
//! the process, so that two embedded ranks would not exclude each other, and closing any descriptor would
//! release them all.

mod sys;

use std::os::fd::BorrowedFd;

use rustix::io::Errno;
use seaway_device_api::{Extent, RangeLock};

use self::sys::{Kind, Mode};

/// Whether the file system supports such locks: some are mounted without them.
pub(super) fn are_known(fd: BorrowedFd<'_>) -> bool {
    sys::is_supported(fd)
}

/// Waits. On a descriptor that is not readable (`readable` is false) a shared lock is impossible, and an
/// exclusive one is taken instead.
pub(super) fn lock(fd: BorrowedFd<'_>, extent: Extent, lock: RangeLock, readable: bool) -> Result<(), Errno> {
    sys::set(fd, extent, kind_of(lock, readable), Mode::Wait)
}

/// As [`lock`], without waiting: false if there is a conflicting lock.
pub(super) fn try_lock(
    fd: BorrowedFd<'_>,
    extent: Extent,
    lock: RangeLock,
    readable: bool,
) -> Result<bool, Errno> {
    match sys::set(fd, extent, kind_of(lock, readable), Mode::Try) {
        Ok(()) => Ok(true),
        Err(Errno::AGAIN | Errno::ACCESS) => Ok(false),
        Err(errno) => Err(errno),
    }
}

fn kind_of(lock: RangeLock, readable: bool) -> Kind {
    if lock == RangeLock::Shared && readable { Kind::Shared } else { Kind::Exclusive }
}

pub(super) fn unlock(fd: BorrowedFd<'_>, extent: Extent) -> Result<(), Errno> {
    sys::set(fd, extent, Kind::None, Mode::Try)
}

/// Makes a client of a close-to-open file system discard its read cache: it asks the server again after it
/// has acquired any lock. Uses a byte that no data reach, so that no other lock is affected. Where locks do
/// not go to the server, nothing helps.
pub(super) fn forget_what_was_read(fd: BorrowedFd<'_>) {
    const FAR: Extent = Extent { offset: i64::MAX as u64 - 1, len: 1 };
    if sys::set(fd, FAR, Kind::Shared, Mode::Try).is_ok() {
        let _ = unlock(fd, FAR);
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    #[test]
    fn discarding_the_cache_touches_no_other_lock_and_leaves_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (mine, theirs) = (file.reopen().unwrap(), file.reopen().unwrap());
        let try_all = |kind| sys::set(theirs.as_fd(), Extent::new(0, u64::MAX), kind, Mode::Try);
        forget_what_was_read(mine.as_fd());
        assert_eq!(try_all(Kind::Exclusive), Ok(()));
        // Must not wait either, whatever locks are held.
        forget_what_was_read(mine.as_fd());
        try_all(Kind::None).unwrap();
        lock(mine.as_fd(), Extent::new(0, 10), RangeLock::Exclusive, true).unwrap();
        forget_what_was_read(mine.as_fd());
        assert_eq!(try_all(Kind::Exclusive), Err(Errno::AGAIN));
        unlock(mine.as_fd(), Extent::new(0, 10)).unwrap();
        assert_eq!(try_all(Kind::Exclusive), Ok(()));
    }
}
