// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds a process from the contents of its file.

use seaway_trace_format::{Call, Counter, Flags, StringKind};

use super::clock::TimeLine;
use super::contents::{Contents, NumberedString};
use super::load::Loaded;
use crate::names::{Names, Numbers};
use crate::process::{Counters, Job};
use crate::{Process, mounts};

/// Numbers are assigned consecutively; a string that was incomplete when its process was killed leaves a gap.
const GAPS: usize = 1 << 12;

pub(crate) fn process(
    loaded: Loaded,
    line: TimeLine,
    files: &mut Names,
    texts: &mut Names,
    notes: &mut Vec<String>,
) -> Process {
    let Loaded { path, source, contents } = loaded;
    let Contents { header, blocks, strings, counters, notes: mut own_notes } = contents;
    let largest = strings.iter().map(|string| string.number as usize).max().unwrap_or(0);
    let room = strings.len() + GAPS;
    if largest > room {
        own_notes.add(|| {
            format!(
                "strings have numbers up to {largest}, but there are only {}: some are omitted",
                strings.len()
            )
        });
    }
    if header.flags & Flags::CUT != 0 {
        own_notes.add(|| {
            "the file was truncated, or could not be written, while its process ran: calls are missing".into()
        });
    }
    let numbers = numbers(&strings, largest.min(room), files, texts);
    let counters =
        counters.iter().filter_map(|row| counter(row, &numbers, &line, header.clock_shift)).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    notes.extend(own_notes.into_lines().into_iter().map(|note| format!("{name}: {note}")));
    Process {
        id: header.process,
        parent: header.parent,
        host: text(header.host.split(|byte| *byte == 0).next().unwrap_or_default()),
        rank: u32::try_from(header.rank).ok(),
        ranks: u32::try_from(header.ranks).ok(),
        program: of_kind(&strings, StringKind::Program).next().map(text).unwrap_or_default(),
        arguments: arguments(&strings),
        directory: of_kind(&strings, StringKind::Directory).next().map(text).unwrap_or_default(),
        user: of_kind(&strings, StringKind::User).next().map(user),
        job: of_kind(&strings, StringKind::Job).next().and_then(job),
        mounts: of_kind(&strings, StringKind::Mounts).flat_map(mounts::parse).collect(),
        began: line.nanoseconds(header.began.ticks),
        flags: header.flags,
        unseen: unseen(&strings, header.flags),
        counters,
        path,
        boot: header.boot,
        source,
        blocks,
        line,
        clock_shift: header.clock_shift,
        numbers,
    }
}

fn numbers(strings: &[NumberedString], largest: usize, files: &mut Names, texts: &mut Names) -> Numbers {
    let mut numbers = Numbers::with_room(largest);
    for string in strings {
        match string.kind {
            StringKind::Path => numbers.set_file(string.number, files.file(&string.bytes)),
            StringKind::Datatype | StringKind::Strategy | StringKind::Device => {
                numbers.set_text(string.number, texts.text(&string.bytes));
            }
            StringKind::Program
            | StringKind::Arguments
            | StringKind::Directory
            | StringKind::Unseen
            | StringKind::User
            | StringKind::Job
            | StringKind::Mounts => {}
        }
    }
    numbers
}

fn counter(row: &Counter, numbers: &Numbers, line: &TimeLine, shift: u32) -> Option<Counters> {
    Some(Counters {
        file: numbers.file(row.file),
        call: Call::of_number(u8::try_from(row.call).ok()?)?,
        calls: row.calls,
        failures: row.failures,
        bytes: row.bytes,
        duration: line.length_of(row.duration, shift),
    })
}

fn of_kind(strings: &[NumberedString], kind: StringKind) -> impl Iterator<Item = &[u8]> {
    strings.iter().filter(move |string| string.kind == kind).map(|string| &*string.bytes)
}

fn arguments(strings: &[NumberedString]) -> Vec<String> {
    let Some(bytes) = of_kind(strings, StringKind::Arguments).next() else { return vec![] };
    let mut arguments: Vec<String> = bytes.split(|byte| *byte == 0).map(text).collect();
    // The last one is also followed by a zero.
    if arguments.last().is_some_and(String::is_empty) {
        arguments.pop();
    }
    arguments
}

fn unseen(strings: &[NumberedString], flags: u32) -> Vec<String> {
    let mut unseen: Vec<String> = of_kind(strings, StringKind::Unseen).map(text).collect();
    if flags & Flags::HAS_RING != 0 {
        unseen.push("it uses io_uring: what it reads and writes through the ring is not recorded".into());
    }
    unseen
}

/// `1000 ada`, or `1000`.
fn user(bytes: &[u8]) -> String {
    let all = text(bytes);
    match all.split_once(' ') {
        Some((_, name)) => name.to_owned(),
        None => all,
    }
}

fn job(bytes: &[u8]) -> Option<Job> {
    let all = text(bytes);
    let (variable, number) = all.split_once('=')?;
    Some(Job { variable: variable.to_owned(), number: number.to_owned() })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
