// SPDX-License-Identifier: MIT OR Apache-2.0
//! libseaway_posix.so: preloaded into a program, it stands before the C library's file functions and records every call
//! in a file, if `SEAWAY_TRACE` names a folder. What such a file holds says `seaway-trace-format`.
//!
//! It is a guest: it runs in signal handlers, before `main`, after `fork`, on threads of any kind and under any allocator.
//! So nothing here allocates, locks, waits for others, or uses the C library for its own work; it calls the kernel by
//! instructions of its own (`system`), and its memory is mapped.
//!
//! # Without a standard library
//!
//! Only `core` is used. The standard library is named below because the compiler asks for it where panics unwind, which
//! this library has to be built for: cancelled threads unwind through it. The linker then finds that nobody needs it, and
//! leaves it out: no panic is reachable from a hook. A test looks at what the library imports, so a panic that slips in
//! is found.
#![no_std]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "numbers of C change their types here, as C has them"
)]

extern crate std as _;

mod go;
mod hook;
mod hooks;
mod next;
mod recorder;
mod start;
mod system;
mod thread;
mod variables;

/// What the compiler names as the one who knows what to do when a frame of ours is unwound; see `build.rs`. Frames here
/// hold nothing that has to be given back, so the answer is: go on.
#[unsafe(no_mangle)]
extern "C-unwind" fn __wrap_rust_eh_personality() -> i32 {
    const URC_CONTINUE_UNWIND: i32 = 8;
    URC_CONTINUE_UNWIND
}
