// SPDX-License-Identifier: MIT OR Apache-2.0
//! Closing descriptors.

use core::ffi::{c_int, c_uint};

use seaway_trace_format::Call;

use super::Fields;
use super::outcome::Outcome;
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

hooks! {
    fn [close](descriptor: c_int) -> c_int
        => |recorder, real| recorder.closing(descriptor, real);
    fn [close_range](first: c_uint, last: c_uint, flags: c_int) -> c_int
        => |recorder, real| recorder.closing_range(first, last, flags, real);
    fn [closefrom](first: c_int) -> ()
        => |recorder, real| recorder.closing_from(first, real);
}

impl Recorder {
    pub(super) fn closing(self, descriptor: c_int, real: impl FnOnce() -> c_int) -> c_int {
        let described = self.describe(descriptor);
        // Before it is closed: afterwards another thread may open the same number.
        let number = descriptor as c_uint;
        self.forget_descriptors(number, number);
        let Described::File(file) = described else { return real() };
        let offset = u64::from(number);
        let token = self.begin(Call::Close, file, offset, 0);
        let result = real();
        self.end(token, file, offset, 0, result.error());
        result
    }

    pub(super) fn closing_range(
        self,
        first: c_uint,
        last: c_uint,
        flags: c_int,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        const ON_EXEC: c_int = 4;
        if flags & ON_EXEC == 0 {
            self.forget_descriptors(first, last);
        }
        let fields = Fields { offset: first.into(), length: last.into() };
        let token = self.begin(Call::CloseRange, 0, fields.offset, fields.length);
        let result = real();
        let error = result.error();
        self.end(token, 0, fields.offset, if error == 0 { fields.length } else { 0 }, error);
        result
    }

    fn closing_from(self, first: c_int, real: impl FnOnce()) {
        let first = first.max(0) as c_uint;
        self.forget_descriptors(first, c_uint::MAX);
        let (offset, length) = (u64::from(first), u64::from(c_uint::MAX));
        let token = self.begin(Call::CloseRange, 0, offset, length);
        real();
        self.end(token, 0, offset, length, 0);
    }
}
