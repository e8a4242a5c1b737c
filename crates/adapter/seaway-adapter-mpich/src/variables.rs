// SPDX-License-Identifier: MIT OR Apache-2.0
//! Constants that are variables or functions in MPICH's library.

#![allow(clippy::missing_safety_doc, reason = "MPI's own functions")]

use std::ffi::{c_int, c_void};

/// An address that programs only compare.
#[repr(transparent)]
pub struct Address(*const c_int);

// SAFETY: it is never dereferenced.
unsafe impl Sync for Address {}

static UNWEIGHTED: c_int = 0;
static EMPTY: c_int = 0;
static ALL: c_int = 0;

#[unsafe(no_mangle)]
pub static MPI_UNWEIGHTED: Address = Address(&raw const UNWEIGHTED);
#[unsafe(no_mangle)]
pub static MPI_WEIGHTS_EMPTY: Address = Address(&raw const EMPTY);
#[unsafe(no_mangle)]
pub static MPI_T_PVAR_ALL_HANDLES: Address = Address(&raw const ALL);

/// MPI_COMM_DUP_FN, MPI_TYPE_DUP_FN and MPI_WIN_DUP_FN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPIR_Dup_fn(
    _: c_int,
    _: c_int,
    _: *mut c_void,
    value: *mut c_void,
    copy: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes a pointer for the copy, and a flag.
    unsafe {
        copy.cast::<*mut c_void>().write(value);
        flag.write(1);
    }
    0
}
