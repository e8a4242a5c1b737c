// SPDX-License-Identifier: MIT OR Apache-2.0
//! In-memory copies of files, for reads that cannot be interposed: those through mappings.

use std::ffi::{CStr, c_int};
use std::fs::File;
use std::io::IoSliceMut;
use std::ops::Range;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::FileExt;

use seaway_device_api::{DeviceFile, Extent, Operation, Result, SegmentsMut};

use super::{last_number, number_of};
use crate::door::guarded;

const PIECE: u64 = 4 << 20;

/// A copy of the bytes of `range` in a memfd as large as the whole file.
pub(super) fn copy(file: &dyn DeviceFile, size: u64, range: Range<u64>) -> Result<OwnedFd, c_int> {
    let range = range.start.min(size)..range.end.min(size);
    if range.end - range.start > memory_of_this_machine() / 4 {
        return Err(libc::EFBIG);
    }
    let copy = File::from(file_in_memory(size)?);
    let mut buffer = vec![0; usize::try_from(PIECE.min(range.end - range.start)).unwrap_or(0)];
    let mut offset = range.start;
    while offset < range.end {
        let length = usize::try_from(PIECE.min(range.end - offset)).unwrap_or(0);
        let piece = &mut buffer[..length];
        if read(file, offset, &mut [IoSliceMut::new(piece)])? != length {
            // The file was truncated after it was opened.
            return Err(libc::EIO);
        }
        copy.write_all_at(piece, offset).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
        offset += length as u64;
    }
    Ok(OwnedFd::from(copy))
}

/// Reads bytes of a file; returns fewer only at its end.
pub(super) fn read(
    file: &dyn DeviceFile,
    offset: u64,
    pieces: &mut [IoSliceMut<'_>],
) -> Result<usize, c_int> {
    let mut target = SegmentsMut::new(pieces);
    let length = target.total();
    if length == 0 {
        return Ok(0);
    }
    let done = guarded(Operation::Read, || file.read(&[Extent::new(offset, length)], &mut target));
    done.map(|done| usize::try_from(done).unwrap_or(0)).map_err(|error| number_of(&error))
}

/// An empty anonymous file.
fn file_in_memory(size: u64) -> Result<OwnedFd, c_int> {
    const NAME: &CStr = c"seaway";
    // SAFETY: the name is zero-terminated.
    let file = unsafe { libc::memfd_create(NAME.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    if file < 0 {
        return Err(last_number());
    }
    // SAFETY: the descriptor is new and not owned by anything else.
    let file = unsafe { OwnedFd::from_raw_fd(file) };
    let size = i64::try_from(size).map_err(|_| libc::EFBIG)?;
    // SAFETY: numbers only.
    if unsafe { libc::ftruncate(file.as_raw_fd(), size) } < 0 { Err(last_number()) } else { Ok(file) }
}

/// Another descriptor of the same file, with other flags.
pub(super) fn opened_again(file: &OwnedFd, flags: c_int) -> Result<OwnedFd, c_int> {
    let name = std::ffi::CString::new(format!("/proc/self/fd/{}", file.as_raw_fd()));
    let name = name.map_err(|_| libc::EINVAL)?;
    // SAFETY: the name is zero-terminated.
    let again = unsafe { libc::open(name.as_ptr(), flags) };
    // SAFETY: the descriptor is new and not owned by anything else.
    if again < 0 { Err(last_number()) } else { Ok(unsafe { OwnedFd::from_raw_fd(again) }) }
}

fn memory_of_this_machine() -> u64 {
    // SAFETY: zeros are a valid value, which is then filled.
    let information = unsafe {
        let mut information: libc::sysinfo = std::mem::zeroed();
        libc::sysinfo(&raw mut information);
        information
    };
    information.totalram.saturating_mul(information.mem_unit.into())
}
