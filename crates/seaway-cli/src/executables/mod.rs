// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be said of a program before it runs: where it is, how it is linked, which MPI it would load. Reads files
//! and the environment; starts nothing.

mod elf;
mod libraries;
mod loader_cache;
mod mpi_library;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use elf::Elf;
pub(crate) use libraries::LibrarySearch;
pub(crate) use mpi_library::{Abi, MpiLibrary, mpi_libraries_of};

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
            // Shells go on as well when a folder has a file of that name that is no program.
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
