// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copying between two layouts.

use seaway_memory::{OutOfBounds, Source, Target};

use crate::layout::{Layout, Run};

/// Runs at least this long are copied straight to or from; between shorter ones the data takes a step through a
/// buffer that stays in the fastest cache, so that both sides run at full speed.
const DIRECT_BYTES: u64 = 1024;
const STEP_BYTES: usize = 8192;

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
    from.pointer(from_layout.bounds(from_position..from_position.saturating_add(len)))?;
    to.pointer(to_layout.bounds(to_position..to_position.saturating_add(len)))?;
    let mut step = [0; STEP_BYTES];
    let mut done = 0;
    while done < len {
        let (source_at, target_at) = (from_position + done, to_position + done);
        let source_run = first_run(from_layout, source_at, len - done);
        let target_run = first_run(to_layout, target_at, len - done);
        let moved = if target_run.len >= DIRECT_BYTES.min(len - done) {
            let into = to.slice(range(target_run))?;
            from_layout.pack(from, source_at..source_at + target_run.len, into)?;
            target_run.len
        } else if source_run.len >= DIRECT_BYTES {
            to_layout.unpack(from.slice(range(source_run))?, target_at..target_at + source_run.len, to)?;
            source_run.len
        } else {
            let moved = (len - done).min(STEP_BYTES as u64);
            let step = &mut step[..usize::try_from(moved).unwrap_or(STEP_BYTES)];
            from_layout.pack(from, source_at..source_at + moved, step)?;
            to_layout.unpack(step, target_at..target_at + moved, to)?;
            moved
        };
        done += moved;
    }
    Ok(())
}

fn first_run(layout: &Layout, position: u64, len: u64) -> Run {
    let end = position + len;
    layout.runs(position..end).next().unwrap_or(Run { offset: 0, len: 0 })
}

fn range(run: Run) -> std::ops::Range<i64> {
    run.offset..run.offset.saturating_add_unsigned(run.len)
}
