// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Segments`] and [`SegmentsMut`]: the memory side of a transfer, a list of pieces in order.

use std::io::{IoSlice, IoSliceMut};

/// Memory to write from: pieces whose concatenation is the data of the transfer.
#[derive(Debug, Clone, Copy)]
pub struct Segments<'a> {
    pieces: &'a [IoSlice<'a>],
    total: u64,
}

/// Memory to read into; otherwise as [`Segments`].
#[derive(Debug)]
pub struct SegmentsMut<'a, 'b> {
    pieces: &'a mut [IoSliceMut<'b>],
    total: u64,
}

impl<'a> Segments<'a> {
    pub fn new(pieces: &'a [IoSlice<'a>]) -> Self {
        Self { pieces, total: pieces.iter().map(|piece| piece.len() as u64).sum() }
    }

    pub fn pieces(&self) -> &'a [IoSlice<'a>] {
        self.pieces
    }

    /// Bytes in all pieces together.
    pub fn total(&self) -> u64 {
        self.total
    }
}

impl<'a, 'b> SegmentsMut<'a, 'b> {
    pub fn new(pieces: &'a mut [IoSliceMut<'b>]) -> Self {
        let total = pieces.iter().map(|piece| piece.len() as u64).sum();
        Self { pieces, total }
    }

    pub fn pieces(&mut self) -> &mut [IoSliceMut<'b>] {
        self.pieces
    }

    /// Bytes in all pieces together.
    pub fn total(&self) -> u64 {
        self.total
    }
}
