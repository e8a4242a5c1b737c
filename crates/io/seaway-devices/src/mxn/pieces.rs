// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes of the file beside the memory they go to or come from.

use seaway_device::Extent;
use seaway_proto::Piece;

/// A run of bytes that is one piece in the file and one in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) extent: Extent,
    pub(super) address: usize,
}

impl Placed {
    /// The part that lies in `extent`.
    pub(super) fn part(&self, extent: Extent) -> Option<Placed> {
        let part = self.extent.intersection(&extent)?;
        let skipped = usize::try_from(part.offset - self.extent.offset).unwrap_or(usize::MAX);
        Some(Placed { extent: part, address: self.address + skipped })
    }

    pub(super) fn len(&self) -> usize {
        usize::try_from(self.extent.len).unwrap_or(usize::MAX)
    }
}

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

/// Lays memory, pieces of address and length, along extents. Both have the same number of bytes.
pub(super) fn lay_out(extents: &[Extent], memory: &[(usize, usize)]) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(extents.len().max(memory.len()));
    let mut pieces = memory.iter().copied().filter(|piece| piece.1 > 0);
    let mut piece = (0, 0);
    for extent in extents {
        let mut left = *extent;
        while left.len > 0 {
            if piece.1 == 0 {
                let Some(next) = pieces.next() else { return placed };
                piece = next;
            }
            let len = left.len.min(piece.1 as u64);
            placed.push(Placed { extent: Extent::new(left.offset, len), address: piece.0 });
            left = Extent::new(left.offset + len, left.len - len);
            let used = usize::try_from(len).unwrap_or(usize::MAX);
            piece = (piece.0 + used, piece.1 - used);
        }
    }
    placed
}

/// The parts of sorted `placed` that lie in `extent`.
pub(super) fn parts(placed: &[Placed], extent: Extent) -> impl Iterator<Item = Placed> {
    let first = placed.partition_point(|piece| piece.extent.end() <= extent.offset);
    placed[first..].iter().map_while(move |piece| piece.part(extent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_laid_along_extents() {
        let extents = [Extent::new(10, 4), Extent::new(20, 6)];
        let placed = lay_out(&extents, &[(100, 3), (0, 0), (200, 7)]);
        let expected = [(10, 3, 100), (13, 1, 200), (20, 6, 201)]
            .map(|(offset, len, address)| Placed { extent: Extent::new(offset, len), address });
        assert_eq!(placed, expected);
        let part: Vec<Placed> = parts(&placed, Extent::new(12, 10)).collect();
        assert_eq!(
            part.iter().map(|piece| (piece.extent.offset, piece.address)).collect::<Vec<_>>(),
            [(12, 102), (13, 200), (20, 201)]
        );
    }
}
