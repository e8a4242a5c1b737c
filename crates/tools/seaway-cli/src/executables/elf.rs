// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Elf`]: the few facts of an executable that decide whether and how a library can be preloaded into it. [`Dynamic`]:
//! what the linker wrote for the loader. Both read the parts that they need only, because programs can be large, and go by
//! what the loader itself reads, so that files without section headers are understood too.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use object::LittleEndian;
use object::elf::{self, DynamicTag, FileHeader64};
use object::pod::Pod;
use object::read::elf::{Dyn as _, FileHeader as _, ProgramHeader as _};
use object::read::{ReadCache, ReadRef, StringTable};

/// The kind of ELF file that this machine runs. Others are only recognised as such.
pub(super) type Header = FileHeader64<Endian>;
pub(super) type Endian = LittleEndian;
pub(super) const ENDIAN: Endian = LittleEndian;
const CLASS_AND_ORDER: (u8, u8) = (elf::ELFCLASS64.0, elf::ELFDATA2LSB.0);

type Segment = elf::ProgramHeader64<Endian>;
type Entry = elf::Dyn64<Endian>;
type Source<'f> = &'f ReadCache<File>;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Elf {
    /// Class (32 or 64 bits) and processor: a library must have the same as the program it is loaded into.
    pub(crate) machine: (u8, u16),
    /// The loader that the kernel starts. Without one, nothing can be preloaded.
    pub(crate) interpreter: Option<PathBuf>,
    /// The library's own name. Programs that need this name accept the library wherever it lies.
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
        let file = open(path)?;
        let Ok(start) = (&file).read_bytes_at(0, 20) else { return Ok(None) };
        if !start.starts_with(&elf::ELFMAG) {
            return Ok(None);
        }
        let machine = (start[4], u16::from_le_bytes([start[18], start[19]]));
        let mut read = Self { machine, ..Self::default() };
        if (start[4], start[5]) == CLASS_AND_ORDER {
            let segments = segments(&file)?;
            read.interpreter = interpreter(segments, &file)?;
            if let Some(dynamic) = Dynamic::read(segments, &file)? {
                read.read_dynamic(&dynamic)?;
            }
        }
        Ok(Some(read))
    }

    fn read_dynamic(&mut self, dynamic: &Dynamic<'_>) -> io::Result<()> {
        for entry in dynamic.entries {
            let value = entry.d_val(ENDIAN);
            match entry.d_tag(ENDIAN) {
                elf::DT_NEEDED => self.needed.push(dynamic.text(value)?),
                elf::DT_SONAME => self.soname = Some(dynamic.text(value)?),
                elf::DT_BIND_NOW => self.binds_now = true,
                elf::DT_FLAGS => self.binds_now |= value & elf::DF_BIND_NOW.0 != 0,
                elf::DT_FLAGS_1 => self.binds_now |= value & elf::DF_1_NOW.0 != 0,
                elf::DT_RPATH => self.rpath = folders(&dynamic.text(value)?),
                elf::DT_RUNPATH => self.runpath = folders(&dynamic.text(value)?),
                _ => {}
            }
        }
        Ok(())
    }
}

/// What the linker wrote for the loader.
pub(super) struct Dynamic<'f> {
    file: Source<'f>,
    segments: &'f [Segment],
    entries: &'f [Entry],
    pub(super) strings: StringTable<'f>,
}

impl<'f> Dynamic<'f> {
    /// `None`: the file is not an ELF file of this machine's kind, or has nothing for the loader.
    pub(super) fn of(file: Source<'f>) -> io::Result<Option<Self>> {
        match file.read_bytes_at(0, 6) {
            Ok(start) if start.starts_with(&elf::ELFMAG) && (start[4], start[5]) == CLASS_AND_ORDER => {}
            _ => return Ok(None),
        }
        Self::read(segments(file)?, file)
    }

    fn read(segments: &'f [Segment], file: Source<'f>) -> io::Result<Option<Self>> {
        let Some(segment) = segments.iter().find(|segment| segment.p_type(ENDIAN) == elf::PT_DYNAMIC) else {
            return Ok(None);
        };
        let entries = segment.data_as_array(ENDIAN, file).map_err(|()| malformed())?;
        let mut dynamic = Self { file, segments, entries, strings: StringTable::default() };
        let (Some(address), Some(length)) = (dynamic.value(elf::DT_STRTAB), dynamic.value(elf::DT_STRSZ))
        else {
            return Ok(None);
        };
        dynamic.strings = StringTable::new(dynamic.at::<u8>(address, length)?, 0, length);
        Ok(Some(dynamic))
    }

    pub(super) fn value(&self, tag: DynamicTag) -> Option<u64> {
        self.entries.iter().find(|entry| entry.d_tag(ENDIAN) == tag).map(|entry| entry.d_val(ENDIAN))
    }

    /// What the loader would place at `address`.
    pub(super) fn at<T: Pod>(&self, address: u64, count: u64) -> io::Result<&'f [T]> {
        let count = usize::try_from(count).map_err(|_| malformed())?;
        self.file.read_slice_at(self.offset_of(address)?, count).map_err(|()| malformed())
    }

    /// From `address` to the end of its segment, for tables that do not say how long they are.
    pub(super) fn rest_at(&self, address: u64) -> io::Result<&'f [u8]> {
        let segment = self.segment_of(address)?;
        let length = segment.p_vaddr(ENDIAN) + segment.p_filesz(ENDIAN) - address;
        self.at(address, length)
    }

    /// Where in the file the byte lies that the loader would place at `address`.
    pub(super) fn offset_of(&self, address: u64) -> io::Result<u64> {
        let segment = self.segment_of(address)?;
        let into = address - segment.p_vaddr(ENDIAN);
        segment.p_offset(ENDIAN).checked_add(into).ok_or_else(malformed)
    }

    fn segment_of(&self, address: u64) -> io::Result<&'f Segment> {
        let holds = |segment: &&Segment| {
            let into = address.checked_sub(segment.p_vaddr(ENDIAN));
            let is_loaded = segment.p_type(ENDIAN) == elf::PT_LOAD;
            is_loaded && into.is_some_and(|into| into < segment.p_filesz(ENDIAN))
        };
        self.segments.iter().find(holds).ok_or_else(malformed)
    }

    /// The string at `offset` of the string table.
    pub(super) fn text(&self, offset: u64) -> io::Result<String> {
        let offset = u32::try_from(offset).map_err(|_| malformed())?;
        let bytes = self.strings.get(offset).map_err(|()| malformed())?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

pub(super) fn open(path: &Path) -> io::Result<ReadCache<File>> {
    File::open(path).map(ReadCache::new)
}

fn segments(file: Source<'_>) -> io::Result<&[Segment]> {
    let header = Header::parse(file).map_err(|_| malformed())?;
    header.program_headers(ENDIAN, file).map_err(|_| malformed())
}

fn interpreter(segments: &[Segment], file: Source<'_>) -> io::Result<Option<PathBuf>> {
    for segment in segments {
        if let Some(name) = segment.interpreter(ENDIAN, file).map_err(|_| malformed())? {
            return Ok(Some(PathBuf::from(String::from_utf8_lossy(name).into_owned())));
        }
    }
    Ok(None)
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
