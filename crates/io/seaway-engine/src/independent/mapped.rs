// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dense small pieces, copied straight to or from the file's pages: one copy, no call per piece, and exactly the
//! bytes that were asked for, so that neighbours who write the gaps at the same time lose nothing.

use seaway_device::{Error, ErrorKind, Extent, Mapping, Operation, Result};

use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::Storage;
use crate::view::ViewRange;

/// Mapped at one time: bounded, and large enough that mapping costs little.
const WINDOW_BYTES: u64 = 64 << 20;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let mapping = facet(storage, Operation::Write)?;
    for_each_window(range, |window, part, position| {
        let mapped = mapping.map_for_writing(window)?;
        memory.put(position, &part, mapped.target(), window.offset)
    })
}

pub(super) fn read(
    storage: &Storage,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let mapping = facet(storage, Operation::Read)?;
    let there = range.before(storage.device.size()?);
    for_each_window(&there, |window, part, position| {
        let mapped = mapping.map_for_reading(window)?;
        memory.take(position, &part, mapped.source(), window.offset)
    })?;
    Ok(there.bytes())
}

/// The device would not map after all: another way must be taken. Nothing was transferred that a second try would
/// spoil.
pub(super) fn is_refusal(error: &Error) -> bool {
    error.kind() == ErrorKind::Unsupported
}

fn facet(storage: &Storage, operation: Operation) -> Result<&dyn Mapping> {
    storage.device.mapping().ok_or_else(|| Error::new(ErrorKind::Unsupported, operation))
}

/// Calls `work` with a piece of the file, the part of `range` in it, and where in memory that part begins.
fn for_each_window<'v>(
    range: &ViewRange<'v>,
    mut work: impl FnMut(Extent, ViewRange<'v>, u64) -> Result<()>,
) -> Result<()> {
    let (first, end) = (range.positions().start, range.hull().end());
    let mut rest = range.clone();
    while !rest.is_empty() {
        let start = rest.hull().offset;
        let part = rest.within(Extent::new(start, WINDOW_BYTES.min(end - start)));
        work(part.hull(), part.clone(), part.positions().start - first)?;
        rest = rest.narrowed(part.positions().end..rest.positions().end);
    }
    Ok(())
}
