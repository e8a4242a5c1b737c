// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cursor`]: iterates over the place of a read or write, as bytes arrive.

use std::sync::Arc;

use seaway_device_api::{Extent, Result};
use seaway_messages::{Range, Region};

use super::shapes::{Shape, Shapes};

#[derive(Debug)]
pub(super) struct Cursor(CursorKind);

#[derive(Debug)]
enum CursorKind {
    /// Index of the first extent left, and how much of it is done.
    List {
        ranges: Vec<Range>,
        first: usize,
        done: u64,
        left: u64,
    },
    Shaped {
        shape: Arc<Shape>,
        position: u64,
        left: u64,
    },
}

/// How much to take at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portion {
    pub(super) bytes: u64,
    pub(super) pieces: usize,
    /// All within one block of the file of this size, which begins at a multiple of it.
    pub(super) block: u64,
}

impl Cursor {
    pub(super) fn new(place: Region, shapes: &Shapes) -> Result<Self> {
        let left = place.bytes();
        match place {
            Region::Extents(ranges) => Ok(Self(CursorKind::List { ranges, first: 0, done: 0, left })),
            Region::Shaped { shape, position, len } => {
                let shape = shapes.get(shape)?;
                shape.check(&(position..position + len))?;
                Ok(Self(CursorKind::Shaped { shape, position, left }))
            }
        }
    }

    /// Bytes left.
    pub(super) fn left(&self) -> u64 {
        match self.0 {
            CursorKind::List { left, .. } | CursorKind::Shaped { left, .. } => left,
        }
    }

    /// The next pieces, sorted and disjoint; at least one, if any are left. Returns their total size.
    pub(super) fn next_pieces(&self, portion: Portion, pieces: &mut Vec<Extent>) -> Result<u64> {
        match &self.0 {
            CursorKind::List { ranges, first, done, .. } => {
                let extents = ranges
                    .get(*first..)
                    .unwrap_or(&[])
                    .iter()
                    .map(|range| Extent::new(range.offset, range.len));
                let rest = extents.enumerate().map(|(index, extent)| match index {
                    0 => Extent::new(extent.offset + done, extent.len - done),
                    _ => extent,
                });
                Ok(take(rest, portion, pieces))
            }
            CursorKind::Shaped { shape, position, left } => {
                let positions = *position..*position + (*left).min(portion.bytes);
                Ok(take(shape.extents(positions)?, portion, pieces))
            }
        }
    }

    /// Advances by bytes that were among the next pieces.
    pub(super) fn advance(&mut self, bytes: u64) {
        match &mut self.0 {
            CursorKind::List { ranges, first, done, left } => {
                *left -= bytes;
                *done += bytes;
                while let Some(range) = ranges.get(*first).filter(|range| *done >= range.len) {
                    *done -= range.len;
                    *first += 1;
                }
            }
            CursorKind::Shaped { position, left, .. } => {
                *left -= bytes;
                *position += bytes;
            }
        }
    }
}

/// As many as the portion allows. A view may jump back: the rest is left for the next call.
fn take(extents: impl Iterator<Item = Extent>, portion: Portion, pieces: &mut Vec<Extent>) -> u64 {
    pieces.clear();
    let (mut bytes, mut end, mut block_end) = (0, 0, 0);
    for extent in extents {
        if pieces.is_empty() {
            block_end = (extent.offset / portion.block).saturating_add(1).saturating_mul(portion.block);
        }
        let room = (portion.bytes - bytes).min(block_end.saturating_sub(extent.offset));
        if room == 0 || pieces.len() == portion.pieces || extent.offset < end {
            break;
        }
        let len = extent.len.min(room);
        pieces.push(Extent::new(extent.offset, len));
        (bytes, end) = (bytes + len, extent.offset + len);
        if len < extent.len {
            break;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use seaway_datatype::{Datatype, Named};

    use super::*;

    const ALL: Portion = Portion { bytes: u64::MAX, pieces: usize::MAX, block: u64::MAX };

    fn list(ranges: &[(u64, u64)]) -> Region {
        Region::Extents(ranges.iter().map(|&(offset, len)| Range { offset, len }).collect())
    }

    fn vector(shapes: &mut Shapes, count: i64, block: i64, stride: i64) -> u32 {
        let datatype = Datatype::vector(count, block, stride, &Datatype::named(Named::Byte)).unwrap();
        assert!(shapes.insert(1, 100, &datatype.encode()));
        1
    }

    /// Whatever the portions are, the pieces add up to the whole.
    fn check(place: &Region, shapes: &Shapes) {
        let mut whole = Vec::new();
        let cursor = Cursor::new(place.clone(), shapes).unwrap();
        assert_eq!(cursor.next_pieces(ALL, &mut whole).unwrap(), place.bytes());
        let expected: Vec<u64> = whole.iter().flat_map(|extent| extent.offset..extent.end()).collect();
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..50 {
            let mut cursor = Cursor::new(place.clone(), shapes).unwrap();
            let (mut seen, mut pieces) = (Vec::new(), Vec::new());
            while cursor.left() > 0 {
                let portion = Portion {
                    bytes: random.u64(1..40),
                    pieces: random.usize(1..5),
                    block: random.u64(1..100),
                };
                let bytes = cursor.next_pieces(portion, &mut pieces).unwrap();
                assert!(bytes > 0 && bytes <= portion.bytes && pieces.len() <= portion.pieces);
                let hull = Extent::hull(&pieces);
                assert_eq!(hull.offset / portion.block, (hull.end() - 1) / portion.block);
                let done = random.u64(1..=bytes);
                seen.extend(
                    pieces
                        .iter()
                        .flat_map(|extent| extent.offset..extent.end())
                        .take(usize::try_from(done).unwrap()),
                );
                cursor.advance(done);
            }
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn lists_and_views_come_in_portions() {
        let mut shapes = Shapes::default();
        check(&list(&[(0, 7), (7, 3), (20, 1), (1000, 50)]), &shapes);
        let shape = vector(&mut shapes, 10, 3, 8);
        check(&Region::Shaped { shape, position: 4, len: 55 }, &shapes);
    }

    #[test]
    fn view_of_nothing_or_beyond_all_files_is_refused() {
        let mut shapes = Shapes::default();
        let shape = vector(&mut shapes, 10, 3, 8);
        let at = |position, len| Cursor::new(Region::Shaped { shape, position, len }, &shapes);
        assert!(at(1 << 40, 1 << 40).is_ok());
        assert!(at(1 << 62, 1 << 20).is_err());
        assert!(Cursor::new(Region::Shaped { shape: 9, position: 0, len: 1 }, &shapes).is_err());
        let shape = vector(&mut shapes, 0, 3, 8);
        assert!(Cursor::new(Region::Shaped { shape, position: 0, len: 1 }, &shapes).is_err());
        assert_eq!(Cursor::new(Region::Shaped { shape, position: 0, len: 0 }, &shapes).unwrap().left(), 0);
        assert!(shapes.insert(2, 0, b"no tree"));
        let error = Cursor::new(Region::Shaped { shape: 2, position: 0, len: 1 }, &shapes).unwrap_err();
        assert_eq!(error.kind(), seaway_device_api::ErrorKind::Datatype);
    }

    #[test]
    fn connection_has_so_many_shapes_at_a_time() {
        let mut shapes = Shapes::default();
        let tree = Datatype::named(Named::Byte).encode();
        for number in 0..64 {
            assert!(shapes.insert(number, 0, &tree));
        }
        assert!(!shapes.insert(64, 0, &tree));
        assert!(shapes.insert(3, 0, &tree), "in place of another");
        shapes.remove(3);
        assert!(shapes.insert(64, 0, &tree));
    }
}
