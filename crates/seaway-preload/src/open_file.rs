// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OpenFile`]: the engine's file with what only MPI knows of it: error handler, group, handles of the view's types.

use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_engine::File;
use seaway_mpi::abi::{Abi, Datatype, Group};

use crate::handlers::{Assigned, Handler};
use crate::process::Process;

#[derive(Debug)]
pub(crate) struct OpenFile<A: Abi> {
    pub(crate) file: File,
    pub(crate) group: Group<A>,
    assigned: Mutex<Assigned<A>>,
    view_types: Mutex<ViewTypes<A>>,
}

/// Etype and filetype as the program passed them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ViewTypes<A: Abi> {
    pub(crate) etype: KeptType<A>,
    pub(crate) filetype: KeptType<A>,
}

/// A handle that stays valid: predefined, or a copy of our own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeptType<A: Abi> {
    handle: Datatype<A>,
    is_copy: bool,
}

impl<A: Abi> OpenFile<A> {
    pub(crate) fn new(process: &Process<A>, file: File, group: Group<A>) -> Self {
        let byte = KeptType { handle: process.host.known.byte, is_copy: false };
        let view_types = Mutex::new(ViewTypes { etype: byte, filetype: byte });
        Self { file, group, assigned: Mutex::new(process.inherited_handler()), view_types }
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

    pub(crate) fn view_types(&self) -> ViewTypes<A> {
        *self.types()
    }

    pub(crate) fn set_view_types(&self, process: &Process<A>, types: ViewTypes<A>) {
        let old = std::mem::replace(&mut *self.types(), types);
        old.release(process);
    }

    fn types(&self) -> MutexGuard<'_, ViewTypes<A>> {
        self.view_types.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back what MPI keeps for us. The engine's file is returned, to be closed.
    pub(crate) fn release(self, process: &Process<A>) -> File {
        self.view_types().release(process);
        self.assigned().release(process);
        let mut group = self.group;
        // SAFETY: a group of our own.
        unsafe { (process.host.functions.group_free)(&raw mut group) };
        self.file
    }
}

impl<A: Abi> ViewTypes<A> {
    fn release(self, process: &Process<A>) {
        self.etype.release(process);
        self.filetype.release(process);
    }
}

impl<A: Abi> KeptType<A> {
    /// The program may free its own handle after the call.
    pub(crate) fn keep(process: &Process<A>, handle: Datatype<A>) -> Self {
        if process.host.named_types.find(handle).is_some() {
            return Self { handle, is_copy: false };
        }
        let mut copy = process.host.known.datatype_null;
        // SAFETY: a handle that was decoded before, so it is valid.
        unsafe { (process.host.functions.type_dup)(handle, &raw mut copy) };
        Self { handle: copy, is_copy: true }
    }

    /// A handle for the program: one that it frees if it is derived.
    pub(crate) fn give(self, process: &Process<A>) -> Datatype<A> {
        if self.is_copy { Self::keep(process, self.handle).handle } else { self.handle }
    }

    fn release(mut self, process: &Process<A>) {
        if self.is_copy {
            // SAFETY: a copy of our own.
            unsafe { (process.host.functions.type_free)(&raw mut self.handle) };
        }
    }
}
