// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's pointers behind handles that are ints. Each kind has a region of words that is reserved once and touched only
//! as far as it is used, so looking up is one load. Free words form a list; nothing here is ever locked on the way of a
//! message.

use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

use seaway_mpi::abi::Kind;

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

static SLABS: [Slab; 16] = [const {
    Slab { words: AtomicPtr::new(ptr::null_mut()), free: AtomicU64::new(0), fresh: AtomicU32::new(FIRST) }
}; 16];

/// Whether several threads may be here at once.
static THREADS: AtomicBool = AtomicBool::new(true);

/// The program has promised that its threads take turns, or not.
pub(crate) fn several_threads(are_possible: bool) {
    THREADS.store(are_possible, Relaxed);
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
        SLABS[kind as usize].words.store(words.cast(), Release);
    }
}

#[inline(always)]
fn word(kind: Kind, index: u32) -> &'static AtomicUsize {
    let words = SLABS[kind as usize].words.load(Relaxed);
    // SAFETY: the region stays mapped, and the index was checked or given out by `insert`.
    unsafe { &*words.add(index as usize) }
}

#[inline(always)]
pub(crate) fn get(kind: Kind, index: u32) -> usize {
    if index < capacity(kind) { word(kind, index).load(Relaxed) } else { 0 }
}

pub(crate) fn set(kind: Kind, index: u32, register: usize) {
    word(kind, index).store(register, Relaxed);
}

/// Keeps the host's handle, and says where.
#[inline(always)]
pub(crate) fn insert(kind: Kind, register: usize) -> u32 {
    let slab = &SLABS[kind as usize];
    let mut free = slab.free.load(Acquire);
    loop {
        let index = lower(free);
        if index == 0 {
            return insert_fresh(kind, register);
        }
        let next = (free >> 32).wrapping_add(1) << 32 | word(kind, index).load(Relaxed) as u64 & 0xffff_ffff;
        if !THREADS.load(Relaxed) {
            slab.free.store(next, Relaxed);
        } else if let Err(now) = slab.free.compare_exchange_weak(free, next, AcqRel, Acquire) {
            free = now;
            continue;
        }
        word(kind, index).store(register, Relaxed);
        return index;
    }
}

#[cold]
fn insert_fresh(kind: Kind, register: usize) -> u32 {
    let index = SLABS[kind as usize].fresh.fetch_add(1, Relaxed);
    if index >= capacity(kind) {
        fatal(&format!("the program holds more than {} handles of one kind ({kind:?})", capacity(kind)));
    }
    word(kind, index).store(register, Relaxed);
    index
}

#[inline(always)]
pub(crate) fn remove(kind: Kind, index: u32) {
    let slab = &SLABS[kind as usize];
    let mut free = slab.free.load(Acquire);
    loop {
        word(kind, index).store(lower(free) as usize, Relaxed);
        let next = (free >> 32).wrapping_add(1) << 32 | u64::from(index);
        if !THREADS.load(Relaxed) {
            slab.free.store(next, Relaxed);
            return;
        }
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

/// The index of a handle that the program has, without taking it once more.
pub(crate) fn find(kind: Kind, register: usize) -> Option<u32> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.as_ref()?.get(&(kind as u8, register)).map(|entry| entry.index)
}
