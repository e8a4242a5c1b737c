// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers that were started and not waited for, by number.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::Operation;
use seaway_things::{Error, ErrorKind, Kind, Result, Thing, Transfer};

use crate::entry::{Failure, OK, code, keep};
use crate::state::{count, space, with_transfers};

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
pub(crate) struct Buffer {
    pub(crate) start: *mut c_void,
    pub(crate) bytes: usize,
}

// SAFETY: the program leaves it to the transfer, whichever thread carries it out, as the header obliges it to.
unsafe impl Send for Buffer {}

impl Buffer {
    fn read_from(self, thing: &Thing, offset: u64) -> Result<usize> {
        if self.bytes == 0 {
            return Ok(0);
        }
        // SAFETY: the header obliges the program to pass so many bytes, which nobody else accesses meanwhile.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.start.cast::<u8>(), self.bytes) };
        thing.read_at(bytes, offset)
    }

    fn write_to(self, thing: &Thing, offset: u64) -> Result<usize> {
        if self.bytes == 0 {
            return Ok(0);
        }
        // SAFETY: as above, for reading.
        let bytes = unsafe { std::slice::from_raw_parts(self.start.cast::<u8>().cast_const(), self.bytes) };
        thing.write_at(bytes, offset).map(|()| bytes.len())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

/// In memory of this node a transfer is a copy, which is done at once; otherwise a thread carries it out.
pub(crate) fn start(
    thing: Thing,
    direction: Direction,
    buffer: Buffer,
    offset: u64,
    status: &mut ThingStatus,
) -> Result<(), Failure> {
    let in_memory = thing.status().kind == Kind::Memory;
    let access = move || match direction {
        Direction::Read => buffer.read_from(&thing, offset),
        Direction::Write => buffer.write_to(&thing, offset),
    };
    let transfer = if in_memory { Transfer::done(access()) } else { space()?.pool().start(access) };
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
    let transfer =
        with_transfers(|transfers| transfers.going.get(&number.abs()).cloned().ok_or_else(unknown))?.1;
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
    const LOOK_EVERY: Duration = Duration::from_micros(200);
    let deadline = patience.map(|patience| Instant::now() + patience);
    if statuses.iter().all(|status| status.transfer == 0) {
        return Err(unknown().into());
    }
    loop {
        for (number, status) in statuses.iter_mut().enumerate().filter(|(_, status)| status.transfer != 0) {
            match wait(status, Some(Duration::ZERO)) {
                Err(Failure::Pending) => {}
                outcome => {
                    *index = c_int::try_from(number).unwrap_or(c_int::MAX);
                    return outcome;
                }
            }
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Failure::Pending);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn unknown() -> Error {
    let detail = "no such transfer: it was never started, or has been waited for";
    keep(detail);
    Error::new(ErrorKind::Request, Operation::Wait).with_detail(detail)
}
