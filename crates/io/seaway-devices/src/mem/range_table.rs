// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RangeTable`]: range locks between the handles of one file in memory. They behave like the kernel's open
//! file description locks, so that the engine sees no difference: an owner never conflicts with itself, a new
//! lock replaces what the owner held in that range, and unlocking part of a range keeps the rest.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use seaway_device_api::{Extent, RangeLock};

/// One handle of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner(u64);

#[derive(Debug, Default)]
pub(super) struct RangeTable {
    held: Mutex<Vec<HeldRange>>,
    released: Condvar,
    owners: AtomicU64,
}

#[derive(Debug, Clone, Copy)]
struct HeldRange {
    owner: Owner,
    extent: Extent,
    lock: RangeLock,
}

impl RangeTable {
    pub(super) fn new_owner(&self) -> Owner {
        Owner(self.owners.fetch_add(1, Ordering::Relaxed))
    }

    /// Waits until no other owner conflicts.
    pub(super) fn lock(&self, owner: Owner, extent: Extent, lock: RangeLock) {
        let wanted = HeldRange { owner, extent, lock };
        let in_the_way = |held: &mut Vec<HeldRange>| held.iter().any(|other| other.conflicts_with(&wanted));
        let mut held =
            self.released.wait_while(self.held(), in_the_way).unwrap_or_else(PoisonError::into_inner);
        carve(&mut held, owner, extent);
        held.push(wanted);
        drop(held);
        // An exclusive lock may just have become a shared one.
        self.released.notify_all();
    }

    pub(super) fn unlock(&self, owner: Owner, extent: Extent) {
        carve(&mut self.held(), owner, extent);
        self.released.notify_all();
    }

    fn held(&self) -> MutexGuard<'_, Vec<HeldRange>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldRange {
    fn conflicts_with(&self, other: &HeldRange) -> bool {
        self.owner != other.owner
            && (self.lock == RangeLock::Exclusive || other.lock == RangeLock::Exclusive)
            && self.extent.intersection(&other.extent).is_some()
    }
}

/// Removes `extent` from the ranges held by `owner`.
fn carve(held: &mut Vec<HeldRange>, owner: Owner, extent: Extent) {
    let mut rests = Vec::new();
    held.retain(|entry| {
        let Some(cut) = entry.extent.intersection(&extent).filter(|_| entry.owner == owner) else {
            return true;
        };
        let (before, after) = (entry.extent.offset..cut.offset, cut.end()..entry.extent.end());
        rests.extend([before, after].map(|range| HeldRange { extent: range.into(), ..*entry }));
        false
    });
    held.extend(rests.into_iter().filter(|rest| !rest.extent.is_empty()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlocking_the_middle_keeps_both_ends() {
        let table = RangeTable::default();
        let owner = table.new_owner();
        table.lock(owner, Extent::new(0, 100), RangeLock::Exclusive);
        table.unlock(owner, Extent::new(40, 20));
        let mut extents: Vec<_> = table.held().iter().map(|held| held.extent).collect();
        extents.sort();
        assert_eq!(extents, [Extent::new(0, 40), Extent::new(60, 40)]);
    }

    #[test]
    fn relocking_replaces_the_kind() {
        let table = RangeTable::default();
        let (owner, other) = (table.new_owner(), table.new_owner());
        table.lock(owner, Extent::new(0, 10), RangeLock::Exclusive);
        table.lock(owner, Extent::new(0, 10), RangeLock::Shared);
        // Must return at once; otherwise the test hangs.
        table.lock(other, Extent::new(5, 10), RangeLock::Shared);
        assert_eq!(table.held().len(), 2);
    }
}
