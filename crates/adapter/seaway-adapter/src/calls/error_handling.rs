// SPDX-License-Identifier: MIT OR Apache-2.0
//! Error classes, codes and their texts; user-defined error handlers.

use std::ffi::{c_char, c_int};

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::calls::strings::bounded;
use crate::errors::{add, class_to_program, code, code_to_host, code_with_text, is_class, remove};
use crate::handles::from_host;
use crate::numbers::number;
use crate::sides::{Host, Program};
use crate::thunks::{self, HANDLERS, Handler};

pub(crate) unsafe extern "C" fn error_class<P: Program, H: Host>(error: c_int, class: *mut c_int) -> c_int {
    let mut host_class: c_int = 0;
    // SAFETY: the program keeps the contract of MPI_Error_class.
    unsafe {
        if is_class::<P>(error) {
            class.write(error);
            return 0;
        }
        let result = host!(ERROR_CLASS(c_int, *mut c_int))(code_to_host::<P, H>(error), &raw mut host_class);
        if result == 0 {
            class.write(class_to_program::<P, H>(host_class));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn error_string<P: Program, H: Host>(
    error: c_int,
    text: *mut c_char,
    length: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Error_string.
    unsafe {
        let sizes = (P::MPI_MAX_ERROR_STRING, H::MPI_MAX_ERROR_STRING);
        let result = bounded(sizes, text, length, |text, length| {
            host!(ERROR_STRING(c_int, *mut c_char, *mut c_int))(code_with_text::<P, H>(error), text, length)
        });
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn add_error_class<P: Program, H: Host>(class: *mut c_int) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Add_error_class.
    unsafe {
        let mut made: c_int = 0;
        let result = host!(ADD_ERROR_CLASS(*mut c_int))(&raw mut made);
        if result == 0 {
            class.write(add::<P>(made));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn add_error_code<P: Program, H: Host>(
    class: c_int,
    error: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Add_error_code.
    unsafe {
        let mut made: c_int = 0;
        let result = host!(ADD_ERROR_CODE(c_int, *mut c_int))(code_to_host::<P, H>(class), &raw mut made);
        if result == 0 {
            error.write(add::<P>(made));
        }
        code::<P, H>(result)
    }
}

macro_rules! remove_error {
    ($name:ident, $index:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(error: c_int) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            let result = unsafe { host!($index(c_int))(code_to_host::<P, H>(error)) };
            if result == 0 {
                remove::<P>(error);
            }
            code::<P, H>(result)
        }
    };
}
remove_error!(remove_error_class, REMOVE_ERROR_CLASS);
remove_error!(remove_error_code, REMOVE_ERROR_CODE);

/// Only the host knows which freed handlers are still in use: numbers are not released, but all handlers of a
/// function share one.
macro_rules! create_handler {
    ($name:ident, $index:ident, $kind:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            function: usize,
            handler: *mut P::Word,
        ) -> c_int {
            let kind = Kind::$kind as usize;
            let Some(thunk) = HANDLERS.take(std::ptr::without_provenance_mut(function), kind) else {
                return number(P::MPI_ERR_INTERN);
            };
            let mut made = H::Word::default();
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let result = host!($index(Handler, *mut H::Word))(thunks::handler(thunk), &raw mut made);
                if result == 0 {
                    handler.write(from_host::<P, H>(Kind::Errhandler, made));
                } else {
                    HANDLERS.give_back(thunk);
                }
                code::<P, H>(result)
            }
        }
    };
}
create_handler!(comm_create_errhandler, COMM_CREATE_ERRHANDLER, Comm);
create_handler!(errhandler_create, ERRHANDLER_CREATE, Comm);
create_handler!(win_create_errhandler, WIN_CREATE_ERRHANDLER, Win);
create_handler!(file_create_errhandler, FILE_CREATE_ERRHANDLER, File);
create_handler!(session_create_errhandler, SESSION_CREATE_ERRHANDLER, Session);
