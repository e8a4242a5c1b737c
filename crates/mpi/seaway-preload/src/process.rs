// SPDX-License-Identifier: MIT OR Apache-2.0
//! The process that this library runs in: which MPI it has loaded, found at the first call that needs it.

use std::any::Any;
use std::ffi::c_int;
use std::sync::OnceLock;

use seaway_mpi_host::abi::Abi;
use seaway_mpi_host::datatypes::Datatypes;
use seaway_mpi_host::host::{AnyHost, Library};
use seaway_mpi_host::{Host, Mpich, OpenMpi, Standard};

use crate::errors::ErrorCodes;
use crate::handlers::Handlers;

/// The library's state for one ABI.
#[derive(Debug)]
pub(crate) struct Process<A: Abi> {
    pub(crate) host: Host<A>,
    pub(crate) datatypes: Datatypes,
    pub(crate) handlers: Handlers<A>,
    pub(crate) error_codes: ErrorCodes,
}

#[derive(Debug)]
pub(crate) enum AnyProcess {
    Mpich(Process<Mpich>),
    OpenMpi(Process<OpenMpi>),
    Standard(Process<Standard>),
}

/// Dispatches to code compiled once for each ABI.
macro_rules! in_its_abi {
    ($any:expr, $process:ident => $work:expr) => {
        match $any {
            $crate::process::AnyProcess::Mpich($process) => $work,
            $crate::process::AnyProcess::OpenMpi($process) => $work,
            $crate::process::AnyProcess::Standard($process) => $work,
        }
    };
}
pub(crate) use in_its_abi;

/// MPI_ERR_OTHER of the standard ABI. There is no better number without an MPI library.
const NO_MPI: c_int = 16;

/// The error is the code that the MPI function returns.
pub(crate) fn current() -> Result<&'static AnyProcess, c_int> {
    static PROCESS: OnceLock<AnyProcess> = OnceLock::new();
    if let Some(process) = PROCESS.get() {
        return Ok(process);
    }
    // A failure is not cached: the library may be loaded later.
    let host = AnyHost::find().map_err(|_| NO_MPI)?;
    Ok(PROCESS.get_or_init(|| AnyProcess::of(host)))
}

/// The process, for callbacks that know only their ABI.
pub(crate) fn this<A: Abi>() -> Option<&'static Process<A>> {
    in_its_abi!(current().ok()?, process => (process as &dyn Any).downcast_ref())
}

impl AnyProcess {
    fn of(host: AnyHost) -> Self {
        match host {
            AnyHost::Mpich(host) => Self::Mpich(Process::of(host)),
            AnyHost::OpenMpi(host) => Self::OpenMpi(Process::of(host)),
            AnyHost::Standard(host) => Self::Standard(Process::of(host)),
        }
    }

    pub(crate) fn library(&self) -> &Library {
        in_its_abi!(self, process => &process.host.library)
    }

    pub(crate) fn error_codes(&self) -> &ErrorCodes {
        in_its_abi!(self, process => &process.error_codes)
    }

    /// MPI_FILE_NULL.
    pub(crate) fn file_null(&self) -> usize {
        in_its_abi!(self, process => process.host.known.file_null.0)
    }
}

impl<A: Abi> Process<A> {
    fn of(host: Host<A>) -> Self {
        Self {
            host,
            datatypes: Datatypes::default(),
            handlers: Handlers::default(),
            error_codes: ErrorCodes::default(),
        }
    }
}
