// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reserved`]: what this opening knows to be reserved, so that most writes need not ask, and what it knows to have no holes,
//! so that most reads need not look.

use std::os::fd::BorrowedFd;
use std::sync::{Mutex, PoisonError};

use seaway_device_api::{Extent, Operation, Result};
use seaway_messages::ThingKind;
use seaway_roles::stream::bytes::RangeSet;
use seaway_roles::thing::page_extent;

use super::opening::Opening;
use crate::ufs::data_end;

#[derive(Debug, Default)]
pub(super) struct Reserved(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// As of so many cuts.
    cuts: u64,
    ranges: RangeSet,
    /// Without holes.
    data: RangeSet,
}

impl Reserved {
    /// Whether `extent` has no holes. The kernel looks at all pages up to the next hole, so what it has found is remembered.
    pub(super) fn is_all_data(&self, opening: &Opening, memory: BorrowedFd<'_>, extent: Extent) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.forget_what_was_cut(opening);
        if !known.data.contains(extent)
            && let Some(end) = data_end(memory, extent.offset)
        {
            known.data.insert(Extent::new(extent.offset, end - extent.offset));
        }
        known.data.contains(extent)
    }

    /// Makes sure that `extents` can be written. Disks report by themselves when they are full.
    pub(super) fn ensure(&self, opening: &Opening, operation: Operation, extents: &[Extent]) -> Result<()> {
        if opening.kind == ThingKind::Disk {
            return Ok(());
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.forget_what_was_cut(opening);
        let is_missing = |extent: &&Extent| !extent.is_empty() && !known.ranges.contains(**extent);
        let mut missing = RangeSet::new();
        extents.iter().filter(is_missing).for_each(|extent| missing.insert(page_extent(*extent)));
        if missing.is_empty() {
            return Ok(());
        }
        let missing: Vec<Extent> = missing.iter().collect();
        let (cuts, reserved) = opening.reserve(operation, &missing)?;
        if cuts != known.cuts {
            *known = Known { cuts, ..Known::default() };
        }
        reserved.into_iter().for_each(|extent| known.ranges.insert(extent));
        Ok(())
    }
}

impl Known {
    fn forget_what_was_cut(&mut self, opening: &Opening) {
        let cuts = opening.agent.table.cuts(opening.slot);
        if cuts != self.cuts {
            *self = Self { cuts, ..Self::default() };
        }
    }
}
