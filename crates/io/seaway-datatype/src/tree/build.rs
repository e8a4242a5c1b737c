// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a datatype to its tree.

use std::marker::PhantomData;

use super::{Grain, Placed, Tree, normalise};
use crate::assembly::{Assembly, Block, Space, assemble};
use crate::construction::Construction;
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::named::Named;
use crate::shape::Blame;

/// The normalised tree of a construction whose shape is known to be in range.
pub(crate) fn tree_of<G: Grain>(construction: &Construction, space: Space) -> Tree<G> {
    let builder = Builder { space, grain: PhantomData };
    assemble(&builder, construction).expect("making the datatype has checked its arithmetic")
}

struct Builder<G> {
    space: Space,
    grain: PhantomData<G>,
}

impl<G: Grain> Assembly for Builder<G> {
    type Part = Tree<G>;

    fn named(&self, named: Named) -> Result<Tree<G>, DatatypeError> {
        Ok(match (self.space, named.parts()) {
            (Space::Native, Some([first, second])) => {
                let second_at = first.size().next_multiple_of(second.alignment()).cast_signed();
                let parts = [(0, first), (second_at, second)];
                let runs =
                    parts.into_iter().filter_map(|(at, part)| normalise::run(at, part.size(), G::of(part)));
                normalise::listed(runs.collect())
            }
            (Space::Native, None) => normalise::run(0, named.size(), G::of(named)),
            (Space::External32, _) => normalise::run(0, named.external32_size().unwrap_or(0), G::of(named)),
        })
    }

    fn child(&self, child: &Datatype) -> Result<Tree<G>, DatatypeError> {
        Ok(G::tree(child, self.space).clone())
    }

    fn extent(&self, child: &Datatype) -> Result<i64, DatatypeError> {
        child.shape(self.space).map(|shape| shape.extent())
    }

    fn repeated(&self, count: u64, stride: i128, part: Tree<G>, _: Blame) -> Result<Tree<G>, DatatypeError> {
        Ok(normalise::strided(count, low_bits(stride), part))
    }

    fn blocks(
        &self,
        blocks: impl Iterator<Item = Block>,
        stride: i64,
        part: Tree<G>,
        _: Blame,
    ) -> Result<Tree<G>, DatatypeError> {
        let blocks = blocks.map(|(displacement, count)| (low_bits(displacement), count));
        Ok(normalise::blocks(blocks, stride, part))
    }

    fn listed(
        &self,
        parts: impl Iterator<Item = Result<(i128, Tree<G>), DatatypeError>>,
        _: Blame,
    ) -> Result<Tree<G>, DatatypeError> {
        let mut placed: Vec<Placed<G>> = Vec::new();
        for part in parts {
            let (by, tree) = part?;
            placed.extend(tree.map(|tree| tree.moved(low_bits(by))));
        }
        Ok(normalise::listed(placed))
    }

    fn bounded(&self, _: i64, _: i128, part: Tree<G>, _: Blame) -> Result<Tree<G>, DatatypeError> {
        Ok(part)
    }

    fn padded(&self, part: Tree<G>, _: Blame) -> Result<Tree<G>, DatatypeError> {
        Ok(part)
    }
}

/// Offsets of parts without data, or strides that are never used, may be out of range; all others were checked.
/// Wrapping keeps the sums of the latter right.
#[allow(clippy::cast_possible_truncation, reason = "the sums that matter are known to fit")]
fn low_bits(offset: i128) -> i64 {
    offset as i64
}
