// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host MPI's own MPI-IO, for files opened as `native:` and for handles that are not ours.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use seaway_device_api::ErrorKind;
use seaway_mpi_host::abi::Abi;
use seaway_mpi_host::error_class::error_class;

use crate::generated::native_functions::NativeFunctions;
use crate::handles;
use crate::process::{Process, current, in_its_abi};

/// Whether a handle belongs to the host MPI. MPI_FILE_NULL is ours, since its error handler is.
pub(crate) fn is_foreign(handle: usize) -> bool {
    !handles::is_ours(handle) && current().is_ok_and(|process| process.file_null() != handle)
}

pub(crate) fn native() -> &'static NativeFunctions {
    static NATIVE: OnceLock<NativeFunctions> = OnceLock::new();
    NATIVE.get_or_init(|| {
        let process = current().expect("a foreign handle comes from an MPI library");
        NativeFunctions::load(process.library())
    })
}

/// The error code for a function that the host MPI lacks: MPI_ERR_UNSUPPORTED_OPERATION.
pub(crate) fn missing() -> c_int {
    fn class_in<A: Abi>(_: &Process<A>) -> c_int {
        error_class::<A>(ErrorKind::Unsupported)
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => class_in(process)),
        Err(code) => code,
    }
}

/// Looks up rarely used functions by name on demand.
pub(crate) fn symbol(name: &str) -> Option<*mut c_void> {
    current().ok()?.library().symbol(name)
}
