// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views.

use std::ffi::{c_char, c_int, c_void};

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_engine::{DISPLACEMENT_CURRENT, ViewArguments};
use seaway_mpi_host::abi::{Abi, Datatype, Info};
use seaway_mpi_host::info::hints_of;

use super::{offset, store, string};
use crate::door::with_file;
use crate::process::Process;
use crate::trace;
use crate::view_types::{KeptType, ViewTypes};

pub(crate) unsafe fn file_set_view<A: Abi>(
    process: &Process<A>,
    fh: usize,
    disp: i64,
    etype: usize,
    filetype: usize,
    datarep: *const c_char,
    info: usize,
) -> c_int {
    with_file(process, fh, Operation::SetView, |open| {
        let (etype, filetype) = (Datatype::from_register(etype), Datatype::from_register(filetype));
        let arguments = process.datatypes.get(&process.host, etype).and_then(|decoded_etype| {
            let decoded_filetype = process.datatypes.get(&process.host, filetype)?;
            let hints = hints_of(&process.host, Info::from_register(info))?;
            // SAFETY: the caller's contract.
            let datarep = unsafe { string(datarep, Operation::SetView, "the data representation") }
                .map_err(|error| Error::new(ErrorKind::Argument, Operation::SetView).with_source(error))?;
            Ok((decoded_etype, decoded_filetype, datarep, hints))
        });
        let arguments =
            arguments.as_ref().map_err(Clone::clone).map(|(etype, filetype, representation, hints)| {
                let displacement =
                    if disp == A::MPI_DISPLACEMENT_CURRENT { DISPLACEMENT_CURRENT } else { disp };
                ViewArguments { displacement, etype, filetype, representation, hints }
            });
        trace::note_offset(u64::try_from(disp).unwrap_or_default());
        open.file.set_view_to(arguments.clone())?;
        let arguments = arguments?;
        trace::note_filetype(arguments.filetype);
        let types = ViewTypes {
            etype: KeptType::keep(process, etype, arguments.etype),
            filetype: KeptType::keep(process, filetype, arguments.filetype),
        };
        open.set_view_types(process, types);
        Ok(())
    })
}

pub(crate) unsafe fn file_get_view<A: Abi>(
    process: &Process<A>,
    fh: usize,
    disp: *mut i64,
    etype: *mut c_void,
    filetype: *mut c_void,
    datarep: *mut c_char,
) -> c_int {
    with_file(process, fh, Operation::SetView, |open| {
        let (view, [etype_handle, filetype_handle]) = (open.file.view(), open.give_view_types(process)?);
        let name = view.representation().name();
        // SAFETY: the caller's contract: writable pointers, and MPI_MAX_DATAREP_STRING bytes for the name,
        // which is not longer.
        unsafe {
            store(disp, offset(view.displacement()), Operation::SetView)?;
            store(etype.cast(), etype_handle, Operation::SetView)?;
            store(filetype.cast(), filetype_handle, Operation::SetView)?;
            if !datarep.is_null() {
                datarep.copy_from_nonoverlapping(name.as_ptr().cast(), name.len());
                datarep.add(name.len()).write(0);
            }
        }
        Ok(())
    })
}
