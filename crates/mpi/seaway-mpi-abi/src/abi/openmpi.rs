// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ABI of Open MPI 2 to 5.

use std::ffi::c_int;

use super::{Abi, Datatype};
use crate::functions::Functions;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenMpi;

#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(unreachable_pub, reason = "reached through Abi::Status")]
pub struct Status {
    source: c_int,
    tag: c_int,
    error: c_int,
    cancelled: c_int,
    bytes: usize,
}

impl Abi for OpenMpi {
    type Word = usize;
    type Status = Status;

    const NAME: &'static str = "Open MPI";
    const HANDLER_CHANGES_CODE: bool = false;
    const STATUS_IGNORE: usize = 0;
    const ERROR_STRING_BYTES: usize = 256;

    #[allow(clippy::cast_possible_truncation, reason = "what is in memory fits into usize")]
    unsafe fn store_bytes(_: &Functions<Self>, _: Datatype<Self>, status: *mut Status, bytes: u64) {
        // SAFETY: the caller's contract. A Fortran status is an array of integers and may be misaligned for
        // 8-byte words.
        unsafe {
            (&raw mut (*status).cancelled).write(0);
            (&raw mut (*status).bytes).write_unaligned(bytes as usize);
        }
    }

    unsafe fn store_error(status: *mut Status, code: c_int) {
        // SAFETY: the caller's contract.
        unsafe { (&raw mut (*status).error).write(code) };
    }
}
