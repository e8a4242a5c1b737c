// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions whose C forms take what Fortran does not have: the arguments of main, or variadic arguments.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::c_functions::c;
use crate::program::Program;
use crate::results::report;

pub unsafe extern "C" fn init<P: Program>(ierror: *mut c_int) {
    // SAFETY: MPI allows null for both.
    unsafe { report(ierror, c!(INIT(*mut c_int, *mut c_void))(ptr::null_mut(), ptr::null_mut())) };
}

pub unsafe extern "C" fn init_thread<P: Program>(
    required: *const c_int,
    provided: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: as above; Fortran passes integers.
    unsafe {
        let start = c!(INIT_THREAD(*mut c_int, *mut c_void, c_int, *mut c_int));
        report(ierror, start(ptr::null_mut(), ptr::null_mut(), *required, provided));
    }
}

pub unsafe extern "C" fn pcontrol<P: Program>(level: *const c_int) {
    // SAFETY: Fortran passes an integer.
    unsafe { c!(PCONTROL(c_int))(*level) };
}

/// MPI_F_SYNC_REG: its only effect is the call itself.
pub unsafe extern "C" fn f_sync_reg<P: Program>(_buffer: *mut c_void) {}
