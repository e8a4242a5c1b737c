// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a trace does not show: as noted by recorders, and programs that were started and left no file.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::{Call, Process, Record, Trace};

/// Maximum number of individual sentences.
const SENTENCES: usize = 100;

pub(crate) fn sentences(trace: &Trace) -> Vec<String> {
    let mut sentences: Vec<String> = trace
        .processes()
        .iter()
        .flat_map(|process| process.unseen.iter().map(|what| format!("{}: {what}", process.title())))
        .collect();
    let lost: Vec<Started> =
        trace.map_processes(|process| started_by(trace, process)).into_iter().flatten().collect();
    let mut began: HashMap<(&[u8; 16], u32), Vec<u64>> = HashMap::new();
    for process in trace.processes() {
        began.entry((&process.boot, process.id)).or_default().push(process.began);
    }
    let lost = lost.into_iter().filter(|started| {
        let files = began.get(&(&started.boot, started.process));
        !files.is_some_and(|times| times.iter().any(|time| *time >= started.at))
    });
    sentences.extend(lost.map(|started| started.sentence()));
    if sentences.len() > SENTENCES {
        let more = sentences.len() - SENTENCES;
        sentences.truncate(SENTENCES);
        sentences.push(format!("and {more} more"));
    }
    sentences
}

/// A program that should have a file of its own.
struct Started {
    boot: [u8; 16],
    process: u32,
    /// When the call was made that started it.
    at: u64,
    program: String,
}

fn started_by(trace: &Trace, process: &Process) -> Vec<Started> {
    let Ok(records) = process.records() else { return vec![] };
    let mut children = Children::default();
    let started = records.filter(|record| record.error == 0).filter_map(|record| {
        let process_id = children.started_by(&record, process.id)?;
        let program = String::from_utf8_lossy(trace.file_name(record.file?)).into_owned();
        Some(Started { boot: process.boot, process: process_id, at: record.start, program })
    });
    started.collect()
}

/// Children of vfork write into their parent's file, as the thread that waits for them.
#[derive(Default)]
struct Children {
    /// The latest child of each thread: until when it wrote, and its number, if known.
    latest: HashMap<u32, (u64, Option<u32>)>,
}

impl Children {
    /// The process that the call has turned into another program.
    fn started_by(&mut self, record: &Record, own: u32) -> Option<u32> {
        let number = || u32::try_from(record.length).ok().filter(|child| *child != 0);
        match record.call {
            Call::Vfork => {
                let until = record.duration.map_or(u64::MAX, |_| record.end());
                self.latest.insert(record.thread, (until, number()));
                None
            }
            // Exec does not return if it succeeds, so it has no duration.
            Call::Exec if record.duration.is_none() => match self.latest.get(&record.thread) {
                Some(&(until, child)) if record.start <= until => child,
                _ => Some(own),
            },
            Call::Spawn => number(),
            _ => None,
        }
    }
}

impl Started {
    fn sentence(&self) -> String {
        let why = match has_interpreter(Path::new(&self.program)) {
            Some(false) => "it is linked statically",
            Some(true) => "it has cleared its environment, or runs with other privileges",
            None => "it is linked statically, or has cleared its environment",
        };
        format!("{} (pid {}) was started but nothing was recorded: {why}", self.program, self.process)
    }
}

/// Whether the program has an ELF interpreter, which loads recorders. `None` if that cannot be determined
/// here.
fn has_interpreter(program: &Path) -> Option<bool> {
    const PT_INTERP: u32 = 3;
    let file = File::open(program).ok()?;
    let mut head = [0; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    // 64-bit little-endian programs: others cannot be traced, and are not judged.
    if head[..6] != *b"\x7fELF\x02\x01" {
        return None;
    }
    let offset = u64::from_le_bytes(head[32..40].try_into().ok()?);
    let size = u16::from_le_bytes([head[54], head[55]]);
    let count = u16::from_le_bytes([head[56], head[57]]);
    for index in 0..u64::from(count) {
        let mut kind = [0; 4];
        file.read_exact_at(&mut kind, offset.checked_add(index * u64::from(size))?).ok()?;
        if u32::from_le_bytes(kind) == PT_INTERP {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_programs_have_an_interpreter() {
        assert_eq!(has_interpreter(Path::new("/bin/sh")), Some(true));
        assert_eq!(has_interpreter(Path::new("/etc/passwd")), None);
        assert_eq!(has_interpreter(Path::new("/no/such/program")), None);
    }
}
