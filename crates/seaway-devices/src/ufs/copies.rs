// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Copies`]: bytes that were copied to mapped pages, and the file's time of modification.
//!
//! The kernel sees the first touch of a page, and no later one: a file that is written over and over through its pages
//! would keep the time of the first. Programs that copy what has changed go by that time. So it is set when the file is
//! synced or closed, if there were such copies.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, futimens};

#[derive(Debug, Default)]
pub(super) struct Copies(AtomicBool);

impl Copies {
    /// Bytes are, or may be, copied to pages. Costs next to nothing where it was noted before.
    pub(super) fn note(&self) {
        if !self.0.load(Ordering::Relaxed) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    /// Sets the file's time of modification, if anything was copied since the last time.
    pub(super) fn tell(&self, fd: BorrowedFd<'_>) {
        if !self.0.swap(false, Ordering::Relaxed) {
            return;
        }
        let times =
            |access| Timestamps { last_access: special(access), last_modification: special(UTIME_NOW) };
        // Whoever may write a file, but does not own it, may set both of its times or none. A file system that keeps no
        // times has none that could be wrong.
        if futimens(fd, &times(UTIME_OMIT)).is_err() {
            let _ = futimens(fd, &times(UTIME_NOW));
        }
    }
}

fn special(nanoseconds: rustix::fs::Nsecs) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: nanoseconds }
}
