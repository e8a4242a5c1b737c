// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory side of requests: the program's own, or a buffer owned by the request.

use std::io::{IoSlice, IoSliceMut};
use std::sync::Arc;

use seaway_device_api::{Segments, SegmentsMut};
use seaway_memory::Spot;

use super::sys::{slice_at, slice_to};

/// What a write sends.
#[derive(Debug, Clone)]
pub(super) enum WriteMemory {
    Lent(LentSlice),
    /// Pieces, concatenated.
    Owned(Arc<Vec<Vec<u8>>>),
}

/// Where a read puts incoming bytes.
#[derive(Debug)]
pub(super) enum ReadMemory {
    Lent(LentSlice),
    Owned(Vec<u8>),
}

/// Consecutive bytes of borrowed memory: its pieces, and how many bytes of them to skip.
#[derive(Debug, Clone)]
pub(super) struct LentSlice {
    pieces: Arc<[Spot]>,
    skip: u64,
    len: u64,
}

/// A position in a list of pieces: which piece, and the offset in it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    piece: usize,
    within: usize,
}

impl LentSlice {
    /// Memory that stays until the requests that use it have been answered.
    pub(super) fn new(pieces: &[Spot]) -> Self {
        let len = pieces.iter().map(|piece| piece.len() as u64).sum();
        Self { pieces: pieces.into(), skip: 0, len }
    }

    /// Memory of a call that waits for the requests that use it.
    pub(super) fn of_call(source: &Segments<'_>) -> Self {
        Self::new(&source.pieces().iter().map(|piece| Spot::of_slice(piece)).collect::<Vec<_>>())
    }

    pub(super) fn of_call_mut(target: &mut SegmentsMut<'_, '_>) -> Self {
        Self::new(&target.pieces().iter_mut().map(|piece| Spot::of_slice_mut(piece)).collect::<Vec<_>>())
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The `len` bytes from `from` on, which must exist.
    pub(super) fn part(&self, from: u64, len: u64) -> Self {
        Self { pieces: self.pieces.clone(), skip: self.skip + from, len }
    }

    fn start(&self) -> Cursor {
        let mut start = Cursor::default();
        let lengths = self.pieces.iter().map(Spot::len);
        start.advance(lengths, self.skip);
        start
    }
}

impl Cursor {
    /// Moves forward by `bytes`, through pieces of these `lengths` from the first on.
    fn advance(&mut self, lengths: impl Iterator<Item = usize>, bytes: u64) {
        let mut left = bytes;
        for len in lengths.skip(self.piece) {
            let here = (len - self.within) as u64;
            if left < here {
                self.within += usize::try_from(left).unwrap_or(usize::MAX);
                return;
            }
            left -= here;
            *self = Cursor { piece: self.piece + 1, within: 0 };
        }
    }
}

/// The next `bytes` of pieces with these lengths: which piece, offset in it, how many.
fn next(
    cursor: &mut Cursor,
    lengths: impl Iterator<Item = usize>,
    bytes: u64,
    mut use_piece: impl FnMut(usize, usize, usize),
) {
    let mut left = usize::try_from(bytes).unwrap_or(usize::MAX);
    for len in lengths.skip(cursor.piece) {
        let here = (len - cursor.within).min(left);
        if here > 0 {
            use_piece(cursor.piece, cursor.within, here);
        }
        left -= here;
        cursor.within += here;
        if cursor.within < len {
            return;
        }
        *cursor = Cursor { piece: cursor.piece + 1, within: 0 };
        if left == 0 {
            return;
        }
    }
}

impl WriteMemory {
    pub(super) fn start(&self) -> Cursor {
        match self {
            Self::Lent(part) => part.start(),
            Self::Owned(_) => Cursor::default(),
        }
    }

    /// Skips the next `bytes`.
    pub(super) fn skip(&self, cursor: &mut Cursor, bytes: u64) {
        match self {
            Self::Lent(part) => cursor.advance(part.pieces.iter().map(Spot::len), bytes),
            Self::Owned(pieces) => cursor.advance(pieces.iter().map(Vec::len), bytes),
        }
    }

    /// The next `bytes`, which must exist.
    pub(super) fn next(&self, cursor: &mut Cursor, bytes: u64) -> Vec<IoSlice<'_>> {
        let mut slices = Vec::new();
        match self {
            Self::Lent(part) => {
                let lengths = part.pieces.iter().map(Spot::len);
                next(cursor, lengths, bytes, |piece, from, len| {
                    slices.push(slice_at(part.pieces[piece].part(from, len), part));
                });
            }
            Self::Owned(pieces) => {
                next(cursor, pieces.iter().map(Vec::len), bytes, |piece, from, len| {
                    slices.push(IoSlice::new(&pieces[piece][from..from + len]));
                });
            }
        }
        slices
    }
}

impl ReadMemory {
    pub(super) fn start(&self) -> Cursor {
        match self {
            Self::Lent(part) => part.start(),
            Self::Owned(_) => Cursor::default(),
        }
    }

    /// Room for the next `bytes`, which must exist.
    pub(super) fn next(&mut self, cursor: &mut Cursor, bytes: u64) -> Vec<IoSliceMut<'_>> {
        let mut slices = Vec::new();
        match self {
            Self::Lent(part) => {
                let lengths = part.pieces.iter().map(Spot::len);
                next(cursor, lengths, bytes, |piece, from, len| {
                    slices.push(slice_to(part.pieces[piece].part(from, len), part));
                });
            }
            Self::Owned(buffer) => {
                let from = cursor.within;
                let len = usize::try_from(bytes).unwrap_or(usize::MAX);
                slices.push(IoSliceMut::new(&mut buffer[from..from + len]));
                cursor.within += len;
            }
        }
        slices
    }

    /// Placeholder while another thread uses the memory.
    pub(super) fn nothing() -> Self {
        Self::Owned(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_lent_memory_are_its_bytes() {
        let bytes: Vec<u8> = (0..100).collect();
        let pieces = [&bytes[..10], &[], &bytes[10..11], &bytes[11..60], &bytes[60..]].map(IoSlice::new);
        let all = LentSlice::of_call(&Segments::new(&pieces));
        assert_eq!(all.len(), 100);
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (from, len) = (random.u64(..100), random.u64(1..50));
            let len = len.min(100 - from);
            let source = WriteMemory::Lent(all.part(from, len));
            let (mut cursor, mut got) = (source.start(), Vec::new());
            while (got.len() as u64) < len {
                let step = random.u64(1..20).min(len - got.len() as u64);
                for slice in source.next(&mut cursor, step) {
                    got.extend_from_slice(&slice);
                }
            }
            let from = usize::try_from(from).unwrap();
            assert_eq!(got, bytes[from..from + got.len()], "seed {seed}");
        }
    }

    #[test]
    fn owned_pieces_follow_each_other() {
        let source = WriteMemory::Owned(Arc::new(vec![vec![1, 2, 3], vec![4], vec![5, 6]]));
        let mut cursor = source.start();
        let mut take = |bytes| -> Vec<u8> {
            source.next(&mut cursor, bytes).iter().flat_map(|slice| slice.to_vec()).collect()
        };
        assert_eq!((take(2), take(3), take(1)), (vec![1, 2], vec![3, 4, 5], vec![6]));
    }
}
