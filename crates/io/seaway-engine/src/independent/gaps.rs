// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gaps between the pieces of a write belong to others. A write that rewrites them (data sieving) keeps everybody else
//! out of the piece it works on; where that can happen, writes that leave gaps alone let themselves be kept out.

use seaway_device::{Extent, RangeLock, Result};

use crate::atomicity::locked;
use crate::hints::EngineHints;
use crate::storage::Storage;
use crate::strategy;

/// Who sees to the locks on the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locking {
    AsNeeded,
    /// Atomic mode holds one on all that the access touches. Taking a second would replace it.
    Held,
}

/// Whether some rank's write may rewrite gaps of this file. All ranks go by the same hint.
pub(crate) fn may_be_rewritten(storage: &Storage, hints: &EngineHints) -> bool {
    strategy::may_rewrite_gaps(storage.facets, hints.sieve_for_writing)
}

/// A write that touches nothing but its own bytes.
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

/// A write that also rewrites what lies between its bytes in `piece`.
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
