// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order in which a process accesses a file: each access is compared with the previous one.

/// Accesses counted by their offset relative to the previous one. The first after each open is not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::report) struct Order {
    /// Begins where the previous one ended.
    pub(in crate::report) sequential: u64,
    /// The same distance from the previous one as that from its predecessor.
    pub(in crate::report) strided: u64,
    /// Anywhere else.
    pub(in crate::report) random: u64,
}

impl Order {
    pub(in crate::report) fn merge(&mut self, other: &Self) {
        self.sequential += other.sequential;
        self.strided += other.strided;
        self.random += other.random;
    }

    pub(in crate::report) const fn total(&self) -> u64 {
        self.sequential + self.strided + self.random
    }
}

/// The previous access, for comparison.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    last: Option<(u64, u64)>,
    step: i128,
}

impl Cursor {
    pub(super) fn step(&mut self, offset: u64, length: u64, order: &mut Order) {
        let before = self.last.replace((offset, offset.saturating_add(length)));
        let Some((begin, end)) = before else { return };
        let step = i128::from(offset) - i128::from(begin);
        if offset == end {
            order.sequential += 1;
        } else if step == self.step && step != 0 {
            order.strided += 1;
        } else {
            order.random += 1;
        }
        self.step = step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(accesses: &[(u64, u64)], expected: (u64, u64, u64)) {
        let (mut cursor, mut order) = (Cursor::default(), Order::default());
        for (offset, length) in accesses {
            cursor.step(*offset, *length, &mut order);
        }
        assert_eq!((order.sequential, order.strided, order.random), expected, "{accesses:?}");
    }

    #[test]
    fn each_access_is_compared_with_the_one_before() {
        check(&[(0, 10)], (0, 0, 0));
        check(&[(0, 10), (10, 5), (15, 1)], (2, 0, 0));
        // The first jump is not conclusive.
        check(&[(0, 4), (100, 4), (200, 4), (300, 4)], (0, 2, 1));
        check(&[(300, 4), (200, 4), (100, 4)], (0, 1, 1));
        check(&[(0, 4), (900, 4), (17, 4), (4000, 4)], (0, 0, 3));
        // Repeated access to the same bytes is not a stride.
        check(&[(0, 4), (0, 4), (0, 4)], (0, 0, 2));
        check(&[(u64::MAX, u64::MAX), (0, 1)], (0, 0, 1));
    }
}
