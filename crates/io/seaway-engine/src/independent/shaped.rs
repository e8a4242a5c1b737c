// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pieces of the file as one packed stream, which the device lays out. Memory in one piece or in long ones goes as it is;
//! else, and where the view is too long to be told, it goes in parts, of which several are on their way at the same time.

use std::collections::VecDeque;
use std::io::{IoSlice, IoSliceMut};
use std::ops::Range;

use seaway_device::{Place, Result, Segments, SegmentsMut, Shaped, Ticket};
use seaway_memory::{Lent, LentMut};

use super::list;
use super::parts::{length, parts};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

/// Large enough that messages cost nothing beside their bytes.
const PART_BYTES: u64 = 1 << 20;
/// While one is packed, the others travel.
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
        let mut buffers: Vec<&mut [u8]> = staging.chunks_mut(length(&(0..PART_BYTES))).collect();
        let mut under_way = UnderWay::new(facet);
        for (number, part) in parts(all, PART_BYTES).enumerate() {
            let count = buffers.len();
            if under_way.tickets.len() == count {
                under_way.first()?;
            }
            let buffer = &mut buffers[number % count][..length(&part)];
            memory.pack(part.clone(), buffer)?;
            let ticket =
                facet.start_write(place(storage, range, &part), Lent::new(&[IoSlice::new(buffer)]))?;
            under_way.tickets.push_back((ticket, part, number % count));
        }
        while under_way.first()?.is_some() {}
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
        let mut buffers: Vec<&mut [u8]> = staging.chunks_mut(length(&(0..PART_BYTES))).collect();
        let mut under_way = UnderWay::new(facet);
        let (mut total, mut wanted) = (0, parts(all, PART_BYTES).enumerate());
        loop {
            while under_way.tickets.len() < buffers.len()
                && let Some((number, part)) = wanted.next()
            {
                let buffer = number % buffers.len();
                let lent = LentMut::new(&mut [IoSliceMut::new(&mut buffers[buffer][..length(&part)])]);
                let ticket = facet.start_read(place(storage, range, &part), lent, false)?;
                under_way.tickets.push_back((ticket, part, buffer));
            }
            let Some((got, part, buffer)) = under_way.first()? else { return Ok(total) };
            let filled = part.start..part.start + got;
            memory.unpack(&buffers[buffer][..length(&filled)], filled)?;
            total += got;
            if got < part.end - part.start {
                return Ok(total);
            }
        }
    })
}

/// Parts that the device still works on. Dropping it waits for them: they are in memory that somebody else will use.
struct UnderWay<'a> {
    facet: &'a dyn Shaped,
    /// With positions of the access, and the number of a buffer.
    tickets: VecDeque<(Ticket, Range<u64>, usize)>,
}

impl<'a> UnderWay<'a> {
    fn new(facet: &'a dyn Shaped) -> Self {
        Self { facet, tickets: VecDeque::new() }
    }

    /// Waits for the oldest: how many bytes moved, which, and where they are.
    fn first(&mut self) -> Result<Option<(u64, Range<u64>, usize)>> {
        let Some((ticket, part, buffer)) = self.tickets.pop_front() else { return Ok(None) };
        Ok(Some((self.facet.wait(ticket)?, part, buffer)))
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        for (ticket, ..) in self.tickets.drain(..) {
            // The first error has been told.
            let _ = self.facet.wait(ticket);
        }
    }
}

/// A part of the access: of a shape that is too long to be told, as a list of its pieces.
fn place(storage: &Storage, range: &ViewRange<'_>, part: &Range<u64>) -> Place {
    let start = range.positions().start;
    storage.place(&range.narrowed(start + part.start..start + part.end))
}

fn staging_bytes(range: &ViewRange<'_>) -> usize {
    length(&(0..range.bytes().min(PART_BYTES * PARTS_AT_ONCE)))
}
