// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`UfsQueue`]: transfers that go on in the kernel while the program computes. There is no thread of ours: the kernel
//! works by itself, and `poll` and `wait` hand it what did not fit into the ring before.
//!
//! What the ring leaves undone (the end of the file, a short transfer, an error, a ring that is gone after a fork)
//! plain calls finish when the answer is asked for.

mod sys;
#[cfg(test)]
mod tests;

use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use seaway_device::{Completion, Error, ErrorKind, Extent, Operation, Result, Submission, Ticket};

use self::sys::{Flights, Transfer, TransferPart};
use super::aligned_buffer::AlignedBuffer;
use super::direct::{Alignment, Direct};
use super::failure::failure;
use super::ring::{self, Direction};
use super::transfer::{Stopped, read_contiguous, write_contiguous};
use crate::pieces::check;

/// Longest single entry: longer extents are several, in flight together.
const PART_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct UfsQueue {
    flights: Mutex<Flights>,
}

/// The file that a queue works on, as each call sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct QueueFile<'a> {
    pub(super) cached: BorrowedFd<'a>,
    pub(super) direct_read: Option<&'a Direct>,
    pub(super) direct_write: Option<&'a Direct>,
    pub(super) path: &'a str,
}

impl UfsQueue {
    /// `None` where the kernel has no ring: a queue that does everything in `wait` is no queue.
    pub(super) fn open() -> Option<Self> {
        Some(Self { flights: Mutex::new(Flights::new(ring::open()?)) })
    }

    pub(super) fn submit(&self, file: QueueFile<'_>, submission: Submission) -> Result<Ticket> {
        let transfer = file.transfer(submission)?;
        let mut flights = self.flights();
        let ticket = flights.add(transfer);
        flights.progress();
        Ok(Ticket(ticket))
    }

    pub(super) fn poll(&self, file: QueueFile<'_>, ticket: &Ticket) -> Result<Option<Completion>> {
        // Whoever holds it makes progress for all.
        let mut flights = match self.flights.try_lock() {
            Ok(flights) => flights,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(None),
        };
        flights.progress();
        let landed = flights.take_landed(ticket.0).ok_or_else(|| file.no_such_ticket())?;
        // Finishing may call the kernel: not under the lock.
        drop(flights);
        Ok(landed.map(|transfer| file.finish(transfer)))
    }

    pub(super) fn wait(&self, file: QueueFile<'_>, ticket: &Ticket) -> Result<Completion> {
        let mut flights = self.flights();
        loop {
            flights.progress();
            if let Some(transfer) = flights.take_landed(ticket.0).ok_or_else(|| file.no_such_ticket())? {
                drop(flights);
                return Ok(file.finish(transfer));
            }
            flights.wait_for_one();
        }
    }

    fn flights(&self) -> MutexGuard<'_, Flights> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueFile<'_> {
    fn transfer(&self, submission: Submission) -> Result<Transfer> {
        let (direction, operation, extents, buffer, direct) = match submission {
            Submission::Read { extents, buffer } => {
                (Direction::Read, Operation::Read, extents, buffer, self.direct_read)
            }
            Submission::Write { extents, buffer } => {
                (Direction::Write, Operation::Write, extents, buffer, self.direct_write)
            }
        };
        check(operation, &extents, buffer.len() as u64).map_err(|error| error.with_path(self.path))?;
        match direct {
            Some(direct) => self.direct_transfer(direction, &extents, buffer, direct),
            None => Ok(self.cached_transfer(direction, &extents, buffer)),
        }
    }

    fn cached_transfer(&self, direction: Direction, extents: &[Extent], buffer: Vec<u8>) -> Transfer {
        let mut parts = Vec::with_capacity(extents.len());
        let mut start = 0;
        for extent in extents {
            // The lengths add up to the buffer's, so they fit.
            let len = usize::try_from(extent.len).unwrap_or(0);
            push_parts(&mut parts, self.cached.as_raw_fd(), extent.offset, start, len);
            start += len;
        }
        Transfer::new(direction, AlignedBuffer::unaligned(buffer), None, parts)
    }

    /// The bytes go through memory that lies as the file does, page for page, so that all whole pages are aligned.
    fn direct_transfer(
        &self,
        direction: Direction,
        extents: &[Extent],
        buffer: Vec<u8>,
        direct: &Direct,
    ) -> Result<Transfer> {
        let alignment = direct.alignment();
        let (places, total) = places(extents, alignment);
        let mut memory = AlignedBuffer::zeroed(total, alignment.file)?;
        let mut parts = Vec::with_capacity(extents.len() * 3);
        let mut from = 0;
        for (extent, &start) in extents.iter().zip(&places) {
            let len = usize::try_from(extent.len).unwrap_or(0);
            if direction == Direction::Write {
                memory.bytes_mut()[start..start + len].copy_from_slice(&buffer[from..from + len]);
            }
            from += len;
            let (head, pages) = alignment.split(extent.offset, len);
            let cuts = [
                (self.cached, 0, head),
                (direct.fd(), head, pages),
                (self.cached, head + pages, len - head - pages),
            ];
            for (fd, skip, len) in cuts {
                push_parts(&mut parts, fd.as_raw_fd(), extent.offset + skip as u64, start + skip, len);
            }
        }
        Ok(Transfer::new(direction, memory, Some(buffer), parts))
    }

    fn finish(&self, mut transfer: Transfer) -> Completion {
        let outcome = self.finish_parts(&mut transfer).map_err(|(errno, extent)| {
            let operation = match transfer.direction {
                Direction::Read => Operation::Read,
                Direction::Write => Operation::Write,
            };
            failure(operation, errno, self.path).with_extent(extent)
        });
        Completion { outcome, buffer: transfer.into_buffer() }
    }

    fn finish_parts(&self, transfer: &mut Transfer) -> Result<u64, Stopped> {
        let mut total = 0;
        let Transfer { parts, memory, direction, .. } = transfer;
        for part in parts {
            let rest = &mut memory.bytes_mut()[part.start + part.done..part.start + part.len];
            let offset = part.offset + part.done as u64;
            part.done += match direction {
                Direction::Read => read_contiguous(self.cached, offset, rest)?,
                Direction::Write => write_contiguous(self.cached, offset, rest).map(|()| rest.len())?,
            };
            total += part.done as u64;
            if part.done < part.len {
                break;
            }
        }
        Ok(total)
    }

    fn no_such_ticket(&self) -> Error {
        Error::new(ErrorKind::Request, Operation::Wait)
            .with_path(self.path)
            .with_detail("this transfer has been answered already, or was never submitted")
    }
}

/// Where each extent's bytes begin in memory of `alignment`, and the length of it all.
fn places(extents: &[Extent], alignment: Alignment) -> (Vec<usize>, usize) {
    let mut end = 0_usize;
    let places = extents.iter().map(|extent| {
        let page = end.next_multiple_of(alignment.file);
        let start = page + alignment.into_page(extent.offset);
        end = start + usize::try_from(extent.len).unwrap_or(0);
        start
    });
    (places.collect(), end)
}

fn push_parts(parts: &mut Vec<TransferPart>, fd: RawFd, offset: u64, start: usize, len: usize) {
    for done in (0..len).step_by(PART_BYTES) {
        let (offset, start, len) = (offset + done as u64, start + done, PART_BYTES.min(len - done));
        parts.push(TransferPart { fd, offset, start, len, done: 0 });
    }
}
