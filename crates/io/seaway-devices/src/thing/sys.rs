// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mapped words of a table of states, and the file that this code is in.
#![allow(unsafe_code, reason = "mapped memory is raw memory; the loader knows files by addresses")]

use std::ffi::{CStr, OsStr};
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// Words of a file that is never cut, shared with other processes.
#[derive(Debug)]
pub(super) struct Words {
    start: NonNull<AtomicU64>,
    count: usize,
    writable: bool,
}

// SAFETY: the words are atomic, and mapped until this is dropped.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    /// The first `count` words of a file which is sealed against being cut.
    pub(super) fn map(fd: BorrowedFd<'_>, count: usize, writable: bool) -> Result<Self, Errno> {
        let protection = if writable { ProtFlags::READ | ProtFlags::WRITE } else { ProtFlags::READ };
        // SAFETY: the kernel picks free addresses, so no memory in use is replaced.
        let start =
            unsafe { mmap(ptr::null_mut(), count * size_of::<u64>(), protection, MapFlags::SHARED, fd, 0) }?;
        let start = NonNull::new(start.cast()).ok_or(Errno::NOMEM)?;
        Ok(Self { start, count, writable })
    }

    /// For loading.
    pub(super) fn get(&self, index: usize) -> Option<&AtomicU64> {
        if index >= self.count {
            return None;
        }
        // SAFETY: the word is in the mapping, which is aligned to pages and lives as long as `self`. All who have it mapped
        // access it by atomic operations. Where it is mapped for reading, nothing in this module stores to it.
        Some(unsafe { self.start.add(index).as_ref() })
    }

    /// For storing. `None` where it is mapped for reading.
    pub(super) fn get_writable(&self, index: usize) -> Option<&AtomicU64> {
        if self.writable { self.get(index) } else { None }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: mapped by `map`, and every reference borrowed `self`.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), self.count * size_of::<u64>()) };
    }
}

/// The library or program that this code is in.
pub(super) fn own_file() -> Option<PathBuf> {
    let mut found = MaybeUninit::<libc::Dl_info>::zeroed();
    let address: fn() -> Option<PathBuf> = own_file;
    // SAFETY: looks an address up, and fills the structure if it returns another value than 0.
    let name = unsafe {
        if libc::dladdr(address as *const libc::c_void, found.as_mut_ptr()) == 0 {
            return None;
        }
        found.assume_init().dli_fname
    };
    if name.is_null() {
        return None;
    }
    // SAFETY: the loader's own string, for as long as the file is loaded, which this code is in.
    let name = unsafe { CStr::from_ptr(name) };
    std::path::absolute(OsStr::from_bytes(name.to_bytes())).ok()
}
