// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a position down to the lowest level of the tree.

use std::ops::ControlFlow;

use super::Tiles;
use crate::tree::{Form, Grain, Indexed, Node};

/// A row of runs at the lowest level, from some run on: can be traversed without going back to the tree.
#[derive(Debug, Clone)]
pub(crate) enum Leaf<'a> {
    /// `count` runs of `len` bytes, `stride` apart.
    Strided { offset: i64, stride: i64, len: u64, count: u64 },
    /// Runs of `len` bytes at `offsets` from `base`.
    Scattered { base: i64, offsets: &'a [i64], len: u64 },
    /// Runs at `offsets` from `base`; the first has `starts[1] - starts[0]` units of `unit` bytes.
    Indexed { base: i64, offsets: &'a [i64], starts: &'a [u64], unit: u64 },
}

/// Where a descent ended: in a row of runs, `within` bytes into its first.
#[derive(Debug, Clone)]
pub(crate) struct Landing<'a, G> {
    pub(crate) leaf: Leaf<'a>,
    pub(crate) within: u64,
    pub(crate) grain: G,
}

impl<G: Grain> Tiles<G> {
    /// The row of runs that holds `position`; `None` if there is no data.
    pub(crate) fn descend(&self, position: u64) -> Option<Landing<'_, G>> {
        let tree = self.tree.as_ref()?;
        let size = tree.node.size();
        let (instance, within) = (position / size, position % size);
        let base = tile_offset(instance, self.extent, tree.offset);
        if tree.node.is_run() {
            let count = u64::MAX - instance;
            return Some(row(
                Leaf::Strided { offset: base, stride: self.extent, len: size, count },
                within,
                &tree.node,
            ));
        }
        let mut place = PlacedNode { node: &tree.node, base, position: within };
        loop {
            match place.down() {
                ControlFlow::Break(landing) => return Some(landing),
                ControlFlow::Continue(below) => place = below,
            }
        }
    }
}

/// A position of a node whose first byte is at `base`.
struct PlacedNode<'a, G> {
    node: &'a Node<G>,
    base: i64,
    position: u64,
}

impl<'a, G: Grain> PlacedNode<'a, G> {
    /// One level down: to a row of runs, or to a child.
    fn down(self) -> ControlFlow<Landing<'a, G>, PlacedNode<'a, G>> {
        let PlacedNode { node, base, position } = self;
        match &node.form {
            Form::Run => {
                let leaf = Leaf::Strided { offset: base, stride: 0, len: node.size(), count: 1 };
                ControlFlow::Break(row(leaf, position, node))
            }
            Form::Strided { count, stride, child } => {
                let (index, within) = (position / child.size(), position % child.size());
                let base = step(base, index, *stride);
                if child.is_run() {
                    let (len, count) = (child.size(), count - index);
                    return ControlFlow::Break(row(
                        Leaf::Strided { offset: base, stride: *stride, len, count },
                        within,
                        child,
                    ));
                }
                ControlFlow::Continue(PlacedNode { node: child, base, position: within })
            }
            Form::Scattered { offsets, child } => {
                let (index, within) = (index(position / child.size()), position % child.size());
                if child.is_run() {
                    let leaf = Leaf::Scattered { base, offsets: &offsets[index..], len: child.size() };
                    return ControlFlow::Break(row(leaf, within, child));
                }
                ControlFlow::Continue(PlacedNode {
                    node: child,
                    base: base.saturating_add(offsets[index]),
                    position: within,
                })
            }
            Form::Indexed(indexed) => into_block(indexed, base, position),
            Form::Listed(listed) => {
                let index = listed.starts.partition_point(|start| start.bytes <= position) - 1;
                let base = base.saturating_add(listed.offsets[index]);
                let position = position - listed.starts[index].bytes;
                ControlFlow::Continue(PlacedNode { node: &listed.children[index], base, position })
            }
        }
    }
}

fn into_block<G: Grain>(
    indexed: &Indexed<G>,
    base: i64,
    position: u64,
) -> ControlFlow<Landing<'_, G>, PlacedNode<'_, G>> {
    let child = &indexed.child;
    let (unit, within) = (position / child.size(), position % child.size());
    let block = indexed.block_of(unit);
    let skipped = unit - indexed.starts[block];
    if indexed.has_run_blocks() {
        let (offsets, starts) = (&indexed.offsets[block..], &indexed.starts[block..]);
        let leaf = Leaf::Indexed { base, offsets, starts, unit: child.size() };
        return ControlFlow::Break(row(leaf, skipped * child.size() + within, child));
    }
    let base = step(base.saturating_add(indexed.offsets[block]), skipped, indexed.stride);
    ControlFlow::Continue(PlacedNode { node: child, base, position: within })
}

fn row<'a, G: Grain>(leaf: Leaf<'a>, within: u64, run: &Node<G>) -> Landing<'a, G> {
    Landing { leaf, within, grain: run.facts.first }
}

/// Offset of an instance's first byte, saturating.
fn tile_offset(instance: u64, extent: i64, first: i64) -> i64 {
    let offset = i128::from(instance) * i128::from(extent) + i128::from(first);
    i64::try_from(offset).unwrap_or(if offset < 0 { i64::MIN } else { i64::MAX })
}

fn step(base: i64, index: u64, stride: i64) -> i64 {
    base.saturating_add(stride.wrapping_mul(index.cast_signed()))
}

/// Indices of blocks that are held in memory.
fn index(block: u64) -> usize {
    usize::try_from(block).unwrap_or(usize::MAX)
}
