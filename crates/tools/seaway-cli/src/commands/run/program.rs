// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Program`]: what is known of a program before it runs, and whether a library can be preloaded into it.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::executables::{Elf, LibrarySearch, MpiLibrary, Needs};
use crate::refusal::Refusal;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) form: Form,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    Script,
    /// Its libraries. Without an MPI among them it has none, or loads one later, as Python does.
    Dynamic(Needs),
    /// Executable but not readable; nothing is known.
    Unreadable,
    /// Nothing can be preloaded into it; it is traced from outside.
    FromOutside,
}

/// How the names of their libraries begin.
const SANITIZERS: [&str; 4] = ["libasan.so", "libhwasan.so", "libtsan.so", "liblsan.so"];

/// What there is to do with a program that nothing can be preloaded into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// Its MPI-IO cannot be intercepted.
    Refuse,
    /// Its accesses cannot be recorded, except for some by another option.
    RefuseTrace,
    Watch,
}

impl Program {
    /// An error if preloading into it cannot work. `machine` is that of the library to preload.
    pub(crate) fn inspect(path: &Path, machine: (u8, u16), search: &LibrarySearch) -> Result<Self, Refusal> {
        Self::inspect_or(path, machine, search, Otherwise::Refuse)
    }

    pub(crate) fn inspect_or(
        path: &Path,
        machine: (u8, u16),
        search: &LibrarySearch,
        otherwise: Otherwise,
    ) -> Result<Self, Refusal> {
        let inspected = Self::inspect_form(path, machine, search);
        let (reason, advice) = match inspected {
            Ok(form) => return Ok(Self { path: path.to_owned(), form }),
            Err(Obstacle::Broken(refusal)) => return Err(refusal),
            Err(Obstacle::NothingPreloaded { reason, advice }) => (reason, advice),
        };
        match otherwise {
            Otherwise::Watch => Ok(Self { path: path.to_owned(), form: Form::FromOutside }),
            Otherwise::Refuse => Err(Refusal::unusable(format!("{} {reason}: {advice}", path.display()))),
            Otherwise::RefuseTrace => Err(Refusal::unusable(format!(
                "{} {reason}: add --seccomp to --trace to record what it opens",
                path.display()
            ))),
        }
    }

    fn inspect_form(path: &Path, machine: (u8, u16), search: &LibrarySearch) -> Result<Form, Obstacle> {
        let shown = path.display();
        if let Some(reason) = privileges(path) {
            return Err(Obstacle::NothingPreloaded {
                reason: format!("{reason}, so the loader preloads nothing into it"),
                advice: "run a copy without these rights, made with cp",
            });
        }
        match Elf::read(path) {
            Ok(Some(elf)) => Ok(Form::Dynamic(needs(path, &elf, machine, search)?)),
            Ok(None) if is_script(path) => Ok(Form::Script),
            Ok(None) => Ok(Form::Unreadable),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(Obstacle::Broken(Refusal::not_executable(format!("{shown} cannot be run: {error}"))))
            }
            Err(_) => Ok(Form::Unreadable),
        }
    }

    /// One per ABI.
    pub(crate) fn mpi_libraries(&self) -> Vec<MpiLibrary> {
        self.needs().map(Needs::mpi_libraries).unwrap_or_default()
    }

    /// Libraries that end the program if another one is loaded before them.
    pub(crate) fn sanitizers(&self) -> Vec<PathBuf> {
        let Some(needs) = self.needs() else { return Vec::new() };
        SANITIZERS.iter().filter_map(|name| Some(needs.library(name)?.path.clone())).collect()
    }

    pub(crate) fn needs(&self) -> Option<&Needs> {
        match &self.form {
            Form::Dynamic(needs) => Some(needs),
            Form::Script | Form::Unreadable | Form::FromOutside => None,
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.path.display())?;
        match &self.form {
            Form::Script => write!(formatter, "a script, its MPI is known at run time"),
            Form::Unreadable => write!(formatter, "its MPI is known at run time"),
            Form::FromOutside => {
                write!(formatter, "no library can be preloaded into it, its opens are recorded")
            }
            Form::Dynamic(needs) if needs.mpi.is_empty() => {
                write!(formatter, "not linked with an MPI, may load one at run time")
            }
            Form::Dynamic(needs) => {
                let libraries = needs.mpi_libraries();
                let describe = |library: &MpiLibrary| match &library.path {
                    Some(path) => format!("{}, {}", library.abi, path.display()),
                    None => format!("{}, {} (not found by the loader)", library.abi, library.name),
                };
                write!(formatter, "{}", libraries.iter().map(describe).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// Why a program cannot be run with something preloaded.
enum Obstacle {
    Broken(Refusal),
    NothingPreloaded { reason: String, advice: &'static str },
}

fn needs(path: &Path, elf: &Elf, machine: (u8, u16), search: &LibrarySearch) -> Result<Needs, Obstacle> {
    if elf.machine != machine {
        return Err(Obstacle::Broken(Refusal::unusable(format!(
            "{} is built for a different processor than libseaway.so: build Seaway for that processor",
            path.display()
        ))));
    }
    let Some(interpreter) = &elf.interpreter else {
        return Err(Obstacle::NothingPreloaded {
            reason: "is statically linked, so no library can be preloaded into it".to_owned(),
            advice: "link it with shared libraries (without -static)",
        });
    };
    if interpreter.to_string_lossy().contains("ld-musl") {
        return Err(Obstacle::NothingPreloaded {
            reason: "is linked with musl, but libseaway.so needs glibc".to_owned(),
            advice: "build the program on a system with glibc",
        });
    }
    Ok(Needs::of(path, elf, search))
}

/// What makes the kernel start the program in secure mode, where the loader ignores LD_PRELOAD.
fn privileges(path: &Path) -> Option<&'static str> {
    let metadata = fs::metadata(path).ok()?;
    let is_nosuid = rustix::fs::statvfs(path)
        .is_ok_and(|mount| mount.f_flag.contains(rustix::fs::StatVfsMountFlags::NOSUID));
    if is_nosuid {
        return None;
    }
    let (user, group) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    let mode = metadata.mode();
    if mode & 0o4000 != 0 && metadata.uid() != user {
        return Some("is setuid (it runs as its owner)");
    }
    // Without the group's x bit, the setgid bit means something else.
    if mode & 0o2010 == 0o2010 && metadata.gid() != group {
        return Some("is setgid (it runs as its group)");
    }
    let mut capabilities = [0_u8; 64];
    let has_capabilities = rustix::fs::getxattr(path, "security.capability", &mut capabilities).is_ok();
    (has_capabilities && user != 0).then_some("has file capabilities")
}

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn inspect(path: &Path) -> Result<Program, Refusal> {
        let machine = Elf::read(Path::new("/proc/self/exe")).unwrap().unwrap().machine;
        Program::inspect(path, machine, &LibrarySearch::from_environment())
    }

    #[test]
    fn programs_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        assert_eq!(inspect(&script).unwrap().form, Form::Script);
        let own = std::env::current_exe().unwrap();
        let program = inspect(&own).unwrap();
        assert!(program.needs().is_some() && program.mpi_libraries().is_empty());
    }

    #[test]
    fn a_program_for_another_processor_is_refused() {
        let own = std::env::current_exe().unwrap();
        let search = LibrarySearch::from_environment();
        let refusal = Program::inspect(&own, (1, 3), &search).unwrap_err();
        assert_eq!(refusal.exit_code, 2);
        assert!(refusal.to_string().contains("a different processor"), "{refusal}");
    }

    /// Owned by ourselves, the bit has no effect; only root can create a file that belongs to another user.
    #[test]
    fn setuid_counts_where_it_changes_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o4755)).unwrap();
        assert!(inspect(&script).is_ok());
        if std::os::unix::fs::chown(&script, Some(12345), None).is_ok() {
            fs::set_permissions(&script, fs::Permissions::from_mode(0o4755)).unwrap();
            let refusal = inspect(&script).unwrap_err();
            assert_eq!(refusal.exit_code, 2);
            assert!(refusal.to_string().contains("setuid"), "{refusal}");
        }
    }
}
