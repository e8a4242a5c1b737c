// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions as plain externals of Fortran, as gfortran calls them: names in lower case with an underscore, arguments by
//! reference, and the lengths of texts behind all other arguments. The name comes first, so its length is the first of them.

use std::ffi::{CString, c_char, c_int, c_void};

use crate::calls::{create_thing, read_thing, start_thing, stop_thing, wait_thing, write_thing};
use crate::entry::{entry, thing_error_text};
use crate::transfers::ThingStatus;
use crate::work::{
    WorkStatus, assignWork_thing, getwork_thing, waitForWorkDone_thing, waitForWorkRequest_thing,
    workDone_thing,
};
use crate::{arguments::bad, entry::Failure};

/// Calls `body` with the text as C has it: without trailing blanks, ended by zero.
///
/// # Safety
/// So many characters are there.
pub(crate) unsafe fn with_text(
    start: *const c_char,
    length: usize,
    body: impl FnOnce(*const c_char) -> c_int,
) -> c_int {
    if start.is_null() {
        return body(std::ptr::null());
    }
    // SAFETY: the caller's contract.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    match CString::new(bytes.trim_ascii_end()) {
        Ok(text) => body(text.as_ptr()),
        Err(_) => entry(|| Err(Failure::from(bad("a name has a zero character")))),
    }
}

/// # Safety
/// The argument is one of Fortran, or null.
pub(crate) unsafe fn value<T: Copy>(argument: *const T) -> Option<T> {
    // SAFETY: the caller's contract.
    unsafe { argument.as_ref() }.copied()
}

/// # Safety
/// As of [`value`].
macro_rules! values {
    ($($argument:ident),*) => {
        // SAFETY: Fortran passes arguments by reference.
        let ($(Some($argument),)*) = (unsafe { ($(value($argument),)*) }) else {
            return entry(|| Err(Failure::from(bad("an argument is missing"))));
        };
    };
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn start_thing_(root: *const c_char, shared: *const c_int, length: usize) -> c_int {
    values!(shared);
    // SAFETY: the caller's contract.
    unsafe { with_text(root, length, |root| start_thing(root, shared)) }
}

#[unsafe(no_mangle)]
pub extern "C" fn stop_thing_() -> c_int {
    stop_thing()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_thing_(
    name: *const c_char,
    kind: *const c_int,
    size: *const i64,
    length: usize,
) -> c_int {
    values!(kind, size);
    // SAFETY: the caller's contract.
    unsafe { with_text(name, length, |name| create_thing(name, kind, size)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read_thing_(
    name: *const c_char,
    buffer: *mut c_void,
    offset: *const i64,
    bytes: *const i64,
    status: *mut ThingStatus,
    length: usize,
) -> c_int {
    values!(offset, bytes);
    // SAFETY: the caller's contract.
    unsafe { with_text(name, length, |name| read_thing(name, buffer, offset, bytes, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write_thing_(
    name: *const c_char,
    buffer: *const c_void,
    offset: *const i64,
    bytes: *const i64,
    status: *mut ThingStatus,
    length: usize,
) -> c_int {
    values!(offset, bytes);
    // SAFETY: the caller's contract.
    unsafe { with_text(name, length, |name| write_thing(name, buffer, offset, bytes, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_thing_(status: *mut ThingStatus, milliseconds: *const c_int) -> c_int {
    values!(milliseconds);
    // SAFETY: the caller's contract.
    unsafe { wait_thing(status, milliseconds) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn waitforworkrequest_thing_(
    queue: *const c_char,
    milliseconds: *const c_int,
    status: *mut WorkStatus,
    length: usize,
) -> c_int {
    values!(milliseconds);
    // SAFETY: the caller's contract.
    unsafe { with_text(queue, length, |queue| waitForWorkRequest_thing(queue, milliseconds, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn assignwork_thing_(
    queue: *const c_char,
    task: *const c_void,
    bytes: *const i64,
    priority: *const c_int,
    status: *mut WorkStatus,
    length: usize,
) -> c_int {
    values!(bytes, priority);
    // SAFETY: the caller's contract.
    unsafe { with_text(queue, length, |queue| assignWork_thing(queue, task, bytes, priority, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn getwork_thing_(
    queue: *const c_char,
    task: *mut c_void,
    capacity: *const i64,
    milliseconds: *const c_int,
    status: *mut WorkStatus,
    length: usize,
) -> c_int {
    values!(capacity, milliseconds);
    // SAFETY: the caller's contract.
    unsafe { with_text(queue, length, |queue| getwork_thing(queue, task, capacity, milliseconds, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn workdone_thing_(
    queue: *const c_char,
    result: *const c_void,
    bytes: *const i64,
    status: *mut WorkStatus,
    length: usize,
) -> c_int {
    values!(bytes);
    // SAFETY: the caller's contract.
    unsafe { with_text(queue, length, |queue| workDone_thing(queue, result, bytes, status)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn waitforworkdone_thing_(
    queue: *const c_char,
    result: *mut c_void,
    capacity: *const i64,
    milliseconds: *const c_int,
    status: *mut WorkStatus,
    length: usize,
) -> c_int {
    values!(capacity, milliseconds);
    // SAFETY: the caller's contract.
    unsafe {
        with_text(queue, length, |queue| waitForWorkDone_thing(queue, result, capacity, milliseconds, status))
    }
}

/// A subroutine: stores the text of the last failure, cut or filled with blanks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn thing_error_text_(text: *mut c_char, length: usize) {
    if text.is_null() || length == 0 {
        return;
    }
    // SAFETY: Fortran passes a text of this length.
    let place = unsafe { std::slice::from_raw_parts_mut(text.cast::<u8>(), length) };
    // SAFETY: it ends with zero, and stays until the next failure of this thread.
    let said = unsafe { std::ffi::CStr::from_ptr(thing_error_text()) }.to_bytes();
    let shown = said.len().min(length);
    place[..shown].copy_from_slice(&said[..shown]);
    place[shown..].fill(b' ');
}
