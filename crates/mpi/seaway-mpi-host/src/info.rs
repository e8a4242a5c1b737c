// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Info as hints, and back.

use std::ffi::{CStr, CString, c_char, c_int};

use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};

use crate::abi::{Abi, Info};
use crate::host::Host;

/// Longer than any MPI's MPI_MAX_INFO_KEY.
const KEY_BYTES: usize = 1024;

/// All keys and values; none for MPI_INFO_NULL.
pub fn hints_of<A: Abi>(host: &Host<A>, info: Info<A>) -> Result<Hints> {
    let mut hints = Hints::new();
    if info == host.known.info_null {
        return Ok(hints);
    }
    let mut keys = 0;
    // SAFETY: MPI fills the place.
    check(unsafe { (host.functions.info_get_nkeys)(info, &raw mut keys) })?;
    for index in 0..keys {
        let mut key: [c_char; KEY_BYTES] = [0; KEY_BYTES];
        // SAFETY: the key fits, and ends with zero.
        let key = unsafe {
            check((host.functions.info_get_nthkey)(info, index, key.as_mut_ptr()))?;
            CStr::from_ptr(key.as_ptr())
        };
        if let Some(value) = value_of(host, info, key)? {
            hints.set(key.to_string_lossy(), value);
        }
    }
    Ok(hints)
}

fn value_of<A: Abi>(host: &Host<A>, info: Info<A>, key: &CStr) -> Result<Option<String>> {
    let (mut length, mut found): (c_int, c_int) = (0, 0);
    // SAFETY: MPI fills both places.
    check(unsafe {
        (host.functions.info_get_valuelen)(info, key.as_ptr(), &raw mut length, &raw mut found)
    })?;
    if found == 0 {
        return Ok(None);
    }
    let mut value: Vec<c_char> = vec![0; usize::try_from(length).unwrap_or(0) + 1];
    // SAFETY: room for the value and its zero.
    let value = unsafe {
        let code = (host.functions.info_get)(info, key.as_ptr(), length, value.as_mut_ptr(), &raw mut found);
        check(code)?;
        CStr::from_ptr(value.as_ptr())
    };
    Ok((found != 0).then(|| value.to_string_lossy().into_owned()))
}

/// A new MPI_Info with the hints that fit into one.
pub fn info_of<A: Abi>(host: &Host<A>, hints: &Hints) -> Result<Info<A>> {
    let longest_key = usize::try_from(A::MPI_MAX_INFO_KEY).unwrap_or(usize::MAX);
    let longest_value = usize::try_from(A::MPI_MAX_INFO_VAL).unwrap_or(usize::MAX);
    let mut info = host.known.info_null;
    // SAFETY: MPI fills the place.
    check(unsafe { (host.functions.info_create)(&raw mut info) })?;
    let fitting = hints.iter().filter(|(key, value)| {
        (1..longest_key).contains(&key.len()) && (1..longest_value).contains(&value.len())
    });
    for (key, value) in fitting {
        let (Ok(key), Ok(value)) = (CString::new(key), CString::new(value)) else { continue };
        // SAFETY: strings that end with zero and are short enough.
        check(unsafe { (host.functions.info_set)(info, key.as_ptr(), value.as_ptr()) })?;
    }
    Ok(info)
}

fn check(code: c_int) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Argument, Operation::SetInfo).with_detail("the MPI_Info is not valid"))
}
