// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Pattern`]: blocks of a file distributed over ranks round-robin. Small blocks are the interleaved case; a
//! cube split along one of its axes is the same with larger ones.

use std::ops::Range;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern {
    pub(crate) ranks: usize,
    pub(crate) block_bytes: usize,
    /// Blocks of each rank.
    pub(crate) count: usize,
}

impl Pattern {
    pub(crate) fn bytes_per_rank(&self) -> usize {
        self.block_bytes * self.count
    }

    pub(crate) fn total_bytes(&self) -> usize {
        self.bytes_per_rank() * self.ranks
    }

    /// From one of a rank's blocks to its next.
    pub(crate) fn stride(&self) -> usize {
        self.block_bytes * self.ranks
    }

    /// The pieces of `rank` inside a range of the file: offset in the file, and in the rank's buffer.
    pub(crate) fn pieces(&self, rank: usize, file: Range<usize>) -> impl Iterator<Item = Piece> {
        let Self { block_bytes, count, .. } = *self;
        let (stride, first) = (self.stride(), rank * block_bytes);
        let from = file.start.saturating_sub(first + block_bytes - 1).div_ceil(stride).min(count);
        let to = file.end.saturating_sub(first).div_ceil(stride).clamp(from, count);
        (from..to).map(move |index| {
            let start = index * stride + first;
            let (low, high) = (start.max(file.start), (start + block_bytes).min(file.end));
            Piece { file: low, memory: index * block_bytes + (low - start), bytes: high - low }
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) file: usize,
    pub(crate) memory: usize,
    pub(crate) bytes: usize,
}
