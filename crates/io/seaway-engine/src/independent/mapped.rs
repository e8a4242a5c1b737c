// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dense small pieces, copied straight to or from the file's pages: one copy, no call per piece, and exactly
//! the requested bytes, so that concurrent writes to the gaps are not lost.

use seaway_device_api::{Error, ErrorKind, Extent, Mapping, Operation, Result};

use crate::memory_side::{MemorySource, MemoryTarget};
use crate::storage::Storage;
use crate::view::ViewRange;

/// Mapped at a time: bounded, and large enough to amortise mapping.
const WINDOW_BYTES: u64 = 64 << 20;

pub(super) fn write(storage: &Storage, range: &ViewRange<'_>, memory: MemorySource<'_>) -> Result<()> {
    let mapping = facet(storage, Operation::Write)?;
    for_each_window(range, |window, part, position| {
        let mapped = mapping.map_for_writing(window)?;
        memory.put(position, &part, mapped.target(), window.offset)?;
        if mapped.is_intact() { Ok(()) } else { Err(pages_were_missing(Operation::Write)) }
    })
}

pub(super) fn read(
    storage: &Storage,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let mapping = facet(storage, Operation::Read)?;
    let there = range.before(storage.device.size()?);
    // Bytes that were truncated meanwhile must not be counted.
    let is_still_there =
        |end| if storage.device.size()? < end { Err(pages_were_missing(Operation::Read)) } else { Ok(()) };
    for_each_window(&there, |window, part, position| {
        let mapped = match mapping.map_for_reading(window) {
            Ok(mapped) => mapped,
            Err(error) => return is_still_there(window.end()).and(Err(error)),
        };
        memory.take(position, &part, mapped.source(), window.offset)?;
        if mapped.is_intact() { Ok(()) } else { Err(pages_were_missing(Operation::Read)) }
    })?;
    is_still_there(there.hull().end())?;
    Ok(there.bytes())
}

/// A refusal: the copied bytes must be accessed by system calls instead.
#[cold]
fn pages_were_missing(operation: Operation) -> Error {
    Error::new(ErrorKind::Unsupported, operation).with_detail("the file was truncated during the access")
}

/// The device could not map the file after all, so another method must be used. Retrying everything is
/// harmless.
pub(super) fn is_refusal(error: &Error) -> bool {
    error.kind() == ErrorKind::Unsupported
}

fn facet(storage: &Storage, operation: Operation) -> Result<&dyn Mapping> {
    storage.device.mapping().ok_or_else(|| Error::new(ErrorKind::Unsupported, operation))
}

/// Calls `work` with an extent of the file, the slice of `range` in it, and the position in memory at which
/// that slice begins.
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
