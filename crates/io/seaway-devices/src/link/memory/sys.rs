// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes that are not ours: of another process, of this one, and of memory that both have mapped.
#![allow(unsafe_code, reason = "other processes' memory and mappings are raw memory")]

use std::ffi::c_void;
use std::io::IoSlice;
use std::os::fd::BorrowedFd;
use std::ptr::{self, NonNull};

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use seaway_memory::copy_bytes;

use super::board::Page;

/// `len` bytes from one address to another. Whose address is which is said by the function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copy {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) len: usize,
}

/// Most ranges of one call.
pub(super) const MAX_COPIES: usize = 1024;

/// Copies from the memory of process `process` into ours, and returns how many bytes came, in the order of `copies`:
/// fewer where a page of theirs is missing.
///
/// The caller promises that the targets are its own to write.
pub(super) fn read_process(process: u32, copies: &[Copy]) -> Result<usize, Errno> {
    debug_assert!(copies.len() <= MAX_COPIES);
    let vectors = |address: fn(&Copy) -> usize| -> Vec<libc::iovec> {
        let vector = |copy: &Copy| libc::iovec {
            iov_base: ptr::with_exposed_provenance_mut::<c_void>(address(copy)),
            iov_len: copy.len,
        };
        copies.iter().map(vector).collect()
    };
    let (theirs, ours) = (vectors(|copy| copy.from), vectors(|copy| copy.to));
    let process = libc::pid_t::try_from(process).map_err(|_| Errno::SRCH)?;
    // SAFETY: the lists live through the call. The kernel checks their addresses; ours are the caller's to write.
    let moved = unsafe {
        libc::process_vm_readv(
            process,
            ours.as_ptr(),
            ours.len() as libc::c_ulong,
            theirs.as_ptr(),
            theirs.len() as libc::c_ulong,
            0,
        )
    };
    usize::try_from(moved)
        .map_err(|_| Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
}

/// Copies inside this process.
///
/// The caller promises that its peer in this process waits with the source unchanged, and that the target is its own.
pub(super) fn copy_here(copy: Copy) {
    let (from, to) = (ptr::with_exposed_provenance(copy.from), ptr::with_exposed_provenance_mut(copy.to));
    // SAFETY: as the caller promises; a program's buffers for writing and for reading do not overlap.
    unsafe { copy_bytes(from, to, copy.len) };
}

/// Shared memory, unmapped when dropped.
#[derive(Debug)]
pub(super) struct Region {
    start: NonNull<u8>,
    len: usize,
    writable: bool,
}

// SAFETY: a region belongs to no thread.
unsafe impl Send for Region {}
// SAFETY: who writes which byte is decided by those who share the region, in `Window`'s contract.
unsafe impl Sync for Region {}

impl Region {
    pub(super) fn map(fd: BorrowedFd<'_>, len: usize, writable: bool) -> Result<Self, Errno> {
        Self::map_at(fd, 0, len, writable)
    }

    /// From byte `at` of the file on, where a page begins.
    pub(super) fn map_at(fd: BorrowedFd<'_>, at: u64, len: usize, writable: bool) -> Result<Self, Errno> {
        let protection = if writable { ProtFlags::READ | ProtFlags::WRITE } else { ProtFlags::READ };
        // SAFETY: the kernel picks free addresses, so no memory in use is replaced.
        let start = unsafe { mmap(ptr::null_mut(), len, protection, MapFlags::SHARED, fd, at)? };
        let start = NonNull::new(start.cast()).ok_or(Errno::NOMEM)?;
        Ok(Self { start, len, writable })
    }

    pub(super) fn address(&self) -> usize {
        self.start.as_ptr().expose_provenance()
    }

    /// The `len` bytes at `at` go to address `to`, which is the caller's to write.
    pub(super) fn copy_out(&self, at: u64, to: usize, len: usize) -> Result<(), Errno> {
        let from = self.inside(at, len)?;
        // SAFETY: the source lies in the region; the target is the caller's.
        unsafe { copy_bytes(from, ptr::with_exposed_provenance_mut(to), len) };
        Ok(())
    }

    pub(super) fn copy_in(&self, at: u64, bytes: &[u8]) -> Result<(), Errno> {
        let to = self.inside(at, bytes.len())?;
        if !self.writable {
            return Err(Errno::ACCESS);
        }
        // SAFETY: the target lies in the region, which is mapped for writing and is nobody's slice.
        unsafe { copy_bytes(bytes.as_ptr(), to, bytes.len()) };
        Ok(())
    }

    /// The `len` bytes at `at`, to be sent. Nobody writes them while they are borrowed: the caller has not given them
    /// back.
    pub(super) fn slice(&self, at: u64, len: usize) -> Result<IoSlice<'_>, Errno> {
        let from = self.inside(at, len)?;
        // SAFETY: lies in the region, which lives as long as the borrow; written before, by the caller's promise.
        Ok(IoSlice::new(unsafe { std::slice::from_raw_parts(from, len) }))
    }

    /// The board that was mapped here.
    pub(super) fn board(&self) -> &Page {
        assert!(self.writable && self.len >= size_of::<Page>(), "mapped as a board");
        // SAFETY: it lies in the region, at the beginning of a page of memory, and consists of atomics: others may write
        // it, and all bits are valid.
        unsafe { self.start.cast::<Page>().as_ref() }
    }

    fn inside(&self, at: u64, len: usize) -> Result<*mut u8, Errno> {
        let at = usize::try_from(at).map_err(|_| Errno::FAULT)?;
        let end = at.checked_add(len).ok_or(Errno::FAULT)?;
        if end > self.len { Err(Errno::FAULT) } else { Ok(self.start.as_ptr().wrapping_add(at)) }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: mapped by `map`; borrows of it have ended.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), self.len) };
    }
}
