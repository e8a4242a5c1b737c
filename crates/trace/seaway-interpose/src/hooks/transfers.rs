// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies from one file to another inside the kernel.

use core::ffi::{c_int, c_uint};

use libc::off_t;
use seaway_trace_format::Call;

use super::outcome::Outcome;
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

hooks! {
    fn [sendfile sendfile64](target: c_int, source: c_int, offset: *mut off_t, count: usize) -> isize
        => |recorder, real| recorder.transferring(Call::Sendfile, source, target, count, real);
    fn [copy_file_range](
        source: c_int, from: *mut off_t, target: c_int, to: *mut off_t, count: usize, flags: c_uint
    ) -> isize
        => |recorder, real| recorder.transferring(Call::CopyFileRange, source, target, count, real);
    fn [splice](
        source: c_int, from: *mut off_t, target: c_int, to: *mut off_t, count: usize, flags: c_uint
    ) -> isize
        => |recorder, real| recorder.transferring(Call::Splice, source, target, count, real);
}

impl Recorder {
    pub(super) fn transferring(
        self,
        call: Call,
        source: c_int,
        target: c_int,
        count: usize,
        real: impl FnOnce() -> isize,
    ) -> isize {
        if self.describe(source) == Described::NoFile && self.describe(target) == Described::NoFile {
            return real();
        }
        let (file, offset) = (self.file_of(source), u64::from(self.file_of(target)));
        let token = self.begin(call, file, offset, count as u64);
        let moved = real();
        let error = moved.error();
        self.end(token, file, offset, if error == 0 { moved.amount() } else { 0 }, error);
        moved
    }
}
