// SPDX-License-Identifier: MIT OR Apache-2.0
//! Access sizes by powers of two. Most files are accessed in few sizes, so only those that occur are kept.

/// Class 0 is zero bytes; class n is 2^(n-1) bytes up to, but excluding, 2^n.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::report) struct Sizes {
    counts: Vec<(u8, u64)>,
}

impl Sizes {
    pub(in crate::report) fn add(&mut self, length: u64) {
        self.add_class(class_of(length), 1);
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
        for (class, count) in &other.counts {
            self.add_class(*class, *count);
        }
    }

    /// Classes that occur, smallest first.
    pub(in crate::report) fn sorted(&self) -> Vec<(u8, u64)> {
        let mut counts = self.counts.clone();
        counts.sort_unstable();
        counts
    }

    pub(in crate::report) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    fn add_class(&mut self, class: u8, count: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == class) {
            Some((_, known)) => *known = known.saturating_add(count),
            None => self.counts.push((class, count)),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
fn class_of(length: u64) -> u8 {
    (u64::BITS - length.leading_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_fall_between_powers_of_two() {
        let mut sizes = Sizes::default();
        for length in [0, 1, 2, 3, 4, 4095, 4096, u64::MAX, 3] {
            sizes.add(length);
        }
        assert_eq!(sizes.sorted(), [(0, 1), (1, 1), (2, 3), (3, 1), (12, 1), (13, 1), (64, 1)]);
    }

    #[test]
    fn merging_adds_what_both_have() {
        let (mut left, mut right) = (Sizes::default(), Sizes::default());
        left.add(7);
        right.add(6);
        right.add(100);
        left.merge(&right);
        assert_eq!(left.sorted(), [(3, 2), (7, 1)]);
    }
}
