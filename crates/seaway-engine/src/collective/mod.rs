// SPDX-License-Identifier: MIT OR Apache-2.0
//! Access of all ranks together. First everybody tells everybody what it is about to do, in a few words; from these
//! each rank draws the same conclusion: every rank by itself, or two phases, in which ranks exchange their pieces and
//! aggregators access large blocks.

mod coverage;
mod domains;
mod messages;
mod plan;
mod shared_window;
mod terms;

use std::sync::Mutex;

use seaway_device::{Extent, Operation, Result};

use crate::Communicator;
use crate::agreement::agree;
use crate::hints::EngineHints;
use crate::independent::{self, Locking};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::Storage;
use crate::strategy::{self, CollectiveWay, Direction, Pattern};
use crate::usage::Way;
use crate::view::ViewRange;

use plan::Plan;
pub(crate) use terms::Terms;

/// What the ranks of a file keep between collective calls.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    window: Mutex<shared_window::Kept>,
    views: Mutex<messages::KnownViews>,
}

/// One rank's part in a collective access.
pub(crate) struct Party<'a> {
    pub(crate) communicator: &'a dyn Communicator,
    pub(crate) storage: &'a Storage,
    pub(crate) hints: &'a EngineHints,
    pub(crate) terms: &'a Terms,
    pub(crate) memory: &'a Memory,
    /// Atomic mode: an exchange would mix the ranks' bytes, so each accesses the file by itself, under its lock.
    pub(crate) alone: bool,
}

/// Writes `memory` to `range`, on all ranks, or fails on all. A rank that cannot take part brings its error instead.
pub(crate) fn write(
    party: &Party<'_>,
    access: Result<(ViewRange<'_>, MemorySource<'_>)>,
    direct: impl FnOnce(&ViewRange<'_>, MemorySource<'_>) -> Result<()>,
) -> Result<()> {
    let (plan, (range, memory)) = Plan::meet(party, Direction::Write, access, |(range, _)| range)?;
    let outcome = match plan.way {
        CollectiveWay::Direct | CollectiveWay::Shaped => direct(&range, memory),
        CollectiveWay::Mapped => match independent::write_mapped(party.storage, &range, memory) {
            Ok(false) => direct(&range, memory),
            outcome => {
                party
                    .storage
                    .tally
                    .note(Way::Mapped, Direction::Write, range.bytes(), || range.hull().offset);
                outcome.map(|_| ())
            }
        },
        CollectiveWay::Exchange => exchange_write(party, &plan, &range, memory),
    };
    agree(party.communicator, Operation::Write, outcome)
}

/// Writes a large piece as copies to mapped pages, if that is better than a call where all ranks write such a piece at
/// the same time. False: it is not, and nothing was written.
pub(crate) fn write_large(
    party: &Party<'_>,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<bool> {
    let pattern = Pattern::of(range, party.storage.device.size().ok());
    let Terms { guarantees, facets, hints, .. } = party.terms;
    let patterns = vec![pattern; party.communicator.size()];
    let way = strategy::collective(&patterns, Direction::Write, guarantees, *facets, hints).way;
    if way != CollectiveWay::Mapped || !independent::write_mapped(party.storage, range, memory)? {
        return Ok(false);
    }
    party.storage.tally.note(Way::Mapped, Direction::Write, range.bytes(), || range.hull().offset);
    Ok(true)
}

/// Fills `memory` from `range`, on all ranks, or fails on all.
pub(crate) fn read<'v, 'a, 'm>(
    party: &Party<'_>,
    access: Result<(ViewRange<'v>, MemoryTarget<'a, 'm>)>,
    direct: impl FnOnce(&ViewRange<'v>, &mut MemoryTarget<'a, 'm>) -> Result<u64>,
) -> Result<u64> {
    let (plan, (range, mut memory)) = Plan::meet(party, Direction::Read, access, |(range, _)| range)?;
    let outcome = match plan.way {
        CollectiveWay::Direct | CollectiveWay::Mapped | CollectiveWay::Shaped => direct(&range, &mut memory),
        CollectiveWay::Exchange => exchange_read(party, plan.hull, &range, &mut memory),
    };
    agree(party.communicator, Operation::Read, outcome)
}

fn exchange_write(
    party: &Party<'_>,
    plan: &Plan,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<()> {
    let hull = plan.hull;
    let by_messages = || {
        party.storage.tally.note(Way::Messages, Direction::Write, range.bytes(), || range.hull().offset);
        messages::write(party, hull, range, memory)
    };
    if !party.terms.shared_memory {
        return by_messages();
    }
    // Pieces that are fewer or more bytes than the hull leave gaps or overlap: no need to look at each of them.
    if plan.bytes == hull.len && coverage::is_complete(party.communicator, hull, range)? {
        party.storage.tally.note(Way::SharedWindow, Direction::Write, range.bytes(), || range.hull().offset);
        return shared_window::write(party, hull, range, memory);
    }
    // Gaps: nobody may rewrite them. Through a mapping each rank touches its own bytes only; without one, messages
    // tell the aggregators exactly which bytes they have.
    if party.terms.facets.mapping {
        return independent::write(party.storage, party.hints, range, memory, Locking::AsNeeded);
    }
    by_messages()
}

fn exchange_read(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let way = if party.terms.shared_memory { Way::SharedWindow } else { Way::Messages };
    party.storage.tally.note(way, Direction::Read, range.bytes(), || range.hull().offset);
    if party.terms.shared_memory {
        shared_window::read(party, hull, range, memory)
    } else {
        messages::read(party, hull, range, memory)
    }
}
