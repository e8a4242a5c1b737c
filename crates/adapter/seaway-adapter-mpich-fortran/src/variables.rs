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
    // MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE
    mpipriv1_: [c_int; 7] = [0; 7];
    // MPI_STATUSES_IGNORE, MPI_ERRCODES_IGNORE
    mpipriv2_: [c_int; 6] = [0; 6];
    // MPI_ARGVS_NULL, MPI_ARGV_NULL
    mpiprivc_: [u8; 2] = *b"  ";
    // MPI_UNWEIGHTED
    mpifcmb5_: c_int = 0;
    // MPI_WEIGHTS_EMPTY
    mpifcmb9_: c_int = 0;
    // The same in mpi_f08.
    MPIR_F08_MPI_BOTTOM: c_int = 0;
    MPIR_F08_MPI_IN_PLACE: c_int = 0;
    MPIR_F08_MPI_STATUS_IGNORE_OBJ: [c_int; 5] = [0; 5];
    MPIR_F08_MPI_STATUSES_IGNORE_OBJ: [c_int; 5] = [0; 5];
    __mpi_f08_link_constants_MOD_mpi_argv_null: [u8; 1] = *b" ";
    __mpi_f08_link_constants_MOD_mpi_argvs_null: [u8; 1] = *b" ";
    __mpi_f08_link_constants_MOD_mpi_errcodes_ignore: c_int = 0;
    __mpi_f08_link_constants_MOD_mpi_unweighted: c_int = 0;
    __mpi_f08_link_constants_MOD_mpi_weights_empty: c_int = 0;
}
