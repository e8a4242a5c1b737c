// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings that the host writes into memory of a fixed size: the host's may be longer than the program's.

use std::ffi::{c_char, c_int};

use seaway_mpi_abi::abi::Kind;

use crate::calls::{host, too_long};
use crate::errors::code;
use crate::generated::functions::index;
use crate::handles::to_host;
use crate::sides::{Host, Program};

/// Lets the host write into a buffer of its own size, and copies as much as the program has room for.
/// `sizes`: the program's and the host's limit, including the terminating zero.
///
/// # Safety
/// `text` has room for the program's limit; `length` can be written.
pub(super) unsafe fn bounded(
    sizes: (i64, i64),
    text: *mut c_char,
    length: *mut c_int,
    write: impl FnOnce(*mut c_char, *mut c_int) -> c_int,
) -> c_int {
    let room = usize::try_from(sizes.0).unwrap_or(1);
    // One byte more than the limit: some hosts' limits do not include the zero.
    let mut host = vec![0 as c_char; usize::try_from(sizes.1).unwrap_or(1).max(room) + 1];
    let mut host_length: c_int = 0;
    let result = write(host.as_mut_ptr(), &raw mut host_length);
    if result == 0 {
        let end = host.iter().position(|&byte| byte == 0).unwrap_or(host.len() - 1).min(room - 1);
        // SAFETY: the caller's contract.
        unsafe {
            text.copy_from_nonoverlapping(host.as_ptr(), end);
            text.add(end).write(0);
            length.write(c_int::try_from(end).unwrap_or(0));
        }
    }
    result
}

macro_rules! get_string {
    ($name:ident, $index:ident, $limit:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            text: *mut c_char,
            length: *mut c_int,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                code::<P, H>(bounded((P::$limit, H::$limit), text, length, |text, length| {
                    host!($index(*mut c_char, *mut c_int))(text, length)
                }))
            }
        }
    };
    ($name:ident, $index:ident, $limit:ident, $kind:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            object: P::Word,
            text: *mut c_char,
            length: *mut c_int,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                code::<P, H>(bounded((P::$limit, H::$limit), text, length, |text, length| {
                    host!($index(H::Word, *mut c_char, *mut c_int))(
                        to_host::<P, H>(Kind::$kind, object),
                        text,
                        length,
                    )
                }))
            }
        }
    };
}
get_string!(get_library_version, GET_LIBRARY_VERSION, MPI_MAX_LIBRARY_VERSION_STRING);
get_string!(get_processor_name, GET_PROCESSOR_NAME, MPI_MAX_PROCESSOR_NAME);
get_string!(comm_get_name, COMM_GET_NAME, MPI_MAX_OBJECT_NAME, Comm);
get_string!(type_get_name, TYPE_GET_NAME, MPI_MAX_OBJECT_NAME, Datatype);
get_string!(win_get_name, WIN_GET_NAME, MPI_MAX_OBJECT_NAME, Win);

pub(crate) unsafe extern "C" fn info_get_nthkey<P: Program, H: Host>(
    info: P::Word,
    number: c_int,
    key: *mut c_char,
) -> c_int {
    let mut length: c_int = 0;
    // SAFETY: the program keeps the contract of MPI_Info_get_nthkey.
    unsafe {
        // MPICH's limit does not include the zero.
        let sizes = (P::MPI_MAX_INFO_KEY, H::MPI_MAX_INFO_KEY + 1);
        code::<P, H>(bounded(sizes, key, &raw mut length, |key, _| {
            host!(INFO_GET_NTHKEY(H::Word, c_int, *mut c_char))(
                to_host::<P, H>(Kind::Info, info),
                number,
                key,
            )
        }))
    }
}

made_by_hand! { OLDER_BY_HAND older_by_hand
    INFO_GET_STRING INFO_GET_VALUELEN info_get_string;
}

/// MPI_Info_get_string, new in MPI-4, by the two functions before it. They do not count the terminating zero.
unsafe extern "C" fn info_get_string<P: Program, H: Host>(
    info: P::Word,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Info_get_string.
    unsafe {
        let info = to_host::<P, H>(Kind::Info, info);
        let mut length: c_int = 0;
        let result = host!(INFO_GET_VALUELEN(H::Word, *const c_char, *mut c_int, *mut c_int))(
            info,
            key,
            &raw mut length,
            flag,
        );
        if result != 0 || flag.read() == 0 {
            return code::<P, H>(result);
        }
        let room = buflen.read();
        buflen.write(length + 1);
        if room < 1 {
            return 0;
        }
        // The host may write the whole value and a zero, wherever its limit is.
        let mut text = vec![0 as c_char; usize::try_from(length).unwrap_or(0) + 2];
        let result = host!(INFO_GET(H::Word, *const c_char, c_int, *mut c_char, *mut c_int))(
            info,
            key,
            length,
            text.as_mut_ptr(),
            flag,
        );
        if result == 0 {
            let end = usize::try_from(length.min(room - 1)).unwrap_or(0);
            value.copy_from_nonoverlapping(text.as_ptr(), end);
            value.add(end).write(0);
        }
        code::<P, H>(result)
    }
}

/// The name of a port, if the program has room for it. `index`: the function's. `give_up`: what to tell the
/// host otherwise.
unsafe fn port<P: Program, H: Host>(
    index: usize,
    name: *mut c_char,
    write: impl FnOnce(*mut c_char) -> c_int,
    give_up: impl FnOnce(*const c_char),
) -> c_int {
    let room = usize::try_from(P::MPI_MAX_PORT_NAME).unwrap_or(1);
    let mut host = vec![0 as c_char; usize::try_from(H::MPI_MAX_PORT_NAME).unwrap_or(1).max(room) + 1];
    let result = write(host.as_mut_ptr());
    if result != 0 {
        return code::<P, H>(result);
    }
    let end = host.iter().position(|&byte| byte == 0).unwrap_or(host.len());
    if end >= room {
        give_up(host.as_ptr());
        return too_long::<P, H>(index, end);
    }
    // SAFETY: the program has room for the name of a port.
    unsafe { name.copy_from_nonoverlapping(host.as_ptr(), end + 1) };
    0
}

pub(crate) unsafe extern "C" fn open_port<P: Program, H: Host>(info: P::Word, name: *mut c_char) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Open_port.
    unsafe {
        port::<P, H>(
            index::OPEN_PORT,
            name,
            |name| host!(OPEN_PORT(H::Word, *mut c_char))(to_host::<P, H>(Kind::Info, info), name),
            |opened| {
                host!(CLOSE_PORT(*const c_char))(opened);
            },
        )
    }
}

pub(crate) unsafe extern "C" fn lookup_name<P: Program, H: Host>(
    service: *const c_char,
    info: P::Word,
    name: *mut c_char,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Lookup_name.
    unsafe {
        let look_up = |name: *mut c_char| {
            host!(LOOKUP_NAME(*const c_char, H::Word, *mut c_char))(
                service,
                to_host::<P, H>(Kind::Info, info),
                name,
            )
        };
        port::<P, H>(index::LOOKUP_NAME, name, look_up, |_| {})
    }
}
