// SPDX-License-Identifier: MIT OR Apache-2.0
//! Companions: libraries with a name and nothing else. A program may list more libraries of its MPI than the one with
//! the functions; preloaded, a companion answers to such a name, so that the loader does not bring in the real one.

use std::env;
use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash, Hasher};
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

/// In the home directory if there is one: ranks on other machines find it there too.
fn folder() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
    let cache = set("XDG_CACHE_HOME").or_else(home).map(|folder| folder.join("seaway/companions"));
    let user = rustix::process::geteuid().as_raw();
    let temporary = env::temp_dir().join(format!("seaway-{user}/companions"));
    // The loader splits LD_PRELOAD there, and does not support quoting.
    let can_be_listed = |folder: &PathBuf| !folder.to_string_lossy().contains([' ', ':']);
    let mut candidates = cache.into_iter().chain([temporary]).filter(can_be_listed);
    candidates.find(|folder| make_private(folder).is_ok()).context(
        "there is no cache directory for the empty libraries that replace parts of the program's MPI: set \
         XDG_CACHE_HOME to a writable one",
    )
}

/// What is preloaded must be writable by this user only.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let metadata = fs::metadata(folder)?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0;
    if is_own { Ok(()) } else { Err(io::Error::other("other users can write to it")) }
}

fn place(folder: &Path, name: &str, machine: (u8, u16)) -> Result<PathBuf> {
    let path = folder.join(file_name(name));
    let bytes = library(name, machine)?;
    if !fs::read(&path).is_ok_and(|present| present == bytes) {
        write(folder, &path, &bytes)?;
    }
    Ok(path)
}

/// The name of a companion may be a path: the loader compares what a program needs with the sonames of
/// libraries.
fn file_name(name: &str) -> String {
    if !name.contains('/') {
        return name.to_owned();
    }
    let mut hash = DefaultHasher::new();
    name.hash(&mut hash);
    format!("companion.{:016x}.so", hash.finish())
}

/// A library of this name in the directory of companions, created if it is missing. The name determines its
/// contents.
pub(super) fn place_in_folder(name: &str, make: impl FnOnce() -> Result<Vec<u8>>) -> Result<PathBuf> {
    let folder = folder()?;
    let path = folder.join(name);
    if !path.is_file() {
        write(&folder, &path, &make()?)?;
    }
    Ok(path)
}

/// Atomically: others may be starting ranks with it at this moment.
fn write(folder: &Path, path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut unfinished = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    unfinished.write_all(bytes).with_context(failed)?;
    unfinished.persist(path).with_context(failed)?;
    Ok(())
}

fn library(name: &str, (class, processor): (u8, u16)) -> Result<Vec<u8>> {
    if class != 2 || cfg!(target_endian = "big") {
        bail!("the adapter supports 64-bit little-endian processors only");
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
    fn a_path_can_be_the_name_of_a_companion() {
        let folder = tempfile::tempdir().unwrap();
        let path = place(folder.path(), "/opt/mpi/lib/libmpi.so.12", (2, 62)).unwrap();
        assert_eq!(path.parent(), Some(folder.path()));
        assert_eq!(Elf::read(&path).unwrap().unwrap().soname.as_deref(), Some("/opt/mpi/lib/libmpi.so.12"));
    }

    #[test]
    fn the_loader_takes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = place(folder.path(), "libmpich.so.12", own_machine().unwrap()).unwrap();
        // The loader reports on standard error what it cannot preload, and continues.
        let output =
            Command::new("/bin/cat").arg("/proc/self/maps").env("LD_PRELOAD", &path).output().unwrap();
        let maps = String::from_utf8(output.stdout).unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(maps.contains("libmpich.so.12"), "{maps}");
        let stack = maps.lines().find(|line| line.ends_with("[stack]")).unwrap();
        assert!(stack.contains("rw-p"), "{stack}");
    }

    #[test]
    fn concurrent_starts_all_find_it_complete() {
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
    fn a_directory_writable_by_others_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        assert!(make_private(folder.path()).is_ok());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(make_private(folder.path()).is_err());
    }
}
