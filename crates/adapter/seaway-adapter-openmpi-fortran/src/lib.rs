// SPDX-License-Identifier: MIT OR Apache-2.0
//! libmpi_mpifh.so.40 and related libraries: MPI's Fortran interface under the names that programs built with
//! Open MPI load.

#![allow(unreachable_pub, non_upper_case_globals, non_snake_case, reason = "compilers choose these names")]

#[path = "../../seaway-adapter-fortran/src/generated/handles.rs"]
mod handles;
mod modules;
#[allow(clippy::missing_safety_doc, reason = "MPI's own functions")]
#[path = "../../seaway-adapter-fortran/src/generated/names.rs"]
mod names;
mod variables;

/// The ABI of the programs that load this library.
pub(crate) type Program = seaway_mpi_abi::OpenMpi;

macro_rules! named {
    ($old:ident: $($old_name:ident)*; $open_mpi:ident: $($open_mpi_name:ident)*; $new:ident: $($new_name:ident)*) => {
        seaway_adapter_fortran::names_of! { $old of crate::Program: $($old_name)* }
        seaway_adapter_fortran::names_of! { $open_mpi of crate::Program: $($open_mpi_name)* }
    };
}
pub(crate) use named;

macro_rules! handle {
    ($of_mpich:ident = $of_mpich_value:literal; $($name:ident)* = $value:literal) => { $(
        #[unsafe(no_mangle)]
        pub static $name: std::ffi::c_int = $value;
    )* };
    // Open MPI's Fortran has no such handle.
    ($of_mpich:ident = $of_mpich_value:literal;) => {};
}
pub(crate) use handle;
