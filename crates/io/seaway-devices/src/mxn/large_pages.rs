// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large pages for memory that streams are written from or read into. The kernel takes bytes out of another process page by
//! page: out of pages of 2 MiB as fast as memory can be copied, out of pages of 4 KiB at a third of that. What pages the target
//! has matters little, but an untouched one gets its memory ten times faster in large pages.
//!
//! Collapsing small pages into a large one costs as much as three copies of them; if memory is fragmented, or the machine is
//! virtual and its host has no memory behind it yet, up to a hundred times that. So sources are collapsed in their second
//! call, or while nobody waits for them; targets only where nothing is to be copied; and both one page after the other as long
//! as that is cheap.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use seaway_memory::Spot;

use super::pieces::Placed;
use super::sys;

/// Less is not worth the copy that it takes.
const LEAST_BYTES: usize = 4 << 20;
/// Of an untouched target: the whole large pages within less are too few for what they may cost.
const LEAST_TARGET_BYTES: usize = 16 << 20;
/// Ranges that are remembered.
const MOST_RANGES: usize = 8;
/// What a call saves by each large page in its source.
const SAVED_IN_A_CALL: Duration = Duration::from_micros(190);
/// Further calls that are expected of a source which was used twice. One that was used more often than that is expected to be
/// used as often again.
const EXPECTED_CALLS: u32 = 8;

/// Memory of large calls, lately.
#[derive(Debug, Default)]
pub(super) struct UsedRanges(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    ranges: Vec<UsedRange>,
    pause: Pause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct UsedRange {
    address: usize,
    bytes: usize,
    calls: u32,
    /// Large pages from its beginning on that were made, or cannot be.
    settled_pages: usize,
}

/// Whether large pages are worth having for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    Nothing,
    /// If it comes again.
    IfRepeated,
    /// Nobody waits for it yet.
    AtOnce,
}

impl UsedRanges {
    /// Before a write, while no reader copies: pages that a reader copies from stay as they are. `worth` is asked for large
    /// pieces only.
    pub(super) fn prepare_sources(&self, placed: &[Placed], worth: impl Fn() -> Worth) {
        for memory in pieces_of(placed, LEAST_BYTES) {
            let worth = worth();
            if worth == Worth::Nothing {
                continue;
            }
            let range = self.known().note(memory);
            if (range.calls > 1 || worth == Worth::AtOnce) && self.known().pause.is_over() {
                let pages = sys::large_pages(memory).skip(range.settled_pages);
                let limit = SAVED_IN_A_CALL * range.calls.max(EXPECTED_CALLS);
                let settled = collapse(pages, limit, sys::make_page_large);
                self.known().settle(range, settled);
            }
        }
    }

    /// Before a read. Memory that was read into before is not untouched.
    pub(super) fn prepare_targets(&self, placed: &[Placed], helps: impl Fn() -> bool) {
        for memory in pieces_of(placed, LEAST_TARGET_BYTES) {
            if helps() && self.known().note(memory).calls == 1 && self.known().pause.is_over() {
                let pages = sys::large_pages(memory).filter(|&page| sys::is_untouched(page));
                let limit = SAVED_IN_A_CALL * EXPECTED_CALLS;
                let (_, is_cheap) = collapse(pages, limit, |page| {
                    sys::touch(page);
                    sys::make_page_large(page);
                });
                self.known().pause.learn(is_cheap);
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Counts a call with this memory.
    fn note(&mut self, memory: Spot) -> UsedRange {
        let (address, bytes) = (memory.address(), memory.len());
        let is_same = |range: &&mut UsedRange| (range.address, range.bytes) == (address, bytes);
        if let Some(known) = self.ranges.iter_mut().find(is_same) {
            known.calls = known.calls.saturating_add(1);
            return *known;
        }
        if self.ranges.len() == MOST_RANGES {
            self.ranges.remove(0);
        }
        let range = UsedRange { address, bytes, calls: 1, settled_pages: 0 };
        self.ranges.push(range);
        range
    }

    fn settle(&mut self, range: UsedRange, (pages, is_cheap): (usize, bool)) {
        self.pause.learn(is_cheap);
        if let Some(known) = self.ranges.iter_mut().find(|known| **known == range) {
            known.settled_pages += pages;
        }
    }
}

/// Calls that do without large pages, since those were dear: each time twice as many.
#[derive(Debug, Default)]
struct Pause {
    calls: u32,
    left: u32,
}

impl Pause {
    /// One dear page takes as long as some copies of a large step.
    const FIRST_CALLS: u32 = 32;
    const MOST_CALLS: u32 = 1024;

    fn is_over(&mut self) -> bool {
        let is_over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_over
    }

    fn learn(&mut self, is_cheap: bool) {
        self.calls = if is_cheap { 0 } else { (2 * self.calls).clamp(Self::FIRST_CALLS, Self::MOST_CALLS) };
        self.left = self.calls;
    }
}

fn pieces_of(placed: &[Placed], least_bytes: usize) -> impl Iterator<Item = Spot> {
    placed.iter().map(|piece| piece.memory).filter(move |memory| memory.len() >= least_bytes)
}

/// How many pages were done until one took more of the processor's time than the limit, and whether none did.
fn collapse(pages: impl Iterator<Item = Spot>, limit: Duration, make: impl Fn(Spot)) -> (usize, bool) {
    let mut done = 0;
    for page in pages {
        let begun = sys::processor_time();
        make(page);
        done += 1;
        if sys::processor_time().saturating_sub(begun) > limit {
            return (done, false);
        }
    }
    (done, true)
}

#[cfg(test)]
mod tests {
    use seaway_device_api::Extent;

    use super::*;

    fn placed(memory: &mut [u8]) -> Vec<Placed> {
        let extent = Extent::new(0, memory.len() as u64);
        vec![Placed { extent, memory: Spot::of_slice_mut(memory) }]
    }

    fn calls_with(ranges: &UsedRanges, memory: &mut [u8]) -> u32 {
        ranges.known().note(placed(memory)[0].memory).calls
    }

    #[test]
    fn calls_are_counted_by_address_and_length() {
        let ranges = UsedRanges::default();
        let mut memory = [0; 100];
        assert_eq!([1, 2, 3].map(|_| calls_with(&ranges, &mut memory)), [1, 2, 3]);
        assert_eq!(calls_with(&ranges, &mut memory[..50]), 1, "another length is another range");
    }

    #[test]
    fn places_are_forgotten_in_turn() {
        let ranges = UsedRanges::default();
        let mut memory = [0; 100];
        for len in 1..=MOST_RANGES + 1 {
            calls_with(&ranges, &mut memory[..len]);
        }
        assert_eq!(calls_with(&ranges, &mut memory[..1]), 1);
        assert_eq!(calls_with(&ranges, &mut memory[..=MOST_RANGES]), 2);
    }

    #[test]
    fn pages_that_cost_too_much_end_a_call_and_the_next_goes_on_behind_them() {
        let mut memory = vec![1; 4 * LEAST_BYTES];
        let spot = placed(&mut memory)[0].memory;
        let pages = sys::large_pages(spot).count();
        assert!(pages > 2);
        let all = collapse(sys::large_pages(spot), Duration::MAX, |_| ());
        assert_eq!(all, (pages, true));
        // Processor time may stand still between two looks; this loop makes it go on.
        let work = |_| {
            let begun = sys::processor_time();
            while sys::processor_time() == begun {}
        };
        assert_eq!(collapse(sys::large_pages(spot), Duration::ZERO, work), (1, false));
        let ranges = UsedRanges::default();
        let range = ranges.known().note(spot);
        ranges.known().settle(range, (2, false));
        assert_eq!(ranges.known().note(spot).settled_pages, 2);
    }

    #[test]
    fn pauses_double_while_large_pages_are_dear() {
        let mut pause = Pause::default();
        let mut calls_until_over = || {
            let mut calls = 1;
            while !pause.is_over() {
                calls += 1;
            }
            pause.learn(false);
            calls
        };
        assert_eq!([(); 4].map(|()| calls_until_over()), [1, 33, 65, 129]);
        pause.learn(true);
        assert!(pause.is_over());
    }

    #[test]
    fn bytes_stay_what_they_are() {
        let original: Vec<u8> = (0..251).cycle().take(2 * LEAST_TARGET_BYTES).collect();
        let mut memory = original.clone();
        let ranges = UsedRanges::default();
        let pieces = placed(&mut memory);
        ranges.prepare_targets(&pieces, || true);
        (0..3).for_each(|_| ranges.prepare_sources(&pieces, || Worth::IfRepeated));
        assert!(std::hint::black_box(memory) == original);
    }

    #[test]
    fn untouched_pages_are_known() {
        // So much is never memory that was freed before: zeros come from the kernel.
        let mut memory = vec![0; 16 * LEAST_BYTES];
        let spot = placed(&mut memory)[0].memory;
        assert!(sys::large_pages(spot).all(sys::is_untouched));
        memory.fill(1);
        assert!(!sys::large_pages(spot).any(sys::is_untouched));
    }
}
