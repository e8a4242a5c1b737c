// SPDX-License-Identifier: MIT OR Apache-2.0
//! Callbacks of the program: the host calls each through a wrapper, which translates the arguments.

use std::ffi::{c_int, c_void};
use std::mem;

use seaway_mpi_abi::abi::{Kind, Word};

use crate::errors::{code, code_to_host};
use crate::handles::file_from_host;
use crate::numbers::keyval_to_program;
use crate::sides::{Host, NO_ROW, Program};
use crate::statuses::{self, Raw};
use crate::thunks::{HANDLERS, Meaning, OPERATIONS};

pub(crate) fn prepare<P: Program, H: Host>() {
    OPERATIONS.serve(operation::<P, H> as *const ());
    HANDLERS.serve(handler::<P, H> as *const ());
}

/// The program's handle for an object that it already has: takes no reference.
#[inline(always)]
pub(crate) fn seen<P: Program, H: Host>(kind: Kind, word: H::Word) -> P::Word {
    let register = word.to_register();
    let row = H::row(kind, register);
    if row != NO_ROW {
        return P::predefined(row.into());
    }
    P::seen(kind, register)
}

type UserOperation = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void, *mut c_void);

/// Which length an operation gets: the host's, or its int widened to MPI_Count.
pub(crate) const AS_IT_IS: usize = 0;
pub(crate) const WIDENED: usize = 1;

/// MPI_User_function, in both forms.
unsafe extern "C" fn operation<P: Program, H: Host>(
    input: *mut c_void,
    inout: *mut c_void,
    length: *mut c_void,
    datatype: *mut H::Word,
    meaning: &'static Meaning,
) {
    // SAFETY: the host calls with the arguments of MPI_User_function, and the program registered such a
    // function.
    unsafe {
        let row = H::row(Kind::Datatype, datatype.read().to_register());
        let (function, way) = meaning.get();
        if row == NO_ROW || way != AS_IT_IS {
            return other_operation::<P, H>(input, inout, length, datatype, meaning);
        }
        let function: UserOperation = mem::transmute(function);
        let mut word = P::predefined(row.into());
        function(input, inout, length, (&raw mut word).cast());
    }
}

/// With a user-defined datatype, or with a length that must be widened. Out of line, so that most calls need
/// not spill their arguments.
#[inline(never)]
unsafe extern "C" fn other_operation<P: Program, H: Host>(
    input: *mut c_void,
    inout: *mut c_void,
    length: *mut c_void,
    datatype: *mut H::Word,
    meaning: &'static Meaning,
) {
    // SAFETY: as above.
    unsafe {
        let mut word = seen::<P, H>(Kind::Datatype, datatype.read());
        let (function, way) = meaning.get();
        let function: UserOperation = mem::transmute(function);
        if way == AS_IT_IS {
            function(input, inout, length, (&raw mut word).cast());
        } else {
            let mut length = i64::from(length.cast::<c_int>().read());
            function(input, inout, (&raw mut length).cast(), (&raw mut word).cast());
        }
    }
}

/// Error handlers of communicators, windows, sessions and files.
unsafe extern "C" fn handler<P: Program, H: Host>(
    object: *mut c_void,
    host_code: *mut c_int,
    _: *mut c_void,
    _: *mut c_void,
    meaning: &'static Meaning,
) {
    let (function, kind) = meaning.get();
    // SAFETY: the host passes a handle of this kind and a code, and the program registered such a function.
    unsafe {
        let function: unsafe extern "C" fn(*mut c_void, *mut c_int, ...) = mem::transmute(function);
        let mut code = code::<P, H>(host_code.read());
        if kind == Kind::File as usize {
            let mut file = file_from_host::<P, H>(object.cast::<usize>().read());
            function((&raw mut file).cast(), &raw mut code);
        } else {
            let kind =
                [Kind::Comm, Kind::Win, Kind::Session].into_iter().find(|known| *known as usize == kind);
            let mut word = seen::<P, H>(kind.unwrap_or(Kind::Comm), object.cast::<H::Word>().read());
            function((&raw mut word).cast(), &raw mut code);
        }
    }
}

/// The functions of an attribute key.
pub(crate) struct Key {
    pub(crate) copy: usize,
    pub(crate) delete: usize,
    pub(crate) extra: *mut c_void,
}

// SAFETY: the state is the program's, and only passed back to its functions.
unsafe impl Send for Key {}
// SAFETY: as above.
unsafe impl Sync for Key {}

/// MPI_COMM_DUP_FN and related constants, where they are numbers.
const DUPLICATE: usize = 1;

/// The copy function of all keys.
pub(crate) unsafe extern "C" fn copy_attribute<P: Program, H: Host, const KIND: u8>(
    object: H::Word,
    key: c_int,
    extra: *mut c_void,
    value: *mut c_void,
    copy: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the host passes the arguments of this key's function; `extra` was made here.
    unsafe {
        let own = &*extra.cast::<Key>();
        match own.copy {
            0 => flag.write(0),
            DUPLICATE => {
                copy.cast::<*mut c_void>().write(value);
                flag.write(1);
            }
            function => {
                let function: unsafe extern "C" fn(
                    P::Word,
                    c_int,
                    *mut c_void,
                    *mut c_void,
                    *mut c_void,
                    *mut c_int,
                ) -> c_int = mem::transmute(function);
                let word = seen::<P, H>(kind_of(KIND), object);
                let result = function(word, keyval_to_program::<P, H>(key), own.extra, value, copy, flag);
                return code_to_host::<P, H>(result);
            }
        }
    }
    0
}

/// The delete function of all keys.
pub(crate) unsafe extern "C" fn delete_attribute<P: Program, H: Host, const KIND: u8>(
    object: H::Word,
    key: c_int,
    value: *mut c_void,
    extra: *mut c_void,
) -> c_int {
    // SAFETY: as above.
    unsafe {
        let own = &*extra.cast::<Key>();
        if own.delete <= DUPLICATE {
            return 0;
        }
        let function: unsafe extern "C" fn(P::Word, c_int, *mut c_void, *mut c_void) -> c_int =
            mem::transmute(own.delete);
        let word = seen::<P, H>(kind_of(KIND), object);
        code_to_host::<P, H>(function(word, keyval_to_program::<P, H>(key), value, own.extra))
    }
}

fn kind_of(kind: u8) -> Kind {
    [Kind::Datatype, Kind::Win].into_iter().find(|known| *known as u8 == kind).unwrap_or(Kind::Comm)
}

/// A generalised request: the program's three functions.
pub(crate) struct Generalised {
    pub(crate) query: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int,
    pub(crate) free: unsafe extern "C" fn(*mut c_void) -> c_int,
    pub(crate) cancel: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    pub(crate) extra: *mut c_void,
}

pub(crate) unsafe extern "C" fn query<P: Program, H: Host>(extra: *mut c_void, status: *mut c_int) -> c_int {
    let mut program: Raw = [0; 8];
    // SAFETY: `extra` was made here; the host's status can be written.
    unsafe {
        let own = &*extra.cast::<Generalised>();
        statuses::to_program::<P, H>(status, program.as_mut_ptr());
        let result = (own.query)(own.extra, program.as_mut_ptr().cast());
        let host = statuses::status_in::<P, H>(program.as_ptr().cast());
        status.copy_from_nonoverlapping(host.as_ptr(), statuses::words::<H>());
        code_to_host::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn free<P: Program, H: Host>(extra: *mut c_void) -> c_int {
    // SAFETY: the host frees a request once; its state is freed here.
    unsafe {
        let own = Box::from_raw(extra.cast::<Generalised>());
        code_to_host::<P, H>((own.free)(own.extra))
    }
}

pub(crate) unsafe extern "C" fn cancel<P: Program, H: Host>(extra: *mut c_void, is_complete: c_int) -> c_int {
    // SAFETY: `extra` was made here.
    unsafe {
        let own = &*extra.cast::<Generalised>();
        code_to_host::<P, H>((own.cancel)(own.extra, is_complete))
    }
}
