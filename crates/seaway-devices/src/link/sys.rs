// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a TCP connection holds and has not sent.
#![allow(unsafe_code, reason = "neither std nor rustix has this call")]

use std::os::fd::{AsFd, AsRawFd};

/// `SIOCOUTQNSD` of linux/sockios.h, which libc does not have.
const UNSENT_BYTES: libc::c_ulong = 0x894B;

/// Whether bytes were handed to the kernel that it has not sent once. Not so where it cannot tell.
pub(super) fn has_unsent(connection: &impl AsFd) -> bool {
    let mut bytes: libc::c_int = 0;
    let fd = connection.as_fd().as_raw_fd();
    // SAFETY: the descriptor is open, and the call writes one int.
    let told = unsafe { libc::ioctl(fd, UNSENT_BYTES as _, &raw mut bytes) } == 0;
    told && bytes > 0
}
