// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`KeptMappings`]: mappings that stay while a file is open, shared by all who have it open in this process.
//!
//! Making the pages of a mapping costs more than copying to them. Programs write the same arrays step after step, and
//! embedded ranks write the same pages side by side: both find the pages made. A mapping is only addresses: the file
//! may be cut or grow under it, and whoever maps an extent first makes sure that its bytes are there.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustix::io::Errno;
use seaway_device::Extent;

use super::sys::{Access, Pages, Region};

/// Regions begin and end at multiples of this, so that neighbours' extents fall into the same ones.
pub(in crate::ufs) const REGION_ALIGNMENT: u64 = 2 << 20;
/// The oldest goes when there are more.
const REGIONS_KEPT: usize = 16;

/// One file's mappings.
#[derive(Debug)]
pub(in crate::ufs) struct KeptMappings {
    regions: Mutex<Vec<Arc<PlacedRegion>>>,
    /// How pages are made for bytes that have their space.
    pub(in crate::ufs) pages: Pages,
}

/// A region and where in the file it begins.
#[derive(Debug)]
pub(in crate::ufs) struct PlacedRegion {
    start: u64,
    pub(in crate::ufs) region: Region,
}

/// Device and inode number.
pub(in crate::ufs) type FileId = (u64, u64);

static FILES: Mutex<BTreeMap<FileId, Weak<KeptMappings>>> = Mutex::new(BTreeMap::new());

impl KeptMappings {
    /// Those of one file. While a mapping exists no other file can have its number.
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

    /// A region that holds `extent` and allows `access`. `prepare` is called on one that was not there before, and on any
    /// if `again`; others who want it meanwhile wait.
    pub(in crate::ufs) fn find_or_map(
        &self,
        fd: BorrowedFd<'_>,
        extent: Extent,
        access: Access,
        again: bool,
        prepare: impl FnOnce(&PlacedRegion) -> Result<(), Errno>,
    ) -> Result<Arc<PlacedRegion>, Errno> {
        let mut regions = self.regions.lock().unwrap_or_else(PoisonError::into_inner);
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
        if regions.len() == REGIONS_KEPT {
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

    /// Where in the region a byte of the file lies, which it holds.
    pub(in crate::ufs) fn place_of(&self, offset: u64) -> usize {
        usize::try_from(offset - self.start).unwrap_or(usize::MAX)
    }
}
