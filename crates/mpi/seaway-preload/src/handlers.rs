// SPDX-License-Identifier: MIT OR Apache-2.0
//! Error handlers of files. MPI-5.0 "Error Handling for I/O": a file inherits the handler of MPI_FILE_NULL
//! when it is opened, which is MPI_ERRORS_RETURN unless the program sets another.

use std::collections::HashMap;
use std::ffi::c_int;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_mpi_host::abi::{Abi, Errhandler, File};
use seaway_mpi_host::host::FileErrhandlerFunction;

use crate::handles;
use crate::process::Process;

/// How to handle an error.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Handler {
    Return,
    /// MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT.
    Fatal,
    User(UserHandler),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct UserHandler {
    pub(crate) function: FileErrhandlerFunction,
    pub(crate) language: Language,
}

/// Which language's handles a handler takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Fortran,
}

/// The handler of a file, with its handle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Assigned<A: Abi> {
    pub(crate) handler: Handler,
    handle: Errhandler<A>,
    /// Whether this holds one of MPI's references to the handle, which must be freed.
    is_reference: bool,
}

#[derive(Debug)]
pub(crate) struct Handlers<A: Abi> {
    /// Of MPI_FILE_NULL, inherited by opened files; `None` until the program sets one.
    file_null: Mutex<Option<Assigned<A>>>,
    /// Handlers that the program created, by handle. A handle that MPI reuses is overwritten when it is
    /// created again.
    made: Mutex<HashMap<Errhandler<A>, UserHandler>>,
    /// Held while the host's own handler of MPI_FILE_NULL is temporarily replaced.
    borrowing: Mutex<()>,
}

impl<A: Abi> Default for Handlers<A> {
    fn default() -> Self {
        Self { file_null: Mutex::new(None), made: Mutex::new(HashMap::new()), borrowing: Mutex::new(()) }
    }
}

impl<A: Abi> Handlers<A> {
    pub(crate) fn of_file_null(&self) -> Handler {
        lock(&self.file_null).map_or(Handler::Return, |assigned| assigned.handler)
    }
}

impl<A: Abi> Process<A> {
    /// MPI_File_create_errhandler: MPI creates the handle, we remember the function.
    pub(crate) fn make_handler(&self, user: UserHandler) -> Result<Errhandler<A>> {
        let mut handle = self.host.known.errhandler_null;
        // SAFETY: the program's function, which the host never calls: it knows none of our files.
        let code = unsafe { (self.host.functions.file_create_errhandler)(user.function, &raw mut handle) };
        if code != 0 {
            return Err(not_made("MPI could not create an error handler"));
        }
        lock(&self.handlers.made).insert(handle, user);
        Ok(handle)
    }

    /// The handler that a file inherits when it is opened.
    pub(crate) fn inherited_handler(&self) -> Assigned<A> {
        let inherited = *lock(&self.handlers.file_null);
        let initial =
            Assigned { handler: Handler::Return, handle: self.host.known.errors_return, is_reference: false };
        inherited.map_or(initial, |assigned| self.assigned(assigned.handler, assigned.handle))
    }

    /// The handler of a handle passed by the program, which may free its own.
    pub(crate) fn assign_handler(&self, handle: Errhandler<A>) -> Result<Assigned<A>> {
        Ok(self.assigned(self.handler_of(handle)?, handle))
    }

    pub(crate) fn assign_to_file_null(&self, handle: Errhandler<A>) -> Result<()> {
        let assigned = self.assign_handler(handle)?;
        // Files that the host handles itself inherit from its own MPI_FILE_NULL.
        let borrowing = lock(&self.handlers.borrowing);
        // SAFETY: a handle that is valid.
        unsafe { (self.host.functions.file_set_errhandler)(self.host.known.file_null, handle) };
        drop(borrowing);
        let old = lock(&self.handlers.file_null).replace(assigned);
        if let Some(old) = old {
            old.release(self);
        }
        Ok(())
    }

    pub(crate) fn handle_of_file_null(&self) -> Errhandler<A> {
        let assigned = *lock(&self.handlers.file_null);
        self.one_more_reference(assigned.map_or(self.host.known.errors_return, |assigned| assigned.handle))
    }

    fn assigned(&self, handler: Handler, handle: Errhandler<A>) -> Assigned<A> {
        Assigned { handler, handle: self.one_more_reference(handle), is_reference: true }
    }

    /// What a handle refers to.
    fn handler_of(&self, handle: Errhandler<A>) -> Result<Handler> {
        let known = &self.host.known;
        if handle == known.errors_return {
            return Ok(Handler::Return);
        }
        if handle == known.errors_are_fatal || Some(handle) == known.errors_abort {
            return Ok(Handler::Fatal);
        }
        let user = lock(&self.handlers.made).get(&handle).copied().map(Handler::User);
        user.ok_or_else(|| not_made("the error handler did not come from MPI_File_create_errhandler"))
    }

    /// The same handle with one more reference. MPI only adds a reference when a handle is queried from a
    /// file, and the host does not know our files: so its MPI_FILE_NULL gets the handler for a moment.
    fn one_more_reference(&self, handle: Errhandler<A>) -> Errhandler<A> {
        let (functions, known) = (&self.host.functions, &self.host.known);
        let _alone = lock(&self.handlers.borrowing);
        let (mut before, mut counted) = (known.errhandler_null, handle);
        // SAFETY: valid handles, of a file that every MPI has.
        unsafe {
            (functions.file_get_errhandler)(known.file_null, &raw mut before);
            (functions.file_set_errhandler)(known.file_null, handle);
            (functions.file_get_errhandler)(known.file_null, &raw mut counted);
            (functions.file_set_errhandler)(known.file_null, before);
            (functions.errhandler_free)(&raw mut before);
        }
        counted
    }
}

impl<A: Abi> Assigned<A> {
    /// A handle for the program to use and to free.
    pub(crate) fn handle_to_give(&self, process: &Process<A>) -> Errhandler<A> {
        process.one_more_reference(self.handle)
    }

    pub(crate) fn release(mut self, process: &Process<A>) {
        if self.is_reference {
            // SAFETY: a reference of our own.
            unsafe { (process.host.functions.errhandler_free)(&raw mut self.handle) };
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Handler {
    /// Returns the code that the MPI function returns, if it returns.
    pub(crate) fn call<A: Abi>(self, process: &Process<A>, file: usize, code: c_int, text: &str) -> c_int {
        match self {
            Handler::Return => code,
            Handler::Fatal => {
                abort(process, code, text);
                code
            }
            Handler::User(user) => {
                let changed = user.call(file, code);
                if A::HANDLER_CHANGES_CODE { changed } else { code }
            }
        }
    }
}

impl UserHandler {
    /// Returns the code as the handler leaves it.
    fn call(self, file: usize, mut code: c_int) -> c_int {
        let mut handle = File(file);
        // Our handles are valid in both languages; Fortran's MPI_FILE_NULL is zero.
        if self.language == Language::Fortran && !handles::is_ours(file) {
            handle = File(0);
        }
        // SAFETY: the program's function, with the arguments that MPI says it gets.
        unsafe { (self.function)(&raw mut handle, &raw mut code) };
        code
    }
}

/// MPI_ERRORS_ARE_FATAL: prints the reason and aborts the program.
fn abort<A: Abi>(process: &Process<A>, code: c_int, text: &str) {
    let _ = writeln!(std::io::stderr(), "Fatal error in an MPI file function: {text}");
    if process.host.is_running() {
        // SAFETY: MPI is running. Does not return.
        unsafe { (process.host.functions.abort)(process.host.known.comm_world, code) };
    }
    std::process::abort();
}

fn not_made(detail: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Configure).with_detail(detail)
}
