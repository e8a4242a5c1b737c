// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`KeptMappings`]: mappings that stay while a file is open, shared by all handles of it in this process.
//!
//! Faulting in the pages of a mapping costs more than copying to them. Programs write the same arrays step
//! after step, and embedded ranks write the same pages side by side: both find the pages present. A mapping
//! is only addresses: the file may be truncated or grow under it, and the code that maps an extent first
//! makes sure that its bytes exist. A region in which a page was missing is not used again.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustix::io::Errno;
use seaway_device_api::Extent;

use super::policy::POLICY;
use super::sys::{Access, Pages, Region};

/// Regions begin and end at multiples of this, so that extents of neighbouring ranks fall into the same ones.
pub(in crate::ufs) const REGION_ALIGNMENT: u64 = 2 << 20;

/// One file's mappings.
#[derive(Debug)]
pub(in crate::ufs) struct KeptMappings {
    regions: Mutex<Vec<Arc<PlacedRegion>>>,
    /// How pages are faulted in for bytes whose space is allocated.
    pub(in crate::ufs) pages: Pages,
}

/// A region and its offset in the file.
#[derive(Debug)]
pub(in crate::ufs) struct PlacedRegion {
    start: u64,
    pub(in crate::ufs) region: Region,
}

/// Device and inode number.
pub(in crate::ufs) type FileId = (u64, u64);

static FILES: Mutex<BTreeMap<FileId, Weak<KeptMappings>>> = Mutex::new(BTreeMap::new());

impl KeptMappings {
    /// The mappings of one file. While a mapping exists no other file can have its inode number.
    pub(in crate::ufs) fn of(file: FileId, pages: Pages) -> Arc<Self> {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|_, mappings| mappings.strong_count() > 0);
        let entry = files.entry(file).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let mappings = Arc::new(Self { regions: Mutex::default(), pages });
            *entry = Arc::downgrade(&mappings);
            mappings
        })
    }

    /// A region that contains `extent` and allows `access`. `prepare` is called on a new region, and on any
    /// if `again`; other threads that want it meanwhile wait.
    pub(in crate::ufs) fn find_or_map(
        &self,
        fd: BorrowedFd<'_>,
        extent: Extent,
        access: Access,
        again: bool,
        prepare: impl FnOnce(&PlacedRegion) -> Result<(), Errno>,
    ) -> Result<Arc<PlacedRegion>, Errno> {
        let mut regions = self.regions.lock().unwrap_or_else(PoisonError::into_inner);
        regions.retain(|region| region.region.is_intact());
        if let Some(found) =
            regions.iter().find(|region| region.holds(extent) && region.region.allows(access))
        {
            if again {
                prepare(found)?;
            }
            return Ok(found.clone());
        }
        let start = extent.offset / REGION_ALIGNMENT * REGION_ALIGNMENT;
        let end = extent.end().checked_next_multiple_of(REGION_ALIGNMENT).ok_or(Errno::OVERFLOW)?;
        let len = usize::try_from(end - start).map_err(|_| Errno::OVERFLOW)?;
        let made = Arc::new(PlacedRegion { start, region: Region::map(fd, start, len, access)? });
        prepare(&made)?;
        if regions.len() == POLICY.regions_kept {
            regions.remove(0);
        }
        regions.push(made.clone());
        Ok(made)
    }
}

impl PlacedRegion {
    fn holds(&self, extent: Extent) -> bool {
        extent.offset >= self.start && extent.end() - self.start <= self.region.len() as u64
    }

    /// Offset in the region of a byte of the file, which must lie in it.
    pub(in crate::ufs) fn place_of(&self, offset: u64) -> usize {
        usize::try_from(offset - self.start).unwrap_or(usize::MAX)
    }
}
