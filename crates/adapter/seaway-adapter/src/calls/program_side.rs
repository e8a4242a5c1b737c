// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that need no host: sums of addresses, and fields of a status.

use std::ffi::{c_int, c_void};

use crate::sides::{Host, Program};

pub(crate) unsafe extern "C" fn aint_add<P: Program, H: Host>(base: i64, distance: i64) -> i64 {
    base.wrapping_add(distance)
}

pub(crate) unsafe extern "C" fn aint_diff<P: Program, H: Host>(left: i64, right: i64) -> i64 {
    left.wrapping_sub(right)
}

macro_rules! status_fields {
    ($($get:ident, $set:ident, $word:ident;)*) => { $(
        pub(crate) unsafe extern "C" fn $get<P: Program, H: Host>(status: *const c_void, value: *mut c_int) -> c_int {
            // SAFETY: the program passes a status, and a pointer for the value.
            unsafe { value.write(status.cast::<c_int>().add(word(P::$word)).read()) };
            0
        }

        pub(crate) unsafe extern "C" fn $set<P: Program, H: Host>(status: *mut c_void, value: c_int) -> c_int {
            // SAFETY: the program passes a writable status.
            unsafe { status.cast::<c_int>().add(word(P::$word)).write(value) };
            0
        }
    )* };
}
status_fields! {
    status_get_source, status_set_source, MPI_F_SOURCE;
    status_get_tag, status_set_tag, MPI_F_TAG;
    status_get_error, status_set_error, MPI_F_ERROR;
}

/// The index of a field, in ints.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small index")]
const fn word(index: i64) -> usize {
    index as usize
}
