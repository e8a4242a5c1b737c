// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening files by name.

use core::ffi::{c_char, c_int};

use libc::{AT_FDCWD, O_CREAT, O_TRUNC, O_WRONLY, mode_t};
use seaway_trace_format::Call;

use super::outcome::Outcome;
use crate::hook::hooks;
use crate::recorder::Recorder;
use crate::redirect::{Name, Redirect};
use crate::system;

// In C the mode is passed only if a file may be created. It comes in a register in any case, and is passed on
// in one.
hooks! {
    fn [open open64](path: *const c_char, flags: c_int, mode: mode_t) -> c_int
        => |recorder, real| recorder.opening(Call::Open, AT_FDCWD, path, flags, real),
        staged |stage, call| stage.descriptor((AT_FDCWD, path), flags, |_, path| call(path, flags, mode));
    fn [__open_2 __open64_2](path: *const c_char, flags: c_int) -> c_int
        => |recorder, real| recorder.opening(Call::Open, AT_FDCWD, path, flags, real),
        staged |stage, call| stage.descriptor((AT_FDCWD, path), flags, |_, path| call(path, flags));
    fn [openat openat64](folder: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int
        => |recorder, real| recorder.opening(Call::Openat, folder, path, flags, real),
        staged |stage, call| {
            stage.descriptor((folder, path), flags, |folder, path| call(folder, path, flags, mode))
        };
    fn [__openat_2 __openat64_2](folder: c_int, path: *const c_char, flags: c_int) -> c_int
        => |recorder, real| recorder.opening(Call::Openat, folder, path, flags, real),
        staged |stage, call| stage.descriptor((folder, path), flags, |folder, path| call(folder, path, flags));
    fn [creat creat64](path: *const c_char, mode: mode_t) -> c_int
        => |recorder, real| recorder.opening(Call::Creat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, real),
        staged |stage, call| {
            stage.descriptor((AT_FDCWD, path), O_CREAT | O_WRONLY | O_TRUNC, |_, path| call(path, mode))
        };
}

impl Redirect {
    pub(super) fn descriptor(
        self,
        name: Name,
        flags: c_int,
        call: impl Fn(c_int, *const c_char) -> c_int,
    ) -> c_int {
        self.opening(name, flags, call, |descriptor| descriptor, system::close)
    }
}

impl Recorder {
    pub(super) fn opening(
        self,
        call: Call,
        folder: c_int,
        path: *const c_char,
        flags: c_int,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        // SAFETY: the caller's path ends with a zero.
        let file = unsafe { self.path(folder, path) };
        let offset = u64::from(flags as u32);
        let token = self.begin(call, file, offset, 0);
        let descriptor = real();
        if descriptor >= 0 {
            self.set_descriptor(descriptor, file);
        }
        let length = if descriptor < 0 { 0 } else { descriptor.amount() };
        self.end(token, file, offset, length, descriptor.error());
        descriptor
    }
}
