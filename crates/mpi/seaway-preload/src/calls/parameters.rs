// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties of an open file: size, mode, group, hints, atomicity, error handler.

use std::ffi::{c_int, c_void};
use std::ptr;

use seaway_device_api::Operation;
use seaway_engine::agree;
use seaway_mpi_host::abi::{Abi, Datatype, Errhandler, Info};
use seaway_mpi_host::info::{hints_of, info_of};

use super::life::mode_bits;
use super::{offset, store};
use crate::door::{not_open, raise, with_file, without_file};
use crate::handles;
use crate::process::Process;
use crate::trace;

pub(crate) unsafe fn file_set_size<A: Abi>(process: &Process<A>, fh: usize, size: i64) -> c_int {
    with_file(process, fh, Operation::SetSize, |open| {
        trace::note_offset(u64::try_from(size).unwrap_or_default());
        open.file.set_size(size)
    })
}

pub(crate) unsafe fn file_preallocate<A: Abi>(process: &Process<A>, fh: usize, size: i64) -> c_int {
    with_file(process, fh, Operation::Preallocate, |open| {
        trace::note_offset(u64::try_from(size).unwrap_or_default());
        open.file.preallocate(size)
    })
}

pub(crate) unsafe fn file_get_size<A: Abi>(process: &Process<A>, fh: usize, size: *mut i64) -> c_int {
    with_file(process, fh, Operation::GetSize, |open| {
        let bytes = open.file.size()?;
        trace::note_offset(bytes);
        // SAFETY: the caller's contract.
        unsafe { store(size, offset(bytes), Operation::GetSize) }
    })
}

pub(crate) unsafe fn file_get_group<A: Abi>(process: &Process<A>, fh: usize, group: *mut c_void) -> c_int {
    with_file(process, fh, Operation::Configure, |open| {
        let mut copy = process.host.known.group_null;
        // SAFETY: excludes no members, which yields a copy that the program frees.
        unsafe {
            (process.host.functions.group_excl)(open.group, 0, ptr::null(), &raw mut copy);
            store(group.cast(), copy, Operation::Configure)
        }
    })
}

pub(crate) unsafe fn file_get_amode<A: Abi>(process: &Process<A>, fh: usize, amode: *mut c_int) -> c_int {
    with_file(process, fh, Operation::Configure, |open| {
        let mode = open.file.access_mode();
        let bits =
            mode_bits::<A>().iter().filter(|(_, flag)| mode.contains(*flag)).map(|(bit, _)| bit).sum::<i64>();
        // SAFETY: the caller's contract.
        unsafe { store(amode, c_int::try_from(bits).unwrap_or_default(), Operation::Configure) }
    })
}

pub(crate) unsafe fn file_set_info<A: Abi>(process: &Process<A>, fh: usize, info: usize) -> c_int {
    with_file(process, fh, Operation::SetInfo, |open| {
        let hints = hints_of(&process.host, Info::from_register(info));
        let hints = agree(&**open.file.communicator(), Operation::SetInfo, hints)?;
        open.file.set_hints(&hints)
    })
}

pub(crate) unsafe fn file_get_info<A: Abi>(process: &Process<A>, fh: usize, info: *mut c_void) -> c_int {
    with_file(process, fh, Operation::SetInfo, |open| {
        // SAFETY: the caller's contract.
        unsafe { store(info.cast(), info_of(&process.host, &open.file.hints())?, Operation::SetInfo) }
    })
}

pub(crate) unsafe fn file_get_type_extent<A: Abi>(
    process: &Process<A>,
    fh: usize,
    datatype: usize,
    extent: *mut i64,
) -> c_int {
    with_file(process, fh, Operation::Configure, |open| {
        let datatype = process.datatypes.get(&process.host, Datatype::from_register(datatype))?;
        // SAFETY: the caller's contract.
        unsafe { store(extent, open.file.type_extent(&datatype)?, Operation::Configure) }
    })
}

pub(crate) unsafe fn file_set_atomicity<A: Abi>(process: &Process<A>, fh: usize, flag: c_int) -> c_int {
    with_file(process, fh, Operation::SetAtomicity, |open| open.file.set_atomicity(flag != 0))
}

pub(crate) unsafe fn file_get_atomicity<A: Abi>(process: &Process<A>, fh: usize, flag: *mut c_int) -> c_int {
    with_file(process, fh, Operation::SetAtomicity, |open| {
        // SAFETY: the caller's contract.
        unsafe { store(flag, open.file.atomicity().into(), Operation::SetAtomicity) }
    })
}

pub(crate) unsafe fn file_sync<A: Abi>(process: &Process<A>, fh: usize) -> c_int {
    with_file(process, fh, Operation::Sync, |open| open.file.sync())
}

pub(crate) unsafe fn file_call_errhandler<A: Abi>(
    process: &Process<A>,
    fh: usize,
    errorcode: c_int,
) -> c_int {
    let handler = if fh == process.host.known.file_null.0 {
        process.handlers.of_file_null()
    } else {
        let Some(open) = handles::get::<A>(fh) else {
            return raise(process, fh, process.handlers.of_file_null(), &not_open(Operation::Configure));
        };
        open.handler()
    };
    handler.call(process, fh, errorcode, "MPI_File_call_errhandler was called");
    // The call only has to invoke the handler; it succeeds whatever the handler does.
    0
}

pub(crate) unsafe fn file_set_errhandler<A: Abi>(
    process: &Process<A>,
    fh: usize,
    errhandler: usize,
) -> c_int {
    let handle = Errhandler::from_register(errhandler);
    if fh == process.host.known.file_null.0 {
        return without_file(process, Operation::Configure, || process.assign_to_file_null(handle));
    }
    with_file(process, fh, Operation::Configure, |open| {
        open.assign(process, process.assign_handler(handle)?);
        Ok(())
    })
}

pub(crate) unsafe fn file_get_errhandler<A: Abi>(
    process: &Process<A>,
    fh: usize,
    errhandler: *mut c_void,
) -> c_int {
    // SAFETY: the caller's contract.
    let give = |handle| unsafe { store(errhandler.cast(), handle, Operation::Configure) };
    if fh == process.host.known.file_null.0 {
        return without_file(process, Operation::Configure, || give(process.handle_of_file_null()));
    }
    with_file(process, fh, Operation::Configure, |open| give(open.assigned().handle_to_give(process)))
}
