// SPDX-License-Identifier: MIT OR Apache-2.0
//! libmpi_cxx.so.40, as far as every C++ program of Open MPI needs it: its mpi.h defines the classes of the
//! C++ bindings, whether or not a program uses them, and a few of their functions are not in the header. An
//! object is a vtable pointer and a handle. Open MPI 5 and all other MPIs come without this library.

#![allow(unreachable_pub, reason = "C++ reaches what is exported by name")]
#![allow(clippy::missing_safety_doc, reason = "methods of C++ classes, which take their object")]

use std::ffi::{CStr, c_int};

use seaway_mpi_abi::Library;

/// MPI::Comm and related classes.
#[repr(C)]
#[derive(Debug)]
pub struct Object {
    functions: usize,
    handle: usize,
}

#[unsafe(export_name = "_ZN3MPI4CommC2Ev")]
pub unsafe extern "C" fn comm(this: *mut Object) {
    let null = Library::everybody_s_symbol(c"ompi_mpi_comm_null").map_or(0, |object| object.addr());
    // SAFETY: C++ passes an object under construction. The derived class sets its vtable.
    unsafe { (*this).handle = null };
}

#[unsafe(export_name = "_ZN3MPI3Win4FreeEv")]
pub unsafe extern "C" fn free_win(this: *mut Object) {
    // SAFETY: C++ passes an object.
    unsafe { free(c"MPI_Win_free", this) };
}

#[unsafe(export_name = "_ZN3MPI8Datatype4FreeEv")]
pub unsafe extern "C" fn free_datatype(this: *mut Object) {
    // SAFETY: as above.
    unsafe { free(c"MPI_Type_free", this) };
}

unsafe fn free(function: &CStr, this: *mut Object) {
    if let Some(function) = Library::everybody_s_symbol(function) {
        // SAFETY: a function of MPI that takes the address of a handle.
        unsafe {
            let function: unsafe extern "C" fn(*mut usize) -> c_int = std::mem::transmute(function);
            function(&raw mut (*this).handle);
        }
    }
}

/// The function that MPI::Op::Init passes to MPI. It is never called: the next function aborts the program
/// first.
#[unsafe(no_mangle)]
pub extern "C" fn ompi_mpi_cxx_op_intercept() {}

/// MPI::Op::Init, by which Open MPI passes C++ objects to an operation: this needs Open MPI's internals.
#[unsafe(no_mangle)]
pub extern "C" fn ompi_op_set_cxx_callback() -> ! {
    seaway_adapter::fatal(
        "this program uses MPI::Op::Init of MPI's C++ bindings, which MPI-3 removed and no other MPI has: use MPI_Op_create, \
         or run it on the Open MPI that it was built with",
    )
}
