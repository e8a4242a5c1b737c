// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes per second over time, in a bounded number of steps, whatever the duration.

const BINS: usize = 1024;

/// Bytes by time. When the time exceeds all bins, their width is doubled.
#[derive(Debug)]
pub(super) struct Rates {
    bins: Vec<f64>,
    /// In nanoseconds.
    width: u64,
}

impl Default for Rates {
    fn default() -> Self {
        Self { bins: vec![], width: 1_000_000 }
    }
}

impl Rates {
    pub(super) fn is_empty(&self) -> bool {
        self.bins.is_empty()
    }

    /// Bytes that were moved between two moments.
    pub(super) fn add(&mut self, start: u64, end: u64, bytes: u64) {
        while end / self.width >= BINS as u64 {
            self.widen();
        }
        let last = usize::try_from(end / self.width).expect("below the number of bins");
        if self.bins.len() <= last {
            self.bins.resize(last + 1, 0.0);
        }
        let per_nanosecond = bytes as f64 / (end - start).max(1) as f64;
        let mut from = start;
        loop {
            let bin = usize::try_from(from / self.width).expect("not after the end");
            let until = end.min((bin as u64 + 1).saturating_mul(self.width));
            self.bins[bin] +=
                per_nanosecond * (until - from) as f64 + if start == end { bytes as f64 } else { 0.0 };
            if until >= end {
                break;
            }
            from = until;
        }
    }

    /// When each rate begins; the last is zero.
    pub(super) fn steps(&self) -> Vec<(u64, f64)> {
        let mut steps: Vec<(u64, f64)> = vec![];
        for (index, bytes) in self.bins.iter().chain([&0.0]).enumerate() {
            let rate = bytes * 1e9 / self.width as f64;
            // An unchanged rate needs no step.
            if steps.last().is_none_or(|(_, last)| last.to_bits() != rate.to_bits()) {
                steps.push((index as u64 * self.width, rate));
            }
        }
        steps
    }

    fn widen(&mut self) {
        self.width = self.width.saturating_mul(2);
        self.bins = self.bins.chunks(2).map(|pair| pair.iter().sum()).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_spread_over_the_time_they_took() {
        let mut rates = Rates::default();
        rates.add(500_000, 2_500_000, 2000);
        let steps = rates.steps();
        let bytes: Vec<f64> = steps.iter().map(|(_, rate)| (rate * 1e-3).round()).collect();
        assert_eq!(bytes, [500.0, 1000.0, 500.0, 0.0]);
        assert_eq!(steps[3].0, 3_000_000);
    }

    #[test]
    fn any_length_of_time_fits() {
        let mut rates = Rates::default();
        rates.add(0, 0, 7);
        rates.add(u64::MAX - 1, u64::MAX, 7);
        assert!(rates.bins.len() <= BINS);
        let all: f64 = rates.bins.iter().sum();
        assert!((all - 14.0).abs() < 1e-6, "{all}");
    }
}
