// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's Fortran interface: functions that take what a compiler passes, and call the C function of the same
//! name in the same ABI, which is the adapter's.
//!
//! Fortran passes addresses. Integers are read from them, handles are integers, lengths of strings follow all
//! other arguments and strings are not null-terminated, and C's special addresses are variables
//! (`sentinels`). MPICH's module mpi_f08 passes buffers as descriptors, which may be sections of arrays
//! (`descriptors`). Everything else is the same in mpif.h, in the module mpi and in mpi_f08, so one function
//! has many names: `generated/names.rs`, in each of the two libraries.
//!
//! The C functions are looked up by name at the first call, so that libseaway.so and interposed tools are
//! called too.

#![allow(clippy::too_many_arguments, reason = "MPI's own functions")]
#![allow(clippy::missing_safety_doc, reason = "every function takes Fortran's arguments as defined by MPI")]

mod c_functions;
mod calls;
mod descriptors;
#[allow(clippy::similar_names, reason = "MPI's own names")]
mod generated;
mod handles;
pub mod modules;
mod program;
mod results;
mod sentinels;
mod strings;

pub use program::{Program, Variable};
pub use sentinels::Meaning;

/// Every function, generated or by hand.
pub mod functions {
    pub use crate::calls::*;
    pub use crate::generated::functions::*;
}

/// One function under all its names: jumps, because different compilers use different names.
#[macro_export]
macro_rules! names_of {
    (@ $function:path: $($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name() {
            std::arch::naked_asm!("jmp {}", sym $function)
        }
    )* };
    ($function:ident of $program:ty: $($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name() {
            std::arch::naked_asm!("jmp {}", sym $crate::functions::$function::<$program>)
        }
    )* };
}
