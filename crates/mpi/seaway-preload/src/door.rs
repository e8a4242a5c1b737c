// SPDX-License-Identifier: MIT OR Apache-2.0
//! The boundary between C and Rust that every entry point crosses. It looks up the file, catches panics and
//! turns errors into codes, through the file's error handler.

use std::any::Any;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_mpi_host::abi::Abi;

use crate::handlers::Handler;
use crate::handles;
use crate::open_file::OpenFile;
use crate::process::Process;
use crate::staging;
use crate::trace;

/// Runs `work` on an open file.
pub(crate) fn with_file<A: Abi>(
    process: &Process<A>,
    handle: usize,
    operation: Operation,
    work: impl FnOnce(&OpenFile<A>) -> Result<()>,
) -> c_int {
    let Some(file) = handles::get::<A>(handle) else {
        return raise(process, handle, process.handlers.of_file_null(), &not_open(operation));
    };
    match guarded(operation, || work(file)) {
        Ok(()) => 0,
        Err(error) => raise(process, handle, file.handler(), &error),
    }
}

/// Runs `work` that belongs to no open file: errors go to the handler of MPI_FILE_NULL.
pub(crate) fn without_file<A: Abi>(
    process: &Process<A>,
    operation: Operation,
    work: impl FnOnce() -> Result<()>,
) -> c_int {
    match guarded(operation, work) {
        Ok(()) => 0,
        Err(error) => raise(process, process.host.known.file_null.0, process.handlers.of_file_null(), &error),
    }
}

/// The result of `work`; a panic is an error.
pub(crate) fn guarded<T>(operation: Operation, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let _unstaged = staging::hold();
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(defect(operation, &*panic)))
}

/// Passes the error to the handler, and returns its code.
pub(crate) fn raise<A: Abi>(process: &Process<A>, handle: usize, handler: Handler, error: &Error) -> c_int {
    trace::failed(error.kind());
    let code = process.error_codes.code(&process.host, error);
    handler.call(process, handle, code, &error.to_string())
}

pub(crate) fn not_open(operation: Operation) -> Error {
    Error::new(ErrorKind::BadFile, operation)
        .with_detail("the handle is MPI_FILE_NULL, was closed, or never came from MPI_File_open")
}

fn defect(operation: Operation, panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Error::new(ErrorKind::Internal, operation).with_detail(format!("this is a bug in Seaway: {text}"))
}
