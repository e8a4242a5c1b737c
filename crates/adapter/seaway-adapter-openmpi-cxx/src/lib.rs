// SPDX-License-Identifier: MIT OR Apache-2.0
//! What Open MPI's mpi.h leaves in every C++ program, whether or not it uses the C++ bindings: they are classes of an address of
//! functions and a handle, and a few of their functions are not in the header.

use std::ffi::{CStr, c_int};

use seaway_mpi_abi::Library;

/// MPI::Comm and its like.
#[repr(C)]
#[derive(Debug)]
pub struct Object {
    functions: usize,
    handle: usize,
}

#[unsafe(export_name = "_ZN3MPI4CommC2Ev")]
pub unsafe extern "C" fn comm(this: *mut Object) {
    let null = Library::everybody_s_symbol(c"ompi_mpi_comm_null").map_or(0, |object| object.addr());
    // SAFETY: C++ passes an object to be made. Its functions are set by the class that extends this one.
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

/// What MPI::Op::Init has MPI call. It never is: the next function ends the program first.
#[unsafe(no_mangle)]
pub extern "C" fn ompi_mpi_cxx_op_intercept() {}

/// MPI::Op::Init, by which Open MPI lets an operation get an object of C++: only its own insides can.
#[unsafe(no_mangle)]
pub extern "C" fn ompi_op_set_cxx_callback() -> ! {
    seaway_adapter::fatal(
        "this program uses MPI::Op::Init of MPI's C++ bindings, which MPI-3 removed and no other MPI has: use MPI_Op_create, \
         or run it on the Open MPI that it was built with",
    )
}
