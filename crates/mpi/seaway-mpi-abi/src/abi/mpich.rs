// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ABI shared by MPICH and its derivatives: MPICH, Intel MPI, MVAPICH, Cray MPICH, ParaStation MPI.

use std::ffi::c_int;

use super::{Abi, Datatype};
use crate::functions::Functions;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mpich;

#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(unreachable_pub, reason = "reached through Abi::Status")]
pub struct Status {
    count_low: c_int,
    /// Bit 0: cancelled. The rest: bits 32 and up of the count.
    count_high_and_cancelled: c_int,
    source: c_int,
    tag: c_int,
    error: c_int,
}

impl Abi for Mpich {
    type Word = c_int;
    type Status = Status;

    const NAME: &'static str = "MPICH";
    const HANDLER_CHANGES_CODE: bool = true;
    const STATUS_IGNORE: usize = 1;
    const ERROR_STRING_BYTES: usize = 512;

    #[allow(clippy::cast_possible_truncation, reason = "the count is taken apart into its halves")]
    unsafe fn store_bytes(_: &Functions<Self>, _: Datatype<Self>, status: *mut Status, bytes: u64) {
        // SAFETY: the caller's contract.
        unsafe {
            (&raw mut (*status).count_low).write((bytes as u32).cast_signed());
            (&raw mut (*status).count_high_and_cancelled).write(((bytes >> 32 << 1) as u32).cast_signed());
        }
    }

    unsafe fn store_error(status: *mut Status, code: c_int) {
        // SAFETY: the caller's contract.
        unsafe { (&raw mut (*status).error).write(code) };
    }
}
