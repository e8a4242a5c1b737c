// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MapPolicy`]: what is mapped because it is accessed repeatedly. Faulting in pages costs more than a call
//! that moves the same bytes, but pages stay: a program that accesses the same bytes repeatedly finds them
//! present, and then only pays for copies. A program that reads or writes a file once never pays for pages.
//!
//! Three kinds of repetition have a rule here: a region with many accesses ([`Heat`]), an array that is
//! accessed in large pieces ([`Arrays`]), and a file that is reopened again and again ([`Openings`]).
//! `hot.rs`, `kept.rs` and `recent.rs` carry out the decisions; the engine uses
//! [`Mapping::comes_again`](seaway_device_api::Mapping).

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use seaway_device_api::{Extent, MapCandidate};

/// The parameters.
#[derive(Debug)]
pub(in crate::ufs) struct MapPolicy {
    /// Cost of faulting in a region's pages, in calls.
    pub(in crate::ufs) calls_before_mapping: u64,
    /// Calls to come in a region that make up for its pages: a copy saves about half of a call.
    calls_worth_mapping: u64,
    /// Moving this many more bytes costs as much as a call.
    bytes_like_a_call: u64,
    /// Longer accesses are left to calls: their regions would evict all others.
    longest_hot_bytes: u64,
    /// Number of regions that are watched; the oldest is dropped.
    pub(in crate::ufs) regions_watched: usize,
    /// Arrays of one file that a program may access in turn.
    arrays_remembered: usize,
    /// A larger mapping would evict other mapped regions.
    largest_array_bytes: u64,
    /// Pages are also populated for gaps, up to this ratio.
    most_gaps_to_data: u64,
    /// Faulting in pages costs as much as copying to them a few times.
    pub(super) openings_before_keeping: u32,
    /// Size limit for files whose mappings are kept after close.
    pub(super) largest_kept_file_bytes: u64,
    /// Mapped regions kept per file; beyond this the oldest is dropped.
    pub(in crate::ufs) regions_kept: usize,
}

pub(in crate::ufs) const POLICY: MapPolicy = MapPolicy {
    calls_before_mapping: 512,
    calls_worth_mapping: 1024,
    bytes_like_a_call: 8 << 10,
    longest_hot_bytes: 32 << 20,
    regions_watched: 64,
    arrays_remembered: 16,
    largest_array_bytes: 256 << 20,
    most_gaps_to_data: 4,
    openings_before_keeping: 4,
    largest_kept_file_bytes: 128 << 20,
    regions_kept: 16,
};

impl MapPolicy {
    /// Whether an access of this many bytes counts for the regions it touches.
    #[inline]
    pub(in crate::ufs) fn heats(&self, bytes: u64) -> bool {
        (1..=self.longest_hot_bytes).contains(&bytes)
    }

    /// Cost of an access, in calls.
    #[inline]
    pub(in crate::ufs) fn cost(&self, bytes: u64) -> u64 {
        1 + bytes / self.bytes_like_a_call
    }
}

/// How much a region was accessed, and where last.
#[derive(Debug, Default)]
pub(in crate::ufs) struct Heat {
    /// Cost of the accesses so far, in calls.
    calls: u64,
    /// Of those since `last`.
    calls_since: u64,
    last: Range<u64>,
}

impl Heat {
    /// Counts an access to the region that ends at `region_end`. Returns whether the region should be mapped
    /// now; a failed attempt is repeated after as many calls.
    pub(in crate::ufs) fn rises(&mut self, access: Extent, region_end: u64) -> bool {
        self.add(POLICY.cost(access.len));
        let calls_since = std::mem::take(&mut self.calls_since);
        let last = std::mem::replace(&mut self.last, access.offset..access.end());
        if self.calls < POLICY.calls_before_mapping {
            return false;
        }
        // A program that passes through the file once soon leaves the region; one that turns back will return.
        let advances = access.offset >= last.end;
        let steps_left = region_end.saturating_sub(access.end()) / access.offset.abs_diff(last.start).max(1);
        if advances && steps_left.saturating_mul(calls_since) < POLICY.calls_worth_mapping {
            return false;
        }
        self.calls = 0;
        true
    }

    /// Counts accesses to unknown places in the region.
    pub(in crate::ufs) fn add(&mut self, calls: u64) {
        self.calls += calls;
        self.calls_since += calls;
    }
}

/// Which arrays of an open file were accessed before.
#[derive(Debug)]
pub(in crate::ufs) struct Arrays {
    read: Mutex<Vec<Extent>>,
    written: Mutex<Vec<Extent>>,
    /// The file has been opened several times before with the same bytes in it.
    file_comes_again: bool,
}

impl Arrays {
    pub(in crate::ufs) fn new(file_comes_again: bool) -> Self {
        Self { read: Mutex::default(), written: Mutex::default(), file_comes_again }
    }

    /// Records an access. Returns whether the same bytes were accessed before, or when the file was open the
    /// last time.
    pub(in crate::ufs) fn come_again(&self, access: &MapCandidate) -> bool {
        let hull = access.hull;
        let is_sparse = hull.len / POLICY.most_gaps_to_data > access.bytes;
        if hull.len > POLICY.largest_array_bytes || access.grows || is_sparse {
            return false;
        }
        let known = if access.writes { &self.written } else { &self.read };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if self.file_comes_again || known.contains(&hull) {
            return true;
        }
        if known.len() == POLICY.arrays_remembered {
            known.remove(0);
        }
        known.push(hull);
        false
    }
}

/// How often a file was opened without another file in between.
#[derive(Debug)]
pub(in crate::ufs) struct Openings(u32);

impl Openings {
    /// For a file that is opened for the first time, or again after another.
    pub(in crate::ufs) fn first(size: u64) -> Self {
        Self(u32::from(Self::count(size)))
    }

    /// An empty file is a new one, which may have the inode number of a deleted one.
    pub(in crate::ufs) fn count(size: u64) -> bool {
        (1..=POLICY.largest_kept_file_bytes).contains(&size)
    }

    pub(in crate::ufs) fn add(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    /// Whether the file's mappings are kept after close.
    pub(in crate::ufs) fn are_enough(&self) -> bool {
        self.0 >= POLICY.openings_before_keeping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(writes: bool, offset: u64, len: u64) -> MapCandidate {
        MapCandidate { writes, hull: Extent::new(offset, len), bytes: len / 2, grows: false }
    }

    const REGION: u64 = 2 << 20;

    #[test]
    fn a_region_is_hot_after_many_calls_or_many_bytes() {
        let mut heat = Heat::default();
        let mut rises = |len| heat.rises(Extent::new(100, len), REGION);
        let before = (1..).find(|_| rises(64)).unwrap();
        assert_eq!(before, POLICY.calls_before_mapping);
        assert!(!rises(64), "the count restarts");
        let large = (1..).find(|_| rises(1 << 20)).unwrap();
        assert!(large < 10, "{large} accesses of a mebibyte");
        assert!(POLICY.heats(1) && !POLICY.heats(0) && !POLICY.heats(1 << 40));
    }

    /// The call of a pass through a region, in steps of `stride`, that makes it hot.
    fn hot_after(heat: &mut Heat, len: u64, stride: u64) -> Option<u64> {
        (0..REGION / stride).find(|call| heat.rises(Extent::new(call * stride, len), REGION))
    }

    #[test]
    fn a_region_is_hot_in_the_first_pass_if_enough_of_it_is_left() {
        for (len, stride) in [(64, 64), (64, 1024), (1024, 1024)] {
            let call = hot_after(&mut Heat::default(), len, stride);
            assert_eq!(call, Some(POLICY.calls_before_mapping - 1), "{len} of {stride}");
        }
        for (len, stride) in [(4096, 4096), (64, 4096), (3000, 3000), (64 << 10, 64 << 10)] {
            assert_eq!(hot_after(&mut Heat::default(), len, stride), None, "{len} of {stride}");
        }
    }

    #[test]
    fn a_region_is_hot_as_soon_as_a_program_returns_to_it() {
        let mut heat = Heat::default();
        assert_eq!(hot_after(&mut heat, 4096, 4096), None);
        assert_eq!(hot_after(&mut heat, 4096, 4096), Some(0));
        let mut heat = Heat::default();
        let passes = (0..10).find(|_| hot_after(&mut heat, 1 << 20, 1 << 20).is_some());
        assert!(passes.is_some(), "large accesses too");
    }

    #[test]
    fn a_repeated_array_is_recognised_and_others_are_not() {
        let arrays = Arrays::new(false);
        let again = |writes, offset| arrays.come_again(&access(writes, offset, 1 << 20));
        assert!(!again(true, 0));
        assert!(!again(true, 1 << 20));
        assert!(!again(false, 0), "it was written, not read");
        assert!(again(true, 0));
        assert!(again(true, 1 << 20));
        let known = Arrays::new(true).come_again(&access(true, 5 << 20, 1 << 20));
        assert!(known, "it was accessed before it was opened this time");
    }

    #[test]
    fn growing_huge_and_sparse_accesses_are_not_mapped() {
        let arrays = Arrays::new(false);
        let sparse = MapCandidate { bytes: 1 << 17, ..access(false, 0, 1 << 20) };
        let growing = MapCandidate { grows: true, ..access(true, 0, 1 << 20) };
        let huge = access(false, 0, POLICY.largest_array_bytes + 1);
        for _ in 0..2 {
            for candidate in [&sparse, &growing, &huge] {
                assert!(!arrays.come_again(candidate), "{candidate:?}");
            }
        }
    }

    #[test]
    fn sequential_access_is_not_remembered() {
        let arrays = Arrays::new(false);
        for round in 0..2 {
            for step in 0..=POLICY.arrays_remembered as u64 {
                assert!(!arrays.come_again(&access(true, step << 20, 1 << 20)), "{round} {step}");
            }
        }
    }
}
