// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a [`RemoteFile`] offers beyond reading and writing: views laid out by the daemon, asynchronous
//! transfers, and locks.

use std::ops::Range;
use std::sync::PoisonError;

use seaway_device_api::{
    Error, ErrorKind, Extent, FileShape, Operation, RangeLock, RangeLocks, Region, Result, Segments,
    SegmentsMut, Shaped, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

use super::file::RemoteFile;
use super::memory::{LentSlice, WriteMemory};
use super::session::{Question, Session};
use super::transfer::{Direction, Transfer};
use seaway_device_api::pieces::{check, pieces};

impl Shaped for RemoteFile {
    fn takes(&self, shape: &FileShape) -> bool {
        Session::takes(shape)
    }

    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()> {
        let place = Region::Shaped { shape: shape.clone(), positions };
        let transfer = self.start_write_from(&place, &LentSlice::of_call(source))?;
        transfer.wait(&self.session).map(drop)
    }

    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64> {
        let place = Region::Shaped { shape: shape.clone(), positions };
        let transfer = self.start_read_into(&place, &LentSlice::of_call_mut(target))?;
        transfer.wait(&self.session)
    }
}

impl RemoteFile {
    fn start_write_from(&self, place: &Region, memory: &LentSlice) -> Result<Transfer> {
        self.check(Operation::Write)?;
        check_place(Operation::Write, place, memory.len()).map_err(|error| self.named(error))?;
        self.held.forget_ahead();
        if let Region::Extents(extents) = place
            && self.is_small(memory.len())
        {
            let source = WriteMemory::Lent(memory.clone());
            let slices = source.next(&mut source.start(), memory.len());
            self.coalesce(pieces(extents, &Segments::new(&slices)));
            return Ok(Transfer::done(memory.len()));
        }
        Ok(self.start(Direction::Write, place, memory))
    }

    fn start_read_into(&self, place: &Region, memory: &LentSlice) -> Result<Transfer> {
        self.check(Operation::Read)?;
        check_place(Operation::Read, place, memory.len()).map_err(|error| self.named(error))?;
        Ok(self.start(Direction::Read, place, memory))
    }
}

impl Transfers for RemoteFile {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        self.start_write_from(&place, &LentSlice::new(memory.pieces())).map(|transfer| self.keep(transfer))
    }

    fn start_read(&self, place: Region, memory: LentMut, _once: bool) -> Result<Ticket> {
        self.start_read_into(&place, &LentSlice::new(memory.pieces())).map(|transfer| self.keep(transfer))
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
        // Data written by others before they released their lock must be seen.
        self.held.forget_ahead();
        self.session
            .ask(self.file, Question::Lock { extent, exclusive: lock == RangeLock::Exclusive })
            .map(drop)
    }

    /// After the writes that it protects.
    fn unlock(&self, extent: Extent) -> Result<()> {
        let unlocked = self.ask_behind_writes(Question::Unlock(extent)).map(drop);
        self.session.wait_behind(self.file, 0);
        self.session.take_deferred(self.file).and(unlocked)
    }
}

fn check_place(operation: Operation, place: &Region, bytes: u64) -> Result<()> {
    match place {
        Region::Extents(extents) => check(operation, extents, bytes),
        Region::Shaped { positions, .. } if positions.end.checked_sub(positions.start) == Some(bytes) => {
            Ok(())
        }
        Region::Shaped { .. } => Err(Error::new(ErrorKind::Argument, operation)
            .with_detail("the positions do not add up to the memory's bytes")),
    }
}

fn told_already() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this transfer has already completed")
}
