// SPDX-License-Identifier: MIT OR Apache-2.0
//! Error handlers of files. MPI-5.0 "Error Handling for I/O": a file has the handler that MPI_FILE_NULL had when it was
//! opened, and that is MPI_ERRORS_RETURN unless the program says otherwise.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_mpi::abi::{Abi, Errhandler, File};
use seaway_mpi::host::FileErrhandlerFunction;

use crate::handles;
use crate::process::Process;

/// What is done with an error.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Handler {
    Return,
    /// MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT.
    Fatal {
        only_these_ranks: bool,
    },
    User(UserHandler),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct UserHandler {
    pub(crate) function: FileErrhandlerFunction,
    pub(crate) language: Language,
}

/// Whose handles a handler takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Fortran,
}

#[derive(Debug)]
pub(crate) struct Handlers<A: Abi> {
    /// Of MPI_FILE_NULL, and of files that are opened.
    file_null: Mutex<Handler>,
    /// Handlers that the program made, by handle. One that MPI reuses is overwritten by its next maker.
    made: Mutex<HashMap<Errhandler<A>, UserHandler>>,
}

impl<A: Abi> Default for Handlers<A> {
    fn default() -> Self {
        Self { file_null: Mutex::new(Handler::Return), made: Mutex::new(HashMap::new()) }
    }
}

impl<A: Abi> Handlers<A> {
    pub(crate) fn of_file_null(&self) -> Handler {
        *self.file_null.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_of_file_null(&self, handler: Handler) {
        *self.file_null.lock().unwrap_or_else(PoisonError::into_inner) = handler;
    }
}

impl<A: Abi> Process<A> {
    /// MPI_File_create_errhandler: MPI makes the handle, we remember the function.
    pub(crate) fn make_handler(&self, user: UserHandler) -> Result<Errhandler<A>> {
        let mut handle = self.host.known.errhandler_null;
        // SAFETY: the program's function, which the host never calls: no file of ours is known to it.
        let code = unsafe { (self.host.functions.file_create_errhandler)(user.function, &raw mut handle) };
        if code != 0 {
            return Err(not_made("MPI could not make an error handler"));
        }
        self.handlers.made.lock().unwrap_or_else(PoisonError::into_inner).insert(handle, user);
        Ok(handle)
    }

    /// What a handle stands for.
    pub(crate) fn handler_of(&self, handle: Errhandler<A>) -> Result<Handler> {
        let known = &self.host.known;
        if handle == known.errors_return {
            return Ok(Handler::Return);
        }
        if handle == known.errors_are_fatal {
            return Ok(Handler::Fatal { only_these_ranks: false });
        }
        if Some(handle) == known.errors_abort {
            return Ok(Handler::Fatal { only_these_ranks: true });
        }
        let made = self.handlers.made.lock().unwrap_or_else(PoisonError::into_inner);
        let user = made.get(&handle).copied().map(Handler::User);
        user.ok_or_else(|| not_made("the error handler did not come from MPI_File_create_errhandler"))
    }

    /// A handle for the program to look at and to free.
    pub(crate) fn handle_of(&self, handler: Handler) -> Result<Errhandler<A>> {
        let known = &self.host.known;
        match handler {
            Handler::Return => Ok(known.errors_return),
            Handler::Fatal { only_these_ranks: true } => {
                Ok(known.errors_abort.unwrap_or(known.errors_are_fatal))
            }
            Handler::Fatal { .. } => Ok(known.errors_are_fatal),
            Handler::User(user) => self.make_handler(user),
        }
    }
}

impl Handler {
    /// Returns the code that the MPI function returns, if it returns.
    pub(crate) fn call<A: Abi>(self, process: &Process<A>, file: usize, code: c_int, text: &str) -> c_int {
        match self {
            Handler::Return => {}
            Handler::Fatal { .. } => abort(process, code, text),
            Handler::User(user) => user.call(file, code),
        }
        code
    }
}

impl UserHandler {
    fn call(self, file: usize, mut code: c_int) {
        let mut handle = File(file);
        // Our handles read right in both languages; Fortran's MPI_FILE_NULL is zero.
        if self.language == Language::Fortran && !handles::is_ours(file) {
            handle = File(0);
        }
        // SAFETY: the program's function, with the arguments that MPI says it gets.
        unsafe { (self.function)(&raw mut handle, &raw mut code) };
    }
}

/// What MPI_ERRORS_ARE_FATAL does: says why, and ends the program.
#[allow(clippy::print_stderr, reason = "the program asked to be ended by errors, and must hear why")]
fn abort<A: Abi>(process: &Process<A>, code: c_int, text: &str) {
    eprintln!("Fatal error in an MPI file function: {text}");
    if process.host.is_running() {
        // SAFETY: MPI is running. Does not return.
        unsafe { (process.host.functions.abort)(process.host.known.comm_world, code) };
    }
    std::process::abort();
}

fn not_made(detail: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Configure).with_detail(detail)
}
