// SPDX-License-Identifier: MIT OR Apache-2.0
//! Independent access by one rank. The pattern selects the method; each method has its own file.

mod contiguous;
mod gaps;
mod list;
mod mapped;
mod parts;
mod piecewise;
mod shaped;
mod sieve;

use seaway_device_api::{MapCandidate, Result};

pub(crate) use self::gaps::{Locking, may_be_rewritten};
pub(crate) use self::parts::length;
use crate::discipline::Discipline;
use crate::hints::{Choice, EngineHints};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::strategy::{self, Direction, IndependentMethod, Pattern};
use crate::usage::AccessMethod;
use crate::view::ViewRange;

impl From<IndependentMethod> for AccessMethod {
    fn from(method: IndependentMethod) -> Self {
        match method {
            IndependentMethod::Contiguous => AccessMethod::OneCall,
            IndependentMethod::List => AccessMethod::List,
            IndependentMethod::Sieve => AccessMethod::Sieve,
            IndependentMethod::Mapped => AccessMethod::Mapped,
            IndependentMethod::Shaped => AccessMethod::Shaped,
        }
    }
}

impl Pattern {
    /// `size`: the file's, for a write that may extend it.
    pub(crate) fn of(range: &ViewRange<'_>, size: Option<u64>) -> Self {
        let hull = range.hull();
        let new_bytes = size.map_or(0, |size| hull.end() - size.clamp(hull.offset, hull.end()));
        Self { bytes: range.bytes(), hull, pieces: range.estimated_pieces(), new_bytes }
    }
}

/// Writes all of `memory` to `range`.
pub(crate) fn write(
    storage: &Storage,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
    locking: Locking,
) -> Result<()> {
    let note = |method| storage.tally.note(method, Direction::Write, range.bytes(), || range.hull().offset);
    if range.view().jumps_back() {
        note(AccessMethod::Pieces);
        return gaps::write_beside(storage, hints, range.hull(), locking, || {
            piecewise::write(storage, range, memory)
        });
    }
    let method = if range.is_contiguous() {
        IndependentMethod::Contiguous
    } else {
        method(storage, hints, range, Direction::Write)
    };
    let beside =
        |work: &dyn Fn() -> Result<()>| gaps::write_beside(storage, hints, range.hull(), locking, work);
    note(method.into());
    match method {
        IndependentMethod::Contiguous => beside(&|| contiguous::write(storage, range, memory)),
        IndependentMethod::List => beside(&|| list::write(storage, range, memory)),
        // A process that may not read the gaps cannot write them back.
        IndependentMethod::Sieve if !storage.readable => beside(&|| list::write(storage, range, memory)),
        IndependentMethod::Sieve => sieve::write(storage, hints, range, memory, locking),
        // A file system may turn out not to support mapping or reserving space: fall back instead of failing.
        IndependentMethod::Mapped => beside(&|| match write_mapped(storage, range, memory) {
            Ok(false) => list::write(storage, range, memory),
            outcome => outcome.map(|_| ()),
        }),
        IndependentMethod::Shaped => beside(&|| shaped::write(storage, range, memory)),
    }
}

/// Writes all of `memory` to `range` by copying to the file's pages. False, without loss, if the file cannot
/// be mapped after all.
pub(crate) fn write_mapped(
    storage: &Storage,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<bool> {
    match mapped::write(storage, range, memory) {
        Err(error) if mapped::is_refusal(&error) => Ok(false),
        outcome => outcome.map(|()| true),
    }
}

/// Fills `memory` from `range`; fewer bytes than the range holds mean end of file.
pub(crate) fn read(
    reader: Reader<'_>,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let storage = reader.storage;
    let note = |method| storage.tally.note(method, Direction::Read, range.bytes(), || range.hull().offset);
    if range.view().jumps_back() {
        note(AccessMethod::Pieces);
        return piecewise::read(reader, range, memory);
    }
    let method = if range.is_contiguous() {
        IndependentMethod::Contiguous
    } else {
        method(storage, hints, range, Direction::Read)
    };
    note(method.into());
    match method {
        IndependentMethod::Contiguous => contiguous::read(reader, range, memory),
        IndependentMethod::List => list::read(reader, range, memory),
        IndependentMethod::Sieve => sieve::read(storage, hints, range, memory),
        IndependentMethod::Mapped => match mapped::read(storage, range, memory) {
            Err(error) if mapped::is_refusal(&error) && Pattern::of(range, None).is_coarse() => {
                list::read(reader, range, memory)
            }
            Err(error) if mapped::is_refusal(&error) => sieve::read(storage, hints, range, memory),
            outcome => outcome,
        },
        IndependentMethod::Shaped => shaped::read(reader, range, memory),
    }
}

fn method(
    storage: &Storage,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    direction: Direction,
) -> IndependentMethod {
    let facets = storage.facets;
    // Nothing else depends on the size. A remote query takes as long as a write, and a stream has no size
    // before it ends.
    let asks = direction == Direction::Write && facets.discipline == Discipline::File;
    let size = if asks { storage.device.size().ok() } else { None };
    let pattern = Pattern::of(range, size);
    let chosen = strategy::independent(&pattern, direction, &storage.guarantees, facets, hints).method;
    let sieving = match direction {
        Direction::Read => hints.sieve_for_reading,
        Direction::Write => hints.sieve_for_writing,
    };
    let may_choose = facets.mapping && hints.mapping == Choice::Automatic && sieving != Choice::Enable;
    if !may_choose || !pattern.is_coarse() {
        return chosen;
    }
    // Large pieces cost less as system calls, unless their pages are still mapped from the last access: the
    // device knows.
    let candidate = MapCandidate {
        writes: direction == Direction::Write,
        hull: pattern.hull,
        bytes: pattern.bytes,
        grows: pattern.new_bytes > 0,
    };
    match chosen {
        _ if storage.device.mapping().is_some_and(|mapping| mapping.comes_again(&candidate)) => {
            IndependentMethod::Mapped
        }
        IndependentMethod::Mapped if direction == Direction::Write => IndependentMethod::List,
        other => other,
    }
}
