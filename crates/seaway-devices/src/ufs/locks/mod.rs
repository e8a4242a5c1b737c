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
