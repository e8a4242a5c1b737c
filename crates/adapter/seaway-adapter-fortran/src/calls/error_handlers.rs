// SPDX-License-Identifier: MIT OR Apache-2.0
//! Error handlers written in Fortran: they get the object as an integer.

use std::ffi::{c_int, c_void};

use seaway_adapter::number;
use seaway_adapter::thunks::{HANDLERS, Meaning, handler};
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::{Program, is_same};
use crate::results::{report, report_made};

type Handler = unsafe extern "C" fn(*mut c_int, *mut c_int);

const KINDS: [Kind; 4] = [Kind::Comm, Kind::File, Kind::Win, Kind::Session];

/// Calls the program's handler that belongs to this function.
unsafe extern "C" fn dispatch<P: Program>(
    object: *mut c_void,
    code: *mut c_int,
    _: *mut c_void,
    _: *mut c_void,
    meaning: &'static Meaning,
) {
    let (function, kind) = meaning.get();
    // SAFETY: a function of this type was registered; MPI passes a handle of this kind.
    unsafe {
        let function: Handler = std::mem::transmute(function);
        let mut object = match KINDS[kind] {
            Kind::File => P::file_to_fortran(object.cast::<usize>().read()),
            kind => P::to_fortran(kind, object.cast::<P::Word>().read()),
        };
        function(&raw mut object, code);
    }
}

macro_rules! creators {
    ($($name:ident $index:ident $kind:literal;)*) => { $(
        pub unsafe extern "C" fn $name<P: Program>(function: Handler, errhandler: *mut c_int, ierror: *mut c_int) {
            // SAFETY: Fortran passes a function and an integer.
            unsafe {
                let create = c!($index(*const c_void, *mut P::Word));
                // A handle that is also an integer in C needs no wrapper.
                let function = if is_same::<P>() && KINDS[$kind] != Kind::File {
                    function as *const c_void
                } else {
                    HANDLERS.serve(dispatch::<P> as *const ());
                    let Some(taken) = HANDLERS.take(function as *mut (), $kind) else {
                        return report(ierror, number(P::MPI_ERR_INTERN));
                    };
                    handler(taken) as *const c_void
                };
                let mut handle = <P::Word as Default>::default();
                let code = create(function, &raw mut handle);
                report_made::<P>(Kind::Errhandler, handle, errhandler, ierror, code);
            }
        }
    )* };
}

creators! {
    comm_create_errhandler COMM_CREATE_ERRHANDLER 0;
    errhandler_create ERRHANDLER_CREATE 0;
    file_create_errhandler FILE_CREATE_ERRHANDLER 1;
    win_create_errhandler WIN_CREATE_ERRHANDLER 2;
    session_create_errhandler SESSION_CREATE_ERRHANDLER 3;
}
