// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory side of an access: bytes in the order of the datatype, wherever they lie.

use std::io::{IoSlice, IoSliceMut};
use std::ops::Range;

use seaway_datatype::{Layout, copy};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_memory::{OutOfBounds, Source, Target};

use crate::view::ViewRange;

/// Runs of at least this length go to the device directly; shorter ones are copied into one piece first.
const VECTORED_RUN_BYTES: u64 = 16 << 10;

/// Memory to be written. Positions count its data bytes from 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemorySource<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) memory: Source<'a>,
}

/// Memory to be filled.
#[derive(Debug)]
pub(crate) struct MemoryTarget<'a, 'm> {
    pub(crate) layout: &'a Layout,
    pub(crate) memory: &'a mut Target<'m>,
}

impl<'a> MemorySource<'a> {
    /// The bytes in place, if they are contiguous.
    pub(crate) fn in_one_piece(&self, positions: Range<u64>) -> Result<Option<&'a [u8]>> {
        match single_run(self.layout, &positions) {
            Some(run) => Ok(Some(self.memory.slice(run).map_err(|error| outside(Operation::Write, error))?)),
            None => Ok(None),
        }
    }

    /// The bytes as a list of pieces, if these are long enough to be worth it.
    pub(crate) fn in_long_pieces(&self, positions: Range<u64>) -> Result<Option<Vec<IoSlice<'a>>>> {
        let Some(runs) = long_runs(self.layout, positions) else { return Ok(None) };
        let slices = runs.into_iter().map(|run| self.memory.slice(run).map(IoSlice::new));
        Ok(Some(slices.collect::<Result<_, _>>().map_err(|error| outside(Operation::Write, error))?))
    }

    /// Copies the data of `part`, which begins at `position` here, to their offsets in memory that holds the
    /// file from `start` on.
    pub(crate) fn put(
        &self,
        position: u64,
        part: &ViewRange<'_>,
        shown: Target<'_>,
        start: u64,
    ) -> Result<()> {
        let mut shown = shown.with_origin_moved(part.origin_shift(start));
        let (layout, to) = (part.view().layout(), part.positions().start);
        copy(self.layout, self.memory, position, layout, &mut shown, to, part.bytes())
            .map_err(|error| outside(Operation::Write, error))
    }

    pub(crate) fn pack(&self, positions: Range<u64>, into: &mut [u8]) -> Result<()> {
        self.layout.pack(self.memory, positions, into).map_err(|error| outside(Operation::Write, error))
    }
}

impl MemoryTarget<'_, '_> {
    pub(crate) fn in_one_piece(&mut self, positions: Range<u64>) -> Result<Option<&mut [u8]>> {
        match single_run(self.layout, &positions) {
            Some(run) => Ok(Some(self.memory.slice(run).map_err(|error| outside(Operation::Read, error))?)),
            None => Ok(None),
        }
    }

    pub(crate) fn in_long_pieces(&mut self, positions: Range<u64>) -> Result<Option<Vec<IoSliceMut<'_>>>> {
        let Some(runs) = long_runs(self.layout, positions) else { return Ok(None) };
        // Overlapping pieces cannot be borrowed at the same time; a staging copy writes them one after the
        // other.
        let Ok(slices) = self.memory.slices(&runs) else { return Ok(None) };
        Ok(Some(slices.into_iter().map(IoSliceMut::new).collect()))
    }

    /// Copies the data of `part`, which begins at `position` here, out of memory that holds the file from
    /// `start` on.
    pub(crate) fn take(
        &mut self,
        position: u64,
        part: &ViewRange<'_>,
        shown: Source<'_>,
        start: u64,
    ) -> Result<()> {
        let shown = shown.with_origin_moved(part.origin_shift(start));
        let (layout, from) = (part.view().layout(), part.positions().start);
        copy(layout, shown, from, self.layout, self.memory, position, part.bytes())
            .map_err(|error| outside(Operation::Read, error))
    }

    pub(crate) fn unpack(&mut self, from: &[u8], positions: Range<u64>) -> Result<()> {
        self.layout.unpack(from, positions, self.memory).map_err(|error| outside(Operation::Read, error))
    }
}

/// Buffers are checked when they are made, so this is a bug in Seaway, reported without a panic.
pub(crate) fn outside(operation: Operation, error: OutOfBounds) -> Error {
    Error::new(ErrorKind::Internal, operation).with_source(error)
}

/// Zeroed memory for a whole access, or an error that the program can handle.
pub(crate) fn room(bytes: u64, operation: Operation) -> Result<Vec<u8>> {
    let mut room = Vec::new();
    let len = usize::try_from(bytes).unwrap_or(usize::MAX);
    room.try_reserve_exact(len).map_err(|error| {
        Error::new(ErrorKind::NoMemory, operation)
            .with_detail(format!("cannot allocate {bytes} bytes: {error}"))
    })?;
    room.resize(len, 0);
    Ok(room)
}

fn single_run(layout: &Layout, positions: &Range<u64>) -> Option<Range<i64>> {
    if positions.is_empty() {
        return Some(0..0);
    }
    let len = positions.end - positions.start;
    if layout.is_contiguous() {
        let start = layout.true_lower_bound() + signed(positions.start);
        return Some(start..start + signed(len));
    }
    let run = layout.runs(positions.clone()).next()?;
    (run.len >= len).then(|| run.offset..run.offset + signed(len))
}

fn long_runs(layout: &Layout, positions: Range<u64>) -> Option<Vec<Range<i64>>> {
    let mean = layout.size() / layout.run_count().max(1);
    (mean >= VECTORED_RUN_BYTES)
        .then(|| layout.runs(positions).map(|run| run.offset..run.offset + signed(run.len)).collect())
}

fn signed(len: u64) -> i64 {
    i64::try_from(len).expect("a buffer is below 2^63 bytes")
}
