// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one way in: catches panics, maps errors to codes, and keeps their text.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use seaway_things::{Error, ErrorKind, QueueError, QueueErrorKind};

pub(crate) const OK: c_int = 0;
pub(crate) const PENDING: c_int = 100;
const NOT_STARTED: c_int = 101;
const FENCED: c_int = 102;
const LEASE_ENDED: c_int = 103;
const TOO_SMALL: c_int = 104;
pub(crate) const CANCELLED: c_int = 105;

/// Why a call did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    Error(Error),
    /// The transfer goes on.
    Pending,
    NotStarted,
    /// A lock was lost.
    LeaseEnded(Error),
    Queue(QueueError),
    /// The buffer is too small for so many bytes.
    TooSmall(usize),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

impl From<QueueError> for Failure {
    fn from(error: QueueError) -> Self {
        Failure::Queue(error)
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
        Ok(Err(Failure::LeaseEnded(error))) => {
            keep(&error.to_string());
            LEASE_ENDED
        }
        Ok(Err(Failure::Queue(error))) => {
            keep(&error.to_string());
            queue_code(&error)
        }
        Ok(Err(Failure::TooSmall(bytes))) => {
            keep(&format!("the buffer is too small: {bytes} bytes are needed; call again with a larger one"));
            TOO_SMALL
        }
        Ok(Err(Failure::Error(error))) => {
            keep(&error.to_string());
            code(&error)
        }
        Err(_) => {
            keep("internal error: a bug in Seaway");
            ErrorKind::Internal.code().into()
        }
    }
}

pub(crate) fn code(error: &Error) -> c_int {
    error.kind().code().into()
}

fn queue_code(error: &QueueError) -> c_int {
    let kind = match error.kind {
        QueueErrorKind::Fenced => return FENCED,
        QueueErrorKind::LeaseEnded => return LEASE_ENDED,
        QueueErrorKind::Argument => ErrorKind::Argument,
        QueueErrorKind::NoSuchQueue => ErrorKind::NoSuchFile,
        QueueErrorKind::InUse => ErrorKind::FileInUse,
        QueueErrorKind::Storage => ErrorKind::Io,
        QueueErrorKind::TimedOut | QueueErrorKind::Unreachable => ErrorKind::PeerLost,
        QueueErrorKind::AccessDenied => ErrorKind::AccessDenied,
        QueueErrorKind::Protocol => ErrorKind::Internal,
    };
    kind.code().into()
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
