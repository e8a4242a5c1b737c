// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tree repeated indefinitely, one extent apart: how a view sees its filetype and a buffer its datatype.
//!
//! A *position* is an index into the packed stream of all instances. Translating a position to an offset
//! descends the tree with one division or binary search per level; nothing is ever expanded.

mod descend;
mod locate;
mod pieces;

pub(crate) use pieces::{Piece, Pieces};

use crate::tree::{Grain, Tree};

/// A tree and the distance between its instances.
#[derive(Debug)]
pub(crate) struct Tiles<G> {
    pub(crate) tree: Tree<G>,
    pub(crate) extent: i64,
}

impl<G: Grain> Tiles<G> {
    pub(crate) fn new(tree: Tree<G>, extent: i64) -> Self {
        Tiles { tree, extent }
    }

    /// Bytes of data in one instance.
    pub(crate) fn size(&self) -> u64 {
        self.tree.as_ref().map_or(0, |tree| tree.node.size())
    }
}
