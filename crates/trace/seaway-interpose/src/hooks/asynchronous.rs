// SPDX-License-Identifier: MIT OR Apache-2.0
//! Asynchronous reads and writes: POSIX aio, Linux aio and io_uring.

use core::ffi::{c_int, c_long, c_uint, c_void};

use libc::{aiocb, timespec};
use seaway_trace_format::Call;

use super::outcome::Outcome;
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

hooks! {
    fn [aio_read aio_read64](request: *mut aiocb) -> c_int
        => |recorder, real| recorder.beginning(Call::AioRead, request, real);
    fn [aio_write aio_write64](request: *mut aiocb) -> c_int
        => |recorder, real| recorder.beginning(Call::AioWrite, request, real);
    fn [aio_fsync aio_fsync64](operation: c_int, request: *mut aiocb) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::AioFsync, descriptor_of(request), real);
    fn [aio_return aio_return64](request: *mut aiocb) -> isize
        => |recorder, real| recorder.sequential(Call::AioReturn, descriptor_of(request), 0, real);
    fn [aio_suspend aio_suspend64](requests: *const *const aiocb, count: c_int, limit: *const timespec) -> c_int
        => |recorder, real| recorder.on_file(Call::AioSuspend, 0, 0, real);
    fn [lio_listio lio_listio64](
        mode: c_int, requests: *const *mut aiocb, count: c_int, event: *mut c_void
    ) -> c_int
        => |recorder, real| recorder.beginning_list(requests, count, real);

    fn [io_submit](context: *mut c_void, count: c_long, requests: *const *mut KernelRequest) -> c_int
        => |recorder, real| recorder.submitting(count, requests, real);
    fn [io_uring_queue_init](entries: c_uint, ring: *mut c_void, flags: c_uint) -> c_int
        => |recorder, real| recorder.making_ring(real);
    fn [io_uring_queue_init_params](entries: c_uint, ring: *mut c_void, parameters: *mut c_void) -> c_int
        => |recorder, real| recorder.making_ring(real);
    fn [io_uring_queue_init_mem](
        entries: c_uint, ring: *mut c_void, parameters: *mut c_void, memory: *mut c_void, bytes: usize
    ) -> c_int
        => |recorder, real| recorder.making_ring(real);
    fn [io_uring_setup](entries: c_uint, parameters: *mut c_void) -> c_int
        => |recorder, real| recorder.making_ring(real);
}

/// Linux' `struct iocb`.
#[repr(C)]
pub(super) struct KernelRequest {
    data: u64,
    key: u32,
    flags: u32,
    operation: u16,
    priority: i16,
    descriptor: u32,
    buffer: u64,
    bytes: u64,
    offset: i64,
}

fn descriptor_of(request: *mut aiocb) -> c_int {
    // SAFETY: the caller's request is valid.
    if request.is_null() { -1 } else { unsafe { (*request).aio_fildes } }
}

impl Recorder {
    fn beginning(self, call: Call, request: *mut aiocb, real: impl FnOnce() -> c_int) -> c_int {
        if request.is_null() {
            return real();
        }
        // SAFETY: the caller's request is valid.
        let (descriptor, offset, bytes) =
            unsafe { ((*request).aio_fildes, (*request).aio_offset, (*request).aio_nbytes) };
        self.on_range(call, descriptor, (offset, bytes as i64), real)
    }

    /// The list, and each of its requests.
    fn beginning_list(
        self,
        requests: *const *mut aiocb,
        count: c_int,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        for index in 0..usize::try_from(count).unwrap_or(0) {
            // SAFETY: the caller's list has as many requests; nulls are skipped.
            let Some(request) = (unsafe { (*requests.add(index)).as_ref() }) else { continue };
            let call = match request.aio_lio_opcode {
                libc::LIO_READ => Call::AioRead,
                libc::LIO_WRITE => Call::AioWrite,
                _ => continue,
            };
            self.note(call, request.aio_fildes, request.aio_offset, request.aio_nbytes as u64);
        }
        self.on_file(Call::LioListio, 0, 0, real)
    }

    /// The call, and each of its requests. Used by programs with libaio, and by those that make the system
    /// call themselves.
    pub(super) fn submitting<R: Outcome>(
        self,
        count: c_long,
        requests: *const *mut KernelRequest,
        real: impl FnOnce() -> R,
    ) -> R {
        const READS: [u16; 2] = [0, 7];
        const WRITES: [u16; 2] = [1, 8];
        for index in 0..usize::try_from(count).unwrap_or(0) {
            // SAFETY: the caller's list has as many requests.
            let Some(request) = (unsafe { (*requests.add(index)).as_ref() }) else { continue };
            let call = match request.operation {
                operation if READS.contains(&operation) => Call::AioRead,
                operation if WRITES.contains(&operation) => Call::AioWrite,
                _ => continue,
            };
            // For vectors this is their number, not their length.
            let bytes = if request.operation < 2 { request.bytes } else { 0 };
            self.note(call, request.descriptor as c_int, request.offset, bytes);
        }
        self.on_file(Call::IoSubmit, 0, 0, real)
    }

    /// A request that another call starts.
    fn note(self, call: Call, descriptor: c_int, offset: i64, bytes: u64) {
        if let Described::File(file) = self.describe(descriptor) {
            let token = self.begin(call, file, offset as u64, bytes);
            self.end(token, file, offset as u64, bytes, 0);
        }
    }

    pub(super) fn making_ring<R: Outcome>(self, real: impl FnOnce() -> R) -> R {
        self.note_ring();
        self.on_file(Call::IoUringSetup, 0, 0, real)
    }
}
