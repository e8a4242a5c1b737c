// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copying between two layouts.

use std::ops::Range;

use seaway_memory::{OutOfBounds, Source, Target};

use crate::layout::{Layout, Run};

/// Runs at least this long are copied directly; shorter ones go through a buffer that stays in the L1 cache,
/// so that both sides run at full speed.
const DIRECT_BYTES: u64 = 1024;
const STEP_BYTES: usize = 8192;
/// After this many bytes of short runs, check for long ones again.
const STEPWISE_BYTES: u64 = 1 << 20;

/// Copies `len` bytes of the packed stream of one layout, from `from_position` on, to those of another from
/// `to_position` on. Needs no memory that grows with `len`.
pub fn copy(
    from_layout: &Layout,
    from: Source<'_>,
    from_position: u64,
    to_layout: &Layout,
    to: &mut Target<'_>,
    to_position: u64,
    len: u64,
) -> Result<(), OutOfBounds> {
    from.pointer(from_layout.bounds(from_position..end(from_position, len, from.range())?))?;
    to.pointer(to_layout.bounds(to_position..end(to_position, len, to.range())?))?;
    let mut done = 0;
    while done < len {
        let (source_at, target_at, left) = (from_position + done, to_position + done, len - done);
        let target_run = first_run(to_layout, target_at, left);
        if target_run.len >= DIRECT_BYTES.min(left) {
            let into = to.slice(range(target_run))?;
            from_layout.pack(from, source_at..source_at + target_run.len, into)?;
            done += target_run.len;
            continue;
        }
        let source_run = first_run(from_layout, source_at, left);
        if source_run.len >= DIRECT_BYTES.min(left) {
            to_layout.unpack(from.slice(range(source_run))?, target_at..target_at + source_run.len, to)?;
            done += source_run.len;
            continue;
        }
        let moved = left.min(STEPWISE_BYTES);
        let source = (from_layout, from, source_at..source_at + moved);
        copy_stepwise(source, to_layout, to, target_at)?;
        done += moved;
    }
    Ok(())
}

/// The buffered path, out of line so that direct copies do not pay for its stack frame.
#[inline(never)]
fn copy_stepwise(
    (from_layout, from, positions): (&Layout, Source<'_>, Range<u64>),
    to_layout: &Layout,
    to: &mut Target<'_>,
    mut target_at: u64,
) -> Result<(), OutOfBounds> {
    let mut buffer = [0; STEP_BYTES];
    let mut source_at = positions.start;
    while source_at < positions.end {
        let len = (positions.end - source_at).min(STEP_BYTES as u64);
        let step = &mut buffer[..usize::try_from(len).unwrap_or(STEP_BYTES)];
        from_layout.pack(from, source_at..source_at + len, step)?;
        to_layout.unpack(step, target_at..target_at + len, to)?;
        (source_at, target_at) = (source_at + len, target_at + len);
    }
    Ok(())
}

/// Positions beyond 64 bits lie in no memory.
fn end(position: u64, len: u64, available: Range<i64>) -> Result<u64, OutOfBounds> {
    position.checked_add(len).ok_or(OutOfBounds { wanted: 0..i64::MAX, available })
}

fn first_run(layout: &Layout, position: u64, len: u64) -> Run {
    layout.runs(position..position + len).next().unwrap_or(Run { offset: 0, len: 0 })
}

fn range(run: Run) -> Range<i64> {
    run.offset..run.offset.saturating_add_unsigned(run.len)
}
