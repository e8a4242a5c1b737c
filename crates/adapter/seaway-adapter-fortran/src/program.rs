// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Program`]: what Fortran programs of an ABI pass.

use std::ffi::{CStr, c_int, c_void};
use std::{mem, ptr};

use seaway_adapter::address;
use seaway_mpi_abi::abi::{Abi, Kind, Word};
use seaway_mpi_abi::{Mpich, OpenMpi};

use crate::sentinels::{Meaning, sentinels};

/// A variable identified by its address: its meaning, its symbol, and an offset in bytes.
pub type Variable = (Meaning, &'static CStr, usize);

/// The ABI that a Fortran program was built for.
pub trait Program: Abi + seaway_adapter::Sentinels {
    /// The counterparts of C's special addresses.
    const VARIABLES: &'static [Variable];

    /// What is added to the numbers of predefined attributes.
    const KEYVALS_ARE_HIGHER_BY: c_int;

    /// The C handle of an integer.
    fn to_c(kind: Kind, number: c_int) -> Self::Word {
        // MPICH's handles are the same in both languages.
        if is_same::<Self>() {
            return Self::Word::from_register(number.to_register());
        }
        // SAFETY: MPI_Comm_f2c and related functions take an int.
        unsafe {
            let function: unsafe extern "C" fn(c_int) -> Self::Word =
                mem::transmute(conversions::function(kind, conversions::TO_C));
            function(number)
        }
    }

    /// The integer of a C handle.
    fn to_fortran(kind: Kind, handle: Self::Word) -> c_int {
        if is_same::<Self>() {
            return c_int::from_register(handle.to_register());
        }
        // SAFETY: MPI_Comm_c2f and related functions take a handle.
        unsafe {
            let function: unsafe extern "C" fn(Self::Word) -> c_int =
                mem::transmute(conversions::function(kind, conversions::TO_FORTRAN));
            function(handle)
        }
    }

    /// MPI_File is a pointer everywhere.
    fn file_to_c(number: c_int) -> usize {
        // SAFETY: MPI_File_f2c takes an int.
        unsafe {
            let function: unsafe extern "C" fn(c_int) -> usize =
                mem::transmute(conversions::function(Kind::File, conversions::TO_C));
            function(number)
        }
    }

    fn file_to_fortran(file: usize) -> c_int {
        // SAFETY: MPI_File_c2f takes a file.
        unsafe {
            let function: unsafe extern "C" fn(usize) -> c_int =
                mem::transmute(conversions::function(Kind::File, conversions::TO_FORTRAN));
            function(file)
        }
    }

    /// The address of a buffer, which may be MPI_BOTTOM or MPI_IN_PLACE.
    #[inline(always)]
    fn buffer(buffer: *mut c_void) -> *mut c_void {
        match sentinels::<Self>().meaning(buffer.addr()) {
            None => buffer,
            Some(Meaning::Bottom) => ptr::null_mut(),
            Some(Meaning::InPlace) => ptr::without_provenance_mut(address(Self::MPI_IN_PLACE)),
            Some(_) => buffer,
        }
    }

    fn is_in_place(buffer: *const c_void) -> bool {
        sentinels::<Self>().meaning(buffer.addr()) == Some(Meaning::InPlace)
    }

    #[inline(always)]
    fn status(status: *mut c_void) -> *mut c_void {
        match sentinels::<Self>().meaning(status.addr()) {
            Some(Meaning::StatusIgnore) => ptr::without_provenance_mut(Self::STATUS_IGNORE),
            _ => status,
        }
    }

    #[inline(always)]
    fn statuses(statuses: *mut c_void) -> *mut c_void {
        match sentinels::<Self>().meaning(statuses.addr()) {
            Some(Meaning::StatusesIgnore) => ptr::without_provenance_mut(Self::STATUS_IGNORE),
            _ => statuses,
        }
    }

    /// The weights of edges, which may be MPI_UNWEIGHTED.
    fn weights(weights: *mut c_int) -> *mut c_int {
        let row = match sentinels::<Self>().meaning(weights.addr()) {
            Some(Meaning::Unweighted) => 0,
            Some(Meaning::WeightsEmpty) => 1,
            _ => return weights,
        };
        ptr::without_provenance_mut(Self::SENTINELS[row].value_in_program())
    }
}

/// Whether handles are also integers in C.
pub(crate) const fn is_same<P: Program>() -> bool {
    size_of::<P::Word>() == size_of::<c_int>()
}

impl Program for Mpich {
    // So that MPICH can tell which language asks.
    const KEYVALS_ARE_HIGHER_BY: c_int = 1;
    const VARIABLES: &'static [Variable] = &[
        (Meaning::Bottom, c"mpipriv1_", 0),
        (Meaning::InPlace, c"mpipriv1_", 4),
        (Meaning::StatusIgnore, c"mpipriv1_", 8),
        (Meaning::StatusesIgnore, c"mpipriv2_", 0),
        (Meaning::ErrcodesIgnore, c"mpipriv2_", 20),
        (Meaning::ArgvsNull, c"mpiprivc_", 0),
        (Meaning::ArgvNull, c"mpiprivc_", 1),
        (Meaning::Unweighted, c"mpifcmb5_", 0),
        (Meaning::WeightsEmpty, c"mpifcmb9_", 0),
        (Meaning::Bottom, c"MPIR_F08_MPI_BOTTOM", 0),
        (Meaning::InPlace, c"MPIR_F08_MPI_IN_PLACE", 0),
        (Meaning::StatusIgnore, c"MPIR_F08_MPI_STATUS_IGNORE_OBJ", 0),
        (Meaning::StatusesIgnore, c"MPIR_F08_MPI_STATUSES_IGNORE_OBJ", 0),
        (Meaning::ErrcodesIgnore, c"__mpi_f08_link_constants_MOD_mpi_errcodes_ignore", 0),
        (Meaning::ArgvsNull, c"__mpi_f08_link_constants_MOD_mpi_argvs_null", 0),
        (Meaning::ArgvNull, c"__mpi_f08_link_constants_MOD_mpi_argv_null", 0),
        (Meaning::Unweighted, c"__mpi_f08_link_constants_MOD_mpi_unweighted", 0),
        (Meaning::WeightsEmpty, c"__mpi_f08_link_constants_MOD_mpi_weights_empty", 0),
    ];
}

impl Program for OpenMpi {
    const KEYVALS_ARE_HIGHER_BY: c_int = 0;
    const VARIABLES: &'static [Variable] = &[
        (Meaning::Bottom, c"mpi_fortran_bottom_", 0),
        (Meaning::InPlace, c"mpi_fortran_in_place_", 0),
        (Meaning::StatusIgnore, c"mpi_fortran_status_ignore_", 0),
        (Meaning::StatusesIgnore, c"mpi_fortran_statuses_ignore_", 0),
        (Meaning::ErrcodesIgnore, c"mpi_fortran_errcodes_ignore_", 0),
        (Meaning::ArgvsNull, c"mpi_fortran_argvs_null_", 0),
        (Meaning::ArgvNull, c"mpi_fortran_argv_null_", 0),
        (Meaning::Unweighted, c"mpi_fortran_unweighted_", 0),
        (Meaning::WeightsEmpty, c"mpi_fortran_weights_empty_", 0),
    ];
}

mod conversions {
    //! MPI_Comm_f2c and related functions, looked up at the first call.

    use std::ffi::{CStr, c_void};
    use std::ptr;
    use std::sync::atomic::AtomicPtr;

    use seaway_mpi_abi::abi::Kind;

    use crate::c_functions::known_or_looked_up;

    pub(super) const TO_C: usize = 0;
    pub(super) const TO_FORTRAN: usize = 1;

    const KINDS: usize = 16;
    static FUNCTIONS: [[AtomicPtr<c_void>; 2]; KINDS] =
        [const { [const { AtomicPtr::new(ptr::null_mut()) }; 2] }; KINDS];

    const fn names(kind: Kind) -> [&'static CStr; 2] {
        match kind {
            Kind::Comm => [c"MPI_Comm_f2c", c"MPI_Comm_c2f"],
            Kind::Datatype => [c"MPI_Type_f2c", c"MPI_Type_c2f"],
            Kind::Errhandler => [c"MPI_Errhandler_f2c", c"MPI_Errhandler_c2f"],
            Kind::File => [c"MPI_File_f2c", c"MPI_File_c2f"],
            Kind::Group => [c"MPI_Group_f2c", c"MPI_Group_c2f"],
            Kind::Info => [c"MPI_Info_f2c", c"MPI_Info_c2f"],
            Kind::Message => [c"MPI_Message_f2c", c"MPI_Message_c2f"],
            Kind::Op => [c"MPI_Op_f2c", c"MPI_Op_c2f"],
            Kind::Request => [c"MPI_Request_f2c", c"MPI_Request_c2f"],
            Kind::Session => [c"MPI_Session_f2c", c"MPI_Session_c2f"],
            Kind::Win => [c"MPI_Win_f2c", c"MPI_Win_c2f"],
        }
    }

    pub(super) fn function(kind: Kind, direction: usize) -> *mut c_void {
        known_or_looked_up(
            &FUNCTIONS[kind as usize][direction],
            names(kind)[direction],
            as_it_is as *mut c_void,
        )
    }

    /// No library without these has Fortran programs.
    extern "C" fn as_it_is(handle: usize) -> usize {
        handle
    }
}
