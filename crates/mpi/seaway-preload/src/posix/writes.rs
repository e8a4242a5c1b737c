// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that write to a descriptor, or change or sync its file.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{c_int, c_uint, c_void};
use std::io::IoSlice;

use libc::iovec;
use seaway_device_api::Result;

use super::descriptors::{one, seek, several};
use super::label::Label;
use super::next::next;
use super::served::{self, Served};
use super::{answer, explain, set_errno};

/// What one call writes at most, as in the kernel.
const MOST_BYTES: usize = 0x7fff_f000;

/// Functions that write. `Some(offset)`: at that offset; otherwise at the descriptor's position.
macro_rules! writing {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $pieces:expr, $offset:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, $($argument: $type),*) -> isize {
            let written = served::with(descriptor, |served| {
                // SAFETY: the caller's contract.
                unsafe { write_ours(served, descriptor, $pieces, $offset) }
            });
            if let Some(written) = written {
                return answer(written);
            }
            match next!($text as unsafe extern "C-unwind" fn(c_int, $($type),*) -> isize) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(descriptor, $($argument),*) },
                None => -1,
            }
        }
    )*};
}

writing! {
    write c"write" (buffer: *const c_void, length: usize), one(buffer.cast_mut(), length), None;
    pwrite c"pwrite" (buffer: *const c_void, length: usize, offset: i64), one(buffer.cast_mut(), length), Some(offset);
    pwrite64 c"pwrite64" (buffer: *const c_void, length: usize, offset: i64),
        one(buffer.cast_mut(), length), Some(offset);
    writev c"writev" (pieces: *const iovec, count: c_int), several(pieces, count), None;
    pwritev c"pwritev" (pieces: *const iovec, count: c_int, offset: i64), several(pieces, count), Some(offset);
    pwritev64 c"pwritev64" (pieces: *const iovec, count: c_int, offset: i64), several(pieces, count), Some(offset);
}

/// Functions that change the file behind a descriptor, or sync it.
macro_rules! changing {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $change:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, $($argument: $type),*) -> c_int {
            let change: fn(&mut Served, $($type),*) -> Result<c_int, c_int> = $change;
            if let Some(changed) = served::with(descriptor, |served| change(served, $($argument),*)) {
                return answer(changed);
            }
            match next!($text as unsafe extern "C-unwind" fn(c_int, $($type),*) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(descriptor, $($argument),*) },
                None => -1,
            }
        }
    )*};
}

changing! {
    ftruncate c"ftruncate" (size: i64), set_size;
    ftruncate64 c"ftruncate64" (size: i64), set_size;
    fsync c"fsync" (), sync;
    fdatasync c"fdatasync" (), sync;
    fallocate c"fallocate" (mode: c_int, offset: i64, length: i64), allocate;
    fallocate64 c"fallocate64" (mode: c_int, offset: i64, length: i64), allocate;
    posix_fallocate c"posix_fallocate" (offset: i64, length: i64), allocate_or_number;
    posix_fallocate64 c"posix_fallocate64" (offset: i64, length: i64), allocate_or_number;
}

/// Functions that copy between two descriptors inside the kernel, with the errno that makes programs copy by themselves.
macro_rules! copying {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $from:ident, $to:ident, $refusal:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> isize {
            if [$from, $to].into_iter().any(|descriptor| Label::of(descriptor).is_some()) {
                set_errno($refusal);
                return -1;
            }
            match next!($text as unsafe extern "C-unwind" fn($($type),*) -> isize) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($argument),*) },
                None => -1,
            }
        }
    )*};
}

copying! {
    copy_file_range c"copy_file_range"
        (from: c_int, source: *mut i64, to: c_int, target: *mut i64, length: usize, flags: c_uint), from, to, libc::EXDEV;
    sendfile c"sendfile" (to: c_int, from: c_int, offset: *mut i64, length: usize), from, to, libc::EINVAL;
    sendfile64 c"sendfile64" (to: c_int, from: c_int, offset: *mut i64, length: usize), from, to, libc::EINVAL;
    splice c"splice"
        (from: c_int, source: *mut i64, to: c_int, target: *mut i64, length: usize, flags: c_uint), from, to, libc::EINVAL;
}

/// # Safety
/// The program passes the pieces to be read.
unsafe fn write_ours(
    served: &mut Served,
    descriptor: c_int,
    pieces: Result<Vec<iovec>, c_int>,
    offset: Option<i64>,
) -> Result<isize, c_int> {
    let pieces = pieces?;
    if !served.label().writes {
        return Err(libc::EBADF);
    }
    let mut left = MOST_BYTES;
    let mut sources = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let length = piece.iov_len.min(left);
        left -= length;
        if length > 0 {
            // SAFETY: the caller's contract.
            let source = unsafe { std::slice::from_raw_parts(piece.iov_base.cast::<u8>(), length) };
            sources.push(IoSlice::new(source));
        }
    }
    let length = MOST_BYTES - left;
    let done = isize::try_from(length).map_err(|_| libc::EINVAL)?;
    if length == 0 {
        return Ok(0);
    }
    // SAFETY: numbers only.
    let appends = unsafe { libc::fcntl(descriptor, libc::F_GETFL) } & libc::O_APPEND != 0;
    match offset {
        Some(offset) if offset < 0 => return Err(libc::EINVAL),
        // As the kernel does, which ignores the offset.
        Some(_) if appends => served.append(&sources).map(drop)?,
        Some(offset) => served.write_at(offset.cast_unsigned(), &sources)?,
        None if appends => {
            let end = served.append(&sources)?;
            seek(descriptor, end.cast_signed() + done as i64, libc::SEEK_SET)?;
        }
        None => write_at_position(served, descriptor, &sources, done as i64)?,
    }
    Ok(done)
}

/// The position moves first, so that other processes that share the descriptor write behind this.
fn write_at_position(
    served: &mut Served,
    descriptor: c_int,
    sources: &[IoSlice<'_>],
    length: i64,
) -> Result<(), c_int> {
    let start = served.changing(|| {
        let start = seek(descriptor, 0, libc::SEEK_CUR)?;
        start.checked_add(length).ok_or(libc::EFBIG)?;
        seek(descriptor, start + length, libc::SEEK_SET).map(|_| start)
    })??;
    served.write_at(start.cast_unsigned(), sources).inspect_err(|_| {
        let _ = go_back(served, descriptor, start, length);
    })
}

/// Takes the position back after a write that failed, unless others have moved it.
fn go_back(served: &Served, descriptor: c_int, start: i64, length: i64) -> Result<(), c_int> {
    served.changing(|| {
        if seek(descriptor, 0, libc::SEEK_CUR)? == start + length {
            seek(descriptor, start, libc::SEEK_SET)?;
        }
        Ok(())
    })?
}

fn set_size(served: &mut Served, size: i64) -> Result<c_int, c_int> {
    served.set_size(u64::try_from(size).map_err(|_| libc::EINVAL)?).map(|()| 0)
}

fn sync(served: &mut Served) -> Result<c_int, c_int> {
    served.sync().map(|()| 0)
}

/// Other modes make holes, which devices do not.
fn allocate(served: &mut Served, mode: c_int, offset: i64, length: i64) -> Result<c_int, c_int> {
    if mode != 0 {
        explain("files of a device do not support fallocate with a mode");
        return Err(libc::EOPNOTSUPP);
    }
    let end = offset.checked_add(length).filter(|_| offset >= 0 && length > 0).ok_or(libc::EINVAL)?;
    served.preallocate(end.cast_unsigned()).map(|()| 0)
}

/// This function returns its error.
fn allocate_or_number(served: &mut Served, offset: i64, length: i64) -> Result<c_int, c_int> {
    allocate(served, 0, offset, length).or_else(Ok)
}
