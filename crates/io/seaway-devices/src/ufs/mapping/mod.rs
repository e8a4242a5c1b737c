// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file's bytes as memory. Offered only where all access goes through one machine's page cache (`file.rs`
//! checks that).
//!
//! Measured on Linux 6.18, 32 bytes of every 64 over 32 MiB, total milliseconds:
//!
//! |                               | tmpfs, new | tmpfs, again | ext4, new | ext4, again |
//! |-------------------------------|-----------:|-------------:|----------:|------------:|
//! | reserve, map, touch           |       26.6 |         18.7 |      19.9 |         2.5 |
//! | look for holes, map, touch    |          - |         16.9 |         - |         2.3 |
//! | the same, `MADV_POPULATE_WRITE` first |  25.7 |        11.6 |      19.0 |         2.0 |
//! | the same, `MADV_POPULATE_READ` first  |     - |          7.4 |         - |         2.1 |
//! | for reading: map, touch       |          - |          6.0 |         - |         1.3 |
//! | for reading: `MAP_POPULATE`   |          - |          6.3 |         - |         1.4 |
//!
//! Hence: pages are populated at once for writing and left to the kernel's fault-around for reading. On a
//! file system that lives in memory (`Pages::InMemory`), pages populated for reading can be written as well.

mod kept;
mod policy;
pub(super) mod recent;
mod sys;

use std::os::fd::BorrowedFd;
use std::sync::Arc;

use rustix::fs::{self, FallocateFlags, SeekFrom};
use rustix::io::{Errno, retry_on_intr};
use seaway_device_api::{Error, ErrorKind, Extent, MappedRange, Operation, Result};
use seaway_memory::{Source, Target};

pub(super) use self::kept::{FileId, KeptMappings, PlacedRegion, REGION_ALIGNMENT};
pub(super) use self::policy::{Arrays, Heat, POLICY};
pub(super) use self::sys::{Access, Pages};
use super::failure::failure;
use crate::page_faults;

/// Smaller extents are mapped wherever their pages are.
const WORTH_ASKING_BYTES: usize = 1 << 20;

/// Above this size pages are faulted in on demand: populating them all might evict more than it helps.
const POPULATE_AT_MOST: u64 = 256 << 20;

pub(super) fn map_for_reading(
    mappings: &KeptMappings,
    fd: BorrowedFd<'_>,
    extent: Extent,
    path: &str,
) -> Result<Box<dyn MappedRange>> {
    let fail = |errno| failure(Operation::Map, errno, path).with_extent(extent);
    check_signal().map_err(fail)?;
    let size = u64::try_from(fs::fstat(fd).map_err(fail)?.st_size).unwrap_or(0);
    if extent.is_empty() || extent.offset.checked_add(extent.len).is_none_or(|end| end > size) {
        // A page past the end can be mapped, but not touched.
        return Err(refused(extent, path, "only bytes inside the file can be mapped for reading"));
    }
    let placed =
        mappings.find_or_map(fd, extent, Access::Read, false, |placed| check_resident(placed, extent));
    let placed = placed.map_err(fail)?;
    Ok(Box::new(MappedExtent { placed, extent, access: Access::Read }))
}

pub(super) fn map_for_writing(
    mappings: &KeptMappings,
    fd: BorrowedFd<'_>,
    extent: Extent,
    path: &str,
) -> Result<Box<dyn MappedRange>> {
    let fail = |errno| failure(Operation::Map, errno, path).with_extent(extent);
    if extent.is_empty() || extent.offset.checked_add(extent.len).is_none_or(|end| end > i64::MAX as u64) {
        return Err(refused(
            extent,
            path,
            "the extent is empty, or ends past the largest file offset, 2^63-1",
        ));
    }
    check_signal().map_err(fail)?;
    let is_new = !is_all_data(fd, extent);
    if is_new {
        retry_on_intr(|| fs::fallocate(fd, FallocateFlags::empty(), extent.offset, extent.len))
            .map_err(fail)?;
    }
    let populate = |placed: &PlacedRegion| {
        if !is_new {
            check_resident(placed, extent)?;
        }
        if extent.len > POPULATE_AT_MOST {
            return Ok(());
        }
        let len = usize::try_from(extent.len).map_err(|_| Errno::OVERFLOW)?;
        let pages = if is_new { Pages::ToBeWritten } else { mappings.pages };
        placed.region.populate(placed.place_of(extent.offset), len, pages)
    };
    let placed = mappings.find_or_map(fd, extent, Access::ReadAndWrite, is_new, populate).map_err(fail)?;
    Ok(Box::new(MappedExtent { placed, extent, access: Access::ReadAndWrite }))
}

fn check_signal() -> Result<(), Errno> {
    if page_faults::may_touch_pages() { Ok(()) } else { Err(Errno::NODATA) }
}

/// Reading a page from disk is faster by a read call, which reads ahead further; a write that covers the page
/// need not read it at all.
fn check_resident(placed: &PlacedRegion, extent: Extent) -> Result<(), Errno> {
    let len = usize::try_from(extent.len).map_err(|_| Errno::OVERFLOW)?;
    let resident =
        len < WORTH_ASKING_BYTES || placed.region.is_mostly_resident(placed.place_of(extent.offset), len);
    if resident { Ok(()) } else { Err(Errno::NODATA) }
}

fn refused(extent: Extent, path: &str, detail: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Map).with_path(path).with_extent(extent).with_detail(detail)
}

/// Whether the space of all of `extent` is there already. Asking is cheaper than reserving it once more.
pub(super) fn is_all_data(fd: BorrowedFd<'_>, extent: Extent) -> bool {
    data_end(fd, extent.offset).is_some_and(|end| end >= extent.end())
}

/// Where the data that begins at `offset` ends. In memory the kernel looks at each page up to there. Moves the descriptor's own
/// position, which nobody here uses.
pub(crate) fn data_end(fd: BorrowedFd<'_>, offset: u64) -> Option<u64> {
    fs::seek(fd, SeekFrom::Hole(offset)).ok().filter(|&end| end > offset)
}

/// An extent inside a kept region.
struct MappedExtent {
    placed: Arc<PlacedRegion>,
    extent: Extent,
    access: Access,
}

impl MappedExtent {
    fn len(&self) -> usize {
        usize::try_from(self.extent.len).unwrap_or(usize::MAX)
    }
}

impl MappedRange for MappedExtent {
    fn source(&self) -> Source<'_> {
        self.placed.region.source(self.placed.place_of(self.extent.offset), self.len())
    }

    fn target(&self) -> Target<'_> {
        // The region may be writable for other handles; this extent was requested for reading.
        let len = if self.access == Access::Read { 0 } else { self.len() };
        self.placed.region.target(self.placed.place_of(self.extent.offset), len)
    }

    fn is_intact(&self) -> bool {
        self.placed.region.is_intact()
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileExt;

    use rustix::fs::{Advice, fadvise};

    use super::*;

    #[test]
    fn bytes_on_disk_are_refused_and_bytes_in_memory_are_mapped() {
        let file = tempfile::tempfile().unwrap();
        let bytes = vec![7; 4 * WORTH_ASKING_BYTES];
        file.write_all_at(&bytes, 0).unwrap();
        let status = fs::fstat(&file).unwrap();
        let extent = Extent::new(0, bytes.len() as u64);
        let map = || {
            let mappings = KeptMappings::of((status.st_dev, status.st_ino), Pages::ToBeWritten);
            map_for_reading(&mappings, file.as_fd(), extent, "a file")
        };
        assert_eq!(
            map().unwrap().source().slice(0..4096).unwrap(),
            &bytes[..4096],
            "just written: in memory"
        );
        file.sync_all().unwrap();
        fadvise(&file, 0, None, Advice::DontNeed).unwrap();
        // A file system in memory has nowhere to evict its pages to.
        match map() {
            Ok(mapped) => assert_eq!(mapped.source().slice(0..4096).unwrap(), &bytes[..4096]),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}"),
        }
    }
}
