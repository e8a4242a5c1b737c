// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective access. First all ranks exchange a short description of their access; from these each rank
//! draws the same conclusion: independent access, or two phases, in which ranks exchange their pieces and
//! aggregators access large blocks.

mod coverage;
mod domains;
mod messages;
mod plan;
mod shared_window;
mod terms;

use std::sync::Mutex;

use seaway_device_api::{Extent, Operation, Result};

use crate::Communicator;
use crate::agreement::agree;
use crate::hints::EngineHints;
use crate::independent::{self, Locking};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::Storage;
use crate::strategy::{self, CollectiveMethod, Direction, Pattern};
use crate::usage::AccessMethod;
use crate::view::ViewRange;

use plan::Plan;
pub(crate) use terms::{RankTerms, Terms};

/// What is kept between collective calls on a file.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    window: Mutex<shared_window::KeptWindow>,
    views: Mutex<messages::KnownViews>,
}

/// One rank's context in a collective access that is not atomic.
pub(crate) struct Party<'a> {
    pub(crate) communicator: &'a dyn Communicator,
    pub(crate) storage: &'a Storage,
    pub(crate) hints: &'a EngineHints,
    pub(crate) terms: &'a Terms,
    pub(crate) memory: &'a Memory,
}

/// Writes `memory` to `range` on all ranks, or fails on all. A rank that cannot take part passes its error
/// instead.
pub(crate) fn write(party: &Party<'_>, access: Result<(ViewRange<'_>, MemorySource<'_>)>) -> Result<()> {
    let (plan, (range, memory)) = Plan::agreed(party, Direction::Write, access, |(range, _)| range)?;
    let outcome = match plan.method {
        CollectiveMethod::Direct | CollectiveMethod::Shaped => direct_write(party, &range, memory),
        CollectiveMethod::Mapped => match independent::write_mapped(party.storage, &range, memory) {
            Ok(false) => direct_write(party, &range, memory),
            outcome => {
                party
                    .storage
                    .tally
                    .note(AccessMethod::Mapped, Direction::Write, range.bytes(), || range.hull().offset);
                outcome.map(|_| ())
            }
        },
        CollectiveMethod::Exchange => exchange_write(party, &plan, &range, memory),
    };
    agree(party.communicator, Operation::Write, outcome)
}

/// Writes a large piece by copying it to mapped pages, if that is faster than a system call when all ranks
/// write such a piece at the same time. False: it is not, and nothing was written.
pub(crate) fn write_large(
    party: &Party<'_>,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<bool> {
    let pattern = Pattern::of(range, party.storage.device.size().ok());
    let Terms { guarantees, facets, hints, .. } = party.terms;
    let patterns = vec![pattern; party.communicator.size()];
    let method = strategy::collective(&patterns, Direction::Write, guarantees, *facets, hints).method;
    if method != CollectiveMethod::Mapped || !independent::write_mapped(party.storage, range, memory)? {
        return Ok(false);
    }
    party.storage.tally.note(AccessMethod::Mapped, Direction::Write, range.bytes(), || range.hull().offset);
    Ok(true)
}

/// Fills `memory` from `range` on all ranks, or fails on all.
pub(crate) fn read(party: &Party<'_>, access: Result<(ViewRange<'_>, MemoryTarget<'_, '_>)>) -> Result<u64> {
    let (plan, (range, mut memory)) = Plan::agreed(party, Direction::Read, access, |(range, _)| range)?;
    let outcome = match plan.method {
        CollectiveMethod::Direct | CollectiveMethod::Mapped | CollectiveMethod::Shaped => {
            // `once` is false: it matters only for streams, whose ranks do not exchange.
            independent::read(party.storage.reader(false), party.hints, &range, &mut memory)
        }
        CollectiveMethod::Exchange => exchange_read(party, plan.hull, &range, &mut memory),
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
        party
            .storage
            .tally
            .note(AccessMethod::Messages, Direction::Write, range.bytes(), || range.hull().offset);
        messages::write(party, hull, range, memory)
    };
    if !party.terms.shared_memory {
        return by_messages();
    }
    // If the pieces have fewer or more bytes than the hull, there are gaps or overlaps: no need to look at
    // each piece.
    if plan.bytes == hull.len && coverage::is_complete(party.communicator, hull, range)? {
        party
            .storage
            .tally
            .note(AccessMethod::SharedWindow, Direction::Write, range.bytes(), || range.hull().offset);
        return shared_window::write(party, hull, range, memory);
    }
    // Gaps must not be rewritten. Through a mapping each rank touches its own bytes only; without one,
    // messages tell the aggregators exactly which bytes to write.
    if party.terms.facets.mapping {
        return direct_write(party, range, memory);
    }
    by_messages()
}

fn direct_write(party: &Party<'_>, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    independent::write(party.storage, party.hints, range, memory, Locking::AsNeeded)
}

fn exchange_read(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let method = if party.terms.shared_memory { AccessMethod::SharedWindow } else { AccessMethod::Messages };
    party.storage.tally.note(method, Direction::Read, range.bytes(), || range.hull().offset);
    if party.terms.shared_memory {
        shared_window::read(party, hull, range, memory)
    } else {
        messages::read(party, hull, range, memory)
    }
}
