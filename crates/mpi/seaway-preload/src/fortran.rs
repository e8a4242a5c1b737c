// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles as integers, error handlers, and what Fortran needs beyond the C functions.
//!
//! The MPI libraries' Fortran layers call the C functions, by their MPI_ or PMPI_ names. There is one
//! exception: Open MPI's mpi_file_create_errhandler creates the handler itself, so its Fortran names are
//! interposed here.

use std::ffi::c_int;

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_mpi_host::abi::{Abi, Errhandler, Word};
use seaway_mpi_host::host::FileErrhandlerFunction;

use crate::door::without_file;
use crate::handlers::{Language, UserHandler};
use crate::handles;
use crate::native::symbol;
use crate::process::{Process, current, in_its_abi};

/// Handle to integer and back, under all their names. We treat Fortran's and the standard ABI's integers
/// alike; an MPI with only one kind uses it for both.
macro_rules! handle_conversions {
    ($($to_integer:ident $from_integer:ident $host_to:expr, $host_from:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $to_integer(file: usize) -> c_int {
            to_integer(file, $host_to)
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $from_integer(file: c_int) -> usize {
            from_integer(file, $host_from)
        }
    )* };
}

handle_conversions! {
    MPI_File_c2f MPI_File_f2c ["PMPI_File_c2f", "PMPI_File_toint"], ["PMPI_File_f2c", "PMPI_File_fromint"];
    PMPI_File_c2f PMPI_File_f2c ["PMPI_File_c2f", "PMPI_File_toint"], ["PMPI_File_f2c", "PMPI_File_fromint"];
    MPI_File_toint MPI_File_fromint ["PMPI_File_toint", "PMPI_File_c2f"], ["PMPI_File_fromint", "PMPI_File_f2c"];
    PMPI_File_toint PMPI_File_fromint ["PMPI_File_toint", "PMPI_File_c2f"], ["PMPI_File_fromint", "PMPI_File_f2c"];
}

fn to_integer(file: usize, host_functions: [&str; 2]) -> c_int {
    handles::to_fortran(file).unwrap_or_else(|| {
        host_functions.into_iter().find_map(symbol).map_or(0, |function| {
            // SAFETY: MPI's function of this name.
            unsafe { std::mem::transmute::<*mut _, extern "C" fn(usize) -> c_int>(function)(file) }
        })
    })
}

fn from_integer(file: c_int, host_functions: [&str; 2]) -> usize {
    handles::from_fortran(file).unwrap_or_else(|| {
        host_functions.into_iter().find_map(symbol).map_or(0, |function| {
            // SAFETY: MPI's function of this name.
            unsafe { std::mem::transmute::<*mut _, extern "C" fn(c_int) -> usize>(function)(file) }
        })
    })
}

macro_rules! c_names {
    ($($name:ident)*) => { $(
        /// # Safety
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(function: Option<FileErrhandlerFunction>, errhandler: *mut std::ffi::c_void) -> c_int {
            // SAFETY: the caller's contract.
            unsafe { create(function, Language::C, HandleOutput::Handle(errhandler)) }
        }
    )* };
}

c_names! { MPI_File_create_errhandler PMPI_File_create_errhandler }

macro_rules! fortran_names {
    ($($name:ident)*) => { $(
        /// # Safety
        /// As MPI says.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, reason = "compilers differ in how they spell Fortran names")]
        pub unsafe extern "C" fn $name(
            function: Option<FileErrhandlerFunction>,
            errhandler: *mut c_int,
            code: *mut c_int,
        ) {
            // SAFETY: the caller's contract.
            let outcome = unsafe { create(function, Language::Fortran, HandleOutput::Integer(errhandler)) };
            if !code.is_null() {
                // SAFETY: the caller's contract.
                unsafe { code.write(outcome) };
            }
        }
    )* };
}

fortran_names! {
    mpi_file_create_errhandler mpi_file_create_errhandler_ mpi_file_create_errhandler__ MPI_FILE_CREATE_ERRHANDLER
    pmpi_file_create_errhandler pmpi_file_create_errhandler_ pmpi_file_create_errhandler__ PMPI_FILE_CREATE_ERRHANDLER
    ompi_file_create_errhandler_f
}

/// Where the new handle goes.
#[derive(Clone, Copy)]
enum HandleOutput {
    Handle(*mut std::ffi::c_void),
    Integer(*mut c_int),
}

unsafe fn create(function: Option<FileErrhandlerFunction>, language: Language, place: HandleOutput) -> c_int {
    match current() {
        Ok(process) => in_its_abi!(process, process => {
            // SAFETY: the caller's contract.
            unsafe { create_in(process, function, language, place) }
        }),
        Err(code) => code,
    }
}

unsafe fn create_in<A: Abi>(
    process: &Process<A>,
    function: Option<FileErrhandlerFunction>,
    language: Language,
    place: HandleOutput,
) -> c_int {
    without_file(process, Operation::Configure, || {
        let refuse = |text: &str| Error::new(ErrorKind::Argument, Operation::Configure).with_detail(text);
        let function = function.ok_or_else(|| refuse("the error handler's function is a null pointer"))?;
        let handle = process.make_handler(UserHandler { function, language })?;
        match place {
            // SAFETY: the caller's contract.
            HandleOutput::Handle(place) => unsafe { place.cast::<Errhandler<A>>().write(handle) },
            HandleOutput::Integer(place) => {
                let integer = integer_of(handle).ok_or_else(|| refuse("MPI_Errhandler_c2f is missing"))?;
                // SAFETY: the caller's contract.
                unsafe { place.write(integer) };
            }
        }
        Ok(())
    })
}

fn integer_of<A: Abi>(handle: Errhandler<A>) -> Option<c_int> {
    // MPICH's handles are integers, and its C function for this is a macro.
    if size_of::<A::Word>() == size_of::<c_int>() {
        return Some(Word::from_register(handle.to_register()));
    }
    let function = symbol("PMPI_Errhandler_c2f")?;
    // SAFETY: MPI's function of this name.
    Some(unsafe {
        std::mem::transmute::<*mut _, extern "C" fn(usize) -> c_int>(function)(handle.to_register())
    })
}
