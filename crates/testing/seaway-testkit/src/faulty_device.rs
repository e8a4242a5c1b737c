// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`FaultyDevice`]: a device around another that fails its n-th call. Run a scenario once with [`Faults::none`] to
//! count its calls, then once for each n: every path of failure is walked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device::{
    Completion, Device, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Hints,
    MappedRange, Mapping, OpenOptions, Operation, RangeLock, RangeLocks, Result, Segments, SegmentsMut,
    Striping, Submission, SubmissionQueue, Ticket,
};

/// Which calls fail, and how many there have been. Counted together over all files, facets and threads of a device.
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

    /// Call number `call` fails and so does every later one, as on a disk that is gone.
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

    /// Counts one call, and fails it if its turn has come.
    fn count(&self, operation: Operation) -> Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        if !self.failing.contains(&call) {
            return Ok(());
        }
        Err(Error::new(self.kind, operation).with_detail(format!("fault injected into call {call}")))
    }
}

/// A device that fails when its [`Faults`] say so, and otherwise does what the one inside does.
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

    fn guarantees(&self) -> Guarantees {
        self.inner.guarantees()
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.inner.range_locks().map(|_| self as _)
    }

    fn queue(&self) -> Option<&dyn SubmissionQueue> {
        self.inner.queue().map(|_| self as _)
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

// A facet of the wrapper is handed out only when the file inside has it.
const HAS_FACET: &str = "handed out only when the inner file has it";

impl RangeLocks for FaultyFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.count(Operation::Lock)?;
        self.inner.range_locks().expect(HAS_FACET).lock(extent, lock)
    }

    /// Unlocks even when it says that it failed: else the test would hang by our own doing.
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
}

impl SubmissionQueue for FaultyFile {
    fn submit(&self, submission: Submission) -> Result<Ticket> {
        self.count(Operation::Wait)?;
        self.inner.queue().expect(HAS_FACET).submit(submission)
    }

    /// Counts only when there is an answer: how often somebody looks is up to the machine's speed.
    fn poll(&self, ticket: &Ticket) -> Result<Option<Completion>> {
        let completion = self.inner.queue().expect(HAS_FACET).poll(ticket)?;
        Ok(completion.map(|completion| self.spoil(completion)))
    }

    fn wait(&self, ticket: Ticket) -> Result<Completion> {
        Ok(self.spoil(self.inner.queue().expect(HAS_FACET).wait(ticket)?))
    }
}

impl FaultyFile {
    /// A transfer that failed in the kernel: the buffer comes back all the same.
    fn spoil(&self, completion: Completion) -> Completion {
        let Completion { outcome, buffer } = completion;
        Completion { outcome: outcome.and_then(|moved| self.count(Operation::Wait).map(|()| moved)), buffer }
    }
}
