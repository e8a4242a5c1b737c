// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterates over the runs of a range of positions.

use super::Tiles;
use super::descend::{Landing, Leaf};
use crate::tree::Grain;

/// A run as the tree holds it; the next may continue it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece<G> {
    pub(crate) offset: i64,
    pub(crate) len: u64,
    pub(crate) grain: G,
}

/// Pieces of a range of positions, in order. Rows of runs are traversed in place; each new row is found by
/// descending from the root, so there is no stack to keep.
#[derive(Debug, Clone)]
pub(crate) struct Pieces<'a, G> {
    tiles: &'a Tiles<G>,
    position: u64,
    end: u64,
    landing: Option<Landing<'a, G>>,
}

impl<G: Grain> Tiles<G> {
    pub(crate) fn pieces(&self, start: u64, end: u64) -> Pieces<'_, G> {
        let end = if self.tree.is_some() { end } else { start };
        Pieces { tiles: self, position: start, end, landing: None }
    }
}

impl<G: Grain> Pieces<'_, G> {
    /// Whether the next piece is a block of the same row as the last: then there is a hole between them,
    /// since in normal form blocks of a row never touch.
    pub(crate) fn goes_on_in_row(&self) -> bool {
        self.landing.is_some() && self.position < self.end
    }
}

impl<G: Grain> Iterator for Pieces<'_, G> {
    type Item = Piece<G>;

    #[inline]
    fn next(&mut self) -> Option<Piece<G>> {
        if self.position >= self.end {
            return None;
        }
        let landing = match &mut self.landing {
            Some(landing) => landing,
            none => none.insert(self.tiles.descend(self.position)?),
        };
        let (offset, len, is_last) = landing.leaf.take_first();
        let offset = offset.saturating_add(landing.within.cast_signed());
        let len = (len - landing.within).min(self.end - self.position);
        let grain = landing.grain;
        self.position += len;
        landing.within = 0;
        if is_last {
            self.landing = None;
        }
        Some(Piece { offset, len, grain })
    }
}

impl Leaf<'_> {
    /// Offset and length of the first run.
    pub(crate) fn first(&self) -> (i64, u64) {
        let (offset, len, _) = self.clone().take_first();
        (offset, len)
    }

    /// Drops the first run. Returns its offset and length, and whether it was the last.
    #[inline]
    fn take_first(&mut self) -> (i64, u64, bool) {
        match self {
            Leaf::Strided { offset, stride, len, count } => {
                let first = *offset;
                *offset = first.saturating_add(*stride);
                *count -= 1;
                (first, *len, *count == 0)
            }
            Leaf::Scattered { base, offsets, len } => {
                let first = base.saturating_add(offsets[0]);
                *offsets = &offsets[1..];
                (first, *len, offsets.is_empty())
            }
            Leaf::Indexed { base, offsets, starts, unit } => {
                let first = base.saturating_add(offsets[0]);
                let len = (starts[1] - starts[0]) * *unit;
                (*offsets, *starts) = (&offsets[1..], &starts[1..]);
                (first, len, offsets.is_empty())
            }
        }
    }
}
