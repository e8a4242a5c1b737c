// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that the host lacks, or lacks for such numbers: an error with a text, through the error handler
//! of MPI_COMM_WORLD.

use std::ffi::{CString, c_char, c_int};
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;
use std::{mem, ptr};

use crate::calls::{LARGE_BY_HAND, NARROWED_BY_HAND, OLDER_BY_HAND, WIDE_ALREADY, host};
use crate::errors::code;
use crate::generated::functions::{MISSING, NAMES, NARROWED, index};
use crate::handles::{host_handle, row_of};
use crate::host_library::has;
use crate::numbers::number;
use crate::sides::{Host, Program};

/// Implemented here, without the host.
const OURS: [&str; 6] = [
    "MPI_Abi_",
    "MPI_Aint_",
    "MPI_Status_get_",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
];

/// Whether the adapter provides this function only if the host has it.
pub fn needs_host(name: &str) -> bool {
    let is_ours = OURS.iter().any(|ours| name.starts_with(ours));
    NAMES.contains(&name) && !is_ours && !name.ends_with("_toint") && !name.ends_with("_fromint")
}

/// Whether the adapter builds this function from others on a host that lacks it: `has` tells what the host
/// has. Otherwise a call is an error. Numbers that exceed an int may still be one. Case-insensitive.
pub fn is_made_from_others(name: &str, has: impl Fn(&str) -> bool) -> bool {
    let lists = [&NARROWED, NARROWED_BY_HAND, LARGE_BY_HAND, OLDER_BY_HAND, &WIDE_ALREADY];
    let mut pairs = lists.iter().flat_map(|list| list.iter());
    pairs.any(|&(made, from)| NAMES[made].eq_ignore_ascii_case(name) && has(NAMES[from]))
}

/// The entry for a function that the host lacks. It accepts and ignores any arguments.
pub(crate) fn missing(index: usize) -> *const () {
    MISSING[index] as *const ()
}

static RAISE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

pub(super) fn prepare<P: Program, H: Host>() {
    RAISE.store(raise::<P, H> as *mut (), Relaxed);
}

pub(crate) extern "C" fn lacks<const INDEX: usize>() -> c_int {
    // SAFETY: set before any entry was handed out.
    let raise: fn(usize) -> c_int = unsafe { mem::transmute(RAISE.load(Relaxed)) };
    raise(INDEX)
}

#[cold]
fn raise<P: Program, H: Host>(index: usize) -> c_int {
    let classes = (P::MPI_ERR_UNSUPPORTED_OPERATION, H::MPI_ERR_UNSUPPORTED_OPERATION);
    let what = "does not have this function, and the adapter cannot emulate it";
    say::<P, H>(classes, index, what)
}

/// A number exceeds an int, in a function that the adapter cannot emulate: its index.
#[cold]
pub(crate) fn too_large<P: Program, H: Host>(index: usize) -> c_int {
    let classes = (P::MPI_ERR_UNSUPPORTED_OPERATION, H::MPI_ERR_UNSUPPORTED_OPERATION);
    say::<P, H>(classes, index, "supports int counts only, and a number in this call exceeds an int")
}

/// A port name that does not fit the program's buffer. Other processes need all of it, so it cannot be
/// shortened.
#[cold]
pub(crate) fn too_long<P: Program, H: Host>(index: usize, length: usize) -> c_int {
    let what = format!(
        "returned a port name of {length} characters, and programs of this ABI ({}) have room for {}",
        P::NAME,
        P::MPI_MAX_PORT_NAME - 1
    );
    say::<P, H>((P::MPI_ERR_PORT, H::MPI_ERR_PORT), index, &what)
}

/// An error of these classes, the program's and the host's, with a sentence as its text.
fn say<P: Program, H: Host>(classes: (i64, i64), index: usize, what: &str) -> c_int {
    let class = number(classes.0);
    let (mut is_running, mut host_code): (c_int, c_int) = (0, 0);
    // SAFETY: MPI's functions, with their arguments; a code is created so that it can have a text.
    unsafe {
        host!(INITIALIZED(*mut c_int))(&raw mut is_running);
        if is_running == 0 || !has(index::ADD_ERROR_CODE) {
            return class;
        }
        let sentence = format!("{}: the MPI underneath ({}) {what}", NAMES[index], H::NAME);
        let Ok(sentence) = CString::new(sentence) else { return class };
        host!(ADD_ERROR_CODE(c_int, *mut c_int))(number(classes.1), &raw mut host_code);
        host!(ADD_ERROR_STRING(c_int, *const c_char))(host_code, sentence.as_ptr());
        let world = host_handle::<H>(const { row_of("MPI_COMM_WORLD") });
        host!(COMM_CALL_ERRHANDLER(H::Word, c_int))(world, host_code);
    }
    code::<P, H>(host_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emulation_depends_on_what_the_host_has() {
        let of_open_mpi_4 = |name: &str| !name.ends_with("_c") && name != "MPI_Info_get_string";
        for name in
            ["MPI_Send_c", "MPI_Allreduce_c", "MPI_Alltoallw_c", "MPI_Type_size_c", "MPI_Info_get_string"]
        {
            assert!(is_made_from_others(name, of_open_mpi_4), "{name}");
            assert!(!is_made_from_others(name, |_| false), "{name}");
        }
        for name in ["MPI_Session_init", "MPI_Psend_init", "MPI_Send"] {
            assert!(!is_made_from_others(name, of_open_mpi_4), "{name}");
        }
    }
}
