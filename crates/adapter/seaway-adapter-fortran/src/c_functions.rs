// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C functions, each looked up at its first call.

use std::ffi::{CStr, c_int, c_void};
use std::hint::cold_path;
use std::ptr;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;

use seaway_adapter::number;
use seaway_mpi_abi::Library;

use crate::generated::functions::NAMES;
use crate::program::Program;

static FUNCTIONS: [AtomicPtr<c_void>; NAMES.len()] = [const { AtomicPtr::new(ptr::null_mut()) }; NAMES.len()];

/// The C function with this index in `NAMES`.
#[inline(always)]
pub(crate) fn c_function<P: Program>(index: usize) -> *mut c_void {
    known_or_looked_up(&FUNCTIONS[index], NAMES[index], is_missing::<P> as *mut c_void)
}

/// What is stored at `place`; otherwise what `name` resolves to in the process, which is stored there;
/// otherwise `otherwise`.
#[inline(always)]
pub(crate) fn known_or_looked_up(
    place: &AtomicPtr<c_void>,
    name: &CStr,
    otherwise: *mut c_void,
) -> *mut c_void {
    let known = place.load(Relaxed);
    if !known.is_null() {
        return known;
    }
    cold_path();
    let function = Library::everybody_s_symbol(name).unwrap_or(otherwise);
    place.store(function, Relaxed);
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
