// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether the ranks' pieces cover a range of the file exactly, without gap or overlap.
//!
//! Comparing lists of pieces would cost memory and messages. Instead each rank sums, over its pieces, a hash
//! of the piece's end minus a hash of its start. Where one piece ends and another starts the two cancel, no
//! matter which ranks they belong to. If everything cancels but the start and the end of the whole range,
//! then as many pieces end as start at every point inside: exactly one piece covers each byte. The
//! probability of a false match is 2^-64.

use seaway_device_api::{Extent, Result};

use crate::Communicator;
use crate::view::ViewRange;

/// Collective. False when in doubt.
pub(super) fn is_complete(
    communicator: &dyn Communicator,
    hull: Extent,
    range: &ViewRange<'_>,
) -> Result<bool> {
    const WORDS: usize = 4;
    let mut all = vec![0; WORDS * communicator.size()];
    communicator.all_gather_words(&tiles(range, hull), &mut all)?;
    let busy = all.chunks_exact(WORDS).filter(|words| words[0] != IDLE);
    let Some(first) = busy.clone().next() else { return Ok(true) };
    // Ranks that all access the same number of equally long filetypes repeat one pattern: checking its first
    // occurrence is enough.
    if busy.clone().all(|words| words[0] == WHOLE_TILES && words[1..3] == first[1..3]) {
        let (extent, count) = (first[1], first[2]);
        let sum = busy.fold(0_u64, |sum, words| sum.wrapping_add(words[3]));
        if extent.checked_mul(count) == Some(hull.len) && sum == fingerprint_of(0, extent) {
            return Ok(true);
        }
    }
    let pieces =
        range.extents().fold(0_u64, |sum, piece| sum.wrapping_add(fingerprint_of(piece.offset, piece.end())));
    let mut sums = vec![0; communicator.size()];
    communicator.all_gather_words(&[pieces], &mut sums)?;
    let sum = sums.into_iter().fold(0, u64::wrapping_add);
    Ok(sum == fingerprint_of(hull.offset, hull.end()))
}

const IDLE: u64 = 0;
const WHOLE_TILES: u64 = 1;
const OTHER: u64 = 2;

/// Extent and number of filetypes, and the fingerprint of the first, if the access consists of whole
/// filetypes.
fn tiles(range: &ViewRange<'_>, hull: Extent) -> [u64; 4] {
    if range.is_empty() {
        return [IDLE, 0, 0, 0];
    }
    let layout = range.view().layout();
    let (size, positions) = (layout.size(), range.positions());
    let extent = layout.extent().unsigned_abs();
    if !positions.start.is_multiple_of(size) || !range.bytes().is_multiple_of(size) {
        return [OTHER, 0, 0, 0];
    }
    let start = range.view().displacement() + positions.start / size * extent;
    // May wrap where a filetype begins with a gap; adding the pieces' offsets wraps it back.
    let tile = range.view().tile_fingerprint(start.wrapping_sub(hull.offset), fingerprint_of);
    [WHOLE_TILES, extent, range.bytes() / size, tile]
}

fn fingerprint_of(start: u64, end: u64) -> u64 {
    mixed(end).wrapping_sub(mixed(start))
}

/// The finaliser of splitmix64: every input bit changes half of the output bits.
fn mixed(value: u64) -> u64 {
    let mut mixed = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The fingerprint of pieces known to one rank; used where all views are known.
pub(super) fn pieces_are_complete<'e>(pieces: impl Iterator<Item = Extent> + 'e, hull: Extent) -> bool {
    let sum = pieces.fold(0_u64, |sum, piece| sum.wrapping_add(fingerprint_of(piece.offset, piece.end())));
    sum == fingerprint_of(hull.offset, hull.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pieces: &[(u64, u64)], expected: bool) {
        let pieces = pieces.iter().map(|&(start, end)| Extent::from(start..end));
        assert_eq!(pieces_are_complete(pieces, Extent::new(0, 12)), expected);
    }

    #[test]
    fn only_an_exact_tiling_is_complete() {
        check(&[(0, 4), (8, 12), (4, 8)], true);
        check(&[(0, 4), (8, 12)], false);
        // Overlap and gap of the same length: the byte count would be fooled.
        check(&[(0, 4), (0, 4), (8, 12)], false);
        check(&[(0, 8), (4, 12)], false);
        check(&[(0, 6), (2, 4), (6, 12)], false);
    }
}
