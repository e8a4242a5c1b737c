// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ABI of the MPI standard (MPI-5.0, "Application Binary Interface"): libmpi_abi.so.1 of any implementation.

use std::ffi::c_int;

use super::{Abi, Datatype};
use crate::functions::Functions;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standard;

#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(unreachable_pub, reason = "reached through Abi::Status")]
pub struct Status {
    source: c_int,
    tag: c_int,
    error: c_int,
    /// Private to the implementation.
    internal: [c_int; 5],
}

impl Abi for Standard {
    type Word = usize;
    type Status = Status;

    const NAME: &'static str = "standard ABI";
    const HANDLER_CHANGES_CODE: bool = true;
    const STATUS_IGNORE: usize = 0;
    const ERROR_STRING_BYTES: usize = 512;

    unsafe fn store_bytes(
        functions: &Functions<Self>,
        byte: Datatype<Self>,
        status: *mut Status,
        bytes: u64,
    ) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        // SAFETY: the caller's contract. Only the library knows where the count is stored. The calls cannot
        // fail.
        unsafe {
            (functions.status_set_elements_x)(status, byte, bytes);
            (functions.status_set_cancelled)(status, 0);
        }
    }

    unsafe fn store_error(status: *mut Status, code: c_int) {
        // SAFETY: the caller's contract.
        unsafe { (&raw mut (*status).error).write(code) };
    }
}
