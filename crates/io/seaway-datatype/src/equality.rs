// SPDX-License-Identifier: MIT OR Apache-2.0
//! Equality and hash of datatypes, by type map and bounds.

use std::hash::{Hash, Hasher};
use std::iter::Peekable;

use crate::datatype::Datatype;
use crate::shape::Kinds;
use crate::tiles::{Piece, Pieces, Tiles};
use crate::tree::{Grain, same_structure};

/// Runs at the front of a type map that go into its hash.
const HASHED_RUNS: usize = 4;

impl PartialEq for Datatype {
    fn eq(&self, other: &Datatype) -> bool {
        self.is_same_object(other) || (bounds(self) == bounds(other) && same_type_map(self, other))
    }
}

impl Eq for Datatype {}

impl Hash for Datatype {
    fn hash<H: Hasher>(&self, state: &mut H) {
        bounds(self).hash(state);
        self.element_count().hash(state);
        match self.kinds() {
            Kinds::None => {}
            Kinds::One(named) => maximal_runs(self.byte_tiles())
                .take(HASHED_RUNS)
                .for_each(|(offset, len, ())| (offset, len, named).hash(state)),
            Kinds::Several => {
                maximal_runs(self.typed_tiles()).take(HASHED_RUNS).for_each(|run| run.hash(state))
            }
        }
    }
}

fn bounds(datatype: &Datatype) -> [i64; 5] {
    let size = datatype.size().cast_signed();
    let true_bounds = [datatype.true_lower_bound(), datatype.true_upper_bound()];
    [size, datatype.lower_bound(), datatype.upper_bound(), true_bounds[0], true_bounds[1]]
}

fn same_type_map(a: &Datatype, b: &Datatype) -> bool {
    match (a.kinds(), b.kinds()) {
        (Kinds::None, Kinds::None) => true,
        // If all elements are of one kind, equal bytes in equal order are equal elements.
        (Kinds::One(named), Kinds::One(other)) => named == other && same_runs(a.byte_tiles(), b.byte_tiles()),
        (Kinds::Several, Kinds::Several) => same_runs(a.typed_tiles(), b.typed_tiles()),
        _ => false,
    }
}

/// In normal form, equal type maps nearly always have equal trees. Where the trees differ, the first
/// differing runs decide.
fn same_runs<G: Grain>(a: &Tiles<G>, b: &Tiles<G>) -> bool {
    let (Some(tree), Some(other)) = (&a.tree, &b.tree) else { return a.tree.is_none() && b.tree.is_none() };
    tree.offset == other.offset
        && tree.node.facts.runs == other.node.facts.runs
        && (same_structure(&tree.node, &other.node) || maximal_runs(a).eq(maximal_runs(b)))
}

/// Maximal runs of one kind in one instance: offset, length in bytes, kind.
fn maximal_runs<G: Grain>(tiles: &Tiles<G>) -> MaximalRuns<'_, G> {
    MaximalRuns { pieces: tiles.pieces(0, tiles.size()).peekable() }
}

struct MaximalRuns<'a, G: Grain> {
    pieces: Peekable<Pieces<'a, G>>,
}

impl<G: Grain> Iterator for MaximalRuns<'_, G> {
    type Item = (i64, u64, G);

    fn next(&mut self) -> Option<(i64, u64, G)> {
        let Piece { offset, mut len, grain } = self.pieces.next()?;
        let follows = |len: u64, next: &Piece<G>| {
            next.grain == grain && offset.checked_add(len.cast_signed()) == Some(next.offset)
        };
        while let Some(next) = self.pieces.next_if(|next| follows(len, next)) {
            len += next.len;
        }
        Some((offset, len, grain))
    }
}
