// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TraceFile`]: the trace of a process, written from outside. The layout is that of `seaway-trace-format`;
//! a call is in the file before it continues.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::mem;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use bytemuck::{Zeroable, bytes_of};
use rustix::time::{ClockId, clock_gettime};
use seaway_trace_format::{
    CHUNK_MAGIC, CHUNK_UNIT, Call, ChunkHeader, ChunkKind, Clock, ClockPair, EVENT_BYTES, Event, FILE_ENDING,
    Flags, HEADER_BYTES, Header, MAGIC, STRING_ALIGNMENT, StringHead, StringKind, VERSION, environment,
};

/// A time unit is about a microsecond, so that one chunk can cover an hour.
const CLOCK_SHIFT: u32 = 10;
const CHUNK_BYTES: u64 = CHUNK_UNIT as u64;
const CHUNK_HEAD_BYTES: u64 = mem::size_of::<ChunkHeader>() as u64;
const STRING_HEAD_BYTES: u64 = mem::size_of::<StringHead>() as u64;

/// A trace contains file names and command lines: it is private to its user.
const PRIVATE: u32 = 0o600;

pub(super) struct TraceFile {
    file: File,
    header: Header,
    strings: HashMap<Vec<u8>, u32>,
    string_chunk: Option<Chunk>,
    /// By the thread.
    events: HashMap<u32, Chunk>,
}

/// A chunk that is being filled.
#[derive(Debug, Clone, Copy)]
struct Chunk {
    next: u64,
    end: u64,
    /// Ticks that times count from.
    base: u64,
}

impl TraceFile {
    /// `unseen`: what it does not record of the process.
    pub(super) fn create(folder: &Path, process: u32, unseen: &str) -> io::Result<Self> {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        Self::create_with(folder, process, &environment, unseen)
    }

    fn create_with(folder: &Path, process: u32, environment: &[u8], unseen: &str) -> io::Result<Self> {
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let file = new_file(folder, &host, process)?;
        let mut made = Self {
            file,
            header: header(&host, process, environment),
            strings: HashMap::new(),
            string_chunk: None,
            events: HashMap::new(),
        };
        made.write_header()?;
        let link = |name: &str| fs::read_link(format!("/proc/{process}/{name}")).unwrap_or_default();
        made.string(StringKind::Program, link("exe").as_os_str().as_bytes())?;
        made.string(
            StringKind::Arguments,
            &fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default(),
        )?;
        made.string(StringKind::Directory, link("cwd").as_os_str().as_bytes())?;
        made.string(StringKind::Unseen, unseen.as_bytes())?;
        if let Some(user) = user_of(process, environment) {
            made.string(StringKind::User, &user)?;
        }
        if let Some(job) = job_of(environment) {
            made.string(StringKind::Job, &job)?;
        }
        Ok(made)
    }

    pub(super) fn set_flags(&mut self, flags: u32) -> io::Result<()> {
        self.header.flags |= flags;
        self.write_header()
    }

    /// The number of a string, which is written if it is new.
    pub(super) fn string(&mut self, kind: StringKind, bytes: &[u8]) -> io::Result<u32> {
        let bytes = &bytes[..bytes.len().min(usize::from(u16::MAX))];
        let key = [&(kind as u16).to_le_bytes(), bytes].concat();
        if let Some(number) = self.strings.get(&key) {
            return Ok(*number);
        }
        let padded = bytes.len().next_multiple_of(STRING_ALIGNMENT) as u64;
        let needed = STRING_HEAD_BYTES + padded;
        let mut chunk = match self.string_chunk {
            Some(chunk) if chunk.next + needed <= chunk.end => chunk,
            _ => self.new_chunk(ChunkKind::Strings, 0, needed)?,
        };
        let number = self.header.next_string;
        let length = u16::try_from(bytes.len()).expect("it was cut above");
        self.file.write_all_at(bytes, chunk.next + STRING_HEAD_BYTES)?;
        self.file.write_all_at(bytes_of(&StringHead { number, kind: kind as u16, length }), chunk.next)?;
        chunk.next += needed;
        self.string_chunk = Some(chunk);
        self.header.next_string += 1;
        self.write_header()?;
        self.strings.insert(key, number);
        Ok(number)
    }

    /// A call that begins now. Its end is not recorded.
    pub(super) fn event(&mut self, thread: u32, call: Call, file: u32, offset: u64) -> io::Result<()> {
        let mut chunk = match self.events.get(&thread) {
            // Room for the event and a time event.
            Some(chunk) if chunk.next + 2 * EVENT_BYTES as u64 <= chunk.end => *chunk,
            _ => self.new_chunk(ChunkKind::Events, thread, 0)?,
        };
        let now = monotonic();
        if (now - chunk.base) >> CLOCK_SHIFT > u64::from(u32::MAX) {
            let (low, high) = halves(now);
            let event = Event { call: Call::Time as u8, offset_low: low, length: high, ..Event::default() };
            self.append(&mut chunk, &event)?;
            chunk.base = now;
        }
        let (start, _) = halves((now - chunk.base) >> CLOCK_SHIFT);
        let event = Event { start, call: call as u8, file, ..Event::default() }.with_offset(offset);
        self.append(&mut chunk, &event)?;
        self.events.insert(thread, chunk);
        self.header.latest = ClockPair { ticks: now, nanoseconds: now };
        self.write_header()
    }

    fn append(&self, chunk: &mut Chunk, event: &Event) -> io::Result<()> {
        self.file.write_all_at(bytes_of(event), chunk.next)?;
        chunk.next += EVENT_BYTES as u64;
        Ok(())
    }

    fn new_chunk(&mut self, kind: ChunkKind, thread: u32, needed: u64) -> io::Result<Chunk> {
        let (start, now) = (self.header.end, monotonic());
        let bytes = (CHUNK_HEAD_BYTES + needed).next_multiple_of(CHUNK_BYTES);
        let quota = self.header.quota;
        if quota > 0 && start + bytes > quota {
            self.set_flags(Flags::FULL)?;
            return Err(io::Error::from(io::ErrorKind::QuotaExceeded));
        }
        self.file.set_len(start + bytes)?;
        let head = ChunkHeader {
            magic: CHUNK_MAGIC,
            bytes,
            kind: kind as u32,
            thread,
            began: ClockPair { ticks: now, nanoseconds: now },
            reserved: 0,
        };
        self.file.write_all_at(bytes_of(&head), start)?;
        self.header.end = start + bytes;
        self.write_header()?;
        Ok(Chunk { next: start + CHUNK_HEAD_BYTES, end: start + bytes, base: now })
    }

    fn write_header(&self) -> io::Result<()> {
        self.file.write_all_at(bytes_of(&self.header), 0)
    }
}

/// A process may have had other files: before exec, or by its own recorder.
fn new_file(folder: &Path, host: &str, process: u32) -> io::Result<File> {
    for number in 0..u32::MAX {
        let path = folder.join(format!("{host}.{process}.{number}.{FILE_ENDING}"));
        match OpenOptions::new().read(true).write(true).create_new(true).mode(PRIVATE).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => {
                let file = opened?;
                // Regardless of the umask.
                file.set_permissions(Permissions::from_mode(PRIVATE))?;
                return Ok(file);
            }
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn header(host: &str, process: u32, environment: &[u8]) -> Header {
    let now = monotonic();
    let began = ClockPair { ticks: now, nanoseconds: now };
    let real = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (rank, ranks) = rank_of(environment);
    let mut header = Header {
        magic: MAGIC,
        version: VERSION,
        header_bytes: u32::try_from(HEADER_BYTES).expect("a small structure"),
        clock: Clock::Monotonic as u32,
        clock_shift: CLOCK_SHIFT,
        process,
        parent: parent_of(process),
        began,
        began_real_nanoseconds: u64::try_from(real.as_nanos()).unwrap_or_default(),
        latest: began,
        end: CHUNK_BYTES,
        next_string: 1,
        flags: Flags::FROM_OUTSIDE,
        rank,
        ranks,
        quota: number_in(environment, environment::QUOTA).unwrap_or(0),
        boot: boot(),
        ..Header::zeroed()
    };
    let length = host.len().min(header.host.len() - 1);
    header.host[..length].copy_from_slice(&host.as_bytes()[..length]);
    header
}

fn rank_of(environment: &[u8]) -> (i32, i32) {
    let found = environment::RANKS.iter().find_map(|(rank, ranks)| {
        Some((number_in(environment, rank)?, number_in(environment, ranks).unwrap_or(-1)))
    });
    found.unwrap_or((-1, -1))
}

fn number_in<N: std::str::FromStr>(environment: &[u8], name: &str) -> Option<N> {
    std::str::from_utf8(value_in(environment, name)?).ok()?.parse().ok()
}

fn value_in<'e>(environment: &'e [u8], name: &str) -> Option<&'e [u8]> {
    let mut variables = environment.split(|byte| *byte == 0);
    variables.find_map(|variable| variable.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
}

/// As recorders write it: the number, and the name if the environment has it.
fn user_of(process: u32, environment: &[u8]) -> Option<Vec<u8>> {
    let number = fs::metadata(format!("/proc/{process}")).ok()?.uid().to_string();
    let name = environment::USERS.iter().find_map(|name| value_in(environment, name));
    let name = name.map(|name| [b" ", name].concat()).unwrap_or_default();
    Some([number.as_bytes(), &name].concat())
}

fn job_of(environment: &[u8]) -> Option<Vec<u8>> {
    let found = |name: &&str| Some([name.as_bytes(), b"=", value_in(environment, name)?].concat());
    environment::JOBS.iter().find_map(found)
}

fn parent_of(process: u32) -> u32 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    parent.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// The kernel's boot id, as bytes.
fn boot() -> [u8; 16] {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let digits: Vec<u8> = text.chars().filter_map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect();
    let mut boot = [0; 16];
    for (byte, pair) in boot.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    boot
}

fn monotonic() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned()
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
fn halves(value: u64) -> (u32, u32) {
    (value as u32, (value >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_strings_are_where_the_header_says() {
        let folder = tempfile::tempdir().unwrap();
        let this = std::process::id();
        let environment = b"A=b\0PMI_RANK=3\0PMI_SIZE=4\0PBS_JOBID=17.node\0";
        let mut file = TraceFile::create_with(folder.path(), this, environment, "reads").unwrap();
        let long = vec![b'x'; 60_000];
        let numbers = [
            file.string(StringKind::Path, &long),
            file.string(StringKind::Path, b"/b"),
            file.string(StringKind::Path, &long),
        ]
        .map(Result::unwrap);
        assert_eq!(numbers, [7, 8, 7]);
        for offset in 0..3000 {
            file.event(7, Call::Open, 8, offset).unwrap();
        }
        let name = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        let bytes = fs::read(&name).unwrap();
        let header: Header = bytemuck::pod_read_unaligned(&bytes[..HEADER_BYTES]);
        assert_eq!(fs::metadata(&name).unwrap().permissions().mode() & 0o777, PRIVATE);
        assert_eq!((header.magic, header.rank, header.ranks, header.next_string), (MAGIC, 3, 4, 9));
        assert_eq!(header.end, bytes.len() as u64);
        let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(has(b"PBS_JOBID=17.node"));
        let (mut at, mut events) = (CHUNK_UNIT, Vec::new());
        while at < bytes.len() {
            let head: ChunkHeader =
                bytemuck::pod_read_unaligned(&bytes[at..][..mem::size_of::<ChunkHeader>()]);
            assert_eq!(head.magic, CHUNK_MAGIC);
            let length = usize::try_from(head.bytes).unwrap();
            if head.kind == ChunkKind::Events as u32 {
                let inside = &bytes[at + mem::size_of::<ChunkHeader>()..at + length];
                let all = inside.chunks_exact(EVENT_BYTES).map(bytemuck::pod_read_unaligned::<Event>);
                events.extend(all.filter(|event| event.call != 0).map(|event| (event.file, event.offset())));
            }
            at += length;
        }
        assert_eq!(events, (0..3000).map(|offset| (8, offset)).collect::<Vec<_>>());
    }

    #[test]
    fn files_of_one_process_are_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let files = [0, 1].map(|_| new_file(folder.path(), "host", 5).unwrap());
        assert!(
            folder.path().join("host.5.0.seatrace").exists()
                && folder.path().join("host.5.1.seatrace").exists()
        );
        drop(files);
    }
}
