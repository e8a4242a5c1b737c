// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI error codes that MPI_Error_class and MPI_Error_string understand: the class is that of the error's kind, the
//! string is its sentence. MPI has no way to give a code back, so a few per class are used in turn.

use std::collections::HashMap;
use std::ffi::{CString, c_int};
use std::sync::{Mutex, PoisonError};

use seaway_device::Error;
use seaway_mpi::Host;
use seaway_mpi::abi::Abi;
use seaway_mpi::error_class::error_class;

/// A code's text stays until that many later errors of its class.
const CODES_PER_CLASS: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct ErrorCodes {
    by_class: Mutex<HashMap<c_int, Ring>>,
}

#[derive(Debug, Default)]
struct Ring {
    codes: Vec<c_int>,
    next: usize,
}

impl ErrorCodes {
    /// A code for `error`; its class alone if MPI is not running.
    pub(crate) fn code<A: Abi>(&self, host: &Host<A>, error: &Error) -> c_int {
        let class = error_class::<A>(error.kind());
        if !host.is_running() {
            return class;
        }
        let Some(code) = self.next(host, class) else { return class };
        let Ok(text) = CString::new(sentence::<A>(error)) else { return class };
        // SAFETY: a code that MPI gave us, and a string that is short enough and ends with zero.
        unsafe { (host.functions.add_error_string)(code, text.as_ptr()) };
        code
    }

    fn next<A: Abi>(&self, host: &Host<A>, class: c_int) -> Option<c_int> {
        let mut by_class = self.by_class.lock().unwrap_or_else(PoisonError::into_inner);
        let ring = by_class.entry(class).or_default();
        if ring.codes.len() < CODES_PER_CLASS {
            let mut code = 0;
            // SAFETY: MPI fills the place.
            if unsafe { (host.functions.add_error_code)(class, &raw mut code) } == 0 {
                ring.codes.push(code);
                return Some(code);
            }
        }
        let code = ring.codes.get(ring.next % ring.codes.len().max(1)).copied();
        ring.next += 1;
        code
    }
}

/// The error and its cause, cut where MPI's strings end.
fn sentence<A: Abi>(error: &Error) -> String {
    let mut text = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        text = format!("{text} ({source})");
    }
    let longest = (0..A::ERROR_STRING_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.truncate(longest);
    text
}
