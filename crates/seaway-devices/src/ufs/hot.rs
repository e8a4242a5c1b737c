// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HotRegions`]: small accesses to a part of the file that is accessed over and over, as copies to its mapped pages.
//!
//! A file system lets one writer at a time into a file, so ranks that write small pieces of one file wait for each
//! other. Copies to pages do not. Measured on Linux 6.18, microseconds a call, two processes that rewrite one file:
//!
//! |               | tmpfs, 64 B | tmpfs, 4 KiB | ext4, 64 B | ext4, 4 KiB |
//! |---------------|------------:|-------------:|-----------:|------------:|
//! | write         |         1.7 |          2.6 |        9.2 |         4.9 |
//! | fstat, copy   |        0.48 |         0.88 |       0.45 |        0.69 |
//! | lseek, copy   |        0.24 |         0.60 |       0.22 |        0.45 |
//!
//! Making the pages costs as much as some hundred calls, so a region is mapped when it has seen as many. The size is asked
//! for before every copy: a page that another program has cut off would be a signal.

use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::{self, SeekFrom};
use rustix::io::Errno;
use seaway_device::Extent;

use super::mapping::{Access, KeptMappings, PlacedRegion, REGION_ALIGNMENT, is_all_data};

/// Longer accesses gain little: the copy itself takes most of their time.
const SMALL_BYTES: usize = 64 << 10;
/// As many calls as making a region's pages costs.
const CALLS_BEFORE_MAPPING: u32 = 512;
/// Regions that are watched; the one that was watched first goes.
const WATCHED: usize = 16;

#[derive(Debug, Default)]
pub(super) struct HotRegions(Mutex<Vec<Hot>>);

/// A part of the file and how often it was accessed.
#[derive(Debug)]
struct Hot {
    /// Number of the region in the file.
    index: u64,
    calls: u32,
    mapped: Option<Mapped>,
}

#[derive(Debug)]
struct Mapped {
    placed: Arc<PlacedRegion>,
    access: Access,
    /// Bytes of the file that had their space when they were mapped.
    ready: Extent,
}

impl HotRegions {
    /// Copies `bytes` over old bytes of the file. False: write them.
    pub(super) fn write(
        &self,
        mappings: impl FnOnce() -> Arc<KeptMappings>,
        fd: BorrowedFd<'_>,
        extent: Extent,
        bytes: &[u8],
    ) -> bool {
        self.with_region(mappings, fd, extent, Access::ReadAndWrite, |placed| {
            placed.region.copy_in(placed.place_of(extent.offset), bytes);
        })
    }

    /// Copies bytes of the file to `target`. False: read them.
    pub(super) fn read(
        &self,
        mappings: impl FnOnce() -> Arc<KeptMappings>,
        fd: BorrowedFd<'_>,
        extent: Extent,
        target: &mut [u8],
    ) -> bool {
        self.with_region(mappings, fd, extent, Access::Read, |placed| {
            placed.region.copy_out(placed.place_of(extent.offset), target);
        })
    }

    /// What was mapped may have lost its space.
    pub(super) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn with_region(
        &self,
        mappings: impl FnOnce() -> Arc<KeptMappings>,
        fd: BorrowedFd<'_>,
        extent: Extent,
        access: Access,
        copy: impl FnOnce(&PlacedRegion),
    ) -> bool {
        let index = extent.offset / REGION_ALIGNMENT;
        let is_small = extent.len <= SMALL_BYTES as u64;
        if !is_small || extent.offset % REGION_ALIGNMENT + extent.len > REGION_ALIGNMENT {
            return false;
        }
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hot = find_or_watch(&mut watched, index);
        if !hot.mapped.as_ref().is_some_and(|mapped| mapped.serves(extent, access)) {
            hot.calls += 1;
            if hot.calls < CALLS_BEFORE_MAPPING {
                return false;
            }
            hot.calls = 0;
            // What cannot be mapped is tried again after as many calls.
            hot.mapped = Mapped::new(&mappings(), fd, index, access).ok();
        }
        match &hot.mapped {
            Some(mapped) if mapped.serves(extent, access) && size(fd) >= extent.end() => {
                copy(&mapped.placed);
                true
            }
            _ => false,
        }
    }
}

fn find_or_watch(watched: &mut Vec<Hot>, index: u64) -> &mut Hot {
    let place = watched.iter().position(|hot| hot.index == index).unwrap_or_else(|| {
        if watched.len() == WATCHED {
            watched.remove(0);
        }
        watched.push(Hot { index, calls: 0, mapped: None });
        watched.len() - 1
    });
    &mut watched[place]
}

impl Mapped {
    fn new(mappings: &KeptMappings, fd: BorrowedFd<'_>, index: u64, access: Access) -> Result<Self, Errno> {
        let start = index * REGION_ALIGNMENT;
        let ready = Extent::new(start, REGION_ALIGNMENT.min(size(fd).saturating_sub(start)));
        if ready.is_empty() || (access == Access::ReadAndWrite && !is_all_data(fd, ready)) {
            return Err(Errno::NODATA);
        }
        let placed = mappings.find_or_map(fd, ready, access, true, |placed| {
            let len = usize::try_from(ready.len).map_err(|_| Errno::OVERFLOW)?;
            match access {
                Access::Read => Ok(()),
                Access::ReadAndWrite => placed.region.populate_for_writing(placed.place_of(start), len),
            }
        })?;
        Ok(Self { placed, access, ready })
    }

    fn serves(&self, extent: Extent, access: Access) -> bool {
        let allowed = access == Access::Read || self.access == Access::ReadAndWrite;
        allowed && extent.end() <= self.ready.end()
    }
}

/// Half the price of fstat. Moves the descriptor's own position, which nobody here uses.
fn size(fd: BorrowedFd<'_>) -> u64 {
    fs::seek(fd, SeekFrom::End(0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileExt;

    use super::*;

    struct Fixture {
        file: std::fs::File,
        mappings: Arc<KeptMappings>,
        hot: HotRegions,
    }

    impl Fixture {
        fn new(bytes: &[u8]) -> Self {
            let file = tempfile::tempfile().unwrap();
            file.write_all_at(bytes, 0).unwrap();
            let status = fs::fstat(&file).unwrap();
            let mappings = KeptMappings::of((status.st_dev, status.st_ino));
            Self { file, mappings, hot: HotRegions::default() }
        }

        fn write(&self, offset: u64, bytes: &[u8]) -> bool {
            let extent = Extent::new(offset, bytes.len() as u64);
            self.hot.write(|| self.mappings.clone(), self.file.as_fd(), extent, bytes)
        }

        fn read(&self, offset: u64, target: &mut [u8]) -> bool {
            let extent = Extent::new(offset, target.len() as u64);
            self.hot.read(|| self.mappings.clone(), self.file.as_fd(), extent, target)
        }
    }

    #[test]
    fn a_region_is_mapped_when_it_is_hot_and_holds_the_files_bytes() {
        let fixture = Fixture::new(&vec![7; 100_000]);
        let copied = (0..2 * CALLS_BEFORE_MAPPING).filter(|_| fixture.write(500, b"seaway")).count();
        assert_eq!(copied, CALLS_BEFORE_MAPPING as usize + 1);
        let mut back = [0; 8];
        fixture.file.read_exact_at(&mut back, 499).unwrap();
        assert_eq!(&back, b"\x07seaway\x07");
        assert!(fixture.read(499, &mut back), "a region for writing can be read");
        assert_eq!(&back, b"\x07seaway\x07");
    }

    #[test]
    fn what_lies_behind_the_end_is_left_to_calls() {
        let fixture = Fixture::new(&[1; 1000]);
        for _ in 0..2 * CALLS_BEFORE_MAPPING {
            fixture.write(0, &[2; 10]);
            assert!(!fixture.write(995, &[2; 10]), "the file would have to grow");
            assert!(!fixture.read(995, &mut [0; 10]), "fewer bytes are there");
        }
        fixture.file.set_len(5).unwrap();
        assert!(!fixture.write(0, &[3; 10]), "the file was cut");
    }
}
