// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events as stored in files, in batches.

use std::io;

use seaway_trace_format::{EVENT_BYTES, Event};

use super::contents::{Block, BlockPlace};
use super::source::Reader;
use crate::pack;

/// Events read at once: the capacity of the smallest chunk.
pub(crate) const PIECE: usize = 2728;

/// Fills `events` with those of `block` from number `from` on. Returns the number to continue with; `None` if
/// these were the last.
pub(crate) fn read_piece(
    reader: &Reader,
    block: &Block,
    from: u64,
    events: &mut Vec<Event>,
) -> io::Result<Option<u64>> {
    events.clear();
    match block.place {
        BlockPlace::Plain { offset, events: count } => {
            let count = count.saturating_sub(from).min(PIECE as u64);
            if count == 0 {
                return Ok(None);
            }
            read_plain(reader, offset, from, usize::try_from(count).expect("at most a piece"), events)
        }
        // All at once.
        BlockPlace::Packed { offset, bytes, events: count, checksum } => {
            pack::read_events(reader, offset, bytes, count, checksum, events)?;
            Ok(None)
        }
    }
}

fn read_plain(
    reader: &Reader,
    offset: u64,
    from: u64,
    count: usize,
    events: &mut Vec<Event>,
) -> io::Result<Option<u64>> {
    events.resize(count, Event::default());
    let start = offset + from * EVENT_BYTES as u64;
    let bytes = reader.read_at(start, bytemuck::cast_slice_mut(events))?;
    events.truncate(bytes / EVENT_BYTES);
    if events.is_empty() {
        return Ok(None);
    }
    let next = from + events.len() as u64;
    if events.iter().any(|event| event.call != 0) {
        return Ok(Some(next));
    }
    // Possibly a hole of many gigabytes.
    let data = reader.next_data(start);
    Ok(Some(next.max(data.saturating_sub(offset) / EVENT_BYTES as u64)))
}
