// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hooked functions, and what is recorded of each.

mod asynchronous;
mod attributes;
mod close;
mod copies;
mod data;
mod directories;
pub(crate) mod environment;
pub(crate) mod execute;
mod formatted;
mod maps;
mod metadata;
mod names;
mod open;
pub(crate) mod outcome;
mod position;
mod processes;
mod raw_syscall;
mod signals;
mod stdio;
mod stdio_open;
pub(crate) mod streams;
mod transfers;

use core::ffi::{c_char, c_int};

use seaway_trace_format::Call;

use crate::recorder::{Described, Recorder};
use outcome::Outcome;

/// The fields of an event besides call, file and error.
#[derive(Clone, Copy)]
struct Fields {
    offset: u64,
    length: u64,
}

/// Recording shared by many calls. `real` makes the call.
impl Recorder {
    /// A call on a descriptor. Nothing is recorded if it is not a file.
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

    /// A call on a descriptor that moves no bytes.
    fn on_descriptor<R: Outcome>(self, call: Call, descriptor: c_int, real: impl FnOnce() -> R) -> R {
        let asked = Fields { offset: u64::from(descriptor as u32), length: 0 };
        self.on(call, descriptor, asked, real, |_| asked)
    }

    /// A call on a descriptor that sets a size or concerns a range.
    fn on_range<R: Outcome>(
        self,
        call: Call,
        descriptor: c_int,
        (offset, length): (i64, i64),
        real: impl FnOnce() -> R,
    ) -> R {
        let asked = Fields { offset: offset as u64, length: length as u64 };
        self.on(call, descriptor, asked, real, |_| asked)
    }

    /// A call on the name of a file, relative to `folder`.
    fn on_name<R: Outcome>(
        self,
        call: Call,
        folder: c_int,
        name: *const c_char,
        real: impl FnOnce() -> R,
    ) -> R {
        self.on_name_with(call, folder, name, 0, real)
    }

    /// The same, with an offset.
    fn on_name_with<R: Outcome>(
        self,
        call: Call,
        folder: c_int,
        name: *const c_char,
        offset: u64,
        real: impl FnOnce() -> R,
    ) -> R {
        // SAFETY: the caller's name ends with a zero.
        let file = unsafe { self.path(folder, name) };
        self.on_file(call, file, offset, real)
    }

    /// A call on a file whose number is known.
    fn on_file<R: Outcome>(self, call: Call, file: u32, offset: u64, real: impl FnOnce() -> R) -> R {
        let token = self.begin(call, file, offset, 0);
        let result = real();
        self.end(token, file, offset, 0, result.error());
        result
    }
}
