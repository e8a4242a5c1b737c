// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Device`] and [`DeviceFile`]: a small required core, and facets that are either there or not.

use std::fmt;

use bitflags::bitflags;
use seaway_memory::{Source, Target};

use crate::{DevicePath, Error, Extent, Guarantees, Hints, Result, Segments, SegmentsMut, Shaped, Transfers};

/// Storage behind one scheme. Moves bytes between memory and named files. Knows nothing of datatypes, views,
/// ranks or collectives: the engine has reduced them to sorted, disjoint extents.
pub trait Device: Send + Sync + fmt::Debug {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>>;

    /// Deleting a missing file is `NoSuchFile`.
    fn delete(&self, path: &DevicePath) -> Result<()>;

    /// For devices whose open files of one program must know each other. `None`: ranks open one by one.
    fn together(&self) -> Option<&dyn OpenTogether> {
        None
    }
}

/// Opening as a group.
pub trait OpenTogether {
    /// Collective: all ranks call it at the same time. An error of one rank becomes everybody's, after the call.
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

    /// Collective: everybody's bytes, in rank order. Lengths may differ.
    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>>;
}

/// One process that has a file open by itself.
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
        /// Make the file if it is missing.
        const CREATE = 4;
        /// With `CREATE`: fail with `FileExists` if it is there.
        const EXCLUSIVE = 8;
        /// Another rank has opened it, and made it if that was wished, in the same collective call.
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

    /// Cuts or extends (with zeros).
    fn set_size(&self, size: u64) -> Result<()>;

    /// Another rank has changed the size through its own open file: what was remembered about space may be wrong.
    fn size_was_changed(&self) {}

    /// Makes sure that later writes below `size` find their space. Never shrinks; grows the file to `size`.
    fn preallocate(&self, size: u64) -> Result<()> {
        let old = self.size()?;
        if old < size { self.set_size(size) } else { Ok(()) }
    }

    fn sync(&self, durability: Durability) -> Result<()>;

    /// What generic algorithms may rely on. The default promises nothing.
    fn guarantees(&self) -> Guarantees {
        Guarantees::default()
    }

    // Optional facets. `None`: the engine uses its generic algorithm.

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        None
    }

    fn queue(&self) -> Option<&dyn SubmissionQueue> {
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

/// Locks on ranges of a file, between all who have it open, in any process.
pub trait RangeLocks: Send + Sync {
    /// Waits until no other holder has a conflicting lock.
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()>;
    fn unlock(&self, extent: Extent) -> Result<()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeLock {
    /// Several may hold it.
    Shared,
    Exclusive,
}

/// Work that goes on while the program computes. No async runtime: progress happens in `poll` and `wait`, or in
/// the kernel.
pub trait SubmissionQueue: Send + Sync {
    /// Starts a transfer. `Err` gives the reason and leaves nothing in flight.
    fn submit(&self, submission: Submission) -> Result<Ticket>;
    /// What became of it, if it has ended. A ticket is good for one answer.
    fn poll(&self, ticket: &Ticket) -> Result<Option<Completion>>;
    fn wait(&self, ticket: Ticket) -> Result<Completion>;
}

/// One transfer with its own memory: nobody else can free or move it while the kernel holds it.
#[derive(Debug)]
pub enum Submission {
    Read { extents: Vec<Extent>, buffer: Vec<u8> },
    Write { extents: Vec<Extent>, buffer: Vec<u8> },
}

#[derive(Debug, PartialEq, Eq)]
pub struct Ticket(pub u64);

/// The end of a transfer: bytes moved, and the memory back.
#[derive(Debug)]
pub struct Completion {
    pub outcome: Result<u64, Error>,
    pub buffer: Vec<u8>,
}

/// Files whose bytes can be had as memory. For dense small strides this beats every list of calls.
pub trait Mapping: Send + Sync {
    /// For reading: `extent` must lie inside the file.
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>>;

    /// For writing. Space is reserved first and the file grows to the extent's end if it is shorter, so that a
    /// full disk is an error here and not a signal later. `Unsupported` where space cannot be reserved: then write.
    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>>;

    /// Bytes are about to be copied to pages that were mapped for writing, and that were kept since. Who maps them anew need
    /// not say so.
    fn copies_follow(&self) {}

    /// Mapped pages are there again when the file is opened the next time, which it has been before, over and over: making
    /// them pays even if this program accesses them once and closes the file.
    fn outlives_close(&self) -> bool {
        false
    }
}

/// Mapped bytes. Offset 0 of `source` and `target` is the first byte of the extent.
pub trait MappedRange: Send + Sync {
    fn source(&self) -> Source<'_>;

    /// Memory that others may write at the same time; write only the bytes that are yours. Empty when mapped for
    /// reading.
    fn target(&self) -> Target<'_>;
}

/// A file that one program reads while another writes it. Where bytes are not there yet, reads wait; a stream also has the
/// facet [`Transfers`].
pub trait Stream: Send + Sync {
    /// Collective, on views that show the file's bytes as they are: from `start` on, each rank is about to write its
    /// length, in rank order.
    fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()>;

    /// Collective, on views that show the file's bytes as they are: from `start` on, each rank is about to read its
    /// length, in rank order. An error of one rank becomes everybody's, after the call.
    fn will_read_in_order(&self, start: u64, lengths: &[u64], ranks: &dyn Ranks) -> Result<()>;

    /// As [`DeviceFile::read`], by way of the shared pointer: no rank of this program will want these bytes again.
    fn read_once(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64>;

    /// Collective: what was written since the last time belongs together (MPI_File_sync of a writer); or what was read
    /// need not be kept any longer (of a reader).
    fn mark(&self, ranks: &dyn Ranks) -> Result<()>;

    /// Collective: the program closes the file. A writer comes back when its bytes are where they are wanted.
    fn end(&self, ranks: &dyn Ranks) -> Result<()>;

    /// Why the stream can go on no longer, once it is known: ranks that wait for each other in a collective call need not
    /// wait on.
    fn failure(&self) -> Option<Error>;

    /// Ranks of this program miss one of theirs in a collective call: whoever is gone, `failure` shall name it.
    fn misses_a_rank(&self) {}

    /// How bytes travel, for people.
    fn transport(&self) -> String;
}

/// How a file is spread over servers or disks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Striping {
    pub stripe_bytes: u64,
    pub stripe_count: u32,
}
