// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TracedFile`]: an open file whose reads, writes, size changes and syncs are recorded. Its facets are
//! those of the file inside.

use std::collections::HashMap;
use std::sync::Mutex;

use seaway_device_api::{
    DeviceFile, Durability, Extent, Guarantees, Hints, Mapping, RangeLocks, Result, Segments, SegmentsMut,
    Shaped, Stream, Striping, Transfers,
};
use seaway_trace_format::Call;

use super::device::Watch;
use super::error_number;
use super::recorder::{Detail, Ended, Event};

#[derive(Debug)]
pub(super) struct TracedFile {
    pub(super) file: Box<dyn DeviceFile>,
    pub(super) watch: Watch,
    /// Offsets of transfers in progress, by ticket.
    pub(super) under_way: Mutex<HashMap<u64, u64>>,
    /// The last field: it is dropped after the file.
    closing: Closing,
}

impl TracedFile {
    pub(super) fn new(file: Box<dyn DeviceFile>, watch: Watch) -> Self {
        Self { file, watch, under_way: Mutex::default(), closing: Closing::default() }
    }
}

/// Location of an access, and its number of pieces.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Where {
    pub(super) offset: u64,
    /// Bytes requested.
    pub(super) length: u64,
    pub(super) pieces: u64,
}

impl Where {
    pub(super) fn of(extents: &[Extent], length: u64) -> Self {
        let offset = extents.first().map_or(0, |extent| extent.offset);
        Self { offset, length, pieces: extents.len() as u64 }
    }
}

impl Watch {
    /// A call without an offset in the file. `number` is recorded as its offset.
    pub(super) fn tell<T>(&self, call: Call, number: u64, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.tell_at(call, Where { offset: number, ..Where::default() }, work, |_| Moved::default())
    }

    /// `moved`: extracts what to record from an outcome.
    pub(super) fn tell_at<T>(
        &self,
        call: Call,
        place: Where,
        work: impl FnOnce() -> Result<T>,
        moved: impl FnOnce(&T) -> Moved,
    ) -> Result<T> {
        let event = self.recorder.begin(call, self.file, place.offset, place.length);
        let outcome = work();
        let (moved, error) = match &outcome {
            Ok(value) => (moved(value), 0),
            Err(error) => (Moved::default(), u8::try_from(error_number(error)).unwrap_or(u8::MAX)),
        };
        let offset = moved.offset.unwrap_or(place.offset);
        let ended = Ended { file: self.file, offset, length: moved.bytes, error };
        let detail = Detail { count: place.pieces, device: self.device, ..Detail::default() };
        self.recorder.end(event, ended, detail);
        outcome
    }
}

/// What is known once a call has returned.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moved {
    pub(super) bytes: u64,
    /// If it was not known before.
    pub(super) offset: Option<u64>,
}

impl Moved {
    pub(super) fn bytes(bytes: u64) -> Self {
        Self { bytes, offset: None }
    }
}

impl DeviceFile for TracedFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        let place = Where::of(extents, target.total());
        let read = || self.file.read(extents, target);
        self.watch.tell_at(Call::DeviceRead, place, read, |&bytes| Moved::bytes(bytes))
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        let place = Where::of(extents, source.total());
        let write = || self.file.write(extents, source);
        self.watch.tell_at(Call::DeviceWrite, place, write, |()| Moved::bytes(source.total()))
    }

    fn size(&self) -> Result<u64> {
        let told = |&size: &u64| Moved { bytes: 0, offset: Some(size) };
        self.watch.tell_at(Call::DeviceSize, Where::default(), || self.file.size(), told)
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.watch.tell(Call::DeviceSize, size, || self.file.set_size(size))
    }

    fn size_was_changed(&self) {
        self.file.size_was_changed();
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.watch.tell(Call::DeviceSize, size, || self.file.preallocate(size))
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.watch.tell(Call::DeviceSync, 0, || self.file.sync(durability))
    }

    fn published(&self) {
        self.file.published();
    }

    fn close(&self) -> Result<()> {
        self.file.close()
    }

    fn guarantees(&self) -> Guarantees {
        self.file.guarantees()
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.file.range_locks().map(|_| self as &dyn RangeLocks)
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        self.file.mapping().map(|_| self as &dyn Mapping)
    }

    fn striping(&self) -> Option<Striping> {
        self.file.striping()
    }

    fn stream(&self) -> Option<&dyn Stream> {
        self.file.stream().map(|_| self as &dyn Stream)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        self.file.transfers().map(|_| self as &dyn Transfers)
    }

    fn shaped(&self) -> Option<&dyn Shaped> {
        self.file.shaped().map(|_| self as &dyn Shaped)
    }

    fn hints_in_use(&self) -> Hints {
        self.file.hints_in_use()
    }
}

/// Dropping a file closes it.
impl Drop for TracedFile {
    fn drop(&mut self) {
        let Watch { recorder, file, .. } = self.watch;
        self.closing.0 = Some((self.watch, recorder.begin(Call::DeviceClose, file, 0, 0)));
    }
}

/// Dropped after the file inside.
#[derive(Debug, Default)]
struct Closing(Option<(Watch, Event)>);

impl Drop for Closing {
    fn drop(&mut self) {
        let Some((Watch { recorder, file, device }, event)) = self.0.take() else { return };
        let ended = Ended { file, ..Ended::default() };
        recorder.end(event, ended, Detail { device, ..Detail::default() });
    }
}
