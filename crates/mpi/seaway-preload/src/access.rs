// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data access: from MPI's (buffer, count, datatype) to the engine's buffers, and from its status to MPI's.

use std::ffi::{c_int, c_void};

use seaway_datatype::{Source, Target};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{File, ReadBuffer, Request, Status, WriteBuffer};
use seaway_mpi_host::abi::{Abi, Datatype};
use seaway_mpi_host::datatypes::Known;

use crate::door::with_file;
use crate::process::Process;
use crate::requests;
use crate::trace;

/// All of memory: the datatype determines the bytes that are accessed, and MPI obliges the program to pass a
/// valid one.
const ANYWHERE: std::ops::Range<i64> = i64::MIN..i64::MAX;

/// MPI_File_read and related calls.
///
/// # Safety
/// As MPI requires: `buf` holds `count` writable elements of `datatype`, `status` is writable or ignored.
pub(crate) unsafe fn read<A: Abi>(
    process: &Process<A>,
    file: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
    call: impl FnOnce(&File, ReadBuffer<'_>) -> Result<Status>,
) -> c_int {
    with_file(process, file, Operation::Read, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { read_buffer(process, buf, count, datatype) };
        let outcome = call(&open.file, buffer)?;
        // SAFETY: the caller's contract.
        unsafe { store_status(process, status, outcome) };
        Ok(())
    })
}

/// MPI_File_write and related calls.
///
/// # Safety
/// As [`read`], with a readable buffer.
pub(crate) unsafe fn write<A: Abi>(
    process: &Process<A>,
    file: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
    call: impl FnOnce(&File, WriteBuffer<'_>) -> Result<Status>,
) -> c_int {
    with_file(process, file, Operation::Write, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { write_buffer(process, buf, count, datatype) };
        let outcome = call(&open.file, buffer)?;
        // SAFETY: the caller's contract.
        unsafe { store_status(process, status, outcome) };
        Ok(())
    })
}

/// MPI_File_iread and related calls.
///
/// # Safety
/// As [`read`], until the request has completed.
pub(crate) unsafe fn start_read<A: Abi>(
    process: &'static Process<A>,
    file: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
    call: impl FnOnce(&File, ReadBuffer<'static>) -> Request<'static>,
) -> c_int {
    with_file(process, file, Operation::Read, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { read_buffer(process, buf, count, datatype) };
        // MPI obliges the program to leave the buffer alone until the request has completed, however long that takes.
        let started = call(&open.file, buffer.until_ended());
        // SAFETY: the caller's contract.
        unsafe { requests::hand_over(process, file, started, request) }
    })
}

/// MPI_File_iwrite and related calls.
///
/// # Safety
/// As [`write`], until the request has completed.
pub(crate) unsafe fn start_write<A: Abi>(
    process: &'static Process<A>,
    file: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
    call: impl FnOnce(&File, WriteBuffer<'static>) -> Request<'static>,
) -> c_int {
    with_file(process, file, Operation::Write, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { write_buffer(process, buf, count, datatype) };
        // MPI obliges the program to leave the buffer alone until the request has completed, however long that takes.
        let started = call(&open.file, buffer.until_ended());
        // SAFETY: the caller's contract.
        unsafe { requests::hand_over(process, file, started, request) }
    })
}

/// MPI_File_read_all_begin and related calls.
///
/// # Safety
/// As [`read`], until the matching end call.
pub(crate) unsafe fn begin_read<A: Abi>(
    process: &Process<A>,
    file: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    call: impl FnOnce(&File, ReadBuffer<'_>) -> Result<()>,
) -> c_int {
    with_file(process, file, Operation::Read, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { read_buffer(process, buf, count, datatype) };
        call(&open.file, buffer.until_ended())
    })
}

/// MPI_File_write_all_begin and related calls.
///
/// # Safety
/// As [`write`], until the matching end call.
pub(crate) unsafe fn begin_write<A: Abi>(
    process: &Process<A>,
    file: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    call: impl FnOnce(&File, WriteBuffer<'_>) -> Result<()>,
) -> c_int {
    with_file(process, file, Operation::Write, |open| {
        // SAFETY: the caller's contract.
        let buffer = unsafe { write_buffer(process, buf, count, datatype) };
        call(&open.file, buffer.until_ended())
    })
}

/// MPI_File_read_all_end and related calls. The buffer is known from the begin call.
///
/// # Safety
/// `status` is writable, or ignored.
pub(crate) unsafe fn end<A: Abi>(
    process: &Process<A>,
    file: usize,
    _buf: *const c_void,
    status: *mut c_void,
    call: impl FnOnce(&File) -> Result<Status>,
) -> c_int {
    with_file(process, file, Operation::Wait, |open| {
        let outcome = call(&open.file)?;
        // SAFETY: the caller's contract.
        unsafe { store_status(process, status, outcome) };
        Ok(())
    })
}

/// # Safety
/// `status` is writable, or ignored.
unsafe fn store_status<A: Abi>(process: &Process<A>, status: *mut c_void, outcome: Status) {
    trace::moved(outcome.bytes);
    if !A::ignores(status) {
        let host = &process.host;
        // SAFETY: the caller's contract.
        unsafe { A::store_bytes(&host.functions, host.known.byte, status.cast(), outcome.bytes) };
    }
}

/// The program's buffer. A rank takes part even with an invalid one: others may wait for it in a collective
/// call, which reports the error to all.
unsafe fn read_buffer<'a, A: Abi>(
    process: &Process<A>,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> ReadBuffer<'a> {
    let made = items(process, count, datatype, Operation::Read).and_then(|(count, datatype)| {
        // SAFETY: the caller's contract.
        let memory = unsafe { Target::from_raw(buf.cast(), ANYWHERE) };
        match datatype {
            Known::Predefined(datatype) => ReadBuffer::of_predefined(memory, count, datatype),
            Known::Derived(datatype) => ReadBuffer::new(memory, count, &datatype),
        }
    });
    made.unwrap_or_else(ReadBuffer::refused)
}

/// As [`read_buffer`].
unsafe fn write_buffer<'a, A: Abi>(
    process: &Process<A>,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> WriteBuffer<'a> {
    let made = items(process, count, datatype, Operation::Write).and_then(|(count, datatype)| {
        // SAFETY: the caller's contract.
        let memory = unsafe { Source::from_raw(buf.cast(), ANYWHERE) };
        match datatype {
            Known::Predefined(datatype) => WriteBuffer::of_predefined(memory, count, datatype),
            Known::Derived(datatype) => WriteBuffer::new(memory, count, &datatype),
        }
    });
    made.unwrap_or_else(WriteBuffer::refused)
}

fn items<A: Abi>(
    process: &Process<A>,
    count: i64,
    datatype: usize,
    operation: Operation,
) -> Result<(u64, Known)> {
    let items = u64::try_from(count).map_err(|_| {
        Error::new(ErrorKind::Count, operation).with_detail(format!("count {count} is negative"))
    })?;
    Ok((items, process.datatypes.get(&process.host, Datatype::from_register(datatype))?))
}
