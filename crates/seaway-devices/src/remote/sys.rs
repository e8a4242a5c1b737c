// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's memory by its address, while a request has it.
//!
//! Addresses come from `Lent` and `LentMut`. A request that has them is waited for by whoever lent them, and that wait
//! comes back only when no thread of the session reads or fills them any more (`State::is_finished`): that is why the
//! functions here are sound although the compiler cannot see it.
#![allow(unsafe_code, reason = "memory of the program is raw memory")]

use std::io::{IoSlice, IoSliceMut};
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

/// Bytes that a request sends.
pub(super) fn slice_at<'a>(address: usize, len: usize) -> IoSlice<'a> {
    // SAFETY: see the head of the file.
    IoSlice::new(unsafe { std::slice::from_raw_parts(with_exposed_provenance(address), len) })
}

/// Memory that a request fills. Only the thread that receives asks for it, once for each byte of an answer.
pub(super) fn slice_to<'a>(address: usize, len: usize) -> IoSliceMut<'a> {
    // SAFETY: see the head of the file.
    IoSliceMut::new(unsafe { std::slice::from_raw_parts_mut(with_exposed_provenance_mut(address), len) })
}
