// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file functions other than data access, one Rust function per MPI function.
//!
//! All are unsafe for one reason: their pointers are those that MPI obliges its callers to pass.

mod life;
mod parameters;
mod positions;
mod views;

use std::ffi::{CStr, c_char};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

pub(crate) use life::{NATIVE, file_close, file_delete, file_open, find};
pub(crate) use parameters::{
    file_call_errhandler, file_get_amode, file_get_atomicity, file_get_errhandler, file_get_group,
    file_get_info, file_get_size, file_get_type_extent, file_preallocate, file_set_atomicity,
    file_set_errhandler, file_set_info, file_set_size, file_sync,
};
pub(crate) use positions::{
    file_get_byte_offset, file_get_position, file_get_position_shared, file_seek, file_seek_shared,
};
pub(crate) use views::{file_get_view, file_set_view};

/// A C string of the program.
///
/// # Safety
/// `text` is null or zero-terminated.
pub(crate) unsafe fn string<'a>(
    text: *const c_char,
    operation: Operation,
    argument: &str,
) -> Result<&'a str> {
    let complain = |complaint: &str| {
        Error::new(ErrorKind::BadFileName, operation).with_detail(format!("{argument} {complaint}"))
    };
    if text.is_null() {
        return Err(complain("is a null pointer"));
    }
    // SAFETY: the caller's contract.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| complain("is not UTF-8"))
}

/// Stores through a pointer of the program.
///
/// # Safety
/// `place` is null or writable.
unsafe fn store<T>(place: *mut T, value: T, operation: Operation) -> Result<()> {
    if place.is_null() {
        return Err(
            Error::new(ErrorKind::Argument, operation).with_detail("the pointer for the result is null")
        );
    }
    // SAFETY: the caller's contract.
    unsafe { place.write(value) };
    Ok(())
}

fn offset(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
