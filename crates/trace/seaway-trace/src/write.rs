// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes files of processes as recorders do: for tests, benches, and recording from outside.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

use seaway_trace_format::{
    CHUNK_MAGIC, CHUNK_UNIT, Call, ChunkHeader, ChunkKind, Clock, ClockPair, Counter, Event, HEADER_BYTES,
    Header, MAGIC, RUNNING, STRING_ALIGNMENT, StringHead, StringKind, VERSION,
};

/// A header with common values: a clock whose ticks are nanoseconds, no rank, no flags.
pub fn header(host: &str, process: u32) -> Header {
    let mut header: Header = bytemuck::Zeroable::zeroed();
    header.magic = MAGIC;
    header.version = VERSION;
    header.header_bytes = u32::try_from(HEADER_BYTES).expect("a few hundred");
    header.clock = Clock::Monotonic as u32;
    header.process = process;
    (header.rank, header.ranks) = (-1, -1);
    let name = &host.as_bytes()[..host.len().min(header.host.len() - 1)];
    header.host[..name.len()].copy_from_slice(name);
    header
}

/// One call, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    pub call: Call,
    pub start: u64,
    /// `None`: it has not returned.
    pub duration: Option<u64>,
    pub error: u8,
    pub file: u32,
    pub offset: u64,
    pub length: u64,
}

/// Events must come in order of time, for each thread.
#[derive(Debug)]
pub struct ProcessWriter<W: Write + Seek> {
    target: W,
    header: Header,
    threads: BTreeMap<u32, Chunk>,
    strings: Chunk,
    counters: Vec<Counter>,
    numbers: HashMap<(u16, Box<[u8]>), u32>,
    /// The latest ticks seen.
    latest: u64,
}

#[derive(Debug)]
struct Chunk {
    head: ChunkHeader,
    bytes: Vec<u8>,
    /// What times are relative to.
    base: u64,
}

impl ProcessWriter<BufWriter<File>> {
    pub fn create(path: &Path, header: Header) -> io::Result<Self> {
        Self::new(BufWriter::new(File::create(path)?), header)
    }
}

impl ProcessWriter<Cursor<Vec<u8>>> {
    pub fn in_memory(header: Header) -> Self {
        Self::new(Cursor::new(vec![]), header).expect("memory can be written")
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.finish().expect("memory can be written").into_inner()
    }
}

impl<W: Write + Seek> ProcessWriter<W> {
    pub fn new(mut target: W, header: Header) -> io::Result<Self> {
        target.write_all(&[0; CHUNK_UNIT])?;
        Ok(Self {
            target,
            header: Header { end: CHUNK_UNIT as u64, next_string: 1, ..header },
            threads: BTreeMap::new(),
            strings: Chunk::new(ChunkKind::Strings, 0, header.began),
            counters: vec![],
            numbers: HashMap::new(),
            latest: header.began.ticks,
        })
    }

    /// The number of a string: the same for the same bytes.
    pub fn string(&mut self, kind: StringKind, bytes: &[u8]) -> io::Result<u32> {
        let bytes = &bytes[..bytes.len().min(usize::from(u16::MAX))];
        if let Some(number) = self.numbers.get(&(kind as u16, bytes.into())) {
            return Ok(*number);
        }
        let number = self.header.next_string;
        self.header.next_string += 1;
        self.numbers.insert((kind as u16, bytes.into()), number);
        let length = u16::try_from(bytes.len()).expect("cut above");
        if self.strings.room() < 2 * size_of::<StringHead>() + bytes.len() {
            let began = self.strings.head.began;
            let full = std::mem::replace(&mut self.strings, Chunk::new(ChunkKind::Strings, 0, began));
            self.put(full)?;
        }
        let head = StringHead { number, kind: kind as u16, length };
        let place = &mut self.strings.bytes;
        place.extend_from_slice(bytemuck::bytes_of(&head));
        place.extend_from_slice(bytes);
        place.resize(place.len().next_multiple_of(STRING_ALIGNMENT), 0);
        Ok(number)
    }

    pub fn path(&mut self, path: impl AsRef<[u8]>) -> io::Result<u32> {
        self.string(StringKind::Path, path.as_ref())
    }

    pub fn event(&mut self, thread: u32, written: Written) -> io::Result<()> {
        let shift = self.header.clock_shift;
        self.latest = self.latest.max(written.start.saturating_add(written.duration.unwrap_or(0)));
        let began = self.pair(written.start);
        self.make_room(thread, began)?;
        let chunk = self.chunk(thread, began);
        let mut units = written.start.saturating_sub(chunk.base) >> shift;
        if units > u64::from(u32::MAX) || written.start < chunk.base {
            chunk.base = written.start;
            units = 0;
            chunk.push(time(written.start));
        }
        if written.offset >> 48 != 0 || written.length >> 32 != 0 {
            chunk.push(wide(written.offset, written.length));
        }
        let event = Event {
            start: low(units),
            duration: written.duration.map_or(RUNNING, |ticks| Event::encoded_duration(ticks >> shift)),
            call: written.call as u8,
            error: written.error,
            file: written.file,
            length: low(written.length),
            ..Event::default()
        };
        chunk.push(event.with_offset(written.offset));
        Ok(())
    }

    /// Details of the last call of the thread. The numbers are those of strings.
    pub fn detail(
        &mut self,
        thread: u32,
        datatype: u32,
        count: u64,
        strategy: u32,
        device: u32,
        request: u32,
    ) -> io::Result<()> {
        let began = self.pair(self.latest);
        self.make_room(thread, began)?;
        let event = Event {
            start: request,
            duration: device,
            call: Call::Detail as u8,
            file: datatype,
            length: strategy,
            ..Event::default()
        };
        self.chunk(thread, began).push(event.with_offset(count));
        Ok(())
    }

    pub fn counter(&mut self, counter: Counter) {
        self.counters.push(counter);
    }

    pub fn set_flags(&mut self, flags: u32) {
        self.header.flags |= flags;
    }

    /// Writes the rest, and the header with the file's length.
    pub fn finish(mut self) -> io::Result<W> {
        for chunk in std::mem::take(&mut self.threads).into_values() {
            self.put(chunk)?;
        }
        let strings =
            std::mem::replace(&mut self.strings, Chunk::new(ChunkKind::Strings, 0, ClockPair::default()));
        self.put(strings)?;
        if !self.counters.is_empty() {
            let mut chunk = Chunk::new(ChunkKind::Counters, 0, self.header.began);
            chunk.bytes.extend_from_slice(bytemuck::cast_slice(&self.counters));
            self.put(chunk)?;
        }
        if self.header.latest.ticks <= self.header.began.ticks {
            self.header.latest = self.pair(self.latest);
        }
        self.target.seek(SeekFrom::Start(0))?;
        self.target.write_all(bytemuck::bytes_of(&self.header))?;
        self.target.flush()?;
        Ok(self.target)
    }

    /// The other clock at `ticks`, if a tick is a nanosecond or the header says how long it is.
    fn pair(&self, ticks: u64) -> ClockPair {
        let (began, latest) = (self.header.began, self.header.latest);
        let since = ticks.saturating_sub(began.ticks);
        let span = latest.ticks.saturating_sub(began.ticks);
        let nanoseconds = match span {
            0 => u128::from(since),
            _ => {
                u128::from(since) * u128::from(latest.nanoseconds.saturating_sub(began.nanoseconds))
                    / u128::from(span)
            }
        };
        let nanoseconds = began.nanoseconds.saturating_add(u64::try_from(nanoseconds).unwrap_or(u64::MAX));
        ClockPair { ticks, nanoseconds }
    }

    fn chunk(&mut self, thread: u32, began: ClockPair) -> &mut Chunk {
        self.threads.entry(thread).or_insert_with(|| Chunk::new(ChunkKind::Events, thread, began))
    }

    /// For one event and its extension.
    fn make_room(&mut self, thread: u32, began: ClockPair) -> io::Result<()> {
        if self.chunk(thread, began).room() < 3 * size_of::<Event>()
            && let Some(full) = self.threads.remove(&thread)
        {
            self.put(full)?;
        }
        Ok(())
    }

    fn put(&mut self, mut chunk: Chunk) -> io::Result<()> {
        let bytes = (size_of::<ChunkHeader>() + chunk.bytes.len()).next_multiple_of(CHUNK_UNIT);
        chunk.head.bytes = bytes as u64;
        chunk.bytes.resize(bytes - size_of::<ChunkHeader>(), 0);
        self.target.write_all(bytemuck::bytes_of(&chunk.head))?;
        self.target.write_all(&chunk.bytes)?;
        self.header.end += bytes as u64;
        Ok(())
    }
}

impl Chunk {
    fn new(kind: ChunkKind, thread: u32, began: ClockPair) -> Self {
        let head =
            ChunkHeader { magic: CHUNK_MAGIC, bytes: 0, kind: kind as u32, thread, began, reserved: 0 };
        Self { head, bytes: vec![], base: began.ticks }
    }

    fn room(&self) -> usize {
        (CHUNK_UNIT - size_of::<ChunkHeader>()).saturating_sub(self.bytes.len())
    }

    fn push(&mut self, event: Event) {
        self.bytes.extend_from_slice(bytemuck::bytes_of(&event));
    }
}

fn time(ticks: u64) -> Event {
    Event { call: Call::Time as u8, offset_low: low(ticks), length: low(ticks >> 32), ..Event::default() }
}

fn wide(offset: u64, length: u64) -> Event {
    Event {
        call: Call::Wide as u8,
        file: low(length >> 32),
        offset_low: low(offset >> 48),
        ..Event::default()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn low(value: u64) -> u32 {
    value as u32
}
