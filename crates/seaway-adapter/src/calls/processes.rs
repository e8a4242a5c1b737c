// SPDX-License-Identifier: MIT OR Apache-2.0
//! The beginning of MPI, and of further processes.

use std::ffi::{c_char, c_int, c_void};

use seaway_mpi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::{from_host, to_host};
use crate::numbers::{constant, number, rank_to_host};
use crate::sides::{Host, Program};
use crate::slab;

pub(crate) unsafe extern "C" fn init<P: Program, H: Host>(argc: *mut c_int, argv: *mut c_void) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Init.
    let result = unsafe { host!(INIT(*mut c_int, *mut c_void))(argc, argv) };
    slab::several_threads(false);
    code::<P, H>(result)
}

pub(crate) unsafe extern "C" fn init_thread<P: Program, H: Host>(
    argc: *mut c_int,
    argv: *mut c_void,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Init_thread.
    unsafe {
        let required = constant(P::THREAD_LEVEL, H::THREAD_LEVEL, required);
        let mut level = 0;
        let result = host!(INIT_THREAD(*mut c_int, *mut c_void, c_int, *mut c_int))(
            argc,
            argv,
            required,
            &raw mut level,
        );
        slab::several_threads(level == number(H::MPI_THREAD_MULTIPLE));
        if !provided.is_null() {
            provided.write(constant(H::THREAD_LEVEL, P::THREAD_LEVEL, level));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn info_create_env<P: Program, H: Host>(
    argc: c_int,
    argv: *mut c_void,
    info: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Info_create_env.
    unsafe {
        let mut made = H::Word::default();
        let result = host!(INFO_CREATE_ENV(c_int, *mut c_void, *mut H::Word))(argc, argv, &raw mut made);
        if result == 0 {
            info.write(from_host::<P, H>(Kind::Info, made));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn comm_spawn<P: Program, H: Host>(
    command: *const c_char,
    argv: *mut c_void,
    maxprocs: c_int,
    info: P::Word,
    root: c_int,
    comm: P::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Comm_spawn.
    unsafe {
        let mut made = H::Word::default();
        let result = host!(
            COMM_SPAWN(*const c_char, *mut c_void, c_int, H::Word, c_int, H::Word, *mut H::Word, *mut c_int)
        )(
            command,
            argv,
            maxprocs,
            to_host::<P, H>(Kind::Info, info),
            rank_to_host::<P, H>(root),
            to_host::<P, H>(Kind::Comm, comm),
            &raw mut made,
            error_codes,
        );
        spawned::<P, H>(result, made, intercomm, error_codes)
    }
}

pub(crate) unsafe extern "C" fn comm_spawn_multiple<P: Program, H: Host>(
    count: c_int,
    commands: *mut c_void,
    argvs: *mut c_void,
    maxprocs: *const c_int,
    infos: *const P::Word,
    root: c_int,
    comm: P::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Comm_spawn_multiple.
    unsafe {
        let comm = to_host::<P, H>(Kind::Comm, comm);
        let mut rank: c_int = 0;
        host!(COMM_RANK(H::Word, *mut c_int))(comm, &raw mut rank);
        // The arrays mean something at the root alone, and elsewhere may be anything.
        let length = if rank == root { usize::try_from(count).unwrap_or(0) } else { 0 };
        let infos: Vec<H::Word> =
            (0..length).map(|index| to_host::<P, H>(Kind::Info, infos.add(index).read())).collect();
        let mut made = H::Word::default();
        let result =
            host!(
                COMM_SPAWN_MULTIPLE(
                    c_int,
                    *mut c_void,
                    *mut c_void,
                    *const c_int,
                    *const H::Word,
                    c_int,
                    H::Word,
                    *mut H::Word,
                    *mut c_int,
                )
            )(
                count, commands, argvs, maxprocs, infos.as_ptr(), root, comm, &raw mut made, error_codes
            );
        spawned::<P, H>(result, made, intercomm, error_codes)
    }
}

unsafe fn spawned<P: Program, H: Host>(
    result: c_int,
    made: H::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    if result != 0 {
        return code::<P, H>(result);
    }
    // SAFETY: there is an error code for each process that was to be started, so for each that was.
    unsafe {
        let mut size: c_int = 0;
        host!(COMM_REMOTE_SIZE(H::Word, *mut c_int))(made, &raw mut size);
        for index in 0..usize::try_from(size).unwrap_or(0) {
            if !error_codes.is_null() {
                let error = error_codes.add(index);
                error.write(code::<P, H>(error.read()));
            }
        }
        intercomm.write(from_host::<P, H>(Kind::Comm, made));
    }
    0
}
