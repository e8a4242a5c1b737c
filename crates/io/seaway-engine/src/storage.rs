// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Storage`]: an open device file with what the engine knows about it. [`Reader`]: the same, for one
//! reading access.

use std::io::{IoSlice, IoSliceMut};
use std::sync::{Mutex, PoisonError};

use seaway_device_api::{
    DeviceFile, DeviceName, Durability, Error, ErrorKind, Extent, FileShape, Guarantees, Operation, Region,
    Result, Segments, SegmentsMut, Shaped, Stream,
};

use crate::discipline::Discipline;
use crate::strategy::Facets;
use crate::streams;
use crate::usage::Tally;
use crate::view::ViewRange;
use crate::{AccessMode, Communicator};

const PAGE_BYTES: usize = 4096;

/// Offset within a page at which a buffer between file and user memory should begin. Processors with fast
/// short `rep movsb` copy at a third of their speed to an address that lies 1 to 31 bytes further into its
/// page than the source. Pages of the page cache begin at 0 and large blocks of `malloc` at 16: no copy from
/// or to offset 64 is affected.
pub(crate) const PAGE_SKEW: usize = 64;

/// Staging memory up to this size is kept for the next access; larger buffers are freed.
const KEPT_STAGING_BYTES: usize = 8 << 20;

#[derive(Debug)]
pub(crate) struct Storage {
    pub(crate) device: Box<dyn DeviceFile>,
    pub(crate) guarantees: Guarantees,
    pub(crate) facets: Facets,
    /// Opened for reading. Otherwise data sieving cannot be used for writing.
    pub(crate) readable: bool,
    /// Held by the thread that holds locks on the file.
    pub(crate) locking: Mutex<()>,
    pub(crate) tally: Tally,
    /// For error messages.
    name: DeviceName,
    rank: usize,
    staging: Mutex<Vec<u8>>,
}

impl Storage {
    pub(crate) fn new(
        device: Box<dyn DeviceFile>,
        name: &DeviceName,
        mode: AccessMode,
        communicator: &dyn Communicator,
    ) -> Self {
        // Only this rank can have the file open, so a gap between its data may be rewritten.
        let exclusive = mode.contains(AccessMode::UNIQUE_OPEN) && communicator.size() == 1;
        let facets = Facets {
            mapping: device.mapping().is_some(),
            locks: device.range_locks().is_some(),
            discipline: Discipline::of(&*device),
            exclusive,
        };
        Self {
            guarantees: device.guarantees(),
            device,
            facets,
            readable: mode.can_read(),
            locking: Mutex::default(),
            tally: Tally::default(),
            name: name.clone(),
            rank: communicator.rank(),
            staging: Mutex::default(),
        }
    }

    pub(crate) fn discipline(&self) -> Discipline {
        self.facets.discipline
    }

    pub(crate) fn stream(&self) -> Option<&dyn Stream> {
        self.device.stream()
    }

    /// The device's facet and the shape to use with it, if a noncontiguous access can be sent as a view.
    pub(crate) fn shaped<'r>(&self, range: &ViewRange<'r>) -> Option<(&dyn Shaped, &'r FileShape)> {
        let facet = self.device.shaped()?;
        let view = range.view();
        let shape = (!range.is_contiguous() && !view.jumps_back()).then(|| view.shape())?;
        facet.takes(shape).then_some((facet, shape))
    }

    pub(crate) fn place(&self, range: &ViewRange<'_>) -> Region {
        match self.shaped(range) {
            Some((_, shape)) => Region::Shaped { shape: shape.clone(), positions: range.positions() },
            None => Region::Extents(range.extents().collect()),
        }
    }

    /// Makes writes of this rank visible to others, and theirs to this rank. Free where the device is
    /// coherent; file systems do this themselves when they lock.
    pub(crate) fn synchronise(&self) -> Result<()> {
        let holds_back = self.discipline().holds_writes_back() && !self.guarantees.coherent;
        if holds_back { self.device.sync(Durability::Visible) } else { Ok(()) }
    }

    /// `once`: for an access through the shared pointer.
    pub(crate) fn reader(&self, once: bool) -> Reader<'_> {
        Reader { storage: self, once }
    }

    /// Adds file and rank to an error.
    pub(crate) fn explain(&self, error: Error) -> Error {
        streams::reason(self, error).with_path(self.name.to_string()).with_rank(self.rank)
    }

    #[inline]
    pub(crate) fn write_piece(&self, extent: Extent, bytes: &[u8]) -> Result<()> {
        self.device.write(&[extent], &Segments::new(&[IoSlice::new(bytes)]))
    }

    /// Fewer bytes than requested: end of file.
    pub(crate) fn read_piece(&self, extent: Extent, bytes: &mut [u8]) -> Result<u64> {
        self.device.read(&[extent], &mut SegmentsMut::new(&mut [IoSliceMut::new(bytes)]))
    }

    pub(crate) fn write_list(&self, extents: &[Extent], bytes: &[u8]) -> Result<()> {
        self.device.write(extents, &Segments::new(&[IoSlice::new(bytes)]))
    }

    /// Lends a buffer of `bytes` with unspecified contents.
    pub(crate) fn with_staging<T>(
        &self,
        bytes: usize,
        work: impl FnOnce(&mut [u8]) -> Result<T>,
    ) -> Result<T> {
        let mut buffer = std::mem::take(&mut *self.staging.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(missing) = (bytes + PAGE_BYTES).checked_sub(buffer.len()) {
            // Hints set the size: an excessive one is an error, not an abort.
            buffer.try_reserve_exact(missing).map_err(|_| no_memory(bytes))?;
            buffer.resize(bytes + PAGE_BYTES, 0);
        }
        let skip = (PAGE_SKEW + PAGE_BYTES - buffer.as_ptr().addr() % PAGE_BYTES) % PAGE_BYTES;
        let outcome = work(&mut buffer[skip..skip + bytes]);
        if buffer.len() <= KEPT_STAGING_BYTES {
            *self.staging.lock().unwrap_or_else(PoisonError::into_inner) = buffer;
        }
        outcome
    }
}

/// How one access reads. Bytes read through the shared pointer are not read again by this program, so a
/// stream need not keep them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) storage: &'a Storage,
    once: bool,
}

// Inlined: returns after a system call are mispredicted (`ufs/transfer.rs`).
impl Reader<'_> {
    /// Fewer bytes than requested: end of file.
    #[inline]
    pub(crate) fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        if self.once
            && let Some(stream) = self.storage.stream()
        {
            return stream.read_once(extents, target);
        }
        self.storage.device.read(extents, target)
    }

    #[inline]
    pub(crate) fn read_piece(&self, extent: Extent, bytes: &mut [u8]) -> Result<u64> {
        self.read_list(&[extent], bytes)
    }

    #[inline]
    pub(crate) fn read_list(&self, extents: &[Extent], bytes: &mut [u8]) -> Result<u64> {
        self.read(extents, &mut SegmentsMut::new(&mut [IoSliceMut::new(bytes)]))
    }
}

fn no_memory(bytes: usize) -> Error {
    Error::new(ErrorKind::NoMemory, Operation::Map)
        .with_detail(format!("cannot allocate a staging buffer of {bytes} bytes"))
}
