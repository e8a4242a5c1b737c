// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Storage`]: an open device file with what the engine knows about it. [`Reader`]: the same, as one access reads it.

use std::io::{IoSlice, IoSliceMut};
use std::sync::{Mutex, PoisonError};

use seaway_device::{
    DeviceFile, DeviceName, Durability, Error, ErrorKind, Extent, FileShape, Guarantees, Operation, Place,
    Result, Segments, SegmentsMut, Shaped, Stream,
};

use crate::independent::Again;
use crate::strategy::Facets;
use crate::streams;
use crate::usage::Tally;
use crate::view::ViewRange;
use crate::{AccessMode, Communicator};

const PAGE_BYTES: usize = 4096;

/// Where in a page a buffer between file and user memory should begin. Processors with fast short `rep movsb` copy at a
/// third of their speed to an address that lies 1 to 31 bytes further into its page than the source. Pages of the page
/// cache begin at 0 and large blocks of `malloc` at 16: from and to 64, no copy hits that.
pub(crate) const PAGE_SKEW: usize = 64;

/// Staging memory that is kept for the next access; larger ones are given back.
const KEPT_STAGING_BYTES: usize = 8 << 20;

#[derive(Debug)]
pub(crate) struct Storage {
    pub(crate) device: Box<dyn DeviceFile>,
    pub(crate) guarantees: Guarantees,
    pub(crate) facets: Facets,
    /// What it does not hold yet may still come; asking for its size waits until all of it has come.
    pub(crate) is_stream: bool,
    /// Opened for reading. A file that is not may be written, but not through its gaps.
    pub(crate) readable: bool,
    /// Held by the thread that holds locks on the file.
    pub(crate) locking: Mutex<()>,
    pub(crate) tally: Tally,
    pub(crate) again: Again,
    /// For messages.
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
        // Nobody but this rank can have the file open, so a gap between its data may be rewritten.
        let exclusive = mode.contains(AccessMode::UNIQUE_OPEN) && communicator.size() == 1;
        let facets = Facets {
            mapping: device.mapping().is_some(),
            locks: device.range_locks().is_some(),
            shaped: device.shaped().is_some(),
            exclusive,
        };
        Self {
            guarantees: device.guarantees(),
            is_stream: device.stream().is_some(),
            device,
            facets,
            readable: mode.can_read(),
            locking: Mutex::default(),
            tally: Tally::default(),
            again: Again::default(),
            name: name.clone(),
            rank: communicator.rank(),
            staging: Mutex::default(),
        }
    }

    pub(crate) fn stream(&self) -> Option<&dyn Stream> {
        self.device.stream()
    }

    /// The device's facet and the shape to use with it, if bytes in pieces can go there as what a view shows.
    pub(crate) fn shaped<'r>(&self, range: &ViewRange<'r>) -> Option<(&dyn Shaped, &'r FileShape)> {
        let facet = self.device.shaped()?;
        let view = range.view();
        let shape = (!range.is_contiguous() && !view.jumps_back()).then(|| view.shape())?;
        facet.takes(shape).then_some((facet, shape))
    }

    pub(crate) fn place(&self, range: &ViewRange<'_>) -> Place {
        match self.shaped(range) {
            Some((_, shape)) => Place::Shaped { shape: shape.clone(), positions: range.positions() },
            None => Place::Extents(range.extents().collect()),
        }
    }

    /// Others see what was written here, and what others have written is seen here. Costs nothing where that is so anyway; file
    /// systems see to it themselves, when they lock.
    pub(crate) fn meet_others(&self) -> Result<()> {
        let holds_back = self.facets.shaped && !self.guarantees.coherent;
        if holds_back { self.device.sync(Durability::Visible) } else { Ok(()) }
    }

    /// For an access by the shared pointer: `once`.
    pub(crate) fn reader(&self, once: bool) -> Reader<'_> {
        Reader { storage: self, once }
    }

    /// Adds file and rank to a message.
    pub(crate) fn explain(&self, error: Error) -> Error {
        streams::reason(self, error).with_path(self.name.to_string()).with_rank(self.rank)
    }

    pub(crate) fn write_piece(&self, extent: Extent, bytes: &[u8]) -> Result<()> {
        self.device.write(&[extent], &Segments::new(&[IoSlice::new(bytes)]))
    }

    /// Fewer bytes than asked for: end of file.
    pub(crate) fn read_piece(&self, extent: Extent, bytes: &mut [u8]) -> Result<u64> {
        self.device.read(&[extent], &mut SegmentsMut::new(&mut [IoSliceMut::new(bytes)]))
    }

    pub(crate) fn write_list(&self, extents: &[Extent], bytes: &[u8]) -> Result<()> {
        self.device.write(extents, &Segments::new(&[IoSlice::new(bytes)]))
    }

    /// Lends a buffer of `bytes`; its contents are whatever was there before.
    pub(crate) fn with_staging<T>(
        &self,
        bytes: usize,
        work: impl FnOnce(&mut [u8]) -> Result<T>,
    ) -> Result<T> {
        let mut buffer = std::mem::take(&mut *self.staging.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(missing) = (bytes + PAGE_BYTES).checked_sub(buffer.len()) {
            // Hints set the size: too much of it is an error, and not the end of the program.
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

/// How one access reads. What was read by the shared pointer nobody of this program asks for again, so that a stream need
/// not keep it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) storage: &'a Storage,
    once: bool,
}

impl Reader<'_> {
    /// Fewer bytes than asked for: end of file.
    pub(crate) fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        match self.storage.stream().filter(|_| self.once) {
            Some(stream) => stream.read_once(extents, target),
            None => self.storage.device.read(extents, target),
        }
    }

    pub(crate) fn read_piece(&self, extent: Extent, bytes: &mut [u8]) -> Result<u64> {
        self.read_list(&[extent], bytes)
    }

    pub(crate) fn read_list(&self, extents: &[Extent], bytes: &mut [u8]) -> Result<u64> {
        self.read(extents, &mut SegmentsMut::new(&mut [IoSliceMut::new(bytes)]))
    }
}

fn no_memory(bytes: usize) -> Error {
    Error::new(ErrorKind::NoMemory, Operation::Map).with_detail(format!("no room to stage {bytes} bytes"))
}
