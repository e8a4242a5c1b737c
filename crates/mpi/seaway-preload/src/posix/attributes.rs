// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that ask for attributes of a file, by its name or descriptor. The file is a regular one
//! of the right size; its inode number is a hash of its name, and other attributes are not known here.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{CStr, c_char, c_int, c_uint};

use libc::stat as Status;
use seaway_device_api::{OpenFlags, Operation, Result};

use super::label::Label;
use super::next::next;
use super::{Named, answer, name_of_ours, number_of, open_file};
use crate::door::guarded;

/// The device that files of ours are on, as far as programs compare it.
const DEVICE: u64 = 0x5ea;
const MODE: u32 = libc::S_IFREG | 0o644;

/// Functions that stat a name. The older ones, of glibc before 2.33, also get a version of the structure; there is only one
/// here.
macro_rules! telling {
    ($($function:ident $text:literal: ($($before:ident: $before_type:ty),*), ($($after:ident: $after_type:ty)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $function(
            $($before: $before_type,)* name: *const c_char, status: *mut Status $(, $after: $after_type)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                // SAFETY: the caller's contract.
                return answer(status_of_ours(name).map(|found| unsafe { status.write(found) }).map(|()| 0));
            }
            match next!($text as unsafe extern "C-unwind" fn(
                $($before_type,)* *const c_char, *mut Status $(, $after_type)?
            ) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($before,)* name, status $(, $after)?) },
                None => -1,
            }
        }
    )*};
}

telling! {
    stat c"stat": (), ();
    stat64 c"stat64": (), ();
    lstat c"lstat": (), ();
    lstat64 c"lstat64": (), ();
    __xstat c"__xstat": (version: c_int), ();
    __xstat64 c"__xstat64": (version: c_int), ();
    __lxstat c"__lxstat": (version: c_int), ();
    __lxstat64 c"__lxstat64": (version: c_int), ();
    fstatat c"fstatat": (folder: c_int), (flags: c_int);
    fstatat64 c"fstatat64": (folder: c_int), (flags: c_int);
    __fxstatat c"__fxstatat": (version: c_int, folder: c_int), (flags: c_int);
    __fxstatat64 c"__fxstatat64": (version: c_int, folder: c_int), (flags: c_int);
}

/// Functions that stat a descriptor.
macro_rules! telling_of_descriptors {
    ($($function:ident $text:literal: ($($version:ident)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $function(
            $($version: c_int,)? descriptor: c_int, status: *mut Status,
        ) -> c_int {
            let Some(next) = next!($text as unsafe extern "C-unwind" fn(
                $(telling_of_descriptors!(@type $version),)? c_int, *mut Status
            ) -> c_int) else {
                return -1;
            };
            // SAFETY: the caller's arguments, for the function that it called.
            let code = unsafe { next($($version,)? descriptor, status) };
            if code == 0 {
                // SAFETY: it was filled.
                let status = unsafe { &mut *status };
                if let Some(label) = Label::of_status(descriptor, status) {
                    describe(status, &label, status.st_size);
                }
            }
            code
        }
    )*};
    (@type $version:ident) => { c_int };
}

telling_of_descriptors! {
    fstat c"fstat": ();
    fstat64 c"fstat64": ();
    __fxstat c"__fxstat": (version);
    __fxstat64 c"__fxstat64": (version);
}

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn statx(
    folder: c_int,
    name: *const c_char,
    flags: c_int,
    mask: c_uint,
    status: *mut libc::statx,
) -> c_int {
    // SAFETY: the caller's contract.
    if let Some(name) = unsafe { name_of_ours(name) } {
        // SAFETY: the caller's contract.
        return answer(
            status_of_ours(name).map(|found| unsafe { status.write(extended(&found)) }).map(|()| 0),
        );
    }
    type Statx = unsafe extern "C-unwind" fn(c_int, *const c_char, c_int, c_uint, *mut libc::statx) -> c_int;
    let Some(next) = next!(c"statx" as Statx) else { return -1 };
    // SAFETY: the caller's arguments, for the function that it called.
    let code = unsafe { next(folder, name, flags, mask, status) };
    if code == 0 && flags & libc::AT_EMPTY_PATH != 0 {
        // SAFETY: it was filled.
        let status = unsafe { &mut *status };
        if let Some(label) = Label::of(folder).filter(|_| status.stx_nlink == 0) {
            // SAFETY: zeros are a valid value.
            let mut described: Status = unsafe { std::mem::zeroed() };
            describe(&mut described, &label, status.stx_size.cast_signed());
            *status = extended(&described);
        }
    }
    code
}

/// Functions that ask whether a file may be accessed.
macro_rules! asking {
    ($($function:ident $text:literal: ($($before:ident)?), ($($after:ident)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $function(
            $($before: c_int,)? name: *const c_char, how: c_int $(, $after: c_int)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                return answer(access_ours(name, how));
            }
            match next!($text as unsafe extern "C-unwind" fn(
                $(asking!(@type $before),)? *const c_char, c_int $(, asking!(@type $after))?
            ) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($before,)? name, how $(, $after)?) },
                None => -1,
            }
        }
    )*};
    (@type $argument:ident) => { c_int };
}

asking! {
    access c"access": (), ();
    eaccess c"eaccess": (), ();
    euidaccess c"euidaccess": (), ();
    faccessat c"faccessat": (folder), (flags);
}

#[cold]
fn status_of_ours(name: &CStr) -> Result<Status, c_int> {
    let told = guarded(Operation::GetSize, || {
        let named = Named::find(name, Operation::Open)?;
        Ok((named.open(OpenFlags::READ)?.size()?, Label::new(OpenFlags::READ, named.place)))
    });
    let (size, label) = told.map_err(|error| number_of(&error))?;
    // SAFETY: zeros are a valid value.
    let mut status: Status = unsafe { std::mem::zeroed() };
    describe(&mut status, &label, i64::try_from(size).map_err(|_| libc::EOVERFLOW)?);
    Ok(status)
}

fn describe(status: &mut Status, label: &Label, size: i64) {
    (status.st_dev, status.st_ino, status.st_nlink) = (DEVICE, label.number, 1);
    status.st_mode = MODE;
    (status.st_size, status.st_blocks) = (size, size / 512 + 1);
    // Programs choose their buffers by it.
    status.st_blksize = label.block_bytes().into();
    // SAFETY: they cannot fail.
    (status.st_uid, status.st_gid) = unsafe { (libc::geteuid(), libc::getegid()) };
}

fn extended(status: &Status) -> libc::statx {
    // SAFETY: zeros are a valid value.
    let mut extended: libc::statx = unsafe { std::mem::zeroed() };
    extended.stx_mask = libc::STATX_BASIC_STATS;
    extended.stx_blksize = u32::try_from(status.st_blksize).unwrap_or_default();
    (extended.stx_nlink, extended.stx_uid, extended.stx_gid) = (1, status.st_uid, status.st_gid);
    extended.stx_mode = u16::try_from(status.st_mode).unwrap_or_default();
    extended.stx_ino = status.st_ino;
    (extended.stx_size, extended.stx_blocks) =
        (status.st_size.cast_unsigned(), status.st_blocks.cast_unsigned());
    (extended.stx_dev_major, extended.stx_dev_minor) = (libc::major(DEVICE), libc::minor(DEVICE));
    extended
}

#[cold]
fn access_ours(name: &CStr, how: c_int) -> Result<c_int, c_int> {
    if how & libc::X_OK != 0 {
        return Err(libc::EACCES);
    }
    // A process that only asks does not count as a writer.
    open_file(name, OpenFlags::READ).map(|_| 0)
}
