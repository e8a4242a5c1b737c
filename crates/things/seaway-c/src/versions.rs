// SPDX-License-Identifier: MIT OR Apache-2.0
//! Versions of things. All are unsafe for one reason: their pointers are those that the header obliges programs to pass.

use std::ffi::{c_char, c_int};

use crate::arguments::{name, patience, place, unsigned};
use crate::entry::{Failure, entry};
use crate::state;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn version_thing(thing: *const c_char, version: *mut i64) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, place) = unsafe { (name(thing)?, place(version, "the place for the version")?) };
        *place = state::space()?.version(name)?.cast_signed();
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn watch_thing(
    thing: *const c_char,
    past: i64,
    milliseconds: c_int,
    version: *mut i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, place) = unsafe { (name(thing)?, place(version, "the place for the version")?) };
        let (past, patience) = (unsigned(past, "the version")?, patience(milliseconds)?);
        let found = state::space()?.watch(name, past, patience)?;
        *place = found.ok_or(Failure::Pending)?.cast_signed();
        Ok(())
    })
}
