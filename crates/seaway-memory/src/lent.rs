// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lent`] and [`LentMut`]: memory whose owner lets somebody else at it for longer than a call.

use std::io::{IoSlice, IoSliceMut};

/// Addresses and lengths of bytes that will be read later, in order. Holding one permits nothing: whoever reads the
/// bytes must know that their owner still waits.
#[derive(Debug, Clone, Default)]
pub struct Lent(Vec<(usize, usize)>);

/// Bytes that will be written later; otherwise as [`Lent`].
#[derive(Debug, Clone, Default)]
pub struct LentMut(Vec<(usize, usize)>);

impl Lent {
    pub fn new(pieces: &[IoSlice<'_>]) -> Self {
        Self(pieces.iter().map(|piece| (piece.as_ptr().expose_provenance(), piece.len())).collect())
    }

    /// Address and length of each piece.
    pub fn pieces(&self) -> &[(usize, usize)] {
        &self.0
    }
}

impl LentMut {
    pub fn new(pieces: &mut [IoSliceMut<'_>]) -> Self {
        Self(pieces.iter_mut().map(|piece| (piece.as_mut_ptr().expose_provenance(), piece.len())).collect())
    }

    /// Address and length of each piece.
    pub fn pieces(&self) -> &[(usize, usize)] {
        &self.0
    }
}
