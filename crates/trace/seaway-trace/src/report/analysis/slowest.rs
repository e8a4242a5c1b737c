// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that took longest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use seaway_trace_format::Call;

/// How many are kept.
const MOST: usize = 100;

/// Ordered by duration; the other fields only make the order deterministic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::report) struct SlowCall {
    pub(in crate::report) duration: u64,
    pub(in crate::report) start: u64,
    pub(in crate::report) lane: u32,
    pub(in crate::report) call: Call,
    pub(in crate::report) file: Option<u32>,
    pub(in crate::report) length: u64,
    /// The call that it was made in.
    pub(in crate::report) inside: Option<Call>,
}

#[derive(Debug, Default)]
pub(super) struct Slowest {
    calls: BinaryHeap<Reverse<SlowCall>>,
    /// Only longer calls are added.
    shortest: u64,
}

impl Slowest {
    #[inline]
    pub(super) fn offer(&mut self, duration: u64, call: impl FnOnce() -> SlowCall) {
        if duration > self.shortest || self.calls.len() < MOST {
            self.take(call());
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        other.calls.into_iter().for_each(|Reverse(call)| self.take(call));
    }

    /// Longest first.
    pub(super) fn sorted(self) -> Vec<SlowCall> {
        self.calls.into_sorted_vec().into_iter().map(|Reverse(call)| call).collect()
    }

    fn take(&mut self, call: SlowCall) {
        self.calls.push(Reverse(call));
        if self.calls.len() > MOST {
            self.calls.pop();
            self.shortest = self.calls.peek().map_or(0, |Reverse(call)| call.duration);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_stay() {
        let call = |duration| SlowCall {
            duration,
            start: 0,
            lane: 0,
            call: Call::Read,
            file: None,
            length: 0,
            inside: None,
        };
        let (mut left, mut right) = (Slowest::default(), Slowest::default());
        (0..1000).for_each(|duration| left.offer(duration, || call(duration)));
        (0..1000).rev().for_each(|duration| right.offer(duration * 2, || call(duration * 2)));
        left.merge(right);
        let durations: Vec<u64> = left.sorted().iter().map(|call| call.duration).collect();
        assert_eq!(durations.len(), MOST);
        assert_eq!(durations[..3], [1998, 1996, 1994]);
        assert!(durations.is_sorted_by(|a, b| a >= b));
    }
}
