// SPDX-License-Identifier: MIT OR Apache-2.0
//! Changes of file names, and of attributes by name: owner, mode, times.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};

use libc::{AT_FDCWD, gid_t, mode_t, uid_t};
use seaway_trace_format::Call;

use crate::hook::hooks;
use crate::recorder::Recorder;
use crate::redirect::{Change, Name};

/// Times of a file. Their layout is the kernel's.
type Times = *const c_void;

hooks! {
    fn [mkdir](path: *const c_char, mode: mode_t) -> c_int
        => |recorder, real| recorder.on_name(Call::Mkdir, AT_FDCWD, path, real),
        staged |stage, call| stage.create((AT_FDCWD, path), |_, path| call(path, mode));
    fn [mkdirat](folder: c_int, path: *const c_char, mode: mode_t) -> c_int
        => |recorder, real| recorder.on_name(Call::Mkdir, folder, path, real),
        staged |stage, call| stage.create((folder, path), |folder, path| call(folder, path, mode));
    fn [rmdir](path: *const c_char) -> c_int
        => |recorder, real| recorder.on_name(Call::Rmdir, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Entry, |_, path| call(path));
    fn [unlink](path: *const c_char) -> c_int
        => |recorder, real| recorder.on_name(Call::Unlink, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Entry, |_, path| call(path));
    fn [unlinkat](folder: c_int, path: *const c_char, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Unlinkat, folder, path, real),
        staged |stage, call| {
            stage.change((folder, path), Change::Entry, |folder, path| call(folder, path, flags))
        };
    fn [remove](path: *const c_char) -> c_int
        => |recorder, real| recorder.on_name(Call::Remove, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Entry, |_, path| call(path));

    fn [rename](old: *const c_char, new: *const c_char) -> c_int
        => |recorder, real| recorder.on_names(Call::Rename, (AT_FDCWD, old), (AT_FDCWD, new), real),
        staged |stage, call| {
            let call = |old: Name, new: Name| call(old.1, new.1);
            stage.pair((AT_FDCWD, old), (AT_FDCWD, new), Change::Entry, call)
        };
    fn [renameat](old_folder: c_int, old: *const c_char, new_folder: c_int, new: *const c_char) -> c_int
        => |recorder, real| recorder.on_names(Call::Renameat, (old_folder, old), (new_folder, new), real),
        staged |stage, call| {
            let call = |old: Name, new: Name| call(old.0, old.1, new.0, new.1);
            stage.pair((old_folder, old), (new_folder, new), Change::Entry, call)
        };
    fn [renameat2](
        old_folder: c_int, old: *const c_char, new_folder: c_int, new: *const c_char, flags: c_uint
    ) -> c_int
        => |recorder, real| recorder.on_names(Call::Renameat, (old_folder, old), (new_folder, new), real),
        staged |stage, call| {
            let call = |old: Name, new: Name| call(old.0, old.1, new.0, new.1, flags);
            stage.pair((old_folder, old), (new_folder, new), Change::Entry, call)
        };
    fn [link](old: *const c_char, new: *const c_char) -> c_int
        => |recorder, real| recorder.on_names(Call::Link, (AT_FDCWD, old), (AT_FDCWD, new), real),
        staged |stage, call| {
            let call = |old: Name, new: Name| call(old.1, new.1);
            stage.pair((AT_FDCWD, old), (AT_FDCWD, new), Change::Link, call)
        };
    fn [linkat](
        old_folder: c_int, old: *const c_char, new_folder: c_int, new: *const c_char, flags: c_int
    ) -> c_int
        => |recorder, real| recorder.on_names(Call::Link, (old_folder, old), (new_folder, new), real),
        staged |stage, call| {
            let call = |old: Name, new: Name| call(old.0, old.1, new.0, new.1, flags);
            stage.pair((old_folder, old), (new_folder, new), Change::Link, call)
        };
    fn [symlink](target: *const c_char, new: *const c_char) -> c_int
        => |recorder, real| recorder.linking(target, (AT_FDCWD, new), real),
        staged |stage, call| {
            stage.linking(target, (AT_FDCWD, new), |target, _, new| call(target, new))
        };
    fn [symlinkat](target: *const c_char, folder: c_int, new: *const c_char) -> c_int
        => |recorder, real| recorder.linking(target, (folder, new), real),
        staged |stage, call| {
            stage.linking(target, (folder, new), call)
        };

    fn [chmod lchmod](path: *const c_char, mode: mode_t) -> c_int
        => |recorder, real| recorder.on_name(Call::Chmod, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Contents, |_, path| call(path, mode));
    fn [fchmod](descriptor: c_int, mode: mode_t) -> c_int
        => |recorder, real| recorder.on_owned(Call::Chmod, descriptor, real);
    fn [fchmodat](folder: c_int, path: *const c_char, mode: mode_t, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Chmod, folder, path, real),
        staged |stage, call| {
            stage.change((folder, path), Change::Contents, |folder, path| call(folder, path, mode, flags))
        };
    fn [chown lchown](path: *const c_char, user: uid_t, group: gid_t) -> c_int
        => |recorder, real| recorder.on_name(Call::Chown, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Contents, |_, path| call(path, user, group));
    fn [fchown](descriptor: c_int, user: uid_t, group: gid_t) -> c_int
        => |recorder, real| recorder.on_owned(Call::Chown, descriptor, real);
    fn [fchownat](folder: c_int, path: *const c_char, user: uid_t, group: gid_t, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Chown, folder, path, real),
        staged |stage, call| {
            let call = |folder, path| call(folder, path, user, group, flags);
            stage.change((folder, path), Change::Link, call)
        };
    fn [utime utimes lutimes](path: *const c_char, times: Times) -> c_int
        => |recorder, real| recorder.on_name(Call::Utimes, AT_FDCWD, path, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Contents, |_, path| call(path, times));
    fn [futimesat](folder: c_int, path: *const c_char, times: Times) -> c_int
        => |recorder, real| recorder.on_name(Call::Utimes, folder, path, real),
        staged |stage, call| {
            stage.change((folder, path), Change::Contents, |folder, path| call(folder, path, times))
        };
    fn [utimensat](folder: c_int, path: *const c_char, times: Times, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Utimes, folder, path, real),
        staged |stage, call| {
            stage.change((folder, path), Change::Link, |folder, path| call(folder, path, times, flags))
        };
    fn [futimes futimens](descriptor: c_int, times: Times) -> c_int
        => |recorder, real| recorder.on_owned(Call::Utimes, descriptor, real);
    fn [chdir](path: *const c_char) -> c_int
        => |recorder, real| recorder.on_name(Call::Chdir, AT_FDCWD, path, real),
        staged |stage, call| stage.entering(path, call);
    fn [fchdir](descriptor: c_int) -> c_int
        => |recorder, real| recorder.on_owned(Call::Chdir, descriptor, real),
        staged |stage, call| stage.entering_open(|| call(descriptor));
}

impl Recorder {
    fn on_names(self, call: Call, old: Name, new: Name, real: impl FnOnce() -> c_int) -> c_int {
        // SAFETY: the caller's names end with zeros.
        let (old, new) = unsafe { (self.path(old.0, old.1), self.path(new.0, new.1)) };
        self.on_file(call, old, new.into(), real)
    }

    /// The target of a link is recorded unchanged: it is relative to the link, and need not exist.
    fn linking(self, target: *const c_char, new: Name, real: impl FnOnce() -> c_int) -> c_int {
        // SAFETY: the caller's texts end with zeros.
        let (file, new) = unsafe {
            let text = if target.is_null() { c"" } else { CStr::from_ptr(target) };
            (self.text(text.to_bytes()), self.path(new.0, new.1))
        };
        self.on_file(Call::Symlink, file, new.into(), real)
    }

    /// Recorded under the file's name, although it uses a descriptor.
    fn on_owned(self, call: Call, descriptor: c_int, real: impl FnOnce() -> c_int) -> c_int {
        self.on_range(call, descriptor, (0, 0), real)
    }
}
