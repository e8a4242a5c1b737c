// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a packed file: its index, and events of a section.

use std::io;

use seaway_trace_format::{Counter, Event, Header};

use super::section::{FileHead, MAGIC, SECTION_HEAD, SectionHead, SectionKind, VERSION, checksum};
use super::{SECTION_EVENTS, columns};
use crate::read::contents::{Block, BlockPlace, Contents, Notes, Unreadable, check_header};
use crate::read::source::Reader;
use crate::read::strings;

/// Maximum length of a section, packed or not.
const LONGEST: u32 = 16 << 20;

pub(crate) fn is_packed(reader: &Reader) -> bool {
    matches!(reader.value_at::<[u8; 8]>(0), Ok(Some(MAGIC)))
}

/// All processes of the file, without their events.
pub(crate) fn read(reader: &Reader) -> Result<Vec<Contents>, Unreadable> {
    let refuse = |why: String| Err(Unreadable::Not(why));
    let Some(head) = reader.value_at::<FileHead>(0)? else { return refuse("its header is truncated".into()) };
    if head.version != VERSION {
        return refuse(format!("it has version {}, but this program reads version {VERSION}", head.version));
    }
    let length = reader.length()?;
    let mut offset = size_of::<FileHead>() as u64;
    let mut processes: Vec<Contents> = vec![];
    while offset < length {
        let section = reader.value_at::<SectionHead>(offset)?.map(|head| (head, offset + SECTION_HEAD));
        let whole =
            section.filter(|(head, begin)| head.bytes <= LONGEST && begin + u64::from(head.bytes) <= length);
        let Some((head, begin)) = whole else {
            match processes.last_mut() {
                Some(process) => process.notes.add(|| format!("it is truncated or damaged at {offset}")),
                None => return refuse(format!("it is truncated or damaged at {offset}")),
            }
            break;
        };
        read_section(reader, &head, begin, &mut processes)?;
        offset = begin + u64::from(head.bytes);
    }
    if processes.is_empty() { refuse("there is no process in it".into()) } else { Ok(processes) }
}

fn read_section(
    reader: &Reader,
    head: &SectionHead,
    begin: u64,
    processes: &mut Vec<Contents>,
) -> Result<(), Unreadable> {
    let kind = SectionKind::of_number(head.kind);
    if kind == Some(SectionKind::Process) {
        let header = process_header(reader, head, begin)?;
        processes.push(Contents {
            header,
            blocks: vec![],
            strings: vec![],
            counters: vec![],
            notes: Notes::default(),
        });
        return Ok(());
    }
    let Some(process) = processes.last_mut() else {
        return Err(Unreadable::Not("it does not begin with a process".into()));
    };
    match kind {
        Some(SectionKind::Events) if head.count as usize <= SECTION_EVENTS => {
            let place = BlockPlace::Packed {
                offset: begin,
                bytes: head.bytes,
                events: head.count,
                checksum: head.checksum,
            };
            process.blocks.push(Block { thread: head.thread, began: head.began, place });
        }
        Some(SectionKind::Strings) => match unpacked(reader, head, begin)? {
            Some(bytes) => {
                strings::parse(&bytes, &mut process.strings, |_| {});
            }
            None => process.notes.add(|| format!("strings at {begin} are damaged: skipped")),
        },
        Some(SectionKind::Counters) => match unpacked(reader, head, begin)? {
            Some(bytes) => {
                let rows =
                    bytes.chunks_exact(size_of::<Counter>()).map(bytemuck::pod_read_unaligned::<Counter>);
                process.counters.extend(rows.filter(|row| row.call != 0));
            }
            None => process.notes.add(|| format!("counters at {begin} are damaged: skipped")),
        },
        _ => process.notes.add(|| format!("the section at {begin} has an unknown kind: skipped")),
    }
    Ok(())
}

fn process_header(reader: &Reader, head: &SectionHead, begin: u64) -> Result<Header, Unreadable> {
    let header = match head.bytes as usize >= size_of::<Header>() {
        true => reader.value_at::<Header>(begin)?,
        false => None,
    };
    let header = header.ok_or_else(|| Unreadable::Not(format!("the process at {begin} is truncated")))?;
    check_header(&header).map_err(Unreadable::Not)?;
    Ok(header)
}

fn unpacked(reader: &Reader, head: &SectionHead, begin: u64) -> io::Result<Option<Vec<u8>>> {
    if head.count > LONGEST {
        return Ok(None);
    }
    let mut packed = vec![0; head.bytes as usize];
    reader.read_at(begin, &mut packed)?;
    if checksum(&packed) != head.checksum {
        return Ok(None);
    }
    let mut bytes = vec![0; head.count as usize];
    let written = lz4_flex::block::decompress_into(&packed, &mut bytes);
    Ok(written.is_ok_and(|written| written == bytes.len()).then_some(bytes))
}

/// Events of one section, whose header has the number of bytes and events.
pub(crate) fn read_events(
    reader: &Reader,
    offset: u64,
    bytes: u32,
    count: u32,
    sum: u32,
    events: &mut Vec<Event>,
) -> io::Result<()> {
    let mut packed = vec![0; bytes as usize];
    reader.read_at(offset, &mut packed)?;
    let whole = checksum(&packed) == sum && columns::decode(&packed, count as usize, events).is_some();
    match whole {
        true => Ok(()),
        false => {
            events.clear();
            let what = format!("{count} events at {offset} are damaged");
            Err(io::Error::new(io::ErrorKind::InvalidData, what))
        }
    }
}
