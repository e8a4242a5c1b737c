// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which MPI a program would load: the names of MPI libraries, and the search for them through all that it needs.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};

use super::elf::Elf;
use super::libraries::{LibrarySearch, Object};

/// What handles and constants look like. Programs and libraries of one ABI fit each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Abi {
    Mpich,
    OpenMpi,
    Standard,
}

/// An MPI library that a program needs, by itself or through another library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MpiLibrary {
    pub(crate) abi: Abi,
    pub(crate) name: String,
    /// `None`: the loader would not find it.
    pub(crate) path: Option<PathBuf>,
}

impl Abi {
    /// By the name a library is needed under. `libmpich.so.12` is what Debian calls MPICH's `libmpi.so.12`; Fortran
    /// programs may name only the Fortran library; vendors put a word between.
    pub(crate) fn of_library(name: &str) -> Option<Self> {
        let is_mpi = name.starts_with("libmpi");
        match name {
            "libmpi_abi.so.1" | "libmpifort_abi.so.1" => Some(Self::Standard),
            _ if is_mpi && name.ends_with(".so.12") => Some(Self::Mpich),
            _ if is_mpi && name.ends_with(".so.40") => Some(Self::OpenMpi),
            _ => None,
        }
    }
}

impl fmt::Display for Abi {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Mpich => "MPICH ABI",
            Self::OpenMpi => "Open MPI ABI",
            Self::Standard => "standard ABI",
        })
    }
}

/// The MPI libraries that `program` leads to, the nearest first, one per ABI. Empty: none, or none before it runs, as
/// with Python.
pub(crate) fn mpi_libraries_of(program: &Path, elf: &Elf, search: &LibrarySearch) -> Vec<MpiLibrary> {
    let mut found: Vec<MpiLibrary> = Vec::new();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([Object::program(program, elf.clone())]);
    while let Some(object) = queue.pop_front() {
        for name in &object.elf.needed {
            if !seen.insert(name.clone()) {
                continue;
            }
            let library = search.needed_by(&object, name);
            if let Some(abi) = Abi::of_library(name) {
                let path = library.as_ref().map(|library| library.path.clone());
                add(&mut found, MpiLibrary { abi, name: name.clone(), path });
            }
            queue.extend(library);
        }
    }
    found
}

/// Of the libraries of one MPI the one with the C functions is the one to name: the Fortran ones need it.
fn add(found: &mut Vec<MpiLibrary>, library: MpiLibrary) {
    let is_main = |name: &str| {
        ["libmpi.so.", "libmpich.so.", "libmpi_abi.so."].iter().any(|start| name.starts_with(start))
    };
    match found.iter_mut().find(|known| known.abi == library.abi) {
        Some(known) if !is_main(&known.name) && is_main(&library.name) => *known = library,
        Some(_) => {}
        None => found.push(library),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_names_tell_the_abi() {
        for (name, abi) in [
            ("libmpi.so.12", Some(Abi::Mpich)),
            ("libmpich.so.12", Some(Abi::Mpich)),
            ("libmpichfort.so.12", Some(Abi::Mpich)),
            ("libmpi_gnu_91.so.12", Some(Abi::Mpich)),
            ("libmpi.so.40", Some(Abi::OpenMpi)),
            ("libmpi_usempif08.so.40", Some(Abi::OpenMpi)),
            ("libmpi_abi.so.1", Some(Abi::Standard)),
            ("libmpfr.so.6", None),
            ("libopen-pal.so.40", None),
        ] {
            assert_eq!(Abi::of_library(name), abi, "{name}");
        }
    }

    #[test]
    fn the_c_library_stands_for_its_mpi() {
        let library = |name: &str| MpiLibrary { abi: Abi::OpenMpi, name: name.into(), path: None };
        let mut found = Vec::new();
        for name in ["libmpi_mpifh.so.40", "libmpi.so.40", "libmpi_usempif08.so.40"] {
            add(&mut found, library(name));
        }
        assert_eq!(found, [library("libmpi.so.40")]);
    }
}
