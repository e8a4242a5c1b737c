// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views that jump back: ascending pieces are accessed together, then the next ascending ones, because
//! devices take sorted lists of disjoint pieces.

use seaway_device_api::{Extent, Result};

use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

const STAGING_BYTES: usize = 512 << 10;
const BATCH_EXTENTS: usize = 512;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let mut done = 0;
    storage.with_staging(STAGING_BYTES, |staging| {
        for_each_ascent(range, |extents, bytes| {
            let staging = &mut staging[..bytes];
            memory.pack(done..done + bytes as u64, staging)?;
            storage.write_list(extents, staging)?;
            done += bytes as u64;
            Ok(true)
        })
    })
}

pub(super) fn read(
    reader: Reader<'_>,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let mut total = 0;
    reader.storage.with_staging(STAGING_BYTES, |staging| {
        for_each_ascent(range, |extents, bytes| {
            let got = reader.read_list(extents, &mut staging[..bytes])?;
            memory.unpack(&staging[..usize::try_from(got).unwrap_or(bytes)], total..total + got)?;
            total += got;
            Ok(got == bytes as u64)
        })
    })?;
    Ok(total)
}

/// Calls `work` with ascending, disjoint pieces and their total length, until it returns stop.
fn for_each_ascent(
    range: &ViewRange<'_>,
    mut work: impl FnMut(&[Extent], usize) -> Result<bool>,
) -> Result<()> {
    let (mut ascent, mut bytes) = (Vec::with_capacity(BATCH_EXTENTS), 0);
    for mut piece in range.extents() {
        while !piece.is_empty() {
            let jumps_back = ascent.last().is_some_and(|last: &Extent| piece.offset < last.end());
            if jumps_back || bytes == STAGING_BYTES || ascent.len() == BATCH_EXTENTS {
                if !work(&ascent, bytes)? {
                    return Ok(());
                }
                ascent.clear();
                bytes = 0;
            }
            let len = usize::try_from(piece.len).unwrap_or(usize::MAX).min(STAGING_BYTES - bytes);
            let part = Extent::new(piece.offset, len as u64);
            ascent.push(part);
            bytes += len;
            piece = Extent::new(part.end(), piece.len - part.len);
        }
    }
    if !ascent.is_empty() {
        work(&ascent, bytes)?;
    }
    Ok(())
}
