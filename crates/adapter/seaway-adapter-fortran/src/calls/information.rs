// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings whose lengths the caller gives: without a terminating zero in Fortran, with one in C.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::Program;
use crate::results::{report, report_made};
use crate::strings::{TextOut, text_in};

/// A length for C, limited to the buffer's size.
fn bounded(length: c_int) -> c_int {
    length.min(c_int::try_from(TextOut::limit()).unwrap_or(c_int::MAX))
}

pub unsafe extern "C" fn info_get<P: Program>(
    info: *const c_int,
    key: *const c_char,
    length: *const c_int,
    value: *mut c_char,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_length: usize,
    value_length: usize,
) {
    // SAFETY: Fortran passes integers and strings of these lengths.
    unsafe {
        let (key, mut text) = (text_in(key, key_length), TextOut::new());
        let get = c!(INFO_GET(P::Word, *const c_char, c_int, *mut c_char, *mut c_int));
        let info = P::to_c(Kind::Info, *info);
        let code = get(info, key.as_ptr(), bounded(*length), text.pointer(), flag);
        if code == 0 && *flag != 0 {
            text.store(value, value_length);
        }
        report(ierror, code);
    }
}

pub unsafe extern "C" fn info_get_string<P: Program>(
    info: *const c_int,
    key: *const c_char,
    length: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_length: usize,
    value_length: usize,
) {
    // SAFETY: as above.
    unsafe {
        let (key, mut text) = (text_in(key, key_length), TextOut::new());
        let wants_text = *length > 0;
        let mut with_zero = if wants_text { bounded(*length) + 1 } else { 0 };
        let get = c!(INFO_GET_STRING(P::Word, *const c_char, *mut c_int, *mut c_char, *mut c_int));
        let code = get(P::to_c(Kind::Info, *info), key.as_ptr(), &raw mut with_zero, text.pointer(), flag);
        if code == 0 && *flag != 0 {
            length.write((with_zero - 1).max(0));
            if wants_text {
                text.store(value, value_length);
            }
        }
        report(ierror, code);
    }
}

pub unsafe extern "C" fn session_get_nth_pset<P: Program>(
    session: *const c_int,
    info: *const c_int,
    which: *const c_int,
    length: *mut c_int,
    name: *mut c_char,
    ierror: *mut c_int,
    name_length: usize,
) {
    // SAFETY: as above.
    unsafe {
        let mut text = TextOut::new();
        let wants_text = *length > 0;
        let mut with_zero = if wants_text { bounded(*length) + 1 } else { 0 };
        let get = c!(SESSION_GET_NTH_PSET(P::Word, P::Word, c_int, *mut c_int, *mut c_char));
        let (session, info) = (P::to_c(Kind::Session, *session), P::to_c(Kind::Info, *info));
        let code = get(session, info, *which, &raw mut with_zero, text.pointer());
        if code == 0 {
            length.write((with_zero - 1).max(0));
            if wants_text {
                text.store(name, name_length);
            }
        }
        report(ierror, code);
    }
}

pub unsafe extern "C" fn info_create_env<P: Program>(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: MPI allows null arguments.
    unsafe {
        let mut made = <P::Word as Default>::default();
        let create = c!(INFO_CREATE_ENV(c_int, *mut c_void, *mut P::Word));
        let code = create(0, ptr::null_mut(), &raw mut made);
        report_made::<P>(Kind::Info, made, info, ierror, code);
    }
}
