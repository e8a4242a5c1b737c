// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views that jump back: one piece after the other, as no sorted list of disjoint pieces can say it.

use seaway_device::{Extent, Result};

use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::{Reader, Storage};
use crate::view::ViewRange;

const STAGING_BYTES: usize = 512 << 10;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let mut done = 0;
    storage.with_staging(STAGING_BYTES, |staging| {
        for mut piece in range.extents() {
            while !piece.is_empty() {
                let len = usize::try_from(piece.len).unwrap_or(usize::MAX).min(staging.len());
                let part = Extent::new(piece.offset, len as u64);
                memory.pack(done..done + part.len, &mut staging[..len])?;
                storage.write_piece(part, &staging[..len])?;
                done += part.len;
                piece = Extent::new(part.end(), piece.len - part.len);
            }
        }
        Ok(())
    })
}

pub(super) fn read(
    reader: Reader<'_>,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let mut total = 0;
    reader.storage.with_staging(STAGING_BYTES, |staging| {
        for mut piece in range.extents() {
            while !piece.is_empty() {
                let len = usize::try_from(piece.len).unwrap_or(usize::MAX).min(staging.len());
                let got = reader.read_piece(Extent::new(piece.offset, len as u64), &mut staging[..len])?;
                memory.unpack(&staging[..usize::try_from(got).unwrap_or(len)], total..total + got)?;
                total += got;
                if got < len as u64 {
                    return Ok(total);
                }
                piece = Extent::new(piece.offset + got, piece.len - got);
            }
        }
        Ok(total)
    })
}
