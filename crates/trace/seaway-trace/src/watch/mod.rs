// SPDX-License-Identifier: MIT OR Apache-2.0
//! Follows a trace while its program runs: what has happened since the last look, and which calls have not
//! returned.

mod block;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use seaway_trace_format::{Call, Class, Flags, Header, StringKind};

use crate::read::align;
use crate::read::contents::BlockPlace;
use crate::read::load::{self, Loaded};
use crate::{Result, reaches_c_library};
use block::{Progress, Seen};

#[derive(Debug)]
pub struct Watch {
    paths: Vec<PathBuf>,
    /// By file and offset of the block.
    progress: HashMap<(PathBuf, u64), Progress>,
    last: Option<Instant>,
}

/// What has happened between two looks.
#[derive(Debug, Default)]
pub struct Activity {
    /// `None` at the first look: then it covers everything so far.
    pub elapsed: Option<Duration>,
    pub processes: Vec<ProcessActivity>,
    /// By name, which may be any bytes.
    pub files: Vec<(Vec<u8>, Traffic)>,
    /// Calls that have not returned, the longest first.
    pub running: Vec<Running>,
}

#[derive(Debug)]
pub struct ProcessActivity {
    pub title: String,
    pub host: String,
    /// As far as can be determined here.
    pub is_alive: bool,
    pub traffic: Traffic,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub calls: u64,
    /// For files: how many processes made calls.
    pub processes: u64,
}

#[derive(Debug)]
pub struct Running {
    /// Name of the process.
    pub title: String,
    pub thread: u32,
    pub call: Call,
    pub file: Option<Vec<u8>>,
    pub age: Duration,
}

impl Watch {
    pub fn new<P: AsRef<Path>>(paths: &[P]) -> Self {
        let paths = paths.iter().map(|path| path.as_ref().to_owned()).collect();
        Self { paths, progress: HashMap::new(), last: None }
    }

    /// What has happened since the last look.
    pub fn look(&mut self) -> Result<Activity> {
        let now = Instant::now();
        let mut loaded = vec![];
        for path in &self.paths {
            loaded.extend(load::load(path, &mut vec![])?);
        }
        let lines = align::real_lines(&loaded, &mut vec![]);
        let real = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut activity = Activity { elapsed: self.last.map(|last| now - last), ..Activity::default() };
        let mut files = HashMap::new();
        for (process, line) in loaded.iter().zip(&lines) {
            let seen = self.read(process);
            let is_alive = activity.add(process, &seen, &mut files);
            let running = seen.running.into_iter().filter(|_| is_alive).map(|call| {
                let began = Duration::from_nanos(line.nanoseconds(call.ticks));
                let file = name_of(process, call.file).map(<[u8]>::to_vec);
                let title = title(process);
                Running { title, thread: call.thread, call: call.call, file, age: real.saturating_sub(began) }
            });
            activity.running.extend(running);
        }
        activity.files = files.into_iter().collect();
        activity.files.sort_by(|a, b| a.0.cmp(&b.0));
        activity.running.sort_by_key(|running| std::cmp::Reverse(running.age));
        self.last = Some(now);
        Ok(activity)
    }

    fn read(&mut self, process: &Loaded) -> Seen {
        let mut seen = Seen::default();
        let Ok(reader) = process.source.open() else { return seen };
        let blocks = &process.contents.blocks;
        for (index, block) in blocks.iter().enumerate() {
            let BlockPlace::Plain { offset, .. } = block.place else { continue };
            let is_last = !blocks[index + 1..].iter().any(|later| later.thread == block.thread);
            let progress = self.progress.entry((process.path.clone(), offset)).or_default();
            progress.read(&reader, block, process.contents.header.clock_shift, is_last, &mut seen);
        }
        seen
    }
}

impl Activity {
    /// Adds a process; returns whether it is alive.
    fn add(&mut self, process: &Loaded, seen: &Seen, files: &mut HashMap<Vec<u8>, Traffic>) -> bool {
        let header = &process.contents.header;
        let mut all = Traffic { processes: 1, ..Traffic::default() };
        for (number, (library, device)) in &seen.files {
            let name = name_of(process, *number);
            let mut traffic = *library;
            if name.is_some_and(|name| !reaches_c_library(name)) {
                traffic.add(device);
            }
            all.add(&traffic);
            if let Some(name) = name {
                let file = files.entry(name.to_vec()).or_default();
                file.add(&traffic);
                file.processes += 1;
            }
        }
        let host = text(header.host.split(|byte| *byte == 0).next().unwrap_or_default());
        let is_alive = is_alive(header);
        self.processes.push(ProcessActivity { title: title(process), host, is_alive, traffic: all });
        is_alive
    }
}

impl Traffic {
    fn add(&mut self, other: &Self) {
        self.bytes_read = self.bytes_read.saturating_add(other.bytes_read);
        self.bytes_written = self.bytes_written.saturating_add(other.bytes_written);
        self.calls = self.calls.saturating_add(other.calls);
    }

    fn move_bytes(&mut self, call: Call, bytes: u64) {
        match call.info().class {
            Class::Read => self.bytes_read = self.bytes_read.saturating_add(bytes),
            Class::Write | Class::Transfer => self.bytes_written = self.bytes_written.saturating_add(bytes),
            _ => {}
        }
    }
}

/// It has not recorded its end, and if it runs on this host, it still exists.
fn is_alive(header: &Header) -> bool {
    if header.flags & Flags::ENDED != 0 {
        return false;
    }
    own_boot() != Some(header.boot) || Path::new(&format!("/proc/{}", header.process)).exists()
}

fn own_boot() -> Option<[u8; 16]> {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let number = u128::from_str_radix(&text.trim().replace('-', ""), 16).ok()?;
    Some(number.to_be_bytes())
}

fn title(process: &Loaded) -> String {
    let header = &process.contents.header;
    match u32::try_from(header.rank) {
        Ok(rank) => format!("rank {rank}"),
        Err(_) => {
            let program = process.contents.strings.iter().find(|string| string.kind == StringKind::Program);
            let name =
                program.and_then(|program| program.bytes.rsplit(|byte| *byte == b'/').next()).unwrap_or(b"?");
            format!("{} (pid {})", text(name), header.process)
        }
    }
}

fn name_of(process: &Loaded, number: u32) -> Option<&[u8]> {
    // Numbers are in order, except for those assigned at the same moment.
    let strings = &process.contents.strings;
    let near = (number as usize).checked_sub(1).and_then(|index| strings.get(index));
    let found = near.filter(|string| string.number == number);
    let found = found.or_else(|| strings.iter().find(|string| string.number == number))?;
    (found.kind == StringKind::Path).then_some(&*found.bytes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
