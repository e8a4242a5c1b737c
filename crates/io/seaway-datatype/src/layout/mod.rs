// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Layout`]: a committed datatype as bytes, repeated without end.

mod overlap;
mod runs;

use std::ops::Range;
use std::sync::OnceLock;

pub use runs::{Run, Runs};

use crate::shape::Shape;
use crate::tiles::Tiles;
use crate::tree::Tree;

/// Where the bytes of a committed datatype lie, for any number of instances: instance `i` is displaced by `i`
/// extents.
///
/// A *position* is an index into the packed stream: position `p` belongs to instance `p / size`. Offsets
/// beyond 64 bits saturate to the largest or smallest `i64`.
#[derive(Debug)]
pub struct Layout {
    pub(crate) tiles: Tiles<()>,
    true_lower_bound: i64,
    true_upper_bound: i64,
    overlap: OnceLock<bool>,
}

impl Layout {
    pub(crate) fn new(tree: Tree<()>, shape: &Shape) -> Layout {
        Layout {
            tiles: Tiles::new(tree, shape.extent()),
            true_lower_bound: shape.data.map_or(0, |span| span.low),
            true_upper_bound: shape.data.map_or(0, |span| span.high),
            overlap: OnceLock::new(),
        }
    }

    /// Bytes of data in one instance.
    pub fn size(&self) -> u64 {
        self.tiles.size()
    }

    /// Distance between instances.
    pub fn extent(&self) -> i64 {
        self.tiles.extent
    }

    /// Lowest byte of data of instance 0.
    pub fn true_lower_bound(&self) -> i64 {
        self.true_lower_bound
    }

    /// One past the highest byte of data of instance 0.
    pub fn true_upper_bound(&self) -> i64 {
        self.true_upper_bound
    }

    /// Whether all instances together form one contiguous run. True for a layout without data.
    pub fn is_contiguous(&self) -> bool {
        self.tiles
            .tree
            .as_ref()
            .is_none_or(|tree| tree.node.is_run() && u64::try_from(self.tiles.extent) == Ok(tree.node.size()))
    }

    /// Whether offsets strictly increase over all instances, which also excludes overlap: required of a file
    /// view, whose [`Layout::true_lower_bound`] must also not be negative.
    pub fn is_monotone(&self) -> bool {
        self.tiles.is_monotone()
    }

    /// Whether some byte is named twice, by one instance or by two.
    ///
    /// Exact, except that a layout of more than 2^20 runs that are not in ascending order may be reported as
    /// overlapping when it is not.
    pub fn has_overlap(&self) -> bool {
        *self.overlap.get_or_init(|| overlap::has_overlap(&self.tiles))
    }

    /// Number of maximal runs in one instance, saturating.
    pub fn run_count(&self) -> u64 {
        self.tiles.tree.as_ref().map_or(0, |tree| tree.node.facts.runs)
    }

    /// The contiguous runs of a range of positions, in type-map order, adjacent ones merged.
    pub fn runs(&self, positions: Range<u64>) -> Runs<'_> {
        Runs::new(self, positions)
    }

    /// Offset of the byte at `position`.
    pub fn offset_of(&self, position: u64) -> i64 {
        self.tiles.offset_of(position)
    }

    /// Number of data bytes that lie before `offset`, which is the position of the first data byte at or after it.
    /// Only for monotone layouts; for others the answer is meaningless.
    pub fn position_of(&self, offset: i64) -> u64 {
        self.tiles.position_of(offset)
    }

    /// Offsets that enclose all bytes of a range: the exact hull if the layout is monotone, else that of all
    /// instances touched. The full range of `i64` where offsets exceed 64 bits.
    pub fn bounds(&self, positions: Range<u64>) -> Range<i64> {
        self.tiles.bounds(positions)
    }

    /// Heap memory of the layout.
    pub fn heap_bytes(&self) -> usize {
        self.tiles.tree.as_ref().map_or(0, |tree| tree.node.facts.heap)
    }
}
