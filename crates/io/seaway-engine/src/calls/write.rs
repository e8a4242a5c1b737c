// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing.

use seaway_device_api::{Operation, RangeLock, Result};

use super::access::Positioning::{self, Explicit, Individual, Ordered, Shared};
use super::conversion::Converted;
use crate::collective::{self, Party};
use crate::file::Settings;
use crate::independent::{self, Locking};
use crate::memory_side::MemorySource;
use crate::strategy::{Direction, LARGE_PIECE_BYTES};
use crate::view::ViewRange;
use crate::{AccessMethod, File, Request, Status, WriteBuffer};

impl File {
    /// Writes at etype `offset` of the view.
    pub fn write_at<'a>(&self, offset: i64, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_alone(Explicit(offset), &buffer.into())
    }

    /// Collective [`write_at`](File::write_at).
    pub fn write_at_all<'a>(&self, offset: i64, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_together(Explicit(offset), &buffer.into())
    }

    /// Starts a [`write_at`](File::write_at).
    pub fn iwrite_at<'a>(&self, offset: i64, buffer: impl Into<WriteBuffer<'a>>) -> Request<'a> {
        self.start_write(Explicit(offset), &buffer.into())
    }

    /// Starts a [`write_at_all`](File::write_at_all).
    pub fn iwrite_at_all<'a>(&self, offset: i64, buffer: impl Into<WriteBuffer<'a>>) -> Request<'a> {
        self.start_write(Explicit(offset), &buffer.into())
    }

    /// Writes at the individual pointer.
    pub fn write<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_alone(Individual, &buffer.into())
    }

    /// Collective [`write`](File::write).
    pub fn write_all<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_together(Individual, &buffer.into())
    }

    /// Starts a [`write`](File::write).
    pub fn iwrite<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Request<'a> {
        self.start_write(Individual, &buffer.into())
    }

    /// Starts a [`write_all`](File::write_all).
    pub fn iwrite_all<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Request<'a> {
        self.start_write(Individual, &buffer.into())
    }

    /// Writes at the shared pointer.
    pub fn write_shared<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_alone(Shared, &buffer.into())
    }

    /// Starts a [`write_shared`](File::write_shared).
    pub fn iwrite_shared<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Request<'a> {
        self.start_write(Shared, &buffer.into())
    }

    /// Collective. Writes at the shared pointer, in rank order.
    pub fn write_ordered<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<Status> {
        self.write_together(Ordered, &buffer.into())
    }

    fn write_alone(&self, positioning: Positioning, buffer: &WriteBuffer<'_>) -> Result<Status> {
        let settings = self.settings();
        let outcome = match self.write_plain(&settings, positioning, buffer) {
            Some(outcome) => outcome,
            None => self.write_placed(&settings, positioning, buffer),
        };
        outcome.map_err(|error| self.explain(error))
    }

    /// Makes a collective write visible to all ranks that synchronise afterwards.
    pub(super) fn make_visible(&self) -> Result<()> {
        self.storage.synchronise()
    }

    /// Flushes small independent writes that a rank still buffers, so that they do not overwrite a later
    /// collective write: libraries rely on a barrier to order the two.
    pub(super) fn flush_before(&self, settings: &Settings, operation: Operation) -> Result<()> {
        // Decided from the agreed terms: a hint or a library may make a single rank buffer its writes, and
        // either all ranks come here or none.
        let terms = &settings.terms;
        if !terms.facets.discipline.holds_writes_back() || terms.guarantees.coherent {
            return Ok(());
        }
        self.all(operation, self.make_visible())
    }

    fn write_plain(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Option<Result<Status>> {
        let bytes = buffer.as_one_piece().filter(|_| self.access_mode().can_write())?;
        if independent::may_be_rewritten(&self.storage, &settings.hints) {
            return None;
        }
        let placed = self.plain_place(settings, positioning, bytes.len() as u64, Operation::Write)?;
        Some(placed.and_then(|extent| {
            self.storage.tally.note(AccessMethod::OneCall, Direction::Write, extent.len, || extent.offset);
            self.storage.write_piece(extent, bytes).map(|()| Status { bytes: extent.len })
        }))
    }

    fn write_placed(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Status> {
        let range = self.place(settings, positioning, buffer.items(), Operation::Write)?;
        self.write_range(settings, &range, buffer)
    }

    pub(super) fn write_range(
        &self,
        settings: &Settings,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Status> {
        let converted = self.converted(range, buffer)?;
        self.write_directly(settings, range, memory(buffer, converted.as_ref()))?;
        Ok(Status { bytes: buffer.items().bytes })
    }

    fn write_directly(
        &self,
        settings: &Settings,
        range: &ViewRange<'_>,
        memory: MemorySource<'_>,
    ) -> Result<()> {
        self.atomically(settings, range, RangeLock::Exclusive, || {
            let locking = if self.atomicity() { Locking::Held } else { Locking::AsNeeded };
            independent::write(&self.storage, &settings.hints, range, memory, locking)
        })
    }

    pub(super) fn write_together(
        &self,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Status> {
        let settings = self.settings();
        if self.agrees_at_the_end(&settings, Direction::Write) {
            self.flush_before(&settings, Operation::Write)?;
            drop(settings);
            let written = self.write_alone(positioning, buffer);
            return self
                .all(Operation::Write, written.and_then(|status| self.make_visible().map(|()| status)));
        }
        if !self.coordinates(&settings, Direction::Write) {
            return self.write_side_by_side(&settings, positioning, buffer);
        }
        let placed = self.place(&settings, positioning, buffer.items(), Operation::Write);
        let converted = placed.and_then(|range| Ok((self.converted(&range, buffer)?, range)));
        let access = match &converted {
            Ok((converted, range)) => Ok((range.clone(), memory(buffer, converted.as_ref()))),
            Err(error) => Err(error.clone()),
        };
        collective::write(&self.party(&settings), access).map_err(|error| self.explain(error))?;
        Ok(Status { bytes: buffer.items().bytes })
    }

    /// Each rank's share of a collective write that needs no coordination. Large shares are copied to mapped
    /// pages where that is faster, provided that the other ranks do the same.
    fn write_side_by_side(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Status> {
        let is_large = buffer.items().bytes >= LARGE_PIECE_BYTES && settings.view.bytes_from().is_some();
        if positioning != Ordered && (!is_large || self.atomicity()) {
            return self.write_alone(positioning, buffer);
        }
        let written = if is_large && !self.atomicity() {
            self.place(settings, positioning, buffer.items(), Operation::Write).and_then(|range| {
                let memory = memory(buffer, None);
                let is_done = collective::write_large(&self.party(settings), &range, memory)?;
                if is_done { Ok(()) } else { self.write_directly(settings, &range, memory) }
            })
        } else {
            self.write_placed(settings, positioning, buffer).map(drop)
        };
        written.map(|()| Status { bytes: buffer.items().bytes }).map_err(|error| self.explain(error))
    }

    /// A nonblocking collective call waits for no other rank, neither here nor in its wait: another rank may
    /// be blocked in a call of the program until this one proceeds. So it is carried out independently.
    fn start_write<'a>(&self, positioning: Positioning, buffer: &WriteBuffer<'a>) -> Request<'a> {
        let settings = self.settings();
        if self.starts_transfers(&settings, Direction::Write) {
            return self.start_transfer(|| self.write_transfer(&settings, positioning, buffer));
        }
        Request::done(self.write_placed(&settings, positioning, buffer).map_err(|error| self.explain(error)))
    }

    pub(super) fn converted(
        &self,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Option<Converted>> {
        let conversion = range.view().representation().conversion();
        conversion.map(|conversion| Converted::from_memory(conversion, buffer, range)).transpose()
    }

    /// For accesses that are not atomic: an exchange would mix the ranks' bytes.
    pub(super) fn party<'a>(&'a self, settings: &'a Settings) -> Party<'a> {
        Party {
            communicator: &*self.communicator,
            storage: &self.storage,
            hints: &settings.hints,
            terms: &settings.terms,
            memory: &self.memory,
        }
    }
}

fn memory<'b>(buffer: &'b WriteBuffer<'_>, converted: Option<&'b Converted>) -> MemorySource<'b> {
    match converted {
        Some(converted) => converted.source(),
        None => MemorySource { layout: buffer.items().layout(), memory: buffer.memory() },
    }
}
