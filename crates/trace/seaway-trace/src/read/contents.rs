// SPDX-License-Identifier: MIT OR Apache-2.0
//! The layout of one process's file: its header, strings and counters, and the location of its events.

use std::io;

use seaway_trace_format::{
    CHUNK_MAGIC, CHUNK_UNIT, ChunkHeader, ChunkKind, Clock, ClockPair, Counter, EVENT_BYTES, FIRST_BYTES,
    Flags, HEADER_BYTES, Header, MAGIC, StringKind, VERSION,
};

use super::source::Reader;
use super::strings;

pub(crate) const UNIT: u64 = CHUNK_UNIT as u64;
pub(crate) const CHUNK_HEAD: u64 = size_of::<ChunkHeader>() as u64;

/// Maximum notes kept per file; more are counted.
const NOTES: usize = 16;

#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) header: Header,
    pub(crate) blocks: Vec<Block>,
    pub(crate) strings: Vec<NumberedString>,
    pub(crate) counters: Vec<Counter>,
    pub(crate) notes: Notes,
}

/// Consecutive events of one thread.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) thread: u32,
    pub(crate) began: ClockPair,
    pub(crate) place: BlockPlace,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum BlockPlace {
    /// As recorded: this many events from `offset` on, some of which may be free.
    Plain { offset: u64, events: u64 },
    /// In a packed file: `bytes` from `offset` on, which unpack to this many events.
    Packed { offset: u64, bytes: u32, events: u32, checksum: u32 },
}

#[derive(Debug, Clone)]
pub(crate) struct NumberedString {
    pub(crate) number: u32,
    pub(crate) kind: StringKind,
    pub(crate) bytes: Box<[u8]>,
}

/// Irregularities of a file.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    notes: Vec<String>,
    more: u64,
}

impl Notes {
    pub(crate) fn add(&mut self, note: impl FnOnce() -> String) {
        match self.notes.len() < NOTES {
            true => self.notes.push(note()),
            false => self.more += 1,
        }
    }

    pub(crate) fn into_lines(mut self) -> Vec<String> {
        if self.more > 0 {
            self.notes.push(format!("{} more like these", self.more));
        }
        self.notes
    }
}

impl Block {
    pub(crate) fn events(&self) -> u64 {
        match self.place {
            BlockPlace::Plain { events, .. } => events,
            BlockPlace::Packed { events, .. } => events.into(),
        }
    }
}

/// Why a file is not part of a trace.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}")]
    Not(String),
}

impl Contents {
    /// Reads a file as written by recorders.
    pub(crate) fn read(reader: &Reader) -> Result<Self, Unreadable> {
        let length = reader.length()?;
        let header = read_header(reader)?;
        let mut contents =
            Self { header, blocks: vec![], strings: vec![], counters: vec![], notes: Notes::default() };
        let (begin, end) = (u64::from(header.header_bytes), FIRST_BYTES as u64);
        if begin < end {
            strings::read(reader, begin, end, &mut contents.strings, &mut contents.notes)?;
        }
        contents.read_chunks(reader, UNIT, length)?;
        contents.note_cut(length);
        Ok(contents)
    }

    /// A chunk that is missing entirely shows only in the file's length. A full disk leaves chunks out, too,
    /// and sets a flag.
    fn note_cut(&mut self, length: u64) {
        let end = self.header.end;
        if end > UNIT && end > length && self.header.flags & (Flags::FULL | Flags::CUT) == 0 {
            self.notes
                .add(|| format!("the file was truncated from {end} to {length} bytes: calls are missing"));
        }
    }

    /// Reads chunks from `offset` on. Returns the offset of the next one.
    pub(crate) fn read_chunks(&mut self, reader: &Reader, mut offset: u64, length: u64) -> io::Result<u64> {
        while offset.saturating_add(CHUNK_HEAD) <= length {
            let data = reader.next_data(offset);
            if data >= offset + UNIT {
                self.note_gap(offset);
                offset = data / UNIT * UNIT;
                continue;
            }
            let Some(head) = reader.value_at::<ChunkHeader>(offset)? else { break };
            if head.magic != CHUNK_MAGIC || head.bytes == 0 || !head.bytes.is_multiple_of(UNIT) {
                self.note_gap(offset);
                offset += UNIT;
                continue;
            }
            let end = self.chunk_end(reader, offset, head.bytes, length)?;
            self.read_chunk(reader, offset, end, &head)?;
            offset = end.next_multiple_of(UNIT);
        }
        Ok(offset)
    }

    /// Beyond the end according to the header, an empty unit is no loss: the file was extended for the next
    /// chunk.
    fn note_gap(&mut self, offset: u64) {
        if offset < self.header.end {
            self.notes.add(|| format!("the chunk at {offset} has no header: skipped"));
        }
    }

    /// Its end, or the beginning of the next chunk if that lies inside it.
    fn chunk_end(&mut self, reader: &Reader, offset: u64, bytes: u64, length: u64) -> io::Result<u64> {
        let mut end = offset.saturating_add(bytes);
        if end > length {
            self.notes.add(|| {
                format!("the chunk at {offset} is truncated from {bytes} to {} bytes", length - offset)
            });
            end = length;
        }
        let mut inner = offset + UNIT;
        while inner < end {
            inner = inner.max(reader.next_data(inner) / UNIT * UNIT);
            if inner < end && reader.value_at::<u64>(inner)? == Some(CHUNK_MAGIC) {
                self.notes.add(|| format!("the chunk at {offset} overlaps the one at {inner}: cut there"));
                return Ok(inner);
            }
            inner = inner.saturating_add(UNIT);
        }
        Ok(end)
    }

    fn read_chunk(&mut self, reader: &Reader, offset: u64, end: u64, head: &ChunkHeader) -> io::Result<()> {
        let begin = offset + CHUNK_HEAD;
        match ChunkKind::of_number(head.kind) {
            Some(ChunkKind::Events) => {
                let events = (end - begin) / EVENT_BYTES as u64;
                let place = BlockPlace::Plain { offset: begin, events };
                self.blocks.push(Block { thread: head.thread, began: head.began, place });
            }
            Some(ChunkKind::Strings) => {
                strings::read(reader, begin, end, &mut self.strings, &mut self.notes)?
            }
            Some(ChunkKind::Counters) => self.read_counters(reader, begin, end)?,
            None => {
                let kind = head.kind;
                self.notes.add(|| format!("the chunk at {offset} is of unknown kind {kind}: skipped"));
            }
        }
        Ok(())
    }

    fn read_counters(&mut self, reader: &Reader, begin: u64, end: u64) -> io::Result<()> {
        const ROW: u64 = size_of::<Counter>() as u64;
        let mut rows = [Counter::default(); 512];
        let mut offset = begin;
        while offset + ROW <= end {
            let count = ((end - offset) / ROW).min(rows.len() as u64);
            let rows = &mut rows[..usize::try_from(count).expect("at most as many as there are")];
            let read = reader.read_at(offset, bytemuck::cast_slice_mut(rows))? / size_of::<Counter>();
            self.counters.extend(rows[..read].iter().filter(|row| row.call != 0));
            offset = match read {
                0 => break,
                _ => offset + read as u64 * ROW,
            };
        }
        Ok(())
    }
}

pub(crate) fn read_header(reader: &Reader) -> Result<Header, Unreadable> {
    let refuse = |why: String| Err(Unreadable::Not(why));
    let mut header = bytemuck::Zeroable::zeroed();
    let bytes = reader.read_at(0, bytemuck::bytes_of_mut(&mut header))?;
    let header: Header = header;
    if bytes == 0 {
        return refuse("it is empty: its disk was full when its process began, or it was truncated".into());
    }
    if bytes < MAGIC.len() || header.magic != MAGIC {
        return refuse("it has no trace header".into());
    }
    if bytes < HEADER_BYTES {
        return refuse(format!("its header is truncated after {bytes} bytes"));
    }
    check_header(&header).map_err(Unreadable::Not)?;
    Ok(header)
}

pub(crate) fn check_header(header: &Header) -> Result<(), String> {
    if header.version != VERSION {
        return Err(format!("it has version {}, but this program reads version {VERSION}", header.version));
    }
    if (header.header_bytes as usize) < HEADER_BYTES || header.clock_shift > 32 {
        return Err("its header is invalid".into());
    }
    if Clock::of_number(header.clock).is_none() {
        return Err(format!("its times are from an unknown clock ({})", header.clock));
    }
    Ok(())
}
