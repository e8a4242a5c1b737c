// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Runs`]: the contiguous runs of a layout.

use std::ops::Range;

use super::Layout;
use crate::tiles::{Piece, Pieces};

/// Contiguous bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    pub offset: i64,
    pub len: u64,
}

/// Iterator over the runs of a range of positions; see [`Layout::runs`].
#[derive(Debug, Clone)]
pub struct Runs<'a> {
    /// A run that was read while looking for the end of the previous one.
    found: Option<Run>,
    pieces: Pieces<'a, ()>,
}

impl<'a> Runs<'a> {
    pub(super) fn new(layout: &'a Layout, positions: Range<u64>) -> Runs<'a> {
        let Range { start, end } = positions;
        if layout.is_contiguous() && layout.size() > 0 {
            // Merging the instances of a contiguous type one by one would take forever.
            let whole = (end > start).then(|| Run { offset: layout.offset_of(start), len: end - start });
            return Runs { found: whole, pieces: layout.tiles.pieces(end, end) };
        }
        Runs { found: None, pieces: layout.tiles.pieces(start, end) }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        let mut run = match self.found.take() {
            Some(run) => run,
            None => self.pieces.next().map(Run::from)?,
        };
        while !self.pieces.goes_on_in_row() {
            let Some(next) = self.pieces.next().map(Run::from) else { break };
            if !run.continues_with(&next) {
                self.found = Some(next);
                break;
            }
            run.len += next.len;
        }
        Some(run)
    }
}

impl Run {
    fn continues_with(&self, next: &Run) -> bool {
        i64::try_from(self.len).ok().and_then(|len| self.offset.checked_add(len)) == Some(next.offset)
    }
}

impl From<Piece<()>> for Run {
    fn from(piece: Piece<()>) -> Run {
        Run { offset: piece.offset, len: piece.len }
    }
}
