// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fcntl calls for open file description locks.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::io::Errno;
use seaway_device_api::Extent;

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Shared,
    Exclusive,
    None,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    Wait,
    Try,
}

pub(super) fn set(fd: BorrowedFd<'_>, extent: Extent, kind: Kind, mode: Mode) -> Result<(), Errno> {
    let command = match mode {
        Mode::Wait => libc::F_OFD_SETLKW,
        Mode::Try => libc::F_OFD_SETLK,
    };
    let mut lock = description(extent, kind);
    loop {
        match call(fd, command, &mut lock) {
            Err(Errno::INTR) => {}
            other => return other,
        }
    }
}

pub(super) fn is_supported(fd: BorrowedFd<'_>) -> bool {
    call(fd, libc::F_OFD_GETLK, &mut description(Extent::new(0, 1), Kind::Shared)).is_ok()
}

fn description(extent: Extent, kind: Kind) -> libc::flock {
    let kind = match kind {
        Kind::Shared => libc::F_RDLCK,
        Kind::Exclusive => libc::F_WRLCK,
        Kind::None => libc::F_UNLCK,
    };
    libc::flock {
        l_type: libc::c_short::try_from(kind).expect("the three kinds are 0, 1 and 2"),
        l_whence: libc::c_short::try_from(libc::SEEK_SET).expect("SEEK_SET is 0"),
        l_start: i64::try_from(extent.offset).unwrap_or(i64::MAX),
        // 0 means: up to the end of file, wherever that will be.
        l_len: if extent.end() > i64::MAX as u64 { 0 } else { i64::try_from(extent.len).unwrap_or(0) },
        // Must be 0 for open file description locks.
        l_pid: 0,
    }
}

fn call(fd: BorrowedFd<'_>, command: libc::c_int, lock: &mut libc::flock) -> Result<(), Errno> {
    // SAFETY: the descriptor is open, and these commands read and write one `flock`, which is borrowed here.
    let answer = unsafe { libc::fcntl(fd.as_raw_fd(), command, std::ptr::from_mut(lock)) };
    if answer == 0 {
        return Ok(());
    }
    Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
}
