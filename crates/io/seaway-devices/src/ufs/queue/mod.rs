// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`UfsQueue`]: asynchronous transfers in the kernel while the program computes. Seaway starts no thread:
//! the kernel works by itself, and `poll` and `wait` submit what did not fit into the ring before.
//!
//! Through the page cache the kernel works on the borrowed memory; with O_DIRECT, on aligned bounce buffers.
//! What the ring leaves undone (the end of the file, a short transfer, an error, a ring that is lost after a
//! fork) is finished by plain calls when the outcome is requested.

mod sys;
#[cfg(test)]
mod tests;

use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Region, Result, Ticket};
use seaway_memory::Spot;

use self::sys::{Bounce, Flights, SpotWalk, Transfer, TransferPart};
use super::direct::{Alignment, Direct};
use super::failure::failure;
use super::ring::{self, Direction};
use super::transfer::{Stopped, read_contiguous, write_contiguous};
use seaway_device_api::pieces::check;

/// Longest single entry: longer extents become several, in flight together.
const PART_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct UfsQueue {
    flights: Mutex<Flights>,
}

/// The file that a queue works on, passed to each call.
#[derive(Debug, Clone, Copy)]
pub(super) struct QueueFile<'a> {
    pub(super) cached: BorrowedFd<'a>,
    pub(super) direct_read: Option<&'a Direct>,
    pub(super) direct_write: Option<&'a Direct>,
    pub(super) path: &'a str,
}

impl UfsQueue {
    /// `None` if the kernel has no ring: a queue that does everything in `wait` is useless.
    pub(super) fn open() -> Option<Self> {
        Some(Self { flights: Mutex::new(Flights::new(ring::open()?)) })
    }

    /// Starts a transfer between `place` and memory that stays valid until the outcome has been returned.
    pub(super) fn start(
        &self,
        file: QueueFile<'_>,
        direction: Direction,
        place: Region,
        memory: &[Spot],
    ) -> Result<Ticket> {
        let transfer = file.transfer(direction, place, memory)?;
        let mut flights = self.flights();
        let ticket = flights.add(transfer);
        flights.progress();
        Ok(Ticket(ticket))
    }

    pub(super) fn poll(&self, file: QueueFile<'_>, ticket: &Ticket) -> Result<Option<u64>> {
        // The thread that holds the lock makes progress for all.
        let mut flights = match self.flights.try_lock() {
            Ok(flights) => flights,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(None),
        };
        flights.progress();
        let landed = flights.take_landed(ticket.0).ok_or_else(|| file.no_such_ticket())?;
        // Finishing may make system calls: not under the lock.
        drop(flights);
        landed.map(|transfer| file.finish(transfer)).transpose()
    }

    pub(super) fn wait(&self, file: QueueFile<'_>, ticket: &Ticket) -> Result<u64> {
        let mut flights = self.flights();
        loop {
            flights.progress();
            if let Some(transfer) = flights.take_landed(ticket.0).ok_or_else(|| file.no_such_ticket())? {
                drop(flights);
                return file.finish(transfer);
            }
            flights.wait_for_one();
        }
    }

    fn flights(&self) -> MutexGuard<'_, Flights> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueFile<'_> {
    fn transfer(&self, direction: Direction, place: Region, memory: &[Spot]) -> Result<Transfer> {
        let (operation, direct) = match direction {
            Direction::Read => (Operation::Read, self.direct_read),
            Direction::Write => (Operation::Write, self.direct_write),
        };
        let Region::Extents(extents) = place else {
            let error = Error::new(ErrorKind::Unsupported, operation).with_path(self.path);
            return Err(error.with_detail("files of this device are accessed by extents, not by views"));
        };
        let bytes = memory.iter().map(|piece| piece.len() as u64).sum();
        check(operation, &extents, bytes).map_err(|error| error.with_path(self.path))?;
        match direct {
            Some(direct) => self.direct_transfer(direction, &extents, memory, direct),
            None => Ok(self.cached_transfer(direction, &extents, memory)),
        }
    }

    fn cached_transfer(&self, direction: Direction, extents: &[Extent], memory: &[Spot]) -> Transfer {
        let mut parts = Vec::with_capacity(extents.len());
        let mut walk = SpotWalk::new(memory);
        for extent in extents {
            // The lengths add up to the memory's, so they fit.
            let len = usize::try_from(extent.len).unwrap_or(0);
            push_parts(&mut parts, self.cached.as_raw_fd(), extent.offset, len, &mut walk);
        }
        Transfer::new(direction, None, parts)
    }

    /// The bytes go through a buffer with the same page offsets as the file, so that all whole pages are
    /// aligned.
    fn direct_transfer(
        &self,
        direction: Direction,
        extents: &[Extent],
        memory: &[Spot],
        direct: &Direct,
    ) -> Result<Transfer> {
        let alignment = direct.alignment();
        let (places, total) = places(extents, alignment);
        let mut bounce = Bounce::new(total, alignment.file, memory)?;
        let mut walk = SpotWalk::new(memory);
        let mut parts = Vec::with_capacity(extents.len() * 3);
        for (extent, &start) in extents.iter().zip(&places) {
            let len = usize::try_from(extent.len).unwrap_or(0);
            if direction == Direction::Write {
                bounce.copy_in(start, len, &mut walk);
            }
            let (head, pages) = alignment.split(extent.offset, len);
            let cuts = [
                (self.cached, 0, head),
                (direct.fd(), head, pages),
                (self.cached, head + pages, len - head - pages),
            ];
            for (fd, skip, len) in cuts {
                let memory = [bounce.spot(start + skip, len)];
                let offset = extent.offset + skip as u64;
                push_parts(&mut parts, fd.as_raw_fd(), offset, len, &mut SpotWalk::new(&memory));
            }
        }
        Ok(Transfer::new(direction, Some(bounce), parts))
    }

    fn finish(&self, mut transfer: Transfer) -> Result<u64> {
        let moved = self.finish_parts(&mut transfer).map_err(|(errno, extent)| {
            let operation = match transfer.direction {
                Direction::Read => Operation::Read,
                Direction::Write => Operation::Write,
            };
            failure(operation, errno, self.path).with_extent(extent)
        })?;
        transfer.copy_out();
        Ok(moved)
    }

    fn finish_parts(&self, transfer: &mut Transfer) -> Result<u64, Stopped> {
        let mut total = 0;
        for part in &mut transfer.parts {
            let offset = part.offset + part.done as u64;
            part.done += match transfer.direction {
                Direction::Read => read_contiguous(self.cached, offset, part.rest_to_fill())?,
                Direction::Write => {
                    let rest = part.rest_to_write();
                    write_contiguous(self.cached, offset, rest).map(|()| rest.len())?
                }
            };
            total += part.done as u64;
            if part.done < part.memory.len() {
                break;
            }
        }
        Ok(total)
    }

    fn no_such_ticket(&self) -> Error {
        Error::new(ErrorKind::Request, Operation::Wait)
            .with_path(self.path)
            .with_detail("this transfer has already completed, or was never started")
    }
}

/// The start of each extent's bytes in memory of `alignment`, and the total length.
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

/// Entries for `len` bytes of the file from `offset` on, and the next bytes of memory.
fn push_parts(parts: &mut Vec<TransferPart>, fd: RawFd, offset: u64, len: usize, walk: &mut SpotWalk<'_>) {
    let mut placed = 0;
    while placed < len
        && let Some(memory) = walk.next(PART_BYTES.min(len - placed))
    {
        parts.push(TransferPart { fd, offset: offset + placed as u64, memory, done: 0 });
        placed += memory.len();
    }
}
