// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time line divided into equal bins.

use super::tally::grow;

/// Maximum number of bins; more would not be visible on a screen.
pub(in crate::report) const BINS: usize = 256;

/// The width of a bin is a power of two nanoseconds, so finding it is a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct TimeBins {
    pub(in crate::report) begin: u64,
    shift: u32,
    /// How many of the [`BINS`] are used.
    pub(in crate::report) count: usize,
}

impl TimeBins {
    pub(in crate::report) fn new(begin: u64, end: u64) -> Self {
        let span = end.saturating_sub(begin);
        let shift = (0..64).find(|shift| span >> shift < BINS as u64).unwrap_or(63);
        Self { begin, shift, count: usize::try_from(span >> shift).unwrap_or(0) + 1 }
    }

    /// Nanoseconds of one piece.
    pub(in crate::report) const fn width(&self) -> u64 {
        1 << self.shift
    }

    #[inline]
    pub(in crate::report) fn bin(&self, time: u64) -> usize {
        let bin = usize::try_from(time.saturating_sub(self.begin) >> self.shift).unwrap_or(usize::MAX);
        bin.min(self.count - 1)
    }

    /// Distributes `amount`, which accrued evenly from `start` to `end`, over the bins.
    #[inline]
    pub(in crate::report) fn spread(&self, bins: &mut [u64], start: u64, end: u64, amount: u64) {
        let (first, last) = (self.bin(start), self.bin(end));
        if first == last {
            grow(&mut bins[first], amount);
            return;
        }
        let mut rest = amount;
        let mut from = start;
        for (number, bin) in (first..).zip(&mut bins[first..last]) {
            let until = self.begin.saturating_add((number as u64 + 1) << self.shift);
            let part = portion(amount, until.saturating_sub(from), end - start).min(rest);
            grow(bin, part);
            rest -= part;
            from = until;
        }
        grow(&mut bins[last], rest);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a part of the amount")]
fn portion(amount: u64, part: u64, whole: u64) -> u64 {
    (u128::from(amount) * u128::from(part.min(whole)) / u128::from(whole.max(1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_span_fits_and_uses_at_least_half() {
        for span in [0, 1, 255, 256, 257, 1_000_000_007, u64::MAX] {
            let bins = TimeBins::new(1000, 1000_u64.saturating_add(span));
            assert!(bins.count <= BINS && (span < 256 || bins.count >= BINS / 2), "{span}: {bins:?}");
            assert_eq!(bins.bin(0), 0);
            assert_eq!(bins.bin(u64::MAX), bins.count - 1);
        }
    }

    #[test]
    fn amounts_are_divided_and_none_is_lost() {
        let bins = TimeBins::new(0, 1023);
        let mut amounts = vec![0; bins.count];
        bins.spread(&mut amounts, 2, 10, 80);
        assert_eq!(amounts[..4], [20, 40, 20, 0]);
        bins.spread(&mut amounts, 0, u64::MAX, 1000);
        assert_eq!(amounts.iter().sum::<u64>(), 1080);
        bins.spread(&mut amounts, 5, 5, 3);
        assert_eq!(amounts.iter().sum::<u64>(), 1083);
    }
}
