// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_File handles of our own: slot numbers of a table. Nothing that a program passes is ever dereferenced,
//! and all other numbers belong to the host MPI.
//!
//! The lower half of a handle is its Fortran form. Error handlers in Fortran are registered as if they were C
//! functions; this way a pointer to a handle is valid for both languages.

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use seaway_mpi_host::abi::Abi;

use crate::open_file::OpenFile;

/// Files that can be open at once: pages of the table are touched only when used.
const SLOTS: usize = 1 << 14;
/// First of our Fortran handles; the MPI libraries count theirs from zero.
const FIRST_FORTRAN: c_int = 0x4000_0000;
/// The upper half of a handle: not a valid pointer on this architecture.
const UPPER: usize = 0x5EA0_0000_0000_0000;

static TABLE: [AtomicPtr<()>; SLOTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS];
/// Where to search for a free slot: slots are reused in turn, so that stale handles are detected.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Stores `file`; `None` if too many are open.
pub(crate) fn insert<A: Abi>(file: OpenFile<A>) -> Option<usize> {
    let boxed = Box::into_raw(Box::new(file)).cast::<()>();
    for _ in 0..SLOTS {
        let index = NEXT.fetch_add(1, Ordering::Relaxed) % SLOTS;
        if TABLE[index].compare_exchange(ptr::null_mut(), boxed, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            return Some(handle_of(index));
        }
    }
    // SAFETY: it was not stored.
    drop(unsafe { Box::from_raw(boxed.cast::<OpenFile<A>>()) });
    None
}

/// The file of a handle. The reference lasts for one MPI call: MPI forbids closing a file while another call
/// uses it.
pub(crate) fn get<'a, A: Abi>(handle: usize) -> Option<&'a OpenFile<A>> {
    let file = TABLE[index_of(handle)?].load(Ordering::Acquire);
    // SAFETY: stored by `insert`, under the one ABI of the process.
    (!file.is_null()).then(|| unsafe { &*file.cast::<OpenFile<A>>() })
}

/// Removes the file and frees the handle.
pub(crate) fn remove<A: Abi>(handle: usize) -> Option<Box<OpenFile<A>>> {
    let file = TABLE[index_of(handle)?].swap(ptr::null_mut(), Ordering::AcqRel);
    // SAFETY: as above, and no other thread can take it out again.
    (!file.is_null()).then(|| unsafe { Box::from_raw(file.cast::<OpenFile<A>>()) })
}

/// Whether a handle is one of ours, open or not.
pub(crate) fn is_ours(handle: usize) -> bool {
    index_of(handle).is_some()
}

pub(crate) fn to_fortran(handle: usize) -> Option<c_int> {
    c_int::try_from(handle.checked_sub(UPPER)?).ok().filter(|_| is_ours(handle))
}

pub(crate) fn from_fortran(handle: c_int) -> Option<usize> {
    let index = usize::try_from(handle.checked_sub(FIRST_FORTRAN)?).ok()?;
    (index < SLOTS).then(|| handle_of(index))
}

fn handle_of(index: usize) -> usize {
    UPPER + FIRST_FORTRAN.unsigned_abs() as usize + index
}

fn index_of(handle: usize) -> Option<usize> {
    handle.checked_sub(handle_of(0)).filter(|&index| index < SLOTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_slots_are_ours() {
        assert!(is_ours(handle_of(0)) && is_ours(handle_of(SLOTS - 1)));
        assert!(!is_ours(handle_of(0) - 1));
        assert!(!is_ours(handle_of(SLOTS - 1) + 1));
        assert!(!is_ours(0));
    }

    #[test]
    fn fortran_handles_lead_back() {
        for index in [0, 1, SLOTS - 1] {
            let fortran = to_fortran(handle_of(index)).unwrap();
            assert_eq!(from_fortran(fortran), Some(handle_of(index)));
            assert_eq!(fortran.unsigned_abs() as usize, handle_of(index) & 0xffff_ffff);
        }
        assert_eq!(from_fortran(0), None);
        assert_eq!(from_fortran(-1), None);
    }
}
