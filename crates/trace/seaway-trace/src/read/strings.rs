// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chunks of strings.

use std::io;

use seaway_trace_format::{STRING_ALIGNMENT, StringHead, StringKind};

use super::contents::{Notes, NumberedString};
use super::source::Reader;

const HEAD: usize = size_of::<StringHead>();

/// Longer than the longest string with its head.
const WINDOW: usize = 1 << 17;

/// From `begin` to `end`, or to a head of zeros.
pub(super) fn read(
    reader: &Reader,
    begin: u64,
    end: u64,
    strings: &mut Vec<NumberedString>,
    notes: &mut Notes,
) -> io::Result<()> {
    let mut window = vec![0; WINDOW.min(usize::try_from(end - begin).unwrap_or(WINDOW))];
    let mut offset = begin;
    while offset < end {
        let room = usize::try_from(end - offset).unwrap_or(WINDOW).min(window.len());
        let bytes = reader.read_at(offset, &mut window[..room])?;
        let (used, goes_on) =
            parse(&window[..bytes], strings, |note| notes.add(|| format!("{note} at {offset}")));
        // A window that is not full is the last: what is left in it is a truncated string.
        if !goes_on || used == 0 || bytes < WINDOW {
            break;
        }
        offset += used as u64;
    }
    Ok(())
}

/// How many bytes were consumed, and whether strings may follow.
pub(crate) fn parse(
    window: &[u8],
    strings: &mut Vec<NumberedString>,
    mut note: impl FnMut(&str),
) -> (usize, bool) {
    let mut used = 0;
    while let Some(head) = window.get(used..used + HEAD) {
        let head: StringHead = bytemuck::pod_read_unaligned(head);
        if head.number == 0 {
            return (used, false);
        }
        let begin = used + HEAD;
        let Some(bytes) = window.get(begin..begin + usize::from(head.length)) else { break };
        match StringKind::of_number(head.kind) {
            Some(kind) => strings.push(NumberedString { number: head.number, kind, bytes: bytes.into() }),
            None => note(&format!("a string of unknown kind {}", head.kind)),
        }
        used = (begin + bytes.len()).next_multiple_of(STRING_ALIGNMENT);
    }
    (used.min(window.len()), true)
}
