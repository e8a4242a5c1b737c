// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing.

use seaway_device::{Operation, RangeLock, Result};

use super::access::Positioning::{self, Explicit, Individual, Ordered, Shared};
use super::conversion::Converted;
use crate::collective::{self, Party};
use crate::file::Settings;
use crate::independent::{self, Locking};
use crate::memory_side::MemorySource;
use crate::strategy::{Direction, LARGE_PIECE_BYTES};
use crate::view::ViewRange;
use crate::{File, Request, Status, Way, WriteBuffer};

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

    /// What was written together, all see who meet afterwards.
    pub(super) fn be_seen(&self) -> Result<()> {
        if self.storage.is_stream { Ok(()) } else { self.storage.meet_others() }
    }

    /// Small writes that some rank made before by itself must not come later than what is written together: libraries take
    /// a barrier between the two for enough.
    pub(super) fn meet_before(&self, settings: &Settings, operation: Operation) -> Result<()> {
        // By the terms: a hint or a library may have one rank alone hold its writes back, and all come here or none.
        if self.storage.is_stream || settings.terms.guarantees.coherent {
            return Ok(());
        }
        self.all(operation, self.be_seen())
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
            self.storage.tally.note(Way::OneCall, Direction::Write, extent.len, || extent.offset);
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
        if self.meets_at_the_end(&settings, Direction::Write) {
            self.meet_before(&settings, Operation::Write)?;
            drop(settings);
            let written = self.write_alone(positioning, buffer);
            return self.all(Operation::Write, written.and_then(|status| self.be_seen().map(|()| status)));
        }
        if !self.meets(&settings, Direction::Write) {
            return self.write_side_by_side(&settings, positioning, buffer);
        }
        let placed = self.place(&settings, positioning, buffer.items(), Operation::Write);
        let converted = placed.and_then(|range| Ok((self.converted(&range, buffer)?, range)));
        let access = match &converted {
            Ok((converted, range)) => Ok((range.clone(), memory(buffer, converted.as_ref()))),
            Err(error) => Err(error.clone()),
        };
        let direct =
            |range: &ViewRange<'_>, memory: MemorySource<'_>| self.write_directly(&settings, range, memory);
        collective::write(&self.party(&settings), access, direct).map_err(|error| self.explain(error))?;
        Ok(Status { bytes: buffer.items().bytes })
    }

    /// Each rank's part of a collective write for which they need not meet. Large parts are copied to mapped pages,
    /// where that is better if the others do as this rank does.
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

    /// A nonblocking collective call waits for nobody, neither here nor in its wait: another rank may sit in a call
    /// of the program's own until we have gone on. So it is carried out alone.
    fn start_write<'a>(&self, positioning: Positioning, buffer: &WriteBuffer<'a>) -> Request<'a> {
        let settings = self.settings();
        if self.starts_transfers(&settings) {
            return self.start_transfer(|| self.write_transfer(&settings, positioning, buffer));
        }
        if let Some(request) = self.submit_write(&settings, positioning, buffer).transpose() {
            return Request::from_start(request.map_err(|error| self.explain(error)));
        }
        Request::done(self.write_placed(&settings, positioning, buffer).map_err(|error| self.explain(error)))
    }

    /// Hands the write to the device's queue, if it has one. `None`: do it now.
    fn submit_write<'a>(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'a>,
    ) -> Result<Option<Request<'a>>> {
        let must_lock = self.atomicity() || independent::may_be_rewritten(&self.storage, &settings.hints);
        // A device is handed sorted pieces, which such a view does not have.
        let is_sorted = !settings.view.jumps_back();
        if must_lock || !is_sorted || self.storage.device.queue().is_none() {
            return Ok(None);
        }
        let range = self.place(settings, positioning, buffer.items(), Operation::Write)?;
        let converted = self.converted(&range, buffer)?;
        let status = Status { bytes: buffer.items().bytes };
        Request::write(&self.storage, &range, memory(buffer, converted.as_ref()), status).map(Some)
    }

    pub(super) fn converted(
        &self,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Option<Converted>> {
        let conversion = range.view().representation().conversion();
        conversion.map(|conversion| Converted::from_memory(conversion, buffer, range)).transpose()
    }

    pub(super) fn party<'a>(&'a self, settings: &'a Settings) -> Party<'a> {
        Party {
            communicator: &*self.communicator,
            storage: &self.storage,
            hints: &settings.hints,
            terms: &settings.terms,
            memory: &self.memory,
            alone: self.atomicity(),
        }
    }
}

fn memory<'b>(buffer: &'b WriteBuffer<'_>, converted: Option<&'b Converted>) -> MemorySource<'b> {
    match converted {
        Some(converted) => converted.source(),
        None => MemorySource { layout: buffer.items().layout(), memory: buffer.memory() },
    }
}
