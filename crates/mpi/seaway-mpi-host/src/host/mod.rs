// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Host`]: the MPI library underneath, with its functions and handles.

mod known;

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

pub use known::{Known, NamedTypes};
pub use seaway_mpi_abi::functions::{
    CancelFunction, CommCopyFunction, CommDeleteFunction, Count, FileErrhandlerFunction, FreeFunction,
    Functions, PollFunction, QueryFunction, TypeCopyFunction, TypeDeleteFunction, WaitFunction,
};
pub use seaway_mpi_abi::library::{Library, LibraryKind};
pub use seaway_mpi_abi::modules::module_of_another_abi;

use crate::abi::{Abi, Mpich, OpenMpi, Standard};

/// A loaded MPI library of ABI `A`. Created once per process and never dropped.
#[derive(Debug)]
pub struct Host<A: Abi> {
    pub functions: Functions<A>,
    pub known: Known<A>,
    pub named_types: NamedTypes<A>,
    pub library: Library,
    /// Before initialisation and after finalisation, only MPI_Initialized and MPI_Finalized may be called.
    seen_running: AtomicBool,
}

impl<A: Abi> Host<A> {
    /// The error is the name of a symbol that the library lacks.
    pub fn of(library: Library) -> Result<Self, &'static str> {
        Ok(Self {
            functions: Functions::load(&library)?,
            known: Known::load(&library)?,
            named_types: NamedTypes::load(&library),
            library,
            seen_running: AtomicBool::new(false),
        })
    }

    /// Whether MPI calls may be made now.
    pub fn is_running(&self) -> bool {
        let (mut initialised, mut finalised): (c_int, c_int) = (0, 0);
        // SAFETY: both may be called at any time.
        unsafe {
            (self.functions.initialized)(&raw mut initialised);
            (self.functions.finalized)(&raw mut finalised);
        }
        // With sessions alone, MPI_Initialized stays false: but having a communicator implies that MPI is
        // running.
        finalised == 0 && (initialised != 0 || self.seen_running.load(Ordering::Relaxed))
    }

    /// The program passed a communicator: MPI is running, in the world model or in a session.
    pub fn note_running(&self) {
        self.seen_running.store(true, Ordering::Relaxed);
    }
}

/// The host of this process, in whichever ABI.
#[derive(Debug)]
pub enum AnyHost {
    Mpich(Host<Mpich>),
    OpenMpi(Host<OpenMpi>),
    Standard(Host<Standard>),
}

impl AnyHost {
    /// Finds the library that the process uses. The error is a sentence.
    pub fn find() -> Result<Self, String> {
        let mut hosts: Vec<AnyHost> =
            Library::all_loaded().into_iter().map(AnyHost::of).collect::<Result<_, _>>()?;
        // If there are several, prefer the one that is running.
        let running = hosts.iter().position(AnyHost::is_running).unwrap_or(0);
        if hosts.is_empty() {
            return Err("no MPI library is loaded in this process".to_owned());
        }
        Ok(hosts.swap_remove(running))
    }

    pub fn of(library: Library) -> Result<Self, String> {
        let path = library.path().display().to_string();
        let kind = library.kind();
        let host = match kind {
            LibraryKind::Mpich => Host::of(library).map(AnyHost::Mpich),
            LibraryKind::OpenMpi => Host::of(library).map(AnyHost::OpenMpi),
            LibraryKind::Standard => Host::of(library).map(AnyHost::Standard),
        };
        host.map_err(|missing| {
            format!("{path} has no {missing}: it is too old for Seaway, or not an MPI library")
        })
    }

    pub fn is_running(&self) -> bool {
        match self {
            AnyHost::Mpich(host) => host.is_running(),
            AnyHost::OpenMpi(host) => host.is_running(),
            AnyHost::Standard(host) => host.is_running(),
        }
    }

    pub fn library(&self) -> &Library {
        match self {
            AnyHost::Mpich(host) => &host.library,
            AnyHost::OpenMpi(host) => &host.library,
            AnyHost::Standard(host) => &host.library,
        }
    }
}
