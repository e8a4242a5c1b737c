// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a process's file.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use bytemuck::pod_read_unaligned;
use seaway_trace_format::{
    ArgumentMeaning, CHUNK_MAGIC, CHUNK_UNIT, Call, ChunkHeader, ChunkKind, Counter, EVENT_BYTES, Event,
    FIRST_BYTES, HEADER_BYTES, Header, MAGIC, STRING_ALIGNMENT, StringHead, StringKind,
};

pub(crate) struct Process {
    pub(crate) header: Header,
    /// Kind and text, by number.
    pub(crate) strings: HashMap<u32, (u16, String)>,
    /// In file order: for one thread in the order in which they began.
    pub(crate) events: Vec<Recorded>,
    pub(crate) counters: Vec<Counter>,
    /// Of the file.
    pub(crate) bytes: usize,
    /// Slots used by events, including those that extend others.
    pub(crate) event_places: usize,
    /// Bytes of strings, including their heads.
    pub(crate) string_bytes: usize,
    pub(crate) chunks: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) call: Call,
    pub(crate) thread: u32,
    pub(crate) file: u32,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) error: u8,
    /// In ticks since boot.
    pub(crate) start: u64,
    /// In units; `None` if the call has not returned.
    pub(crate) duration: Option<u64>,
}

pub(crate) fn read(path: &Path) -> Process {
    let bytes = std::fs::read(path).unwrap();
    let header: Header = pod_read_unaligned(&bytes[..HEADER_BYTES]);
    assert_eq!(header.magic, MAGIC, "{}", path.display());
    let mut process = Process {
        header,
        strings: HashMap::new(),
        events: Vec::new(),
        counters: Vec::new(),
        bytes: bytes.len(),
        event_places: 0,
        string_bytes: 0,
        chunks: 0,
    };
    process.read_strings(&bytes[HEADER_BYTES..FIRST_BYTES]);
    let mut position = CHUNK_UNIT;
    // A truncated file may end anywhere.
    while position + size_of::<ChunkHeader>() <= bytes.len() {
        let head: ChunkHeader = pod_read_unaligned(&bytes[position..position + size_of::<ChunkHeader>()]);
        if head.magic != CHUNK_MAGIC {
            position += CHUNK_UNIT;
            continue;
        }
        let end = (position + usize::try_from(head.bytes).unwrap()).min(bytes.len());
        let body = &bytes[position + size_of::<ChunkHeader>()..end];
        process.chunks += 1;
        match ChunkKind::of_number(head.kind).unwrap() {
            ChunkKind::Events => process.read_events(&head, body),
            ChunkKind::Strings => process.read_strings(body),
            ChunkKind::Counters => process.read_counters(body),
        }
        position = end;
    }
    process
}

impl Process {
    fn read_events(&mut self, head: &ChunkHeader, body: &[u8]) {
        let mut base = head.began.ticks;
        let mut upper: Option<Event> = None;
        for bytes in body.chunks_exact(EVENT_BYTES) {
            let event: Event = pod_read_unaligned(bytes);
            self.event_places += usize::from(event.call != 0);
            match event.call {
                0 => continue,
                call if call == Call::Time as u8 => {
                    base = u64::from(event.offset_low) | u64::from(event.length) << 32;
                }
                call if call == Call::Wide as u8 => upper = Some(event),
                call => {
                    let upper = upper.take().unwrap_or_default();
                    self.events.push(Recorded {
                        call: Call::of_number(call).unwrap(),
                        thread: head.thread,
                        file: event.file,
                        offset: event.offset() | u64::from(upper.offset_low) << 48,
                        length: u64::from(event.length) | u64::from(upper.file) << 32,
                        error: event.error,
                        start: base + (u64::from(event.start) << self.header.clock_shift),
                        duration: event.duration_in_units(),
                    });
                }
            }
        }
    }

    fn read_strings(&mut self, mut body: &[u8]) {
        const HEAD: usize = size_of::<StringHead>();
        while body.len() >= HEAD {
            let head: StringHead = pod_read_unaligned(&body[..HEAD]);
            if head.number == 0 {
                break;
            }
            let length = usize::from(head.length);
            let text = String::from_utf8_lossy(&body[HEAD..HEAD + length]).into_owned();
            let other = self.strings.insert(head.number, (head.kind, text));
            assert!(other.is_none(), "two strings have the number {}", head.number);
            self.string_bytes += (HEAD + length).next_multiple_of(STRING_ALIGNMENT);
            body = &body[(HEAD + length).next_multiple_of(STRING_ALIGNMENT)..];
        }
    }

    fn read_counters(&mut self, body: &[u8]) {
        let rows = body.chunks_exact(size_of::<Counter>()).map(pod_read_unaligned::<Counter>);
        self.counters.extend(rows.filter(|counter| counter.call != 0));
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        self.strings.get(&number).map_or("", |(_, text)| text)
    }

    /// The texts of a kind, in the order of their numbers.
    pub(crate) fn texts(&self, kind: StringKind) -> Vec<&str> {
        let ordered: BTreeMap<_, _> = self.strings.iter().collect();
        let texts = ordered.values().filter(|(number, _)| *number == kind as u16);
        texts.map(|(_, text)| text.as_str()).collect()
    }

    pub(crate) fn has_flag(&self, flag: u32) -> bool {
        self.header.flags & flag != 0
    }

    /// In the format in which test programs print what they expect: name, file, offset, length, error.
    pub(crate) fn line(&self, event: &Recorded) -> String {
        let offset = match event.call.info().place {
            ArgumentMeaning::SecondPath => self.text(u32::try_from(event.offset).unwrap()).to_owned(),
            _ => event.offset.to_string(),
        };
        let (call, file) = (event.call.name(), self.text(event.file));
        format!("{call}\t{file}\t{offset}\t{}\t{}", event.length, event.error)
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.events.iter().map(|event| self.line(event)).collect()
    }

    /// How many events a call has.
    pub(crate) fn count(&self, call: Call) -> usize {
        self.events.iter().filter(|event| event.call == call).count()
    }
}
