// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Loan`]: a transfer under way and the memory that it uses.

use std::io::{IoSlice, IoSliceMut};
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result, Ticket, Transfers};
use seaway_memory::{Lent, LentMut};

use super::scope::Hold;
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::request::told_already;
use crate::storage::Storage;
use crate::strategy::Direction;
use crate::usage::AccessMethod;
use crate::view::ViewRange;
use crate::{ReadBuffer, WriteBuffer};

/// Dropping it waits for the end of the transfer. Forgetting it leaks its memory, so that the device never uses memory
/// that was freed.
#[derive(Debug)]
pub(crate) struct Loan {
    storage: Arc<Storage>,
    /// `None` once the device has answered.
    ticket: Option<Ticket>,
    /// The answer, if nobody has asked for it yet.
    outcome: Option<Result<u64>>,
    /// Empty if the memory is the program's.
    copy: Vec<u8>,
}

/// A loan of one request, or one that a scope also knows.
#[derive(Debug)]
pub(crate) enum LoanHandle {
    Own(Loan),
    Scoped(Arc<Mutex<Loan>>),
}

impl LoanHandle {
    /// Writes bytes that the loan owns.
    pub(crate) fn write_copy(storage: &Arc<Storage>, range: &ViewRange<'_>, bytes: Vec<u8>) -> Result<Self> {
        // SAFETY: the bytes are on the heap, and the loan frees them only when the transfer has been answered.
        let lent = unsafe { Lent::new(&[IoSlice::new(&bytes)]) };
        Loan::write(storage, range, lent, bytes).map(Self::Own)
    }

    /// Writes from the program's memory. `None` if it may go away too early, or lies in so short pieces that a copy
    /// costs less than a list of them.
    pub(crate) fn write_in_place(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Option<Self>> {
        let hold = buffer.hold();
        if hold.is_call() {
            return Ok(None);
        }
        let memory = MemorySource { layout: buffer.items().layout(), memory: buffer.memory() };
        let all = 0..buffer.items().bytes;
        let lent = if let Some(bytes) = memory.in_one_piece(all.clone())? {
            // SAFETY: by `hold` the memory stays for ever, or until the scope has waited, which `registered` tells it to do.
            unsafe { Lent::new(&[IoSlice::new(bytes)]) }
        } else if let Some(pieces) = memory.in_long_pieces(all)? {
            // SAFETY: as above.
            unsafe { Lent::new(&pieces) }
        } else {
            return Ok(None);
        };
        Loan::write(storage, range, lent, Vec::new()).map(|loan| Some(Self::registered(loan, hold)))
    }

    /// Reads into memory that the loan owns.
    pub(crate) fn read_copy(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        mut room: Vec<u8>,
        once: bool,
    ) -> Result<Self> {
        // SAFETY: as in `write_copy`; the bytes are looked at only when the transfer has been answered.
        let lent = unsafe { LentMut::new(&mut [IoSliceMut::new(&mut room)]) };
        Loan::read(storage, range, lent, once, room).map(Self::Own)
    }

    /// Reads into the program's memory. `None` as in [`write_in_place`](Self::write_in_place).
    pub(crate) fn read_in_place(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &mut ReadBuffer<'_>,
        once: bool,
    ) -> Result<Option<Self>> {
        let hold = buffer.hold();
        if hold.is_call() {
            return Ok(None);
        }
        let (memory, items) = buffer.parts();
        let mut memory = MemoryTarget { layout: items.layout(), memory };
        let all = 0..items.bytes;
        let lent = if let Some(bytes) = memory.in_one_piece(all.clone())? {
            // SAFETY: as in `write_in_place`; the buffer is used up by the call, so that nobody else has the memory.
            unsafe { LentMut::new(&mut [IoSliceMut::new(bytes)]) }
        } else if let Some(mut pieces) = memory.in_long_pieces(all)? {
            // SAFETY: as above.
            unsafe { LentMut::new(&mut pieces) }
        } else {
            return Ok(None);
        };
        Loan::read(storage, range, lent, once, Vec::new()).map(|loan| Some(Self::registered(loan, hold)))
    }

    fn registered(loan: Loan, hold: Hold<'_>) -> Self {
        match hold {
            Hold::Scope(loans) => Self::Scoped(loans.register(loan)),
            Hold::Call | Hold::Forever => Self::Own(loan),
        }
    }

    pub(crate) fn with<T>(&mut self, work: impl FnOnce(&mut Loan) -> T) -> T {
        match self {
            Self::Own(loan) => work(loan),
            Self::Scoped(loan) => work(&mut loan.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

impl Loan {
    fn write(storage: &Arc<Storage>, range: &ViewRange<'_>, lent: Lent, copy: Vec<u8>) -> Result<Self> {
        storage.tally.note(AccessMethod::Transfer, Direction::Write, range.bytes(), || range.hull().offset);
        let ticket = transfers(storage)?.start_write(storage.place(range), lent)?;
        Ok(Self { storage: storage.clone(), ticket: Some(ticket), outcome: None, copy })
    }

    fn read(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        lent: LentMut,
        once: bool,
        copy: Vec<u8>,
    ) -> Result<Self> {
        storage.tally.note(AccessMethod::Transfer, Direction::Read, range.bytes(), || range.hull().offset);
        let ticket = transfers(storage)?.start_read(storage.place(range), lent, once)?;
        Ok(Self { storage: storage.clone(), ticket: Some(ticket), outcome: None, copy })
    }

    /// The outcome, if the transfer has ended. It is given once.
    pub(crate) fn poll(&mut self) -> Result<Option<u64>> {
        if let Some(outcome) = self.outcome.take() {
            return outcome.map(Some);
        }
        let waiting = self.ticket.as_ref().ok_or_else(told_already)?;
        let polled = transfers(&self.storage).and_then(|transfers| transfers.poll(waiting));
        if !matches!(polled, Ok(None)) {
            self.ticket = None;
        }
        polled
    }

    pub(crate) fn wait(&mut self) -> Result<u64> {
        self.end();
        self.outcome.take().unwrap_or_else(|| Err(told_already()))
    }

    /// Waits for the end of the transfer and keeps its outcome.
    pub(super) fn end(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            self.outcome = Some(transfers(&self.storage).and_then(|transfers| transfers.wait(ticket)));
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ticket.is_none()
    }

    /// What was read, once the transfer has ended.
    pub(crate) fn copy(&self) -> &[u8] {
        if self.has_ended() { &self.copy } else { &[] }
    }

    pub(crate) fn explain(&self, error: Error) -> Error {
        self.storage.explain(error)
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.end();
    }
}

fn transfers(storage: &Storage) -> Result<&dyn Transfers> {
    storage.device.transfers().ok_or_else(|| Error::new(ErrorKind::Internal, Operation::Wait))
}
