// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Device`] and [`DeviceFile`]: a small required core, and facets that are either there or not.

use std::fmt;
use std::sync::Arc;

use bitflags::bitflags;
use seaway_memory::{Source, Target};

use crate::{
    DevicePath, Error, ErrorKind, Extent, Guarantees, Hints, Operation, Result, Segments, SegmentsMut,
    Shaped, Transfers,
};

/// Storage behind one scheme. Moves bytes between memory and named files. Knows nothing of datatypes, views,
/// ranks or collectives: the engine has reduced them to sorted, disjoint extents.
pub trait Device: Send + Sync + fmt::Debug {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>>;

    /// Deleting a missing file is `NoSuchFile`.
    fn delete(&self, path: &DevicePath) -> Result<()>;

    /// For devices that must know which ranks open a file together. `None`: each rank opens on its own.
    fn together(&self) -> Option<&dyn OpenTogether> {
        None
    }
}

/// Opening as a group.
pub trait OpenTogether {
    /// Collective: all ranks call it at the same time. After the call, an error of one rank becomes an error
    /// of all.
    fn open_together(
        &self,
        path: &DevicePath,
        options: &OpenOptions,
        ranks: &dyn Ranks,
    ) -> Result<Box<dyn DeviceFile>>;
}

/// The ranks that have a file open together, while they are all in one collective call.
pub trait Ranks {
    fn rank(&self) -> usize;
    fn size(&self) -> usize;

    /// Collective: every rank's bytes, in rank order. Lengths may differ.
    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>>;

    /// From now on this rank waits for the others only until `is_in_vain` returns true: then its collective
    /// calls fail. Polled while it waits. For devices whose ranks can tell that one of them is lost.
    fn give_up_when(&self, is_in_vain: Arc<dyn Fn() -> bool + Send + Sync>) {
        let _ = is_in_vain;
    }
}

/// A single process that opens a file independently.
#[derive(Debug, Clone, Copy)]
pub struct Alone;

impl Ranks for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        Ok(vec![mine.to_vec()])
    }
}

bitflags! {
    /// How a device opens a file. The engine has already dealt with MPI's other modes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct OpenFlags: u8 {
        const READ = 1;
        const WRITE = 2;
        /// Create the file if it does not exist.
        const CREATE = 4;
        /// With `CREATE`: fail with `FileExists` if it exists.
        const EXCLUSIVE = 8;
        /// Another rank has opened it, and created it if requested, in the same collective call.
        const AFTER_ANOTHER = 16;
    }
}

#[derive(Debug, Clone)]
pub struct OpenOptions {
    pub flags: OpenFlags,
    /// All hints of the open call; a device takes those it knows.
    pub hints: Hints,
    /// Ranks that open the file together: a device may share state among them or size its queues by it.
    pub ranks: usize,
}

/// An open file. Methods take `&self`: one file serves many requests in flight.
///
/// Extents are sorted, disjoint and not empty; their lengths add up to the segments' total.
pub trait DeviceFile: Send + Sync + fmt::Debug {
    /// Fills `target` from `extents`, in order. Returns fewer bytes only at end of file.
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64>;

    /// Writes all of `source` to `extents`, in order, or fails.
    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()>;

    fn size(&self) -> Result<u64>;

    /// Truncates, or extends with zeros.
    fn set_size(&self, size: u64) -> Result<()>;

    /// Another rank has changed the size through its own handle: cached knowledge about space may be wrong.
    fn size_was_changed(&self) {}

    /// Makes sure that later writes below `size` find their space. Never shrinks; grows the file to `size`.
    fn preallocate(&self, size: u64) -> Result<()> {
        let old = self.size()?;
        if old < size { self.set_size(size) } else { Ok(()) }
    }

    fn sync(&self, durability: Durability) -> Result<()>;

    /// Others may now overwrite what was written here so far, as in atomic mode: a device that might write it
    /// a second time must not do so any more.
    fn published(&self) {}

    /// The last call: returns write errors that some file systems report only at close. The file is closed
    /// when it is dropped, whatever the outcome of this call.
    fn close(&self) -> Result<()> {
        Ok(())
    }

    /// What generic algorithms may rely on. The default promises nothing.
    fn guarantees(&self) -> Guarantees {
        Guarantees::default()
    }

    // Optional facets. `None`: the engine uses its generic algorithm.

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        None
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        None
    }

    fn striping(&self) -> Option<Striping> {
        None
    }

    fn stream(&self) -> Option<&dyn Stream> {
        None
    }

    /// The asynchronous facet: accesses that continue while the program computes.
    fn transfers(&self) -> Option<&dyn Transfers> {
        None
    }

    fn shaped(&self) -> Option<&dyn Shaped> {
        None
    }

    /// Hints that this device understood, with the values in force, for `MPI_File_get_info`.
    fn hints_in_use(&self) -> Hints {
        Hints::default()
    }
}

/// How far a sync reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Other processes that open or read the file see the data: enough for MPI_File_close.
    Visible,
    /// The data survive a crash of the machine: MPI_File_sync.
    Durable,
}

/// Locks on ranges of a file, between all handles of it, in any process.
pub trait RangeLocks: Send + Sync {
    /// Waits until no other holder has a conflicting lock.
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()>;
    /// As `lock`, without waiting: false where another holder has a conflicting one. For servers, which wait for many.
    fn try_lock(&self, _extent: Extent, _lock: RangeLock) -> Result<bool> {
        let error = Error::new(ErrorKind::Unsupported, Operation::Lock);
        Err(error.with_detail("this device has no non-blocking locks"))
    }
    fn unlock(&self, extent: Extent) -> Result<()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeLock {
    /// Several may hold it.
    Shared,
    Exclusive,
}

/// Files whose bytes can be mapped as memory. For dense small strides this beats any list of calls.
pub trait Mapping: Send + Sync {
    /// For reading: `extent` must lie inside the file.
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>>;

    /// For writing. Space is reserved first and the file grows to the extent's end if it is shorter, so that a
    /// full disk is an error here. `Unsupported` where space cannot be reserved: then write.
    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>>;

    /// Whether mapping this access pays although its page faults cost more than calls: the same bytes were accessed before,
    /// and will be again. Asked once before each such access, which it notes.
    fn comes_again(&self, access: &MapCandidate) -> bool {
        let _ = access;
        false
    }
}

/// An access in large pieces that could use calls or a mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapCandidate {
    pub writes: bool,
    /// From the first byte that is accessed to the last.
    pub hull: Extent,
    /// How many bytes of the hull are accessed.
    pub bytes: u64,
    /// The hull reaches beyond the end of the file.
    pub grows: bool,
}

/// Mapped bytes. Offset 0 of `source` and `target` is the first byte of the extent.
pub trait MappedRange: Send + Sync {
    fn source(&self) -> Source<'_>;

    /// Memory that others may write at the same time; write only the bytes that are yours. Empty when mapped for
    /// reading.
    fn target(&self) -> Target<'_>;

    /// To be checked after every copy. False: the file was truncated meanwhile, or a page was not available
    /// for another reason. The copied bytes cannot be relied on, in either direction: access the same bytes
    /// with `read` or `write`, which return the short count or the error. A range that is not intact never
    /// will be again.
    fn is_intact(&self) -> bool;
}

/// A file that one program reads while another writes it. Where bytes are not there yet, reads wait; a stream also has the
/// facet [`Transfers`].
pub trait Stream: Send + Sync {
    /// Collective, on views that show the file's bytes as they are: from `start` on, each rank is about to write its
    /// length, in rank order.
    fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()>;

    /// Collective, on views that show the file's bytes unchanged: from `start` on, each rank is about to read
    /// its length, in rank order. After the call, an error of one rank becomes an error of all.
    fn will_read_in_order(&self, start: u64, lengths: &[u64], ranks: &dyn Ranks) -> Result<()>;

    /// As [`DeviceFile::read`], through the shared pointer: no rank of this program will read these bytes
    /// again.
    fn read_once(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64>;

    /// Collective: a writer ends a step (MPI_File_sync); a reader releases what it has read.
    fn mark(&self, ranks: &dyn Ranks) -> Result<()>;

    /// Collective: the program closes the file. A writer returns when its bytes have been delivered.
    fn end(&self, ranks: &dyn Ranks) -> Result<()>;

    /// Why the stream has failed, once that is known: ranks that wait for each other in a collective call can
    /// then stop waiting.
    fn failure(&self) -> Option<Error>;

    /// A rank of this program is missing from a collective call: `failure` should name the lost rank.
    fn misses_a_rank(&self) {}

    /// How bytes travel, as a text for users.
    fn transport(&self) -> String;
}

/// How a file is spread over servers or disks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Striping {
    pub stripe_bytes: u64,
    /// `None`: not known.
    pub stripe_count: Option<u32>,
}
