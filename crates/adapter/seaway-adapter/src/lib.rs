// SPDX-License-Identifier: MIT OR Apache-2.0
//! Implements the MPI functions of one ABI in terms of another: a program built for MPICH, Open MPI or the
//! standard ABI makes its usual calls, and a library of the expected name forwards them to the host's MPI.
//!
//! Everything is generic over `P`, the ABI of the program, and `H`, the ABI of the host, and compiled for
//! each pair of unequal ones. An entry point (`generated/entry_points.rs`, in each of the three libraries)
//! jumps to the function of the pair (`generated/functions.rs`, or `calls/` where a table cannot express it),
//! which translates its arguments, calls the host's function and translates the results. The first call of
//! all loads the host (`host_library`).
//!
//! Where the program's handles are pointers, a created handle is the host's own, tagged, without any table.
//! Where they are ints and the host's are pointers, a slab holds the pointers.

#![allow(
    clippy::extra_unused_type_parameters,
    reason = "all functions have the same two parameters, used or not"
)]
#![allow(clippy::too_many_arguments, reason = "MPI's own functions")]

mod bundle;
mod callbacks;
mod calls;
mod components;
mod entries;
mod errors;
mod generated;
mod handles;
mod hollow_library;
mod host_library;
mod launchers;
mod loaded_object;
mod numbers;
mod room;
mod sentinels;
mod shared_names;
mod sides;
mod slab;
mod statuses;
mod tables;
pub mod thunks;

pub use calls::{fortran_handles, is_made_from_others, needs_host};
pub use entries::Entries;
pub use hollow_library::hollow_library;
pub use host_library::fatal;
pub use numbers::number;
pub use room::{Room, Spare};
pub use sentinels::{Sentinel, Sentinels, address};
pub use sides::{Host, Program};

/// MPI_Comm_c2f, MPI_Comm_f2c and so on, for all kinds of handles; and the statuses, which are the same words in both languages.
#[macro_export]
macro_rules! fortran_conversions {
    () => {
        use std::ffi::c_int;

        use seaway_adapter::fortran_handles::{from_int, to_int};
        use seaway_mpi_abi::abi::{Abi, Kind, Word as _};

        use super::{Program, Word};

        $crate::fortran_conversions! { @
            MPI_Comm_c2f PMPI_Comm_c2f MPI_Comm_f2c PMPI_Comm_f2c Comm;
            MPI_Errhandler_c2f PMPI_Errhandler_c2f MPI_Errhandler_f2c PMPI_Errhandler_f2c Errhandler;
            MPI_Group_c2f PMPI_Group_c2f MPI_Group_f2c PMPI_Group_f2c Group;
            MPI_Info_c2f PMPI_Info_c2f MPI_Info_f2c PMPI_Info_f2c Info;
            MPI_Message_c2f PMPI_Message_c2f MPI_Message_f2c PMPI_Message_f2c Message;
            MPI_Op_c2f PMPI_Op_c2f MPI_Op_f2c PMPI_Op_f2c Op;
            MPI_Request_c2f PMPI_Request_c2f MPI_Request_f2c PMPI_Request_f2c Request;
            MPI_Session_c2f PMPI_Session_c2f MPI_Session_f2c PMPI_Session_f2c Session;
            MPI_Type_c2f PMPI_Type_c2f MPI_Type_f2c PMPI_Type_f2c Datatype;
            MPI_Win_c2f PMPI_Win_c2f MPI_Win_f2c PMPI_Win_f2c Win;
        }
        $crate::fortran_conversions! { @file MPI_File_c2f MPI_File_f2c }
        $crate::fortran_conversions! { @file PMPI_File_c2f PMPI_File_f2c }
        $crate::fortran_conversions! { @status
            MPI_Status_c2f PMPI_Status_c2f MPI_Status_f2c PMPI_Status_f2c
            MPI_Status_c2f08 PMPI_Status_c2f08 MPI_Status_f082c PMPI_Status_f082c
            MPI_Status_f2f08 PMPI_Status_f2f08 MPI_Status_f082f PMPI_Status_f082f
        }
    };
    (@ $($to:ident $profiled_to:ident $from:ident $profiled_from:ident $kind:ident;)*) => { $(
        $crate::fortran_conversions! { @one $to $from $kind }
        $crate::fortran_conversions! { @one $profiled_to $profiled_from $kind }
    )* };
    (@one $to:ident $from:ident $kind:ident) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $to(handle: Word) -> c_int {
            to_int::<Program>(Kind::$kind, handle.to_register())
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $from(handle: c_int) -> Word {
            Word::from_register(from_int::<Program>(Kind::$kind, handle))
        }
    };
    (@file $to:ident $from:ident) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $to(file: usize) -> c_int {
            to_int::<Program>(Kind::File, file)
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $from(file: c_int) -> usize {
            from_int::<Program>(Kind::File, file)
        }
    };
    (@status $($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(from: *const c_int, to: *mut c_int) -> c_int {
            // SAFETY: MPI obliges the caller to pass two statuses.
            unsafe { to.copy_from(from, size_of::<<Program as Abi>::Status>() / size_of::<c_int>()) };
            0
        }
    )* };
}
