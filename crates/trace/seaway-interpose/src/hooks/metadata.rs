// SPDX-License-Identifier: MIT OR Apache-2.0
//! File metadata. Programs built before glibc 2.33 call `__xstat` and related functions, later ones the real
//! names.

use core::ffi::{c_char, c_int, c_uint, c_void};

use libc::AT_FDCWD;
use seaway_trace_format::Call;

use crate::hook::hooks;
use crate::redirect::{Layout, shown};

/// The result. Its layout is the C library's.
type Status = *mut c_void;

hooks! {
    fn [stat stat64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Stat, AT_FDCWD, path, real),
        staged |stage, call| {
            stage.status((AT_FDCWD, path), (Layout::Stat, status), |_, path| call(path, status))
        };
    fn [__xstat __xstat64](version: c_int, path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Stat, AT_FDCWD, path, real),
        staged |stage, call| {
            stage.status((AT_FDCWD, path), (Layout::Stat, status), |_, path| call(version, path, status))
        };
    fn [lstat lstat64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Lstat, AT_FDCWD, path, real),
        staged |stage, call| {
            stage.status((AT_FDCWD, path), (Layout::Stat, status), |_, path| call(path, status))
        };
    fn [__lxstat __lxstat64](version: c_int, path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Lstat, AT_FDCWD, path, real),
        staged |stage, call| {
            stage.status((AT_FDCWD, path), (Layout::Stat, status), |_, path| call(version, path, status))
        };
    fn [fstat fstat64](descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstat, descriptor, real),
        staged |_stage, call| shown(call(descriptor, status), Layout::Stat, status);
    fn [__fxstat __fxstat64](version: c_int, descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstat, descriptor, real),
        staged |_stage, call| shown(call(version, descriptor, status), Layout::Stat, status);
    fn [fstatat fstatat64](folder: c_int, path: *const c_char, status: Status, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Fstatat, folder, path, real),
        staged |stage, call| {
            let call = |folder, path| call(folder, path, status, flags);
            stage.status((folder, path), (Layout::Stat, status), call)
        };
    fn [__fxstatat __fxstatat64](
        version: c_int, folder: c_int, path: *const c_char, status: Status, flags: c_int
    ) -> c_int
        => |recorder, real| recorder.on_name(Call::Fstatat, folder, path, real),
        staged |stage, call| {
            let call = |folder, path| call(version, folder, path, status, flags);
            stage.status((folder, path), (Layout::Stat, status), call)
        };
    fn [statx](folder: c_int, path: *const c_char, flags: c_int, mask: c_uint, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Statx, folder, path, real),
        staged |stage, call| {
            let call = |folder, path| call(folder, path, flags, mask, status);
            stage.status((folder, path), (Layout::Statx, status), call)
        };
    fn [statfs statfs64 statvfs statvfs64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Statfs, AT_FDCWD, path, real),
        staged |stage, call| stage.look((AT_FDCWD, path), |_, path| call(path, status));
    fn [fstatfs fstatfs64 fstatvfs fstatvfs64](descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstatfs, descriptor, real);

    fn [access eaccess euidaccess](path: *const c_char, mode: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Access, AT_FDCWD, path, real),
        staged |stage, call| stage.access((AT_FDCWD, path), mode, |_, path| call(path, mode));
    fn [faccessat](folder: c_int, path: *const c_char, mode: c_int, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Faccessat, folder, path, real),
        staged |stage, call| {
            stage.access((folder, path), mode, |folder, path| call(folder, path, mode, flags))
        };

    fn [readlink](path: *const c_char, buffer: *mut c_char, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, AT_FDCWD, path, real),
        staged |stage, _call| stage.read_link((AT_FDCWD, path), buffer, room);
    fn [__readlink_chk](path: *const c_char, buffer: *mut c_char, count: usize, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, AT_FDCWD, path, real),
        staged |stage, _call| stage.read_link((AT_FDCWD, path), buffer, count);
    fn [readlinkat](folder: c_int, path: *const c_char, buffer: *mut c_char, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, folder, path, real),
        staged |stage, _call| stage.read_link((folder, path), buffer, room);
    fn [__readlinkat_chk](
        folder: c_int, path: *const c_char, buffer: *mut c_char, count: usize, room: usize
    ) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, folder, path, real),
        staged |stage, _call| stage.read_link((folder, path), buffer, count);
    fn [getcwd](buffer: *mut c_char, room: usize) -> *mut c_char
        => |_recorder, real| real(),
        staged |stage, call| stage.working_directory(buffer, room, || call(buffer, room));
    fn [__getcwd_chk](buffer: *mut c_char, room: usize, size: usize) -> *mut c_char
        => |_recorder, real| real(),
        staged |stage, call| stage.working_directory(buffer, room, || call(buffer, room, size));
    fn [get_current_dir_name]() -> *mut c_char
        => |_recorder, real| real(),
        staged |stage, call| stage.strip(call());
    fn [realpath](path: *const c_char, buffer: *mut c_char) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real),
        staged |stage, call| stage.real_path(path, |path| call(path, buffer));
    fn [__realpath_chk](path: *const c_char, buffer: *mut c_char, room: usize) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real),
        staged |stage, call| stage.real_path(path, |path| call(path, buffer, room));
    fn [canonicalize_file_name](path: *const c_char) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real),
        staged |stage, call| stage.real_path(path, call);
}
