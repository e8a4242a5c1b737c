// SPDX-License-Identifier: MIT OR Apache-2.0
//! Variables identified by their addresses. The linker may copy them into the program, so their sizes are
//! exact.

use std::ffi::c_int;

macro_rules! variables {
    ($($name:ident: $type:ty = $value:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub static mut $name: $type = $value;
    )* };
}

variables! {
    mpi_fortran_bottom_: c_int = 0;
    mpi_fortran_in_place_: c_int = 0;
    mpi_fortran_status_ignore_: [c_int; 6] = [0; 6];
    mpi_fortran_statuses_ignore_: [c_int; 6] = [0; 6];
    mpi_fortran_errcodes_ignore_: c_int = 0;
    mpi_fortran_argv_null_: [u8; 1] = *b" ";
    mpi_fortran_argvs_null_: [u8; 1] = *b" ";
    mpi_fortran_unweighted_: c_int = 0;
    mpi_fortran_weights_empty_: c_int = 0;
}
