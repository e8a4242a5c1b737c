// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many pieces of the file, passed to the device in batches.

use std::ops::Range;

use seaway_device_api::{Extent, Result};

use super::parts::length;
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

const BATCH_EXTENTS: usize = 512;
const BATCH_BYTES: u64 = 4 << 20;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    for_each_batch(range, |extents, positions| {
        if let Some(bytes) = memory.in_one_piece(positions.clone())? {
            storage.write_list(extents, bytes)?;
        } else {
            storage.with_staging(length(&positions), |staging| {
                memory.pack(positions.clone(), staging)?;
                storage.write_list(extents, staging)
            })?;
        }
        Ok(true)
    })
}

pub(super) fn read(
    reader: Reader<'_>,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let mut total = 0;
    for_each_batch(range, |extents, positions| {
        let wanted = positions.end - positions.start;
        let got = match memory.in_one_piece(positions.clone())? {
            Some(bytes) => reader.read_list(extents, bytes)?,
            None => reader.storage.with_staging(length(&positions), |staging| {
                let got = reader.read_list(extents, staging)?;
                let filled = positions.start..positions.start + got;
                memory.unpack(&staging[..length(&filled)], filled)?;
                Ok(got)
            })?,
        };
        total += got;
        Ok(got == wanted)
    })?;
    Ok(total)
}

/// Calls `work` with batches of extents and their memory positions, until it returns stop.
fn for_each_batch(
    range: &ViewRange<'_>,
    mut work: impl FnMut(&[Extent], Range<u64>) -> Result<bool>,
) -> Result<()> {
    let mut batch = Vec::with_capacity(BATCH_EXTENTS);
    let (mut start, mut end) = (0, 0);
    for mut extent in range.extents() {
        // A piece longer than a batch is split, so that staging stays bounded.
        while extent.len > 0 {
            let taken = extent.len.min(BATCH_BYTES - (end - start));
            batch.push(Extent::new(extent.offset, taken));
            extent = Extent::new(extent.offset + taken, extent.len - taken);
            end += taken;
            if batch.len() == BATCH_EXTENTS || end - start == BATCH_BYTES {
                if !work(&batch, start..end)? {
                    return Ok(());
                }
                batch.clear();
                start = end;
            }
        }
    }
    if !batch.is_empty() {
        work(&batch, start..end)?;
    }
    Ok(())
}
