// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reductions written in Fortran: they get the datatype as an integer.

use std::ffi::{c_int, c_void};

use seaway_adapter::number;
use seaway_adapter::thunks::{Meaning, OPERATIONS, operation};
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::{Program, is_same};
use crate::results::{report, report_made};

type Operation = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut c_int);

/// Calls the program's operation that belongs to this function.
unsafe extern "C" fn dispatch<P: Program>(
    from: *mut c_void,
    into: *mut c_void,
    length: *mut c_int,
    datatype: *mut P::Word,
    meaning: &'static Meaning,
) {
    let (function, _) = meaning.get();
    // SAFETY: a function of this type was registered; MPI passes a datatype.
    unsafe {
        let function: Operation = std::mem::transmute(function);
        let mut datatype = P::to_fortran(Kind::Datatype, *datatype);
        function(from, into, length, &raw mut datatype);
    }
}

pub unsafe extern "C" fn op_create<P: Program>(
    function: Operation,
    commute: *const c_int,
    op: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes a function and integers.
    unsafe {
        // A handle that is also an integer in C needs no wrapper.
        let function = if is_same::<P>() {
            function as *const c_void
        } else {
            OPERATIONS.serve(dispatch::<P> as *const ());
            let Some(taken) = OPERATIONS.take(function as *mut (), 0) else {
                return report(ierror, number(P::MPI_ERR_INTERN));
            };
            operation(taken) as *const c_void
        };
        let mut handle = <P::Word as Default>::default();
        let code = c!(OP_CREATE(*const c_void, c_int, *mut P::Word))(function, *commute, &raw mut handle);
        report_made::<P>(Kind::Op, handle, op, ierror, code);
    }
}
