// SPDX-License-Identifier: MIT OR Apache-2.0
//! What MPI's modules contain besides the functions of the table: MPI_COMM_DUP_FN and related functions,
//! comparison of handles, MPI_Sizeof.

use std::ffi::c_int;

use crate::results::report;

pub unsafe extern "C" fn null_copy_fn(
    _object: *const c_int,
    _keyval: *const c_int,
    _state: *const i64,
    _value: *const i64,
    _copy: *mut i64,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: MPI passes integers.
    unsafe {
        flag.write(0);
        ierror.write(0);
    }
}

/// `Integer`: an int for MPI_KEYVAL_CREATE, and of the size of an address for its replacements.
pub unsafe extern "C" fn dup_fn<Integer: Copy>(
    _object: *const c_int,
    _keyval: *const c_int,
    _state: *const Integer,
    value: *const Integer,
    copy: *mut Integer,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: as above.
    unsafe {
        copy.write(value.read());
        flag.write(1);
        ierror.write(0);
    }
}

pub unsafe extern "C" fn null_delete_fn(
    _object: *const c_int,
    _keyval: *const c_int,
    _value: *const i64,
    _state: *const i64,
    ierror: *mut c_int,
) {
    // SAFETY: as above.
    unsafe { ierror.write(0) };
}

/// MPI_CONVERSION_FN_NULL: recognised by its address, and never called.
pub unsafe extern "C" fn conversion_fn_null() {}

/// Handles are integers, and so is LOGICAL.
pub unsafe extern "C" fn are_equal(left: *const c_int, right: *const c_int) -> c_int {
    // SAFETY: Fortran passes two integers.
    unsafe { c_int::from(*left == *right) }
}

pub unsafe extern "C" fn are_different(left: *const c_int, right: *const c_int) -> c_int {
    // SAFETY: as above.
    unsafe { c_int::from(*left != *right) }
}

/// MPI_Sizeof of a type with this many bytes.
pub unsafe extern "C" fn size_is<const BYTES: c_int>(
    _what: *const c_int,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes integers.
    unsafe {
        size.write(BYTES);
        report(ierror, 0);
    }
}

/// A status has the same number of integers in every interface.
pub unsafe extern "C" fn status_copy<const INTEGERS: usize>(
    from: *const c_int,
    to: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes two statuses.
    unsafe {
        to.copy_from(from, INTEGERS);
        report(ierror, 0);
    }
}

/// `to = from`.
pub unsafe extern "C" fn status_assign<const INTEGERS: usize>(to: *mut c_int, from: *const c_int) {
    // SAFETY: as above.
    unsafe { to.copy_from(from, INTEGERS) };
}
