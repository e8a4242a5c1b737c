// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Mapping`]: anonymous memory shared by the processes of one machine.
//!
//! One process creates it and tells the others its process id and the descriptor's number; they open it under
//! /proc. Nothing is left behind, however the processes end. The pages are reserved when the memory is
//! created, and its size is sealed: running out of memory is an error then, not a signal later.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr;

use rustix::fs::{
    FallocateFlags, MemfdFlags, Mode, OFlags, SealFlags, fallocate, fcntl_add_seals, fcntl_get_seals, fstat,
    ftruncate, memfd_create, open,
};
use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};

use super::room::has_room_for;

/// A rendezvous is touched everywhere at once, so it is populated. Of windows, calls with little data
/// touch only the beginning, and the kernel zeroes pages on first touch.
const POPULATE_BYTES: usize = 64 << 10;
/// Memory is reserved in steps of this size.
const RESERVE_BYTES: u64 = 256 << 20;

#[derive(Debug)]
pub(crate) struct Mapping {
    pages: *mut u8,
    bytes: usize,
}

// SAFETY: the pages belong to no thread; users are responsible for synchronising access.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

/// Tells other processes where to find a mapping, as long as its maker keeps the descriptor open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    process: u64,
    descriptor: u64,
    inode: u64,
    bytes: u64,
}

impl Ticket {
    pub(crate) const WORDS: usize = 4;

    pub(crate) fn to_words(self) -> [u64; Self::WORDS] {
        [self.process, self.descriptor, self.inode, self.bytes]
    }

    pub(crate) fn from_words([process, descriptor, inode, bytes]: [u64; Self::WORDS]) -> Self {
        Self { process, descriptor, inode, bytes }
    }
}

impl Mapping {
    /// Zeroed memory, which others can map too until the descriptor is dropped.
    pub(crate) fn shared(bytes: usize) -> io::Result<(Self, OwnedFd, Ticket)> {
        let length = u64::try_from(bytes).map_err(|_| Errno::FBIG)?;
        let descriptor = memfd_create("seaway", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        ftruncate(&descriptor, length)?;
        reserve(&descriptor, length)?;
        fcntl_add_seals(&descriptor, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        let ticket = Ticket {
            process: std::process::id().into(),
            descriptor: descriptor.as_raw_fd().unsigned_abs().into(),
            inode: fstat(&descriptor)?.st_ino,
            bytes: length,
        };
        Ok((Self::of(&descriptor, bytes)?, descriptor, ticket))
    }

    /// Another process's memory. Any other file under the ticket's numbers is rejected.
    pub(crate) fn attach(ticket: Ticket) -> io::Result<Self> {
        let path = format!("/proc/{}/fd/{}", ticket.process, ticket.descriptor);
        let descriptor = open(path, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
        let found = fstat(&descriptor)?;
        if found.st_ino != ticket.inode || u64::try_from(found.st_size) != Ok(ticket.bytes) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "another file is there"));
        }
        // If the owner could truncate the memory, we would get SIGBUS.
        if !fcntl_get_seals(&descriptor)?.contains(SealFlags::SHRINK) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the memory is not sealed against truncation",
            ));
        }
        Self::of(&descriptor, usize::try_from(ticket.bytes).map_err(|_| Errno::FBIG)?)
    }

    /// Zeroed memory of this process only.
    pub(crate) fn private(bytes: usize) -> io::Result<Self> {
        if bytes == 0 {
            return Ok(Self::empty());
        }
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: new pages at an address chosen by the kernel alias nothing.
        let pages = unsafe { mmap_anonymous(ptr::null_mut(), bytes, protection, MapFlags::PRIVATE)? };
        Ok(Self { pages: pages.cast(), bytes })
    }

    pub(crate) fn empty() -> Self {
        Self { pages: ptr::null_mut(), bytes: 0 }
    }

    fn of(descriptor: &OwnedFd, bytes: usize) -> io::Result<Self> {
        if bytes == 0 {
            return Ok(Self::empty());
        }
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        let populate = if bytes <= POPULATE_BYTES { MapFlags::POPULATE } else { MapFlags::empty() };
        // SAFETY: new pages at an address chosen by the kernel alias nothing of this process.
        let pages =
            unsafe { mmap(ptr::null_mut(), bytes, protection, MapFlags::SHARED | populate, descriptor, 0)? };
        Ok(Self { pages: pages.cast(), bytes })
    }

    pub(crate) fn pages(&self) -> *mut u8 {
        self.pages
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Step by step: others may take memory meanwhile.
fn reserve(descriptor: &OwnedFd, length: u64) -> io::Result<()> {
    let mut start = 0;
    while start < length {
        if !has_room_for(length - start) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let step = (length - start).min(RESERVE_BYTES);
        rustix::io::retry_on_intr(|| fallocate(descriptor, FallocateFlags::empty(), start, step))?;
        start += step;
    }
    Ok(())
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: this mapping was created above, and its users hold on to `self`. Unmapping an existing
            // mapping cannot fail, and a destructor could not report it.
            let _ = unsafe { munmap(self.pages.cast(), self.bytes) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_byte(mapping: &Mapping) -> *mut u8 {
        assert!(mapping.bytes() > 0);
        mapping.pages()
    }

    #[test]
    fn what_one_writes_the_other_reads() {
        let (mine, _descriptor, ticket) = Mapping::shared(10_000).unwrap();
        let theirs = Mapping::attach(Ticket::from_words(ticket.to_words())).unwrap();
        // SAFETY: both mappings exist, and nothing else uses them.
        unsafe {
            assert_eq!(first_byte(&theirs).add(9_999).read_volatile(), 0);
            first_byte(&mine).add(9_999).write_volatile(7);
            assert_eq!(first_byte(&theirs).add(9_999).read_volatile(), 7);
        }
    }

    #[test]
    fn something_else_under_the_same_numbers_is_refused() {
        let (_mine, descriptor, ticket) = Mapping::shared(4096).unwrap();
        for wrong in [
            Ticket { inode: ticket.inode + 1, ..ticket },
            Ticket { bytes: 8192, ..ticket },
            Ticket { descriptor: 1 << 30, ..ticket },
            Ticket { process: u64::MAX, ..ticket },
        ] {
            assert!(Mapping::attach(wrong).is_err(), "{wrong:?}");
        }
        drop(descriptor);
        assert!(Mapping::attach(ticket).is_err());
    }

    #[test]
    fn memory_that_its_owner_could_truncate_is_refused() {
        let descriptor = memfd_create("not sealed", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        ftruncate(&descriptor, 4096).unwrap();
        let ticket = Ticket {
            process: std::process::id().into(),
            descriptor: descriptor.as_raw_fd().unsigned_abs().into(),
            inode: fstat(&descriptor).unwrap().st_ino,
            bytes: 4096,
        };
        assert!(Mapping::attach(ticket).is_err());
        fcntl_add_seals(&descriptor, SealFlags::SHRINK).unwrap();
        assert!(Mapping::attach(ticket).is_ok());
    }

    #[test]
    fn impossible_size_is_an_error() {
        assert!(Mapping::shared(1 << 60).is_err());
        assert_eq!(Mapping::shared(0).unwrap().0.bytes(), 0);
        assert_eq!(Mapping::private(0).unwrap().bytes(), 0);
    }

    #[test]
    fn size_cannot_be_changed() {
        let (_mine, descriptor, _) = Mapping::shared(8192).unwrap();
        assert!(ftruncate(&descriptor, 0).is_err());
        assert!(ftruncate(&descriptor, 1 << 20).is_err());
    }
}
