// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Runs`]: the contiguous runs of a layout.

use std::iter::Peekable;
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
    /// The whole range, if it is known to be one run.
    whole: Option<Run>,
    pieces: Peekable<Pieces<'a, ()>>,
}

impl<'a> Runs<'a> {
    pub(super) fn new(layout: &'a Layout, positions: Range<u64>) -> Runs<'a> {
        let Range { start, end } = positions;
        if layout.is_contiguous() && layout.size() > 0 {
            // One by one, the instances of a contiguous type would take forever to merge.
            let whole = (end > start).then(|| Run { offset: layout.offset_of(start), len: end - start });
            return Runs { whole, pieces: layout.tiles.pieces(end, end).peekable() };
        }
        Runs { whole: None, pieces: layout.tiles.pieces(start, end).peekable() }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        if let Some(whole) = self.whole.take() {
            return Some(whole);
        }
        let Piece { offset, mut len, .. } = self.pieces.next()?;
        while let Some(next) = self.pieces.next_if(|next| continues(offset, len, next.offset)) {
            len += next.len;
        }
        Some(Run { offset, len })
    }
}

fn continues(offset: i64, len: u64, next: i64) -> bool {
    i64::try_from(len).ok().and_then(|len| offset.checked_add(len)) == Some(next)
}
