// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks around an access: what atomic mode and read-modify-write need.

use std::sync::PoisonError;

use seaway_device::{Error, ErrorKind, Extent, Operation, RangeLock, Result};

use crate::storage::Storage;

/// Runs `work` while holding a lock on `extent`. The lock is given back whatever happens; the first error counts.
pub(crate) fn locked<T>(
    storage: &Storage,
    extent: Extent,
    lock: RangeLock,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    if extent.is_empty() {
        return work();
    }
    let locks =
        storage.device.range_locks().ok_or_else(|| Error::new(ErrorKind::Unsupported, Operation::Lock))?;
    // To the device the threads of a rank are one owner: its locks would not keep them from each other, and what one
    // of them unlocks is free, whoever else still needs it.
    let _alone = storage.locking.lock().unwrap_or_else(PoisonError::into_inner);
    locks.lock(extent, lock)?;
    let outcome = work();
    let unlocked = locks.unlock(extent);
    outcome.and_then(|value| unlocked.map(|()| value))
}
