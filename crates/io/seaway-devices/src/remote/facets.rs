// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a [`RemoteFile`] offers beyond reading and writing: bytes laid out by the daemon, accesses that go on by themselves,
//! and locks.

use std::ops::Range;
use std::sync::PoisonError;

use seaway_device::{
    Error, ErrorKind, Extent, FileShape, Operation, Place, RangeLock, RangeLocks, Result, Segments,
    SegmentsMut, Shaped, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

use super::file::RemoteFile;
use super::memory::{Part, Source};
use super::session::{Question, Session};
use super::transfer::{Direction, Transfer};
use crate::pieces::{check, pieces};

impl Shaped for RemoteFile {
    fn takes(&self, shape: &FileShape) -> bool {
        Session::takes(shape)
    }

    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()> {
        let place = Place::Shaped { shape: shape.clone(), positions };
        let ticket = self.start_write(place, Lent::new(source.pieces()))?;
        self.wait(ticket).map(drop)
    }

    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64> {
        let place = Place::Shaped { shape: shape.clone(), positions };
        let ticket = self.start_read(place, LentMut::new(target.pieces()), false)?;
        self.wait(ticket)
    }
}

impl Transfers for RemoteFile {
    fn start_write(&self, place: Place, memory: Lent) -> Result<Ticket> {
        self.check(Operation::Write)?;
        let memory = Part::of(&memory);
        check_place(Operation::Write, &place, memory.len()).map_err(|error| self.named(error))?;
        self.held.forget_ahead();
        if let Place::Extents(extents) = &place
            && self.is_small(memory.len())
        {
            let source = Source::Lent(memory.clone());
            let slices = source.next(&mut source.start(), memory.len());
            self.gather(pieces(extents, &Segments::new(&slices)));
            return Ok(self.keep(Transfer::done(memory.len())));
        }
        Ok(self.keep(self.start(Direction::Write, &place, &memory)))
    }

    fn start_read(&self, place: Place, memory: LentMut, _once: bool) -> Result<Ticket> {
        self.check(Operation::Read)?;
        let memory = Part::of_mut(&memory);
        check_place(Operation::Read, &place, memory.len()).map_err(|error| self.named(error))?;
        Ok(self.keep(self.start(Direction::Read, &place, &memory)))
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let transfer = started.transfers.get_mut(&ticket.0).ok_or_else(told_already)?;
        if !transfer.poll(&self.session) {
            return Ok(None);
        }
        let transfer = started.transfers.remove(&ticket.0).ok_or_else(told_already)?;
        transfer.outcome().map(Some)
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        let transfer =
            self.started.lock().unwrap_or_else(PoisonError::into_inner).transfers.remove(&ticket.0);
        transfer.ok_or_else(told_already)?.wait(&self.session)
    }
}

impl RangeLocks for RemoteFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.check(Operation::Lock)?;
        // What others wrote before they gave their lock back is to be seen.
        self.held.forget_ahead();
        self.session
            .ask(self.file, Question::Lock { extent, exclusive: lock == RangeLock::Exclusive })
            .map(drop)
    }

    /// Behind the writes that it protects.
    fn unlock(&self, extent: Extent) -> Result<()> {
        let unlocked = self.ask_behind_writes(Question::Unlock(extent)).map(drop);
        self.session.wait_behind(self.file, 0);
        self.session.take_deferred(self.file).and(unlocked)
    }
}

fn check_place(operation: Operation, place: &Place, bytes: u64) -> Result<()> {
    match place {
        Place::Extents(extents) => check(operation, extents, bytes),
        Place::Shaped { positions, .. } if positions.end.checked_sub(positions.start) == Some(bytes) => {
            Ok(())
        }
        Place::Shaped { .. } => Err(Error::new(ErrorKind::Argument, operation)
            .with_detail("the positions do not add up to the memory's bytes")),
    }
}

fn told_already() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait)
        .with_detail("the outcome of this transfer was told already")
}
