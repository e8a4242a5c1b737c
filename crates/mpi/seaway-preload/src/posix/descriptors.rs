// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that read through a descriptor, or move or map it.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{c_int, c_void};
use std::io::IoSliceMut;
use std::os::fd::{AsRawFd, OwnedFd};

use libc::iovec;
use seaway_device_api::Result;

use super::next::next;
use super::served::{self, Served};
use super::{answer, explain, last_number, set_errno};

/// Functions that read. `Some(offset)`: at that offset; otherwise at the descriptor's position.
macro_rules! reading {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $pieces:expr, $offset:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, $($argument: $type),*) -> isize {
            let read = served::with(descriptor, |served| {
                // SAFETY: the caller's contract.
                unsafe { read_ours(served, descriptor, $pieces, $offset) }
            });
            if let Some(read) = read {
                return answer(read);
            }
            match next!($text as unsafe extern "C-unwind" fn(c_int, $($type),*) -> isize) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(descriptor, $($argument),*) },
                None => -1,
            }
        }
    )*};
}

reading! {
    read c"read" (buffer: *mut c_void, length: usize), one(buffer, length), None;
    __read_chk c"__read_chk" (buffer: *mut c_void, length: usize, room: usize), one(buffer, length.min(room)), None;
    pread c"pread" (buffer: *mut c_void, length: usize, offset: i64), one(buffer, length), Some(offset);
    pread64 c"pread64" (buffer: *mut c_void, length: usize, offset: i64), one(buffer, length), Some(offset);
    __pread_chk c"__pread_chk" (buffer: *mut c_void, length: usize, offset: i64, room: usize),
        one(buffer, length.min(room)), Some(offset);
    __pread64_chk c"__pread64_chk" (buffer: *mut c_void, length: usize, offset: i64, room: usize),
        one(buffer, length.min(room)), Some(offset);
    readv c"readv" (pieces: *const iovec, count: c_int), several(pieces, count), None;
    preadv c"preadv" (pieces: *const iovec, count: c_int, offset: i64), several(pieces, count), Some(offset);
    preadv64 c"preadv64" (pieces: *const iovec, count: c_int, offset: i64), several(pieces, count), Some(offset);
}

/// The kernel keeps the position, but to it the whole file is a hole.
macro_rules! seeking {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, offset: i64, from: c_int) -> i64 {
            if let libc::SEEK_DATA | libc::SEEK_HOLE = from {
                if let Some(found) = served::with(descriptor, |served| seek_data(served, descriptor, offset, from)) {
                    return answer(found);
                }
            }
            match next!($text as unsafe extern "C-unwind" fn(c_int, i64, c_int) -> i64) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(descriptor, offset, from) },
                None => -1,
            }
        }
    )*};
}

seeking! {
    lseek c"lseek";
    lseek64 c"lseek64";
}

type Map = unsafe extern "C-unwind" fn(*mut c_void, usize, c_int, c_int, c_int, i64) -> *mut c_void;

macro_rules! mapping {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            address: *mut c_void, length: usize, protection: c_int, flags: c_int, descriptor: c_int, offset: i64,
        ) -> *mut c_void {
            let copy = if flags & libc::MAP_ANONYMOUS != 0 {
                None
            } else {
                served::with(descriptor, |served| copy_to_map(served, length, protection, flags, offset))
            };
            let copy = match copy.transpose() {
                Ok(copy) => copy,
                Err(number) => {
                    set_errno(number);
                    return libc::MAP_FAILED;
                }
            };
            // The mapping outlives the descriptor of the copy.
            let descriptor = copy.as_ref().map_or(descriptor, AsRawFd::as_raw_fd);
            match next!($text as Map) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(address, length, protection, flags, descriptor, offset) },
                None => libc::MAP_FAILED,
            }
        }
    )*};
}

mapping! {
    mmap c"mmap";
    mmap64 c"mmap64";
}

/// # Safety
/// The program passes the pieces to be written.
unsafe fn read_ours(
    served: &mut Served,
    descriptor: c_int,
    pieces: Result<Vec<iovec>, c_int>,
    offset: Option<i64>,
) -> Result<isize, c_int> {
    let pieces = pieces?;
    let position = match offset {
        Some(offset) => offset,
        None => seek(descriptor, 0, libc::SEEK_CUR)?,
    };
    let start = u64::try_from(position).map_err(|_| libc::EINVAL)?;
    // Clamp to the file size: a program may claim more memory than it has.
    let mut left = usize::try_from(served.size().saturating_sub(start)).unwrap_or(usize::MAX);
    let mut targets = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let length = piece.iov_len.min(left);
        left -= length;
        if length > 0 {
            // SAFETY: the caller's contract.
            let target = unsafe { std::slice::from_raw_parts_mut(piece.iov_base.cast(), length) };
            targets.push(IoSliceMut::new(target));
        }
    }
    let done = served.read(start, &mut targets)?;
    let done = isize::try_from(done).map_err(|_| libc::EIO)?;
    if offset.is_none() {
        seek(descriptor, position + done as i64, libc::SEEK_SET)?;
    }
    Ok(done)
}

pub(super) fn one(buffer: *mut c_void, length: usize) -> Result<Vec<iovec>, c_int> {
    if buffer.is_null() && length > 0 {
        return Err(libc::EFAULT);
    }
    Ok(vec![iovec { iov_base: buffer, iov_len: length }])
}

/// # Safety
/// There are `count` pieces.
pub(super) unsafe fn several(pieces: *const iovec, count: c_int) -> Result<Vec<iovec>, c_int> {
    let count = usize::try_from(count).map_err(|_| libc::EINVAL)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller's contract.
    Ok(unsafe { std::slice::from_raw_parts(pieces, count) }.to_vec())
}

pub(super) fn seek(descriptor: c_int, offset: i64, from: c_int) -> Result<i64, c_int> {
    // SAFETY: numbers only.
    let position = unsafe { libc::lseek64(descriptor, offset, from) };
    if position < 0 { Err(last_number()) } else { Ok(position) }
}

/// All of the file is data, and the only hole is at its end.
fn seek_data(served: &Served, descriptor: c_int, offset: i64, from: c_int) -> Result<i64, c_int> {
    let end = i64::try_from(served.size()).map_err(|_| libc::EOVERFLOW)?;
    if !(0..end).contains(&offset) {
        return Err(libc::ENXIO);
    }
    seek(descriptor, if from == libc::SEEK_HOLE { end } else { offset }, libc::SEEK_SET)
}

fn copy_to_map(
    served: &mut Served,
    length: usize,
    protection: c_int,
    flags: c_int,
    offset: i64,
) -> Result<OwnedFd, c_int> {
    if protection & libc::PROT_WRITE != 0 && flags & libc::MAP_TYPE != libc::MAP_PRIVATE {
        explain("files of a device cannot be mapped for writing: the mapping was refused");
        return Err(libc::EACCES);
    }
    let offset = u64::try_from(offset).map_err(|_| libc::EINVAL)?;
    // A mapping exposes the whole last page; no page is larger than this.
    const PAGE: u64 = 64 << 10;
    served.copy(offset, (length as u64).checked_next_multiple_of(PAGE).unwrap_or(u64::MAX))
}
