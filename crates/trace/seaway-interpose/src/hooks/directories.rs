// SPDX-License-Identifier: MIT OR Apache-2.0
//! Listing directories.

use core::ffi::{c_char, c_int, c_uint, c_void};

use libc::{AT_FDCWD, DIR};
use seaway_trace_format::Call;

use super::outcome::{ErrorNumber, Outcome};
use crate::hook::hooks;
use crate::next;
use crate::recorder::{Described, Recorder};
use crate::redirect::Redirect;

/// A callback of the caller, or a pointer for results: passed on unchanged.
type Passed = *mut c_void;

hooks! {
    fn [opendir](path: *const c_char) -> *mut DIR
        => |recorder, real| recorder.opening_folder(path, real),
        staged |stage, call| stage.folder(path, call);
    fn [fdopendir](descriptor: c_int) -> *mut DIR
        => |recorder, real| recorder.on_range(Call::Opendir, descriptor, (0, 0), real);
    fn [readdir readdir64](folder: *mut DIR) -> Passed
        => |recorder, real| recorder.reading_folder(folder, real);
    fn [readdir_r readdir64_r](folder: *mut DIR, entry: Passed, result: Passed) -> ErrorNumber
        => |recorder, real| recorder.on_range(Call::Readdir, descriptor_of(folder), (0, 0), real);
    fn [closedir](folder: *mut DIR) -> c_int
        => |recorder, real| recorder.closing_folder(folder, real);
    fn [scandir scandir64](path: *const c_char, list: Passed, filter: Passed, compare: Passed) -> c_int
        => |recorder, real| recorder.on_name(Call::Scandir, AT_FDCWD, path, real),
        staged |stage, call| stage.scan((AT_FDCWD, path), |_, path| call(path, list, filter, compare));
    fn [scandirat scandirat64](
        folder: c_int, path: *const c_char, list: Passed, filter: Passed, compare: Passed
    ) -> c_int
        => |recorder, real| recorder.on_name(Call::Scandir, folder, path, real),
        staged |stage, call| {
            stage.scan((folder, path), |folder, path| call(folder, path, list, filter, compare))
        };
    fn [glob glob64](pattern: *const c_char, flags: c_uint, complain: Passed, result: Passed) -> c_int
        => |recorder, real| recorder.globbing(pattern, real);
}

fn descriptor_of(folder: *mut DIR) -> c_int {
    if folder.is_null() {
        return -1;
    }
    // SAFETY: the caller's directory is open. The function reads a field, and fails if it is not a directory.
    unsafe { libc::dirfd(folder) }
}

impl Redirect {
    fn folder(self, path: *const c_char, call: impl Fn(*const c_char) -> *mut DIR) -> *mut DIR {
        let close = |folder| {
            // SAFETY: it was opened by the same call.
            unsafe { closedir(folder) };
        };
        self.opening((AT_FDCWD, path), libc::O_RDONLY, |_, path| call(path), descriptor_of, close)
    }
}

impl Recorder {
    fn opening_folder(self, path: *const c_char, real: impl FnOnce() -> *mut DIR) -> *mut DIR {
        // SAFETY: the caller's path ends with a zero.
        let file = unsafe { self.path(AT_FDCWD, path) };
        let folder = self.on_file(Call::Opendir, file, 0, real);
        if !folder.is_null() {
            self.set_descriptor(descriptor_of(folder), file);
        }
        folder
    }

    /// Null means the end as well as an error; `errno`, cleared before, distinguishes them.
    fn reading_folder(self, folder: *mut DIR, real: impl FnOnce() -> Passed) -> Passed {
        let Described::File(file) = self.describe(descriptor_of(folder)) else { return real() };
        let before = next::errno();
        next::set_errno(0);
        let token = self.begin(Call::Readdir, file, 0, 0);
        let entry = real();
        let failed = entry.is_null() && next::errno() != 0;
        self.end(token, file, 0, 0, if failed { entry.error() } else { 0 });
        if !failed {
            next::set_errno(before);
        }
        entry
    }

    fn closing_folder(self, folder: *mut DIR, real: impl FnOnce() -> c_int) -> c_int {
        let descriptor = descriptor_of(folder);
        let described = self.describe(descriptor);
        if descriptor >= 0 {
            self.forget_descriptors(descriptor as u32, descriptor as u32);
        }
        let Described::File(file) = described else { return real() };
        self.on_file(Call::Closedir, file, 0, real)
    }

    /// It returns codes of its own; finding nothing is not a failure.
    fn globbing(self, pattern: *const c_char, real: impl FnOnce() -> c_int) -> c_int {
        // SAFETY: the caller's pattern ends with a zero.
        let file = unsafe { self.path(AT_FDCWD, pattern) };
        let token = self.begin(Call::Glob, file, 0, 0);
        let result = real();
        self.end(token, file, 0, 0, 0);
        result
    }
}
