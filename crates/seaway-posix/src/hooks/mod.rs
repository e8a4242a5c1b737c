// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions that programs call: what is recorded of each.

mod close;
mod data;
mod open;
mod outcome;

use core::ffi::c_int;

use seaway_trace_format::Call;

use crate::recorder::{Described, Recorder};
use outcome::Outcome;

/// What an event says besides call, file and error.
#[derive(Clone, Copy)]
struct Fields {
    offset: u64,
    length: u64,
}

/// Ways of recording that many calls share. `real` makes the call.
impl Recorder {
    /// A call on a descriptor. Nothing is recorded of what is no file.
    #[inline(always)]
    fn on<R: Outcome>(
        self,
        call: Call,
        descriptor: c_int,
        asked: Fields,
        real: impl FnOnce() -> R,
        outcome: impl FnOnce(R) -> Fields,
    ) -> R {
        let Described::File(file) = self.describe(descriptor) else { return real() };
        let token = self.begin(call, file, asked.offset, asked.length);
        let result = real();
        let (error, fields) = match result.error() {
            0 => (0, outcome(result)),
            error => (error, Fields { length: 0, ..asked }),
        };
        self.end(token, file, fields.offset, fields.length, error);
        result
    }

    /// Bytes at the descriptor's position.
    #[inline(always)]
    fn sequential<R: Outcome>(
        self,
        call: Call,
        descriptor: c_int,
        count: usize,
        real: impl FnOnce() -> R,
    ) -> R {
        self.at(call, descriptor, i64::from(descriptor), count, real)
    }

    /// Bytes at an offset.
    #[inline(always)]
    fn at<R: Outcome>(
        self,
        call: Call,
        descriptor: c_int,
        offset: i64,
        count: usize,
        real: impl FnOnce() -> R,
    ) -> R {
        let asked = Fields { offset: offset as u64, length: count as u64 };
        self.on(call, descriptor, asked, real, |result| Fields { length: result.amount(), ..asked })
    }
}
