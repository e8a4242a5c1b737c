// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transfer`]: an access that goes on while the program does something else. Bytes move between the file and the
//! program's own memory; where they are converted, or lie in small pieces, they go through memory of ours.

use std::io::{IoSlice, IoSliceMut};
use std::marker::PhantomData;
use std::sync::Arc;

use seaway_device::{Error, ErrorKind, Operation, Result, Ticket, Transfers};
use seaway_memory::{Lent, LentMut};

use crate::memory_side::{MemorySource, MemoryTarget, room};
use crate::representation::Representation;
use crate::request::{fill, told_already};
use crate::storage::Storage;
use crate::strategy::Direction;
use crate::usage::Way;
use crate::view::ViewRange;
use crate::{ReadBuffer, Status, WriteBuffer};

/// Dropping it waits for its end: until then the device may touch the memory.
#[derive(Debug)]
pub(crate) struct Transfer<'a> {
    storage: Arc<Storage>,
    /// Gone once the outcome was told.
    ticket: Option<Ticket>,
    end: End<'a>,
}

/// What is left to do when the bytes have moved, and the memory that must stay until then.
#[derive(Debug)]
enum End<'a> {
    Written {
        status: Status,
        _packed: Vec<u8>,
        _lent: PhantomData<&'a [u8]>,
    },
    /// The bytes are where they belong.
    InPlace {
        _lent: PhantomData<&'a mut [u8]>,
    },
    Unpack {
        bytes: Vec<u8>,
        buffer: ReadBuffer<'a>,
        representation: Representation,
    },
}

impl<'a> Transfer<'a> {
    /// The bytes as they are in memory, from there if they lie in few pieces.
    pub(crate) fn write(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'a>,
    ) -> Result<Self> {
        let status = Status { bytes: buffer.items().bytes };
        match lent(buffer)? {
            Some(lent) => Self::start_write(storage, range, lent, Vec::new(), status),
            None => Self::write_copy(storage, range, packed(buffer)?, status),
        }
    }

    /// Bytes in file representation.
    pub(crate) fn write_copy(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        bytes: Vec<u8>,
        status: Status,
    ) -> Result<Self> {
        let lent = Lent::new(&[IoSlice::new(&bytes)]);
        Self::start_write(storage, range, lent, bytes, status)
    }

    fn start_write(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        lent: Lent,
        packed: Vec<u8>,
        status: Status,
    ) -> Result<Self> {
        storage.tally.note(Way::Queue, Direction::Write, range.bytes(), || range.hull().offset);
        let ticket = transfers(storage)?.start_write(storage.place(range), lent)?;
        let end = End::Written { status, _packed: packed, _lent: PhantomData };
        Ok(Self { storage: storage.clone(), ticket: Some(ticket), end })
    }

    pub(crate) fn read(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        mut buffer: ReadBuffer<'a>,
        once: bool,
    ) -> Result<Self> {
        let representation = range.view().representation();
        if representation.conversion().is_none()
            && let Some(lent) = lent_mut(&mut buffer)?
        {
            return Self::start_read(storage, range, lent, once, End::InPlace { _lent: PhantomData });
        }
        let mut bytes = room(range.bytes(), Operation::Read)?;
        let lent = LentMut::new(&mut [IoSliceMut::new(&mut bytes)]);
        let end = End::Unpack { bytes, buffer, representation: representation.clone() };
        Self::start_read(storage, range, lent, once, end)
    }

    fn start_read(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        lent: LentMut,
        once: bool,
        end: End<'a>,
    ) -> Result<Self> {
        storage.tally.note(Way::Queue, Direction::Read, range.bytes(), || range.hull().offset);
        let ticket = transfers(storage)?.start_read(storage.place(range), lent, once)?;
        Ok(Self { storage: storage.clone(), ticket: Some(ticket), end })
    }

    /// The outcome, if it has ended. Once told it is gone.
    pub(crate) fn test(&mut self) -> Result<Option<Status>> {
        let waiting = self.ticket.as_ref().ok_or_else(told_already)?;
        let polled = transfers(&self.storage).and_then(|transfers| transfers.poll(waiting));
        if let Ok(None) = polled {
            return Ok(None);
        }
        self.ticket = None;
        self.finish(polled.map(Option::unwrap_or_default)).map(Some)
    }

    pub(crate) fn wait(&mut self) -> Result<Status> {
        let ticket = self.ticket.take().ok_or_else(told_already)?;
        let outcome = transfers(&self.storage).and_then(|transfers| transfers.wait(ticket));
        self.finish(outcome)
    }

    fn finish(&mut self, outcome: Result<u64>) -> Result<Status> {
        let finished = outcome.and_then(|moved| match &mut self.end {
            End::Written { status, .. } => Ok(*status),
            End::InPlace { .. } => Ok(Status { bytes: moved }),
            End::Unpack { bytes, buffer, representation } => fill(buffer, representation, moved, bytes),
        });
        finished.map_err(|error| self.storage.explain(error))
    }
}

impl Transfer<'static> {
    /// As [`write`](Self::write), for a call that does not say how long the buffer stays.
    pub(crate) fn write_begun(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Self> {
        let status = Status { bytes: buffer.items().bytes };
        match lent(buffer)?.filter(|_| buffer.stays()) {
            Some(lent) => Self::start_write(storage, range, lent, Vec::new(), status),
            None => Self::write_copy(storage, range, packed(buffer)?, status),
        }
    }

    /// As [`read`](Self::read), for a call that does not say how long the buffer stays. `None`: it must be filled now.
    pub(crate) fn read_begun(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &mut ReadBuffer<'_>,
        once: bool,
    ) -> Result<Option<Self>> {
        if !buffer.stays() || range.view().representation().conversion().is_some() {
            return Ok(None);
        }
        let Some(lent) = lent_mut(buffer)? else { return Ok(None) };
        let end = End::InPlace { _lent: PhantomData };
        Self::start_read(storage, range, lent, once, end).map(Some)
    }
}

impl Drop for Transfer<'_> {
    fn drop(&mut self) {
        if let (Some(ticket), Ok(transfers)) = (self.ticket.take(), transfers(&self.storage)) {
            // Nobody asks for the outcome any more.
            let _ = transfers.wait(ticket);
        }
    }
}

/// `None`: pieces so short that a copy costs less than a list of them.
fn lent(buffer: &WriteBuffer<'_>) -> Result<Option<Lent>> {
    let (memory, all) = (source(buffer), 0..buffer.items().bytes);
    if let Some(bytes) = memory.in_one_piece(all.clone())? {
        return Ok(Some(Lent::new(&[IoSlice::new(bytes)])));
    }
    Ok(memory.in_long_pieces(all)?.map(|pieces| Lent::new(&pieces)))
}

fn lent_mut(buffer: &mut ReadBuffer<'_>) -> Result<Option<LentMut>> {
    let (memory, items) = buffer.parts();
    let all = 0..items.bytes;
    let mut memory = MemoryTarget { layout: items.layout(), memory };
    if let Some(bytes) = memory.in_one_piece(all.clone())? {
        return Ok(Some(LentMut::new(&mut [IoSliceMut::new(bytes)])));
    }
    Ok(memory.in_long_pieces(all)?.map(|mut pieces| LentMut::new(&mut pieces)))
}

fn packed(buffer: &WriteBuffer<'_>) -> Result<Vec<u8>> {
    let bytes = buffer.items().bytes;
    let mut packed = room(bytes, Operation::Write)?;
    source(buffer).pack(0..bytes, &mut packed)?;
    Ok(packed)
}

fn source<'b>(buffer: &'b WriteBuffer<'_>) -> MemorySource<'b> {
    MemorySource { layout: buffer.items().layout(), memory: buffer.memory() }
}

pub(crate) fn transfers(storage: &Storage) -> Result<&dyn Transfers> {
    storage.device.transfers().ok_or_else(|| Error::new(ErrorKind::Internal, Operation::Wait))
}
