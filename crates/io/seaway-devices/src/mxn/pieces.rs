// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes of the file beside the memory they go to or come from.

use seaway_device_api::Extent;
use seaway_memory::Spot;
use seaway_messages::Piece;
use seaway_roles::stream::bytes;
pub(super) use seaway_roles::stream::bytes::parts;

/// A run of bytes that is one piece in the file and one in memory.
pub(super) type Placed = bytes::Placed<Spot>;

/// The part of a writer's piece that is `extent`, which lies in it.
pub(super) fn part_of(piece: &Piece, extent: Extent) -> Piece {
    let skipped = extent.offset - piece.offset;
    Piece {
        offset: extent.offset,
        len: extent.len,
        // Where it is was said by another process.
        address: piece.address.wrapping_add(skipped),
        window: piece.window.map(|window| window.wrapping_add(skipped)),
    }
}

/// Lays pieces of memory along extents. Both have the same number of bytes.
pub(super) fn lay_out(extents: &[Extent], memory: &[Spot]) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(extents.len().max(memory.len()));
    let mut pieces = memory.iter().copied().filter(|piece| !piece.is_empty());
    let mut rest: Option<Spot> = None;
    for extent in extents {
        let mut left = *extent;
        while left.len > 0 {
            let Some(piece) = rest.filter(|rest| !rest.is_empty()).or_else(|| pieces.next()) else {
                return placed;
            };
            let len = left.len.min(piece.len() as u64);
            let used = usize::try_from(len).unwrap_or(usize::MAX);
            placed.push(Placed { extent: Extent::new(left.offset, len), memory: piece.part(0, used) });
            left = Extent::new(left.offset + len, left.len - len);
            rest = Some(piece.part(used, usize::MAX));
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_laid_along_extents() {
        let extents = [Extent::new(10, 4), Extent::new(20, 6)];
        let bytes = [0_u8; 300];
        let all = Spot::of_slice(&bytes);
        let placed = lay_out(&extents, &[all.part(100, 3), all.part(0, 0), all.part(200, 7)]);
        let expected = [(10, 3, 100), (13, 1, 200), (20, 6, 201)].map(|(offset, len, from)| {
            let memory = all.part(from, usize::try_from(len).unwrap());
            Placed { extent: Extent::new(offset, len), memory }
        });
        assert_eq!(placed, expected);
        let part: Vec<Placed> = parts(&placed, Extent::new(12, 10)).collect();
        assert_eq!(
            part.iter()
                .map(|piece| (piece.extent.offset, piece.memory.address() - all.address()))
                .collect::<Vec<_>>(),
            [(12, 102), (13, 200), (20, 201)]
        );
    }
}
