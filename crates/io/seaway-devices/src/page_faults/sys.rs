// SPDX-License-Identifier: MIT OR Apache-2.0
//! The handler for SIGBUS: how it is installed, and how it forwards signals that are not Seaway's.
//!
//! The handler makes system calls without the C library, whose functions may be intercepted, and touches
//! nothing but atomics and its own stack: it may run on any thread, at any moment, also in a child of fork.
#![allow(unsafe_code, reason = "a signal handler")]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::{MaybeUninit, transmute};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicUsize, Ordering, compiler_fence, fence};

use super::RANGES;
use super::stand_in::{Action, StandIn};

type Sigaction = unsafe extern "C" fn(c_int, *const libc::sigaction, *mut libc::sigaction) -> c_int;
type Handler = extern "C-unwind" fn(c_int, *mut libc::siginfo_t, *mut c_void);
type PlainHandler = extern "C-unwind" fn(c_int);

const BUS_ADRERR: c_int = 2;
const BUS_MCEERR_AR: c_int = 4;
const BUS_MCEERR_AO: c_int = 5;
const MEMBARRIER_PRIVATE_EXPEDITED: c_int = 1 << 3;
const MEMBARRIER_REGISTER_PRIVATE_EXPEDITED: c_int = 1 << 4;
/// SIGBUS in a signal set.
const BUS: u64 = 1 << (libc::SIGBUS - 1);
/// Size of the kernel's signal sets.
const SET_BYTES: usize = 8;

/// The program's action for SIGBUS.
static PROGRAM: StandIn = StandIn::new();
/// The program's action before a handler was installed over Seaway's; that handler may forward faults to
/// Seaway's.
static BENEATH: StandIn = StandIn::new();
static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
/// The process that owns this memory. A child of vfork has another id and the same memory.
static OWNER: AtomicI64 = AtomicI64::new(0);
static WAS_REPLACED: AtomicBool = AtomicBool::new(false);
/// The kernel can make all threads of this process execute a memory barrier.
static HAS_BARRIER: AtomicBool = AtomicBool::new(false);
/// Changes whenever a thread may have blocked SIGBUS.
static MASKS: AtomicUsize = AtomicUsize::new(1);

thread_local! {
    /// The value of `MASKS` at which this thread was found not to block SIGBUS.
    static LETS_THROUGH: Cell<usize> = const { Cell::new(0) };
    /// The signal that this thread is forwarding, identified by the address of its context.
    static PASSING_ON: Cell<usize> = const { Cell::new(0) };
}

/// Makes sure that the kernel calls Seaway's handler. False: it does not.
pub(super) fn install() -> bool {
    let Some(found) = change(None) else { return false };
    if OWNER.load(Ordering::Relaxed) == 0 {
        own_process();
        HAS_BARRIER.store(barrier(MEMBARRIER_REGISTER_PRIVATE_EXPEDITED), Ordering::SeqCst);
        // SAFETY: the function stores a number, which is allowed in a child.
        unsafe { libc::pthread_atfork(None, None, Some(own_process)) };
    }
    if is_our_handler(found.handler) {
        return true;
    }
    // Set before it is needed: a fault may come at once.
    if IS_INSTALLED.load(Ordering::Acquire) {
        let before = PROGRAM.action();
        if BENEATH.exchange(before).is_none() {
            return false;
        }
        WAS_REPLACED.store(true, Ordering::Release);
    }
    if PROGRAM.exchange(found).is_none() {
        return false;
    }
    let Some(replaced) = change(Some(ours(found))) else { return false };
    IS_INSTALLED.store(true, Ordering::Release);
    // Set by another thread in between, possibly by a concurrent installation of Seaway's handler.
    is_our_handler(replaced.handler) || replaced == found || PROGRAM.exchange(replaced).is_some()
}

/// What `sigaction(SIGBUS, new, old)` does for the program while Seaway's handler is installed: records the
/// new action and returns the old one. `None`: the handler is not installed, or the caller is a child of
/// vfork, whose actions are its own; the call must go to the kernel.
pub fn exchange_action(new: Option<Action>) -> Option<Action> {
    if !IS_INSTALLED.load(Ordering::Acquire) || OWNER.load(Ordering::Relaxed) != process() {
        return None;
    }
    // Seaway's own handler comes from code that read it from the kernel directly, and now restores what it
    // found.
    let Some(new) = new.filter(|new| !is_our_handler(new.handler)) else { return Some(PROGRAM.action()) };
    let before = PROGRAM.exchange(new);
    if before.is_none() {
        IS_INSTALLED.store(false, Ordering::Release);
        return None;
    }
    // With the stack and restart flags that the program's handler expects.
    change(Some(ours(new)));
    before
}

/// The program may have blocked SIGBUS in a thread.
pub fn mask_was_changed() {
    MASKS.fetch_add(1, Ordering::Relaxed);
}

pub fn is_our_handler(handler: usize) -> bool {
    handler == on_bus_error as Handler as usize
}

pub(super) fn may_touch_pages() -> bool {
    let masks = MASKS.load(Ordering::Relaxed);
    LETS_THROUGH.with(|known| known.get() == masks || ask_for_the_mask(known, masks))
}

#[cold]
fn ask_for_the_mask(known: &Cell<usize>, masks: usize) -> bool {
    let lets_through = change_mask(libc::SIG_BLOCK, None).is_some_and(|blocked| blocked & BUS == 0);
    known.set(if lets_through { masks } else { 0 });
    lets_through
}

/// Between a copy and the check whether the range broke. The rare other side pays, if the kernel supports
/// that.
#[inline]
pub(super) fn order_after_copy() {
    if HAS_BARRIER.load(Ordering::Relaxed) {
        compiler_fence(Ordering::SeqCst);
    } else {
        fence(Ordering::SeqCst);
    }
}

/// Between marking a range as broken and replacing its pages: every thread either sees the mark or has
/// completed its accesses to the old pages.
fn order_for_others() {
    fence(Ordering::SeqCst);
    if HAS_BARRIER.load(Ordering::Relaxed) && !barrier(MEMBARRIER_PRIVATE_EXPEDITED) {
        HAS_BARRIER.store(false, Ordering::SeqCst);
    }
}

fn barrier(command: c_int) -> bool {
    // SAFETY: orders memory accesses of this process, or registers it for that; no memory is passed.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

extern "C" fn own_process() {
    OWNER.store(process(), Ordering::Relaxed);
}

fn process() -> i64 {
    // SAFETY: asks for a number.
    unsafe { libc::syscall(libc::SYS_getpid) }
}

/// Seaway's handler, with the flags that the program's own handler requested.
fn ours(program: Action) -> Action {
    let is_handled = !matches!(program.handler, libc::SIG_DFL | libc::SIG_IGN);
    let both = (libc::SA_ONSTACK | libc::SA_RESTART).cast_unsigned();
    let kept = if is_handled { program.flags & both } else { both };
    let flags = libc::SA_SIGINFO.cast_unsigned() | kept;
    Action { handler: on_bus_error as Handler as usize, flags, mask: 0 }
}

/// `C-unwind`: a program may leave its handler by an exception or by `siglongjmp`.
extern "C-unwind" fn on_bus_error(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: every thread has its own errno.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above, and the kernel passes a valid description of the signal.
    let (errno_before, code, address) = unsafe { (*errno, (*info).si_code, (*info).si_addr().addr()) };
    let is_fault = matches!(code, BUS_ADRERR | BUS_MCEERR_AR);
    if !is_fault || !put_zeros_under(address) {
        pass_on(signal, info, context);
    }
    // SAFETY: as above.
    unsafe { *errno = errno_before };
}

/// True if the address is in a guarded range and can be accessed now.
fn put_zeros_under(address: usize) -> bool {
    // Mark first, replace second: code that has touched the new pages finds the mark.
    let Some(range) = RANGES.break_at(address) else { return false };
    order_for_others();
    let page = rustix::param::page_size();
    let start = address / page * page;
    // Pages after a truncated page are usually truncated as well. If so much memory is not available, one
    // page.
    [range.end - start, page].into_iter().any(|len| {
        // SAFETY: the pages belong to one of Seaway's mappings, whose bytes are accessed only by copies that
        // check afterwards whether it broke. The file keeps what was written to it.
        let mapped = unsafe {
            libc::syscall(
                libc::SYS_mmap,
                start,
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        usize::try_from(mapped) == Ok(start)
    })
}

/// Handles a signal that is not Seaway's as if Seaway were absent.
fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // A handler was installed over Seaway's, Seaway's over that, and it forwards to Seaway what Seaway
    // forwarded to it.
    let comes_back = WAS_REPLACED.load(Ordering::Acquire)
        && PASSING_ON.with(|passing| passing.replace(context.addr()) == context.addr());
    let actions = if comes_back { &BENEATH } else { &PROGRAM };
    let action = actions.action();
    match action.handler {
        libc::SIG_DFL | libc::SIG_IGN => take_default(action, signal, info),
        handler => {
            if action.flags & libc::SA_RESETHAND.cast_unsigned() != 0 {
                actions.exchange(Action::DEFAULT);
            }
            call(handler, action, signal, info, context);
        }
    }
    if WAS_REPLACED.load(Ordering::Acquire) {
        PASSING_ON.with(|passing| passing.set(0));
    }
}

/// A fault recurs when the handler returns, and then kills the process, with the program's state intact in
/// the core file. A signal that was sent must be sent again.
fn take_default(action: Action, signal: c_int, info: *mut libc::siginfo_t) {
    // SAFETY: the kernel passes a valid description of the signal.
    let code = unsafe { (*info).si_code };
    let is_fault = code > 0 && code != BUS_MCEERR_AO;
    if action.handler == libc::SIG_IGN && !is_fault {
        return;
    }
    change(Some(Action::DEFAULT));
    if !is_fault {
        // SAFETY: sends a signal to this thread, with the description that it arrived with.
        unsafe {
            let thread = libc::syscall(libc::SYS_gettid);
            libc::syscall(libc::SYS_rt_tgsigqueueinfo, process(), thread, signal, info);
        }
    }
}

/// Calls the program's handler as the kernel would: with its signals blocked.
fn call(handler: usize, action: Action, signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let mask = change_mask(libc::SIG_BLOCK, Some(action.mask));
    if action.flags & libc::SA_NODEFER.cast_unsigned() != 0 {
        change_mask(libc::SIG_UNBLOCK, Some(BUS));
    }
    if action.flags & libc::SA_SIGINFO.cast_unsigned() != 0 {
        // SAFETY: the program installed this function as a handler with three arguments.
        let handler = unsafe { transmute::<*const c_void, Handler>(ptr::with_exposed_provenance(handler)) };
        handler(signal, info, context);
    } else {
        // SAFETY: the program installed this function as a handler with one argument.
        let handler =
            unsafe { transmute::<*const c_void, PlainHandler>(ptr::with_exposed_provenance(handler)) };
        handler(signal);
    }
    if let Some(mask) = mask {
        change_mask(libc::SIG_SETMASK, Some(mask));
    }
}

/// Changes this thread's signal mask, or only reads it. Returns the previous mask.
fn change_mask(how: c_int, set: Option<u64>) -> Option<u64> {
    let mut before = 0_u64;
    let set = set.as_ref().map_or(ptr::null(), ptr::from_ref);
    // SAFETY: both sets have the size that is passed, or are null.
    let changed = unsafe { libc::syscall(libc::SYS_rt_sigprocmask, how, set, &raw mut before, SET_BYTES) };
    (changed == 0).then_some(before)
}

/// Returns the kernel's action for SIGBUS and replaces it if `new` is given.
fn change(new: Option<Action>) -> Option<Action> {
    let mut old = MaybeUninit::<libc::sigaction>::zeroed();
    let new = new.map(Action::to_c);
    let new = new.as_ref().map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the pointers are valid or null; the function is the C library's, or one that intercepts it.
    let changed = unsafe { next()(libc::SIGBUS, new, old.as_mut_ptr()) };
    // SAFETY: all of it was zeroed, which is a valid value of each field.
    (changed == 0).then(|| Action::from_c(&unsafe { old.assume_init() }))
}

/// The next `sigaction` in symbol order: where libseaway.so intercepts it, a plain call would come back here.
fn next() -> Sigaction {
    static NEXT: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
    let mut found = NEXT.load(Ordering::Acquire);
    if found.is_null() {
        // SAFETY: the name is null-terminated.
        found = unsafe { libc::dlsym(libc::RTLD_NEXT, c"sigaction".as_ptr()) };
        if found.is_null() {
            // Linked statically, or loaded behind the C library: then nothing intercepts it.
            found = libc::sigaction as Sigaction as *mut c_void;
        }
        NEXT.store(found, Ordering::Release);
    }
    // SAFETY: a function of this name has this type.
    unsafe { transmute::<*mut c_void, Sigaction>(found) }
}

impl Action {
    pub fn to_c(self) -> libc::sigaction {
        // SAFETY: zeros are a valid value of each field.
        let mut c: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
        c.sa_sigaction = self.handler;
        c.sa_flags = self.flags.cast_signed();
        // SAFETY: a set is at least as large as the kernel's, whose words come first.
        unsafe { (&raw mut c.sa_mask).cast::<u64>().write_unaligned(self.mask) };
        c
    }

    pub fn from_c(c: &libc::sigaction) -> Self {
        // SAFETY: as in `to_c`.
        let mask = unsafe { (&raw const c.sa_mask).cast::<u64>().read_unaligned() };
        Self { handler: c.sa_sigaction, flags: c.sa_flags.cast_unsigned(), mask }
    }
}
