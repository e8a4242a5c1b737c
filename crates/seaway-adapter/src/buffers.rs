// SPDX-License-Identifier: MIT OR Apache-2.0
//! Addresses that stand for something else. MPI_BOTTOM is zero in every ABI.

use std::ffi::c_void;
use std::ptr;

use crate::sides::{Host, Program};

/// A buffer of a collective call, which may be MPI_IN_PLACE.
#[inline(always)]
pub(crate) fn collective_buffer<P: Program, H: Host>(buffer: *mut c_void) -> *mut c_void {
    if buffer.addr() == address(P::MPI_IN_PLACE) {
        ptr::without_provenance_mut(address(H::MPI_IN_PLACE))
    } else {
        buffer
    }
}

/// A constant that is a pointer in C.
#[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "-1 is the highest address")]
pub(crate) const fn address(constant: i64) -> usize {
    constant as usize
}
