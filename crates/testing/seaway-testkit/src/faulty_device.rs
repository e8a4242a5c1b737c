// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`FaultyDevice`]: a wrapper that fails the n-th call of a device. Run a scenario once with
//! [`Faults::none`] to count its calls, then once for each n: this covers every failure path.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Hints, MapCandidate,
    MappedRange, Mapping, OpenOptions, Operation, RangeLock, RangeLocks, Region, Result, Segments,
    SegmentsMut, Striping, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

/// Which calls fail, and how many there have been. Counted over all files, facets and threads of a device.
#[derive(Debug)]
pub struct Faults {
    calls: AtomicU64,
    /// The first call that fails, counted from 0, and the first after it that does not.
    failing: std::ops::Range<u64>,
    kind: ErrorKind,
}

impl Faults {
    /// Nothing fails; calls are counted.
    pub fn none() -> Arc<Self> {
        Self::during(0..0, ErrorKind::Io)
    }

    /// Call number `call`, counted from 0, fails.
    pub fn at(call: u64, kind: ErrorKind) -> Arc<Self> {
        Self::during(call..call + 1, kind)
    }

    /// Call number `call` and every later one fail, as on a lost disk.
    pub fn from(call: u64, kind: ErrorKind) -> Arc<Self> {
        Self::during(call..u64::MAX, kind)
    }

    /// How many calls there have been.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::SeqCst)
    }

    fn during(failing: std::ops::Range<u64>, kind: ErrorKind) -> Arc<Self> {
        Arc::new(Self { calls: AtomicU64::new(0), failing, kind })
    }

    /// Counts one call, and fails it if it is its turn.
    fn count(&self, operation: Operation) -> Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        if !self.failing.contains(&call) {
            return Ok(());
        }
        Err(Error::new(self.kind, operation).with_detail(format!("fault injected into call {call}")))
    }
}

/// A device that fails as its [`Faults`] say, and otherwise forwards to the inner one.
#[derive(Debug, Clone)]
pub struct FaultyDevice {
    inner: Arc<dyn Device>,
    faults: Arc<Faults>,
}

impl FaultyDevice {
    pub fn new(inner: Arc<dyn Device>, faults: Arc<Faults>) -> Self {
        Self { inner, faults }
    }
}

impl Device for FaultyDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        self.faults.count(Operation::Open).map_err(|error| error.with_path(path.as_str()))?;
        let inner = self.inner.open(path, options)?;
        Ok(Box::new(FaultyFile { inner, faults: Arc::clone(&self.faults), path: path.clone() }))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.faults.count(Operation::Delete).map_err(|error| error.with_path(path.as_str()))?;
        self.inner.delete(path)
    }
}

#[derive(Debug)]
struct FaultyFile {
    inner: Box<dyn DeviceFile>,
    faults: Arc<Faults>,
    path: DevicePath,
}

impl FaultyFile {
    fn count(&self, operation: Operation) -> Result<()> {
        self.faults.count(operation).map_err(|error| error.with_path(self.path.as_str()))
    }
}

impl DeviceFile for FaultyFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.count(Operation::Read).map_err(|error| error.with_extent(Extent::hull(extents)))?;
        self.inner.read(extents, target)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.count(Operation::Write).map_err(|error| error.with_extent(Extent::hull(extents)))?;
        self.inner.write(extents, source)
    }

    fn size(&self) -> Result<u64> {
        self.count(Operation::GetSize)?;
        self.inner.size()
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.count(Operation::SetSize)?;
        self.inner.set_size(size)
    }

    fn size_was_changed(&self) {
        self.inner.size_was_changed();
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.count(Operation::Preallocate)?;
        self.inner.preallocate(size)
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.count(Operation::Sync)?;
        self.inner.sync(durability)
    }

    fn published(&self) {
        self.inner.published();
    }

    fn close(&self) -> Result<()> {
        self.count(Operation::Close)?;
        self.inner.close()
    }

    fn guarantees(&self) -> Guarantees {
        self.inner.guarantees()
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.inner.range_locks().map(|_| self as _)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        self.inner.transfers().map(|_| self as _)
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        self.inner.mapping().map(|_| self as _)
    }

    fn striping(&self) -> Option<Striping> {
        self.inner.striping()
    }

    fn hints_in_use(&self) -> Hints {
        self.inner.hints_in_use()
    }
}

// The wrapper has a facet only if the inner file has it.
const HAS_FACET: &str = "handed out only when the inner file has it";

impl RangeLocks for FaultyFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.count(Operation::Lock)?;
        self.inner.range_locks().expect(HAS_FACET).lock(extent, lock)
    }

    /// Unlocks even when it reports a failure: otherwise the test itself would hang.
    fn unlock(&self, extent: Extent) -> Result<()> {
        self.inner.range_locks().expect(HAS_FACET).unlock(extent)?;
        self.count(Operation::Lock)
    }
}

impl Mapping for FaultyFile {
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        self.count(Operation::Map)?;
        self.inner.mapping().expect(HAS_FACET).map_for_reading(extent)
    }

    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        self.count(Operation::Map)?;
        self.inner.mapping().expect(HAS_FACET).map_for_writing(extent)
    }

    fn comes_again(&self, access: &MapCandidate) -> bool {
        self.inner.mapping().expect(HAS_FACET).comes_again(access)
    }
}

impl FaultyFile {
    fn inner_transfers(&self) -> &dyn Transfers {
        self.inner.transfers().expect(HAS_FACET)
    }
}

impl Transfers for FaultyFile {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        self.count(Operation::Wait)?;
        self.inner_transfers().start_write(place, memory)
    }

    fn start_read(&self, place: Region, memory: LentMut, once: bool) -> Result<Ticket> {
        self.count(Operation::Wait)?;
        self.inner_transfers().start_read(place, memory, once)
    }

    /// Counts only when there is an answer: the number of polls depends on the machine's speed.
    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        let Some(moved) = self.inner_transfers().poll(ticket)? else { return Ok(None) };
        self.count(Operation::Wait).map(|()| Some(moved))
    }

    /// Fails when the transfer inside has ended: nothing uses the memory any more.
    fn wait(&self, ticket: Ticket) -> Result<u64> {
        let moved = self.inner_transfers().wait(ticket)?;
        self.count(Operation::Wait).map(|()| moved)
    }
}
