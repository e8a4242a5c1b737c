// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a process that was read as a file in the recorders' format, wherever it came from.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use seaway_trace_format::{
    CHUNK_MAGIC, CHUNK_UNIT, Call, ChunkHeader, ChunkKind, ClockPair, Event, Header, STRING_ALIGNMENT,
    StringHead,
};

use crate::read::contents::{Block, NumberedString};
use crate::read::events;
use crate::read::load::Loaded;
use crate::read::source::Reader;

pub(crate) fn write(loaded: &Loaded, path: &Path) -> io::Result<()> {
    let contents = &loaded.contents;
    let mut target = Target { file: BufWriter::new(File::create_new(path)?), end: CHUNK_UNIT as u64 };
    target.file.write_all(&[0; CHUNK_UNIT])?;
    target.put_strings(&contents.strings)?;
    if !contents.counters.is_empty() {
        let head = head(ChunkKind::Counters, 0, ClockPair::default());
        target.put(head, bytemuck::cast_slice(&contents.counters))?;
    }
    let reader = loaded.source.open()?;
    for block in &contents.blocks {
        target.put_block(&reader, block)?;
    }
    let header = Header { end: target.end, ..contents.header };
    target.file.seek(SeekFrom::Start(0))?;
    target.file.write_all(bytemuck::bytes_of(&header))?;
    target.file.flush()
}

struct Target {
    file: BufWriter<File>,
    end: u64,
}

impl Target {
    fn put_strings(&mut self, strings: &[NumberedString]) -> io::Result<()> {
        let mut bytes = vec![];
        for string in strings {
            let length = u16::try_from(string.bytes.len()).expect("as long as it was in a file");
            let head = StringHead { number: string.number, kind: string.kind as u16, length };
            bytes.extend_from_slice(bytemuck::bytes_of(&head));
            bytes.extend_from_slice(&string.bytes);
            bytes.resize(bytes.len().next_multiple_of(STRING_ALIGNMENT), 0);
        }
        // A head of zeros ends them.
        bytes.extend_from_slice(&[0; size_of::<StringHead>()]);
        self.put(head(ChunkKind::Strings, 0, ClockPair::default()), &bytes)
    }

    /// One chunk, however long, so that no event is separated from its extension.
    fn put_block(&mut self, reader: &Reader, block: &Block) -> io::Result<()> {
        let mut kept: Vec<Event> = vec![];
        let mut piece = vec![];
        let mut began = block.began;
        let mut from = Some(0);
        while let Some(begin) = from {
            from = events::read_piece(reader, block, begin, &mut piece)?;
            kept.extend(piece.iter().filter(|event| event.call != 0));
            // Chunks stay small: what is read at once.
            let parted = kept.last().is_some_and(|event| event.call == Call::Wide as u8);
            if kept.len() >= events::PIECE && !parted {
                self.put(head(ChunkKind::Events, block.thread, began), bytemuck::cast_slice(&kept))?;
                if let Some(time) = kept.iter().rev().find(|event| event.call == Call::Time as u8) {
                    let ticks = u64::from(time.length) << 32 | u64::from(time.offset_low);
                    began = ClockPair { ticks, nanoseconds: 0 };
                }
                kept.clear();
            }
        }
        if kept.is_empty() {
            return Ok(());
        }
        self.put(head(ChunkKind::Events, block.thread, began), bytemuck::cast_slice(&kept))
    }

    fn put(&mut self, head: ChunkHeader, bytes: &[u8]) -> io::Result<()> {
        let all = size_of::<ChunkHeader>() + bytes.len();
        let whole = all.next_multiple_of(CHUNK_UNIT);
        let head = ChunkHeader { bytes: whole as u64, ..head };
        self.file.write_all(bytemuck::bytes_of(&head))?;
        self.file.write_all(bytes)?;
        self.file.write_all(&vec![0; whole - all])?;
        self.end += whole as u64;
        Ok(())
    }
}

fn head(kind: ChunkKind, thread: u32, began: ClockPair) -> ChunkHeader {
    ChunkHeader { magic: CHUNK_MAGIC, bytes: 0, kind: kind as u32, thread, began, reserved: 0 }
}
