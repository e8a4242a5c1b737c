// SPDX-License-Identifier: MIT OR Apache-2.0
//! Companions: libraries with a name and nothing else. A program may list more libraries of its MPI than the one with
//! the functions; preloaded, a companion answers to such a name, so that the loader does not bring in the real one.

use std::env;
use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

const HEADER_BYTES: u16 = 64;
const SEGMENT_BYTES: u16 = 56;
const SEGMENTS: u16 = 3;

/// The largest page of any processor that we know.
const ALIGNMENT: u64 = 0x1_0000;

const READ_AND_WRITE: u32 = 6;

/// Writes those that are missing, for this processor. Returns where they are, in the order of `names`.
pub(crate) fn prepare(names: &[String], machine: (u8, u16)) -> Result<Vec<PathBuf>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let folder = folder()?.join(machine.1.to_string());
    make_private(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    names.iter().map(|name| place(&folder, name, machine)).collect()
}

/// In the home folder where there is one: ranks on other machines find it there too.
fn folder() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
    let cache = set("XDG_CACHE_HOME").or_else(home).map(|folder| folder.join("seaway/companions"));
    let user = rustix::process::geteuid().as_raw();
    let temporary = env::temp_dir().join(format!("seaway-{user}/companions"));
    // The loader splits LD_PRELOAD there, and has no way to quote.
    let can_be_listed = |folder: &PathBuf| !folder.to_string_lossy().contains([' ', ':']);
    let mut candidates = cache.into_iter().chain([temporary]).filter(can_be_listed);
    candidates
        .find(|folder| make_private(folder).is_ok())
        .context("there is no folder for the companions of an MPI's library: set XDG_CACHE_HOME to one that can be written")
}

/// What is preloaded must be nobody else's.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let metadata = fs::metadata(folder)?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0;
    if is_own { Ok(()) } else { Err(io::Error::other("others may write it")) }
}

fn place(folder: &Path, name: &str, machine: (u8, u16)) -> Result<PathBuf> {
    let path = folder.join(name);
    let bytes = library(name, machine)?;
    if !fs::read(&path).is_ok_and(|present| present == bytes) {
        write(folder, &path, &bytes)?;
    }
    Ok(path)
}

/// A library of this name in the folder of companions, made if it is not there. The name says all about its contents.
pub(super) fn place_in_folder(name: &str, make: impl FnOnce() -> Result<Vec<u8>>) -> Result<PathBuf> {
    let folder = folder()?;
    let path = folder.join(name);
    if !path.is_file() {
        write(&folder, &path, &make()?)?;
    }
    Ok(path)
}

/// Whole or not at all: others may start ranks with it at this moment.
fn write(folder: &Path, path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut unfinished = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    unfinished.write_all(bytes).with_context(failed)?;
    unfinished.persist(path).with_context(failed)?;
    Ok(())
}

/// An ELF file with a name, and with the empty tables that the loader wants to see.
fn library(name: &str, (class, processor): (u8, u16)) -> Result<Vec<u8>> {
    if class != 2 || cfg!(target_endian = "big") {
        bail!("companions are made for 64-bit little-endian processors only");
    }
    let strings = [b"\0", name.as_bytes(), b"\0"].concat();
    let symbols = u64::from(HEADER_BYTES + SEGMENTS * SEGMENT_BYTES);
    // One symbol, number 0, which stands for none; one bucket and one chain, both empty.
    let hash = symbols + 24;
    let dynamic = hash + 16;
    let entries = [
        (4, hash),
        (5, dynamic + 7 * 16),
        (6, symbols),
        (10, strings.len() as u64),
        (11, 24),
        (14, 1),
        (0, 0),
    ];
    let dynamic_bytes = entries.len() as u64 * 16;
    let length = dynamic + dynamic_bytes + strings.len() as u64;

    let mut bytes = header(processor);
    bytes.extend(segment(1, 0, length, ALIGNMENT));
    // Writable: loaders turn the addresses in it into their own.
    bytes.extend(segment(2, dynamic, dynamic_bytes, 8));
    // Without this one the loader would make the program's stack executable.
    bytes.extend(segment(0x6474_e551, 0, 0, 16));
    bytes.extend([0; 24]);
    bytes.extend([1_u32, 1, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(entries.iter().flat_map(|(tag, value)| [*tag, *value]).flat_map(u64::to_le_bytes));
    bytes.extend(strings);
    Ok(bytes)
}

fn header(processor: u16) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    // A shared object.
    bytes.extend([3, processor].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend([0, u64::from(HEADER_BYTES), 0].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(
        [HEADER_BYTES, SEGMENT_BYTES, SEGMENTS, 64, 0, 0].iter().flat_map(|field| field.to_le_bytes()),
    );
    bytes
}

fn segment(kind: u32, offset: u64, length: u64, alignment: u64) -> Vec<u8> {
    let words = [offset, offset, offset, length, length, alignment];
    [kind, READ_AND_WRITE]
        .iter()
        .flat_map(|field| field.to_le_bytes())
        .chain(words.iter().flat_map(|field| field.to_le_bytes()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executables::{Elf, exports, own_machine};
    use std::process::Command;
    use std::thread;

    #[test]
    fn a_companion_has_a_name_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for processor in [62, 183] {
            let path = place(folder.path(), "libopen-pal.so.40", (2, processor)).unwrap();
            let elf = Elf::read(&path).unwrap().unwrap();
            assert_eq!(elf.soname.as_deref(), Some("libopen-pal.so.40"));
            assert_eq!((elf.machine, elf.needed.len()), ((2, processor), 0));
            assert!(exports(&path).unwrap().is_empty());
        }
        assert!(library("libmpi.so.12", (1, 3)).is_err());
    }

    #[test]
    fn the_loader_takes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = place(folder.path(), "libmpich.so.12", own_machine().unwrap()).unwrap();
        // The loader says on standard error what it cannot preload, and goes on.
        let output =
            Command::new("/bin/cat").arg("/proc/self/maps").env("LD_PRELOAD", &path).output().unwrap();
        let maps = String::from_utf8(output.stdout).unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(maps.contains("libmpich.so.12"), "{maps}");
        let stack = maps.lines().find(|line| line.ends_with("[stack]")).unwrap();
        assert!(stack.contains("rw-p"), "{stack}");
    }

    #[test]
    fn those_who_start_at_the_same_time_all_find_it_whole() {
        let folder = tempfile::tempdir().unwrap();
        let expected = library("libmpich.so.12", (2, 62)).unwrap();
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let path = place(folder.path(), "libmpich.so.12", (2, 62)).unwrap();
                    assert_eq!(fs::read(path).unwrap(), expected);
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_others_may_write_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        assert!(make_private(folder.path()).is_ok());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(make_private(folder.path()).is_err());
    }
}
