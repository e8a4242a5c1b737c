// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a recorder knows, in memory that the kernel wipes in children of fork: a child cannot mistake its parent's file
//! for its own, however it was made (`fork`, `_Fork`, `clone`). It finds generation 0, and starts a file of its own.
//! Children that share their parent's memory (`vfork`) share its file.

use core::ptr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};

use seaway_trace_format::{Counter, Header};

use super::scratch::Scratch;
use super::settings;
use super::{descriptors, file, mappings, strings};
use crate::{start, system};

/// Mapped; all zeros at first.
#[repr(C)]
pub(super) struct State {
    /// 0: no file yet. Each file that this process or an ancestor began has another.
    pub(super) generation: AtomicU64,
    /// In ticks: when the file gets the next pair of clocks.
    pub(super) refresh_after: AtomicU64,
    pub(super) header: AtomicPtr<Header>,
    /// Where the next string goes; 0 if there is no chunk of strings.
    pub(super) strings: AtomicUsize,
    pub(super) counters: AtomicPtr<Counter>,
    /// The thread that starts the recorder.
    starter: AtomicU32,
    /// Of the file, as long as the program does not close it.
    pub(super) descriptor: AtomicI32,
    pub(super) device: AtomicU64,
    pub(super) inode: AtomicU64,
    pub(super) file_name: file::Name,
    pub(super) scratch: Scratch,
    pub(super) descriptors: descriptors::Table,
    pub(super) mappings: mappings::Table,
    pub(super) strings_known: strings::Table,
}

/// A state of which only the generation is there: 0.
#[repr(transparent)]
struct NotStarted(AtomicU64);

/// Before anything is known.
static UNKNOWN: NotStarted = NotStarted(AtomicU64::new(0));

/// Nothing is recorded.
static OFF: NotStarted = NotStarted(AtomicU64::new(0));

impl NotStarted {
    const fn as_state(&'static self) -> *mut State {
        (&raw const self.0).cast_mut().cast()
    }
}

/// Never null, so that calls that are recorded ask one question only.
static CURRENT: AtomicPtr<State> = AtomicPtr::new(UNKNOWN.as_state());

/// The thread that reads the settings, before there is a state.
static FIRST_STARTER: AtomicU32 = AtomicU32::new(0);

/// Does the kernel wipe the state in children? Those before 4.14 cannot.
static IS_WIPED: AtomicBool = AtomicBool::new(false);

/// Of the last file; inherited by children.
static LAST_GENERATION: AtomicU64 = AtomicU64::new(0);

#[inline(always)]
pub(super) fn current() -> Option<&'static State> {
    let state = CURRENT.load(Relaxed);
    // SAFETY: a state, or at least its first field.
    let generation = unsafe { (*state).generation.load(Acquire) };
    if generation == 0 {
        return if ptr::eq(state, OFF.as_state()) { None } else { first_call() };
    }
    // SAFETY: it has started, so all of it is there.
    Some(unsafe { &*state })
}

/// The first call of a process: of a program before our constructor has run, or of a child of fork.
#[cold]
#[inline(never)]
fn first_call() -> Option<&'static State> {
    let state = CURRENT.load(Acquire);
    if ptr::eq(state, UNKNOWN.as_state()) {
        alone(&FIRST_STARTER, is_known, start::from_environment);
    } else if !ptr::eq(state, OFF.as_state()) {
        // SAFETY: a state that was mapped by an ancestor, and wiped.
        let state = unsafe { &*state };
        alone(&state.starter, || state.generation.load(Acquire) != 0, || begin_file(state));
    }
    running()
}

fn is_known() -> bool {
    !ptr::eq(CURRENT.load(Acquire), UNKNOWN.as_state())
}

/// One thread does the work; others wait for it. A signal handler that interrupts it cannot wait: its call passes by
/// unrecorded.
fn alone(starter: &AtomicU32, done: impl Fn() -> bool, work: impl FnOnce()) {
    let thread = system::thread();
    match starter.compare_exchange(0, thread, AcqRel, Acquire) {
        Ok(_) => work(),
        Err(other) if other == thread => {}
        Err(_) => {
            while !done() {
                system::give_way();
            }
        }
    }
}

/// The state, if it has a file.
pub(super) fn running() -> Option<&'static State> {
    let state = CURRENT.load(Acquire);
    // SAFETY: a state, or at least its first field.
    let running = unsafe { (*state).generation.load(Acquire) } != 0;
    // SAFETY: it has started, so all of it is there.
    running.then(|| unsafe { &*state })
}

/// Reads what the environment says, if nobody has.
pub(super) fn know(work: impl FnOnce()) {
    if !is_known() {
        alone(&FIRST_STARTER, is_known, work);
    }
}

/// Nothing will be recorded.
pub(super) fn stay_off() {
    CURRENT.store(OFF.as_state(), Release);
}

/// Maps the state and begins the file.
pub(super) fn start() {
    let Some(state) = map() else { return stay_off() };
    begin_file(state);
    CURRENT.store(ptr::from_ref(state).cast_mut(), Release);
}

fn begin_file(state: &'static State) {
    let generation = LAST_GENERATION.load(Relaxed) + 1;
    LAST_GENERATION.store(generation, Relaxed);
    if file::begin(state, settings::current()) {
        state.generation.store(generation, Release);
    } else {
        stay_off();
    }
}

fn map() -> Option<&'static State> {
    const BYTES: usize = size_of::<State>().next_multiple_of(4096);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: new memory.
    let address = unsafe { system::map(0, BYTES, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) }.ok()?;
    // Most of it is never used; huge pages would be filled with zeros for nothing.
    // SAFETY: nothing is in the memory yet.
    let _unimportant = unsafe { system::advise(address, BYTES, libc::MADV_NOHUGEPAGE) };
    // SAFETY: as above.
    let wiped = unsafe { system::advise(address, BYTES, libc::MADV_WIPEONFORK) }.is_ok();
    IS_WIPED.store(wiped, Relaxed);
    // SAFETY: mapped, large enough, and zeros are a value of it. It is never unmapped.
    Some(unsafe { &*(address as *const State) })
}

/// In a child of fork, for kernels that do not wipe.
pub(super) fn forget(state: &State) {
    if !IS_WIPED.load(Relaxed) {
        // SAFETY: the child has one thread, and the state holds nothing that it needs.
        unsafe { ptr::write_bytes(ptr::from_ref(state).cast_mut().cast::<u8>(), 0, size_of::<State>()) };
    }
}
