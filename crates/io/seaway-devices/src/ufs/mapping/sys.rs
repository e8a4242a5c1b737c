// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Region`]: mapped pages of a file, unmapped when dropped. `mod.rs` decides which pages. A page that is
//! not available when it is touched breaks the region (`page_faults`), and the copied bytes must be moved by
//! system calls.
#![allow(unsafe_code, reason = "mapped memory is raw memory")]

use std::ffi::c_void;
use std::os::fd::BorrowedFd;
use std::ptr::{self, NonNull};

use rustix::io::{Errno, retry_on_intr};
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, munmap};
use seaway_memory::{Source, Target, copy_bytes};

use crate::page_faults::Guard;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ufs) enum Access {
    Read,
    ReadAndWrite,
}

/// How pages are faulted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ufs) enum Pages {
    /// One by one, each as if it were written: the file system learns of it and allocates space.
    ToBeWritten,
    /// Sixteen at a time, as they are. A file system that keeps its bytes nowhere else need not be notified
    /// of writes, and such pages can be written at once.
    InMemory,
}

#[derive(Debug)]
pub(in crate::ufs) struct Region {
    start: NonNull<u8>,
    len: usize,
    access: Access,
    guard: Option<Guard>,
}

// SAFETY: the region is not tied to a thread: any thread may read it, write its own bytes, or unmap it at the
// end.
unsafe impl Send for Region {}
// SAFETY: as above; `target` leaves the decision which thread writes which byte to its caller, as Target's
// contract says.
unsafe impl Sync for Region {}

impl Region {
    /// Maps `len` bytes from `offset`, both multiples of the page size. If that fails, for lack of memory or
    /// of mappings, the bytes can still be accessed by calls.
    pub(super) fn map(fd: BorrowedFd<'_>, offset: u64, len: usize, access: Access) -> Result<Self, Errno> {
        let protection = match access {
            Access::Read => ProtFlags::READ,
            Access::ReadAndWrite => ProtFlags::READ | ProtFlags::WRITE,
        };
        // SAFETY: the kernel picks free addresses, so no memory in use is replaced.
        let start = unsafe { mmap(ptr::null_mut(), len, protection, MapFlags::SHARED, fd, offset) };
        let start = start.map_err(|_| Errno::NODATA)?;
        let start = NonNull::new(start.cast()).ok_or(Errno::NOMEM)?;
        let mut region = Self { start, len, access, guard: None };
        region.guard = Some(Guard::new(start.addr().get(), len).ok_or(Errno::NODATA)?);
        Ok(region)
    }

    /// Whether no page has been missing so far. After a copy: whether all of its bytes reached the file, or
    /// came from it. A broken region never becomes intact again.
    pub(in crate::ufs) fn is_intact(&self) -> bool {
        self.guard.as_ref().is_some_and(Guard::is_intact)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn allows(&self, access: Access) -> bool {
        access == Access::Read || self.access == Access::ReadAndWrite
    }

    /// Whether the pages of `skip..skip + len` are in memory, judged by a sample. When in doubt, true.
    pub(super) fn is_mostly_resident(&self, skip: usize, len: usize) -> bool {
        const SAMPLES: usize = 32;
        let page = rustix::param::page_size();
        let is_resident = |sample: usize| {
            let at = ((skip + len / SAMPLES * sample).min(self.len - 1)) / page * page;
            let mut answer = [0_u8; 1];
            // SAFETY: asks for one page of this region and has room for the answer of one page.
            let asked =
                unsafe { libc::mincore(self.address().wrapping_byte_add(at), 1, answer.as_mut_ptr()) };
            asked != 0 || answer[0] & 1 == 1
        };
        (0..SAMPLES).filter(|&sample| is_resident(sample)).count() >= SAMPLES * 3 / 4
    }

    /// Populates the pages of `skip..skip + len`, which is cheaper than one by one. Not supported before
    /// Linux 5.14. An error if a page is not available: the disk is full, or the file was truncated. A system
    /// call will tell which.
    pub(in crate::ufs) fn populate(&self, skip: usize, len: usize, pages: Pages) -> Result<(), Errno> {
        let page = rustix::param::page_size();
        let start = skip / page * page;
        let len = (skip + len).min(self.len) - start;
        let advice = match pages {
            Pages::ToBeWritten => Advice::LinuxPopulateWrite,
            Pages::InMemory => Advice::LinuxPopulateRead,
        };
        // SAFETY: affects only pages of this region, whose contents stay as they are.
        let populate = || unsafe { madvise(self.address().wrapping_byte_add(start), len, advice) };
        match retry_on_intr(populate) {
            Err(Errno::INVAL) => Ok(()),
            other => other.map_err(|_| Errno::NODATA),
        }
    }

    /// Bytes `skip..skip + len` of the region, the first of them as origin.
    pub(super) fn source(&self, skip: usize, len: usize) -> Source<'_> {
        let (start, len) = self.part(skip, len);
        // SAFETY: the bytes are mapped for as long as `self` is borrowed. Concurrent writers of the file race
        // with the program itself, not with Seaway.
        unsafe { Source::from_raw(start, 0..len) }
    }

    /// The same bytes for writing; none of them if the region is mapped for reading.
    pub(super) fn target(&self, skip: usize, len: usize) -> Target<'_> {
        let (start, len) = self.part(skip, if self.access == Access::Read { 0 } else { len });
        // SAFETY: as in `source`, and the pages are writable if there are any bytes in the range.
        unsafe { Target::from_raw(start, 0..len) }
    }

    /// Copies `bytes` to offset `skip`.
    pub(in crate::ufs) fn copy_in(&self, skip: usize, bytes: &[u8]) {
        let end = skip.checked_add(bytes.len());
        assert!(end.is_some_and(|end| end <= self.len) && self.access == Access::ReadAndWrite);
        // SAFETY: the bytes lie inside the region, which is writable. Concurrent writers race with the
        // program.
        unsafe { copy_bytes(bytes.as_ptr(), self.start.as_ptr().wrapping_add(skip), bytes.len()) };
    }

    /// Fills `target` from offset `skip`.
    pub(in crate::ufs) fn copy_out(&self, skip: usize, target: &mut [u8]) {
        assert!(skip.checked_add(target.len()).is_some_and(|end| end <= self.len));
        // SAFETY: the bytes lie inside the region. Concurrent writers race with the program.
        unsafe { copy_bytes(self.start.as_ptr().wrapping_add(skip), target.as_mut_ptr(), target.len()) };
    }

    fn part(&self, skip: usize, len: usize) -> (*mut u8, i64) {
        let skip = skip.min(self.len);
        let len = len.min(self.len - skip);
        let len = i64::try_from(len).expect("no mapping is longer than isize::MAX");
        (self.start.as_ptr().wrapping_add(skip), len)
    }

    fn address(&self) -> *mut c_void {
        self.start.as_ptr().cast()
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        self.guard = None;
        // SAFETY: the region was mapped by `map`, and every Source and Target of it borrowed `self`.
        // Unmapping a whole mapping cannot fail, and nothing could be done about it here.
        let _ = unsafe { munmap(self.address(), self.len) };
    }
}
