// SPDX-License-Identifier: MIT OR Apache-2.0
//! The recorder's state, in memory that the kernel wipes in children of fork: a child cannot mistake its
//! parent's file for its own, however it was created (`fork`, `_Fork`, `clone`). It finds generation 0, and
//! starts its own file. Children that share their parent's memory (`vfork`) share its file.

use core::ptr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};

use seaway_trace_format::{Counter, Header};

use super::scratch::Scratch;
use super::settings;
use super::{descriptors, file, loss, mappings, strings};
use crate::{faults, start, system};

/// Mapped; initially all zeros.
#[repr(C)]
pub(super) struct RecorderState {
    /// 0: no file yet. Each file begun by this process or an ancestor has a different one.
    pub(super) generation: AtomicU64,
    /// In ticks: when the file gets the next clock pair.
    pub(super) refresh_after: AtomicU64,
    pub(super) header: AtomicPtr<Header>,
    /// Copies in the header are for readers: its page may be lost.
    pub(super) flags: AtomicU32,
    pub(super) next_string: AtomicU32,
    /// Offset of the next chunk.
    pub(super) end: AtomicU64,
    /// Address of the next string; 0 if there is no chunk of strings.
    pub(super) strings: AtomicUsize,
    pub(super) counters: AtomicPtr<Counter>,
    /// The thread that starts the recorder.
    starter: AtomicU32,
    /// The process of this recorder.
    pub(super) process: AtomicU32,
    /// Descriptor of the file, as long as the program does not close it.
    pub(super) descriptor: AtomicI32,
    pub(super) device: AtomicU64,
    pub(super) inode: AtomicU64,
    pub(super) file_name: file::Name,
    pub(super) ranges: loss::Ranges,
    pub(super) beginning: loss::Beginning,
    pub(super) scratch: Scratch,
    pub(super) descriptors: descriptors::Table,
    pub(super) mappings: mappings::Table,
    pub(super) strings_known: strings::Table,
}

/// A state of which only the generation exists: 0.
#[repr(transparent)]
struct NotStarted(AtomicU64);

/// Before anything is known.
static UNKNOWN: NotStarted = NotStarted(AtomicU64::new(0));

/// Nothing is recorded.
static OFF: NotStarted = NotStarted(AtomicU64::new(0));

impl NotStarted {
    const fn as_state(&'static self) -> *mut RecorderState {
        (&raw const self.0).cast_mut().cast()
    }
}

/// Never null, so that recorded calls test one condition only.
static CURRENT: AtomicPtr<RecorderState> = AtomicPtr::new(UNKNOWN.as_state());

/// The thread that reads the settings, before there is a state.
static FIRST_STARTER: AtomicU32 = AtomicU32::new(0);

/// The mapped state, also before its file exists; null if there is none.
static MAPPED: AtomicPtr<RecorderState> = AtomicPtr::new(ptr::null_mut());

/// Whether the kernel wipes the state in children. Not before Linux 4.14.
static IS_WIPED: AtomicBool = AtomicBool::new(false);

/// Of the last file; inherited by children.
static LAST_GENERATION: AtomicU64 = AtomicU64::new(0);

#[inline(always)]
pub(super) fn current() -> Option<&'static RecorderState> {
    let state = CURRENT.load(Relaxed);
    // SAFETY: a state, or at least its first field.
    let generation = unsafe { (*state).generation.load(Acquire) };
    if generation == 0 {
        return if ptr::eq(state, OFF.as_state()) { None } else { first_call() };
    }
    // SAFETY: it has started, so it is complete.
    Some(unsafe { &*state })
}

/// The first call of a process: of a program before this library's constructor has run, or of a child of
/// fork.
#[cold]
#[inline(never)]
fn first_call() -> Option<&'static RecorderState> {
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

/// One thread does the work; others wait for it. A signal handler that interrupts it cannot wait: its call is
/// not recorded.
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
pub(super) fn running() -> Option<&'static RecorderState> {
    let state = CURRENT.load(Acquire);
    // SAFETY: a state, or at least its first field.
    let running = unsafe { (*state).generation.load(Acquire) } != 0;
    // SAFETY: it has started, so it is complete.
    running.then(|| unsafe { &*state })
}

/// The state, whatever its condition.
pub(super) fn mapped() -> Option<&'static RecorderState> {
    // SAFETY: null, or a state, which is never unmapped.
    unsafe { MAPPED.load(Acquire).as_ref() }
}

/// Reads the environment, unless that was done.
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
    MAPPED.store(ptr::from_ref(state).cast_mut(), Release);
    // Before anything of the file is mapped.
    faults::stay_in_place();
    begin_file(state);
    CURRENT.store(ptr::from_ref(state).cast_mut(), Release);
}

fn begin_file(state: &'static RecorderState) {
    let generation = LAST_GENERATION.load(Relaxed) + 1;
    LAST_GENERATION.store(generation, Relaxed);
    if file::begin(state, settings::current()) {
        state.generation.store(generation, Release);
    } else {
        stay_off();
    }
}

fn map() -> Option<&'static RecorderState> {
    const BYTES: usize = size_of::<RecorderState>().next_multiple_of(4096);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: new memory.
    let address = unsafe { system::map(0, BYTES, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) }.ok()?;
    // Most of it is never used; huge pages would be zeroed for nothing. SAFETY: nothing is in the memory yet.
    let _unimportant = unsafe { system::advise(address, BYTES, libc::MADV_NOHUGEPAGE) };
    // SAFETY: as above.
    let wiped = unsafe { system::advise(address, BYTES, libc::MADV_WIPEONFORK) }.is_ok();
    IS_WIPED.store(wiped, Relaxed);
    // SAFETY: mapped, large enough, and zeros are valid. It is never unmapped.
    Some(unsafe { &*(address as *const RecorderState) })
}

/// In a child of fork, for kernels that do not wipe.
pub(super) fn forget(state: &RecorderState) {
    if !IS_WIPED.load(Relaxed) {
        // SAFETY: the child has one thread, and the state holds nothing that it needs.
        unsafe {
            ptr::write_bytes(ptr::from_ref(state).cast_mut().cast::<u8>(), 0, size_of::<RecorderState>())
        };
    }
}
