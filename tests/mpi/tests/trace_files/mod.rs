// SPDX-License-Identifier: MIT OR Apache-2.0
//! Traces as seen by tests: a whole directory in memory, events with the strings that they refer to. Reads by
//! the format alone, so that the project's own reader is not tested against itself.
#![allow(dead_code, reason = "each suite looks at other things")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use seaway_trace_format::{
    CALLS, CHUNK_MAGIC, CHUNK_UNIT, Call, ChunkHeader, ChunkKind, Class, EVENT_BYTES, Event, FIRST_BYTES,
    HEADER_BYTES, Header, Layer, MAGIC, STRING_ALIGNMENT, StringHead, StringKind,
};

/// One program in one process.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) rank: i32,
    pub(crate) process: u32,
    pub(crate) flags: u32,
    pub(crate) program: String,
    pub(crate) unseen: Vec<String>,
    /// In the order in which they began, thread by thread.
    pub(crate) events: Vec<Seen>,
}

#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) call: Call,
    pub(crate) thread: u32,
    /// In ticks, not divided.
    pub(crate) start: u64,
    /// `None`: it has not returned.
    pub(crate) duration: Option<u64>,
    pub(crate) error: u8,
    pub(crate) file: String,
    /// The number of the string in `file`.
    pub(crate) file_number: u32,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// The other file of a call that has two.
    pub(crate) second_file: String,
    pub(crate) detail: Option<CallDetail>,
}

/// The contents of a detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallDetail {
    pub(crate) count: u64,
    pub(crate) datatype: String,
    pub(crate) way: String,
    pub(crate) device: String,
    pub(crate) request: u32,
}

impl Seen {
    pub(crate) fn name(&self) -> &'static str {
        self.call.name()
    }

    pub(crate) fn layer(&self) -> Layer {
        self.call.info().layer
    }

    pub(crate) fn class(&self) -> Class {
        self.call.info().class
    }

    /// Whether `other` was called within this call.
    pub(crate) fn contains(&self, other: &Seen) -> bool {
        let Some(duration) = self.duration else { return false };
        self.thread == other.thread && self.start <= other.start && other.start <= self.start + duration
    }
}

/// All processes of a directory. Panics if a file violates the format.
pub(crate) fn read(folder: &Path) -> Vec<Process> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().map(|path| process(path)).collect()
}

fn process(path: &Path) -> Process {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header: Header = bytemuck::pod_read_unaligned(&bytes[..HEADER_BYTES]);
    assert_eq!(header.magic, MAGIC, "{}", path.display());
    let mut chunks = Vec::new();
    let mut at = CHUNK_UNIT;
    while at + size_of::<ChunkHeader>() <= bytes.len() {
        let head: ChunkHeader = bytemuck::pod_read_unaligned(&bytes[at..][..size_of::<ChunkHeader>()]);
        let is_chunk = head.magic == CHUNK_MAGIC;
        let length = if is_chunk { usize::try_from(head.bytes).unwrap() } else { CHUNK_UNIT };
        if is_chunk {
            let end = bytes.len().min(at + length);
            chunks.push((head, &bytes[at + size_of::<ChunkHeader>()..end]));
        }
        at += length;
    }
    let of_kind = |kind: ChunkKind| chunks.iter().filter(move |(head, _)| head.kind == kind as u32);
    let mut strings = HashMap::new();
    read_strings(&bytes[HEADER_BYTES..FIRST_BYTES.min(bytes.len())], &mut strings);
    of_kind(ChunkKind::Strings).for_each(|(_, bytes)| read_strings(bytes, &mut strings));
    let mut events = Vec::new();
    let mut threads: Vec<u32> = of_kind(ChunkKind::Events).map(|(head, _)| head.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    for thread in threads {
        let first = events.len();
        for (head, bytes) in of_kind(ChunkKind::Events).filter(|(head, _)| head.thread == thread) {
            read_events(head, bytes, header.clock_shift, &strings, &mut events, first);
        }
    }
    let text = |kind: StringKind| strings.values().filter(move |(known, _)| *known == kind as u16);
    Process {
        rank: header.rank,
        process: header.process,
        flags: header.flags,
        program: text(StringKind::Program).next().map(|(_, text)| text.clone()).unwrap_or_default(),
        unseen: text(StringKind::Unseen).map(|(_, text)| text.clone()).collect(),
        events,
    }
}

type Strings = HashMap<u32, (u16, String)>;

fn read_strings(bytes: &[u8], strings: &mut Strings) {
    let mut at = 0;
    while at + size_of::<StringHead>() <= bytes.len() {
        let head: StringHead = bytemuck::pod_read_unaligned(&bytes[at..][..size_of::<StringHead>()]);
        if head.number == 0 {
            return;
        }
        let start = at + size_of::<StringHead>();
        let text = String::from_utf8_lossy(&bytes[start..][..head.length.into()]).into_owned();
        assert!(
            strings.insert(head.number, (head.kind, text)).is_none(),
            "string {} is there twice",
            head.number
        );
        at = start + usize::from(head.length).next_multiple_of(STRING_ALIGNMENT);
    }
}

fn read_events(
    head: &ChunkHeader,
    bytes: &[u8],
    shift: u32,
    strings: &Strings,
    events: &mut Vec<Seen>,
    first: usize,
) {
    let text = |number: u32| strings.get(&number).map(|(_, text)| text.clone()).unwrap_or_default();
    let (mut base, mut wide) = (head.began.ticks, None);
    for event in bytes.chunks_exact(EVENT_BYTES).map(bytemuck::pod_read_unaligned::<Event>) {
        let Some(call) = Call::of_number(event.call) else {
            assert_eq!(event.call, 0, "an unknown call");
            continue;
        };
        match call {
            Call::Time => base = u64::from(event.length) << 32 | u64::from(event.offset_low),
            Call::Wide => wide = Some(event),
            Call::Detail => {
                let of = events[first..].iter_mut().rev().find(|seen| waits_for_detail(seen));
                of.expect("a detail is of a call").detail = Some(CallDetail {
                    count: event.offset(),
                    datatype: text(event.file),
                    way: text(event.length),
                    device: text(event.duration),
                    request: event.start,
                });
            }
            _ => {
                let upper = wide.take().unwrap_or_default();
                let offset = event.offset() | u64::from(upper.offset_low) << 48;
                events.push(Seen {
                    call,
                    thread: head.thread,
                    start: base + (u64::from(event.start) << shift),
                    duration: event.duration_in_units().map(|units| units << shift),
                    error: event.error,
                    file: text(event.file),
                    file_number: event.file,
                    offset,
                    length: u64::from(event.length) | u64::from(upper.file) << 32,
                    second_file: text(event.offset_low),
                    detail: None,
                });
            }
        }
    }
}

fn waits_for_detail(seen: &Seen) -> bool {
    let layer = CALLS[seen.call as usize].expect("it was read").layer;
    matches!(layer, Layer::MpiIo | Layer::Device) && seen.detail.is_none() && seen.duration.is_some()
}
