// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Pieces`]: iterates over extents and segments together. A piece is contiguous in the file and in memory;
//! every device that copies or calls once per piece starts here. Inlined into devices, which are other
//! crates: a function call would be noticeable in small accesses.

use crate::{Error, ErrorKind, Extent, Operation, Result, Segments, SegmentsMut};

/// Memory that can be split in two: `&[u8]` and `&mut [u8]`.
pub trait Slice: Sized + Default {
    fn len(&self) -> usize;
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn split(self, at: usize) -> (Self, Self);
    /// Whether its address is a multiple of `bytes`, a power of two.
    fn is_aligned_to(&self, bytes: usize) -> bool;
}

impl Slice for &[u8] {
    #[inline]
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    #[inline]
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }

    #[inline]
    fn is_aligned_to(&self, bytes: usize) -> bool {
        self.as_ptr().align_offset(bytes) == 0
    }
}

impl Slice for &mut [u8] {
    #[inline]
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    #[inline]
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }

    #[inline]
    fn is_aligned_to(&self, bytes: usize) -> bool {
        self.as_ptr().align_offset(bytes) == 0
    }
}

/// File offset and memory of one piece after the other.
#[derive(Debug)]
pub struct Pieces<'e, M, I> {
    extents: std::slice::Iter<'e, Extent>,
    extent: Extent,
    segments: I,
    segment: M,
    /// Pieces end before the next multiple of `boundary + 1`, a power of two.
    boundary: u64,
}

/// The pieces of a write.
#[inline]
pub fn pieces<'a>(
    extents: &'a [Extent],
    source: &Segments<'a>,
) -> Pieces<'a, &'a [u8], impl Iterator<Item = &'a [u8]>> {
    Pieces::new(extents, source.pieces().iter().map(|piece| &**piece))
}

/// The pieces of a read.
#[inline]
pub fn pieces_mut<'a>(
    extents: &'a [Extent],
    target: &'a mut SegmentsMut<'_, '_>,
) -> Pieces<'a, &'a mut [u8], impl Iterator<Item = &'a mut [u8]>> {
    Pieces::new(extents, target.pieces().iter_mut().map(|piece| &mut **piece))
}

/// Refuses extents that do not add up to the memory's `total`, or that no file can have. Writes must be sorted and
/// disjoint as well: each byte has one value afterwards.
#[inline]
pub fn check(operation: Operation, extents: &[Extent], total: u64) -> Result<()> {
    let refuse = |detail| {
        Err(Error::new(ErrorKind::Argument, operation).with_extent(Extent::hull(extents)).with_detail(detail))
    };
    let Some(sum) = extents.iter().try_fold(0_u64, |sum, extent| sum.checked_add(extent.len)) else {
        return refuse("the extents' lengths overflow 64 bits");
    };
    if sum != total {
        return refuse("the extents' lengths do not add up to the memory's");
    }
    if extents.iter().any(|extent| extent.end() > i64::MAX as u64) {
        return refuse("the extent ends past the largest file offset, 2^63-1");
    }
    if operation == Operation::Write && !extents.is_sorted_by(|one, next| one.end() <= next.offset) {
        return refuse("the extents are not sorted and disjoint");
    }
    Ok(())
}

impl<'e, M: Slice, I: Iterator<Item = M>> Pieces<'e, M, I> {
    fn new(extents: &'e [Extent], segments: I) -> Self {
        Self {
            extents: extents.iter(),
            extent: Extent::new(0, 0),
            segments,
            segment: M::default(),
            boundary: u64::MAX,
        }
    }

    /// Cuts pieces at multiples of `bytes`, a power of two, as well.
    pub fn cut_at_multiples_of(mut self, bytes: u64) -> Self {
        debug_assert!(bytes.is_power_of_two());
        self.boundary = bytes - 1;
        self
    }
}

impl<M: Slice, I: Iterator<Item = M>> Iterator for Pieces<'_, M, I> {
    type Item = (u64, M);

    fn next(&mut self) -> Option<Self::Item> {
        while self.extent.is_empty() {
            self.extent = *self.extents.next()?;
        }
        while self.segment.is_empty() {
            self.segment = self.segments.next()?;
        }
        let offset = self.extent.offset;
        let until_boundary = (!offset & self.boundary).saturating_add(1);
        let len = usize::try_from(self.extent.len.min(until_boundary))
            .unwrap_or(usize::MAX)
            .min(self.segment.len());
        let (piece, rest) = std::mem::take(&mut self.segment).split(len);
        self.segment = rest;
        self.extent = Extent::new(offset + len as u64, self.extent.len - len as u64);
        Some((offset, piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{IoSlice, IoSliceMut};

    const EXTENTS: &[Extent] = &[Extent { offset: 10, len: 3 }, Extent { offset: 20, len: 4 }];

    #[test]
    fn pieces_end_where_extent_or_segment_ends() {
        let segments = [IoSlice::new(b"ab"), IoSlice::new(b""), IoSlice::new(b"cdefg")];
        let walked: Vec<_> = pieces(EXTENTS, &Segments::new(&segments)).collect();
        assert_eq!(walked, [(10, &b"ab"[..]), (12, b"c"), (20, b"defg")]);
    }

    #[test]
    fn pieces_are_cut_at_boundaries() {
        let segments = [IoSlice::new(b"abcdefg")];
        let walked: Vec<_> = pieces(EXTENTS, &Segments::new(&segments)).cut_at_multiples_of(4).collect();
        assert_eq!(walked, [(10, &b"ab"[..]), (12, b"c"), (20, b"defg")]);
        let walked: Vec<_> = pieces(EXTENTS, &Segments::new(&segments)).cut_at_multiples_of(2).collect();
        assert_eq!(walked, [(10, &b"ab"[..]), (12, b"c"), (20, b"de"), (22, b"fg")]);
    }

    #[test]
    fn mutable_pieces_cover_the_same_bytes() {
        let (mut first, mut second) = ([0; 5], [0; 2]);
        let mut segments = [IoSliceMut::new(&mut first), IoSliceMut::new(&mut second)];
        let mut target = SegmentsMut::new(&mut segments);
        for (offset, piece) in pieces_mut(EXTENTS, &mut target) {
            for (offset, byte) in (offset..).zip(piece) {
                *byte = u8::try_from(offset).unwrap();
            }
        }
        assert_eq!((first, second), ([10, 11, 12, 20, 21], [22, 23]));
    }

    #[test]
    fn extents_must_add_up() {
        let kind =
            |extents: &[Extent], total| check(Operation::Write, extents, total).map_err(|error| error.kind());
        assert_eq!(kind(EXTENTS, 7), Ok(()));
        assert_eq!(kind(EXTENTS, 8), Err(ErrorKind::Argument));
        assert_eq!(kind(&[Extent::new(0, u64::MAX), Extent::new(9, 9)], 8), Err(ErrorKind::Argument));
        assert_eq!(kind(&[Extent::new(i64::MAX as u64, 1)], 1), Err(ErrorKind::Argument));
        assert_eq!(kind(&[Extent::new(20, 1), Extent::new(10, 1)], 2), Err(ErrorKind::Argument));
        assert_eq!(kind(&[Extent::new(10, 2), Extent::new(11, 1)], 3), Err(ErrorKind::Argument));
    }
}
