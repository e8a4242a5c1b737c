// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that take a descriptor: those that read through it, and a few others. For all others
//! the kernel does the right thing, or rejects a descriptor that is not readable.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{c_char, c_int, c_void};
use std::io::IoSliceMut;
use std::os::fd::{AsRawFd, OwnedFd};

use libc::{FILE, iovec};
use seaway_device_api::Result;

use super::copies::opened_again;
use super::next::next;
use super::served::{self, Served, sweep};
use super::{answer, last_number, set_errno};

/// Functions that read. `Some(offset)`: at that offset; otherwise at the descriptor's position.
macro_rules! reading {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $pieces:expr, $offset:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(descriptor: c_int, $($argument: $type),*) -> isize {
            // SAFETY: the caller's contract.
            let read = served::with(descriptor, |served| unsafe { read_ours(served, descriptor, $pieces, $offset) });
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

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn fdopen(descriptor: c_int, mode: *const c_char) -> *mut FILE {
    let replaced = served::with(descriptor, |served| replace_by_copy(served, descriptor));
    if replaced.is_some() {
        sweep();
    }
    if let Some(Err(number)) = replaced {
        set_errno(number);
        return std::ptr::null_mut();
    }
    match next!(c"fdopen" as unsafe extern "C-unwind" fn(c_int, *const c_char) -> *mut FILE) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(descriptor, mode) },
        None => std::ptr::null_mut(),
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn close(descriptor: c_int) -> c_int {
    let is_ours = served::with(descriptor, |_| ()).is_some();
    let Some(next) = next!(c"close" as unsafe extern "C-unwind" fn(c_int) -> c_int) else { return -1 };
    // SAFETY: the caller's arguments, for the function that it called.
    let code = unsafe { next(descriptor) };
    if is_ours {
        sweep();
    }
    code
}

/// # Safety
/// The program passes the pieces to be written.
unsafe fn read_ours(
    served: &Served,
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

fn one(buffer: *mut c_void, length: usize) -> Result<Vec<iovec>, c_int> {
    if buffer.is_null() && length > 0 {
        return Err(libc::EFAULT);
    }
    Ok(vec![iovec { iov_base: buffer, iov_len: length }])
}

/// # Safety
/// There are `count` pieces.
unsafe fn several(pieces: *const iovec, count: c_int) -> Result<Vec<iovec>, c_int> {
    let count = usize::try_from(count).map_err(|_| libc::EINVAL)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller's contract.
    Ok(unsafe { std::slice::from_raw_parts(pieces, count) }.to_vec())
}

fn seek(descriptor: c_int, offset: i64, from: c_int) -> Result<i64, c_int> {
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
    served: &Served,
    length: usize,
    protection: c_int,
    flags: c_int,
    offset: i64,
) -> Result<OwnedFd, c_int> {
    if protection & libc::PROT_WRITE != 0 && flags & libc::MAP_TYPE != libc::MAP_PRIVATE {
        return Err(libc::EACCES);
    }
    let offset = u64::try_from(offset).map_err(|_| libc::EINVAL)?;
    // A mapping exposes the whole last page; no page is larger than this.
    const PAGE: u64 = 64 << 10;
    served.copy(offset, (length as u64).checked_next_multiple_of(PAGE).unwrap_or(u64::MAX))
}

/// Replaces the file behind the descriptor by a copy, at the same position.
fn replace_by_copy(served: &Served, descriptor: c_int) -> Result<(), c_int> {
    let position = seek(descriptor, 0, libc::SEEK_CUR)?;
    let copy = served.copy(0, served.size())?;
    let copy = opened_again(&copy, libc::O_RDONLY)?;
    seek(copy.as_raw_fd(), position, libc::SEEK_SET)?;
    // SAFETY: numbers only.
    let done = unsafe {
        let flags = libc::fcntl(descriptor, libc::F_GETFD);
        let close_on_exec = if flags & libc::FD_CLOEXEC != 0 { libc::O_CLOEXEC } else { 0 };
        libc::dup3(copy.as_raw_fd(), descriptor, close_on_exec)
    };
    if done < 0 { Err(last_number()) } else { Ok(()) }
}
