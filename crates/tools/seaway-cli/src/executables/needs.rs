// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Needs`]: everything that a program loads, as `ldd` would find it, and the MPI among it.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

use super::elf::Elf;
use super::libraries::{LibrarySearch, Object};
use super::mpi_library::{Abi, LibraryRole, MpiLibrary, is_unknown_mpi, part_of, without_folder};

/// What is loaded with a program. Libraries that only an MPI brings along are not here: another MPI has its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The program, and its libraries that are not MPI's C functions, the nearest first.
    pub(crate) users: Vec<User>,
    /// All libraries of MPIs that these name, the nearest first.
    pub(crate) mpi: Vec<MpiLibrary>,
    /// Names of MPI libraries of unknown versions.
    pub(crate) unknown: Vec<String>,
    /// Names that the loader would not find.
    pub(crate) missing: Vec<String>,
}

/// A program or library that may call MPI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct User {
    /// As it is needed; for the program its path.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) needed: Vec<String>,
    pub(crate) binds_now: bool,
}

impl User {
    pub(crate) fn needs(&self, start: &str) -> bool {
        self.needed.iter().any(|name| without_folder(name).starts_with(start))
    }
}

impl Needs {
    pub(crate) fn of(program: &Path, elf: &Elf, search: &LibrarySearch) -> Self {
        let mut needs = Self::default();
        let mut seen = HashSet::new();
        let program = Object::program(program, elf.clone());
        let mut queue = VecDeque::from([(program.path.display().to_string(), program)]);
        while let Some((name, object)) = queue.pop_front() {
            for needed in object.elf.needed.iter().filter(|name| seen.insert((*name).clone())) {
                let library = search.needed_by(&object, needed);
                let is_mpi = needs.note(needed, library.as_ref());
                queue.extend(library.filter(|_| !is_mpi).map(|library| (needed.clone(), library)));
            }
            let Object { path, elf: Elf { needed, binds_now, .. }, .. } = object;
            needs.users.push(User { name, path, needed, binds_now });
        }
        needs
    }

    /// Returns whether the dependencies of the library belong to an MPI.
    fn note(&mut self, name: &str, library: Option<&Object>) -> bool {
        if is_unknown_mpi(name) {
            self.unknown.push(name.to_owned());
        }
        let part = part_of(name);
        if let Some(abi) = Abi::of_library(name) {
            let path = library.map(|library| library.path.clone());
            self.mpi.push(MpiLibrary { abi, name: name.to_owned(), path });
        } else if library.is_none() && part.is_none() {
            self.missing.push(name.to_owned());
        }
        // The bindings on top of the C functions stay, where the other MPI has none.
        matches!(part, Some(LibraryRole::C | LibraryRole::Runtime))
    }

    /// One library per ABI, of several the one with the C functions: the others need it.
    pub(crate) fn mpi_libraries(&self) -> Vec<MpiLibrary> {
        let mut found: Vec<MpiLibrary> = Vec::new();
        for library in &self.mpi {
            let is_main = |name: &str| part_of(name) == Some(LibraryRole::C);
            match found.iter_mut().find(|known| known.abi == library.abi) {
                Some(known) if !is_main(&known.name) && is_main(&library.name) => *known = library.clone(),
                Some(_) => {}
                None => found.push(library.clone()),
            }
        }
        found
    }

    /// Names of libraries of MPIs, their runtimes included, that the program or one of its libraries lists.
    pub(crate) fn names_of_mpi(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.users.iter().flat_map(|user| &user.needed).filter(|name| part_of(name).is_some()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    pub(crate) fn has_library(&self, start: &str) -> bool {
        self.library(start).is_some()
    }

    /// The library whose name begins so.
    pub(crate) fn library(&self, start: &str) -> Option<&User> {
        self.users.iter().skip(1).find(|user| without_folder(&user.name).starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_stands_for_its_mpi() {
        let library = |name: &str| MpiLibrary { abi: Abi::OpenMpi, name: name.into(), path: None };
        let mut needs = Needs::default();
        for name in ["libmpi_mpifh.so.40", "libmpi.so.40", "libmpi_usempif08.so.40", "libc.so.6"] {
            needs.note(name, None);
        }
        assert_eq!(needs.mpi_libraries(), [library("libmpi.so.40")]);
        assert_eq!(needs.missing, ["libc.so.6"]);
    }

    #[test]
    fn this_very_program_needs_no_mpi() {
        let path = std::env::current_exe().unwrap();
        let elf = Elf::read(&path).unwrap().unwrap();
        let needs = Needs::of(&path, &elf, &LibrarySearch::from_environment());
        assert_eq!((needs.mpi.len(), needs.missing.len()), (0, 0), "{needs:?}");
        assert!(needs.users.len() > 1 && needs.has_library("libc.so"), "{needs:?}");
        assert!(needs.names_of_mpi().is_empty());
    }
}
