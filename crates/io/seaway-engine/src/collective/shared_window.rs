// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchange through memory shared by all ranks, which holds a window of the file. For writing, every rank
//! copies its pieces to their offsets, then the aggregators write their shares of the window; for reading,
//! the reverse. There are two windows, so that one can be filled while the other is drained: one barrier per
//! window.

use std::sync::{Arc, PoisonError};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};

use super::Party;
use super::domains::{self, Aggregators};
use super::terms::SHARED_BUFFER_BYTES;
use crate::SharedMemory;
use crate::memory_side::{MemorySource, MemoryTarget, outside};
use crate::storage::PAGE_SKEW;
use crate::view::ViewRange;

/// Unless a single aggregator is asked to have more: hints assume that each rank has memory of its own,
/// whereas all ranks of a machine share this.
const LARGEST_WINDOW_BYTES: u64 = 64 << 20;

/// The windows' memory, kept for the next call.
#[derive(Debug, Default)]
pub(super) struct KeptWindow(Option<(u64, Arc<dyn SharedMemory>)>);

/// The pieces of all ranks cover `hull` exactly.
pub(super) fn write(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<()> {
    let windows = Windows::new(party, hull, Operation::Write)?;
    let fill = |next: Option<(u64, Extent)>| {
        next.map_or(Ok(()), |(index, window)| windows.fill(index, window, range, memory))
    };
    let mut all = windows.of(hull);
    let mut current = all.next();
    let mut outcome = fill(current);
    while let Some((index, window)) = current {
        if !windows.all_succeeded(outcome)? {
            return Ok(());
        }
        current = all.next();
        outcome = if windows.fills_first(party) {
            let filled = fill(current);
            windows.empty_to_file(party, index, window).and(filled)
        } else {
            windows.empty_to_file(party, index, window).and_then(|()| fill(current))
        };
    }
    outcome
}

pub(super) fn read(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let windows = Windows::new(party, hull, Operation::Read)?;
    let Some(size) = windows.agreed_size(party)? else { return Ok(0) };
    let there = range.before(size);
    let whole = Extent::from(hull.offset..hull.end().min(size).max(hull.offset));
    let mut outcome = Ok(());
    for (index, window) in windows.of(whole) {
        let filled = outcome.and_then(|()| windows.fill_from_file(party, index, window));
        if !windows.all_succeeded(filled)? {
            return Ok(0);
        }
        outcome = windows.empty(index, window, range.positions().start, &there, memory);
    }
    outcome.map(|()| there.bytes())
}

struct Windows<'a> {
    communicator: &'a dyn crate::Communicator,
    aggregators: Aggregators,
    alignment: u64,
    /// Size of one window; there are two.
    bytes: u64,
    memory: Arc<dyn SharedMemory>,
}

impl<'a> Windows<'a> {
    fn new(party: &Party<'a>, hull: Extent, operation: Operation) -> Result<Self> {
        let aggregators = party.terms.aggregators(party.communicator.size());
        let alignment = party.terms.alignment();
        let wanted = |share| window_bytes(share, aggregators.count, hull, alignment);
        let (bytes, least) = (wanted(party.terms.buffer_bytes()), wanted(SHARED_BUFFER_BYTES));
        let (bytes, memory) = match kept_or_new(party, bytes, operation) {
            // A hint asked for too much. All ranks learn that there is no memory, so all of them come here.
            Err(error) if error.kind() == ErrorKind::NoMemory && least < bytes => {
                (least, kept_or_new(party, least, operation)?)
            }
            memory => (bytes, memory?),
        };
        Ok(Self { communicator: party.communicator, aggregators, alignment, bytes, memory })
    }

    fn of(&self, whole: Extent) -> impl Iterator<Item = (u64, Extent)> + use<> {
        domains::Windows::new(whole, self.bytes).iter()
    }

    /// Offset in the shared memory of the window with this number.
    fn base(&self, index: u64) -> i64 {
        let window = if index.is_multiple_of(2) { 0 } else { self.bytes };
        signed(window + PAGE_SKEW as u64)
    }

    fn fill(
        &self,
        index: u64,
        window: Extent,
        range: &ViewRange<'_>,
        memory: MemorySource<'_>,
    ) -> Result<()> {
        let part = range.within(window);
        if part.is_empty() {
            return Ok(());
        }
        let position = part.positions().start - range.positions().start;
        let shown = self.memory.target().with_origin_moved(self.base(index));
        memory.put(position, &part, shown, window.offset)
    }

    /// `first`: the position at which `memory` begins.
    fn empty(
        &self,
        index: u64,
        window: Extent,
        first: u64,
        there: &ViewRange<'_>,
        memory: &mut MemoryTarget<'_, '_>,
    ) -> Result<()> {
        let part = there.within(window);
        if part.is_empty() {
            return Ok(());
        }
        let shown = self.memory.source().with_origin_moved(self.base(index));
        memory.take(part.positions().start - first, &part, shown, window.offset)
    }

    fn empty_to_file(&self, party: &Party<'_>, index: u64, window: Extent) -> Result<()> {
        let Some((share, memory)) = self.my_share(index, window) else { return Ok(()) };
        let source = self.memory.source();
        let bytes = source.slice(memory).map_err(|error| outside(Operation::Write, error))?;
        party.storage.write_piece(share, bytes)
    }

    fn fill_from_file(&self, party: &Party<'_>, index: u64, window: Extent) -> Result<()> {
        let Some((share, memory)) = self.my_share(index, window) else { return Ok(()) };
        let mut target = self.memory.target();
        let bytes = target.slice(memory).map_err(|error| outside(Operation::Read, error))?;
        let got = party.storage.read_piece(share, bytes)?;
        if got < share.len {
            // The file was truncated during the read. The missing bytes read as zeros, not as the window's
            // previous contents.
            bytes[usize::try_from(got).unwrap_or(0)..].fill(0);
        }
        Ok(())
    }

    /// A file system admits one writer at a time to a file. So every other aggregator fills the next window
    /// before it drains its share of this one: half of them copy while the others write. The next window is
    /// free: every rank had drained it before the last barrier.
    fn fills_first(&self, party: &Party<'_>) -> bool {
        self.aggregators.index_of(party.communicator.rank()).is_some_and(|aggregator| aggregator % 2 == 1)
    }

    /// This rank's share of a window, and its range in the shared memory.
    fn my_share(&self, index: u64, window: Extent) -> Option<(Extent, std::ops::Range<i64>)> {
        let aggregator = self.aggregators.index_of(self.communicator.rank())?;
        let share = self.aggregators.share(window, aggregator, self.alignment);
        let start = self.base(index) + signed(share.offset - window.offset);
        (!share.is_empty()).then(|| (share, start..start + signed(share.len)))
    }

    /// A barrier. False if another rank failed: then all ranks leave, and the agreement at the end of the
    /// call gives its error to all.
    fn all_succeeded(&self, mine: Result<()>) -> Result<bool> {
        let mut all = vec![0; self.communicator.size()];
        self.communicator.all_gather_words(&[u64::from(mine.is_err())], &mut all)?;
        mine.map(|()| all.iter().all(|&failed| failed == 0))
    }

    /// The file's size as seen by rank 0; `None` if some rank could not determine it.
    fn agreed_size(&self, party: &Party<'_>) -> Result<Option<u64>> {
        let mine = party.storage.device.size();
        let mut all = vec![0; self.communicator.size()];
        self.communicator.all_gather_words(&[*mine.as_ref().unwrap_or(&u64::MAX)], &mut all)?;
        mine.map(|_| all.first().copied().filter(|_| !all.contains(&u64::MAX)))
    }
}

/// Bytes of one window for `count` aggregators with a `share` each.
fn window_bytes(share: u64, count: usize, hull: Extent, alignment: u64) -> u64 {
    let all = share.saturating_mul(count as u64).min(share.max(LARGEST_WINDOW_BYTES));
    let wanted = all.min(hull.len.checked_next_multiple_of(alignment).unwrap_or(hull.len).max(1));
    wanted.checked_next_multiple_of(alignment).unwrap_or(wanted)
}

fn kept_or_new(party: &Party<'_>, bytes: u64, operation: Operation) -> Result<Arc<dyn SharedMemory>> {
    let mut kept = party.memory.window.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((size, memory)) = &kept.0
        && *size >= bytes
    {
        return Ok(memory.clone());
    }
    let no_memory = || Error::new(ErrorKind::NoMemory, operation);
    let room = bytes.checked_mul(2).and_then(|double| double.checked_add(PAGE_SKEW as u64));
    let room = room.and_then(|room| usize::try_from(room).ok()).ok_or_else(no_memory)?;
    let memory = party.communicator.shared_memory(room)?.ok_or_else(no_memory)?;
    kept.0 = Some((bytes, memory.clone()));
    Ok(memory)
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).expect("windows are below 2^63 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_stay_small_on_machines_with_many_ranks() {
        let check = |share: u64, count: usize, hull: u64, expected: u64| {
            let bytes = window_bytes(share, count, Extent::new(5, hull), 4096);
            assert_eq!(bytes, expected, "{count} shares of {share} bytes");
        };
        check(512 << 10, 4, 1 << 40, 2 << 20);
        check(512 << 10, 4, 10_000, 12_288);
        check(16 << 20, 64, 1 << 40, 64 << 20);
        check(256 << 20, 64, 1 << 40, 256 << 20);
        check(u64::MAX, 64, 0, 4096);
        check(u64::MAX, 64, u64::MAX, u64::MAX);
    }
}
