// SPDX-License-Identifier: MIT OR Apache-2.0
//! Addresses. Adding them is a macro in some MPIs' C headers, and uses an int in the function that MPI-2
//! replaced.

use std::ffi::{c_int, c_void};

use super::old_datatypes::narrow;
use crate::c_functions::c;
use crate::program::Program;
use crate::results::report;

pub unsafe extern "C" fn aint_add<P: Program>(base: *const i64, displacement: *const i64) -> i64 {
    // SAFETY: Fortran passes two integers.
    unsafe { (*base).wrapping_add(*displacement) }
}

pub unsafe extern "C" fn aint_diff<P: Program>(left: *const i64, right: *const i64) -> i64 {
    // SAFETY: as above.
    unsafe { (*left).wrapping_sub(*right) }
}

pub unsafe extern "C" fn address<P: Program>(location: *mut c_void, address: *mut c_int, ierror: *mut c_int) {
    // SAFETY: Fortran passes an address and integers.
    unsafe {
        let mut wide = 0;
        let code = c!(GET_ADDRESS(*const c_void, *mut i64))(P::buffer(location), &raw mut wide);
        address.write(narrow(wide));
        report(ierror, code);
    }
}
