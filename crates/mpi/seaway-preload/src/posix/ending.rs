// SPDX-License-Identifier: MIT OR Apache-2.0
//! The start and the end of a process that has descriptors of ours: it may inherit some, such as those that a shell
//! has redirected, and need not close them before it ends.
//!
//! For processes that have none, only the three standard descriptors are checked before `main`.

use std::ffi::{c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering};

use super::label::Label;
use super::next::next;
use super::{served, streams};

/// Standard descriptors that this process began with and may write: it is one of their writers, even if it writes nothing.
static INHERITED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

#[used]
#[unsafe(link_section = ".init_array")]
static BEGIN: extern "C" fn() = begin;

/// Before the constructors of all other libraries (`build.rs`), even of the C library, whose `environ` is not set yet: C++
/// keeps the standard streams that it finds.
extern "C" fn begin() {
    for (number, inherited) in (0..).zip(&INHERITED) {
        if let Some(label) = Label::of(number) {
            served::take_ownership();
            streams::noticed(number);
            inherited.store(label.writes, Ordering::Relaxed);
        }
    }
}

/// Registers [`at_exit`].
pub(super) fn watch() {
    // SAFETY: the function is there as long as this library, which is never unloaded while its functions are interposed.
    unsafe { libc::atexit(at_exit) };
}

extern "C" fn at_exit() {
    if served::is_own() {
        // Flush what streams have buffered before their files are closed.
        // SAFETY: null stands for all streams.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        finish();
    }
}

fn finish() {
    for (number, inherited) in (0..).zip(&INHERITED) {
        if inherited.load(Ordering::Relaxed) && Label::of(number).is_some_and(|label| label.writes) {
            let _ = served::with(number, |_| Ok(()));
        }
    }
    served::finish_all();
}

/// Functions that end the process at once. The pointer to the next function is looked up before anything is closed.
macro_rules! ending {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(code: c_int) -> ! {
            if served::is_own() {
                finish();
            }
            if let Some(next) = next!($text as unsafe extern "C-unwind" fn(c_int) -> !) {
                // SAFETY: the caller's argument, for the function that it called.
                unsafe { next(code) }
            }
            loop {
                // SAFETY: a number only.
                unsafe { libc::syscall(libc::SYS_exit_group, code) };
            }
        }
    )*};
}

ending! {
    _exit c"_exit";
    _Exit c"_Exit";
}

/// Functions by which the process becomes another program, which inherits descriptors and no connections.
macro_rules! becoming {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            if served::is_own() {
                served::let_go_of_things();
            }
            match next!($text as unsafe extern "C-unwind" fn($($type),*) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($argument),*) },
                None => -1,
            }
        }
    )*};
}

type Words = *const *const c_char;

becoming! {
    execve c"execve" (name: *const c_char, arguments: Words, environment: Words);
    execv c"execv" (name: *const c_char, arguments: Words);
    execvp c"execvp" (name: *const c_char, arguments: Words);
    execvpe c"execvpe" (name: *const c_char, arguments: Words, environment: Words);
    fexecve c"fexecve" (descriptor: c_int, arguments: Words, environment: Words);
}
