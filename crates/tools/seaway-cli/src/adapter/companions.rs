// SPDX-License-Identifier: MIT OR Apache-2.0
//! Companions: libraries with a name and nothing else. A program may list more libraries of its MPI than the one with
//! the functions; preloaded, a companion answers to such a name, so that the loader does not bring in the real one.

use std::env;
use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

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

fn library(name: &str, (class, processor): (u8, u16)) -> Result<Vec<u8>> {
    if class != 2 || cfg!(target_endian = "big") {
        bail!("companions are made for 64-bit little-endian processors only");
    }
    Ok(seaway_adapter::hollow_library(Some(name), &[], processor))
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
