// SPDX-License-Identifier: MIT OR Apache-2.0
//! Range locks by the kernel: locks of the open file description, which exclude other openings of the file in this
//! process, in others and, where the file system carries them, on other machines. POSIX's older locks belong to the
//! process, so that two embedded ranks would not exclude each other, and closing any descriptor would drop them all.

mod sys;

use std::os::fd::BorrowedFd;

use rustix::io::Errno;
use seaway_device::{Extent, RangeLock};

use self::sys::{Kind, Mode};

/// Whether the file system knows such locks: some are mounted without them.
pub(super) fn are_known(fd: BorrowedFd<'_>) -> bool {
    sys::is_supported(fd)
}

/// Waits. On a descriptor that cannot be read (`readable` is false) a shared lock is not to be had, and an exclusive
/// one stands in for it.
pub(super) fn lock(fd: BorrowedFd<'_>, extent: Extent, lock: RangeLock, readable: bool) -> Result<(), Errno> {
    let kind = if lock == RangeLock::Shared && readable { Kind::Shared } else { Kind::Exclusive };
    sys::set(fd, extent, kind, Mode::Wait)
}

pub(super) fn unlock(fd: BorrowedFd<'_>, extent: Extent) -> Result<(), Errno> {
    sys::set(fd, extent, Kind::None, Mode::Try)
}

/// Lets a client of a file system that promises nothing before the next open forget what it has read: it asks the server
/// again once it has got a lock, whichever. A byte that no data reach, so that no other lock is met or given back. Where
/// locks do not go to the server, nothing helps.
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
    fn forgetting_touches_no_other_lock_and_leaves_none() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (mine, theirs) = (file.reopen().unwrap(), file.reopen().unwrap());
        let try_all = |kind| sys::set(theirs.as_fd(), Extent::new(0, u64::MAX), kind, Mode::Try);
        forget_what_was_read(mine.as_fd());
        assert_eq!(try_all(Kind::Exclusive), Ok(()));
        // Must not wait either, whoever holds what.
        forget_what_was_read(mine.as_fd());
        try_all(Kind::None).unwrap();
        lock(mine.as_fd(), Extent::new(0, 10), RangeLock::Exclusive, true).unwrap();
        forget_what_was_read(mine.as_fd());
        assert_eq!(try_all(Kind::Exclusive), Err(Errno::AGAIN));
        unlock(mine.as_fd(), Extent::new(0, 10)).unwrap();
        assert_eq!(try_all(Kind::Exclusive), Ok(()));
    }
}
