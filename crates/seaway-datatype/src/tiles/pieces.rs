// SPDX-License-Identifier: MIT OR Apache-2.0
//! Walking the runs of a range of positions.

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

/// Pieces of a range of positions, in order. Rows of runs are walked in place; from one row to the next, it descends
/// from the root, so there is no stack to keep.
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

impl<G: Grain> Iterator for Pieces<'_, G> {
    type Item = Piece<G>;

    fn next(&mut self) -> Option<Piece<G>> {
        if self.position >= self.end {
            return None;
        }
        if self.landing.is_none() {
            self.landing = self.tiles.descend(self.position);
        }
        let landing = self.landing.as_mut()?;
        let (offset, len) = landing.leaf.first();
        let offset = offset.saturating_add(landing.within.cast_signed());
        let len = (len - landing.within).min(self.end - self.position);
        let grain = landing.grain;
        self.position += len;
        landing.within = 0;
        if !landing.leaf.advance() {
            self.landing = None;
        }
        Some(Piece { offset, len, grain })
    }
}

impl Leaf<'_> {
    /// Offset and length of the first run.
    pub(crate) fn first(&self) -> (i64, u64) {
        match self {
            Leaf::Strided { offset, len, .. } => (*offset, *len),
            Leaf::Scattered { base, offsets, len } => (base.saturating_add(offsets[0]), *len),
            Leaf::Indexed { base, offsets, starts, unit } => {
                (base.saturating_add(offsets[0]), (starts[1] - starts[0]) * unit)
            }
        }
    }

    /// Drops the first run. Says whether any is left.
    fn advance(&mut self) -> bool {
        match self {
            Leaf::Strided { offset, stride, count, .. } => {
                *offset = offset.saturating_add(*stride);
                *count -= 1;
                *count > 0
            }
            Leaf::Scattered { offsets, .. } => {
                *offsets = &offsets[1..];
                !offsets.is_empty()
            }
            Leaf::Indexed { offsets, starts, .. } => {
                *offsets = &offsets[1..];
                *starts = &starts[1..];
                !offsets.is_empty()
            }
        }
    }
}
