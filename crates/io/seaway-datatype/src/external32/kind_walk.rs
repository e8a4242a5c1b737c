// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sequence of element kinds in the packed stream of a datatype.

use crate::datatype::Datatype;
use crate::named::Named;
use crate::tiles::Pieces;

/// Instances with at most this many runs of one kind are cached instead of looked up each time.
const REMEMBERED_RUNS: u64 = 64;

/// Walks the kinds from a position on, without end.
#[derive(Debug)]
pub(crate) struct KindWalk<'a> {
    named: Named,
    /// Bytes left of the current run.
    left: u64,
    rest: Rest<'a>,
}

#[derive(Debug)]
enum Rest<'a> {
    /// There is only one kind.
    Same,
    /// The runs of one instance, repeated, and the index of the next.
    Instance(Vec<(Named, u64)>, usize),
    Pieces(Pieces<'a, Named>),
}

impl<'a> KindWalk<'a> {
    /// `None` if there is no data.
    pub(crate) fn new(datatype: &'a Datatype, position: u64) -> Option<KindWalk<'a>> {
        if let Some(named) = datatype.uniform_element() {
            return Some(KindWalk { named, left: u64::MAX, rest: Rest::Same });
        }
        let tiles = datatype.typed_tiles();
        let tree = tiles.tree.as_ref()?;
        if tree.node.facts.runs > REMEMBERED_RUNS {
            let rest = Rest::Pieces(tiles.pieces(position, u64::MAX));
            return Some(KindWalk { named: tree.node.facts.first, left: 0, rest });
        }
        let runs = tiles.pieces(0, tiles.size()).map(|piece| (piece.grain, piece.len)).collect();
        let mut kinds = KindWalk { named: tree.node.facts.first, left: 0, rest: Rest::Instance(runs, 0) };
        let mut skip = position % tiles.size();
        while let Some((_, skipped)) = kinds.next_up_to(skip) {
            skip -= skipped;
        }
        Some(kinds)
    }

    /// The kind of the next bytes, and how many of them, at most `limit`, are of that kind. `None` if the
    /// limit is zero.
    pub(crate) fn next_up_to(&mut self, limit: u64) -> Option<(Named, u64)> {
        if limit == 0 {
            return None;
        }
        if self.left == 0 {
            let (named, left) = match &mut self.rest {
                Rest::Same => (self.named, u64::MAX),
                Rest::Instance(runs, next) => {
                    let run = *runs.get(*next)?;
                    *next = (*next + 1) % runs.len();
                    run
                }
                Rest::Pieces(pieces) => pieces.next().map(|piece| (piece.grain, piece.len))?,
            };
            (self.named, self.left) = (named, left);
        }
        let len = self.left.min(limit);
        self.left -= len;
        Some((self.named, len))
    }
}
