// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OpenFile`]: the engine's file with MPI's part of its state: error handler, group, handles of the view's
//! types.

use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_device_api::Result;
use seaway_engine::File;
use seaway_mpi_host::abi::{Abi, Datatype, Group};

use crate::handlers::{Assigned, Handler};
use crate::process::Process;
use crate::trace::Names;
use crate::view_types::ViewTypes;

#[derive(Debug)]
pub(crate) struct OpenFile<A: Abi> {
    pub(crate) file: File,
    pub(crate) group: Group<A>,
    /// Its names in a trace.
    pub(crate) names: Names,
    assigned: Mutex<Assigned<A>>,
    view_types: Mutex<ViewTypes<A>>,
}

impl<A: Abi> OpenFile<A> {
    pub(crate) fn new(process: &Process<A>, file: File, group: Group<A>) -> Self {
        let view_types = Mutex::new(ViewTypes::of_bytes(process));
        let names = Names::if_traced(file.name());
        Self { file, group, names, assigned: Mutex::new(process.inherited_handler()), view_types }
    }

    pub(crate) fn handler(&self) -> Handler {
        self.assigned().handler
    }

    pub(crate) fn assigned(&self) -> Assigned<A> {
        *self.assigned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn assign(&self, process: &Process<A>, assigned: Assigned<A>) {
        let old =
            std::mem::replace(&mut *self.assigned.lock().unwrap_or_else(PoisonError::into_inner), assigned);
        old.release(process);
    }

    /// Handles of etype and filetype for the program, which frees derived ones.
    pub(crate) fn give_view_types(&self, process: &Process<A>) -> Result<[Datatype<A>; 2]> {
        let types = self.types();
        Ok([types.etype.give(process)?, types.filetype.give(process)?])
    }

    pub(crate) fn set_view_types(&self, process: &Process<A>, types: ViewTypes<A>) {
        let old = std::mem::replace(&mut *self.types(), types);
        old.release(process);
    }

    fn types(&self) -> MutexGuard<'_, ViewTypes<A>> {
        self.view_types.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees MPI's objects. Returns the engine's file, to be closed.
    pub(crate) fn release(self, process: &Process<A>) -> File {
        self.assigned().release(process);
        let types = self.view_types.into_inner().unwrap_or_else(PoisonError::into_inner);
        types.release(process);
        let mut group = self.group;
        // SAFETY: our own group.
        unsafe { (process.host.functions.group_free)(&raw mut group) };
        self.file
    }
}
