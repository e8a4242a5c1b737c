// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interposes the calls by which programs set the action for SIGBUS. While our handler for faults on mapped
//! files is installed (`seaway_devices::page_faults`), these calls change the action that it forwards to, and
//! report the program's own settings; before that, and for all other signals, they are the C library's.
//!
//! A fault would kill a thread that blocks SIGBUS, so the device queries the signal mask of each thread once:
//! a thread that changes its mask is queried again.
//!
//! All of these may be called in signal handlers, before `main` and in a child of vfork.

use std::ffi::c_int;

use libc::{SIGBUS, sighandler_t, sigset_t};
use seaway_devices::page_faults::{Action, exchange_action, mask_was_changed};

use super::next::next;

type Sigaction = unsafe extern "C-unwind" fn(c_int, *const libc::sigaction, *mut libc::sigaction) -> c_int;
type Signal = unsafe extern "C-unwind" fn(c_int, sighandler_t) -> sighandler_t;
type Mask = unsafe extern "C-unwind" fn(c_int, *const sigset_t, *mut sigset_t) -> c_int;

/// SIGBUS in a set of signals.
const BUS: u64 = 1 << (SIGBUS - 1);

/// # Safety
/// As C's function of this name.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn sigaction(
    signal: c_int,
    new: *const libc::sigaction,
    old: *mut libc::sigaction,
) -> c_int {
    if signal == SIGBUS {
        // SAFETY: the caller's contract: a valid action, or null.
        let wanted = unsafe { new.as_ref() }.map(Action::from_c);
        if let Some(before) = exchange_action(wanted) {
            // SAFETY: the caller's contract: room for an action, or null.
            if let Some(old) = unsafe { old.as_mut() } {
                *old = before.to_c();
            }
            return 0;
        }
    }
    match next!(c"sigaction" as Sigaction) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(signal, new, old) },
        None => -1,
    }
}

/// C's older functions, each with the flags and the signal mask that its handlers run with.
macro_rules! setting {
    ($($name:ident $text:literal: $flags:expr, $mask:expr;)*) => {$(
        /// # Safety
        /// As C's function of this name.
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(signal: c_int, handler: sighandler_t) -> sighandler_t {
            if signal == SIGBUS && handler != libc::SIG_ERR {
                let flags = ($flags as c_int).cast_unsigned();
                if let Some(before) = exchange_action(Some(Action { handler, flags, mask: $mask })) {
                    return before.handler;
                }
            }
            match next!($text as Signal) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(signal, handler) },
                None => libc::SIG_ERR,
            }
        }
    )*};
}

setting! {
    signal c"signal": libc::SA_RESTART, BUS;
    bsd_signal c"bsd_signal": libc::SA_RESTART, BUS;
    ssignal c"ssignal": libc::SA_RESTART, BUS;
    sysv_signal c"sysv_signal": libc::SA_RESETHAND | libc::SA_NODEFER, 0;
    __sysv_signal c"__sysv_signal": libc::SA_RESETHAND | libc::SA_NODEFER, 0;
}

macro_rules! masking {
    ($($name:ident $text:literal: $missing:expr;)*) => {$(
        /// # Safety
        /// As C's function of this name.
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(how: c_int, set: *const sigset_t, old: *mut sigset_t) -> c_int {
            let changed = match next!($text as Mask) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(how, set, old) },
                None => $missing,
            };
            // SAFETY: a set that was accepted is readable, and is at least as large as the kernel's, whose
            // words come first.
            if changed == 0 && !set.is_null() && unsafe { set.cast::<u64>().read_unaligned() } & BUS != 0 {
                mask_was_changed();
            }
            changed
        }
    )*};
}

masking! {
    sigprocmask c"sigprocmask": -1;
    pthread_sigmask c"pthread_sigmask": libc::ENOSYS;
}
