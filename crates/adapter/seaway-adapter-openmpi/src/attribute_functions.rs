// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_COMM_NULL_COPY_FN, MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN and related constants, which are functions
//! in Open MPI.

#![allow(clippy::missing_safety_doc, reason = "MPI's own functions")]

use std::ffi::{c_int, c_void};

use crate::Word;

macro_rules! copies_nothing {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            _: Word, _: c_int, _: *mut c_void, _: *mut c_void, _: *mut c_void, flag: *mut c_int,
        ) -> c_int {
            // SAFETY: MPI passes a flag that may be written.
            unsafe { flag.write(0) };
            0
        }
    )* };
}

macro_rules! copies_the_value {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            _: Word, _: c_int, _: *mut c_void, value: *mut c_void, copy: *mut c_void, flag: *mut c_int,
        ) -> c_int {
            // SAFETY: MPI passes a pointer for the copy, and a flag.
            unsafe {
                copy.cast::<*mut c_void>().write(value);
                flag.write(1);
            }
            0
        }
    )* };
}

macro_rules! deletes_nothing {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(_: Word, _: c_int, _: *mut c_void, _: *mut c_void) -> c_int {
            0
        }
    )* };
}

copies_nothing! {
    OMPI_C_MPI_NULL_COPY_FN OMPI_C_MPI_COMM_NULL_COPY_FN OMPI_C_MPI_TYPE_NULL_COPY_FN OMPI_C_MPI_WIN_NULL_COPY_FN
}
copies_the_value! { OMPI_C_MPI_DUP_FN OMPI_C_MPI_COMM_DUP_FN OMPI_C_MPI_TYPE_DUP_FN OMPI_C_MPI_WIN_DUP_FN }
deletes_nothing! {
    OMPI_C_MPI_NULL_DELETE_FN OMPI_C_MPI_COMM_NULL_DELETE_FN OMPI_C_MPI_TYPE_NULL_DELETE_FN
    OMPI_C_MPI_WIN_NULL_DELETE_FN
}
