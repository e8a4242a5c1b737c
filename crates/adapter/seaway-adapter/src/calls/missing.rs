// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that the host does not have, or not for such numbers: an error with a text, through the error handler of
//! MPI_COMM_WORLD.

use std::ffi::{CString, c_char, c_int};
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;
use std::{mem, ptr};

use crate::calls::host;
use crate::errors::code;
use crate::generated::functions::{MISSING, NAMES, index};
use crate::handles::{host_handle, row_of};
use crate::host_library::has;
use crate::numbers::number;
use crate::sides::{Host, Program};

/// What is done here, without asking the host.
const OURS: [&str; 6] = [
    "MPI_Abi_",
    "MPI_Aint_",
    "MPI_Status_get_",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
];

/// Whether this is a function that the adapter has, and can do only if the host has it.
pub fn needs_host(name: &str) -> bool {
    let is_ours = OURS.iter().any(|ours| name.starts_with(ours));
    NAMES.contains(&name) && !is_ours && !name.ends_with("_toint") && !name.ends_with("_fromint")
}

/// The entry for a function that the host lacks. It takes any arguments, and looks at none.
pub(crate) fn missing(index: usize) -> *const () {
    MISSING[index] as *const ()
}

static RAISE: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

pub(super) fn prepare<P: Program, H: Host>() {
    RAISE.store(raise::<P, H> as *mut (), Relaxed);
}

pub(crate) extern "C" fn lacks<const INDEX: usize>() -> c_int {
    // SAFETY: set before any entry was given out.
    let raise: fn(usize) -> c_int = unsafe { mem::transmute(RAISE.load(Relaxed)) };
    raise(INDEX)
}

#[cold]
fn raise<P: Program, H: Host>(index: usize) -> c_int {
    let classes = (P::MPI_ERR_UNSUPPORTED_OPERATION, H::MPI_ERR_UNSUPPORTED_OPERATION);
    let what = "does not have this function, and the adapter cannot do without it";
    say::<P, H>(classes, index, what)
}

/// A number that fits no int, in a function where the adapter cannot do without: its index.
#[cold]
pub(crate) fn too_large<P: Program, H: Host>(index: usize) -> c_int {
    let classes = (P::MPI_ERR_UNSUPPORTED_OPERATION, H::MPI_ERR_UNSUPPORTED_OPERATION);
    say::<P, H>(classes, index, "counts in ints, and a number of this call fits no int")
}

/// The name of a port, which the program has no room for. Other processes must get it whole, so it cannot be shortened.
#[cold]
pub(crate) fn too_long<P: Program, H: Host>(index: usize, length: usize) -> c_int {
    let what = format!(
        "has a name of {length} characters for the port, and programs of this ABI ({}) have room for {}",
        P::NAME,
        P::MPI_MAX_PORT_NAME - 1
    );
    say::<P, H>((P::MPI_ERR_PORT, H::MPI_ERR_PORT), index, &what)
}

/// An error of these classes, the program's and the host's, with a sentence for its text.
fn say<P: Program, H: Host>(classes: (i64, i64), index: usize, what: &str) -> c_int {
    let class = number(classes.0);
    let (mut is_running, mut host_code): (c_int, c_int) = (0, 0);
    // SAFETY: MPI's functions, with their arguments; a code is made so that it has a text.
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
