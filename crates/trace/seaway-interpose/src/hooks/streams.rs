// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C library's buffered files: the descriptor of each, and what is in its buffer.

use core::ffi::{c_char, c_int};

use libc::FILE;

unsafe extern "C" {
    static stdin: *mut FILE;
    static stdout: *mut FILE;
}

/// The beginning of glibc's FILE, which thirty years of programs rely on: `getc_unlocked` is compiled into
/// them.
#[repr(C)]
struct Stream {
    flags: c_int,
    read_next: *const c_char,
    read_end: *const c_char,
    read_begin: *const c_char,
    write_begin: *const c_char,
    write_next: *const c_char,
    write_end: *const c_char,
    others: [*const c_char; 5],
    markers: *const c_char,
    chain: *const FILE,
    descriptor: c_int,
}

/// -1 if it has none, because it is memory, or uses callbacks.
#[inline(always)]
pub(crate) fn descriptor_of(stream: *mut FILE) -> c_int {
    if stream.is_null() {
        return -1;
    }
    // SAFETY: the caller's stream is open.
    unsafe { (*stream.cast::<Stream>()).descriptor }
}

/// How many bytes the last refill brought.
pub(super) fn bytes_refilled(stream: *mut FILE) -> u64 {
    // SAFETY: the caller's stream is open.
    let stream = unsafe { &*stream.cast::<Stream>() };
    stream.read_end.addr().saturating_sub(stream.read_begin.addr()) as u64
}

/// How many bytes are buffered for writing.
pub(super) fn bytes_waiting(stream: *mut FILE) -> u64 {
    // SAFETY: the caller's stream is open.
    let stream = unsafe { &*stream.cast::<Stream>() };
    stream.write_next.addr().saturating_sub(stream.write_begin.addr()) as u64
}

pub(super) fn standard_input() -> *mut FILE {
    // SAFETY: the C library's variable.
    unsafe { stdin }
}

pub(super) fn standard_output() -> *mut FILE {
    // SAFETY: the C library's variable.
    unsafe { stdout }
}
