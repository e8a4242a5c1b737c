// SPDX-License-Identifier: MIT OR Apache-2.0
//! Touching a page of the trace that is not available any more (the file was truncated, its disk failed or is
//! full) raises SIGBUS, which kills a process without a handler. A recorder must not kill its program: while
//! a program is recorded, SIGBUS has the recorder's handler. If the address belongs to the recorder, memory
//! is mapped there and the loss is recorded (`recorder::mend`); every other signal is the program's, and is
//! handled as if there were no recorder.
//!
//! The program does not notice: `hooks::signals` intercepts `sigaction` and related functions, keeps the
//! program's action in [`PROGRAM`], and returns it when asked. SIGBUS is never really blocked, neither in
//! masks of threads nor of handlers: a fault while it is blocked kills the process despite any handler. Only
//! while the program's own handler for SIGBUS runs is it blocked as the program requested.
//!
//! # Coexistence with other handlers
//!
//! libseaway.so also handles SIGBUS, for files that it maps. Whichever handler the kernel calls first, a
//! fault must reach the other, and then the program. So the action that is passed to the next `sigaction` on
//! behalf of the program is the recorder's own handler: another library there keeps it as the program's,
//! calls it for faults that are not its own, and the recorder then calls the program's. If another handler is
//! found installed when a chunk is claimed, the recorder's is installed over it and keeps it in [`BENEATH`]:
//! it is called first, and if it passes the same signal back, the signal is the program's.

use core::ffi::{c_int, c_void};
use core::mem::transmute;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU64, AtomicUsize};

use crate::system::{self, KernelAction};
use crate::{recorder, thread};

type Handler = extern "C-unwind" fn(c_int, *mut libc::siginfo_t, *mut c_void);
type PlainHandler = extern "C-unwind" fn(c_int);

/// SIGBUS in a signal set.
pub(crate) const BUS: u64 = 1 << (libc::SIGBUS - 1);
const MCEERR_AO: c_int = 5;

/// The action for a signal.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    /// An address, or `SIG_DFL` or `SIG_IGN`.
    pub(crate) handler: usize,
    pub(crate) flags: usize,
    pub(crate) mask: u64,
}

impl Action {
    const DEFAULT: Self = Self { handler: libc::SIG_DFL, flags: 0, mask: 0 };

    fn is_function(self) -> bool {
        !matches!(self.handler, libc::SIG_DFL | libc::SIG_IGN)
    }

    fn has(self, flag: c_int) -> bool {
        self.flags & flag as usize != 0
    }
}

/// An action that a handler can read at any moment: it is written to the inactive slot, which then becomes
/// the active one.
struct SavedAction {
    places: [ActionSlot; 2],
    current: AtomicUsize,
}

struct ActionSlot {
    handler: AtomicUsize,
    flags: AtomicUsize,
    mask: AtomicU64,
}

impl ActionSlot {
    const fn new() -> Self {
        Self { handler: AtomicUsize::new(libc::SIG_DFL), flags: AtomicUsize::new(0), mask: AtomicU64::new(0) }
    }
}

impl SavedAction {
    const fn new() -> Self {
        Self { places: [ActionSlot::new(), ActionSlot::new()], current: AtomicUsize::new(0) }
    }

    fn get(&self) -> Action {
        let [first, second] = &self.places;
        let place = if self.current.load(Acquire) & 1 == 0 { first } else { second };
        Action {
            handler: place.handler.load(Relaxed),
            flags: place.flags.load(Relaxed),
            mask: place.mask.load(Relaxed),
        }
    }

    fn set(&self, action: Action) {
        let [first, second] = &self.places;
        let next = self.current.load(Acquire) ^ 1;
        let place = if next & 1 == 0 { first } else { second };
        place.handler.store(action.handler, Relaxed);
        place.flags.store(action.flags, Relaxed);
        place.mask.store(action.mask, Relaxed);
        self.current.store(next, Release);
    }
}

/// The program's action for SIGBUS.
static PROGRAM: SavedAction = SavedAction::new();
/// A handler that was found installed; `SIG_DFL` if there was none.
static BENEATH: SavedAction = SavedAction::new();
/// How often the recorder's handler was installed.
static INSTALLED: AtomicUsize = AtomicUsize::new(0);

fn own_address() -> usize {
    on_fault as Handler as usize
}

/// The recorder's handler, with the flags that the program's own handler requested.
pub(crate) fn own_for(program: Action) -> Action {
    let both = (libc::SA_ONSTACK | libc::SA_RESTART) as usize;
    let kept = if program.is_function() { program.flags & both } else { both };
    Action { handler: own_address(), flags: libc::SA_SIGINFO as usize | kept, mask: 0 }
}

/// Makes sure that the kernel calls the recorder's handler.
pub(crate) fn stay_in_place() {
    let Some(found) = system::signal_action(libc::SIGBUS, None) else { return };
    if found.handler == own_address() {
        return;
    }
    let found = Action { handler: found.handler, flags: found.flags, mask: found.mask };
    // The first time it is the program's action; later it was installed without `sigaction`.
    if INSTALLED.fetch_add(1, AcqRel) == 0 {
        PROGRAM.set(found);
    } else if found.is_function() {
        BENEATH.set(found);
    } else {
        PROGRAM.set(found);
        BENEATH.set(Action::DEFAULT);
    }
    let own = own_for(PROGRAM.get());
    let own = KernelAction { handler: own.handler, flags: own.flags, restorer: 0, mask: own.mask };
    system::signal_action(libc::SIGBUS, Some(&own));
}

/// The program sets an action for SIGBUS; `pass_on` passes its replacement to the next library. Returns the
/// result of `pass_on`.
pub(crate) fn exchange(wanted: Action, pass_on: impl FnOnce(Action) -> c_int) -> c_int {
    let before = PROGRAM.get();
    // The recorder's handler comes from code that read it from the kernel directly, and now restores what it
    // found.
    let wanted = if wanted.handler == own_address() { before } else { wanted };
    PROGRAM.set(wanted);
    let result = pass_on(own_for(wanted));
    if result == 0 {
        BENEATH.set(Action::DEFAULT);
    } else {
        PROGRAM.set(before);
    }
    result
}

/// The action that the program gets when it asks: its own instead of the recorder's.
pub(crate) fn program_action() -> Action {
    PROGRAM.get()
}

pub(crate) fn is_own(handler: usize) -> bool {
    handler == own_address()
}

extern "C-unwind" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes a description of the signal.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
    let is_fault = code > 0 && code != MCEERR_AO;
    if is_fault && recorder::mend(address) {
        return;
    }
    if !is_fault && thread::current().blocks_faults.load(Relaxed) != 0 {
        return leave_pending(info, context);
    }
    pass_on(signal, info, context, is_fault);
}

/// The signal was sent to a thread that believes it blocked: block it from now on, and leave it pending.
fn leave_pending(info: *mut libc::siginfo_t, context: *mut c_void) {
    let context = context.cast::<libc::ucontext_t>();
    // SAFETY: the kernel takes the mask from here when the handler returns; a set begins with the kernel's.
    unsafe { *(&raw mut (*context).uc_sigmask).cast::<u64>() |= BUS };
    system::send_again(libc::SIGBUS, info);
}

/// Handles a signal as if there were no recorder.
fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void, is_fault: bool) {
    let passing = &thread::current().passing;
    let comes_back = passing.swap(context.addr(), Relaxed) == context.addr();
    let beneath = BENEATH.get();
    if beneath.is_function() && !comes_back {
        call(beneath, signal, info, context);
        passing.store(0, Relaxed);
        return;
    }
    // Before the program's handler, which may jump away.
    passing.store(0, Relaxed);
    let program = PROGRAM.get();
    if program.is_function() {
        if program.has(libc::SA_RESETHAND) {
            PROGRAM.set(Action::DEFAULT);
        }
        return call(program, signal, info, context);
    }
    if program.handler == libc::SIG_IGN && !is_fault {
        return;
    }
    // A fault recurs when the handler returns, and kills the process where it happened. A signal that was
    // sent is sent again.
    let default = KernelAction { handler: libc::SIG_DFL, flags: 0, restorer: 0, mask: 0 };
    system::signal_action(signal, Some(&default));
    if !is_fault {
        system::send_again(signal, info);
    }
}

/// Calls a handler as the kernel would, with its signals blocked. The previous mask is restored on return.
fn call(action: Action, signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    system::change_mask(libc::SIG_BLOCK, action.mask);
    if action.has(libc::SA_NODEFER) {
        system::change_mask(libc::SIG_UNBLOCK, BUS);
    }
    let function = action.handler as *const c_void;
    if action.has(libc::SA_SIGINFO) {
        // SAFETY: it was installed as a handler with three arguments.
        let handler = unsafe { transmute::<*const c_void, Handler>(function) };
        handler(signal, info, context);
    } else {
        // SAFETY: it was installed as a handler with one argument.
        let handler = unsafe { transmute::<*const c_void, PlainHandler>(function) };
        handler(signal);
    }
}
