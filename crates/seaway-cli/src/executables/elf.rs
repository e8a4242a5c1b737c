// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Elf`]: the few facts of an executable that decide whether and how a library can be preloaded into it. Reads
//! headers and the dynamic section only: programs can be large.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const SEGMENT_LOAD: u32 = 1;
const SEGMENT_DYNAMIC: u32 = 2;
const SEGMENT_INTERPRETER: u32 = 3;

const TAG_NEEDED: u64 = 1;
const TAG_STRING_TABLE: u64 = 5;
const TAG_STRING_BYTES: u64 = 10;
const TAG_SONAME: u64 = 14;
const TAG_RPATH: u64 = 15;
const TAG_BIND_NOW: u64 = 24;
const TAG_RUNPATH: u64 = 29;
const TAG_FLAGS: u64 = 30;
const TAG_FLAGS_1: u64 = 0x6fff_fffb;

/// Longest part that is read at once: no sound file has a larger dynamic section or string table.
const LONGEST_PART: u64 = 64 << 20;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Elf {
    /// Class (32 or 64 bits) and processor: a library must have the same as the program it is loaded into.
    pub(crate) machine: (u8, u16),
    /// The loader that the kernel starts. Without one, nothing can be preloaded.
    pub(crate) interpreter: Option<PathBuf>,
    /// What a library calls itself. Who needs that name is content with it, wherever it lies.
    pub(crate) soname: Option<String>,
    /// Names of libraries, as the linker wrote them.
    pub(crate) needed: Vec<String>,
    /// Functions are looked up when it is loaded, and not when they are called.
    pub(crate) binds_now: bool,
    pub(crate) rpath: Vec<String>,
    pub(crate) runpath: Vec<String>,
}

impl Elf {
    /// `None`: the file is something else, a script perhaps.
    pub(crate) fn read(path: &Path) -> io::Result<Option<Self>> {
        let file = File::open(path)?;
        let mut magic = [0; 4];
        match file.read_exact_at(&mut magic, 0) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            outcome => outcome?,
        }
        if magic != *b"\x7fELF" {
            return Ok(None);
        }
        let header = part(&file, 0, 64)?;
        let machine = (header[4], u16::from_le_bytes([header[18], header[19]]));
        // Of other classes and byte orders only that they are other is of interest.
        if (header[4], header[5]) != (2, 1) {
            return Ok(Some(Self { machine, ..Self::default() }));
        }
        let segments = Segments::read(&file, &header)?;
        let mut elf = Self { machine, interpreter: segments.interpreter(&file)?, ..Self::default() };
        if let Some(dynamic) = Dynamic::read(file, segments)? {
            elf.read_dynamic(&dynamic)?;
        }
        Ok(Some(elf))
    }

    fn read_dynamic(&mut self, dynamic: &Dynamic) -> io::Result<()> {
        for (tag, value) in &dynamic.entries {
            match *tag {
                TAG_NEEDED => self.needed.push(dynamic.string(*value)?),
                TAG_SONAME => self.soname = Some(dynamic.string(*value)?),
                TAG_BIND_NOW => self.binds_now = true,
                TAG_FLAGS => self.binds_now |= value & 8 != 0,
                TAG_FLAGS_1 => self.binds_now |= value & 1 != 0,
                TAG_RPATH => self.rpath = folders(&dynamic.string(*value)?),
                TAG_RUNPATH => self.runpath = folders(&dynamic.string(*value)?),
                _ => {}
            }
        }
        Ok(())
    }
}

/// What the linker wrote for the loader.
pub(super) struct Dynamic {
    file: File,
    segments: Segments,
    entries: Vec<(u64, u64)>,
    strings: Vec<u8>,
}

impl Dynamic {
    /// `None`: the file is no ELF file of this machine's form, or has nothing for the loader.
    pub(super) fn of(path: &Path) -> io::Result<Option<Self>> {
        let file = File::open(path)?;
        let header = match part(&file, 0, 64) {
            Ok(header) if header.starts_with(b"\x7fELF\x02\x01") => header,
            _ => return Ok(None),
        };
        let segments = Segments::read(&file, &header)?;
        Self::read(file, segments)
    }

    fn read(file: File, segments: Segments) -> io::Result<Option<Self>> {
        let Some(dynamic) = segments.first(SEGMENT_DYNAMIC) else { return Ok(None) };
        let bytes = part(&file, dynamic.offset, dynamic.bytes)?;
        let entries: Vec<(u64, u64)> =
            bytes.chunks_exact(16).map(|pair| (word(pair, 0), word(pair, 8))).collect();
        let mut dynamic = Self { file, segments, entries, strings: Vec::new() };
        let (Some(address), Some(length)) =
            (dynamic.value(TAG_STRING_TABLE), dynamic.value(TAG_STRING_BYTES))
        else {
            return Ok(None);
        };
        dynamic.strings = dynamic.at(address, length)?;
        Ok(Some(dynamic))
    }

    pub(super) fn value(&self, tag: u64) -> Option<u64> {
        self.entries.iter().find(|entry| entry.0 == tag).map(|entry| entry.1)
    }

    /// The bytes that the loader would place at `address`.
    pub(super) fn at(&self, address: u64, length: u64) -> io::Result<Vec<u8>> {
        part(&self.file, self.offset_of(address)?, length)
    }

    /// Where in the file the byte lies that the loader would place at `address`.
    pub(super) fn offset_of(&self, address: u64) -> io::Result<u64> {
        self.segments.offset_of(address).ok_or_else(malformed)
    }

    pub(super) fn string(&self, offset: u64) -> io::Result<String> {
        string(&self.strings, offset)
    }
}

struct Segment {
    kind: u32,
    offset: u64,
    address: u64,
    bytes: u64,
}

struct Segments(Vec<Segment>);

impl Segments {
    fn read(file: &File, header: &[u8]) -> io::Result<Self> {
        let entry_bytes = u16::from_le_bytes([header[54], header[55]]);
        let count = u16::from_le_bytes([header[56], header[57]]);
        if entry_bytes < 56 {
            return if count == 0 { Ok(Self(Vec::new())) } else { Err(malformed()) };
        }
        let table = part(file, word(header, 32), u64::from(entry_bytes) * u64::from(count))?;
        let segments = table.chunks_exact(entry_bytes.into()).map(|entry| Segment {
            kind: u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]),
            offset: word(entry, 8),
            address: word(entry, 16),
            bytes: word(entry, 32),
        });
        Ok(Self(segments.collect()))
    }

    fn first(&self, kind: u32) -> Option<&Segment> {
        self.0.iter().find(|segment| segment.kind == kind)
    }

    fn interpreter(&self, file: &File) -> io::Result<Option<PathBuf>> {
        let Some(segment) = self.first(SEGMENT_INTERPRETER) else { return Ok(None) };
        let name = string(&part(file, segment.offset, segment.bytes)?, 0)?;
        Ok(Some(PathBuf::from(name)))
    }

    /// Where in the file the byte lies that the loader would place at `address`.
    fn offset_of(&self, address: u64) -> Option<u64> {
        let holds = |segment: &&Segment| {
            segment.kind == SEGMENT_LOAD
                && address.checked_sub(segment.address).is_some_and(|into| into < segment.bytes)
        };
        let segment = self.0.iter().find(holds)?;
        segment.offset.checked_add(address - segment.address)
    }
}

fn part(file: &File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length.min(LONGEST_PART + 1)).map_err(|_| malformed())?;
    if length as u64 > LONGEST_PART || offset.checked_add(length as u64).is_none() {
        return Err(malformed());
    }
    // Not allocated on the header's word alone: it must be in the file.
    if offset + length as u64 > file.metadata()?.len() {
        return Err(malformed());
    }
    let mut bytes = vec![0; length];
    file.read_exact_at(&mut bytes, offset)?;
    Ok(bytes)
}

pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    let bytes: [u8; 8] = bytes[at..at + 8].try_into().expect("eight bytes were asked for");
    u64::from_le_bytes(bytes)
}

fn string(table: &[u8], offset: u64) -> io::Result<String> {
    let offset = usize::try_from(offset).map_err(|_| malformed())?;
    let tail = table.get(offset..).ok_or_else(malformed)?;
    let length = tail.iter().position(|byte| *byte == 0).ok_or_else(malformed)?;
    Ok(String::from_utf8_lossy(&tail[..length]).into_owned())
}

fn folders(path: &str) -> Vec<String> {
    path.split(':').filter(|folder| !folder.is_empty()).map(str::to_owned).collect()
}

pub(super) fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "its ELF headers are damaged")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn this_very_program_is_dynamic_and_needs_the_c_library() {
        let elf = Elf::read(&std::env::current_exe().unwrap()).unwrap().unwrap();
        assert!(elf.interpreter.is_some());
        assert!(elf.needed.iter().any(|name| name.starts_with("libc.so")), "{elf:?}");
    }

    #[test]
    fn scripts_and_empty_files_are_no_elf() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["", "#!", "#!/bin/sh\nexit 0\n"] {
            let path = folder.path().join("script");
            fs::write(&path, text).unwrap();
            assert_eq!(Elf::read(&path).unwrap(), None);
        }
    }

    /// Every prefix and many damaged copies: an error or an answer, never a panic and never much memory.
    #[test]
    fn damaged_headers_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged");
        let sound = fs::read("/proc/self/exe").unwrap();
        for length in [4, 16, 63, 64, 65, 100, 400, 4096] {
            fs::write(&path, &sound[..length]).unwrap();
            let _ = Elf::read(&path);
        }
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let mut bytes = sound[..8192].to_vec();
            for _ in 0..8 {
                bytes[random.usize(4..1024)] = random.u8(..);
            }
            fs::write(&path, &bytes).unwrap();
            let _ = Elf::read(&path);
        }
    }
}
