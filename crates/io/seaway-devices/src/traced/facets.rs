// SPDX-License-Identifier: MIT OR Apache-2.0
//! The facets of a [`TracedFile`]: those of the file inside, recorded where they move bytes or wait.

use std::ops::Range;
use std::sync::PoisonError;

use seaway_device_api::{
    Error, Extent, FileShape, MapCandidate, MappedRange, Mapping, RangeLock, RangeLocks, Ranks, Region,
    Result, Segments, SegmentsMut, Shaped, Stream, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut, Spot};
use seaway_trace_format::Call;

use super::file::{Moved, TracedFile, Where};

/// A facet is only requested if `TracedFile` offers it.
const SHOWN: &str = "the file inside has this facet";

impl TracedFile {
    fn locks(&self) -> &dyn RangeLocks {
        self.file.range_locks().expect(SHOWN)
    }

    fn inner_mapping(&self) -> &dyn Mapping {
        self.file.mapping().expect(SHOWN)
    }

    fn inner_stream(&self) -> &dyn Stream {
        self.file.stream().expect(SHOWN)
    }

    fn inner_transfers(&self) -> &dyn Transfers {
        self.file.transfers().expect(SHOWN)
    }

    fn inner_shaped(&self) -> &dyn Shaped {
        self.file.shaped().expect(SHOWN)
    }

    fn start(&self, call: Call, place: Where, start: impl FnOnce() -> Result<Ticket>) -> Result<Ticket> {
        let ticket = self.watch.tell_at(call, place, start, |_| Moved::bytes(place.length))?;
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.insert(ticket.0, place.offset);
        Ok(ticket)
    }

    /// Removes a completed transfer and returns its offset.
    fn ended(&self, ticket: u64) -> Where {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        Where { offset: under_way.remove(&ticket).unwrap_or_default(), ..Where::default() }
    }

    /// Recorded only if the transfer has completed: a program may poll millions of times.
    fn polled(&self, ticket: u64, polled: Result<Option<u64>>) -> Result<Option<u64>> {
        match polled {
            Ok(None) => Ok(None),
            outcome => {
                let place = self.ended(ticket);
                let moved = |moved: &Option<u64>| Moved::bytes(moved.unwrap_or_default());
                self.watch.tell_at(Call::DeviceWait, place, || outcome, moved)
            }
        }
    }
}

impl RangeLocks for TracedFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        let work = || self.locks().lock(extent, lock);
        self.watch
            .tell_at(Call::DeviceLock, Where::of(&[extent], extent.len), work, |()| Moved::bytes(extent.len))
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        self.locks().unlock(extent)
    }
}

impl Mapping for TracedFile {
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        let map = || self.inner_mapping().map_for_reading(extent);
        self.watch
            .tell_at(Call::DeviceMapped, Where::of(&[extent], extent.len), map, |_| Moved::bytes(extent.len))
    }

    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        let map = || self.inner_mapping().map_for_writing(extent);
        self.watch
            .tell_at(Call::DeviceMapped, Where::of(&[extent], extent.len), map, |_| Moved::bytes(extent.len))
    }

    fn comes_again(&self, access: &MapCandidate) -> bool {
        self.inner_mapping().comes_again(access)
    }
}

impl Stream for TracedFile {
    fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()> {
        self.inner_stream().will_write_in_order(start, lengths)
    }

    fn will_read_in_order(&self, start: u64, lengths: &[u64], ranks: &dyn Ranks) -> Result<()> {
        self.inner_stream().will_read_in_order(start, lengths, ranks)
    }

    fn read_once(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        let place = Where::of(extents, target.total());
        let read = || self.inner_stream().read_once(extents, target);
        self.watch.tell_at(Call::DeviceRead, place, read, |&bytes| Moved::bytes(bytes))
    }

    fn mark(&self, ranks: &dyn Ranks) -> Result<()> {
        self.watch.tell(Call::DeviceSync, 0, || self.inner_stream().mark(ranks))
    }

    fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        self.watch.tell(Call::DeviceSync, 0, || self.inner_stream().end(ranks))
    }

    fn failure(&self) -> Option<Error> {
        self.inner_stream().failure()
    }

    fn misses_a_rank(&self) {
        self.inner_stream().misses_a_rank();
    }

    fn transport(&self) -> String {
        self.inner_stream().transport()
    }
}

impl Transfers for TracedFile {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        let location = location(&place, memory.pieces());
        self.start(Call::DeviceWrite, location, || self.inner_transfers().start_write(place, memory))
    }

    fn start_read(&self, place: Region, memory: LentMut, once: bool) -> Result<Ticket> {
        let location = location(&place, memory.pieces());
        self.start(Call::DeviceRead, location, || self.inner_transfers().start_read(place, memory, once))
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        self.polled(ticket.0, self.inner_transfers().poll(ticket))
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        let place = self.ended(ticket.0);
        let wait = || self.inner_transfers().wait(ticket);
        self.watch.tell_at(Call::DeviceWait, place, wait, |&bytes| Moved::bytes(bytes))
    }
}

fn location(place: &Region, memory: &[Spot]) -> Where {
    let length = memory.iter().map(|piece| piece.len() as u64).sum();
    match place {
        Region::Extents(extents) => Where::of(extents, length),
        Region::Shaped { shape, positions } => in_shape(shape, positions, length),
    }
}

/// The bytes of a view lie after its displacement; only the device expands it.
fn in_shape(shape: &FileShape, positions: &Range<u64>, length: u64) -> Where {
    Where { offset: shape.displacement().saturating_add(positions.start), length, pieces: 1 }
}

impl Shaped for TracedFile {
    fn takes(&self, shape: &FileShape) -> bool {
        self.inner_shaped().takes(shape)
    }

    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()> {
        let place = in_shape(shape, &positions, source.total());
        let write = || self.inner_shaped().write_shaped(shape, positions, source);
        self.watch.tell_at(Call::DeviceWrite, place, write, |()| Moved::bytes(source.total()))
    }

    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64> {
        let place = in_shape(shape, &positions, target.total());
        let read = || self.inner_shaped().read_shaped(shape, positions, target);
        self.watch.tell_at(Call::DeviceRead, place, read, |&bytes| Moved::bytes(bytes))
    }
}
