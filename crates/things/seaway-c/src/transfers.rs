// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers that were started and not waited for, by number.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::Operation;
use seaway_things::{Error, ErrorKind, Result, Thing, Transfer, wait_any as any_of};

use crate::entry::{CANCELLED, Failure, OK, code, keep};
use crate::state::{count, with_transfers};

/// As in the header.
#[repr(C)]
#[derive(Debug)]
pub struct ThingStatus {
    pub transfer: i64,
    pub bytes: i64,
    pub error: i32,
    pub reserved: i32,
}

#[derive(Debug, Default)]
pub(crate) struct Transfers {
    last: i64,
    going: HashMap<i64, (Direction, Arc<Transfer<usize>>)>,
}

/// Memory of the program, lent to a transfer until the program has waited for it.
pub(crate) struct Piece {
    pub(crate) offset: u64,
    pub(crate) start: *mut c_void,
    pub(crate) bytes: usize,
}

/// All memory of one transfer.
pub(crate) struct Pieces(pub(crate) Vec<Piece>);

// SAFETY: the program leaves it to the transfer, whichever thread carries it out, as the header obliges it to.
unsafe impl Send for Pieces {}

impl Pieces {
    fn read_from(self, thing: &Thing) -> Result<usize> {
        // SAFETY: the header obliges the program to pass so many bytes, which nobody else accesses meanwhile, and pieces of
        // one transfer do not overlap in memory.
        let slice =
            |piece: &Piece| unsafe { std::slice::from_raw_parts_mut(piece.start.cast::<u8>(), piece.bytes) };
        match self.0.as_slice() {
            [one] => thing.read_at(slice(one), one.offset),
            many => {
                let read = thing.read_list(
                    &mut many.iter().map(|piece| (piece.offset, slice(piece))).collect::<Vec<_>>(),
                );
                read.map(|read| usize::try_from(read).unwrap_or(usize::MAX))
            }
        }
    }

    fn write_to(self, thing: &Thing) -> Result<usize> {
        // SAFETY: as above, for reading.
        let slice = |piece: &Piece| unsafe {
            std::slice::from_raw_parts(piece.start.cast::<u8>().cast_const(), piece.bytes)
        };
        match self.0.as_slice() {
            [one] => thing.write_at(slice(one), one.offset)?,
            many => {
                thing
                    .write_list(&many.iter().map(|piece| (piece.offset, slice(piece))).collect::<Vec<_>>())?;
            }
        }
        Ok(self.0.iter().map(|piece| piece.bytes).sum())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

/// In memory of this node a transfer is a copy, which is done at once; otherwise a thread carries it out. Empty pieces are left
/// out: their addresses may be null.
pub(crate) fn start(
    thing: &Thing,
    direction: Direction,
    mut pieces: Pieces,
    status: &mut ThingStatus,
) -> Result<(), Failure> {
    pieces.0.retain(|piece| piece.bytes > 0);
    let theirs = thing.clone();
    let access = move || match direction {
        _ if pieces.0.is_empty() => Ok(0),
        Direction::Read => pieces.read_from(&theirs),
        Direction::Write => pieces.write_to(&theirs),
    };
    let transfer = thing.start(access);
    let number = with_transfers(|transfers| {
        transfers.last += 1;
        transfers.going.insert(transfers.last, (direction, Arc::new(transfer)));
        Ok(transfers.last)
    })?;
    count(|counts| match direction {
        Direction::Read => counts.reads += 1,
        Direction::Write => counts.writes += 1,
    });
    // The sign tells the direction when it is over.
    let number = if direction == Direction::Read { number } else { -number };
    *status = ThingStatus { transfer: number, bytes: 0, error: OK, reserved: 0 };
    Ok(())
}

/// Fills in the status when it is over. `Pending`: it goes on.
pub(crate) fn wait(status: &mut ThingStatus, patience: Option<Duration>) -> Result<(), Failure> {
    let number = status.transfer;
    let transfer = transfer(number)?;
    let begun = Instant::now();
    // Longer than anybody waits, so that it never ends in between.
    let outcome = transfer.wait_for(patience.unwrap_or(Duration::from_secs(1 << 40)));
    count(|counts| counts.waited += begun.elapsed());
    let Some(outcome) = outcome else { return Err(Failure::Pending) };
    with_transfers(|transfers| {
        transfers.going.remove(&number.abs());
        Ok(())
    })?;
    status.transfer = 0;
    match outcome {
        Ok(bytes) => {
            let moved = i64::try_from(bytes).unwrap_or(i64::MAX);
            count(|counts| match number {
                1.. => counts.bytes_read += moved,
                _ => counts.bytes_written += moved,
            });
            (status.bytes, status.error) = (moved, OK);
            Ok(())
        }
        Err(error) => {
            (status.bytes, status.error) = (0, code(&error));
            Err(error.into())
        }
    }
}

/// Waits until all writes are over. Their outcomes stay with their statuses, but a failure is one of this call, too.
pub(crate) fn settle_writes() -> Result<(), Failure> {
    let going = with_transfers(|transfers| Ok(transfers.going.values().cloned().collect::<Vec<_>>()))?;
    let mut writes = going.iter().filter(|(direction, _)| *direction == Direction::Write);
    if writes.all(|(_, transfer)| transfer.settle()) {
        return Ok(());
    }
    let detail = "a write to a thing has failed: wait for it to see why, and report the task as failed";
    Err(Error::new(ErrorKind::Io, Operation::Wait).with_detail(detail).into())
}

/// All of them; the first error. Those that go on are waited for no longer than `patience` in all.
pub(crate) fn wait_all(statuses: &mut [ThingStatus], patience: Option<Duration>) -> Result<(), Failure> {
    let deadline = patience.map(|patience| Instant::now() + patience);
    let (mut pending, mut failed) = (false, None);
    for status in statuses.iter_mut().filter(|status| status.transfer != 0) {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match wait(status, left) {
            Ok(()) => {}
            Err(Failure::Pending) => pending = true,
            Err(other) => failed = failed.or(Some(other)),
        }
    }
    match failed {
        Some(failure) => Err(failure),
        None if pending => Err(Failure::Pending),
        None => Ok(()),
    }
}

/// The first that is over.
pub(crate) fn wait_any(
    statuses: &mut [ThingStatus],
    patience: Option<Duration>,
    index: &mut c_int,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let (mut numbers, mut going) = (Vec::new(), Vec::new());
    for (number, status) in statuses.iter().enumerate().filter(|(_, status)| status.transfer != 0) {
        numbers.push(number);
        going.push(transfer(status.transfer)?);
    }
    if going.is_empty() {
        return Err(unknown().into());
    }
    let over = any_of(&going.iter().map(|one| &**one).collect::<Vec<_>>(), patience);
    count(|counts| counts.waited += begun.elapsed());
    let Some(number) = over.and_then(|over| numbers.get(over).copied()) else { return Err(Failure::Pending) };
    *index = c_int::try_from(number).unwrap_or(c_int::MAX);
    wait(&mut statuses[number], Some(Duration::ZERO))
}

/// Gives up a transfer that nobody has begun with. `Pending`: it is too late.
pub(crate) fn cancel(status: &mut ThingStatus) -> Result<(), Failure> {
    let number = status.transfer;
    if !transfer(number)?.cancel() {
        return Err(Failure::Pending);
    }
    with_transfers(|transfers| {
        transfers.going.remove(&number.abs());
        Ok(())
    })?;
    *status = ThingStatus { transfer: 0, bytes: 0, error: CANCELLED, reserved: 0 };
    Ok(())
}

fn transfer(number: i64) -> Result<Arc<Transfer<usize>>, Failure> {
    with_transfers(|transfers| {
        let known = transfers.going.get(&number.checked_abs().unwrap_or(0));
        known.map(|(_, transfer)| Arc::clone(transfer)).ok_or_else(unknown)
    })
}

fn unknown() -> Error {
    let detail = "no such transfer: it was never started, or has been waited for";
    keep(detail);
    Error::new(ErrorKind::Request, Operation::Wait).with_detail(detail)
}
