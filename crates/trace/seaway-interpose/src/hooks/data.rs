// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing by descriptors.

use core::ffi::{c_int, c_void};

use libc::{iovec, off_t};
use seaway_trace_format::Call;

use crate::hook::hooks;

/// The requested length of vectored calls. Vectors are not summed up: reporting invalid memory is the
/// kernel's task. It moves less than 2 GiB in one call, so the result fits into one event.
const UNKNOWN: usize = 0;

hooks! {
    fn [read](descriptor: c_int, buffer: *mut c_void, count: usize) -> isize
        => |recorder, real| recorder.sequential(Call::Read, descriptor, count, real);
    fn [__read_chk](descriptor: c_int, buffer: *mut c_void, count: usize, room: usize) -> isize
        => |recorder, real| recorder.sequential(Call::Read, descriptor, count, real);
    fn [write](descriptor: c_int, buffer: *const c_void, count: usize) -> isize
        => |recorder, real| recorder.sequential(Call::Write, descriptor, count, real);
    fn [pread pread64](descriptor: c_int, buffer: *mut c_void, count: usize, offset: off_t) -> isize
        => |recorder, real| recorder.at(Call::Pread, descriptor, offset, count, real);
    fn [__pread_chk __pread64_chk](
        descriptor: c_int, buffer: *mut c_void, count: usize, offset: off_t, room: usize
    ) -> isize
        => |recorder, real| recorder.at(Call::Pread, descriptor, offset, count, real);
    fn [pwrite pwrite64](descriptor: c_int, buffer: *const c_void, count: usize, offset: off_t) -> isize
        => |recorder, real| recorder.at(Call::Pwrite, descriptor, offset, count, real);

    fn [readv](descriptor: c_int, vectors: *const iovec, count: c_int) -> isize
        => |recorder, real| recorder.sequential(Call::Readv, descriptor, UNKNOWN, real);
    fn [writev](descriptor: c_int, vectors: *const iovec, count: c_int) -> isize
        => |recorder, real| recorder.sequential(Call::Writev, descriptor, UNKNOWN, real);
    fn [preadv preadv64](descriptor: c_int, vectors: *const iovec, count: c_int, offset: off_t) -> isize
        => |recorder, real| recorder.at(Call::Preadv, descriptor, offset, UNKNOWN, real);
    fn [pwritev pwritev64](descriptor: c_int, vectors: *const iovec, count: c_int, offset: off_t) -> isize
        => |recorder, real| recorder.at(Call::Pwritev, descriptor, offset, UNKNOWN, real);
    fn [preadv2 preadv64v2](
        descriptor: c_int, vectors: *const iovec, count: c_int, offset: off_t, flags: c_int
    ) -> isize
        => |recorder, real| recorder.at(Call::Preadv2, descriptor, offset, UNKNOWN, real);
    fn [pwritev2 pwritev64v2](
        descriptor: c_int, vectors: *const iovec, count: c_int, offset: off_t, flags: c_int
    ) -> isize
        => |recorder, real| recorder.at(Call::Pwritev2, descriptor, offset, UNKNOWN, real);
}
