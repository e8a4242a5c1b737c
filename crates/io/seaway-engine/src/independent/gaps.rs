// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gaps between the pieces of a write belong to others. A write that rewrites them (data sieving) locks the
//! piece that it works on; where that can happen, writes that leave gaps alone take the lock too.

use seaway_device_api::{Extent, RangeLock, Result};

use crate::atomicity::locked;
use crate::hints::EngineHints;
use crate::storage::Storage;
use crate::strategy;

/// Who takes the locks on the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locking {
    AsNeeded,
    /// Atomic mode already holds a lock on everything that the access touches. Taking a second would replace
    /// it.
    Held,
}

/// Whether any rank's write may rewrite gaps of this file. All ranks use the same hint.
pub(crate) fn may_be_rewritten(storage: &Storage, hints: &EngineHints) -> bool {
    strategy::may_rewrite_gaps(storage.facets, hints.sieve_for_writing)
}

/// A write that touches only its own bytes.
pub(super) fn write_beside<T>(
    storage: &Storage,
    hints: &EngineHints,
    hull: Extent,
    locking: Locking,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    if !may_be_rewritten(storage, hints) {
        return work();
    }
    lock(storage, hull, RangeLock::Shared, locking, work)
}

/// A write that also rewrites the gaps between its bytes in `piece`.
pub(super) fn rewrite<T>(
    storage: &Storage,
    piece: Extent,
    locking: Locking,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    lock(storage, piece, RangeLock::Exclusive, locking, work)
}

fn lock<T>(
    storage: &Storage,
    extent: Extent,
    lock: RangeLock,
    locking: Locking,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    match locking {
        Locking::Held => work(),
        Locking::AsNeeded => locked(storage, extent, lock, work),
    }
}
