// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a packed file.

use std::io::{self, Write};

use seaway_trace_format::{Call, ClockPair, Event, STRING_ALIGNMENT, StringHead};

use super::columns;
use super::section::{FileHead, MAGIC, SectionHead, SectionKind, VERSION, checksum};
use crate::read::contents::{Block, NumberedString};
use crate::read::events;
use crate::read::load::Loaded;
use crate::read::source::Reader;

/// Strings and counters are split into sections of about this size.
const PIECE_BYTES: usize = 1 << 20;

/// All that is in `loaded`, one process after the other.
pub(crate) fn write(loaded: &[Loaded], target: &mut impl Write) -> io::Result<()> {
    let head = FileHead { magic: MAGIC, version: VERSION, reserved: 0 };
    target.write_all(bytemuck::bytes_of(&head))?;
    for process in loaded {
        let contents = &process.contents;
        let header = bytemuck::bytes_of(&contents.header);
        put(target, section(SectionKind::Process, header.len()), header)?;
        put_strings(target, &contents.strings)?;
        for rows in contents.counters.chunks(PIECE_BYTES / 48) {
            put_compressed(target, SectionKind::Counters, bytemuck::cast_slice(rows))?;
        }
        let reader = process.source.open()?;
        for block in &contents.blocks {
            put_block(target, &reader, block)?;
        }
    }
    Ok(())
}

fn put_strings(target: &mut impl Write, strings: &[NumberedString]) -> io::Result<()> {
    let mut piece = vec![];
    for string in strings {
        let length = u16::try_from(string.bytes.len()).expect("as long as it was in a file");
        let head = StringHead { number: string.number, kind: string.kind as u16, length };
        piece.extend_from_slice(bytemuck::bytes_of(&head));
        piece.extend_from_slice(&string.bytes);
        piece.resize(piece.len().next_multiple_of(STRING_ALIGNMENT), 0);
        if piece.len() >= PIECE_BYTES {
            put_compressed(target, SectionKind::Strings, &piece)?;
            piece.clear();
        }
    }
    if piece.is_empty() { Ok(()) } else { put_compressed(target, SectionKind::Strings, &piece) }
}

fn put_block(target: &mut impl Write, reader: &Reader, block: &Block) -> io::Result<()> {
    let mut piece: Vec<Event> = vec![];
    let mut began = block.began;
    let mut carried = None;
    let mut from = Some(0);
    while let Some(begin) = from {
        from = events::read_piece(reader, block, begin, &mut piece)?;
        piece.retain(|event| event.call != 0);
        piece.splice(..0, carried.take());
        // The upper halves of an event stay with it.
        if from.is_some() && piece.last().is_some_and(|event| event.call == Call::Wide as u8) {
            carried = piece.pop();
        }
        if piece.is_empty() {
            continue;
        }
        let packed = columns::encode(&piece);
        let head = SectionHead { thread: block.thread, began, ..section(SectionKind::Events, piece.len()) };
        put(target, head, &packed)?;
        if let Some(time) = piece.iter().rev().find(|event| event.call == Call::Time as u8) {
            let ticks = u64::from(time.length) << 32 | u64::from(time.offset_low);
            began = ClockPair { ticks, nanoseconds: 0 };
        }
    }
    Ok(())
}

fn put_compressed(target: &mut impl Write, kind: SectionKind, bytes: &[u8]) -> io::Result<()> {
    put(target, section(kind, bytes.len()), &lz4_flex::block::compress(bytes))
}

fn section(kind: SectionKind, count: usize) -> SectionHead {
    let count = u32::try_from(count).expect("sections are small");
    let began = ClockPair::default();
    SectionHead { kind: kind as u32, thread: 0, began, bytes: 0, count, checksum: 0, reserved: 0 }
}

fn put(target: &mut impl Write, head: SectionHead, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).expect("sections are small");
    let head = SectionHead { bytes: length, checksum: checksum(bytes), ..head };
    target.write_all(bytemuck::bytes_of(&head))?;
    target.write_all(bytes)
}
