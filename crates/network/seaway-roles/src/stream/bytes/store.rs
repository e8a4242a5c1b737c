// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Store`]: what a writer rank has written and readers still want. Bookkeeping only: where bytes are, what holds them in place,
//! and which readers have received them. Its owner copies the bytes.
//!
//! Entries are split where a reader's part begins or ends, so that each is wholly in one state.

use std::collections::{BTreeMap, HashMap};

use seaway_device_api::Extent;

use super::past::Past;
use super::pieces::{Memory, Placed};
use super::ranges::RangeSet;
use super::room::Room;

/// A reader program: a bit in the entries' words.
pub type Slot = u32;

/// Longest entry that small neighbours grow to. Room is given back as readers take bytes, and splitting costs.
const MERGED_BYTES: u64 = 1 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location<M> {
    /// In memory of a call that waits.
    Borrowed {
        call: u64,
        memory: M,
    },
    Window {
        offset: u64,
    },
    Spilled {
        offset: u64,
    },
}

/// Bytes that are in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<M> {
    pub extent: Extent,
    pub place: Location<M>,
}

/// Why bytes cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A reader has received some of them.
    Delivered(Extent),
    /// A reader is copying some of them: try again.
    Busy,
}

#[derive(Debug)]
struct Entry<M> {
    len: u64,
    place: Location<M>,
    /// Bits of the readers that have taken it.
    taken: u64,
    /// A reader has received it: it must not change any more.
    seen: bool,
    /// Readers that are copying it.
    pins: u32,
    /// It is being moved to another location.
    moving: bool,
}

#[derive(Debug)]
pub(super) struct Store<M> {
    entries: BTreeMap<u64, Entry<M>>,
    room: Room,
    /// Bits of the readers that have not left.
    everyone: u64,
    /// Bytes that were held once and are gone.
    dropped: Past,
    /// First byte behind all that was written.
    end: u64,
    /// Bytes that calls have lent and that are still in their memory.
    borrowed: HashMap<u64, u64>,
    /// Places in the spill file that are free again.
    unspilled: Vec<(u64, u64)>,
    /// Ranges that readers will skip when they are written.
    skipped: BTreeMap<Slot, RangeSet>,
    /// Counts starts and ends of copies by readers.
    copies: u64,
}

impl<M: Memory> Store<M> {
    pub(super) fn new(window_bytes: u64, readers: u32) -> Self {
        let everyone = if readers >= 64 { u64::MAX } else { (1 << readers) - 1 };
        Self {
            entries: BTreeMap::new(),
            room: Room::new(window_bytes),
            everyone,
            dropped: Past::default(),
            end: 0,
            borrowed: HashMap::new(),
            unspilled: Vec::new(),
            skipped: BTreeMap::new(),
            copies: 0,
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn reach(&mut self, end: u64) {
        self.end = self.end.max(end);
    }

    /// Whether nothing was ever written there.
    pub(super) fn is_untouched(&self, extent: Extent) -> bool {
        self.dropped.first_in(extent).is_none() && self.overlapping(extent).next().is_none()
    }

    /// Whether a reader passes over parts of the stream.
    pub(super) fn is_read_in_parts(&self) -> bool {
        !self.skipped.is_empty()
    }

    /// Readers took these bytes from the board; they were never kept here.
    pub(super) fn pass(&mut self, extent: Extent) {
        self.reach(extent.end());
        self.dropped.insert(extent);
    }

    /// No reader wants anything more.
    pub(super) fn is_drained(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether `extent` could be written now.
    pub(super) fn check(&self, extent: Extent) -> Result<(), Refusal> {
        if let Some(gone) = self.dropped.first_in(extent) {
            return Err(Refusal::Delivered(gone));
        }
        for (offset, entry) in self.overlapping(extent) {
            if entry.pins > 0 || entry.moving {
                return Err(Refusal::Busy);
            }
            if entry.seen {
                return Err(Refusal::Delivered(Extent::new(offset, entry.len)));
            }
        }
        Ok(())
    }

    /// Adds bytes in a call's memory, in place of older ones. Checked before.
    pub(super) fn insert(&mut self, call: u64, extent: Extent, memory: M) {
        self.split_around(extent);
        let old: Vec<u64> =
            self.entries.range(extent.offset..extent.end()).map(|(&offset, _)| offset).collect();
        for offset in old {
            self.discard(offset);
        }
        self.reach(extent.end());
        // All readers have left.
        if self.everyone == 0 {
            self.dropped.insert(extent);
            return;
        }
        let place = Location::Borrowed { call, memory };
        let entry = Entry { len: extent.len, place, taken: 0, seen: false, pins: 0, moving: false };
        self.entries.insert(extent.offset, entry);
        *self.borrowed.entry(call).or_default() += extent.len;
        let skipped: Vec<(Slot, Extent)> = self
            .skipped
            .iter()
            .flat_map(|(&reader, ranges)| ranges.overlap(extent).into_iter().map(move |part| (reader, part)))
            .collect();
        for (reader, part) in skipped {
            self.take(reader, part);
        }
    }

    /// Parts of `extent` that can be delivered now.
    pub(super) fn available(&self, extent: Extent) -> Vec<Located<M>> {
        let located = |(offset, entry): (u64, &Entry<M>)| {
            let part = Extent::new(offset, entry.len).intersection(&extent)?;
            (!entry.moving)
                .then(|| Located { extent: part, place: entry.place.moved_by(part.offset - offset) })
        };
        self.overlapping(extent).filter_map(located).collect()
    }

    /// The first part of `extent` that was held once and is gone.
    pub(super) fn gone(&self, extent: Extent) -> Option<Extent> {
        self.dropped.first_in(extent)
    }

    /// Changes whenever readers make progress.
    pub(super) fn copies(&self) -> u64 {
        self.copies
    }

    /// Holds bytes in place while they are copied or sent.
    pub(super) fn pin(&mut self, extent: Extent) {
        self.copies += 1;
        self.split_around(extent);
        for (_, entry) in self.entries.range_mut(extent.offset..extent.end()) {
            entry.pins += 1;
            entry.seen = true;
        }
    }

    pub(super) fn unpin(&mut self, extent: Extent) {
        self.copies += 1;
        self.split_around(extent);
        for (_, entry) in self.entries.range_mut(extent.offset..extent.end()) {
            entry.pins = entry.pins.saturating_sub(1);
        }
        self.free(extent);
    }

    /// `reader` has received these bytes and will not want them again.
    pub(super) fn take(&mut self, reader: Slot, extent: Extent) {
        self.split_around(extent);
        for (_, entry) in self.entries.range_mut(extent.offset..extent.end()) {
            entry.taken |= 1 << reader;
        }
        self.free(extent);
    }

    /// `reader` does not want these bytes, written or not.
    pub(super) fn skip(&mut self, reader: Slot, extent: Extent) {
        self.skipped.entry(reader).or_default().insert(extent);
        self.take(reader, extent);
    }

    /// `reader` will not want anything any more.
    pub(super) fn leave(&mut self, reader: Slot) {
        self.everyone &= !(1 << reader);
        self.free(Extent::new(0, u64::MAX));
    }

    /// The next bytes in `extent` that are still in the memory of `call` and that nobody copies, at most `most`. They are
    /// out of readers' reach until [`settle`](Self::settle).
    pub(super) fn lift(&mut self, call: u64, extent: Extent, most: u64) -> Option<(Extent, M)> {
        let is_ours = |entry: &Entry<M>| {
            matches!(entry.place, Location::Borrowed { call: owner, .. } if owner == call)
                && entry.pins == 0
                && !entry.moving
        };
        let (offset, len) = self
            .overlapping(extent)
            .find(|(_, entry)| is_ours(entry))
            .map(|(offset, entry)| (offset, entry.len))?;
        let part = Extent::new(offset, len).intersection(&extent)?;
        let part = Extent::new(part.offset, part.len.min(most));
        self.split_around(part);
        let entry = self.entries.get_mut(&part.offset)?;
        entry.moving = true;
        match entry.place {
            Location::Borrowed { memory, .. } => Some((part, memory.part(0, part.len))),
            _ => None,
        }
    }

    /// Puts back what is more than `len` bytes of lifted pieces.
    pub(super) fn shorten(&mut self, pieces: &mut Vec<Placed<M>>, len: u64) {
        let mut left = len;
        for piece in pieces.iter_mut() {
            let kept = Extent::new(piece.extent.offset, piece.extent.len.min(left));
            left -= kept.len;
            self.split_at(kept.end());
            for (_, entry) in self.entries.range_mut(kept.end()..piece.extent.end()) {
                entry.moving = false;
            }
            *piece = Placed { extent: kept, memory: piece.memory.part(0, kept.len) };
        }
        pieces.retain(|piece| piece.extent.len > 0);
    }

    /// Lifted bytes have been moved to `place`, or stay where they were (`None`).
    pub(super) fn settle(&mut self, extent: Extent, place: Option<Location<M>>) {
        let mut left = Vec::new();
        // It was one entry when it was lifted; a reader that has skipped some of it may have split it since.
        for (&offset, entry) in self.entries.range_mut(extent.offset..extent.end()) {
            entry.moving = false;
            if let Some(place) = place {
                left.push((
                    std::mem::replace(&mut entry.place, place.moved_by(offset - extent.offset)),
                    entry.len,
                ));
            }
        }
        for (place, len) in left {
            self.give_back(place, len);
        }
        self.merge(extent.offset);
        self.free(extent);
    }

    pub(super) fn take_room(&mut self, most: u64) -> Option<(u64, u64)> {
        self.room.take_up_to(most)
    }

    pub(super) fn give_room_back(&mut self, offset: u64, len: u64) {
        self.room.give_back(offset, len);
    }

    /// Whether nothing of a call is in its memory any more.
    pub(super) fn is_settled(&self, call: u64) -> bool {
        !self.borrowed.contains_key(&call)
    }

    /// Forgets what is still in a call's memory. `false`: some of it is being copied.
    pub(super) fn withdraw(&mut self, call: u64, extents: impl Iterator<Item = Extent>) -> bool {
        let mut all = true;
        for extent in extents {
            let owned = |entry: &Entry<M>| matches!(entry.place, Location::Borrowed { call: owner, .. } if owner == call);
            let found: Vec<(u64, bool)> = self
                .overlapping(extent)
                .filter(|(_, entry)| owned(entry))
                .map(|(offset, entry)| (offset, entry.pins == 0 && !entry.moving))
                .collect();
            for (offset, is_free) in found {
                if is_free {
                    self.discard(offset);
                } else {
                    all = false;
                }
            }
        }
        all
    }

    /// Drops the oldest bytes of the window that are not being copied. Returns how many.
    pub(super) fn drop_oldest(&mut self, bytes: u64) -> u64 {
        let mut dropped = 0;
        let candidates = self.entries.iter().filter(|(_, entry)| {
            matches!(entry.place, Location::Window { .. }) && entry.pins == 0 && !entry.moving
        });
        let oldest: Vec<(u64, u64)> = candidates
            .map(|(&offset, entry)| (offset, entry.len))
            .take_while(|&(_, len)| {
                let is_enough = dropped >= bytes;
                dropped += if is_enough { 0 } else { len };
                !is_enough
            })
            .collect();
        for &(offset, len) in &oldest {
            self.discard(offset);
            self.dropped.insert(Extent::new(offset, len));
        }
        oldest.iter().map(|&(_, len)| len).sum()
    }

    /// Cuts what lies behind `size`. Checked before.
    pub(super) fn cut(&mut self, size: u64) {
        let behind = Extent::new(size, u64::MAX - size);
        self.split_around(behind);
        let offsets: Vec<u64> = self.entries.range(size..).map(|(&offset, _)| offset).collect();
        for offset in offsets {
            self.discard(offset);
        }
        self.end = self.end.min(size);
    }

    /// Ranges of the spill file that are free again.
    pub(super) fn take_unspilled(&mut self) -> Vec<(u64, u64)> {
        std::mem::take(&mut self.unspilled)
    }

    fn overlapping(&self, extent: Extent) -> impl Iterator<Item = (u64, &Entry<M>)> {
        let before = self
            .entries
            .range(..extent.offset)
            .next_back()
            .filter(move |(offset, entry)| *offset + entry.len > extent.offset);
        before
            .into_iter()
            .chain(self.entries.range(extent.offset..extent.end()))
            .map(|(&offset, entry)| (offset, entry))
    }

    /// Makes entries begin and end where `extent` does.
    fn split_around(&mut self, extent: Extent) {
        self.split_at(extent.offset);
        self.split_at(extent.end());
    }

    fn split_at(&mut self, offset: u64) {
        let Some((&start, entry)) = self.entries.range_mut(..offset).next_back() else { return };
        let end = start + entry.len;
        if offset >= end {
            return;
        }
        entry.len = offset - start;
        let place = entry.place.moved_by(offset - start);
        let second = Entry { len: end - offset, place, ..*entry };
        self.entries.insert(offset, second);
    }

    /// Frees entries that all readers have taken.
    fn free(&mut self, extent: Extent) {
        let everyone = self.everyone;
        let is_done =
            |entry: &Entry<M>| entry.taken & everyone == everyone && entry.pins == 0 && !entry.moving;
        let done: Vec<(u64, u64)> = self
            .overlapping(extent)
            .filter(|(_, entry)| is_done(entry))
            .map(|(offset, entry)| (offset, entry.len))
            .collect();
        for (offset, len) in done {
            self.discard(offset);
            self.dropped.insert(Extent::new(offset, len));
        }
    }

    fn discard(&mut self, offset: u64) {
        if let Some(entry) = self.entries.remove(&offset) {
            self.give_back(entry.place, entry.len);
        }
    }

    fn give_back(&mut self, place: Location<M>, len: u64) {
        match place {
            Location::Window { offset } => self.room.give_back(offset, len),
            Location::Spilled { offset } => self.unspilled.push((offset, len)),
            Location::Borrowed { call, .. } => {
                if let Some(left) = self.borrowed.get_mut(&call) {
                    *left = left.saturating_sub(len);
                    if *left == 0 {
                        self.borrowed.remove(&call);
                    }
                }
            }
        }
    }

    /// Joins an entry to the one before it, so that many small writes do not become as many entries.
    fn merge(&mut self, offset: u64) {
        let Some(entry) = self.entries.get(&offset) else { return };
        let Some((&start, before)) = self.entries.range(..offset).next_back() else { return };
        let is_quiet = |entry: &Entry<M>| entry.pins == 0 && !entry.moving;
        let follows = start + before.len == offset && before.place.moved_by(before.len) == entry.place;
        let is_same = before.taken == entry.taken && before.seen == entry.seen;
        let total = before.len + entry.len;
        if !(follows && is_same && is_quiet(before) && is_quiet(entry) && total <= MERGED_BYTES) {
            return;
        }
        self.entries.remove(&offset);
        if let Some(before) = self.entries.get_mut(&start) {
            before.len = total;
        }
    }
}

impl<M: Memory> Location<M> {
    fn moved_by(self, bytes: u64) -> Self {
        match self {
            Self::Borrowed { call, memory } => Self::Borrowed { call, memory: memory.part(bytes, u64::MAX) },
            Self::Window { offset } => Self::Window { offset: offset + bytes },
            Self::Spilled { offset } => Self::Spilled { offset: offset + bytes },
        }
    }
}

#[cfg(test)]
mod tests;
