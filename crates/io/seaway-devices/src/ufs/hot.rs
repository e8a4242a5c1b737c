// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HotRegions`]: repeatedly accessed regions of the file, served by copies to and from their mapped pages.
//!
//! A file system admits one writer at a time to a file, so ranks that write one file wait for each other.
//! Copies to pages run in parallel, and cost less by themselves. Measured on Linux 6.18, microseconds per
//! call, overwriting existing bytes:
//!
//! |                  | tmpfs, 64 B | tmpfs, 4 KiB | tmpfs, 1 MiB | ext4, 64 B | ext4, 4 KiB | ext4, 1 MiB |
//! |------------------|------------:|-------------:|-------------:|-----------:|------------:|------------:|
//! | one writes       |        0.82 |         0.93 |          134 |            |             |         115 |
//! | two write        |         1.7 |          2.6 |          361 |        9.2 |         4.9 |         306 |
//! | two: fstat, copy |        0.48 |         0.88 |           43 |       0.45 |        0.69 |          41 |
//! | two: lseek, copy |        0.24 |         0.60 |           43 |       0.22 |        0.45 |          41 |
//!
//! Faulting in the pages costs as much as a few hundred calls, so a region is mapped after as many, if more
//! are to come (`mapping/policy.rs`). The size is queried with every copy: before a write, which may have to extend the
//! file, and after a read, which must not count bytes that were truncated meanwhile. If a page turns out to
//! be missing, the region is dropped and a system call does the work.

use std::ops::Range;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::{self, SeekFrom};
use rustix::io::Errno;
use seaway_device_api::Extent;

use super::mapping::{Access, Heat, KeptMappings, POLICY, PlacedRegion, REGION_ALIGNMENT, is_all_data};
use crate::page_faults;

#[derive(Debug, Default)]
pub(super) struct HotRegions {
    latest: Latest,
    watched: Mutex<Vec<Hot>>,
}

/// Accesses to the region that was accessed last, as long as it is not mapped. They are counted in `watched`
/// later, many at a time, so that most accesses need no lock. Threads that access it at the same moment may
/// lose a count.
#[derive(Debug)]
struct Latest {
    /// Index of the region in the file, or [`NO_REGION`].
    index: AtomicU64,
    /// Cost of the accesses, in calls.
    calls: AtomicU64,
}

const NO_REGION: u64 = u64::MAX;
/// Calls that are counted at once.
const CALLS_AT_ONCE: u64 = 32;

/// A region of the file and how much it was accessed.
#[derive(Debug)]
struct Hot {
    /// Index of the region in the file.
    index: u64,
    heat: Heat,
    mapped: Option<Mapped>,
}

#[derive(Debug, Clone)]
struct Mapped {
    placed: Arc<PlacedRegion>,
    access: Access,
    /// Bytes of the file that had their space allocated when they were mapped.
    ready: Extent,
}

impl HotRegions {
    /// Copies `bytes` over existing bytes of the file. False: write them.
    pub(super) fn write(
        &self,
        mappings: &KeptMappings,
        fd: BorrowedFd<'_>,
        extent: Extent,
        bytes: &[u8],
    ) -> bool {
        self.with_regions(mappings, fd, extent, Access::ReadAndWrite, |placed, part, range| {
            placed.region.copy_in(placed.place_of(part.offset), &bytes[range]);
        })
    }

    /// Copies bytes of the file to `target`. False: read them.
    pub(super) fn read(
        &self,
        mappings: &KeptMappings,
        fd: BorrowedFd<'_>,
        extent: Extent,
        target: &mut [u8],
    ) -> bool {
        self.with_regions(mappings, fd, extent, Access::Read, |placed, part, range| {
            placed.region.copy_out(placed.place_of(part.offset), &mut target[range]);
        })
    }

    /// Mapped regions may have lost their space.
    pub(super) fn forget(&self) {
        self.watched().clear();
    }

    /// Calls `copy` with the slices of `extent`, their regions and their offsets in the program's memory; or
    /// not at all.
    fn with_regions(
        &self,
        mappings: &KeptMappings,
        fd: BorrowedFd<'_>,
        extent: Extent,
        access: Access,
        mut copy: impl FnMut(&PlacedRegion, Extent, Range<usize>),
    ) -> bool {
        let end = extent.offset.checked_add(extent.len).filter(|&end| i64::try_from(end).is_ok());
        let Some(end) = end.filter(|_| POLICY.heats(extent.len)) else { return false };
        let first = extent.offset / REGION_ALIGNMENT;
        if first != (end - 1) / REGION_ALIGNMENT {
            return self.with_several(mappings, fd, extent, access, copy);
        }
        if self.latest.adds(first, POLICY.cost(extent.len)) {
            return false;
        }
        let mut watched = self.watched();
        self.latest.count_in(&mut watched);
        let hot = find_or_watch(&mut watched, first);
        let Some(mapped) = hot.see(mappings, fd, extent, access) else {
            if hot.mapped.is_none() {
                self.latest.begin(first);
            }
            return false;
        };
        if !may_begin(fd, extent, access) {
            return false;
        }
        copy(&mapped.placed, extent, 0..length(extent.len));
        let is_intact = mapped.placed.region.is_intact();
        if !is_intact {
            hot.mapped = None;
        }
        is_intact && has_ended_well(fd, extent, access)
    }

    /// Every slice is counted, and none is copied unless all can be.
    #[inline(never)]
    fn with_several(
        &self,
        mappings: &KeptMappings,
        fd: BorrowedFd<'_>,
        extent: Extent,
        access: Access,
        mut copy: impl FnMut(&PlacedRegion, Extent, Range<usize>),
    ) -> bool {
        let mut watched = self.watched();
        self.latest.count_in(&mut watched);
        let see = |part: Extent| {
            let hot = find_or_watch(&mut watched, part.offset / REGION_ALIGNMENT);
            hot.see(mappings, fd, part, access).cloned()
        };
        let seen: Vec<Option<Mapped>> = parts(extent).map(see).collect();
        let Some(regions) = seen.into_iter().collect::<Option<Vec<Mapped>>>() else { return false };
        // Other threads need not wait for a long copy.
        drop(watched);
        if !may_begin(fd, extent, access) {
            return false;
        }
        for (mapped, part) in regions.iter().zip(parts(extent)) {
            let start = length(part.offset - extent.offset);
            copy(&mapped.placed, part, start..start + length(part.len));
        }
        if !regions.iter().all(|mapped| mapped.placed.region.is_intact()) {
            self.forget();
            return false;
        }
        has_ended_well(fd, extent, access)
    }

    fn watched(&self) -> MutexGuard<'_, Vec<Hot>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes beyond the end: a write must extend the file.
fn may_begin(fd: BorrowedFd<'_>, extent: Extent, access: Access) -> bool {
    page_faults::may_touch_pages() && (access == Access::Read || size(fd) >= extent.end())
}

/// A read must not count bytes beyond the end.
fn has_ended_well(fd: BorrowedFd<'_>, extent: Extent, access: Access) -> bool {
    access == Access::ReadAndWrite || size(fd) >= extent.end()
}

impl Default for Latest {
    fn default() -> Self {
        Self { index: AtomicU64::new(NO_REGION), calls: AtomicU64::new(0) }
    }
}

impl Latest {
    /// Whether an access to region `index` has been added. Otherwise it must be counted by itself.
    #[inline]
    fn adds(&self, index: u64, calls: u64) -> bool {
        let calls = self.calls.load(Ordering::Relaxed) + calls;
        let fits = self.index.load(Ordering::Relaxed) == index && calls < CALLS_AT_ONCE;
        if fits {
            self.calls.store(calls, Ordering::Relaxed);
        }
        fits
    }

    /// Further accesses to an unmapped region may be added.
    fn begin(&self, index: u64) {
        self.index.store(index, Ordering::Relaxed);
    }

    /// Counts what was added so far.
    fn count_in(&self, watched: &mut [Hot]) {
        let index = self.index.load(Ordering::Relaxed);
        if index == NO_REGION {
            return;
        }
        self.index.store(NO_REGION, Ordering::Relaxed);
        let calls = self.calls.swap(0, Ordering::Relaxed);
        if let Some(hot) = watched.iter_mut().find(|hot| hot.index == index) {
            hot.heat.add(calls);
        }
    }
}

impl Hot {
    /// Counts an access. Returns its pages if they are mapped, by this call or before.
    fn see(
        &mut self,
        mappings: &KeptMappings,
        fd: BorrowedFd<'_>,
        part: Extent,
        access: Access,
    ) -> Option<&Mapped> {
        if !self.mapped.as_ref().is_some_and(|mapped| mapped.serves(part, access)) {
            if !self.heat.rises(part, (self.index + 1) * REGION_ALIGNMENT) {
                return None;
            }
            self.mapped = Mapped::new(mappings, fd, self.index, access).ok();
        }
        self.mapped.as_ref().filter(|mapped| mapped.serves(part, access))
    }
}

/// The slices of an extent, by region.
fn parts(extent: Extent) -> impl Iterator<Item = Extent> {
    let regions =
        extent.offset / REGION_ALIGNMENT..=(extent.end().max(extent.offset + 1) - 1) / REGION_ALIGNMENT;
    regions.map(move |index| {
        let start = extent.offset.max(index * REGION_ALIGNMENT);
        let end = extent.end().min((index + 1) * REGION_ALIGNMENT);
        Extent::from(start..end)
    })
}

fn length(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

fn find_or_watch(watched: &mut Vec<Hot>, index: u64) -> &mut Hot {
    let place = watched.iter().position(|hot| hot.index == index).unwrap_or_else(|| {
        if watched.len() == POLICY.regions_watched {
            watched.remove(0);
        }
        watched.push(Hot { index, heat: Heat::default(), mapped: None });
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
                Access::ReadAndWrite => placed.region.populate(placed.place_of(start), len, mappings.pages),
            }
        })?;
        Ok(Self { placed, access, ready })
    }

    fn serves(&self, extent: Extent, access: Access) -> bool {
        let allowed = access == Access::Read || self.access == Access::ReadAndWrite;
        allowed && extent.end() <= self.ready.end()
    }
}

/// Half the cost of fstat. Moves the descriptor's file position, which is not used.
fn size(fd: BorrowedFd<'_>) -> u64 {
    fs::seek(fd, SeekFrom::End(0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileExt;

    use super::super::mapping::Pages;
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
            let mappings = KeptMappings::of((status.st_dev, status.st_ino), Pages::ToBeWritten);
            Self { file, mappings, hot: HotRegions::default() }
        }

        fn write(&self, offset: u64, bytes: &[u8]) -> bool {
            let extent = Extent::new(offset, bytes.len() as u64);
            self.hot.write(&self.mappings, self.file.as_fd(), extent, bytes)
        }

        fn read(&self, offset: u64, target: &mut [u8]) -> bool {
            let extent = Extent::new(offset, target.len() as u64);
            self.hot.read(&self.mappings, self.file.as_fd(), extent, target)
        }
    }

    #[test]
    fn a_region_is_mapped_when_it_is_hot_and_holds_the_files_bytes() {
        let fixture = Fixture::new(&vec![7; 100_000]);
        let copied = (0..2 * POLICY.calls_before_mapping).filter(|_| fixture.write(500, b"seaway")).count();
        let early = (copied as u64).abs_diff(POLICY.calls_before_mapping);
        assert!(early <= CALLS_AT_ONCE, "{copied} of {}", 2 * POLICY.calls_before_mapping);
        let mut back = [0; 8];
        fixture.file.read_exact_at(&mut back, 499).unwrap();
        assert_eq!(&back, b"\x07seaway\x07");
        assert!(fixture.read(499, &mut back), "a region for writing can be read");
        assert_eq!(&back, b"\x07seaway\x07");
    }

    #[test]
    fn accesses_to_several_regions_by_turns_are_all_counted() {
        let regions = 3;
        let fixture = Fixture::new(&vec![7; length(regions * REGION_ALIGNMENT)]);
        let round =
            || (0..regions).filter(|region| fixture.write(region * REGION_ALIGNMENT + 9, b"x")).count();
        let rounds = (1..).find(|_| round() == 3).unwrap();
        assert!(rounds <= POLICY.calls_before_mapping + 1, "{rounds}");
        assert!(fixture.write(5, b"y") && fixture.write(5, b"y"), "mapped regions stay so");
    }

    #[test]
    fn a_long_access_goes_through_several_regions() {
        let bytes: Vec<u8> = (0..5_000_000_u32).map(|index| u8::try_from(index % 251).unwrap()).collect();
        let fixture = Fixture::new(&vec![7; bytes.len() + 10]);
        let copied = (0..10).filter(|_| fixture.write(5, &bytes)).count();
        assert!(copied >= 4, "mapped after {} writes", 10 - copied);
        let mut back = vec![0; bytes.len() + 10];
        fixture.file.read_exact_at(&mut back, 0).unwrap();
        assert!(
            back[..5] == [7; 5] && back[5..bytes.len() + 5] == bytes && back[bytes.len() + 5..] == [7; 5]
        );
        back.fill(0);
        assert!((0..10).any(|_| fixture.read(0, &mut back)));
        assert!(back[5..bytes.len() + 5] == bytes);
    }

    #[test]
    fn bytes_beyond_the_end_are_left_to_calls() {
        let fixture = Fixture::new(&[1; 1000]);
        for _ in 0..2 * POLICY.calls_before_mapping {
            fixture.write(0, &[2; 10]);
            assert!(!fixture.write(995, &[2; 10]), "the file would have to grow");
            assert!(!fixture.read(995, &mut [0; 10]), "the file has fewer bytes");
        }
        fixture.file.set_len(5).unwrap();
        assert!(!fixture.write(0, &[3; 10]), "the file was truncated");
    }
}
