// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI error codes: the class follows from the error's kind, the string is its message. The codes come from
//! MPI, so that its MPI_Error_class knows them; MPI_Error_string is implemented here, because MPICH has no
//! text for a code added to one of its own classes. MPI cannot free a code, so a few per class are reused in
//! turn.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_device_api::Error;
use seaway_mpi_host::Host;
use seaway_mpi_host::abi::Abi;
use seaway_mpi_host::error_class::error_class;

use crate::native::{missing, symbol};
use crate::process::{AnyProcess, current};

/// A code keeps its text until this many later errors of its class.
const CODES_PER_CLASS: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct ErrorCodes {
    by_class: Mutex<HashMap<c_int, Ring>>,
}

/// The codes of a class with the text of the last error of each.
#[derive(Debug, Default)]
struct Ring {
    codes: Vec<(c_int, CString)>,
    next: usize,
}

impl ErrorCodes {
    /// A code for `error`; only its class if MPI is not running.
    pub(crate) fn code<A: Abi>(&self, host: &Host<A>, error: &Error) -> c_int {
        let class = error_class::<A>(error.kind());
        let Ok(text) = CString::new(sentence::<A>(error)) else { return class };
        if !host.is_running() {
            return class;
        }
        let mut by_class = self.lock();
        let ring = by_class.entry(class).or_default();
        if ring.codes.len() < CODES_PER_CLASS {
            let mut code = 0;
            // SAFETY: MPI fills the place.
            if unsafe { (host.functions.add_error_code)(class, &raw mut code) } == 0 {
                ring.codes.push((code, text));
                return code;
            }
        }
        let place = ring.next % ring.codes.len().max(1);
        ring.next += 1;
        ring.codes.get_mut(place).map_or(class, |entry| {
            entry.1 = text;
            entry.0
        })
    }

    /// The text of one of our codes.
    fn text(&self, code: c_int) -> Option<CString> {
        let by_class = self.lock();
        let mut entries = by_class.values().flat_map(|ring| &ring.codes);
        entries.find(|(known, _)| *known == code).map(|(_, text)| text.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<c_int, Ring>> {
        self.by_class.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// MPI_Error_string and PMPI_Error_string.
macro_rules! error_string {
    ($($name:ident)*) => { $(
        /// # Safety
        /// As MPI says: room for MPI_MAX_ERROR_STRING characters.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(code: c_int, string: *mut c_char, length: *mut c_int) -> c_int {
            // SAFETY: the caller's contract.
            unsafe { tell(code, string, length) }
        }
    )* };
}

error_string! { MPI_Error_string PMPI_Error_string }

unsafe fn tell(code: c_int, string: *mut c_char, length: *mut c_int) -> c_int {
    let codes = current().map(AnyProcess::error_codes);
    let Some(text) = codes.ok().and_then(|codes| codes.text(code)) else {
        type ErrorString = unsafe extern "C" fn(c_int, *mut c_char, *mut c_int) -> c_int;
        let Some(function) = symbol("PMPI_Error_string") else { return missing() };
        // SAFETY: MPI's function of this name, with the program's arguments.
        return unsafe { std::mem::transmute::<*mut c_void, ErrorString>(function)(code, string, length) };
    };
    let bytes = text.as_bytes_with_nul();
    // SAFETY: the caller's contract; `sentence` is shorter than MPI's longest string.
    unsafe {
        string.copy_from_nonoverlapping(bytes.as_ptr().cast(), bytes.len());
        length.write(c_int::try_from(bytes.len() - 1).unwrap_or_default());
    }
    0
}

/// The error and its cause, truncated to the length of MPI's strings.
fn sentence<A: Abi>(error: &Error) -> String {
    let mut text = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        text = format!("{text} ({source})");
    }
    let longest = (0..A::ERROR_STRING_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.truncate(longest);
    text
}
