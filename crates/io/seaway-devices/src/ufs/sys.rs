// SPDX-License-Identifier: MIT OR Apache-2.0
//! Closes a descriptor and returns the file system's error.
#![allow(unsafe_code, reason = "neither std nor rustix tells what closing says")]

use std::os::fd::{BorrowedFd, IntoRawFd};

use rustix::io::Errno;

/// Closes a duplicate of the descriptor. File systems that send bytes at close (NFS, those with quotas on a
/// server) do so for each descriptor, and report errors here; the original stays open.
pub(super) fn close_second(fd: BorrowedFd<'_>) -> Result<(), Errno> {
    let second = rustix::io::fcntl_dupfd_cloexec(fd, 0)?.into_raw_fd();
    // SAFETY: the descriptor was created here, and nothing else uses it. It is closed even if the call is
    // interrupted.
    if unsafe { libc::close(second) } == 0 {
        return Ok(());
    }
    let error = std::io::Error::last_os_error();
    match Errno::from_io_error(&error) {
        None | Some(Errno::INTR) => Ok(()),
        Some(errno) => Err(errno),
    }
}
