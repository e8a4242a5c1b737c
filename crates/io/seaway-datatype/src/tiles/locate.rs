// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions to offsets and back, and the hull of a range.

use std::ops::Range;

use super::Tiles;
use crate::tree::{Form, Grain, Node};

impl<G: Grain> Tiles<G> {
    /// Offset of the byte at `position`; 0 if there is no data.
    pub(crate) fn offset_of(&self, position: u64) -> i64 {
        self.descend(position).map_or(0, |landing| {
            let (offset, _) = landing.leaf.first();
            offset.saturating_add(landing.within.cast_signed())
        })
    }

    /// Whether the offsets of all instances strictly increase.
    pub(crate) fn is_monotone(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.node.facts.monotone && self.extent >= tree.node.facts.high)
    }

    /// Data bytes before `offset`, for monotone tilings.
    pub(crate) fn position_of(&self, offset: i64) -> u64 {
        let Some(tree) = &self.tree else { return 0 };
        let Ok(distance) = u64::try_from(i128::from(offset) - i128::from(tree.offset)) else { return 0 };
        let extent = self.extent.unsigned_abs().max(1);
        let within = i64::try_from(distance % extent).unwrap_or(i64::MAX);
        (distance / extent).saturating_mul(tree.node.size()).saturating_add(bytes_before(&tree.node, within))
    }

    /// Offsets that enclose the bytes of a range: exact if offsets strictly increase, else those of the
    /// instances. The full range of `i64` where offsets exceed 64 bits, so that the bounds check against any
    /// memory fails: kernels rely on that.
    pub(crate) fn bounds(&self, positions: Range<u64>) -> Range<i64> {
        let Some(tree) = &self.tree else { return 0..0 };
        if positions.is_empty() {
            let at = self.offset_of(positions.start);
            return at..at;
        }
        let last = positions.end - 1;
        let facts = &tree.node.facts;
        let hulls = [positions.start, last].map(|position| {
            let instance = i128::from(position / tree.node.size());
            let base = instance * i128::from(self.extent) + i128::from(tree.offset);
            (base + i128::from(facts.low), base + i128::from(facts.high))
        });
        let (low, high) = (hulls[0].0.min(hulls[1].0), hulls[0].1.max(hulls[1].1));
        match (i64::try_from(low), i64::try_from(high)) {
            (Ok(_), Ok(_)) if self.is_monotone() => self.offset_of(positions.start)..self.offset_of(last) + 1,
            (Ok(low), Ok(high)) => low..high,
            _ => i64::MIN..i64::MAX,
        }
    }
}

/// Data bytes of a monotone node that lie before `offset`.
fn bytes_before<G: Grain>(mut node: &Node<G>, mut offset: i64) -> u64 {
    let mut before = 0_u64;
    loop {
        if offset <= 0 {
            return before;
        }
        if offset >= node.facts.high {
            return before + node.size();
        }
        match &node.form {
            Form::Run => return before + offset.unsigned_abs(),
            Form::Strided { count, stride, child } => {
                let index = repeats_before(offset, *stride, *count);
                before += index * child.size();
                offset -= stride.wrapping_mul(index.cast_signed());
                node = child;
            }
            Form::Scattered { offsets, child } => {
                let index = last_at_or_before(offsets, offset);
                before += index as u64 * child.size();
                offset -= offsets[index];
                node = child;
            }
            Form::Indexed(indexed) => {
                let block = last_at_or_before(&indexed.offsets, offset);
                let child = &indexed.child;
                offset -= indexed.offsets[block];
                let index = repeats_before(offset, indexed.stride, indexed.count(block));
                before += (indexed.starts[block] + index) * child.size();
                offset -= indexed.stride.wrapping_mul(index.cast_signed());
                node = child;
            }
            Form::Listed(listed) => {
                let index = last_at_or_before(&listed.offsets, offset);
                before += listed.starts[index].bytes;
                offset -= listed.offsets[index];
                node = &listed.children[index];
            }
        }
    }
}

/// The last of `count` children at a stride that begins at or before `offset`.
fn repeats_before(offset: i64, stride: i64, count: u64) -> u64 {
    let index = offset.checked_div(stride).and_then(|index| u64::try_from(index).ok()).unwrap_or(0);
    index.min(count - 1)
}

fn last_at_or_before(offsets: &[i64], offset: i64) -> usize {
    offsets.partition_point(|&start| start <= offset).saturating_sub(1)
}
