// SPDX-License-Identifier: MIT OR Apache-2.0
//! One contiguous piece of the file. Contiguous memory: one call and no copy. Memory in long pieces:
//! vectored. Otherwise through a staging buffer.

use seaway_device_api::{Extent, Result, Segments, SegmentsMut};

use super::parts::{length, parts};
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

/// Large enough to amortise the call, small enough to stay in cache between packing and writing.
const STAGING_BYTES: u64 = 512 << 10;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let (extent, all) = (range.hull(), 0..range.bytes());
    if all.is_empty() {
        return Ok(());
    }
    if let Some(bytes) = memory.in_one_piece(all.clone())? {
        return storage.write_piece(extent, bytes);
    }
    if let Some(pieces) = memory.in_long_pieces(all.clone())? {
        return storage.device.write(&[extent], &Segments::new(&pieces));
    }
    storage.with_staging(staging_bytes(extent.len), |staging| {
        for positions in parts(all, STAGING_BYTES) {
            let buffer = &mut staging[..length(&positions)];
            memory.pack(positions.clone(), buffer)?;
            storage.write_piece(Extent::new(extent.offset + positions.start, buffer.len() as u64), buffer)?;
        }
        Ok(())
    })
}

pub(super) fn read(
    reader: Reader<'_>,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let (extent, all) = (range.hull(), 0..range.bytes());
    if all.is_empty() {
        return Ok(0);
    }
    if let Some(bytes) = memory.in_one_piece(all.clone())? {
        return reader.read_piece(extent, bytes);
    }
    if let Some(mut pieces) = memory.in_long_pieces(all.clone())? {
        return reader.read(&[extent], &mut SegmentsMut::new(&mut pieces));
    }
    reader.storage.with_staging(staging_bytes(extent.len), |staging| {
        let mut total = 0;
        for positions in parts(all, STAGING_BYTES) {
            let buffer = &mut staging[..length(&positions)];
            let got = reader
                .read_piece(Extent::new(extent.offset + positions.start, buffer.len() as u64), buffer)?;
            let filled = positions.start..positions.start + got;
            memory.unpack(&buffer[..length(&filled)], filled)?;
            total += got;
            if got < buffer.len() as u64 {
                break;
            }
        }
        Ok(total)
    })
}

fn staging_bytes(len: u64) -> usize {
    length(&(0..len.min(STAGING_BYTES)))
}
