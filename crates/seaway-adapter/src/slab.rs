// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's pointers behind handles that are ints. Each kind has a region of words that is reserved once and touched only
//! as far as it is used, so looking up is one load. Free words form a list; nothing here is ever locked on the way of a
//! message.

use std::collections::HashMap;
use std::hint::cold_path;
use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::abi::Kind;

use crate::host_library::fatal;

/// The part of a handle that is an index here.
pub(crate) const INDEX: u32 = (1 << 26) - 1;
/// Requests are many, and most programs have few of anything else.
const REQUESTS: u32 = 1 << 23;
const OTHERS: u32 = 1 << 20;
/// The indices below are for handles that are predefined but look like created ones.
const FIRST: u32 = 16;

struct Slab {
    words: AtomicPtr<AtomicUsize>,
    /// The first free word, and in the upper half how often it changed: a list that was emptied and filled in between is not
    /// taken for the old one.
    free: AtomicU64,
    /// The first word never used.
    fresh: AtomicU32,
}

struct Slabs {
    kinds: [Slab; 16],
    /// Whether several threads may be here at once.
    threads: AtomicBool,
    /// Whether there was a session, which has threads of its own, whatever MPI_Init says.
    sessions: AtomicBool,
}

static SLABS: Slabs = Slabs {
    kinds: [const {
        Slab { words: AtomicPtr::new(ptr::null_mut()), free: AtomicU64::new(0), fresh: AtomicU32::new(FIRST) }
    }; 16],
    threads: AtomicBool::new(true),
    sessions: AtomicBool::new(false),
};

/// The program has promised that its threads take turns, or not.
pub(crate) fn several_threads(are_possible: bool) {
    SLABS.threads.store(are_possible || SLABS.sessions.load(Relaxed), Relaxed);
}

fn are_threads_possible() -> bool {
    SLABS.threads.load(Relaxed)
}

fn capacity(kind: Kind) -> u32 {
    if kind == Kind::Request { REQUESTS } else { OTHERS }
}

pub(crate) fn reserve() {
    for kind in [
        Kind::Comm,
        Kind::Group,
        Kind::Datatype,
        Kind::Errhandler,
        Kind::Op,
        Kind::Info,
        Kind::Win,
        Kind::Request,
        Kind::Message,
        Kind::Session,
    ] {
        let bytes = capacity(kind) as usize * size_of::<usize>();
        // SAFETY: new memory, which is nobody's.
        let words = unsafe {
            libc::mmap(
                ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if words == libc::MAP_FAILED {
            fatal("no memory for the handles of a program that was built for MPICH");
        }
        SLABS.kinds[kind as usize].words.store(words.cast(), Release);
    }
}

#[inline(always)]
fn word(kind: Kind, index: u32) -> &'static AtomicUsize {
    let words = SLABS.kinds[kind as usize].words.load(Relaxed);
    // SAFETY: the region stays mapped, and the index was checked or given out by `insert`.
    unsafe { &*words.add(index as usize) }
}

#[inline(always)]
pub(crate) fn get(kind: Kind, index: u32) -> usize {
    if index < capacity(kind) {
        word(kind, index).load(Relaxed)
    } else {
        cold_path();
        0
    }
}

pub(crate) fn set(kind: Kind, index: u32, register: usize) {
    word(kind, index).store(register, Relaxed);
}

/// Keeps the host's handle, and says where.
#[inline(always)]
pub(crate) fn insert(kind: Kind, register: usize) -> u32 {
    if are_threads_possible() {
        return insert_among_threads(kind, register);
    }
    let free = &SLABS.kinds[kind as usize].free;
    let index = lower(free.load(Relaxed));
    if index == 0 {
        return insert_fresh(kind, register);
    }
    let place = word(kind, index);
    free.store(place.load(Relaxed) as u64, Relaxed);
    place.store(register, Relaxed);
    index
}

#[inline(never)]
fn insert_among_threads(kind: Kind, register: usize) -> u32 {
    let slab = &SLABS.kinds[kind as usize];
    let mut free = slab.free.load(Acquire);
    loop {
        let index = lower(free);
        if index == 0 {
            return insert_fresh(kind, register);
        }
        let next = (free >> 32).wrapping_add(1) << 32 | word(kind, index).load(Relaxed) as u64 & 0xffff_ffff;
        match slab.free.compare_exchange_weak(free, next, AcqRel, Acquire) {
            Ok(_) => {
                word(kind, index).store(register, Relaxed);
                return index;
            }
            Err(now) => free = now,
        }
    }
}

#[cold]
fn insert_fresh(kind: Kind, register: usize) -> u32 {
    let index = SLABS.kinds[kind as usize].fresh.fetch_add(1, Relaxed);
    if index >= capacity(kind) {
        fatal(&format!("the program holds more than {} handles of one kind ({kind:?})", capacity(kind)));
    }
    word(kind, index).store(register, Relaxed);
    index
}

#[inline(always)]
pub(crate) fn remove(kind: Kind, index: u32) {
    if are_threads_possible() {
        return put_among_threads(kind, index, index);
    }
    let free = &SLABS.kinds[kind as usize].free;
    word(kind, index).store(lower(free.load(Relaxed)) as usize, Relaxed);
    free.store(index.into(), Relaxed);
}

/// Removes several at once: they are made a list of their own, which is put before the others.
#[inline(always)]
pub(crate) fn remove_all(kind: Kind, indices: impl Iterator<Item = u32>) {
    let (mut first, mut last) = (0, 0);
    indices.for_each(|index| {
        word(kind, index).store(first as usize, Relaxed);
        last = if first == 0 { index } else { last };
        first = index;
    });
    if first == 0 {
        return;
    }
    if are_threads_possible() {
        return put_among_threads(kind, first, last);
    }
    let free = &SLABS.kinds[kind as usize].free;
    word(kind, last).store(lower(free.load(Relaxed)) as usize, Relaxed);
    free.store(first.into(), Relaxed);
}

/// Puts a list of words before those that are free.
#[inline(never)]
fn put_among_threads(kind: Kind, first: u32, last: u32) {
    let slab = &SLABS.kinds[kind as usize];
    let mut free = slab.free.load(Acquire);
    loop {
        word(kind, last).store(lower(free) as usize, Relaxed);
        let next = (free >> 32).wrapping_add(1) << 32 | u64::from(first);
        match slab.free.compare_exchange_weak(free, next, AcqRel, Acquire) {
            Ok(_) => return,
            Err(now) => free = now,
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half")]
fn lower(free: u64) -> u32 {
    free as u32
}

/// Where handles are that may come from the host a second time, and how often they came. Communicators, datatypes and the
/// like are made rarely, and a program may compare what it gets with what it has.
static KNOWN: Mutex<Option<HashMap<(u8, usize), Entry>>> = Mutex::new(None);

struct Entry {
    index: u32,
    times: u32,
}

pub(crate) fn insert_once(kind: Kind, register: usize) -> u32 {
    if kind == Kind::Session {
        SLABS.sessions.store(true, Relaxed);
        several_threads(true);
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known
        .get_or_insert_default()
        .entry((kind as u8, register))
        .or_insert_with(|| Entry { index: insert(kind, register), times: 0 });
    entry.times += 1;
    entry.index
}

pub(crate) fn remove_once(kind: Kind, index: u32) {
    let register = get(kind, index);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let Some(entry) = known.get_mut(&(kind as u8, register)) else { return };
    entry.times -= 1;
    if entry.times == 0 {
        known.remove(&(kind as u8, register));
        remove(kind, index);
    }
}

/// The index of a handle that the program has, without taking it once more. Operations of the program's ask for the same
/// datatype over and over, and must not wait for each other: the last answer is tried first, and the slab says whether it
/// still holds.
pub(crate) fn find(kind: Kind, register: usize) -> Option<u32> {
    static LAST: [AtomicU32; 16] = [const { AtomicU32::new(0) }; 16];
    let last = LAST[kind as usize].load(Relaxed);
    if last != 0 && get(kind, last) == register {
        return Some(last);
    }
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let index = known.as_ref()?.get(&(kind as u8, register))?.index;
    LAST[kind as usize].store(index, Relaxed);
    Some(index)
}
