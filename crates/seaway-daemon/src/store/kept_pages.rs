// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`KeptPages`]: blocks of a file that a client accesses over and over stay mapped, and their bytes go between the line and
//! their pages without a buffer in between.
//!
//! A file system lets one writer at a time into a file: clients that write one file by calls wait for each other, and those
//! that copy to its pages do not. But making pages costs as much as writing them, so that it pays from the third time on.
//! Programs write the same arrays step after step; a block is mapped when it is accessed for the second time. For writing
//! that is so where files are in memory.
//!
//! Measured on Linux 6.18, two processors, four clients on the same host over old bytes of one file in tmpfs, GB/s: through
//! a buffer 2.1 written and 2.2 read, with kept pages 3.1 and 3.6; sockets alone carry 3.6.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device::{DeviceFile, Extent, Locality, MappedRange, Mapping};

/// Blocks begin at multiples of this, the same for all who access the file.
pub(super) const BLOCK_BYTES: u64 = 2 << 20;
/// Of all files together. The page cache has these pages anyway, but they count as memory of the daemon.
const MOST_BYTES: u64 = 128 << 20;
/// Blocks of one file whose accesses are remembered.
const BLOCKS_WATCHED: usize = 1024;

static KEPT_BYTES: AtomicU64 = AtomicU64::new(0);

/// Those of one file, by where they begin.
#[derive(Debug, Default)]
pub(super) struct KeptPages(Mutex<HashMap<u64, Block>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Reading,
    Writing,
}

#[derive(Debug, Default)]
struct Block {
    /// Where the last access began.
    last: Option<u64>,
    kept: Option<Kept>,
}

impl KeptPages {
    /// The pages of `piece`, which lies in one block and is about to be accessed, and which extent they are of. `None`: they
    /// are not kept.
    pub(super) fn of(
        &self,
        file: &dyn DeviceFile,
        piece: Extent,
        purpose: Purpose,
    ) -> Option<(Extent, Arc<dyn MappedRange>)> {
        let mapping = file.mapping()?;
        let mut blocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let extent = Extent::new(piece.offset / BLOCK_BYTES * BLOCK_BYTES, BLOCK_BYTES);
        if blocks.len() == BLOCKS_WATCHED && !blocks.contains_key(&extent.offset) {
            blocks.retain(|_, block| block.kept.is_some());
        }
        let block = blocks.entry(extent.offset).or_default();
        if !block.serves(purpose) && block.is_accessed_again(piece.offset) {
            block.kept = None;
            block.kept = Kept::new(file, mapping, extent, purpose);
        }
        let kept = block.kept.as_ref().filter(|kept| kept.purpose >= purpose)?;
        // Bytes behind the end of a file would be lost in its last page.
        if file.size().ok()? < piece.end() {
            return None;
        }
        if purpose == Purpose::Writing {
            mapping.copies_follow();
        }
        Some((extent, Arc::clone(&kept.pages)))
    }

    /// Somebody has cut the file.
    pub(super) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Block {
    fn serves(&self, purpose: Purpose) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.purpose >= purpose)
    }

    /// One pass goes forward through a block; whoever is not ahead of the last access has begun another.
    fn is_accessed_again(&mut self, offset: u64) -> bool {
        self.last.replace(offset).is_some_and(|last| offset <= last)
    }
}

struct Kept {
    purpose: Purpose,
    pages: Arc<dyn MappedRange>,
    _share: Share,
}

impl Kept {
    fn new(file: &dyn DeviceFile, mapping: &dyn Mapping, block: Extent, purpose: Purpose) -> Option<Self> {
        // Not the file's last, which may not reach to the end of its block: mapping it would make the file longer.
        if file.size().ok()? < block.offset.checked_add(block.len)? {
            return None;
        }
        // A disk's pages are protected each time they are written back, and every one must be made writable again.
        if purpose == Purpose::Writing && file.guarantees().locality != Locality::Memory {
            return None;
        }
        let share = Share::take()?;
        let pages = match purpose {
            Purpose::Reading => mapping.map_for_reading(block),
            Purpose::Writing => mapping.map_for_writing(block),
        };
        Some(Self { purpose, pages: pages.ok()?.into(), _share: share })
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

/// One block's part of what may be kept, given back when it is dropped.
struct Share;

impl Share {
    fn take() -> Option<Self> {
        let more = |kept| Some(kept + BLOCK_BYTES).filter(|&kept| kept <= MOST_BYTES);
        KEPT_BYTES.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok().map(|_| Self)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        KEPT_BYTES.fetch_sub(BLOCK_BYTES, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::io::IoSlice;
    use std::os::fd::OwnedFd;

    use seaway_device::{DevicePath, Segments};
    use seaway_devices::ufs::UfsDevice;

    use super::*;

    /// What may be kept is shared by all tests.
    static ALONE: Mutex<()> = Mutex::new(());

    const PIECE: u64 = BLOCK_BYTES / 4;

    fn file_of(bytes: u64) -> Box<dyn DeviceFile> {
        // In memory, where pages are kept for reading and writing.
        let file = tempfile::tempfile_in("/dev/shm").unwrap();
        file.set_len(bytes).unwrap();
        UfsDevice.serve(&DevicePath::new("a file"), OwnedFd::from(file)).unwrap()
    }

    /// One access to each quarter of so many blocks: how many found their pages.
    fn pass(kept: &KeptPages, file: &dyn DeviceFile, blocks: u64, purpose: Purpose) -> usize {
        let pieces = (0..blocks * 4).map(|index| Extent::new(index * PIECE, PIECE));
        let found =
            pieces.filter_map(|piece| kept.of(file, piece, purpose).map(|(extent, _)| (piece, extent)));
        found.filter(|(piece, extent)| extent.offset <= piece.offset && piece.end() <= extent.end()).count()
    }

    #[test]
    fn pages_are_there_from_the_second_pass_on() {
        let _alone = ALONE.lock().unwrap();
        let (kept, file) = (KeptPages::default(), file_of(3 * BLOCK_BYTES + PIECE));
        assert_eq!(pass(&kept, &*file, 3, Purpose::Writing), 0);
        assert_eq!(pass(&kept, &*file, 3, Purpose::Writing), 12);
        assert_eq!(pass(&kept, &*file, 3, Purpose::Reading), 12);
        let end = Extent::new(3 * BLOCK_BYTES, PIECE);
        for _ in 0..3 {
            assert!(kept.of(&*file, end, Purpose::Writing).is_none(), "not a whole block");
        }
        assert_eq!(file.size().unwrap(), 3 * BLOCK_BYTES + PIECE);
    }

    #[test]
    fn pages_to_be_read_are_not_written() {
        let _alone = ALONE.lock().unwrap();
        let (kept, file) = (KeptPages::default(), file_of(BLOCK_BYTES));
        let before = KEPT_BYTES.load(Ordering::Relaxed);
        let bytes = vec![1; usize::try_from(BLOCK_BYTES).unwrap()];
        file.write(&[Extent::new(0, BLOCK_BYTES)], &Segments::new(&[IoSlice::new(&bytes)])).unwrap();
        pass(&kept, &*file, 1, Purpose::Reading);
        assert_eq!(pass(&kept, &*file, 1, Purpose::Reading), 4);
        assert_eq!(pass(&kept, &*file, 1, Purpose::Writing), 4, "they are mapped anew");
        assert_eq!(KEPT_BYTES.load(Ordering::Relaxed) - before, BLOCK_BYTES);
    }

    #[test]
    fn what_lies_behind_the_end_has_no_pages() {
        let _alone = ALONE.lock().unwrap();
        let (kept, file) = (KeptPages::default(), file_of(BLOCK_BYTES));
        pass(&kept, &*file, 1, Purpose::Writing);
        assert_eq!(pass(&kept, &*file, 1, Purpose::Writing), 4);
        file.set_size(2 * PIECE + 1).unwrap();
        assert_eq!(pass(&kept, &*file, 1, Purpose::Writing), 2);
        kept.forget();
        assert_eq!(pass(&kept, &*file, 1, Purpose::Writing), 0);
    }

    #[test]
    fn so_much_is_kept_and_no_more() {
        let _alone = ALONE.lock().unwrap();
        let (kept, most) = (KeptPages::default(), MOST_BYTES / BLOCK_BYTES);
        let file = file_of(2 * BLOCKS_WATCHED as u64 * BLOCK_BYTES);
        let access = |block| kept.of(&*file, Extent::new(block * BLOCK_BYTES, PIECE), Purpose::Writing);
        for _ in 0..3 {
            (0..=most).for_each(|block| drop(access(block)));
        }
        assert_eq!((0..=most).filter(|&block| access(block).is_some()).count() as u64, most);
        (0..2 * BLOCKS_WATCHED as u64).for_each(|block| drop(access(block)));
        assert!(kept.0.lock().unwrap().len() <= BLOCKS_WATCHED);
        assert!(access(0).is_some());
        drop(kept);
        assert!(Share::take().is_some());
    }
}
