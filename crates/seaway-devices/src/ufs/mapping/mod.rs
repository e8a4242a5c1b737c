// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file's bytes as memory. Offered only where one machine's page cache is all there is (`file.rs` sees to that).
//!
//! Measured on Linux 6.18, 32 bytes of every 64 over 32 MiB, milliseconds in all:
//!
//! |                               | tmpfs, new | tmpfs, again | ext4, new | ext4, again |
//! |-------------------------------|-----------:|-------------:|----------:|------------:|
//! | reserve, map, touch           |       26.6 |         18.7 |      19.9 |         2.5 |
//! | look for holes, map, touch    |          - |         16.9 |         - |         2.3 |
//! | the same, `MADV_POPULATE_WRITE` first |  25.7 |        11.6 |      19.0 |         2.0 |
//! | for reading: map, touch       |          - |          6.0 |         - |         1.3 |
//! | for reading: `MAP_POPULATE`   |          - |          6.3 |         - |         1.4 |
//!
//! Hence: pages are made at once for writing and left to the kernel's fault-around for reading.

mod sys;

use std::os::fd::BorrowedFd;

use rustix::fs::{self, FallocateFlags, SeekFrom};
use rustix::io::{Errno, retry_on_intr};
use seaway_device::{Error, ErrorKind, Extent, MappedRange, Operation, Result};
use seaway_memory::{Source, Target};

use self::sys::{Access, Region};
use super::failure::failure;

/// Above this pages come as they are touched: making them all might push out more than it helps.
const POPULATE_AT_MOST: u64 = 256 << 20;

pub(super) fn map_for_reading(fd: BorrowedFd<'_>, extent: Extent, path: &str) -> Result<Box<dyn MappedRange>> {
    let fail = |errno| failure(Operation::Map, errno, path).with_extent(extent);
    let size = u64::try_from(fs::fstat(fd).map_err(fail)?.st_size).unwrap_or(0);
    if extent.is_empty() || extent.offset.checked_add(extent.len).is_none_or(|end| end > size) {
        // A page past the end can be mapped, but touching it is a signal.
        return Err(refused(extent, path, "only bytes inside the file can be mapped for reading"));
    }
    Ok(Box::new(MappedExtent::new(fd, extent, Access::Read).map_err(fail)?))
}

pub(super) fn map_for_writing(fd: BorrowedFd<'_>, extent: Extent, path: &str) -> Result<Box<dyn MappedRange>> {
    let fail = |errno| failure(Operation::Map, errno, path).with_extent(extent);
    if extent.is_empty() || extent.offset.checked_add(extent.len).is_none_or(|end| end > i64::MAX as u64) {
        return Err(refused(extent, path, "the extent is empty, or ends past the largest file offset, 2^63-1"));
    }
    if !is_all_data(fd, extent) {
        retry_on_intr(|| fs::fallocate(fd, FallocateFlags::empty(), extent.offset, extent.len)).map_err(fail)?;
    }
    let mapped = MappedExtent::new(fd, extent, Access::ReadAndWrite).map_err(fail)?;
    if extent.len <= POPULATE_AT_MOST {
        mapped.region.populate_for_writing().map_err(fail)?;
    }
    Ok(Box::new(mapped))
}

fn refused(extent: Extent, path: &str, detail: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Map).with_path(path).with_extent(extent).with_detail(detail)
}

/// Whether the space of all of `extent` is there already. Asking is cheaper than reserving it once more. Moves the
/// descriptor's own position, which nobody here uses.
fn is_all_data(fd: BorrowedFd<'_>, extent: Extent) -> bool {
    fs::seek(fd, SeekFrom::Hole(extent.offset)).is_ok_and(|hole| hole >= extent.end())
}

/// Whole pages around an extent.
struct MappedExtent {
    region: Region,
    /// Where the extent begins in the region.
    skip: usize,
    len: usize,
}

impl MappedExtent {
    fn new(fd: BorrowedFd<'_>, extent: Extent, access: Access) -> Result<Self, Errno> {
        let page = rustix::param::page_size() as u64;
        let skip = extent.offset % page;
        let as_usize = |bytes: u64| usize::try_from(bytes).map_err(|_| Errno::OVERFLOW);
        let region = Region::map(fd, extent.offset - skip, as_usize(skip + extent.len)?, access)?;
        Ok(Self { region, skip: as_usize(skip)?, len: as_usize(extent.len)? })
    }
}

impl MappedRange for MappedExtent {
    fn source(&self) -> Source<'_> {
        self.region.source(self.skip, self.len)
    }

    fn target(&self) -> Target<'_> {
        self.region.target(self.skip, self.len)
    }
}
