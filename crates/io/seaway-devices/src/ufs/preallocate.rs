// SPDX-License-Identifier: MIT OR Apache-2.0
//! Allocates space for later writes: by fallocate, or by writing zeros past the end if the file system does
//! not support that call. Holes before the end are then left, since filling them would race with concurrent
//! writers.

use std::io::IoSlice;
use std::os::fd::BorrowedFd;

use rustix::fs::{self, FallocateFlags};
use rustix::io::{Errno, ReadWriteFlags, pwritev2, retry_on_intr};

const ZEROS: &[u8] = &[0; 64 << 10];

/// Never shrinks; grows the file to `size`.
pub(super) fn preallocate(fd: BorrowedFd<'_>, size: u64) -> Result<(), Errno> {
    if size == 0 {
        return Ok(());
    }
    match retry_on_intr(|| fs::fallocate(fd, FallocateFlags::empty(), 0, size)) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => append_zeros(fd, size),
        other => other,
    }
}

/// Appends at the current end of file: a write at an end seen earlier might hit bytes that another process
/// has appended since.
fn append_zeros(fd: BorrowedFd<'_>, size: u64) -> Result<(), Errno> {
    loop {
        let end = u64::try_from(fs::fstat(fd)?.st_size).unwrap_or(0);
        if end >= size {
            return Ok(());
        }
        let len = usize::try_from(size - end).unwrap_or(usize::MAX).min(ZEROS.len());
        retry_on_intr(|| pwritev2(fd, &[IoSlice::new(&ZEROS[..len])], end, ReadWriteFlags::APPEND))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::fd::AsFd;

    #[test]
    fn zeros_fill_up_to_the_size() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"kept").unwrap();
        append_zeros(file.as_fd(), 200_000).unwrap();
        append_zeros(file.as_fd(), 10).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 200_000);
    }
}
