// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RangeSet`]: a set of bytes of a file, kept as sorted ranges that neither overlap nor touch.

use std::collections::BTreeMap;

use seaway_device_api::Extent;

/// Each operation costs the logarithm of the number of ranges, plus the ranges it swallows or returns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RangeSet {
    /// First byte of each range, and the first byte after it.
    ranges: BTreeMap<u64, u64>,
    total_bytes: u64,
}

impl RangeSet {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds all bytes of `extent`; those that are in the set already stay.
    pub fn insert(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        let (mut start, mut end) = (extent.offset, extent.end());
        if let Some((before, before_end)) = self.range_before(start)
            && before_end >= start
        {
            self.take_out(before);
            start = before;
            end = end.max(before_end);
        }
        while let Some((&next, &next_end)) = self.ranges.range(start..=end).next() {
            self.take_out(next);
            end = end.max(next_end);
        }
        self.put_in(start, end);
    }

    /// Removes all bytes of `extent`, whether they are in the set or not.
    pub fn remove(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        let (start, end) = (extent.offset, extent.end());
        if let Some((before, before_end)) = self.range_before(start)
            && before_end > start
        {
            self.take_out(before);
            self.put_in(before, start);
            self.put_in(end, before_end);
        }
        while let Some((&next, &next_end)) = self.ranges.range(start..end).next() {
            self.take_out(next);
            self.put_in(end, next_end);
        }
    }

    /// Removes all bytes before `offset`.
    #[cfg(test)]
    pub fn remove_below(&mut self, offset: u64) {
        self.remove(Extent::new(0, offset));
    }

    /// Whether every byte of `extent` is in the set.
    pub fn contains(&self, extent: Extent) -> bool {
        extent.is_empty() || self.around(extent.offset).is_some_and(|range| range.end() >= extent.end())
    }

    /// The whole range that holds the byte at `offset`.
    pub fn around(&self, offset: u64) -> Option<Extent> {
        let (&start, &end) = self.ranges.range(..=offset).next_back()?;
        (end > offset).then(|| (start..end).into())
    }

    /// The parts of `extent` that are in the set, in ascending order.
    pub fn overlap(&self, extent: Extent) -> Vec<Extent> {
        self.overlapping(extent).collect()
    }

    /// As [`overlap`](Self::overlap), one at a time.
    pub fn overlapping(&self, extent: Extent) -> impl Iterator<Item = Extent> {
        let first = self.around(extent.offset).map_or(extent.offset, |range| range.offset);
        self.ranges
            .range(first..extent.end().max(first))
            .filter_map(move |(&start, &end)| Extent::from(start..end).intersection(&extent))
    }

    /// The parts of `extent` that are not in the set, in ascending order.
    pub fn missing(&self, extent: Extent) -> Vec<Extent> {
        let mut missing = Vec::new();
        let mut at = extent.offset;
        for present in self.overlapping(extent) {
            if at < present.offset {
                missing.push((at..present.offset).into());
            }
            at = present.end();
        }
        if at < extent.end() {
            missing.push((at..extent.end()).into());
        }
        missing
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many ranges there are.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    /// The ranges, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Extent> {
        self.ranges.iter().map(|(&start, &end)| (start..end).into())
    }

    /// The last range that starts before `offset`.
    fn range_before(&self, offset: u64) -> Option<(u64, u64)> {
        self.ranges.range(..offset).next_back().map(|(&start, &end)| (start, end))
    }

    fn take_out(&mut self, start: u64) {
        if let Some(end) = self.ranges.remove(&start) {
            self.total_bytes -= end - start;
        }
    }

    fn put_in(&mut self, start: u64, end: u64) {
        if start < end {
            self.ranges.insert(start, end);
            self.total_bytes += end - start;
        }
    }
}

impl FromIterator<Extent> for RangeSet {
    fn from_iter<I: IntoIterator<Item = Extent>>(extents: I) -> Self {
        let mut set = Self::new();
        extents.into_iter().for_each(|extent| set.insert(extent));
        set
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "the model is small")]
mod tests {
    use super::*;

    const SPAN: usize = 64;

    fn set(ranges: &[(u64, u64)]) -> RangeSet {
        ranges.iter().map(|&(start, end)| Extent::from(start..end)).collect()
    }

    fn ranges_where(extent: Extent, wanted: impl Fn(usize) -> bool) -> Vec<Extent> {
        let mut found: Vec<Extent> = Vec::new();
        for at in extent.offset..extent.end() {
            match found.last_mut() {
                _ if !wanted(at as usize) => {}
                Some(last) if last.end() == at => last.len += 1,
                _ => found.push(Extent::new(at, 1)),
            }
        }
        found
    }

    #[test]
    fn neighbours_become_one_range() {
        assert_eq!(set(&[(0, 4), (8, 12), (4, 8)]).iter().collect::<Vec<_>>(), [Extent::new(0, 12)]);
    }

    #[test]
    fn removing_the_middle_leaves_both_sides() {
        let mut ranges = set(&[(0, 10)]);
        ranges.remove(Extent::new(3, 4));
        assert_eq!(ranges, set(&[(0, 3), (7, 10)]));
        assert_eq!(ranges.total_bytes(), 6);
    }

    #[test]
    fn the_last_offsets_do_not_overflow() {
        let mut ranges = set(&[(u64::MAX - 4, u64::MAX)]);
        assert!(ranges.contains(Extent::new(u64::MAX - 2, 100)));
        assert_eq!(ranges.missing(Extent::new(u64::MAX - 6, 100)), [Extent::new(u64::MAX - 6, 2)]);
        ranges.remove_below(u64::MAX);
        assert!(ranges.is_empty());
    }

    #[test]
    fn empty_extents_change_nothing() {
        let mut ranges = set(&[(2, 4)]);
        ranges.insert(Extent::new(8, 0));
        ranges.remove(Extent::new(3, 0));
        assert_eq!(ranges, set(&[(2, 4)]));
        assert!(ranges.contains(Extent::new(9, 0)));
        assert!(ranges.missing(Extent::new(9, 0)).is_empty() && ranges.overlap(Extent::new(3, 0)).is_empty());
    }

    #[test]
    fn random_changes_agree_with_a_table_of_bytes() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut ranges = RangeSet::new();
            let mut table = [false; SPAN];
            for _ in 0..60 {
                let offset = random.u64(0..SPAN as u64);
                let extent = Extent::new(offset, random.u64(0..=(SPAN as u64 - offset).min(17)));
                let inside = extent.offset as usize..extent.end() as usize;
                match random.u8(0..8) {
                    0..4 => (ranges.insert(extent), table[inside].fill(true)).0,
                    4..7 => (ranges.remove(extent), table[inside].fill(false)).0,
                    _ => (ranges.remove_below(offset), table[..offset as usize].fill(false)).0,
                }
                let asked = Extent::new(random.u64(0..40), random.u64(0..24));
                check(&ranges, &table, asked, seed);
            }
        }
    }

    fn check(ranges: &RangeSet, table: &[bool; SPAN], asked: Extent, seed: u64) {
        let whole = Extent::new(0, SPAN as u64);
        assert_eq!(ranges.iter().collect::<Vec<_>>(), ranges_where(whole, |at| table[at]), "seed {seed}");
        assert_eq!(
            ranges.total_bytes(),
            table.iter().filter(|&&present| present).count() as u64,
            "seed {seed}"
        );
        assert_eq!(ranges.overlap(asked), ranges_where(asked, |at| table[at]), "seed {seed}");
        let missing = ranges_where(asked, |at| !table[at]);
        assert_eq!(ranges.contains(asked), missing.is_empty(), "seed {seed}");
        assert_eq!(ranges.missing(asked), missing, "seed {seed}");
    }
}
