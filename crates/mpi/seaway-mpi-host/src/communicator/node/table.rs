// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory layout of a meeting place.
//!
//! One turnstile, one seat for each rank of the machine, and one table for each rank of the communicator,
//! where the first rank of the machine stores what it received from the other machines. All are atomic words:
//! other processes write them.

use std::mem::size_of;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::mapping::Mapping;

/// Words that fit on a table; longer lists take several meetings.
pub(crate) const TABLE_WORDS: usize = 30;
/// A table in a message between machines: the call and the words.
pub(crate) const RECORD_WORDS: usize = TABLE_WORDS + 1;

/// Counts arrivals. Separate from the seats, since all ranks write it.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Turnstile {
    /// Over all meetings so far. Sleepers wait on its lower half.
    pub(crate) arrivals: AtomicU64,
    pub(crate) sleepers: AtomicU32,
    /// Nonzero: the place is unusable from now on.
    pub(crate) lost: AtomicU32,
    /// Confirms that this is the expected memory.
    pub(crate) nonce: AtomicU64,
}

/// A counter shared by all ranks of a communicator.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Counter(pub(crate) AtomicU64);

/// Two tables, used alternately: a rank that publishes the table of meeting `m + 2` has passed meeting `m +
/// 1`, so all others have finished reading meeting `m`.
// Two cache lines apart, to avoid false sharing and adjacent-line prefetches.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Seat {
    tables: [Table; 2],
}

/// What one rank publishes in one meeting.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(crate) struct Table {
    /// The meeting it was published for.
    pub(crate) meeting: AtomicU64,
    call: AtomicU64,
    words: [AtomicU64; TABLE_WORDS],
}

impl Seat {
    pub(crate) fn table(&self, meeting: u64) -> &Table {
        if meeting.is_multiple_of(2) { &self.tables[0] } else { &self.tables[1] }
    }
}

impl Table {
    // Relaxed: the turnstile orders the accesses.

    pub(crate) fn lay(&self, call: u64, words: &[u64]) {
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
    pub(crate) seats: usize,
    pub(crate) notices: usize,
}

impl Layout {
    const COUNTER: usize = size_of::<Turnstile>();
    const SEATS: usize = Self::COUNTER + size_of::<Counter>();

    fn notices_start(self) -> usize {
        Self::SEATS + self.seats * size_of::<Seat>()
    }

    pub(crate) fn bytes(self) -> usize {
        self.notices_start() + self.notices * size_of::<Table>()
    }
}

/// Typed access to the memory of one meeting place.
#[derive(Debug)]
pub(crate) struct Furniture {
    mapping: Mapping,
    layout: Layout,
}

impl Furniture {
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

    pub(crate) fn seats(&self) -> &[Seat] {
        // SAFETY: as above.
        unsafe {
            std::slice::from_raw_parts(self.mapping.pages().add(Layout::SEATS).cast(), self.layout.seats)
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
        assert_eq!((size_of::<Table>(), size_of::<Seat>()), (256, 512));
        let layout = Layout { seats: 3, notices: 7 };
        assert_eq!(layout.notices_start(), 256 + 3 * 512);
        assert_eq!(layout.bytes(), 256 + 3 * 512 + 7 * 256);
        assert_eq!(Layout { seats: 1, notices: 0 }.bytes(), 768);
    }

    #[test]
    fn parts_do_not_overlap() {
        let layout = Layout { seats: 3, notices: 2 };
        let furniture = Furniture::of(Mapping::private(layout.bytes()).unwrap(), layout).unwrap();
        furniture.turnstile().nonce.store(1, Ordering::Relaxed);
        furniture.counter().store(2, Ordering::Relaxed);
        for (seat, number) in furniture.seats().iter().zip(3..) {
            seat.table(1).lay(number, &[number; TABLE_WORDS]);
            seat.table(2).lay(number + 10, &[number + 10; TABLE_WORDS]);
        }
        for (notice, number) in furniture.notices().iter().zip(100..) {
            notice.lay(number, &[number; TABLE_WORDS]);
        }
        let mut words = [0; TABLE_WORDS];
        for (seat, number) in furniture.seats().iter().zip(3..) {
            seat.table(3).copy_words(&mut words);
            assert_eq!((seat.table(3).call(), words), (number, [number; TABLE_WORDS]));
            assert_eq!(seat.table(4).word(TABLE_WORDS - 1), number + 10);
        }
        assert_eq!(furniture.notices()[1].call(), 101);
        assert_eq!(furniture.counter().load(Ordering::Relaxed), 2);
        assert_eq!(furniture.turnstile().nonce.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn memory_that_is_too_small_is_refused() {
        let layout = Layout { seats: 2, notices: 0 };
        assert!(Furniture::of(Mapping::private(layout.bytes() - 1).unwrap(), layout).is_none());
    }
}
