// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that duplicate and close descriptors. The kernel duplicates; we find out which files are
//! still in use, and which of the standard streams are ours.
//!
//! A child of vfork makes these calls in its parent's memory: nothing is changed there.

use std::ffi::c_int;

use super::label::Label;
use super::next::next;
use super::served::{self, sweep};
use super::{answer, streams};

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn close(descriptor: c_int) -> c_int {
    let ours = served::is_served(descriptor);
    let Some(next) = next!(c"close" as unsafe extern "C-unwind" fn(c_int) -> c_int) else { return -1 };
    // SAFETY: the caller's arguments, for the function that it called.
    let code = unsafe { next(descriptor) };
    if ours.is_some() && code == 0 {
        return answer(sweep(ours).map(|()| 0));
    }
    code
}

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn dup(descriptor: c_int) -> c_int {
    match next!(c"dup" as unsafe extern "C-unwind" fn(c_int) -> c_int) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => noticed(unsafe { next(descriptor) }),
        None => -1,
    }
}

/// Functions that give a file another number, and close what had it.
macro_rules! replacing {
    ($($name:ident $text:literal ($($argument:ident: $type:ty)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, number: c_int $(, $argument: $type)?) -> c_int {
            let closed = if descriptor == number { None } else { served::is_served(number) };
            let Some(next) = next!($text as unsafe extern "C-unwind" fn(c_int, c_int $(, $type)?) -> c_int) else {
                return -1;
            };
            // SAFETY: the caller's arguments, for the function that it called.
            let code = noticed(unsafe { next(descriptor, number $(, $argument)?) });
            if closed.is_some() && code >= 0 {
                // These functions do not report errors of the file that they close.
                let _ = sweep(closed);
            }
            code
        }
    )*};
}

replacing! {
    dup2 c"dup2" ();
    dup3 c"dup3" (flags: c_int);
}

/// `fcntl` takes no argument, a number or a pointer: it is forwarded unchanged.
macro_rules! controlling {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, command: c_int, argument: usize) -> c_int {
            let Some(next) = next!($text as unsafe extern "C-unwind" fn(c_int, c_int, usize) -> c_int) else {
                return -1;
            };
            // SAFETY: the caller's arguments, for the function that it called.
            let code = unsafe { next(descriptor, command, argument) };
            match command {
                libc::F_DUPFD | libc::F_DUPFD_CLOEXEC => noticed(code),
                libc::F_GETFL if code & libc::O_ACCMODE == libc::O_WRONLY => with_own_mode(descriptor, code),
                _ => code,
            }
        }
    )*};
}

controlling! {
    fcntl c"fcntl";
    fcntl64 c"fcntl64";
}

/// Placeholders are open for writing, whatever the program has asked for.
fn with_own_mode(descriptor: c_int, flags: c_int) -> c_int {
    let mode = match Label::of(descriptor).map(|label| (label.reads, label.writes)) {
        Some((true, true)) => libc::O_RDWR,
        Some((true, false)) => libc::O_RDONLY,
        _ => libc::O_WRONLY,
    };
    flags & !libc::O_ACCMODE | mode
}

/// A number that has become a duplicate.
fn noticed(descriptor: c_int) -> c_int {
    if descriptor >= 0 {
        served::forget_number(descriptor);
        streams::noticed(descriptor);
    }
    descriptor
}
