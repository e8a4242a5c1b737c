// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ViewTypes`]: the datatypes of a view, for MPI_File_get_view. The program may free its own handles after
//! MPI_File_set_view.

use std::ffi::c_int;

use seaway_datatype::Datatype as Decoded;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_mpi_host::abi::{Abi, Datatype};

use crate::process::Process;

/// Etype and filetype.
#[derive(Debug)]
pub(crate) struct ViewTypes<A: Abi> {
    pub(crate) etype: KeptType<A>,
    pub(crate) filetype: KeptType<A>,
}

/// A source of new handles for the program.
#[derive(Debug)]
pub(crate) enum KeptType<A: Abi> {
    Predefined(Datatype<A>),
    /// Our own duplicate.
    Copy(Datatype<A>),
    /// Many blocks of one predefined type. Open MPI copies all of them when it duplicates the handle; few
    /// programs query a view, so it is cheaper to construct the type again for those that do.
    Blocks {
        decoded: Decoded,
        element: Datatype<A>,
    },
}

/// From this many blocks on, duplicating costs more than a small access.
const MANY_BLOCKS: u64 = 4096;

impl<A: Abi> ViewTypes<A> {
    pub(crate) fn of_bytes(process: &Process<A>) -> Self {
        let byte = process.host.known.byte;
        Self { etype: KeptType::Predefined(byte), filetype: KeptType::Predefined(byte) }
    }

    pub(crate) fn release(self, process: &Process<A>) {
        self.etype.release(process);
        self.filetype.release(process);
    }
}

impl<A: Abi> KeptType<A> {
    /// `decoded` is the decoded form of `handle`.
    pub(crate) fn keep(process: &Process<A>, handle: Datatype<A>, decoded: &Decoded) -> Self {
        if process.host.named_types.find(handle).is_some() {
            return Self::Predefined(handle);
        }
        let is_large = decoded.layout().is_ok_and(|layout| layout.run_count() > MANY_BLOCKS);
        let element = decoded.uniform_element().and_then(|named| process.host.named_types.handle(named));
        match element {
            Some(element) if is_large => Self::Blocks { decoded: decoded.clone(), element },
            _ => Self::Copy(copy(process, handle)),
        }
    }

    /// A handle for the program, which frees it if it is derived.
    pub(crate) fn give(&self, process: &Process<A>) -> Result<Datatype<A>> {
        match self {
            Self::Predefined(handle) => Ok(*handle),
            Self::Copy(handle) => Ok(copy(process, *handle)),
            Self::Blocks { decoded, element } => made_again(process, decoded, *element),
        }
    }

    fn release(self, process: &Process<A>) {
        if let Self::Copy(mut handle) = self {
            // SAFETY: our own duplicate.
            unsafe { (process.host.functions.type_free)(&raw mut handle) };
        }
    }
}

fn copy<A: Abi>(process: &Process<A>, handle: Datatype<A>) -> Datatype<A> {
    let mut copy = process.host.known.datatype_null;
    // SAFETY: the handle was decoded before, so it is valid.
    unsafe { (process.host.functions.type_dup)(handle, &raw mut copy) };
    copy
}

/// A committed type with the same data and bounds.
fn made_again<A: Abi>(process: &Process<A>, decoded: &Decoded, element: Datatype<A>) -> Result<Datatype<A>> {
    let cannot = |text: String| Error::new(ErrorKind::Datatype, Operation::SetView).with_detail(text);
    let layout = decoded.layout().map_err(|error| cannot(error.to_string()))?;
    let bytes = decoded.uniform_element().map_or(1, seaway_datatype::Named::size).max(1);
    let (mut lengths, mut displacements) = (Vec::<c_int>::new(), Vec::new());
    for run in layout.runs(0..layout.size()) {
        let elements =
            c_int::try_from(run.len / bytes).map_err(|_| cannot("a block is too long".to_owned()))?;
        lengths.push(elements);
        displacements.push(run.offset);
    }
    let count = c_int::try_from(lengths.len()).map_err(|_| cannot("it has too many blocks".to_owned()))?;
    let (functions, null) = (&process.host.functions, process.host.known.datatype_null);
    let (mut blocks, mut made) = (null, null);
    // SAFETY: lists of `count` entries, and handles that MPI has just created.
    unsafe {
        let (lengths, displacements) = (lengths.as_ptr(), displacements.as_ptr());
        (functions.type_create_hindexed)(count, lengths, displacements, element, &raw mut blocks);
        (functions.type_create_resized)(blocks, decoded.lower_bound(), decoded.extent(), &raw mut made);
        (functions.type_commit)(&raw mut made);
        (functions.type_free)(&raw mut blocks);
    }
    Ok(made)
}
