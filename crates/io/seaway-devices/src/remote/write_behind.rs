// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Coalesced`]: small writes that have not been sent yet, as sorted pieces. Overwritten bytes are replaced,
//! and adjacent pieces become one.

use std::collections::BTreeMap;

use seaway_device_api::Extent;
use seaway_messages::MAX_RANGES;

/// Pieces concatenated in memory, sorted and disjoint in the file. Two may be adjacent if the second was
/// there first.
#[derive(Debug, Default)]
pub(super) struct Coalesced {
    pieces: BTreeMap<u64, Vec<u8>>,
    bytes: u64,
}

/// Pieces that one request can carry.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) extents: Vec<Extent>,
    pub(super) bytes: Vec<Vec<u8>>,
}

impl Coalesced {
    /// Buffered bytes, including the size of their lists.
    pub(super) fn weight(&self) -> u64 {
        const PIECE_WEIGHT: u64 = 64;
        self.bytes + self.pieces.len() as u64 * PIECE_WEIGHT
    }

    /// Sets the bytes from `offset` on.
    pub(super) fn put(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset + bytes.len() as u64;
        let before = self.pieces.range_mut(..=offset).next_back();
        if let Some((&start, piece)) = before.filter(|(start, piece)| *start + piece.len() as u64 >= offset) {
            let within = index(offset - start);
            let inside = bytes.len().min(piece.len() - within);
            piece[within..within + inside].copy_from_slice(&bytes[..inside]);
            if inside < bytes.len() {
                piece.extend_from_slice(&bytes[inside..]);
                self.bytes += (bytes.len() - inside) as u64;
                self.cut(start + 1, end);
            }
            return;
        }
        self.cut(offset, end);
        self.pieces.insert(offset, bytes.to_vec());
        self.bytes += bytes.len() as u64;
    }

    /// Removes what starts at `from` or later and lies before `end`.
    fn cut(&mut self, from: u64, end: u64) {
        while let Some((&start, _)) = self.pieces.range(from..end).next() {
            let Some(mut piece) = self.pieces.remove(&start) else { return };
            let covered = piece.len().min(index(end - start));
            self.bytes -= covered as u64;
            if covered < piece.len() {
                let rest = piece.split_off(covered);
                self.pieces.insert(end, rest);
            }
        }
    }

    /// Everything, in as many batches as requests are needed.
    pub(super) fn take(&mut self) -> Vec<Batch> {
        self.bytes = 0;
        let mut batches: Vec<Batch> = Vec::new();
        for (offset, bytes) in std::mem::take(&mut self.pieces) {
            let extent = Extent::new(offset, bytes.len() as u64);
            match batches.last_mut().filter(|batch| batch.extents.len() < MAX_RANGES) {
                Some(batch) => {
                    batch.extents.push(extent);
                    batch.bytes.push(bytes);
                }
                None => batches.push(Batch { extents: vec![extent], bytes: vec![bytes] }),
            }
        }
        batches
    }
}

fn index(bytes: u64) -> usize {
    usize::try_from(bytes).expect("pieces are small")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequential_writes_become_one_piece() {
        let mut coalesced = Coalesced::default();
        for number in 0..1000 {
            coalesced.put(100 + number * 64, &[7; 64]);
        }
        let batches = coalesced.take();
        assert_eq!(batches.len(), 1);
        assert_eq!(batches[0].extents, [Extent::new(100, 64_000)]);
        assert!(coalesced.take().is_empty() && coalesced.weight() == 0);
    }

    #[test]
    fn more_pieces_than_a_request_has_are_several() {
        let mut coalesced = Coalesced::default();
        for number in 0..=MAX_RANGES as u64 {
            coalesced.put(number * 2, &[1]);
        }
        let counts: Vec<_> = coalesced.take().iter().map(|batch| batch.extents.len()).collect();
        assert_eq!(counts, [MAX_RANGES, 1]);
    }

    #[test]
    fn random_writes_match_a_vector() {
        for seed in 0..500 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (mut coalesced, mut model) = (Coalesced::default(), vec![None; 200]);
            for _ in 0..random.usize(1..40) {
                let offset = random.usize(..180);
                let bytes: Vec<u8> = (0..random.usize(1..20)).map(|_| random.u8(..)).collect();
                coalesced.put(offset as u64, &bytes);
                for (place, byte) in model[offset..].iter_mut().zip(&bytes) {
                    *place = Some(*byte);
                }
                let count = model.iter().flatten().count() as u64;
                assert_eq!(coalesced.bytes, count, "seed {seed}");
            }
            let mut found = vec![None; 200];
            let (mut last, batches) = (0, coalesced.take());
            for (extent, bytes) in batches[0].extents.iter().zip(&batches[0].bytes) {
                assert!(extent.offset >= last && extent.len == bytes.len() as u64, "seed {seed}");
                last = extent.end();
                for (place, byte) in found[usize::try_from(extent.offset).unwrap()..].iter_mut().zip(bytes) {
                    *place = Some(*byte);
                }
            }
            assert_eq!(found, model, "seed {seed}");
        }
    }
}
