// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a layout names some byte twice.

use crate::tiles::Tiles;

/// Layouts with more runs than this are not sorted run by run.
const RUNS_TO_SORT: u64 = 1 << 20;

/// Two bytes of instance 0 whose offsets differ by a multiple of the extent coincide in some instance, as
/// does a byte with itself if the extent is 0. So it suffices to place the runs of one instance on a circle
/// as long as the extent.
pub(super) fn has_overlap(tiles: &Tiles<()>) -> bool {
    let Some(tree) = &tiles.tree else { return false };
    if tiles.is_monotone() {
        return false;
    }
    let circle = tiles.extent.unsigned_abs();
    if tree.node.size() > circle || tree.node.facts.runs > RUNS_TO_SORT {
        return true;
    }
    let mut arcs = Vec::new();
    for piece in tiles.pieces(0, tree.node.size()) {
        // A run is no longer than the circle, since the whole data is not.
        let start = u64::try_from(i128::from(piece.offset).rem_euclid(i128::from(circle))).unwrap_or(0);
        let before_wrap = piece.len.min(circle - start);
        arcs.push((start, before_wrap));
        if piece.len > before_wrap {
            arcs.push((0, piece.len - before_wrap));
        }
    }
    arcs.sort_unstable();
    arcs.windows(2).any(|pair| pair[0].0 + pair[0].1 > pair[1].0)
}
