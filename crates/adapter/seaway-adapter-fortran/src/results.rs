// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results of a call.

use std::ffi::c_int;

use seaway_adapter::number;
use seaway_mpi_abi::abi::Kind;

use crate::program::Program;

/// Stores the C function's return code. In Fortran 2008 a program may omit the argument.
#[inline(always)]
pub(crate) unsafe fn report(ierror: *mut c_int, code: c_int) {
    if !ierror.is_null() {
        // SAFETY: Fortran passes an integer.
        unsafe { ierror.write(code) };
    }
}

/// The same for a function that created a handle.
pub(crate) unsafe fn report_made<P: Program>(
    kind: Kind,
    made: P::Word,
    place: *mut c_int,
    ierror: *mut c_int,
    code: c_int,
) {
    // SAFETY: Fortran passes integers.
    unsafe {
        if code == 0 {
            place.write(P::to_fortran(kind, made));
        }
        report(ierror, code);
    }
}

/// Fortran counts from one.
#[inline(always)]
pub(crate) unsafe fn one_based<P: Program>(index: *mut c_int) {
    // SAFETY: Fortran passes an integer.
    unsafe {
        if *index != number(P::MPI_UNDEFINED) {
            *index += 1;
        }
    }
}

pub(crate) unsafe fn ones_based(count: *const c_int, indices: *mut c_int) {
    // SAFETY: Fortran passes an array of as many integers as the function says it has filled in.
    unsafe {
        for at in 0..usize::try_from(*count).unwrap_or(0) {
            *indices.add(at) += 1;
        }
    }
}
