// SPDX-License-Identifier: MIT OR Apache-2.0
//! The individual and the shared pointer.

use std::ffi::c_int;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{File, Whence};
use seaway_mpi_host::abi::Abi;

use super::{offset as as_offset, store};
use crate::door::with_file;
use crate::process::Process;
use crate::trace;

pub(crate) unsafe fn file_seek<A: Abi>(process: &Process<A>, fh: usize, offset: i64, whence: c_int) -> c_int {
    with_file(process, fh, Operation::Seek, |open| {
        open.file.seek(offset, direction::<A>(whence)?)?;
        note_position(&open.file, File::position);
        Ok(())
    })
}

pub(crate) unsafe fn file_seek_shared<A: Abi>(
    process: &Process<A>,
    fh: usize,
    offset: i64,
    whence: c_int,
) -> c_int {
    with_file(process, fh, Operation::Seek, |open| {
        let direction =
            seaway_engine::agree(&**open.file.communicator(), Operation::Seek, direction::<A>(whence))?;
        open.file.seek_shared(offset, direction)?;
        match direction {
            // Other ranks may have moved it meanwhile.
            Whence::Set => note_position(&open.file, |_| Ok(u64::try_from(offset).unwrap_or_default())),
            Whence::Current | Whence::End => note_position(&open.file, File::position_shared),
        }
        Ok(())
    })
}

/// The current position of a pointer, in bytes of the file.
fn note_position(file: &File, position: impl FnOnce(&File) -> Result<u64>) {
    if trace::is_on() {
        let bytes = position(file).and_then(|etypes| file.byte_offset(as_offset(etypes)));
        trace::note_offset(bytes.unwrap_or_default());
    }
}

fn direction<A: Abi>(whence: c_int) -> Result<Whence> {
    match i64::from(whence) {
        word if word == A::MPI_SEEK_SET => Ok(Whence::Set),
        word if word == A::MPI_SEEK_CUR => Ok(Whence::Current),
        word if word == A::MPI_SEEK_END => Ok(Whence::End),
        _ => Err(Error::new(ErrorKind::Argument, Operation::Seek)
            .with_detail("whence must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END")),
    }
}

pub(crate) unsafe fn file_get_position<A: Abi>(process: &Process<A>, fh: usize, offset: *mut i64) -> c_int {
    with_file(process, fh, Operation::Seek, |open| {
        // SAFETY: the caller's contract.
        unsafe { store(offset, as_offset(open.file.position()?), Operation::Seek) }
    })
}

pub(crate) unsafe fn file_get_position_shared<A: Abi>(
    process: &Process<A>,
    fh: usize,
    offset: *mut i64,
) -> c_int {
    with_file(process, fh, Operation::Seek, |open| {
        // SAFETY: the caller's contract.
        unsafe { store(offset, as_offset(open.file.position_shared()?), Operation::Seek) }
    })
}

pub(crate) unsafe fn file_get_byte_offset<A: Abi>(
    process: &Process<A>,
    fh: usize,
    offset: i64,
    disp: *mut i64,
) -> c_int {
    with_file(process, fh, Operation::Seek, |open| {
        // SAFETY: the caller's contract.
        unsafe { store(disp, as_offset(open.file.byte_offset(offset)?), Operation::Seek) }
    })
}
