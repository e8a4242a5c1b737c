// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening and closing of buffered files, and of temporary files.

use core::ffi::{CStr, c_char, c_int};

use libc::{AT_FDCWD, FILE};
use seaway_trace_format::Call;

use super::outcome::Outcome;
use super::streams::descriptor_of;
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};
use crate::redirect::Redirect;

const TEMPORARY: c_int = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL;

hooks! {
    fn [fopen fopen64](path: *const c_char, mode: *const c_char) -> *mut FILE
        => |recorder, real| recorder.opening_stream(Call::Fopen, path, flags_of(mode), real),
        staged |stage, call| stage.stream(path, flags_of(mode), |path| call(path, mode));
    fn [fdopen](descriptor: c_int, mode: *const c_char) -> *mut FILE
        => |recorder, real| recorder.on_descriptor(Call::Fdopen, descriptor, real);
    fn [freopen freopen64](path: *const c_char, mode: *const c_char, stream: *mut FILE) -> *mut FILE
        => |recorder, real| {
            recorder.forget(descriptor_of(stream));
            recorder.opening_stream(Call::Freopen, path, flags_of(mode), real)
        },
        staged |stage, call| stage.stream(path, flags_of(mode), |path| call(path, mode, stream));
    fn [tmpfile tmpfile64]() -> *mut FILE
        => |recorder, real| recorder.opening_stream(Call::Tmpfile, core::ptr::null(), TEMPORARY, real);
    fn [fclose](stream: *mut FILE) -> c_int
        => |recorder, real| recorder.closing_stream(stream, real);
    fn [mkstemp mkstemp64](template: *mut c_char) -> c_int
        => |recorder, real| recorder.opening_template(template, TEMPORARY, real),
        staged |stage, call| stage.template(template, call);
    fn [mkostemp mkostemp64](template: *mut c_char, flags: c_int) -> c_int
        => |recorder, real| recorder.opening_template(template, TEMPORARY | flags, real),
        staged |stage, call| stage.template(template, |template| call(template, flags));
    fn [mkstemps mkstemps64](template: *mut c_char, suffix: c_int) -> c_int
        => |recorder, real| recorder.opening_template(template, TEMPORARY, real),
        staged |stage, call| stage.template(template, |template| call(template, suffix));
    fn [mkostemps mkostemps64](template: *mut c_char, suffix: c_int, flags: c_int) -> c_int
        => |recorder, real| recorder.opening_template(template, TEMPORARY | flags, real),
        staged |stage, call| stage.template(template, |template| call(template, suffix, flags));
    fn [mkdtemp](template: *mut c_char) -> *mut c_char
        => |recorder, real| recorder.making_folder(template, real),
        staged |stage, call| stage.template_of_folder(template, call);
}

/// The flags of `open` that correspond to a mode of `fopen`.
fn flags_of(mode: *const c_char) -> c_int {
    if mode.is_null() {
        return 0;
    }
    // SAFETY: the caller's mode ends with a zero.
    let mode = unsafe { CStr::from_ptr(mode) }.to_bytes();
    let (alone, both) = match mode.first() {
        Some(b'w') => (libc::O_WRONLY, libc::O_CREAT | libc::O_TRUNC),
        Some(b'a') => (libc::O_WRONLY, libc::O_CREAT | libc::O_APPEND),
        _ => (libc::O_RDONLY, 0),
    };
    // What follows a comma concerns the character set.
    let letters = mode.split(|byte| *byte == b',').next().unwrap_or_default();
    letters.iter().fold(alone | both, |flags, letter| match letter {
        b'+' => flags & !libc::O_ACCMODE | libc::O_RDWR,
        b'x' => flags | libc::O_EXCL,
        b'e' => flags | libc::O_CLOEXEC,
        _ => flags,
    })
}

impl Redirect {
    fn stream(
        self,
        path: *const c_char,
        flags: c_int,
        call: impl Fn(*const c_char) -> *mut FILE,
    ) -> *mut FILE {
        let close = |stream| {
            // SAFETY: it was opened by the same call.
            unsafe { fclose(stream) };
        };
        self.opening((AT_FDCWD, path), flags, |_, path| call(path), descriptor_of, close)
    }
}

impl Recorder {
    fn opening_stream(
        self,
        call: Call,
        path: *const c_char,
        flags: c_int,
        real: impl FnOnce() -> *mut FILE,
    ) -> *mut FILE {
        // SAFETY: the caller's path is null or ends with a zero.
        let mut file = unsafe { self.path(AT_FDCWD, path) };
        let offset = u64::from(flags as u32);
        let token = self.begin(call, file, offset, 0);
        let stream = real();
        let error = stream.error();
        let descriptor = if stream.is_null() { -1 } else { descriptor_of(stream) };
        if descriptor >= 0 {
            self.set_descriptor(descriptor, file);
            // Without a name: the kernel knows one.
            file = self.file_of(descriptor);
        }
        self.end(token, file, offset, if descriptor < 0 { 0 } else { descriptor.amount() }, error);
        stream
    }

    fn closing_stream(self, stream: *mut FILE, real: impl FnOnce() -> c_int) -> c_int {
        let descriptor = descriptor_of(stream);
        let described = if descriptor < 0 { Described::NoFile } else { self.describe(descriptor) };
        self.forget(descriptor);
        let Described::File(file) = described else { return real() };
        self.on_file(Call::Fclose, file, u64::from(descriptor as u32), real)
    }

    /// The name is known when the call returns.
    fn opening_template(self, template: *mut c_char, flags: c_int, real: impl FnOnce() -> c_int) -> c_int {
        let offset = u64::from(flags as u32);
        let token = self.begin(Call::Mkstemp, 0, offset, 0);
        let descriptor = real();
        let error = descriptor.error();
        // SAFETY: the caller's template ends with a zero.
        let file = unsafe { self.path(AT_FDCWD, template) };
        if descriptor >= 0 {
            self.set_descriptor(descriptor, file);
        }
        self.end(token, file, offset, if descriptor < 0 { 0 } else { descriptor.amount() }, error);
        descriptor
    }

    fn making_folder(self, template: *mut c_char, real: impl FnOnce() -> *mut c_char) -> *mut c_char {
        let token = self.begin(Call::Mkdir, 0, 0, 0);
        let path = real();
        let error = path.error();
        // SAFETY: the caller's template ends with a zero.
        let file = unsafe { self.path(AT_FDCWD, template) };
        self.end(token, file, 0, 0, error);
        path
    }

    fn forget(self, descriptor: c_int) {
        if descriptor >= 0 {
            self.forget_descriptors(descriptor as u32, descriptor as u32);
        }
    }
}
