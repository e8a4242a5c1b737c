// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's memory, while a request uses it.
//!
//! A [`Spot`] comes from `Lent` or `LentMut`, and its slices lie within it. The lender of that memory waits
//! for the request, and the wait returns only when no thread of the session reads or fills the bytes any more
//! (`SessionState::is_finished`). That is why the functions here may be safe although the compiler cannot see it.
#![allow(unsafe_code, reason = "memory of the program is raw memory")]

use std::io::{IoSlice, IoSliceMut};

use seaway_memory::Spot;

/// Bytes that a request sends, for as long as it holds them.
pub(super) fn slice_at<'a, T: ?Sized>(memory: Spot, _held_by: &'a T) -> IoSlice<'a> {
    // SAFETY: see the module comment.
    IoSlice::new(unsafe { memory.bytes() })
}

/// Memory that a request fills. Only the receiving thread asks for it, once for each byte of an answer.
pub(super) fn slice_to<'a, T: ?Sized>(memory: Spot, _held_by: &'a T) -> IoSliceMut<'a> {
    // SAFETY: see the module comment.
    IoSliceMut::new(unsafe { memory.bytes_mut() })
}
