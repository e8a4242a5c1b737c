// SPDX-License-Identifier: MIT OR Apache-2.0
//! Accesses to many pieces of a thing at once. To another node they go as lists of ranges, many in one message.

use std::io::{IoSlice, IoSliceMut};

use seaway_device_api::{Error, ErrorKind, Operation, Result, Segments, SegmentsMut};

use crate::thing::{Thing, extent};

/// Blocks of equal length at equal distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strided {
    /// Of the first block.
    pub offset: u64,
    /// Bytes of a block.
    pub block: usize,
    /// From the beginning of a block to that of the next, at least `block`.
    pub stride: u64,
    pub count: usize,
}

impl Thing {
    /// Fills all pieces, each from its offset. Returns how many bytes were read: those behind the end are missing.
    pub fn read_list(&self, pieces: &mut [(u64, &mut [u8])]) -> Result<u64> {
        pieces.sort_by_key(|(offset, _)| *offset);
        let mut extents = Vec::with_capacity(pieces.len());
        for (offset, piece) in pieces.iter().filter(|(_, piece)| !piece.is_empty()) {
            extents.push(extent(Operation::Read, *offset, piece.len())?);
        }
        let filled = pieces.iter_mut().filter(|(_, piece)| !piece.is_empty());
        let mut memory: Vec<IoSliceMut<'_>> = filled.map(|(_, piece)| IoSliceMut::new(piece)).collect();
        let (mut read, mut from) = (0, 0);
        // Ranges that overlap are read one after the other.
        while from < extents.len() {
            let overlap = extents[from..].windows(2).position(|two| two[0].end() > two[1].offset);
            let to = overlap.map_or(extents.len(), |index| from + index + 1);
            read += self.file().read(&extents[from..to], &mut SegmentsMut::new(&mut memory[from..to]))?;
            from = to;
        }
        Ok(read)
    }

    /// Writes all pieces, each to its offset, or fails. They must not overlap.
    pub fn write_list(&self, pieces: &[(u64, &[u8])]) -> Result<()> {
        let mut sorted: Vec<_> = pieces.iter().filter(|(_, piece)| !piece.is_empty()).collect();
        sorted.sort_by_key(|(offset, _)| *offset);
        let mut extents = Vec::with_capacity(sorted.len());
        for (offset, piece) in &sorted {
            extents.push(extent(Operation::Write, *offset, piece.len())?);
        }
        if let Some(two) = extents.windows(2).find(|two| two[0].end() > two[1].offset) {
            let error = Error::new(ErrorKind::Argument, Operation::Write).with_extent(two[1]);
            return Err(error.with_detail("two pieces of one write overlap"));
        }
        if extents.is_empty() {
            return Ok(());
        }
        let memory: Vec<IoSlice<'_>> = sorted.iter().map(|(_, piece)| IoSlice::new(piece)).collect();
        self.file().write(&extents, &Segments::new(&memory))
    }

    /// Reads blocks that are one behind the other in `bytes`.
    pub fn read_strided(&self, blocks: Strided, bytes: &mut [u8]) -> Result<u64> {
        let offsets = blocks.offsets(Operation::Read, bytes.len())?;
        if blocks.block == 0 {
            return Ok(0);
        }
        self.read_list(&mut offsets.zip(bytes.chunks_exact_mut(blocks.block)).collect::<Vec<_>>())
    }

    /// Writes blocks that are one behind the other in `bytes`.
    pub fn write_strided(&self, blocks: Strided, bytes: &[u8]) -> Result<()> {
        let offsets = blocks.offsets(Operation::Write, bytes.len())?;
        if blocks.block == 0 {
            return Ok(());
        }
        self.write_list(&offsets.zip(bytes.chunks_exact(blocks.block)).collect::<Vec<_>>())
    }
}

impl Strided {
    /// Where its blocks begin; `bytes` is the memory for all of them.
    fn offsets(self, operation: Operation, bytes: usize) -> Result<impl Iterator<Item = u64>> {
        let refuse = |detail: &str| Err(Error::new(ErrorKind::Argument, operation).with_detail(detail));
        if self.block.checked_mul(self.count) != Some(bytes) {
            return refuse("the blocks of a strided access and its memory differ in length");
        }
        if self.stride < self.block as u64 && self.count > 1 {
            return refuse("blocks of a strided access overlap: the stride is less than the block");
        }
        let last = self.stride.checked_mul((self.count as u64).saturating_sub(1));
        let end = last.and_then(|last| last.checked_add(self.offset)?.checked_add(self.block as u64));
        if end.is_none_or(|end| i64::try_from(end).is_err()) {
            return refuse("the strided access ends past the largest offset");
        }
        let Self { offset, stride, count, .. } = self;
        Ok((0..count as u64).map(move |index| offset + index * stride))
    }
}
