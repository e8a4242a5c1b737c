// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Request`]: a data access that was started. Where the device has a queue it goes on by itself, in memory that the
//! queue owns, and on a stream in the program's own; elsewhere it was finished when it was started, which for a page cache is also the quickest.

use std::sync::Arc;

use seaway_device::{Completion, Error, ErrorKind, Operation, Result, Submission, SubmissionQueue, Ticket};

use crate::memory_side::{MemorySource, room};
use crate::representation::Representation;
use crate::storage::Storage;
use crate::strategy::Direction;
use crate::transfer::Transfer;
use crate::usage::Way;
use crate::view::ViewRange;
use crate::{ReadBuffer, Status};

/// A nonblocking access. Dropping it forgets its outcome; the access goes on, or is waited for if the program's memory is
/// in use. So a request must not be kept from being dropped, as `std::mem::forget` would.
#[derive(Debug)]
#[must_use = "the outcome is known when the request is waited for"]
pub struct Request<'a>(State<'a>);

#[derive(Debug)]
enum State<'a> {
    /// Finished. Empty once the outcome was told.
    Done(Option<Result<Status>>),
    Streaming(Transfer<'a>),
    Queued {
        storage: Arc<Storage>,
        ticket: Option<Ticket>,
        end: End<'a>,
    },
}

/// What is left to do when the transfer has ended.
#[derive(Debug)]
enum End<'a> {
    Written(Status),
    Fill { buffer: ReadBuffer<'a>, representation: Representation },
}

impl<'a> Request<'a> {
    pub(crate) fn done(outcome: Result<Status>) -> Self {
        Self(State::Done(Some(outcome)))
    }

    pub(crate) fn streaming(transfer: Transfer<'a>) -> Self {
        Self(State::Streaming(transfer))
    }

    /// MPI tells errors of a nonblocking call when it is waited for.
    pub(crate) fn from_start(started: Result<Self>) -> Self {
        started.unwrap_or_else(|error| Self::done(Err(error)))
    }

    pub(crate) fn write(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        memory: MemorySource<'_>,
        status: Status,
    ) -> Result<Self> {
        let mut buffer = room(range.bytes(), Operation::Write)?;
        memory.pack(0..range.bytes(), &mut buffer)?;
        let submission = Submission::Write { extents: range.extents().collect(), buffer };
        Self::submit(storage, submission, End::Written(status), range)
    }

    pub(crate) fn read(
        storage: &Arc<Storage>,
        range: &ViewRange<'_>,
        buffer: ReadBuffer<'a>,
    ) -> Result<Self> {
        let memory = room(range.bytes(), Operation::Read)?;
        let submission = Submission::Read { extents: range.extents().collect(), buffer: memory };
        let end = End::Fill { buffer, representation: range.view().representation().clone() };
        Self::submit(storage, submission, end, range)
    }

    fn submit(
        storage: &Arc<Storage>,
        submission: Submission,
        end: End<'a>,
        range: &ViewRange<'_>,
    ) -> Result<Self> {
        if range.is_empty() {
            return Ok(Self::done(Ok(Status { bytes: 0 })));
        }
        let direction =
            if matches!(submission, Submission::Read { .. }) { Direction::Read } else { Direction::Write };
        storage.tally.note(Way::Queue, direction, range.bytes(), || range.hull().offset);
        let ticket = queue(storage)?.submit(submission)?;
        Ok(Self(State::Queued { storage: storage.clone(), ticket: Some(ticket), end }))
    }

    /// The outcome, if the access has finished. Once told it is gone: asking again is an error.
    pub fn test(&mut self) -> Result<Option<Status>> {
        match &mut self.0 {
            State::Done(outcome) => outcome.take().unwrap_or_else(|| Err(told_already())).map(Some),
            State::Streaming(transfer) => transfer.test(),
            State::Queued { storage, ticket, end } => {
                let waiting = ticket.as_ref().ok_or_else(told_already)?;
                let polled = queue(storage).and_then(|queue| queue.poll(waiting));
                let Some(completion) = polled.map_err(|error| storage.explain(error))? else {
                    return Ok(None);
                };
                *ticket = None;
                end.finish(completion).map(Some).map_err(|error| storage.explain(error))
            }
        }
    }

    /// Waits until the access has finished.
    pub fn wait(mut self) -> Result<Status> {
        match &mut self.0 {
            State::Done(outcome) => outcome.take().unwrap_or_else(|| Err(told_already())),
            State::Streaming(transfer) => transfer.wait(),
            State::Queued { storage, ticket, end } => {
                let ticket = ticket.take().ok_or_else(told_already)?;
                let completion = queue(storage).and_then(|queue| queue.wait(ticket));
                let outcome = completion.and_then(|completion| end.finish(completion));
                outcome.map_err(|error| storage.explain(error))
            }
        }
    }
}

impl End<'_> {
    fn finish(&mut self, completion: Completion) -> Result<Status> {
        let got = completion.outcome?;
        match self {
            Self::Written(status) => Ok(*status),
            Self::Fill { buffer, representation } => fill(buffer, representation, got, &completion.buffer),
        }
    }
}

/// Puts bytes in file representation, of which `got` came, where they belong.
pub(crate) fn fill(
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
    let outside = |error| Error::new(ErrorKind::Internal, Operation::Read).with_source(error);
    items.layout().unpack(bytes, 0..bytes.len() as u64, memory).map_err(outside)?;
    Ok(Status { bytes: bytes.len() as u64 })
}

fn queue(storage: &Storage) -> Result<&dyn SubmissionQueue> {
    storage.device.queue().ok_or_else(|| Error::new(ErrorKind::Internal, Operation::Wait))
}

pub(crate) fn told_already() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait)
        .with_detail("the outcome of this request was told already")
}
