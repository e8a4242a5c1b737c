// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Copies`]: tracks copies to mapped pages, to update the file's modification time.
//!
//! The kernel sees only the first touch of a page: a file that is overwritten repeatedly through its pages
//! would keep the time of the first write. Backup and copy programs rely on that time. So it is set at sync
//! or close if there were such copies. Setting it locks the file, and ranks that sync often would wait for
//! each other: a sync leaves it to the next sync or to the close if it was set in the same tick of the
//! kernel's clock.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use rustix::fs::{Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, futimens};
use rustix::time::{ClockId, clock_gettime};

#[derive(Debug, Default)]
pub(super) struct Copies {
    /// There were some since the time was set.
    are_there: AtomicBool,
    /// The tick in which it was set.
    set_in: AtomicI64,
}

impl Copies {
    /// Bytes are, or may be, copied to pages. Costs next to nothing if already recorded.
    pub(super) fn note(&self) {
        if !self.are_there.load(Ordering::Relaxed) {
            self.are_there.store(true, Ordering::Relaxed);
        }
    }

    /// As [`Self::tell`], but at most once in each tick of the clock.
    pub(super) fn tell_once_a_tick(&self, fd: BorrowedFd<'_>) {
        self.tell_in_tick(fd, tick());
    }

    fn tell_in_tick(&self, fd: BorrowedFd<'_>, tick: i64) {
        if self.are_there.load(Ordering::Relaxed) && self.set_in.swap(tick, Ordering::Relaxed) != tick {
            self.tell(fd);
        }
    }

    /// Sets the file's modification time if anything was copied since the last call.
    pub(super) fn tell(&self, fd: BorrowedFd<'_>) {
        if !self.are_there.swap(false, Ordering::Relaxed) {
            return;
        }
        let times =
            |access| Timestamps { last_access: special(access), last_modification: special(UTIME_NOW) };
        // A user who may write a file but does not own it may set both of its times or none. A file system
        // that keeps no times has none that could be wrong.
        if futimens(fd, &times(UTIME_OMIT)).is_err() {
            let _ = futimens(fd, &times(UTIME_NOW));
        }
    }
}

fn special(nanoseconds: rustix::fs::Nsecs) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: nanoseconds }
}

/// Of the clock that the kernel takes times of modification from, a few milliseconds each.
fn tick() -> i64 {
    let now = clock_gettime(ClockId::RealtimeCoarse);
    now.tv_sec.wrapping_mul(1_000_000_000).wrapping_add(now.tv_nsec)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn time_that_a_sync_leaves_out_is_set_by_the_close() {
        let file = &tempfile::tempfile().unwrap();
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        let copies = Copies::default();
        let is_told = |tell: &dyn Fn(&Copies)| {
            file.set_modified(long_ago).unwrap();
            tell(&copies);
            file.metadata().unwrap().modified().unwrap() != long_ago
        };
        let in_tick = |tick| move |copies: &Copies| copies.tell_in_tick(file.as_fd(), tick);
        assert!(!is_told(&in_tick(1)), "nothing was copied");
        copies.note();
        assert!(is_told(&in_tick(2)));
        assert!(!is_told(&in_tick(3)), "nothing was copied since");
        copies.note();
        assert!(is_told(&in_tick(4)));
        copies.note();
        assert!(!is_told(&in_tick(4)), "it was set in this tick");
        assert!(is_told(&|copies| copies.tell(file.as_fd())), "what was left out is not forgotten");
    }
}
