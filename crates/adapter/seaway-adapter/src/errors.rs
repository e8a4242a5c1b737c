// SPDX-License-Identifier: MIT OR Apache-2.0
//! Error codes and classes. A host code becomes the program's number for its class; if the program's ABI has
//! room in a code, it also identifies the host's code, and so the host's text.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::Standard;
use seaway_mpi_abi::abi::{ABSENT, Constants};

use crate::generated::functions::index;
use crate::host_library::function;
use crate::numbers::number;
use crate::sides::{Host, Program};

/// The return code for the program.
#[inline(always)]
pub(crate) fn code<P: Program, H: Host>(host: c_int) -> c_int {
    if host == 0 { 0 } else { failure::<P, H>(host) }
}

/// Recent host codes, indexed by the upper part of the program's code.
const RECENT: usize = 4096;
/// Classes of MPICH have seven bits.
const CLASS_BITS: u32 = 8;

static HOST_CODES: [AtomicI32; RECENT] = [const { AtomicI32::new(0) }; RECENT];
static NEXT: AtomicUsize = AtomicUsize::new(0);
/// The last host code of each class, for programs whose codes are classes.
static LAST: Mutex<Option<HashMap<c_int, c_int>>> = Mutex::new(None);
/// Classes and codes that the program added, by the host's numbers.
static ADDED: Mutex<Vec<c_int>> = Mutex::new(Vec::new());

#[cold]
fn failure<P: Program, H: Host>(host: c_int) -> c_int {
    if let Some(added) = added_to_program::<P>(host) {
        return added;
    }
    // MPI_Error_class of some MPIs does not know the classes of the tool interface.
    let host_class = if H::ERROR.contains(&host) { host } else { class_of_host(host) };
    let class = class_to_program::<P, H>(host_class);
    if host == host_class {
        return class;
    }
    if P::CODES_ARE_CLASSES {
        LAST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().insert(class, host);
        return class;
    }
    let place = NEXT.fetch_add(1, Relaxed) % RECENT;
    HOST_CODES[place].store(host, Relaxed);
    let upper = c_int::try_from(place + 1).unwrap_or(1);
    upper << CLASS_BITS | class
}

/// The class of a host code, by the host's number.
pub(crate) fn class_of_host(host: c_int) -> c_int {
    let mut class = host;
    // SAFETY: MPI_Error_class has these arguments.
    unsafe {
        let error_class: unsafe extern "C" fn(c_int, *mut c_int) -> c_int =
            std::mem::transmute(function(index::ERROR_CLASS));
        error_class(host, &raw mut class);
    }
    class
}

pub(crate) fn class_to_program<P: Program, H: Host>(class: c_int) -> c_int {
    let row = H::ERROR.iter().position(|&host| host == class);
    let same = row.map(|row| P::ERROR[row]).filter(|&class| class != ABSENT);
    same.or_else(|| added_to_program::<P>(class)).unwrap_or(number(similar::<P>(row)))
}

/// Newer classes had another one before.
fn similar<P: Program>(row: Option<usize>) -> i64 {
    // MPI_ERR_ERRHANDLER, which not every ABI has.
    let is_handler = row.is_some_and(|row| Standard::ERROR[row] == 61);
    if is_handler { P::MPI_ERR_ARG } else { P::MPI_ERR_OTHER }
}

/// Whether the program's ABI uses this number for a class.
pub(crate) fn is_class<P: Program>(program: c_int) -> bool {
    let is_known = P::ERROR.contains(&program);
    is_known || (P::CODES_ARE_CLASSES && (0..=number(P::MPI_ERR_LASTCODE)).contains(&program))
}

/// The host's code for one of the program's.
pub(crate) fn code_to_host<P: Program, H: Host>(program: c_int) -> c_int {
    if program == 0 {
        return 0;
    }
    let first = first_added::<P>();
    if program >= first {
        let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        let place = usize::try_from(program - first).unwrap_or(usize::MAX);
        return added.get(place).copied().unwrap_or(program);
    }
    let upper = usize::try_from(program >> CLASS_BITS).unwrap_or(0);
    if !P::CODES_ARE_CLASSES && (1..=RECENT).contains(&upper) {
        return HOST_CODES[upper - 1].load(Relaxed);
    }
    let row = P::ERROR.iter().position(|&class| class == program);
    row.map(|row| H::ERROR[row]).filter(|&class| class != ABSENT).unwrap_or(number(H::MPI_ERR_OTHER))
}

/// The host's code with the most specific text for this code of the program.
pub(crate) fn code_with_text<P: Program, H: Host>(program: c_int) -> c_int {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match last.as_ref().and_then(|last| last.get(&program)) {
        Some(&host) => host,
        None => code_to_host::<P, H>(program),
    }
}

/// The first number for a user-defined class or code.
pub(crate) fn first_added<P: Program>() -> c_int {
    number(P::MPI_ERR_LASTCODE + 1)
}

/// MPI_LASTUSEDCODE.
pub(crate) fn last_used<P: Program>() -> c_int {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner).len();
    first_added::<P>() - 1 + c_int::try_from(added).unwrap_or(0)
}

fn added_to_program<P: Program>(host: c_int) -> Option<c_int> {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = added.iter().position(|&known| known == host)?;
    Some(first_added::<P>() + c_int::try_from(place).ok()?)
}

/// Assigns a number to a class or code that the host has just created.
pub(crate) fn add<P: Program>(host: c_int) -> c_int {
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    added.push(host);
    first_added::<P>() - 1 + c_int::try_from(added.len()).unwrap_or(0)
}

/// Forgets one that the program has removed: its number is not reused.
pub(crate) fn remove<P: Program>(program: c_int) {
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = usize::try_from(program - first_added::<P>()).unwrap_or(usize::MAX);
    if let Some(host) = added.get_mut(place) {
        *host = ABSENT;
    }
}
