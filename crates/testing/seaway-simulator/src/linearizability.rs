// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a history of concurrent calls is linearizable: whether each call can be given one moment between
//! its beginning and its end, so that a sequential object would have answered as it did. The search is that
//! of Wing and Gong with Lowe's memory of visited states.

use std::collections::HashSet;
use std::hash::Hash;

/// A sequential object, and what it answers.
pub trait Model {
    type State: Clone + Eq + Hash;
    type Call;

    /// The states in which `state` may be left by a call with this outcome; none if the outcome is
    /// impossible. More than one if the outcome is not known.
    fn after(&self, state: &Self::State, call: &Self::Call) -> Vec<Self::State>;
}

/// A call and its time. Numbers of one clock that all callers share.
#[derive(Debug, Clone)]
pub struct Timed<C> {
    pub began: u64,
    /// `None`: its outcome is not known. It may have taken effect at any time since it began, or never.
    pub ended: Option<u64>,
    pub call: C,
}

/// Whether there is an order of all calls that explains their outcomes.
pub fn is_linearizable<M: Model>(model: &M, first: M::State, history: &[Timed<M::Call>]) -> bool {
    let mut visited = HashSet::new();
    let mut search = vec![(Taken::none(history.len()), first)];
    while let Some((taken, state)) = search.pop() {
        let open = || (0..history.len()).filter(|&index| !taken.has(index));
        let Some(first_end) = open().filter_map(|index| history[index].ended).min() else { return true };
        // A call that began after another had ended cannot come before it.
        for index in open().filter(|&index| history[index].began < first_end) {
            for state in model.after(&state, &history[index].call) {
                let next = (taken.with(index), state);
                if visited.insert(next.clone()) {
                    search.push(next);
                }
            }
        }
    }
    false
}

/// The calls that have their place already.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Taken(Vec<u64>);

impl Taken {
    fn none(calls: usize) -> Self {
        Self(vec![0; calls.div_ceil(64)])
    }

    fn has(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    fn with(&self, index: usize) -> Self {
        let mut taken = self.clone();
        taken.0[index / 64] |= 1 << (index % 64);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that is written and read. `Write(_, false)`: whether it happened is not known.
    struct Register;

    #[derive(Clone, Copy)]
    enum Call {
        Write(u8),
        Read(u8),
    }

    impl Model for Register {
        type State = u8;
        type Call = Call;
        fn after(&self, state: &u8, call: &Call) -> Vec<u8> {
            match *call {
                Call::Write(value) => vec![value],
                Call::Read(value) if value == *state => vec![value],
                Call::Read(_) => Vec::new(),
            }
        }
    }

    fn check(history: &[(u64, Option<u64>, Call)], expected: bool) {
        let timed = |&(began, ended, call)| Timed { began, ended, call };
        let history: Vec<_> = history.iter().map(timed).collect();
        assert_eq!(is_linearizable(&Register, 0, &history), expected);
    }

    #[test]
    fn histories_are_judged() {
        use Call::{Read, Write};
        check(&[], true);
        check(&[(1, Some(2), Write(1)), (3, Some(4), Read(1))], true);
        // A stale read.
        check(&[(1, Some(2), Write(1)), (3, Some(4), Read(0))], false);
        // While the write is under way both are right, but not new before old.
        check(&[(1, Some(6), Write(1)), (2, Some(3), Read(0)), (4, Some(5), Read(1))], true);
        check(&[(1, Some(6), Write(1)), (2, Some(3), Read(1)), (4, Some(5), Read(0))], false);
        // An unknown outcome may be any.
        check(&[(1, None, Write(1)), (2, Some(3), Read(0)), (4, Some(5), Read(1))], true);
        check(&[(1, None, Write(1)), (2, Some(3), Read(0))], true);
        check(&[(1, None, Write(1)), (2, Some(3), Read(1)), (4, Some(5), Read(0))], false);
    }
}
