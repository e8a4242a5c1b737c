// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for the signals that end a service.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// SIGINT and SIGTERM, held back from this thread and from those it starts later.
#[allow(missing_debug_implementations, reason = "a set of the system's")]
pub struct Endings(libc::sigset_t);

impl Endings {
    pub fn hold_back() -> io::Result<Self> {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: makes the set empty, and cannot fail.
        let mut set = unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            set.assume_init()
        };
        for signal in [libc::SIGINT, libc::SIGTERM] {
            // SAFETY: the set is one; the signals exist.
            unsafe { libc::sigaddset(&raw mut set, signal) };
        }
        // SAFETY: reads the set; the old one is not asked for.
        match unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) } {
            0 => Ok(Self(set)),
            number => Err(io::Error::from_raw_os_error(number)),
        }
    }

    /// Until one of them comes.
    pub fn wait(&self) {
        let mut signal = 0;
        // SAFETY: reads the set and stores one number.
        while unsafe { libc::sigwait(&raw const self.0, &raw mut signal) } != 0 {}
    }
}
