// SPDX-License-Identifier: MIT OR Apache-2.0
//! Duplicates of descriptors, and the file operations of `fcntl` and `ioctl`.

use core::ffi::{c_int, c_ulong};

use seaway_trace_format::Call;

use super::Fields;
use super::outcome::Outcome;
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

// The third argument of `fcntl` and `ioctl` exists only for some commands. It is passed in a register in any
// case.
hooks! {
    fn [dup](old: c_int) -> c_int
        => |recorder, real| recorder.copying(Call::Dup, old, real);
    fn [dup2](old: c_int, new: c_int) -> c_int
        => |recorder, real| recorder.copying(Call::Dup2, old, real);
    fn [dup3](old: c_int, new: c_int, flags: c_int) -> c_int
        => |recorder, real| recorder.copying(Call::Dup3, old, real);
    fn [fcntl fcntl64](descriptor: c_int, command: c_int, argument: usize) -> c_int
        => |recorder, real| recorder.controlling(descriptor, command, argument, real);
    fn [lockf lockf64](descriptor: c_int, command: c_int, length: i64) -> c_int
        => |recorder, real| recorder.on_range(Call::FcntlLock, descriptor, (0, length), real);
    fn [flock](descriptor: c_int, operation: c_int) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Flock, descriptor, real);
    fn [ioctl](descriptor: c_int, request: c_ulong, argument: usize) -> c_int
        => |recorder, real| recorder.device_controlling(descriptor, request, argument, real);
}

impl Recorder {
    fn copying(self, call: Call, old: c_int, real: impl FnOnce() -> c_int) -> c_int {
        let described = self.describe(old);
        let Described::File(file) = described else {
            let new = real();
            if new >= 0 {
                self.copy_descriptor(old, new);
            }
            return new;
        };
        let offset = u64::from(old as u32);
        let token = self.begin(call, file, offset, 0);
        let new = real();
        if new >= 0 {
            self.set_descriptor(new, file);
        }
        let length = if new < 0 { 0 } else { new.amount() };
        self.end(token, file, offset, length, new.error());
        new
    }

    fn controlling(
        self,
        descriptor: c_int,
        command: c_int,
        argument: usize,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        match command {
            libc::F_DUPFD | libc::F_DUPFD_CLOEXEC => self.copying(Call::FcntlDup, descriptor, real),
            libc::F_SETLK | libc::F_SETLKW | libc::F_OFD_SETLK | libc::F_OFD_SETLKW if argument != 0 => {
                // SAFETY: with these commands the argument points to a lock.
                let lock = unsafe { (argument as *const libc::flock).read() };
                self.on_range(Call::FcntlLock, descriptor, (lock.l_start, lock.l_len), real)
            }
            _ => real(),
        }
    }

    fn device_controlling(
        self,
        descriptor: c_int,
        request: c_ulong,
        argument: usize,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        /// What FICLONERANGE points to.
        #[repr(C)]
        struct Range {
            source: i64,
            source_offset: u64,
            length: u64,
            target_offset: u64,
        }
        const FICLONE: c_ulong = 0x4004_9409;
        const FICLONERANGE: c_ulong = 0x4020_940d;
        let (source, length) = match request {
            FICLONE => (argument as c_int, 0),
            FICLONERANGE if argument != 0 => {
                // SAFETY: with this request the argument points to a range.
                let range = unsafe { &*(argument as *const Range) };
                (range.source as c_int, range.length)
            }
            _ => return real(),
        };
        let file = self.file_of(source);
        let asked = Fields { offset: self.file_of(descriptor).into(), length };
        let token = self.begin(Call::Clone, file, asked.offset, length);
        let result = real();
        let error = result.error();
        self.end(token, file, asked.offset, if error == 0 { length } else { 0 }, error);
        result
    }

    /// The number of a descriptor's file; 0 if it is not a file.
    pub(super) fn file_of(self, descriptor: c_int) -> u32 {
        match self.describe(descriptor) {
            Described::File(file) => file,
            Described::NoFile => 0,
        }
    }
}
