// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transfer`]: an access that goes on while the program does something else. Bytes move between the file and the
//! program's own memory if that is sure to stay; otherwise, and if they are converted or lie in small pieces, they go
//! through memory of the engine.

use std::sync::Arc;

use seaway_device_api::{Operation, Result};

use crate::loans::{Loan, LoanHandle};
use crate::memory_side::{MemorySource, MemoryTarget, room};
use crate::representation::Representation;
use crate::storage::Storage;
use crate::view::ViewRange;
use crate::{ReadBuffer, Status, WriteBuffer};

#[derive(Debug)]
pub(crate) struct Transfer<'a> {
    loan: LoanHandle,
    end: End<'a>,
}

/// What is left to do when the bytes have moved.
#[derive(Debug)]
enum End<'a> {
    Written(Status),
    /// The bytes are where they belong.
    InPlace,
    Unpack {
        buffer: ReadBuffer<'a>,
        representation: Representation,
    },
}

impl<'a> Transfer<'a> {
    /// The bytes as they are in memory.
    pub(crate) fn write(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Self> {
        let status = Status { bytes: buffer.items().bytes };
        match LoanHandle::write_in_place(storage, range, buffer)? {
            Some(loan) => Ok(Self { loan, end: End::Written(status) }),
            None => Self::write_copy(storage, range, packed(buffer)?, status),
        }
    }

    /// Writes bytes in file representation.
    pub(crate) fn write_copy(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        bytes: Vec<u8>,
        status: Status,
    ) -> Result<Self> {
        let loan = LoanHandle::write_copy(storage, range, bytes)?;
        Ok(Self { loan, end: End::Written(status) })
    }

    pub(crate) fn read(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        mut buffer: ReadBuffer<'a>,
        once: bool,
    ) -> Result<Self> {
        let representation = range.view().representation();
        if representation.conversion().is_none()
            && let Some(loan) = LoanHandle::read_in_place(storage, range, &mut buffer, once)?
        {
            return Ok(Self { loan, end: End::InPlace });
        }
        let loan = LoanHandle::read_copy(storage, range, room(range.bytes(), Operation::Read)?, once)?;
        Ok(Self { loan, end: End::Unpack { buffer, representation: representation.clone() } })
    }

    /// The outcome, if it has ended. It is given once.
    pub(crate) fn test(&mut self) -> Result<Option<Status>> {
        let Self { loan, end } = self;
        loan.with(|loan| match loan.poll() {
            Ok(None) => Ok(None),
            Ok(Some(moved)) => end.reach(loan, Ok(moved)).map(Some),
            Err(error) => end.reach(loan, Err(error)).map(Some),
        })
    }

    pub(crate) fn wait(&mut self) -> Result<Status> {
        let Self { loan, end } = self;
        loan.with(|loan| {
            let outcome = loan.wait();
            end.reach(loan, outcome)
        })
    }
}

impl Transfer<'static> {
    /// As [`read`](Self::read), for a call that borrows the buffer. `None`: it must be filled now.
    pub(crate) fn read_begun(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: &mut ReadBuffer<'_>,
        once: bool,
    ) -> Result<Option<Self>> {
        if range.view().representation().conversion().is_some() {
            return Ok(None);
        }
        let loan = LoanHandle::read_in_place(storage, range, buffer, once)?;
        Ok(loan.map(|loan| Self { loan, end: End::InPlace }))
    }
}

impl Drop for Transfer<'_> {
    /// Waits, so that the bytes are where they belong: a stream gives them once.
    fn drop(&mut self) {
        if !self.loan.with(|loan| loan.has_ended()) {
            let _ = self.wait();
        }
    }
}

impl End<'_> {
    fn reach(&mut self, loan: &Loan, outcome: Result<u64>) -> Result<Status> {
        let finished = outcome.and_then(|moved| match self {
            End::Written(status) => Ok(*status),
            End::InPlace => Ok(Status { bytes: moved }),
            End::Unpack { buffer, representation } => fill(buffer, representation, moved, loan.copy()),
        });
        finished.map_err(|error| loan.explain(error))
    }
}

/// Puts bytes in file representation, of which `got` came, where they belong.
fn fill(
    buffer: &mut ReadBuffer<'_>,
    representation: &Representation,
    got: u64,
    bytes: &[u8],
) -> Result<Status> {
    let bytes = &bytes[..usize::try_from(got).unwrap_or(usize::MAX).min(bytes.len())];
    let (memory, items) = buffer.parts();
    if let Some(conversion) = representation.conversion() {
        let bytes = conversion.decode(bytes, &items.datatype, items.count, memory)?;
        return Ok(Status { bytes });
    }
    MemoryTarget { layout: items.layout(), memory }.unpack(bytes, 0..bytes.len() as u64)?;
    Ok(Status { bytes: bytes.len() as u64 })
}

fn packed(buffer: &WriteBuffer<'_>) -> Result<Vec<u8>> {
    let bytes = buffer.items().bytes;
    let mut packed = room(bytes, Operation::Write)?;
    let source = MemorySource { layout: buffer.items().layout(), memory: buffer.memory() };
    source.pack(0..bytes, &mut packed)?;
    Ok(packed)
}
