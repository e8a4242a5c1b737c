// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Ranges`]: a fixed table of address ranges that a signal handler can search: no lock, no allocation, and
//! a fork in the middle of a change can leave behind at most a slot that is never used again.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};

#[derive(Debug)]
pub(super) struct Ranges<const N: usize> {
    slots: [Slot; N],
    /// Slots from here on have never been used.
    used: AtomicUsize,
}

/// `version` is incremented with every change of state, so that a reader of `start` and `end` can tell
/// whether they belong together.
#[derive(Debug)]
struct Slot {
    version: AtomicUsize,
    start: AtomicUsize,
    end: AtomicUsize,
    broken: AtomicBool,
}

/// The states of a slot, in order: the version modulo four.
const FREE: usize = 0;
const LIVE: usize = 2;
const STATES: usize = 4;

impl Slot {
    const fn free() -> Self {
        Self {
            version: AtomicUsize::new(FREE),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// The range, if there is one and it did not change meanwhile.
    fn range(&self) -> Option<Range<usize>> {
        let version = self.version.load(Ordering::Acquire);
        if version % STATES != LIVE {
            return None;
        }
        let range = self.start.load(Ordering::Relaxed)..self.end.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        (self.version.load(Ordering::Relaxed) == version).then_some(range)
    }
}

impl<const N: usize> Ranges<N> {
    pub(super) const fn new() -> Self {
        Self { slots: [const { Slot::free() }; N], used: AtomicUsize::new(0) }
    }

    /// Returns the slot of the range. `None`: all are in use.
    pub(super) fn add(&self, range: Range<usize>) -> Option<usize> {
        for (index, slot) in self.slots.iter().enumerate() {
            let version = slot.version.load(Ordering::Relaxed);
            let is_free = version % STATES == FREE;
            let claim = || {
                let claimed = version.wrapping_add(1);
                slot.version.compare_exchange(version, claimed, Ordering::Acquire, Ordering::Relaxed)
            };
            if !is_free || claim().is_err() {
                continue;
            }
            // A thread that sees one of the new values also sees that the slot was claimed.
            fence(Ordering::Release);
            slot.start.store(range.start, Ordering::Relaxed);
            slot.end.store(range.end, Ordering::Relaxed);
            slot.broken.store(false, Ordering::Relaxed);
            slot.version.store(version.wrapping_add(2), Ordering::Release);
            self.used.fetch_max(index + 1, Ordering::Release);
            return Some(index);
        }
        None
    }

    /// `slot` was returned by `add` and has not been removed.
    pub(super) fn remove(&self, slot: usize) {
        // From live through changing to free. No other thread changes a live slot.
        self.slots[slot].version.fetch_add(2, Ordering::Release);
    }

    pub(super) fn is_broken(&self, slot: usize) -> bool {
        self.slots[slot].broken.load(Ordering::Acquire)
    }

    /// Marks the range that contains `address` as broken and returns it.
    pub(super) fn break_at(&self, address: usize) -> Option<Range<usize>> {
        let used = self.used.load(Ordering::Acquire).min(N);
        let slots = self.slots.iter().take(used);
        slots.filter_map(|slot| Some((slot, slot.range()?))).find_map(|(slot, range)| {
            range.contains(&address).then(|| {
                slot.broken.store(true, Ordering::SeqCst);
                range
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_only_in_the_range_that_contains_it() {
        let ranges = Ranges::<4>::new();
        let (first, second) = (ranges.add(100..200).unwrap(), ranges.add(200..300).unwrap());
        assert_eq!(ranges.break_at(99), None);
        assert_eq!(ranges.break_at(300), None);
        assert_eq!(ranges.break_at(200), Some(200..300));
        assert!(!ranges.is_broken(first) && ranges.is_broken(second));
        ranges.remove(second);
        assert_eq!(ranges.break_at(200), None);
        let again = ranges.add(500..600).unwrap();
        assert_eq!(again, second);
        assert!(!ranges.is_broken(again), "a reused slot is intact");
    }

    #[test]
    fn a_full_table_refuses() {
        let ranges = Ranges::<2>::new();
        let slots = [ranges.add(0..1), ranges.add(1..2)].map(Option::unwrap);
        assert_eq!(ranges.add(2..3), None);
        ranges.remove(slots[0]);
        assert_eq!(ranges.add(2..3), Some(slots[0]));
    }

    /// Threads add and remove ranges whose ends match their starts; concurrent readers never find a mixture.
    #[test]
    fn ranges_are_never_seen_half_changed() {
        let ranges = Ranges::<8>::new();
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let ranges = &ranges;
                scope.spawn(move || {
                    for round in 1..20_000 {
                        let start = (round * 3 + thread) * 1000;
                        let slot = ranges.add(start..start + 10).unwrap();
                        assert_eq!(ranges.break_at(start + 5), Some(start..start + 10));
                        assert!(ranges.is_broken(slot));
                        // There is nothing between the ranges, whatever changes meanwhile.
                        assert_eq!(ranges.break_at(start + 500), None);
                        ranges.remove(slot);
                    }
                });
            }
        });
    }
}
