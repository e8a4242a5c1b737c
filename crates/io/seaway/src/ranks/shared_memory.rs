// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ThreadMemory`]: zeroed pages that all ranks of a group may access. The only module of this crate with
//! raw memory.
//!
//! Users coordinate which bytes are written when, with barriers.
#![allow(
    unsafe_code,
    reason = "memory that several ranks write cannot be a slice; it is handed out with bounds only"
)]

use std::ptr;

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::SharedMemory;
use seaway_memory::{Source, Target};

/// Anonymous pages: zero without being written, and allocated as they are touched.
#[derive(Debug)]
pub(super) struct ThreadMemory {
    pages: *mut u8,
    bytes: usize,
}

// SAFETY: the pages belong to no thread, and the methods return bounds, not references.
unsafe impl Send for ThreadMemory {}
// SAFETY: as above.
unsafe impl Sync for ThreadMemory {}

impl ThreadMemory {
    pub(super) fn new(bytes: usize) -> Result<Self> {
        if bytes == 0 {
            return Ok(Self { pages: ptr::null_mut(), bytes });
        }
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: new pages at an address of the kernel's choice alias nothing.
        let pages = unsafe { mmap_anonymous(ptr::null_mut(), bytes, protection, MapFlags::PRIVATE) };
        let refusal = |errno: rustix::io::Errno| {
            Error::new(ErrorKind::NoMemory, Operation::Map)
                .with_detail(format!("{bytes} bytes of memory for all ranks"))
                .with_source(std::io::Error::from(errno))
        };
        Ok(Self { pages: pages.map_err(refusal)?.cast(), bytes })
    }

    fn length(&self) -> i64 {
        i64::try_from(self.bytes).expect("no mapping is longer than isize::MAX bytes")
    }
}

impl SharedMemory for ThreadMemory {
    fn source(&self) -> Source<'_> {
        // SAFETY: the pages stay mapped as long as `self`; the engine's barriers separate readers from
        // writers.
        unsafe { Source::from_raw(self.pages, 0..self.length()) }
    }

    fn target(&self) -> Target<'_> {
        // SAFETY: as above, and writers from each other.
        unsafe { Target::from_raw(self.pages, 0..self.length()) }
    }
}

impl Drop for ThreadMemory {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: this is the mapping that `new` made, and every Source and Target borrowed from `self`.
            // Unmapping a mapping cannot fail, and a destructor could not report it.
            let _ = unsafe { munmap(self.pages.cast(), self.bytes) };
        }
    }
}
