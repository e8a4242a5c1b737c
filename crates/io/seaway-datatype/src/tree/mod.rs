// SPDX-License-Identifier: MIT OR Apache-2.0
//! The normalised tree with multiplicity: the representation of a committed datatype.
//!
//! Every node is relative to its own first byte in type-map order, at offset 0; the parent holds the
//! displacement of that byte ([`Placed`]). So equal patterns are equal nodes wherever they lie, and every
//! offset on the way down is the offset of a real data byte, which the checks made at construction keep
//! within 64 bits.
//!
//! `normalise` creates nodes, `build` drives it from a datatype, `equality` compares. Nothing here reads
//! memory.

mod build;
mod equality;
mod facts;
mod grain;
mod normalise;

use std::sync::Arc;

pub(crate) use build::tree_of;
pub(crate) use equality::same_structure;
pub(crate) use facts::{Facts, Measure};
pub(crate) use grain::Grain;

/// A pattern of runs. `G` distinguishes runs: `()` for untyped bytes, `Named` where conversion needs the
/// kind.
#[derive(Debug)]
pub(crate) struct Node<G> {
    pub(crate) facts: Facts<G>,
    pub(crate) form: Form<G>,
}

#[derive(Debug)]
pub(crate) enum Form<G> {
    /// Contiguous bytes of one grain.
    Run,
    /// Equal children at one stride.
    Strided { count: u64, stride: i64, child: Arc<Node<G>> },
    /// Equal children at irregular offsets.
    Scattered { offsets: Box<[i64]>, child: Arc<Node<G>> },
    /// Blocks of different numbers of equal children.
    Indexed(Indexed<G>),
    /// Different children.
    Listed(Listed<G>),
}

/// Blocks between samples.
const SAMPLED_BLOCKS: usize = 64;

/// Block `i` holds children `starts[i]..starts[i + 1]`, `stride` bytes apart, from `offsets[i]` on.
#[derive(Debug)]
pub(crate) struct Indexed<G> {
    pub(crate) offsets: Box<[i64]>,
    /// One more than there are blocks; counts children.
    pub(crate) starts: Box<[u64]>,
    /// Every [`SAMPLED_BLOCKS`]th start: small enough to stay in cache, so that a search among millions of blocks
    /// goes to memory only for its last steps.
    pub(crate) samples: Box<[u64]>,
    pub(crate) stride: i64,
    pub(crate) child: Arc<Node<G>>,
}

/// Child `i` lies at `offsets[i]` and begins at `starts[i]` of the packed stream.
#[derive(Debug)]
pub(crate) struct Listed<G> {
    pub(crate) offsets: Box<[i64]>,
    pub(crate) starts: Box<[Measure]>,
    pub(crate) children: Box<[Arc<Node<G>>]>,
}

/// A node and where its first byte is.
#[derive(Debug)]
pub(crate) struct Placed<G> {
    pub(crate) offset: i64,
    pub(crate) node: Arc<Node<G>>,
}

/// `None` for a type without data.
pub(crate) type Tree<G> = Option<Placed<G>>;

impl<G> Clone for Placed<G> {
    fn clone(&self) -> Self {
        Placed { offset: self.offset, node: Arc::clone(&self.node) }
    }
}

impl<G> Placed<G> {
    fn moved(self, by: i64) -> Self {
        Placed { offset: self.offset.wrapping_add(by), node: self.node }
    }
}

impl<G: Grain> Indexed<G> {
    fn new(offsets: Box<[i64]>, starts: Box<[u64]>, stride: i64, child: Arc<Node<G>>) -> Self {
        let samples = starts[..offsets.len()].iter().copied().step_by(SAMPLED_BLOCKS).collect();
        Indexed { offsets, starts, samples, stride, child }
    }

    /// The block that holds child number `unit`.
    pub(crate) fn block_of(&self, unit: u64) -> usize {
        let sample = self.samples.partition_point(|&start| start <= unit) - 1;
        let first = sample * SAMPLED_BLOCKS;
        let last = self.offsets.len().min(first + SAMPLED_BLOCKS);
        first + self.starts[first..last].partition_point(|&start| start <= unit) - 1
    }

    /// Children in a block.
    pub(crate) fn count(&self, block: usize) -> u64 {
        self.starts[block + 1] - self.starts[block]
    }

    /// Whether blocks are runs of bytes.
    pub(crate) fn has_run_blocks(&self) -> bool {
        matches!(self.child.form, Form::Run)
            && u64::try_from(self.stride) == Ok(self.child.facts.measure.bytes)
    }
}
