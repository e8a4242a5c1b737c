// SPDX-License-Identifier: MIT OR Apache-2.0
//! A uniform random sample of a file's accesses, for the plot of offsets over time. Taking every n-th access
//! would not work: programs loop, and it would always be the same access of the loop.

/// Where and when bytes moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct Point {
    pub(in crate::report) time: u64,
    pub(in crate::report) offset: u64,
    pub(in crate::report) length: u64,
    pub(in crate::report) lane: u32,
    pub(in crate::report) writes: bool,
}

/// Keeps the points whose hashed numbers are below a bound; halves it when there are too many. So the sample
/// does not depend on the order, and two samples can be merged.
#[derive(Debug, Clone)]
pub(in crate::report) struct Sample {
    bound: u64,
    points: Vec<(u64, Point)>,
    pub(in crate::report) seen: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { bound: u64::MAX, points: Vec::new(), seen: 0 }
    }
}

impl Sample {
    /// `number` is different for every access of a trace.
    pub(super) fn add(&mut self, number: u64, most: usize, point: impl FnOnce() -> Point) {
        self.seen += 1;
        let drawn = scattered(number);
        if drawn > self.bound {
            return;
        }
        self.points.push((drawn, point()));
        if self.points.len() > most {
            self.shrink(most);
        }
    }

    pub(super) fn merge(&mut self, other: &Self, most: usize) {
        self.seen += other.seen;
        self.bound = self.bound.min(other.bound);
        let bound = self.bound;
        self.points.retain(|(drawn, _)| *drawn <= bound);
        self.points.extend(other.points.iter().filter(|(drawn, _)| *drawn <= bound));
        if self.points.len() > most {
            self.shrink(most);
        }
    }

    pub(super) fn shrink(&mut self, most: usize) {
        while self.points.len() > most && self.bound > 0 {
            self.bound /= 2;
            let bound = self.bound;
            self.points.retain(|(drawn, _)| *drawn <= bound);
        }
        self.points.shrink_to_fit();
    }

    pub(in crate::report) fn len(&self) -> usize {
        self.points.len()
    }

    pub(in crate::report) fn points(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().map(|(_, point)| point)
    }
}

/// Maps consecutive numbers to unrelated ones (the finaliser of splitmix64).
const fn scattered(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(numbers: impl Iterator<Item = u64>, most: usize) -> Sample {
        let mut sample = Sample::default();
        for number in numbers {
            let point = Point { time: number, offset: number, length: 1, lane: 0, writes: false };
            sample.add(number, most, || point);
        }
        sample
    }

    #[test]
    fn few_points_are_all_kept_and_many_are_bounded() {
        assert_eq!(sample(0..100, 100).len(), 100);
        let many = sample(0..1_000_000, 1000);
        assert!((400..=1000).contains(&many.len()), "{}", many.len());
        assert_eq!(many.seen, 1_000_000);
    }

    #[test]
    fn points_are_uniform_also_for_loops_of_powers_of_two() {
        let many = sample(0..1 << 20, 1000);
        for remainder in 0..8 {
            let share = many.points().filter(|point| point.offset % 8 == remainder).count();
            assert!(share * 8 > many.len() / 2, "remainder {remainder} has {share} of {}", many.len());
        }
        let early = many.points().filter(|point| point.time < 1 << 19).count();
        assert!(early * 3 > many.len() && early * 3 < many.len() * 2, "{early} of {}", many.len());
    }

    #[test]
    fn merged_samples_are_the_sample_of_all() {
        let mut merged = sample(0..50_000, 500);
        merged.merge(&sample(50_000..100_000, 500), 500);
        let whole = sample(0..100_000, 500);
        let sorted = |sample: &Sample| {
            let mut times: Vec<u64> = sample.points().map(|point| point.time).collect();
            times.sort_unstable();
            times
        };
        assert_eq!(sorted(&merged), sorted(&whole));
    }
}
