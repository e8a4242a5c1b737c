// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nothing is recorded here: these hooks keep SIGBUS under the recorder's control, without the program
//! noticing. See `faults`.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{AcqRel, Relaxed};

use libc::{SIGBUS, sighandler_t, sigset_t};

use crate::faults::{self, Action, BUS};
use crate::hook::{hooks, one_hook};
use crate::recorder::Recorder;
use crate::thread;

type Given = *const libc::sigaction;

one_hook! {
    fn sigaction(signal: c_int, new: Given, old: *mut libc::sigaction) -> c_int
        => |recorder, real(new: Given)| recorder.acting(signal, new, old, real)
}
one_hook! {
    fn __sigaction(signal: c_int, new: Given, old: *mut libc::sigaction) -> c_int
        => |recorder, real(new: Given)| recorder.acting(signal, new, old, real)
}
one_hook! {
    fn sigprocmask(how: c_int, set: *const sigset_t, old: *mut sigset_t) -> c_int
        => |recorder, real(set: *const sigset_t)| recorder.masking(how, set, old, real)
}
one_hook! {
    fn pthread_sigmask(how: c_int, set: *const sigset_t, old: *mut sigset_t) -> c_int
        => |recorder, real(set: *const sigset_t)| recorder.masking(how, set, old, real)
}

hooks! {
    fn [signal ssignal](number: c_int, handler: sighandler_t) -> sighandler_t
        => |_recorder, real| if number == SIGBUS { set_handler(handler, libc::SA_RESTART) } else { real() };
    fn [sysv_signal __sysv_signal](number: c_int, handler: sighandler_t) -> sighandler_t
        => |_recorder, real| {
            if number == SIGBUS { set_handler(handler, libc::SA_RESETHAND | libc::SA_NODEFER) } else { real() }
        };
    fn [sigignore](number: c_int) -> c_int
        => |_recorder, real| {
            if number == SIGBUS { result_of(set_handler(libc::SIG_IGN, 0)) } else { real() }
        };
}

/// What the C library does for these functions, in terms of `sigaction`.
fn set_handler(handler: sighandler_t, flags: c_int) -> sighandler_t {
    let new = as_c(Action { handler, flags: flags as usize, mask: 0 });
    let mut old = as_c(Action { handler: libc::SIG_ERR, flags: 0, mask: 0 });
    // SAFETY: both are valid.
    let result = unsafe { sigaction(SIGBUS, &raw const new, &raw mut old) };
    if result == 0 { old.sa_sigaction } else { libc::SIG_ERR }
}

fn result_of(handler: sighandler_t) -> c_int {
    if handler == libc::SIG_ERR { -1 } else { 0 }
}

fn as_c(action: Action) -> libc::sigaction {
    // SAFETY: zeros are valid for all fields.
    let mut c: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    c.sa_sigaction = action.handler;
    c.sa_flags = action.flags as c_int;
    set_of(&mut c.sa_mask, action.mask);
    c
}

/// # Safety
/// The action is valid.
unsafe fn of_c(action: Given) -> Action {
    // SAFETY: as for this function.
    unsafe {
        Action {
            handler: (*action).sa_sigaction,
            flags: (*action).sa_flags as u32 as usize,
            mask: *mask_of(&raw const (*action).sa_mask),
        }
    }
}

/// The kernel's part of a signal set, which comes first.
fn mask_of(set: *const sigset_t) -> *const u64 {
    set.cast()
}

fn set_of(set: &mut sigset_t, mask: u64) {
    // SAFETY: as above.
    unsafe { *ptr::from_mut(set).cast::<u64>() = mask };
}

/// Signals whose handlers run with SIGBUS blocked, from the program's point of view.
static BLOCKING: AtomicU64 = AtomicU64::new(0);

impl Recorder {
    fn acting(
        self,
        signal: c_int,
        new: Given,
        old: *mut libc::sigaction,
        real: impl FnOnce(Given) -> c_int,
    ) -> c_int {
        // A child of vfork has its own actions.
        if self.is_in_child() || !(1..=64).contains(&signal) {
            return real(new);
        }
        if signal == SIGBUS { acting_on_faults(new, old, real) } else { acting_on(signal, new, old, real) }
    }

    fn masking(
        self,
        how: c_int,
        set: *const sigset_t,
        old: *mut sigset_t,
        real: impl FnOnce(*const sigset_t) -> c_int,
    ) -> c_int {
        if self.is_in_child() {
            return real(set);
        }
        let believed = &thread::current().blocks_faults;
        let before = believed.load(Relaxed);
        let result = if set.is_null() {
            real(set)
        } else {
            // SAFETY: the caller's set is valid.
            let wanted = unsafe { *mask_of(set) };
            // SAFETY: zeros are a valid set.
            let mut open: sigset_t = unsafe { MaybeUninit::zeroed().assume_init() };
            set_of(&mut open, if how == libc::SIG_UNBLOCK { wanted } else { wanted & !BUS });
            let result = real(&raw const open);
            let has = u32::from(wanted & BUS != 0);
            let now = match how {
                libc::SIG_BLOCK => before | has,
                libc::SIG_UNBLOCK => before & !has,
                _ => has,
            };
            believed.store(if result == 0 { now } else { before }, Relaxed);
            result
        };
        if result == 0 && before != 0 && !old.is_null() {
            // SAFETY: the caller's set is valid, and was written.
            unsafe { *old.cast::<u64>() |= BUS };
        }
        result
    }
}

fn acting_on_faults(new: Given, old: *mut libc::sigaction, real: impl FnOnce(Given) -> c_int) -> c_int {
    let before = faults::program_action();
    let result = if new.is_null() {
        real(new)
    } else {
        // SAFETY: the caller's action is valid.
        let wanted = unsafe { of_c(new) };
        faults::exchange(wanted, |own| {
            let own = as_c(own);
            real(&raw const own)
        })
    };
    // SAFETY: the caller's pointer is valid, and was written.
    unsafe {
        if result == 0 && !old.is_null() && faults::is_own((*old).sa_sigaction) {
            *old = as_c(before);
        }
    }
    result
}

/// Keeps SIGBUS unblocked while the handler runs.
fn acting_on(
    signal: c_int,
    new: Given,
    old: *mut libc::sigaction,
    real: impl FnOnce(Given) -> c_int,
) -> c_int {
    let bit = 1_u64 << (signal - 1);
    let before = BLOCKING.load(Relaxed) & bit != 0;
    let result = if new.is_null() {
        real(new)
    } else {
        // SAFETY: the caller's action is valid.
        let (mut open, mask) = unsafe { (ptr::read(new), *mask_of(&raw const (*new).sa_mask)) };
        set_of(&mut open.sa_mask, mask & !BUS);
        let result = real(&raw const open);
        if result == 0 {
            let _before = match mask & BUS {
                0 => BLOCKING.fetch_and(!bit, AcqRel),
                _ => BLOCKING.fetch_or(bit, AcqRel),
            };
        }
        result
    };
    if result == 0 && before && !old.is_null() {
        // SAFETY: the caller's pointer is valid, and was written.
        unsafe { *(&raw mut (*old).sa_mask).cast::<u64>() |= BUS };
    }
    result
}
