// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments of C, checked.

use std::ffi::{CStr, c_char, c_int};
use std::time::Duration;

use seaway_device_api::Operation;
use seaway_messages::is_thing_name;
use seaway_things::{Combination, Error, ErrorKind, Kind, NumberType, Until};

type Checked<T> = Result<T, Error>;

pub(crate) fn bad(detail: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument, Operation::Configure).with_detail(detail)
}

/// # Safety
/// `text` is null or ends with zero.
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Checked<&'a str> {
    if text.is_null() {
        return Err(bad(format!("{what} is a null pointer")));
    }
    // SAFETY: the caller's contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| bad(format!("{what} is not UTF-8")))
}

/// # Safety
/// `name` is null or ends with zero.
pub(crate) unsafe fn name<'a>(name: *const c_char) -> Checked<&'a str> {
    // SAFETY: the caller's contract.
    let name = unsafe { text(name, "the name") }?;
    let name = name.strip_prefix("thing:").unwrap_or(name);
    if !is_thing_name(name) {
        let error = Error::new(ErrorKind::BadFileName, Operation::Configure);
        return Err(error.with_detail("a thing's name has 1 to 480 bytes and no control characters"));
    }
    Ok(name)
}

pub(crate) fn unsigned(number: i64, what: &str) -> Checked<u64> {
    u64::try_from(number).map_err(|_| bad(format!("{what} is {number}; it must not be negative")))
}

/// With a second copy on another node.
const TWO_COPIES: c_int = 16;

/// How many nodes have the bytes of a thing of this kind.
pub(crate) fn copies(number: c_int) -> u32 {
    if number & TWO_COPIES == 0 { 1 } else { 2 }
}

pub(crate) fn kind(number: c_int) -> Checked<Kind> {
    match number & !TWO_COPIES {
        1 => Ok(Kind::Memory),
        2 => Ok(Kind::Disk),
        _ => Err(bad(format!("the kind {number} is neither THING_MEMORY (1) nor THING_DISK (2)"))),
    }
}

pub(crate) fn condition(number: c_int) -> Checked<Until> {
    match number {
        1 => Ok(Until::Exists),
        2 => Ok(Until::Published),
        3 => Ok(Until::Gone),
        _ => Err(bad(format!(
            "the condition {number} is not THING_EXISTS (1), THING_PUBLISHED (2) or THING_GONE (3)"
        ))),
    }
}

pub(crate) fn combination(number: c_int) -> Checked<Combination> {
    Ok(match number {
        1 => Combination::Sum,
        2 => Combination::Product,
        3 => Combination::Least,
        4 => Combination::Greatest,
        5 => Combination::And,
        6 => Combination::Or,
        7 => Combination::Xor,
        _ => return Err(bad(format!("{number} is none of THING_SUM (1) to THING_XOR (7)"))),
    })
}

pub(crate) fn number_type(number: c_int) -> Checked<NumberType> {
    Ok(match number {
        1 => NumberType::I32,
        2 => NumberType::I64,
        3 => NumberType::F32,
        4 => NumberType::F64,
        _ => return Err(bad(format!("{number} is none of THING_INT32 (1) to THING_DOUBLE (4)"))),
    })
}

/// `None`: forever.
pub(crate) fn patience(milliseconds: c_int) -> Checked<Option<Duration>> {
    match u64::try_from(milliseconds) {
        Ok(milliseconds) => Ok(Some(Duration::from_millis(milliseconds))),
        Err(_) if milliseconds == -1 => Ok(None),
        Err(_) => Err(bad(format!("{milliseconds} is not a number of milliseconds; THING_FOREVER is -1"))),
    }
}

/// Where an outcome is stored.
///
/// # Safety
/// `place` is null, or points to a value that nobody else accesses during the call.
pub(crate) unsafe fn place<'a, T>(place: *mut T, what: &str) -> Checked<&'a mut T> {
    if !place.is_null() && !place.is_aligned() {
        return Err(bad(format!("{what} is not aligned")));
    }
    // SAFETY: the caller's contract.
    unsafe { place.as_mut() }.ok_or_else(|| bad(format!("{what} is a null pointer")))
}

/// # Safety
/// `first` is null, or `count` values are there that nobody else accesses during the call.
pub(crate) unsafe fn places<'a, T>(first: *mut T, count: c_int, what: &str) -> Checked<&'a mut [T]> {
    match array(first.cast_const(), count, what)? {
        0 => Ok(&mut []),
        // SAFETY: the caller's contract.
        count => Ok(unsafe { std::slice::from_raw_parts_mut(first, count) }),
    }
}

/// # Safety
/// `first` is null, or `count` values are there that nobody changes during the call.
pub(crate) unsafe fn values<'a, T>(first: *const T, count: c_int, what: &str) -> Checked<&'a [T]> {
    match array(first, count, what)? {
        0 => Ok(&[]),
        // SAFETY: the caller's contract.
        count => Ok(unsafe { std::slice::from_raw_parts(first, count) }),
    }
}

fn array<T>(first: *const T, count: c_int, what: &str) -> Checked<usize> {
    let count = usize::try_from(count).map_err(|_| bad(format!("the number of {what} is negative")))?;
    if count > 0 && (first.is_null() || !first.is_aligned()) {
        return Err(bad(format!("the array of {what} is a null pointer, or not aligned")));
    }
    Ok(count)
}

/// The bytes of a transfer.
pub(crate) fn length(bytes: i64, buffer_is_null: bool) -> Checked<usize> {
    let length = unsigned(bytes, "the number of bytes")?;
    if buffer_is_null && length > 0 {
        return Err(
            Error::new(ErrorKind::Buffer, Operation::Configure).with_detail("the buffer is a null pointer")
        );
    }
    usize::try_from(length)
        .ok()
        .filter(|&length| isize::try_from(length).is_ok())
        .ok_or_else(|| bad(format!("{bytes} bytes are more than a buffer can have")))
}
