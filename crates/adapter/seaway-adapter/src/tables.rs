// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`tables`]: everything that calls look up, in one static. Position-independent code has to load the
//! address of a variable before the variable; so a function that needs several of these loads one address.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicUsize};

use seaway_mpi_abi::abi::HANDLES;

use crate::generated::functions::COUNT;
use crate::sides::NO_ROW;
use crate::slab::Slabs;

/// Room for the numbers of all predefined handles, MPICH's by kind and the standard ABI's.
pub(crate) const SLOTS: usize = 16 << 10;
pub(crate) const ROWS: usize = HANDLES.len();
/// As many as a row index can express, so that a lookup needs no bounds check.
const ANY_ROW: usize = 1 << u8::BITS;
const _: () = assert!(ROWS <= NO_ROW as usize);

pub(crate) struct Tables {
    /// How many requests have something kept for them until they complete.
    pub(crate) kept: AtomicUsize,
    pub(crate) slabs: Slabs,
    /// The host's functions. Null if it has none of this name.
    pub(crate) functions: [AtomicPtr<()>; COUNT],
    /// The handle in each row of `HANDLES`, on both sides.
    pub(crate) program_words: [AtomicUsize; ANY_ROW],
    pub(crate) host_words: [AtomicUsize; ROWS],
    /// From a predefined handle of the program, as a number, to the host's.
    pub(crate) forward: [AtomicUsize; SLOTS],
    /// From a predefined handle of the host, as a number, to its row.
    pub(crate) reverse: [AtomicU8; SLOTS],
}

static TABLES: Tables = Tables {
    kept: AtomicUsize::new(0),
    slabs: Slabs::empty(),
    functions: [const { AtomicPtr::new(ptr::null_mut()) }; COUNT],
    program_words: [const { AtomicUsize::new(0) }; ANY_ROW],
    host_words: [const { AtomicUsize::new(0) }; ROWS],
    forward: [const { AtomicUsize::new(0) }; SLOTS],
    reverse: [const { AtomicU8::new(NO_ROW) }; SLOTS],
};

#[inline(always)]
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}
