// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lent`] and [`LentMut`]: memory that is lent to a device for longer than a call.

use std::io::{IoSlice, IoSliceMut};

use crate::Spot;

/// Bytes that a device reads until the transfer they were lent to has reported its outcome. The code that made the value
/// has promised that they stay.
#[derive(Debug, Clone, Default)]
pub struct Lent(Vec<Spot>);

/// Bytes that a device writes until the transfer they were lent to has reported its outcome; otherwise as [`Lent`].
#[derive(Debug, Clone, Default)]
pub struct LentMut(Vec<Spot>);

impl Lent {
    /// Lends memory for as long as a transfer takes.
    ///
    /// # Safety
    /// Until every transfer that was started with this value or a clone of it has reported its outcome, the bytes stay
    /// mapped and nobody writes them. A transfer that nobody waits for never reports one: a guard that waits when it is
    /// dropped must own the memory, so that `std::mem::forget` leaks it, or must be out of the reach of such callers.
    pub unsafe fn new(pieces: &[IoSlice<'_>]) -> Self {
        Self(pieces.iter().map(|piece| Spot::of_slice(piece)).collect())
    }

    /// Lends memory that is never written or freed again.
    pub fn forever(pieces: &[IoSlice<'static>]) -> Self {
        // SAFETY: a shared borrow that never ends.
        unsafe { Self::new(pieces) }
    }

    pub fn pieces(&self) -> &[Spot] {
        &self.0
    }
}

impl LentMut {
    /// Lends memory for as long as a transfer takes.
    ///
    /// # Safety
    /// As [`Lent::new`], and nobody else reads the bytes either.
    pub unsafe fn new(pieces: &mut [IoSliceMut<'_>]) -> Self {
        Self(pieces.iter_mut().map(|piece| Spot::of_slice_mut(piece)).collect())
    }

    /// Gives memory away for good: only the device uses it from now on.
    pub fn forever(mut pieces: Vec<IoSliceMut<'static>>) -> Self {
        // SAFETY: an exclusive borrow that never ends, and that nobody else has any more.
        unsafe { Self::new(&mut pieces) }
    }

    pub fn pieces(&self) -> &[Spot] {
        &self.0
    }
}
