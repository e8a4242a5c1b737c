// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes that are not ours: of another process, of this one, and of memory that both have mapped.
#![allow(unsafe_code, reason = "other processes' memory and mappings are raw memory")]

use std::ffi::c_void;
use std::os::fd::BorrowedFd;
use std::ptr::{self, NonNull};

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use seaway_memory::Spot;
#[cfg(test)]
use seaway_memory::copy_bytes;

use super::board::Page;

/// Bytes at an address fill memory of ours. Whose address it is, the function says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copy {
    pub(super) from: usize,
    pub(super) to: Spot,
}

/// Most ranges of one call.
pub(super) const MAX_COPIES: usize = 1024;

/// Copies from the memory of process `process` into ours, and returns how many bytes came, in the order of `copies`:
/// fewer where a page of theirs is missing.
///
/// Reading into a [`Spot`] implies that its owner waits. The kernel checks all addresses, and gets only those of ours that
/// were lent for writing.
pub(super) fn read_process(process: u32, copies: &[Copy]) -> Result<usize, Errno> {
    debug_assert!(copies.len() <= MAX_COPIES);
    let vectors = |address: fn(&Copy) -> usize| -> Vec<libc::iovec> {
        let vector = |copy: &Copy| libc::iovec {
            iov_base: ptr::with_exposed_provenance_mut::<c_void>(address(copy)),
            iov_len: if copy.to.is_writable() { copy.to.len() } else { 0 },
        };
        copies.iter().map(vector).collect()
    };
    let (theirs, ours) = (vectors(|copy| copy.from), vectors(|copy| copy.to.address()));
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
/// Only for a link whose other end the kernel says to be this process, and which has shown to know a number of it
/// (`setup::choose`): where the source is was then said by a writer of this program, which waits with it unchanged until it
/// receives `Done`.
pub(super) fn copy_here(copy: Copy) {
    let from = ptr::with_exposed_provenance_mut(copy.from);
    // SAFETY: as said above; a program's buffers for writing and for reading do not overlap.
    unsafe { Spot::from_raw(from, copy.to.len(), false).copy_to(copy.to) };
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
// SAFETY: the processes that share the region decide which of them writes which byte, in `Window`'s contract.
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

    /// Fills `to` with the bytes at `at`. Their writer leaves them unchanged until it receives `Done`; one that does
    /// not spoils what is read, and nothing else: the bytes never become a slice.
    pub(super) fn copy_out(&self, at: u64, to: Spot) -> Result<(), Errno> {
        let from = self.spot(at, to.len())?;
        // SAFETY: the source lies in the region; who lent the target waits.
        unsafe { from.copy_to(to) };
        Ok(())
    }

    /// The `len` bytes at `at`. The region outlives every use of them: the owner of a window keeps it as long as its file is open.
    pub(super) fn spot(&self, at: u64, len: usize) -> Result<Spot, Errno> {
        let start = self.inside(at, len)?;
        // SAFETY: they lie in the region, and are mapped for writing if it is.
        Ok(unsafe { Spot::from_raw(start, len, self.writable) })
    }

    #[cfg(test)]
    pub(super) fn copy_in(&self, at: u64, bytes: &[u8]) -> Result<(), Errno> {
        let to = self.inside(at, bytes.len())?;
        if !self.writable {
            return Err(Errno::ACCESS);
        }
        // SAFETY: the target lies in the region, which is mapped for writing and is nobody's slice.
        unsafe { copy_bytes(bytes.as_ptr(), to, bytes.len()) };
        Ok(())
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
