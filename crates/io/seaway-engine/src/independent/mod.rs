// SPDX-License-Identifier: MIT OR Apache-2.0
//! One rank's access by itself. The pattern picks the way; each way is a file of its own.

mod again;
mod contiguous;
mod gaps;
mod list;
mod mapped;
mod parts;
mod piecewise;
mod shaped;
mod sieve;

use seaway_device::Result;

pub(crate) use self::again::Again;
pub(crate) use self::gaps::{Locking, may_be_rewritten};
use crate::hints::{Choice, EngineHints};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::strategy::{self, Direction, IndependentWay, Pattern};
use crate::usage::Way;
use crate::view::ViewRange;

impl From<IndependentWay> for Way {
    fn from(way: IndependentWay) -> Self {
        match way {
            IndependentWay::Contiguous => Way::OneCall,
            IndependentWay::List => Way::List,
            IndependentWay::Sieve => Way::Sieve,
            IndependentWay::Mapped => Way::Mapped,
            IndependentWay::Shaped => Way::Shaped,
        }
    }
}

impl Pattern {
    /// `size`: the file's, for a write that may make it grow.
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
    let note = |way| storage.tally.note(way, Direction::Write, range.bytes(), || range.hull().offset);
    if range.view().jumps_back() {
        note(Way::Pieces);
        return gaps::write_beside(storage, hints, range.hull(), locking, || {
            piecewise::write(storage, range, memory)
        });
    }
    let way = if range.is_contiguous() {
        IndependentWay::Contiguous
    } else {
        way(storage, hints, range, Direction::Write)
    };
    let beside =
        |work: &dyn Fn() -> Result<()>| gaps::write_beside(storage, hints, range.hull(), locking, work);
    note(way.into());
    match way {
        IndependentWay::Contiguous => beside(&|| contiguous::write(storage, range, memory)),
        IndependentWay::List => beside(&|| list::write(storage, range, memory)),
        // Whoever may not read the gaps cannot write them back.
        IndependentWay::Sieve if !storage.readable => beside(&|| list::write(storage, range, memory)),
        IndependentWay::Sieve => sieve::write(storage, hints, range, memory, locking),
        // A file system may turn out not to map, or not to reserve space: that is no reason to fail.
        IndependentWay::Mapped => beside(&|| match write_mapped(storage, range, memory) {
            Ok(false) => list::write(storage, range, memory),
            outcome => outcome.map(|_| ()),
        }),
        IndependentWay::Shaped => beside(&|| shaped::write(storage, range, memory)),
    }
}

/// Writes all of `memory` to `range` as copies to the file's pages. False, and nothing is lost, if the file cannot be
/// mapped after all.
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

/// Fills `memory` from `range`; fewer bytes than the range has mean end of file.
pub(crate) fn read(
    reader: Reader<'_>,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let storage = reader.storage;
    let note = |way| storage.tally.note(way, Direction::Read, range.bytes(), || range.hull().offset);
    if range.view().jumps_back() {
        note(Way::Pieces);
        return piecewise::read(reader, range, memory);
    }
    let way = if range.is_contiguous() {
        IndependentWay::Contiguous
    } else {
        way(storage, hints, range, Direction::Read)
    };
    note(way.into());
    match way {
        IndependentWay::Contiguous => contiguous::read(reader, range, memory),
        IndependentWay::List => list::read(reader, range, memory),
        IndependentWay::Sieve => sieve::read(storage, hints, range, memory),
        IndependentWay::Mapped => match mapped::read(storage, range, memory) {
            Err(error) if mapped::is_refusal(&error) && Pattern::of(range, None).is_coarse() => {
                list::read(reader, range, memory)
            }
            Err(error) if mapped::is_refusal(&error) => sieve::read(storage, hints, range, memory),
            outcome => outcome,
        },
        IndependentWay::Shaped => shaped::read(reader, range, memory),
    }
}

fn way(
    storage: &Storage,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    direction: Direction,
) -> IndependentWay {
    if storage.is_stream {
        // Nothing may be read that is not asked for: it might come late, or never.
        return IndependentWay::List;
    }
    let facets = storage.facets;
    // Where the device lays the bytes out, nothing depends on the size, and asking takes as long as a write.
    let asks = direction == Direction::Write && !facets.shaped;
    let size = if asks { storage.device.size().ok() } else { None };
    let pattern = Pattern::of(range, size);
    let chosen = strategy::independent(&pattern, direction, &storage.guarantees, facets, hints).way;
    let sieving = match direction {
        Direction::Read => hints.sieve_for_reading,
        Direction::Write => hints.sieve_for_writing,
    };
    let may_choose = facets.mapping && hints.mapping == Choice::Automatic && sieving != Choice::Enable;
    if !may_choose || !pattern.is_coarse() {
        return chosen;
    }
    let comes_again = storage.device.mapping().is_some_and(|mapping| mapping.outlives_close());
    match chosen {
        _ if storage.again.is_again(direction, &pattern, comes_again) => IndependentWay::Mapped,
        IndependentWay::Mapped if direction == Direction::Write => IndependentWay::List,
        other => other,
    }
}
