// SPDX-License-Identifier: MIT OR Apache-2.0
//! Queries about the standard ABI (MPI-5.0, "Application Binary Interface"). If the host lacks these
//! functions, there is little to report.

use std::ffi::{c_int, c_void};

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::generated::functions::index;
use crate::handles::{from_host, to_host};
use crate::host_library::has;
use crate::numbers::number;
use crate::sides::{Host, Program};

pub(crate) unsafe extern "C" fn abi_get_version<P: Program, H: Host>(
    major: *mut c_int,
    minor: *mut c_int,
) -> c_int {
    let version = if P::NAME == "standard ABI" { (1, 0) } else { (-1, -1) };
    // SAFETY: the program keeps the contract of MPI_Abi_get_version.
    unsafe {
        major.write(version.0);
        minor.write(version.1);
    }
    0
}

macro_rules! get_info {
    ($name:ident, $index:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(info: *mut P::Word) -> c_int {
            let mut made = H::Word::default();
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let result = if has(index::$index) {
                    host!($index(*mut H::Word))(&raw mut made)
                } else {
                    host!(INFO_CREATE(*mut H::Word))(&raw mut made)
                };
                if result == 0 {
                    info.write(from_host::<P, H>(Kind::Info, made));
                }
                code::<P, H>(result)
            }
        }
    };
}
get_info!(abi_get_info, ABI_GET_INFO);
get_info!(abi_get_fortran_info, ABI_GET_FORTRAN_INFO);

pub(crate) unsafe extern "C" fn abi_set_fortran_info<P: Program, H: Host>(info: P::Word) -> c_int {
    if !has(index::ABI_SET_FORTRAN_INFO) {
        return number(P::MPI_ERR_UNSUPPORTED_OPERATION);
    }
    // SAFETY: the program keeps the contract of MPI_Abi_set_fortran_info.
    unsafe { code::<P, H>(host!(ABI_SET_FORTRAN_INFO(H::Word))(to_host::<P, H>(Kind::Info, info))) }
}

pub(crate) unsafe extern "C" fn abi_get_fortran_booleans<P: Program, H: Host>(
    size: c_int,
    is_true: *mut c_void,
    is_false: *mut c_void,
    is_set: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Abi_get_fortran_booleans.
    unsafe {
        if !has(index::ABI_GET_FORTRAN_BOOLEANS) {
            is_set.write(0);
            return 0;
        }
        code::<P, H>(host!(ABI_GET_FORTRAN_BOOLEANS(c_int, *mut c_void, *mut c_void, *mut c_int))(
            size, is_true, is_false, is_set,
        ))
    }
}

pub(crate) unsafe extern "C" fn abi_set_fortran_booleans<P: Program, H: Host>(
    size: c_int,
    is_true: *mut c_void,
    is_false: *mut c_void,
) -> c_int {
    if !has(index::ABI_SET_FORTRAN_BOOLEANS) {
        return number(P::MPI_ERR_UNSUPPORTED_OPERATION);
    }
    // SAFETY: the program keeps the contract of MPI_Abi_set_fortran_booleans.
    unsafe {
        code::<P, H>(host!(ABI_SET_FORTRAN_BOOLEANS(c_int, *mut c_void, *mut c_void))(
            size, is_true, is_false,
        ))
    }
}

/// The lower of the MPI versions of the program's ABI and of the host.
pub(crate) unsafe extern "C" fn get_version<P: Program, H: Host>(
    version: *mut c_int,
    subversion: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Get_version.
    unsafe {
        let result = host!(GET_VERSION(*mut c_int, *mut c_int))(version, subversion);
        let own = (number(P::MPI_VERSION), number(P::MPI_SUBVERSION));
        if result == 0 && own < (version.read(), subversion.read()) {
            version.write(own.0);
            subversion.write(own.1);
        }
        code::<P, H>(result)
    }
}
