// SPDX-License-Identifier: MIT OR Apache-2.0
//! The signal mask of a thread.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::mem::MaybeUninit;
use std::ptr;

/// Runs `work` with all signals blocked. A thread that it starts begins like that, and a signal of the user's program is
/// never taken by it.
pub(super) fn with_signals_blocked<T>(work: impl FnOnce() -> T) -> T {
    let before = change(libc::SIG_SETMASK, &all());
    let outcome = work();
    if let Some(before) = before {
        change(libc::SIG_SETMASK, &before);
    }
    outcome
}

fn all() -> libc::sigset_t {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: fills the set, which is large enough, and cannot fail.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        set.assume_init()
    }
}

fn change(how: libc::c_int, set: &libc::sigset_t) -> Option<libc::sigset_t> {
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: both sets are of the right type; the second is written if the call succeeds.
    let failed = unsafe { libc::pthread_sigmask(how, ptr::from_ref(set), before.as_mut_ptr()) } != 0;
    // SAFETY: the call has succeeded.
    (!failed).then(|| unsafe { before.assume_init() })
}
