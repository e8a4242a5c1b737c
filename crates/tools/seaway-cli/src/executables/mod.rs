// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be said of a program before it runs: where it is, how it is linked, which MPI it would load. Reads files
//! and the environment; starts nothing.

mod elf;
mod libraries;
mod loader_cache;
mod mpi_library;
mod mpi_symbols;
mod needs;
mod symbols;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub(crate) use elf::Elf;
pub(crate) use libraries::LibrarySearch;
pub(crate) use mpi_library::{Abi, LibraryRole, MpiLibrary, part_of, without_folder};
pub(crate) use mpi_symbols::{is_fortran, is_internal, is_mpi_function, is_of_mpi, spoken_name};
pub(crate) use needs::{Needs, User};
pub(crate) use symbols::{Reference, exports, imports, without};

/// Why a command cannot be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absence {
    Missing,
    Directory,
    NotExecutable,
}

/// The file that the shell would run for `command`.
pub(crate) fn find(command: &OsStr) -> Result<PathBuf, Absence> {
    if command.as_encoded_bytes().contains(&b'/') {
        return check(Path::new(command));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut absence = Absence::Missing;
    for folder in env::split_paths(&path) {
        match check(&folder.join(command)) {
            // Shells also continue if a directory has a file of that name that is not executable.
            Err(Absence::NotExecutable) => absence = Absence::NotExecutable,
            Err(_) => {}
            found => return found,
        }
    }
    Err(absence)
}

fn check(path: &Path) -> Result<PathBuf, Absence> {
    let metadata = fs::metadata(path).map_err(|_| Absence::Missing)?;
    if metadata.is_dir() {
        return Err(Absence::Directory);
    }
    let executable = rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    if executable { Ok(path.to_owned()) } else { Err(Absence::NotExecutable) }
}

/// That of this program: libseaway.so is built for the same.
pub(crate) fn own_machine() -> Result<(u8, u16)> {
    let own = Elf::read(Path::new("/proc/self/exe")).context("cannot read /proc/self/exe")?;
    Ok(own.context("this program is not an ELF file")?.machine)
}

/// The last part of a path, as text; empty if there is none.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_as_a_shell_finds_them() {
        assert!(find(OsStr::new("sh")).unwrap().is_absolute());
        assert_eq!(find(OsStr::new("/bin/sh")), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(find(OsStr::new("no-such-command-here")), Err(Absence::Missing));
        assert_eq!(find(OsStr::new("/usr")), Err(Absence::Directory));
        assert_eq!(find(OsStr::new("/etc/passwd")), Err(Absence::NotExecutable));
    }
}
