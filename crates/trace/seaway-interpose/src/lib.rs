// SPDX-License-Identifier: MIT OR Apache-2.0
//! libseaway_posix.so: preloaded into a program, it interposes the C library's file functions and records
//! every call in a file, if `SEAWAY_TRACE` names a directory. `seaway-trace-format` defines the contents of
//! such a file.
//!
//! It runs in signal handlers, before `main`, after `fork`, on threads of any kind and under any allocator.
//! So nothing here allocates, locks, waits for others, or uses the C library for its own work; it makes
//! system calls directly (`system`), and its memory is mapped.
//!
//! # Without a standard library
//!
//! Only `core` is used. The standard library is named below because the compiler requires it where panics
//! unwind, and this library must be built that way: cancelled threads unwind through it. The linker then
//! finds that the standard library is not needed, and omits it: no panic is reachable from a hook. A test
//! checks the library's imports, so a panic that slips in is found.
#![no_std]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "C integer types are converted here, as in C"
)]

extern crate std as _;

mod faults;
mod go;
mod hook;
mod hooks;
mod next;
mod recorder;
mod redirect;
mod start;
mod system;
mod thread;
mod variables;

/// The personality routine that the compiler refers to for unwinding frames of this library; see `build.rs`.
/// These frames hold nothing to clean up, so the answer is: continue.
#[unsafe(no_mangle)]
extern "C-unwind" fn __wrap_rust_eh_personality() -> i32 {
    const URC_CONTINUE_UNWIND: i32 = 8;
    URC_CONTINUE_UNWIND
}
