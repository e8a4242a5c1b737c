// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks around an access: what atomic mode and read-modify-write need.

use seaway_device::{Extent, RangeLock, RangeLocks, Result};

/// Runs `work` while holding a lock on `extent`. The lock is given back whatever happens; the first error counts.
pub(crate) fn locked<T>(
    locks: &dyn RangeLocks,
    extent: Extent,
    lock: RangeLock,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    if extent.is_empty() {
        return work();
    }
    locks.lock(extent, lock)?;
    let outcome = work();
    let unlocked = locks.unlock(extent);
    outcome.and_then(|value| unlocked.map(|()| value))
}
