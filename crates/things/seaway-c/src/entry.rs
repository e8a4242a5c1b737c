// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one way in: catches panics, maps errors to codes, and keeps their text.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use seaway_things::{Error, ErrorKind};

pub(crate) const OK: c_int = 0;
pub(crate) const PENDING: c_int = 100;
const NOT_STARTED: c_int = 101;

/// Why a call did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    Error(Error),
    /// The transfer goes on.
    Pending,
    NotStarted,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

thread_local! {
    static TEXT: RefCell<CString> = RefCell::default();
}

/// Calls `body` and returns its code.
pub(crate) fn entry(body: impl FnOnce() -> Result<(), Failure>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => OK,
        Ok(Err(Failure::Pending)) => PENDING,
        Ok(Err(Failure::NotStarted)) => {
            keep("call start_thing first");
            NOT_STARTED
        }
        Ok(Err(Failure::Error(error))) => {
            keep(&error.to_string());
            code(&error)
        }
        Err(_) => {
            keep("internal error: a defect of Seaway");
            ErrorKind::Internal.code().into()
        }
    }
}

pub(crate) fn code(error: &Error) -> c_int {
    error.kind().code().into()
}

/// For `thing_error_text`.
pub(crate) fn keep(text: &str) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    // A thread that is about to end has no place for it.
    let _ = TEXT.try_with(|kept| *kept.borrow_mut() = text);
}

#[unsafe(no_mangle)]
pub extern "C" fn thing_error_text() -> *const c_char {
    TEXT.try_with(|kept| kept.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
