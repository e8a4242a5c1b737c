// SPDX-License-Identifier: MIT OR Apache-2.0
//! Extended attributes by name, and other calls that a trace has no event for: they are hooked because their
//! names are redirected.

use core::ffi::{c_char, c_int, c_uint, c_void};

use libc::{AT_FDCWD, dev_t, mode_t};

use crate::hook::hooks;
use crate::redirect::Change;

/// Memory of the caller: passed on unchanged.
type Value = *mut c_void;

hooks! {
    fn [getxattr lgetxattr](path: *const c_char, name: *const c_char, value: Value, room: usize) -> isize
        => |_recorder, real| real(),
        staged |stage, call| stage.look((AT_FDCWD, path), |_, path| call(path, name, value, room));
    fn [listxattr llistxattr](path: *const c_char, list: Value, room: usize) -> isize
        => |_recorder, real| real(),
        staged |stage, call| stage.look((AT_FDCWD, path), |_, path| call(path, list, room));
    fn [setxattr lsetxattr](
        path: *const c_char, name: *const c_char, value: Value, size: usize, flags: c_int
    ) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| {
            let call = |_, path| call(path, name, value, size, flags);
            stage.change((AT_FDCWD, path), Change::Link, call)
        };
    fn [removexattr lremovexattr](path: *const c_char, name: *const c_char) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Link, |_, path| call(path, name));
    fn [pathconf](path: *const c_char, name: c_int) -> i64
        => |_recorder, real| real(),
        staged |stage, call| stage.look((AT_FDCWD, path), |_, path| call(path, name));
    fn [inotify_add_watch](descriptor: c_int, path: *const c_char, mask: c_uint) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.look((AT_FDCWD, path), |_, path| call(descriptor, path, mask));
    fn [mkfifo](path: *const c_char, mode: mode_t) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.create((AT_FDCWD, path), |_, path| call(path, mode));
    fn [mkfifoat](folder: c_int, path: *const c_char, mode: mode_t) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.create((folder, path), |folder, path| call(folder, path, mode));
    fn [mknod](path: *const c_char, mode: mode_t, device: dev_t) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.create((AT_FDCWD, path), |_, path| call(path, mode, device));
    fn [mknodat](folder: c_int, path: *const c_char, mode: mode_t, device: dev_t) -> c_int
        => |_recorder, real| real(),
        staged |stage, call| stage.create((folder, path), |folder, path| call(folder, path, mode, device));
}
