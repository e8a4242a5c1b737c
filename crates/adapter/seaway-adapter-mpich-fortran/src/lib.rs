// SPDX-License-Identifier: MIT OR Apache-2.0
//! libmpifort.so.12 and libmpichfort.so.12: MPI's Fortran interface under the names that programs built with
//! MPICH load.

#![allow(unreachable_pub, non_upper_case_globals, non_snake_case, reason = "compilers choose these names")]

#[path = "../../seaway-adapter-fortran/src/generated/handles.rs"]
mod handles;
mod modules;
#[allow(clippy::missing_safety_doc, reason = "MPI's own functions")]
#[path = "../../seaway-adapter-fortran/src/generated/names.rs"]
mod names;
mod variables;

/// The ABI of the programs that load this library.
pub(crate) type Program = seaway_mpi_abi::Mpich;

macro_rules! named {
    ($old:ident: $($old_name:ident)*; $open_mpi:ident: $($open_mpi_name:ident)*; $new:ident: $($new_name:ident)*) => {
        seaway_adapter_fortran::names_of! { $old of crate::Program: $($old_name)* }
        seaway_adapter_fortran::names_of! { $new of crate::Program: $($new_name)* }
    };
}
pub(crate) use named;

macro_rules! handle {
    ($name:ident = $value:literal; $($anything:tt)*) => {
        #[unsafe(no_mangle)]
        pub static $name: std::ffi::c_int = $value;
    };
}
pub(crate) use handle;
