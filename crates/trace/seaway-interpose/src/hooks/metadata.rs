// SPDX-License-Identifier: MIT OR Apache-2.0
//! File metadata. Programs built before glibc 2.33 call `__xstat` and related functions, later ones the real
//! names.

use core::ffi::{c_char, c_int, c_uint, c_void};

use libc::AT_FDCWD;
use seaway_trace_format::Call;

use crate::hook::hooks;

/// The result. Its layout is the C library's.
type Status = *mut c_void;

hooks! {
    fn [stat stat64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Stat, AT_FDCWD, path, real);
    fn [__xstat __xstat64](version: c_int, path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Stat, AT_FDCWD, path, real);
    fn [lstat lstat64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Lstat, AT_FDCWD, path, real);
    fn [__lxstat __lxstat64](version: c_int, path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Lstat, AT_FDCWD, path, real);
    fn [fstat fstat64](descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstat, descriptor, real);
    fn [__fxstat __fxstat64](version: c_int, descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstat, descriptor, real);
    fn [fstatat fstatat64](folder: c_int, path: *const c_char, status: Status, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Fstatat, folder, path, real);
    fn [__fxstatat __fxstatat64](
        version: c_int, folder: c_int, path: *const c_char, status: Status, flags: c_int
    ) -> c_int
        => |recorder, real| recorder.on_name(Call::Fstatat, folder, path, real);
    fn [statx](folder: c_int, path: *const c_char, flags: c_int, mask: c_uint, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Statx, folder, path, real);
    fn [statfs statfs64 statvfs statvfs64](path: *const c_char, status: Status) -> c_int
        => |recorder, real| recorder.on_name(Call::Statfs, AT_FDCWD, path, real);
    fn [fstatfs fstatfs64 fstatvfs fstatvfs64](descriptor: c_int, status: Status) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fstatfs, descriptor, real);

    fn [access eaccess euidaccess](path: *const c_char, mode: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Access, AT_FDCWD, path, real);
    fn [faccessat](folder: c_int, path: *const c_char, mode: c_int, flags: c_int) -> c_int
        => |recorder, real| recorder.on_name(Call::Faccessat, folder, path, real);

    fn [readlink](path: *const c_char, buffer: *mut c_char, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, AT_FDCWD, path, real);
    fn [__readlink_chk](path: *const c_char, buffer: *mut c_char, count: usize, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, AT_FDCWD, path, real);
    fn [readlinkat](folder: c_int, path: *const c_char, buffer: *mut c_char, room: usize) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, folder, path, real);
    fn [__readlinkat_chk](
        folder: c_int, path: *const c_char, buffer: *mut c_char, count: usize, room: usize
    ) -> isize
        => |recorder, real| recorder.on_name(Call::Readlink, folder, path, real);
    fn [realpath](path: *const c_char, buffer: *mut c_char) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real);
    fn [__realpath_chk](path: *const c_char, buffer: *mut c_char, room: usize) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real);
    fn [canonicalize_file_name](path: *const c_char) -> *mut c_char
        => |recorder, real| recorder.on_name(Call::Realpath, AT_FDCWD, path, real);
}
