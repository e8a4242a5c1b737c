// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's pointers behind handles that are ints. Each kind has a region of words that is reserved once
//! and touched only as far as it is used, so a lookup is one load. No lock is taken on the path of a message:
//! free words are a stack if the program's threads take turns, otherwise a lock-free list.

use std::collections::HashMap;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::abi::Kind;

use crate::host_library::fatal;
use crate::tables::tables;

/// The index bits of a handle.
pub(crate) const INDEX: u32 = (1 << 26) - 1;
/// There are many requests, and most programs have few of anything else.
const REQUESTS: u32 = 1 << 23;
const OTHERS: u32 = 1 << 20;
/// Lower indices are for predefined handles that look like created ones.
const FIRST: u32 = 16;

struct Slab {
    words: AtomicPtr<AtomicUsize>,
    /// Indices of free words, and how many.
    stack: AtomicPtr<AtomicU32>,
    height: AtomicU32,
    /// With concurrent threads: the first free word, and in the upper half a version counter against the ABA
    /// problem.
    free: AtomicU64,
    /// The first word never used.
    fresh: AtomicU32,
}

/// The slabs of all kinds.
pub(crate) struct Slabs {
    kinds: [Slab; 16],
    /// Whether several threads may call at once.
    threads: AtomicBool,
    /// Whether there was a session, which has its own thread level, whatever MPI_Init says.
    sessions: AtomicBool,
}

impl Slabs {
    pub(crate) const fn empty() -> Self {
        Self {
            kinds: [const {
                Slab {
                    words: AtomicPtr::new(ptr::null_mut()),
                    stack: AtomicPtr::new(ptr::null_mut()),
                    height: AtomicU32::new(0),
                    free: AtomicU64::new(0),
                    fresh: AtomicU32::new(FIRST),
                }
            }; 16],
            threads: AtomicBool::new(true),
            sessions: AtomicBool::new(false),
        }
    }
}

/// Whether the program may call from several threads at once. What is on the stacks when this changes stays
/// there.
pub(crate) fn several_threads(are_possible: bool) {
    tables().slabs.threads.store(are_possible || tables().slabs.sessions.load(Relaxed), Relaxed);
}

fn are_threads_possible() -> bool {
    tables().slabs.threads.load(Relaxed)
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
        let (slab, length) = (&tables().slabs.kinds[kind as usize], capacity(kind) as usize);
        slab.stack.store(reserved(length * size_of::<u32>()).cast(), Release);
        slab.words.store(reserved(length * size_of::<usize>()).cast(), Release);
    }
}

fn reserved(bytes: usize) -> *mut libc::c_void {
    // SAFETY: new memory.
    let memory = unsafe {
        libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if memory == libc::MAP_FAILED {
        fatal("cannot allocate memory for handles of a program built for MPICH");
    }
    memory
}

/// The words of one kind, for repeated lookups.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    words: *const AtomicUsize,
    /// The size is a power of two, so any value that a program passes becomes a valid index.
    mask: u32,
}

#[inline(always)]
pub(crate) fn region(kind: Kind) -> Region {
    const { assert!(REQUESTS.is_power_of_two() && OTHERS.is_power_of_two() && REQUESTS - 1 <= INDEX) };
    let words = tables().slabs.kinds[kind as usize].words.load(Relaxed);
    Region { words, mask: capacity(kind) - 1 }
}

impl Region {
    #[inline(always)]
    fn word(self, index: u32) -> &'static AtomicUsize {
        // SAFETY: the region has as many words as the mask says, and stays mapped.
        unsafe { &*self.words.add((index & self.mask) as usize) }
    }

    /// What is stored here; null if nothing ever was.
    #[inline(always)]
    pub(crate) fn get(self, index: u32) -> usize {
        self.word(index).load(Relaxed)
    }
}

#[inline(always)]
fn word(kind: Kind, index: u32) -> &'static AtomicUsize {
    region(kind).word(index)
}

#[inline(always)]
pub(crate) fn get(kind: Kind, index: u32) -> usize {
    region(kind).get(index)
}

pub(crate) fn set(kind: Kind, index: u32, register: usize) {
    word(kind, index).store(register, Relaxed);
}

/// Stores the host's handle, and returns its index.
#[inline(always)]
pub(crate) fn insert(kind: Kind, register: usize) -> u32 {
    if are_threads_possible() {
        return insert_among_threads(kind, register);
    }
    let slab = &tables().slabs.kinds[kind as usize];
    let height = slab.height.load(Relaxed);
    if height == 0 {
        return insert_fresh(kind, register);
    }
    slab.height.store(height - 1, Relaxed);
    // SAFETY: the stack is this high, and holds valid indices.
    unsafe {
        let index = (*slab.stack.load(Relaxed).add(height as usize - 1)).load(Relaxed);
        (*slab.words.load(Relaxed).add(index as usize)).store(register, Relaxed);
        index
    }
}

#[inline(never)]
fn insert_among_threads(kind: Kind, register: usize) -> u32 {
    let slab = &tables().slabs.kinds[kind as usize];
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
    let index = tables().slabs.kinds[kind as usize].fresh.fetch_add(1, Relaxed);
    if index >= capacity(kind) {
        fatal(&format!("the program holds more than {} handles of one kind ({kind:?})", capacity(kind)));
    }
    word(kind, index).store(register, Relaxed);
    index
}

#[inline(always)]
pub(crate) fn remove(kind: Kind, index: u32) {
    let index = index & (capacity(kind) - 1);
    if are_threads_possible() {
        return put_among_threads(kind, index, index);
    }
    let slab = &tables().slabs.kinds[kind as usize];
    let height = slab.height.load(Relaxed);
    // SAFETY: there is room for each word, and this one was not on the stack.
    unsafe { (*slab.stack.load(Relaxed).add(height as usize)).store(index, Relaxed) };
    slab.height.store(height + 1, Relaxed);
}

/// Removes several at once.
#[inline(always)]
pub(crate) fn remove_all(kind: Kind, handles: &[c_int]) {
    let indices = handles.iter().map(|handle| handle.cast_unsigned() & (capacity(kind) - 1));
    if are_threads_possible() {
        return remove_all_among_threads(kind, indices);
    }
    let slab = &tables().slabs.kinds[kind as usize];
    let height = slab.height.load(Relaxed);
    // SAFETY: there is room for each word, and these were not on the stack; no other thread accesses it
    // meanwhile.
    let places = unsafe {
        let top = slab.stack.load(Relaxed).add(height as usize).cast::<u32>();
        std::slice::from_raw_parts_mut(top, handles.len())
    };
    places.iter_mut().zip(indices).for_each(|(place, index)| *place = index);
    slab.height.store(height + u32::try_from(handles.len()).unwrap_or(0), Relaxed);
}

/// Links them to a list, which is put before the others.
#[inline(never)]
fn remove_all_among_threads(kind: Kind, indices: impl Iterator<Item = u32>) {
    let (mut first, mut last) = (0, 0);
    indices.for_each(|index| {
        word(kind, index).store(first as usize, Relaxed);
        last = if first == 0 { index } else { last };
        first = index;
    });
    if first != 0 {
        put_among_threads(kind, first, last);
    }
}

/// Puts a list of words before the free ones.
#[inline(never)]
fn put_among_threads(kind: Kind, first: u32, last: u32) {
    let slab = &tables().slabs.kinds[kind as usize];
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

/// Indices of handles that the host may return again, with reference counts. Communicators, datatypes and
/// similar objects are created rarely, and a program may compare handles.
static KNOWN: Mutex<Option<HashMap<(u8, usize), Entry>>> = Mutex::new(None);

struct Entry {
    index: u32,
    times: u32,
}

pub(crate) fn insert_once(kind: Kind, register: usize) -> u32 {
    if kind == Kind::Session {
        tables().slabs.sessions.store(true, Relaxed);
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

/// The index of a handle that the program has, without taking a reference. User-defined operations ask for
/// the same datatype repeatedly, and must not wait for each other: the last answer is tried first, and the
/// slab tells whether it is still valid.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for both modes: the slabs are global to the process, and so is the mode.
    #[test]
    fn words_are_given_out_once_until_they_come_back() {
        const KIND: Kind = Kind::Request;
        reserve();
        // Any value that a program passes is an index.
        assert_eq!((get(Kind::Comm, u32::MAX), get(KIND, INDEX)), (0, 0));
        for threads in [false, true] {
            several_threads(threads);
            let given: Vec<u32> = (0..100).map(|number| insert(KIND, 1000 + number)).collect();
            let mut different = given.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), given.len(), "threads: {threads}");
            assert!(given.iter().zip(1000..).all(|(&index, register)| get(KIND, index) == register));
            // As a program has them: with the bits of their kind.
            let handles: Vec<c_int> =
                given[..60].iter().map(|&index| (1 << 31 | index).cast_signed()).collect();
            remove_all(KIND, &handles);
            remove(KIND, given[60]);
            let mut again: Vec<u32> = (0..61).map(|_| insert(KIND, 7)).collect();
            again.sort_unstable();
            let mut back = given[..=60].to_vec();
            back.sort_unstable();
            assert_eq!(again, back, "threads: {threads}");
            assert!(given[61..].iter().zip(1061..).all(|(&index, register)| get(KIND, index) == register));
        }
    }
}
