// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pieces of the file as one packed stream that the device lays out. Memory in one piece or in long ones is
//! sent as it is. Otherwise, and where the view is too long to send, the access is split into chunks, several
//! of which are in flight at a time.

use std::io::{IoSlice, IoSliceMut};
use std::ops::Range;

use seaway_device_api::{Region, Result, Segments, SegmentsMut};

use super::list;
use super::parts::{length, parts};
use crate::loans::StagedParts;
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

/// Large enough to amortise the messages.
const PART_BYTES: u64 = 1 << 20;
/// While one is packed, the others are in flight.
const PARTS_AT_ONCE: u64 = 4;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let Some(facet) = storage.device.shaped() else { return list::write(storage, range, memory) };
    let all = 0..range.bytes();
    if let Some((_, shape)) = storage.shaped(range) {
        if let Some(bytes) = memory.in_one_piece(all.clone())? {
            return facet.write_shaped(shape, range.positions(), &Segments::new(&[IoSlice::new(bytes)]));
        }
        if let Some(pieces) = memory.in_long_pieces(all.clone())? {
            return facet.write_shaped(shape, range.positions(), &Segments::new(&pieces));
        }
    }
    storage.with_staging(staging_bytes(range), |staging| {
        let mut staged = StagedParts::new(facet, staging, length(&(0..PART_BYTES)));
        for part in parts(all, PART_BYTES) {
            if staged.is_full() {
                staged.first()?;
            }
            let place = place(storage, range, &part);
            staged.start_write(part.clone(), place, |buffer| memory.pack(part, buffer))?;
        }
        while staged.first()?.is_some() {}
        Ok(())
    })
}

pub(super) fn read(
    reader: Reader<'_>,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let storage = reader.storage;
    let Some(facet) = storage.device.shaped() else { return list::read(reader, range, memory) };
    let all = 0..range.bytes();
    if let Some((_, shape)) = storage.shaped(range) {
        if let Some(bytes) = memory.in_one_piece(all.clone())? {
            let mut pieces = [IoSliceMut::new(bytes)];
            return facet.read_shaped(shape, range.positions(), &mut SegmentsMut::new(&mut pieces));
        }
        if let Some(mut pieces) = memory.in_long_pieces(all.clone())? {
            return facet.read_shaped(shape, range.positions(), &mut SegmentsMut::new(&mut pieces));
        }
    }
    storage.with_staging(staging_bytes(range), |staging| {
        let mut staged = StagedParts::new(facet, staging, length(&(0..PART_BYTES)));
        let (mut total, mut wanted) = (0, parts(all, PART_BYTES));
        loop {
            while !staged.is_full()
                && let Some(part) = wanted.next()
            {
                staged.start_read(part.clone(), place(storage, range, &part))?;
            }
            let Some((part, bytes)) = staged.first()? else { return Ok(total) };
            let got = bytes.len() as u64;
            memory.unpack(bytes, part.start..part.start + got)?;
            total += got;
            if got < part.end - part.start {
                return Ok(total);
            }
        }
    })
}

/// A part of the access: of a shape that is too long to be told, as a list of its pieces.
fn place(storage: &Storage, range: &ViewRange<'_>, part: &Range<u64>) -> Region {
    let start = range.positions().start;
    storage.place(&range.narrowed(start + part.start..start + part.end))
}

fn staging_bytes(range: &ViewRange<'_>) -> usize {
    length(&(0..range.bytes().min(PART_BYTES * PARTS_AT_ONCE)))
}
