// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Past`]: the bytes that a writer rank held once. Other ranks' bytes lie between, so that each step leaves a range. Most
//! ranges have the same length and distance as those before; they are stored as one series.

use seaway_device_api::Extent;

use super::ranges::RangeSet;

/// Ranges are combined in batches, so that parts which readers take one by one merge first.
const BATCH: usize = 512;

#[derive(Debug, Default)]
pub(super) struct Past {
    recent: RangeSet,
    /// In ascending order, one behind the other.
    old: Vec<Series>,
    /// Ranges in `recent` that came too late for `old`.
    late: usize,
}

/// Ranges of one length, at equal distances.
#[derive(Debug)]
struct Series {
    first: Extent,
    distance: u64,
    times: u64,
}

impl Past {
    pub(super) fn insert(&mut self, extent: Extent) {
        self.recent.insert(extent);
        if self.recent.len() >= self.late + 2 * BATCH {
            self.put_away();
        }
    }

    /// The first of the bytes of `extent` that were here, and their neighbours in it that were.
    pub(super) fn first_in(&self, extent: Extent) -> Option<Extent> {
        let at = self.old.partition_point(|series| series.end() <= extent.offset);
        // The next but one begins where this one has ended.
        let old = self.old.iter().skip(at).take(2).find_map(|series| series.first_in(extent));
        let recent = self.recent.overlapping(extent).next();
        [old, recent].into_iter().flatten().min_by_key(|range| range.offset)
    }

    /// Makes series of the older half of the ranges.
    fn put_away(&mut self) {
        let end = self.old.last().map_or(0, Series::end);
        let behind = self.recent.iter().filter(|range| range.offset >= end);
        let ranges: Vec<Extent> = behind.take(BATCH).collect();
        for range in ranges {
            self.recent.remove(range);
            if !self.old.last_mut().is_some_and(|last| last.take(range)) {
                self.old.push(Series { first: range, distance: 0, times: 1 });
            }
        }
        let end = self.old.last().map_or(0, Series::end);
        self.late = self.recent.iter().take_while(|range| range.offset < end).count();
    }
}

impl Series {
    fn end(&self) -> u64 {
        self.at(self.times - 1).end()
    }

    fn at(&self, index: u64) -> Extent {
        Extent::new(self.first.offset + index * self.distance, self.first.len)
    }

    /// Adds a range behind all others, if it is as they are.
    fn take(&mut self, range: Extent) -> bool {
        let distance = if self.times == 1 { range.offset - self.first.offset } else { self.distance };
        let is_next = range.offset - self.at(self.times - 1).offset == distance;
        if range.len != self.first.len || !is_next {
            return false;
        }
        self.distance = distance;
        self.times += 1;
        true
    }

    fn first_in(&self, extent: Extent) -> Option<Extent> {
        let passed = extent.offset.saturating_sub(self.first.offset).checked_div(self.distance).unwrap_or(0);
        // It may end before the extent begins; the next does not.
        (passed..self.times).take(2).find_map(|index| self.at(index).intersection(&extent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_steps_take_no_room() {
        let mut past = Past::default();
        for step in 0..100_000 {
            past.insert(Extent::new(step * 100 + 30, 5));
            past.insert(Extent::new(step * 100 + 25, 5));
        }
        assert_eq!(past.old.len(), 1);
        assert!(past.recent.len() < 2 * BATCH);
        assert_eq!(past.first_in(Extent::new(5_000_000, 25)), None);
        assert_eq!(past.first_in(Extent::new(5_000_000, 26)), Some(Extent::new(5_000_025, 1)));
        assert_eq!(past.first_in(Extent::new(5_000_034, 100)), Some(Extent::new(5_000_034, 1)));
        assert_eq!(past.first_in(Extent::new(5_000_035, 200)), Some(Extent::new(5_000_125, 10)));
        assert_eq!(past.first_in(Extent::new(10_000_000, 200)), None);
    }

    #[test]
    fn random_ranges_are_found_as_in_a_plain_set() {
        for seed in 0..20 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (mut past, mut plain) = (Past::default(), RangeSet::new());
            let mut offset = 0;
            for _ in 0..6_000 {
                // Mostly the same, now and then another length or distance, or what was left out before.
                offset += if random.u32(0..200) == 0 { random.u64(1..90) } else { 40 };
                let len = if random.u32(0..200) == 0 { random.u64(1..40) } else { 10 };
                let late = offset.saturating_sub(random.u64(0..100_000));
                let extent = Extent::new(if random.u32(0..100) == 0 { late } else { offset }, len);
                past.insert(extent);
                plain.insert(extent);
            }
            assert!(past.old.len() > 1, "seed {seed}");
            for _ in 0..5_000 {
                let asked = Extent::new(random.u64(0..offset + 100), random.u64(1..60));
                let found = past.first_in(asked).map(|range| range.offset);
                let expected = plain.overlapping(asked).next().map(|range| range.offset);
                assert_eq!(found, expected, "{asked} with seed {seed}");
            }
        }
    }
}
