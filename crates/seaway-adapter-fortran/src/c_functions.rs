// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C functions, each looked up when it is called first.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi::host::Library;

use crate::generated::functions::NAMES;
use crate::program::{Program, number};

static FUNCTIONS: [AtomicPtr<c_void>; NAMES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; NAMES.len()];

/// The C function with this index in `NAMES`.
#[inline(always)]
pub(crate) fn c_function<P: Program>(index: usize) -> *mut c_void {
    let known = FUNCTIONS[index].load(Relaxed);
    if known.is_null() { looked_up::<P>(index) } else { known }
}

#[cold]
fn looked_up<P: Program>(index: usize) -> *mut c_void {
    let function = Library::everybody_s_symbol(NAMES[index]).unwrap_or(is_missing::<P> as *mut c_void);
    FUNCTIONS[index].store(function, Relaxed);
    function
}

/// An MPI of this ABI may be older than the function.
extern "C" fn is_missing<P: Program>() -> c_int {
    number(P::MPI_ERR_UNSUPPORTED_OPERATION)
}

/// Calls the C function of this name, with arguments of these types.
macro_rules! c {
    ($name:ident($($type:ty),* $(,)?)) => {
        std::mem::transmute::<*mut std::ffi::c_void, unsafe extern "C" fn($($type),*) -> std::ffi::c_int>(
            $crate::c_functions::c_function::<P>($crate::generated::functions::index::$name),
        )
    };
}
pub(crate) use c;
