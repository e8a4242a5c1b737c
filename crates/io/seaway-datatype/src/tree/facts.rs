// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cached properties of a node. Computed once from the children's, so that no query has to visit a whole
//! tree, which may share children and expand to astronomical sizes.

use std::mem::size_of;

use super::{Form, Grain, Node};

/// A length in the three units that positions are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Measure {
    /// Bytes of the packed stream.
    pub(crate) bytes: u64,
    /// Basic elements.
    pub(crate) elements: u64,
    /// Bytes of the packed external32 stream.
    pub(crate) external32: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts<G> {
    pub(crate) measure: Measure,
    /// Lowest data byte, at or before 0.
    pub(crate) low: i64,
    /// One past the highest data byte.
    pub(crate) high: i64,
    /// One past the last byte in type-map order.
    pub(crate) end: i64,
    /// Maximal runs, saturating.
    pub(crate) runs: u64,
    /// Offsets strictly increase: no byte lies before or upon an earlier one.
    pub(crate) monotone: bool,
    pub(crate) first: G,
    pub(crate) last: G,
    /// Heap of this node and all below, saturating; shared nodes count each time.
    pub(crate) heap: usize,
}

impl Measure {
    pub(crate) fn times(self, count: u64) -> Measure {
        Measure {
            bytes: self.bytes.saturating_mul(count),
            elements: self.elements.saturating_mul(count),
            external32: self.external32.saturating_mul(count),
        }
    }

    pub(crate) fn plus(self, other: Measure) -> Measure {
        Measure {
            bytes: self.bytes.saturating_add(other.bytes),
            elements: self.elements.saturating_add(other.elements),
            external32: self.external32.saturating_add(other.external32),
        }
    }
}

impl<G: Grain> Facts<G> {
    pub(super) fn of_run(len: u64, grain: G) -> Facts<G> {
        let elements = len / grain.native_size().max(1);
        let end = signed(len);
        let measure = Measure { bytes: len, elements, external32: elements * grain.external32_size() };
        let heap = size_of::<Node<G>>();
        Facts { measure, low: 0, high: end, end, runs: 1, monotone: true, first: grain, last: grain, heap }
    }

    /// `count` copies of a node, `stride` bytes apart, as if they were one node.
    pub(super) fn repeated(&self, count: u64, stride: i64) -> Facts<G> {
        if count == 1 {
            return *self;
        }
        let reach = stride.wrapping_mul(signed(count - 1));
        let joins = u64::from(self.end == stride && self.first == self.last);
        Facts {
            measure: self.measure.times(count),
            low: self.low.wrapping_add(reach.min(0)),
            high: self.high.wrapping_add(reach.max(0)),
            end: self.end.wrapping_add(reach),
            runs: self.runs.saturating_mul(count).saturating_sub(joins.saturating_mul(count - 1)).max(1),
            monotone: self.monotone && stride >= self.high,
            ..*self
        }
    }

    /// A copy of a node at each of `offsets`, the first of which is 0, as if they were one node. Equivalent
    /// to repeated [`Self::followed_by`], in a loop that is fast enough for a million offsets.
    pub(super) fn at_each(&self, offsets: &[i64]) -> Facts<G> {
        let (mut lowest, mut highest, mut previous) = (0, 0, 0);
        let (mut monotone, mut touching) = (self.monotone, 0_u64);
        for &offset in offsets.iter().skip(1) {
            monotone &= offset >= self.high.wrapping_add(highest);
            touching += u64::from(self.end.wrapping_add(previous) == offset);
            lowest = offset.min(lowest);
            highest = offset.max(highest);
            previous = offset;
        }
        let joins = if self.first == self.last { touching } else { 0 };
        let count = offsets.len() as u64;
        Facts {
            measure: self.measure.times(count),
            low: self.low.min(self.low.wrapping_add(lowest)),
            high: self.high.wrapping_add(highest),
            end: self.end.wrapping_add(previous),
            runs: self.runs.saturating_mul(count).saturating_sub(joins),
            monotone,
            ..*self
        }
    }

    /// This, and then `next` with its first byte at `offset`.
    pub(super) fn followed_by(&self, next: &Facts<G>, offset: i64) -> Facts<G> {
        let joins = u64::from(self.end == offset && self.last == next.first);
        Facts {
            measure: self.measure.plus(next.measure),
            low: self.low.min(offset.wrapping_add(next.low)),
            high: self.high.max(offset.wrapping_add(next.high)),
            end: offset.wrapping_add(next.end),
            runs: self.runs.saturating_add(next.runs).saturating_sub(joins),
            monotone: self.monotone && next.monotone && offset >= self.high,
            first: self.first,
            last: next.last,
            heap: self.heap,
        }
    }

    /// With the heap of a node that holds `arrays` bytes of arrays and stands above `children` bytes of heap.
    pub(super) fn with_heap(self, arrays: usize, children: usize) -> Facts<G> {
        Facts { heap: (size_of::<Node<G>>() + arrays).saturating_add(children), ..self }
    }
}

impl<G: Grain> Node<G> {
    pub(crate) fn size(&self) -> u64 {
        self.facts.measure.bytes
    }

    pub(crate) fn is_run(&self) -> bool {
        matches!(self.form, Form::Run)
    }
}

/// Lengths and counts of data are below 2^63: construction checks that.
pub(crate) fn signed(len: u64) -> i64 {
    len.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::Named;

    #[test]
    fn many_copies_are_what_one_after_the_other_gives() {
        let run = Facts::of_run(8, Named::Double);
        let mixed = run.followed_by(&Facts::of_run(4, Named::Int), -16);
        for part in [run, run.repeated(3, 16), run.repeated(2, -8), mixed] {
            for offsets in [vec![0], vec![0, 8, 16, 40], vec![0, -8, -16], vec![0, 64, 32, 0, 8]] {
                let one_by_one =
                    offsets[1..].iter().fold(part, |all, &offset| all.followed_by(&part, offset));
                assert_eq!(part.at_each(&offsets), one_by_one, "{offsets:?} of {part:?}");
            }
        }
    }
}
