// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that take a name.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::os::fd::{AsRawFd, IntoRawFd};

use libc::FILE;
use seaway_device_api::{OpenFlags, Operation, Result};
use seaway_devices::error_number;

use super::copies::{copy, opened_again};
use super::next::next;
use super::{answer, last_number, name_of_ours, open_file, served, set_errno};
use crate::door::guarded;

type Open = unsafe extern "C-unwind" fn(*const c_char, c_int, c_uint) -> c_int;
type OpenAt = unsafe extern "C-unwind" fn(c_int, *const c_char, c_int, c_uint) -> c_int;
type Checked = unsafe extern "C-unwind" fn(*const c_char, c_int) -> c_int;
type CheckedAt = unsafe extern "C-unwind" fn(c_int, *const c_char, c_int) -> c_int;
type OpenStream = unsafe extern "C-unwind" fn(*const c_char, *const c_char) -> *mut FILE;
type Truncate = unsafe extern "C-unwind" fn(*const c_char, i64) -> c_int;

/// Functions that open a file, with the arguments that are only forwarded. The mode of variadic functions is
/// forwarded as it came: it is undefined unless a file is created.
macro_rules! opening {
    ($($name:ident $text:literal $next:ty: ($($before:ident: $before_type:ty)?), ($($after:ident: $after_type:ty)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            $($before: $before_type,)? name: *const c_char, flags: c_int, $($after: $after_type,)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                return answer(open_ours(name, flags));
            }
            match next!($text as $next) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($before,)? name, flags, $($after,)?) },
                None => -1,
            }
        }
    )*};
}

opening! {
    open c"open" Open: (), (mode: c_uint);
    open64 c"open64" Open: (), (mode: c_uint);
    openat c"openat" OpenAt: (folder: c_int), (mode: c_uint);
    openat64 c"openat64" OpenAt: (folder: c_int), (mode: c_uint);
    __open_2 c"__open_2" Checked: (), ();
    __open64_2 c"__open64_2" Checked: (), ();
    __openat_2 c"__openat_2" CheckedAt: (folder: c_int), ();
    __openat64_2 c"__openat64_2" CheckedAt: (folder: c_int), ();
}

macro_rules! opening_streams {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(name: *const c_char, mode: *const c_char) -> *mut FILE {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                // SAFETY: the caller's contract.
                return unsafe { stream_of_ours(name, mode) };
            }
            match next!($text as OpenStream) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(name, mode) },
                None => std::ptr::null_mut(),
            }
        }
    )*};
}

opening_streams! {
    fopen c"fopen";
    fopen64 c"fopen64";
}

/// Functions that stat a file, for HDF5, which checks whether an opened file is a symbolic link. The older
/// ones, of glibc before 2.33, also get a version of the structure; there is only one here.
macro_rules! telling {
    ($($name:ident $text:literal: ($($version:ident)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            $($version: c_int,)? name: *const c_char, status: *mut libc::stat,
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                // SAFETY: the caller's contract.
                return answer(status_of_ours(name).map(|found| unsafe { status.write(found) }).map(|()| 0));
            }
            match next!($text as unsafe extern "C-unwind" fn(
                $(telling!(@type $version),)? *const c_char, *mut libc::stat
            ) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($version,)? name, status) },
                None => -1,
            }
        }
    )*};
    (@type $version:ident) => { c_int };
}

telling! {
    stat c"stat": ();
    stat64 c"stat64": ();
    lstat c"lstat": ();
    lstat64 c"lstat64": ();
    __xstat c"__xstat": (version);
    __xstat64 c"__xstat64": (version);
    __lxstat c"__lxstat": (version);
    __lxstat64 c"__lxstat64": (version);
}

/// PnetCDF checks whether a file exists before creating it.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn access(name: *const c_char, how: c_int) -> c_int {
    // SAFETY: the caller's contract.
    if let Some(name) = unsafe { name_of_ours(name) } {
        return answer(access_ours(name, how));
    }
    match next!(c"access" as Checked) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(name, how) },
        None => -1,
    }
}

/// And truncates it if so.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn truncate(name: *const c_char, size: i64) -> c_int {
    // SAFETY: the caller's contract.
    if let Some(name) = unsafe { name_of_ours(name) } {
        return answer(truncate_ours(name, size));
    }
    match next!(c"truncate" as Truncate) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(name, size) },
        None => -1,
    }
}

#[cold]
fn open_ours(name: &CStr, flags: c_int) -> Result<c_int, c_int> {
    // Writing is only supported through MPI.
    if flags & libc::O_ACCMODE != libc::O_RDONLY || flags & (libc::O_CREAT | libc::O_TRUNC) != 0 {
        return Err(libc::EROFS);
    }
    if flags & libc::O_DIRECTORY != 0 {
        return Err(libc::ENOTDIR);
    }
    let file = open_file(name, OpenFlags::READ)?;
    served::begin(file, flags & libc::O_CLOEXEC != 0)
}

/// A C stream on a copy: it reads inside the C library, where nothing can be interposed.
#[cold]
unsafe fn stream_of_ours(name: &CStr, mode: *const c_char) -> *mut FILE {
    let opened = || {
        // SAFETY: the caller's contract.
        let letters = if mode.is_null() { b"" } else { unsafe { CStr::from_ptr(mode) }.to_bytes() };
        if letters.first() != Some(&b'r') || letters.contains(&b'+') {
            return Err(if letters.is_empty() { libc::EINVAL } else { libc::EROFS });
        }
        let file = open_file(name, OpenFlags::READ)?;
        let size = guarded(Operation::GetSize, || file.size()).map_err(|error| error_number(&error))?;
        let copy = copy(&*file, size, 0..size)?;
        let close_on_exec = if letters.contains(&b'e') { libc::O_CLOEXEC } else { 0 };
        let descriptor = opened_again(&copy, libc::O_RDONLY | close_on_exec)?;
        // SAFETY: a new descriptor, and the caller's mode.
        let stream = unsafe { libc::fdopen(descriptor.as_raw_fd(), mode) };
        if stream.is_null() {
            return Err(last_number());
        }
        // Owned by the stream from here on.
        let _ = descriptor.into_raw_fd();
        Ok(stream)
    };
    opened().unwrap_or_else(|number| {
        set_errno(number);
        std::ptr::null_mut()
    })
}

/// A regular file of the right size; other attributes are not known here.
#[cold]
fn status_of_ours(name: &CStr) -> Result<libc::stat, c_int> {
    let file = open_file(name, OpenFlags::READ)?;
    let size = guarded(Operation::GetSize, || file.size()).map_err(|error| error_number(&error))?;
    // SAFETY: zeros are a valid value.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    status.st_mode = libc::S_IFREG | 0o444;
    status.st_nlink = 1;
    status.st_size = i64::try_from(size).map_err(|_| libc::EOVERFLOW)?;
    status.st_blocks = status.st_size / 512 + 1;
    status.st_blksize = 1 << 20;
    // SAFETY: they cannot fail.
    (status.st_uid, status.st_gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    Ok(status)
}

#[cold]
fn access_ours(name: &CStr, how: c_int) -> Result<c_int, c_int> {
    if how & libc::X_OK != 0 {
        return Err(libc::EACCES);
    }
    let writes = if how & libc::W_OK != 0 { OpenFlags::WRITE } else { OpenFlags::empty() };
    let reads = if how & libc::R_OK != 0 || writes.is_empty() { OpenFlags::READ } else { OpenFlags::empty() };
    open_file(name, reads | writes).map(|_| 0)
}

#[cold]
fn truncate_ours(name: &CStr, size: i64) -> Result<c_int, c_int> {
    let size = u64::try_from(size).map_err(|_| libc::EINVAL)?;
    let file = open_file(name, OpenFlags::WRITE)?;
    let cut = guarded(Operation::SetSize, || {
        file.set_size(size)?;
        file.sync(seaway_device_api::Durability::Visible)
    });
    cut.map(|()| 0).map_err(|error| error_number(&error))
}
