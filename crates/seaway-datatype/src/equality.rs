// SPDX-License-Identifier: MIT OR Apache-2.0
//! Equality and hash of datatypes: those of their type maps and bounds.

use std::hash::{Hash, Hasher};
use std::iter::Peekable;

use crate::datatype::Datatype;
use crate::named::Named;
use crate::tiles::{Piece, Pieces};
use crate::tree::same_structure;

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
        for run in typed_runs(self).take(HASHED_RUNS) {
            run.hash(state);
        }
    }
}

fn bounds(datatype: &Datatype) -> [i64; 5] {
    let size = datatype.size().cast_signed();
    let true_bounds = [datatype.true_lower_bound(), datatype.true_upper_bound()];
    [size, datatype.lower_bound(), datatype.upper_bound(), true_bounds[0], true_bounds[1]]
}

/// In normal form, equal type maps nearly always are equal trees. Where the trees differ, the first runs to differ
/// settle it.
fn same_type_map(a: &Datatype, b: &Datatype) -> bool {
    let (Some(tree), Some(other)) = (a.typed_tree(), b.typed_tree()) else {
        return a.typed_tree().is_none() && b.typed_tree().is_none();
    };
    if tree.offset != other.offset || tree.node.facts.runs != other.node.facts.runs {
        return false;
    }
    same_structure(&tree.node, &other.node) || typed_runs(a).eq(typed_runs(b))
}

/// Maximal runs of elements of one kind in one instance: offset, length in bytes, kind.
fn typed_runs(datatype: &Datatype) -> TypedRuns<'_> {
    TypedRuns { pieces: datatype.typed_tiles().pieces(0, datatype.size()).peekable() }
}

struct TypedRuns<'a> {
    pieces: Peekable<Pieces<'a, Named>>,
}

impl Iterator for TypedRuns<'_> {
    type Item = (i64, u64, Named);

    fn next(&mut self) -> Option<(i64, u64, Named)> {
        let Piece { offset, mut len, grain } = self.pieces.next()?;
        let follows = |len: u64, next: &Piece<Named>| {
            next.grain == grain && offset.checked_add(len.cast_signed()) == Some(next.offset)
        };
        while let Some(next) = self.pieces.next_if(|next| follows(len, next)) {
            len += next.len;
        }
        Some((offset, len, grain))
    }
}
