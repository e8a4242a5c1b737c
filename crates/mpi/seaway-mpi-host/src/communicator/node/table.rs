// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory layout of a rendezvous.
//!
//! One turnstile, one slot for each rank of the machine, and one table for each rank of the communicator,
//! where the first rank of the machine stores what it received from the other machines. All are atomic words:
//! other processes write them.

use std::mem::size_of;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::mapping::Mapping;

/// Words that fit on a table; longer lists take several rounds.
pub(crate) const TABLE_WORDS: usize = 30;
/// A table in a message between machines: the call and the words.
pub(crate) const RECORD_WORDS: usize = TABLE_WORDS + 1;

/// Counts arrivals. Separate from the slots, since all ranks write it.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Turnstile {
    /// Over all rounds so far. Sleepers wait on its lower half.
    pub(crate) arrivals: AtomicU64,
    pub(crate) sleepers: AtomicU32,
    /// Nonzero: the rendezvous is unusable from now on.
    pub(crate) lost: AtomicU32,
    /// Confirms that this is the expected memory.
    pub(crate) nonce: AtomicU64,
}

/// A counter shared by all ranks of a communicator.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Counter(pub(crate) AtomicU64);

/// Two tables, used alternately: a rank that publishes the table of round `m + 2` has passed round `m +
/// 1`, so all others have finished reading round `m`.
// Two cache lines apart, to avoid false sharing and adjacent-line prefetches.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Slot {
    tables: [Table; 2],
}

/// What one rank publishes in one round.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Table {
    /// The round it was published for.
    pub(crate) round: AtomicU64,
    call: AtomicU64,
    words: [AtomicU64; TABLE_WORDS],
}

impl Slot {
    pub(crate) fn table(&self, round: u64) -> &Table {
        if round.is_multiple_of(2) { &self.tables[0] } else { &self.tables[1] }
    }
}

impl Table {
    // Relaxed: the turnstile orders the accesses.

    pub(crate) fn publish(&self, call: u64, words: &[u64]) {
        self.call.store(call, Ordering::Relaxed);
        for (place, &word) in self.words.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
    }

    pub(crate) fn call(&self) -> u64 {
        self.call.load(Ordering::Relaxed)
    }

    pub(crate) fn copy_words(&self, words: &mut [u64]) {
        for (word, place) in words.iter_mut().zip(&self.words) {
            *word = place.load(Ordering::Relaxed);
        }
    }

    pub(crate) fn word(&self, index: usize) -> u64 {
        self.words[index].load(Ordering::Relaxed)
    }
}

/// Sizes and offsets in bytes from the start of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) slots: usize,
    pub(crate) notices: usize,
}

impl Layout {
    const COUNTER: usize = size_of::<Turnstile>();
    const SEATS: usize = Self::COUNTER + size_of::<Counter>();

    fn notices_start(self) -> usize {
        Self::SEATS + self.slots * size_of::<Slot>()
    }

    pub(crate) fn bytes(self) -> usize {
        self.notices_start() + self.notices * size_of::<Table>()
    }
}

/// Typed access to the memory of one rendezvous.
#[derive(Debug)]
pub(crate) struct SharedRegion {
    mapping: Mapping,
    layout: Layout,
}

impl SharedRegion {
    /// `None` if the memory is too small.
    pub(crate) fn of(mapping: Mapping, layout: Layout) -> Option<Self> {
        (mapping.bytes() >= layout.bytes()).then_some(Self { mapping, layout })
    }

    pub(crate) fn turnstile(&self) -> &Turnstile {
        // SAFETY: inside of the mapping (see `of`), which begins at a page boundary and lives as long as
        // `self`; all words are atomic, and zero is a valid value.
        unsafe { &*self.mapping.pages().cast() }
    }

    pub(crate) fn counter(&self) -> &AtomicU64 {
        // SAFETY: as above; the offset is a multiple of the alignment.
        let counter: &Counter = unsafe { &*self.mapping.pages().add(Layout::COUNTER).cast() };
        &counter.0
    }

    pub(crate) fn slots(&self) -> &[Slot] {
        // SAFETY: as above.
        unsafe {
            std::slice::from_raw_parts(self.mapping.pages().add(Layout::SEATS).cast(), self.layout.slots)
        }
    }

    /// Tables of the other machines, by rank.
    pub(crate) fn notices(&self) -> &[Table] {
        // SAFETY: as above.
        unsafe {
            let start = self.mapping.pages().add(self.layout.notices_start());
            std::slice::from_raw_parts(start.cast(), self.layout.notices)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_on_lines_of_their_own() {
        assert_eq!((size_of::<Turnstile>(), size_of::<Counter>()), (128, 128));
        assert_eq!((size_of::<Table>(), size_of::<Slot>()), (256, 512));
        let layout = Layout { slots: 3, notices: 7 };
        assert_eq!(layout.notices_start(), 256 + 3 * 512);
        assert_eq!(layout.bytes(), 256 + 3 * 512 + 7 * 256);
        assert_eq!(Layout { slots: 1, notices: 0 }.bytes(), 768);
    }

    #[test]
    fn parts_do_not_overlap() {
        let layout = Layout { slots: 3, notices: 2 };
        let region = SharedRegion::of(Mapping::private(layout.bytes()).unwrap(), layout).unwrap();
        region.turnstile().nonce.store(1, Ordering::Relaxed);
        region.counter().store(2, Ordering::Relaxed);
        for (slot, number) in region.slots().iter().zip(3..) {
            slot.table(1).publish(number, &[number; TABLE_WORDS]);
            slot.table(2).publish(number + 10, &[number + 10; TABLE_WORDS]);
        }
        for (notice, number) in region.notices().iter().zip(100..) {
            notice.publish(number, &[number; TABLE_WORDS]);
        }
        let mut words = [0; TABLE_WORDS];
        for (slot, number) in region.slots().iter().zip(3..) {
            slot.table(3).copy_words(&mut words);
            assert_eq!((slot.table(3).call(), words), (number, [number; TABLE_WORDS]));
            assert_eq!(slot.table(4).word(TABLE_WORDS - 1), number + 10);
        }
        assert_eq!(region.notices()[1].call(), 101);
        assert_eq!(region.counter().load(Ordering::Relaxed), 2);
        assert_eq!(region.turnstile().nonce.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn memory_that_is_too_small_is_refused() {
        let layout = Layout { slots: 2, notices: 0 };
        assert!(SharedRegion::of(Mapping::private(layout.bytes() - 1).unwrap(), layout).is_none());
    }
}
