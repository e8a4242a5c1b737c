// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data sieving: read large pieces including their gaps and extract the data; for writing, insert the data
//! and write the piece back, under a lock.

use seaway_device_api::{Extent, Result};
use seaway_memory::{Source, Target};

use super::gaps::{Locking, rewrite};
use crate::hints::EngineHints;
use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::Storage;
use crate::view::ViewRange;

pub(super) fn read(
    storage: &Storage,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let first = range.positions().start;
    let mut total = 0;
    let mut rest = range.clone();
    storage.with_staging(buffer_bytes(hints.sieve_read_bytes, range), |staging| {
        while !rest.is_empty() {
            let part = next_part(&rest, staging.len());
            let piece = part.hull();
            let got = storage.read_piece(piece, &mut staging[..length(piece)])?;
            let there = part.before(piece.offset + got);
            let position = there.positions().start - first;
            memory.take(position, &there, Source::from_slice(staging), piece.offset)?;
            total += there.bytes();
            if there.bytes() < part.bytes() {
                break;
            }
            rest = rest.narrowed(part.positions().end..rest.positions().end);
        }
        Ok(total)
    })
}

pub(super) fn write(
    storage: &Storage,
    hints: &EngineHints,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
    locking: Locking,
) -> Result<()> {
    let first = range.positions().start;
    let mut rest = range.clone();
    storage.with_staging(buffer_bytes(hints.sieve_write_bytes, range), |staging| {
        while !rest.is_empty() {
            let part = next_part(&rest, staging.len());
            let piece = part.hull();
            // Lock the whole piece, not our extents: the write-back also rewrites the gaps.
            rewrite(storage, piece, locking, || {
                let buffer = &mut staging[..length(piece)];
                if !part.is_contiguous() {
                    let got = storage.read_piece(piece, buffer)?;
                    buffer[length(Extent::new(0, got))..].fill(0);
                }
                let position = part.positions().start - first;
                memory.put(position, &part, Target::from_slice(buffer), piece.offset)?;
                storage.write_piece(piece, buffer)
            })?;
            rest = rest.narrowed(part.positions().end..rest.positions().end);
        }
        Ok(())
    })
}

/// The longest prefix of `rest` whose hull fits into `bytes`.
fn next_part<'v>(rest: &ViewRange<'v>, bytes: usize) -> ViewRange<'v> {
    rest.within(Extent::new(rest.hull().offset, bytes as u64))
}

fn buffer_bytes(hint: u64, range: &ViewRange<'_>) -> usize {
    length(Extent::new(0, hint.min(range.hull().len)))
}

fn length(extent: Extent) -> usize {
    usize::try_from(extent.len).expect("a buffer fits into memory")
}
