// SPDX-License-Identifier: MIT OR Apache-2.0
//! io_uring: many transfers in flight from one thread.
//!
//! Measured on Linux 6.18 (2000 random extents, microseconds each, plain calls / ring at depth 128):
//!
//! |                     | tmpfs       | ext4, cached | ext4, not cached | ext4, O_DIRECT |
//! |---------------------|------------:|-------------:|-----------------:|---------------:|
//! | read 64 bytes       | 0.43 / 1.84 |  0.44 / 0.56 |       55.5 / 9.4 |              - |
//! | read 4 KiB          | 0.69 / 1.77 |  0.83 / 0.83 |      59.5 / 11.6 |    68.7 / 10.7 |
//! | read 64 KiB         | 10.4 / 14.6 |    9.2 / 9.2 |      83.4 / 39.7 |    95.9 / 23.7 |
//! | write 64 bytes      | 0.59 / 1.44 |  1.76 / 5.30 |                - |              - |
//! | write 4 KiB         | 1.35 / 2.34 |  0.91 / 2.78 |                - |     69.1 / 9.0 |
//! | write 64 KiB        | 11.5 / 17.0 |  12.8 / 15.7 |                - |    91.2 / 27.8 |
//!
//! Through the page cache a call never costs more than a ring entry unless the disk must be read, and for
//! that case `read_ahead.rs` takes 6.3, 7.0 and 35.9 microseconds: better than the ring. With O_DIRECT the
//! ring wins from two transfers on. Hence the ring is used for O_DIRECT and asynchronous transfers, and for
//! nothing else.
//!
//! It may be forbidden (by seccomp in containers, by sysctl): then Seaway silently does without it.

mod sys;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, TryLockError};

pub(super) use self::sys::{Direction, Request, Ring, RingTransfer};

/// Maximum transfers in flight. Disks gain nothing from more.
const ENTRIES: u32 = 128;

/// Set when the kernel refused once: it will do so again.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// A new ring, if the kernel provides one.
pub(super) fn open() -> Option<Ring> {
    if REFUSED.load(Ordering::Relaxed) {
        return None;
    }
    match Ring::new(ENTRIES) {
        Ok(ring) => Some(ring),
        Err(error) => {
            // Lack of memory or descriptors is temporary; anything else is the kernel's policy.
            let passing = matches!(error.kind(), io::ErrorKind::OutOfMemory)
                || matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::EAGAIN));
            REFUSED.store(!passing, Ordering::Relaxed);
            None
        }
    }
}

/// A ring that is created on first use and never waited for.
#[derive(Debug, Default)]
pub(super) struct SharedRing(Mutex<Option<Ring>>);

impl SharedRing {
    /// Calls `work` with the ring. `None` if there is none, or another thread uses it: then plain calls are
    /// faster than waiting.
    pub(super) fn try_with<T>(&self, work: impl FnOnce(&mut Ring) -> T) -> Option<T> {
        let mut ring = match self.0.try_lock() {
            Ok(ring) => ring,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        // After a fork the kernel would take the child's entries for the parent's.
        if ring.as_ref().is_none_or(|ring| !ring.is_usable()) {
            *ring = open();
        }
        ring.as_mut().map(work)
    }
}
