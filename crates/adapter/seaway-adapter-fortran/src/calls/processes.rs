// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starting processes: arrays of strings that end with a blank one.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::handles::{Handles, RoomForHandles};
use crate::program::Program;
use crate::results::report_made;
use crate::sentinels::{Meaning, sentinels};
use crate::strings::{c_text, text_in, trimmed};

/// Arguments for C: the strings, and a null-terminated array of their addresses.
struct Arguments {
    _strings: Vec<CString>,
    addresses: Vec<*const c_char>,
}

impl Arguments {
    /// The strings at `first`, `step` strings apart, up to a blank one.
    unsafe fn of(first: *const c_char, step: usize, length: usize) -> Self {
        let strings: Vec<CString> = (0..)
            // SAFETY: Fortran passes strings of this length, of which the last is blank.
            .map(|at| unsafe {
                std::slice::from_raw_parts(first.cast::<u8>().add(at * step * length), length)
            })
            .take_while(|text| length > 0 && !trimmed(text).is_empty())
            .map(c_text)
            .collect();
        let ends = strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]);
        let addresses = ends.collect();
        Self { _strings: strings, addresses }
    }
}

fn means<P: Program>(address: *const c_void, meaning: Meaning) -> bool {
    sentinels::<P>().meaning(address.addr()) == Some(meaning)
}

/// MPI_ERRCODES_IGNORE is null in C.
fn codes<P: Program>(codes: *mut c_int) -> *mut c_int {
    if means::<P>(codes.cast(), Meaning::ErrcodesIgnore) { ptr::null_mut() } else { codes }
}

pub unsafe extern "C" fn comm_spawn<P: Program>(
    command: *const c_char,
    argv: *const c_char,
    processes: *const c_int,
    info: *const c_int,
    root: *const c_int,
    comm: *const c_int,
    intercomm: *mut c_int,
    error_codes: *mut c_int,
    ierror: *mut c_int,
    command_length: usize,
    argv_length: usize,
) {
    // SAFETY: Fortran passes integers and strings of these lengths.
    unsafe {
        let command = text_in(command, command_length);
        let arguments =
            (!means::<P>(argv.cast(), Meaning::ArgvNull)).then(|| Arguments::of(argv, 1, argv_length));
        let addresses = arguments.as_ref().map_or(ptr::null(), |arguments| arguments.addresses.as_ptr());
        let spawn = c!(
            COMM_SPAWN(
                *const c_char,
                *const *const c_char,
                c_int,
                P::Word,
                c_int,
                P::Word,
                *mut P::Word,
                *mut c_int,
            )
        );
        let mut made = <P::Word as Default>::default();
        let (info, comm) = (P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm));
        let codes = codes::<P>(error_codes);
        let code = spawn(command.as_ptr(), addresses, *processes, info, *root, comm, &raw mut made, codes);
        report_made::<P>(Kind::Comm, made, intercomm, ierror, code);
    }
}

pub unsafe extern "C" fn comm_spawn_multiple<P: Program>(
    count: *const c_int,
    commands: *const c_char,
    argv: *const c_char,
    processes: *const c_int,
    infos: *const c_int,
    root: *const c_int,
    comm: *const c_int,
    intercomm: *mut c_int,
    error_codes: *mut c_int,
    ierror: *mut c_int,
    command_length: usize,
    argv_length: usize,
) {
    // SAFETY: Fortran passes integers, strings of these lengths, and arrays of as many as the first says.
    // Only the root's are significant.
    unsafe {
        let length = usize::try_from(*count).unwrap_or(0);
        let strings: Vec<CString> =
            (0..length).map(|at| text_in(commands.add(at * command_length), command_length)).collect();
        let names: Vec<*const c_char> = strings.iter().map(|text| text.as_ptr()).collect();
        // A matrix of strings: the arguments of one command are a row, and Fortran stores columns.
        let arguments: Option<Vec<Arguments>> = (!means::<P>(argv.cast(), Meaning::ArgvsNull)).then(|| {
            (0..length).map(|at| Arguments::of(argv.add(at * argv_length), length, argv_length)).collect()
        });
        let addresses: Option<Vec<*const *const c_char>> =
            arguments.as_ref().map(|all| all.iter().map(|one| one.addresses.as_ptr()).collect());
        let mut room = RoomForHandles::<P>::new();
        let infos = Handles::<P>::of(Kind::Info, infos.cast_mut(), length, &mut room);
        let spawn = c!(
            COMM_SPAWN_MULTIPLE(
                c_int,
                *const *const c_char,
                *const *const *const c_char,
                *const c_int,
                *const P::Word,
                c_int,
                P::Word,
                *mut P::Word,
                *mut c_int,
            )
        );
        let mut made = <P::Word as Default>::default();
        let code = spawn(
            *count,
            names.as_ptr(),
            addresses.as_ref().map_or(ptr::null(), Vec::as_ptr),
            processes,
            infos.pointer(),
            *root,
            P::to_c(Kind::Comm, *comm),
            &raw mut made,
            codes::<P>(error_codes),
        );
        report_made::<P>(Kind::Comm, made, intercomm, ierror, code);
    }
}
