// SPDX-License-Identifier: MIT OR Apache-2.0
//! Aggregators and the file domains that they access for the others.

use seaway_device_api::Extent;

/// The ranks that access the file: `count` of them, spread evenly across the ranks and so across nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aggregators {
    pub(super) count: usize,
    ranks: usize,
}

impl Aggregators {
    pub(super) fn new(wanted: Option<usize>, ranks: usize) -> Self {
        Self { count: wanted.unwrap_or(ranks).clamp(1, ranks), ranks }
    }

    pub(super) fn rank_of(&self, aggregator: usize) -> usize {
        aggregator * self.ranks / self.count
    }

    /// The index of a rank among the aggregators, if it is one.
    pub(super) fn index_of(&self, rank: usize) -> Option<usize> {
        let aggregator = (rank * self.count).div_ceil(self.ranks);
        (aggregator < self.count && self.rank_of(aggregator) == rank).then_some(aggregator)
    }

    /// The aggregator's file domain within `whole`: domains are as equal as whole blocks of `alignment` bytes
    /// allow.
    pub(super) fn share(&self, whole: Extent, aggregator: usize, alignment: u64) -> Extent {
        let boundary = |index: usize| {
            if index == 0 {
                return whole.offset;
            }
            if index >= self.count {
                return whole.end();
            }
            let even = u128::from(whole.len) * index as u128 / self.count as u128;
            let even = whole.offset + u64::try_from(even).expect("a part of a u64");
            even.next_multiple_of(alignment).clamp(whole.offset, whole.end())
        };
        Extent::from(boundary(aggregator)..boundary(aggregator + 1))
    }
}

/// A range of the file split into windows of at most `bytes`, at multiples of `bytes` so that they stay
/// aligned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Windows {
    whole: Extent,
    bytes: u64,
}

impl Windows {
    pub(super) fn new(whole: Extent, bytes: u64) -> Self {
        Self { whole, bytes: bytes.max(1) }
    }

    pub(super) fn count(&self) -> u64 {
        if self.whole.is_empty() {
            0
        } else {
            (self.whole.end() - 1) / self.bytes - self.whole.offset / self.bytes + 1
        }
    }

    pub(super) fn get(&self, index: u64) -> Option<Extent> {
        let start = (self.whole.offset / self.bytes).checked_add(index)?.checked_mul(self.bytes)?;
        Extent::new(start, self.bytes).intersection(&self.whole)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = (u64, Extent)> {
        (0..self.count()).filter_map(move |index| Some((index, self.get(index)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregators_are_distinct_ranks() {
        for ranks in 1..20 {
            for wanted in 1..=ranks {
                let aggregators = Aggregators::new(Some(wanted), ranks);
                for aggregator in 0..wanted {
                    assert_eq!(aggregators.index_of(aggregators.rank_of(aggregator)), Some(aggregator));
                }
                assert_eq!((0..ranks).filter_map(|rank| aggregators.index_of(rank)).count(), wanted);
            }
        }
    }

    #[test]
    fn shares_cover_the_whole_in_order() {
        for (offset, len, count) in [(0, 100, 3), (5, 4096, 4), (4095, 2, 2), (7, 100_000, 7)] {
            let (whole, aggregators) = (Extent::new(offset, len), Aggregators::new(Some(count), count));
            let mut end = whole.offset;
            for aggregator in 0..count {
                let share = aggregators.share(whole, aggregator, 4096);
                assert_eq!(share.offset, end);
                end = share.end();
            }
            assert_eq!(end, whole.end());
        }
    }

    #[test]
    fn windows_are_aligned_and_complete() {
        let windows: Vec<_> = Windows::new(Extent::new(5, 20), 8).iter().map(|(_, window)| window).collect();
        assert_eq!(windows, [Extent::new(5, 3), Extent::new(8, 8), Extent::new(16, 8), Extent::new(24, 1)]);
        assert_eq!(Windows::new(Extent::new(5, 0), 8).count(), 0);
        assert_eq!(Windows::new(Extent::new(5, 20), 8).get(4), None);
    }
}
