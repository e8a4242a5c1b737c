// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generalised requests, with the program's three functions.

use std::ffi::{c_int, c_void};

use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::Program;
use crate::results::report_made;

type Query = unsafe extern "C" fn(*mut i64, *mut c_void, *mut c_int);
type Free = unsafe extern "C" fn(*mut i64, *mut c_int);
type Cancel = unsafe extern "C" fn(*mut i64, *mut c_int, *mut c_int);

/// The extra state of the request in C, until it is freed.
struct State {
    query: Query,
    free: Free,
    cancel: Cancel,
    extra: i64,
}

unsafe extern "C" fn query(state: *mut State, status: *mut c_void) -> c_int {
    let mut code = 0;
    // SAFETY: the state was made here, the function is the program's. A status is the same in both languages.
    unsafe { ((*state).query)(&raw mut (*state).extra, status, &raw mut code) };
    code
}

unsafe extern "C" fn free(state: *mut State) -> c_int {
    let mut code = 0;
    // SAFETY: as above; MPI frees a request once.
    unsafe {
        ((*state).free)(&raw mut (*state).extra, &raw mut code);
        drop(Box::from_raw(state));
    }
    code
}

unsafe extern "C" fn cancel(state: *mut State, complete: c_int) -> c_int {
    let (mut complete, mut code) = (complete, 0);
    // SAFETY: as above.
    unsafe { ((*state).cancel)(&raw mut (*state).extra, &raw mut complete, &raw mut code) };
    code
}

pub unsafe extern "C" fn grequest_start<P: Program>(
    query_function: Query,
    free_function: Free,
    cancel_function: Cancel,
    extra: *const i64,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes three functions and integers.
    unsafe {
        let state =
            State { query: query_function, free: free_function, cancel: cancel_function, extra: *extra };
        let state = Box::into_raw(Box::new(state));
        let start = c!(GREQUEST_START(*const (), *const (), *const (), *mut State, *mut P::Word));
        let mut handle = <P::Word as Default>::default();
        let code = start(query as *const (), free as *const (), cancel as *const (), state, &raw mut handle);
        report_made::<P>(Kind::Request, handle, request, ierror, code);
    }
}
