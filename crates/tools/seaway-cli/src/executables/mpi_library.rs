// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of MPI libraries: which ABI they stand for, and what is in them.

use std::fmt;
use std::path::PathBuf;

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

/// What a library of an MPI holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LibraryRole {
    /// The functions themselves.
    C,
    Fortran,
    /// C++ and Java bindings and similar libraries: on top of the C functions.
    Other,
    /// What the MPI itself is made from; programs may list it, and call nothing of it.
    Runtime,
}

impl Abi {
    pub(crate) const ALL: [Self; 3] = [Self::Mpich, Self::OpenMpi, Self::Standard];

    /// By the name a library is needed under. `libmpich.so.12` is what Debian calls MPICH's `libmpi.so.12`; Fortran
    /// programs may name only the Fortran library; vendors put a word between.
    pub(crate) fn of_library(name: &str) -> Option<Self> {
        let name = without_folder(name);
        let is_mpi = name.starts_with("libmpi");
        match name {
            "libmpi_abi.so.1" | "libmpifort_abi.so.1" => Some(Self::Standard),
            _ if is_mpi && name.ends_with(".so.12") => Some(Self::Mpich),
            _ if is_mpi && name.ends_with(".so.40") => Some(Self::OpenMpi),
            _ => None,
        }
    }

    /// The names under which its C functions are needed, the usual one first.
    pub(crate) fn c_libraries(self) -> &'static [&'static str] {
        match self {
            Self::Mpich => &["libmpi.so.12", "libmpich.so.12"],
            Self::OpenMpi => &["libmpi.so.40"],
            Self::Standard => &["libmpi_abi.so.1"],
        }
    }

    /// The library of the C++ bindings, where its mpi.h makes every C++ program need it.
    pub(crate) fn cxx_library(self) -> Option<&'static str> {
        (self == Self::OpenMpi).then_some("libmpi_cxx.so.40")
    }

    /// What the MPI itself is made from, as far as programs list it.
    pub(crate) fn runtime_libraries(self) -> &'static [&'static str] {
        if self == Self::OpenMpi { &["libopen-rte.so.40", "libopen-pal.so.40"] } else { &[] }
    }

    pub(crate) fn fortran_libraries(self) -> &'static [&'static str] {
        match self {
            Self::Mpich => &["libmpifort.so.12", "libmpichfort.so.12"],
            Self::OpenMpi => {
                &["libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_mpifh.so.40"]
            }
            Self::Standard => &["libmpifort_abi.so.1"],
        }
    }

    /// As people write it in a line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Mpich => "mpich",
            Self::OpenMpi => "openmpi",
            Self::Standard => "standard",
        }
    }
}

/// Some package managers, such as Spack, let programs need libraries by their paths.
pub(crate) fn without_folder(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether a library belongs to an MPI, and what it is there.
pub(crate) fn part_of(name: &str) -> Option<LibraryRole> {
    let name = without_folder(name);
    if ["libopen-rte.so.", "libopen-pal.so."].iter().any(|start| name.starts_with(start)) {
        return Some(LibraryRole::Runtime);
    }
    Abi::of_library(name)?;
    let has = |word: &str| name.contains(word);
    Some(if has("fort") || has("f90") || has("mpifh") || has("usempi") {
        LibraryRole::Fortran
    } else if has("cxx") || has("java") || has("profilesupport") {
        LibraryRole::Other
    } else {
        LibraryRole::C
    })
}

/// A name that only an MPI's library has, of an unknown version: `libmpi.so.20`.
pub(crate) fn is_unknown_mpi(name: &str) -> bool {
    let name = without_folder(name);
    let starts =
        ["libmpi.so", "libmpich.so", "libmpi_abi.so", "libmpi_mpifh.so", "libmpifort.so", "libmpi_mt.so"];
    Abi::of_library(name).is_none() && starts.iter().any(|start| name.starts_with(start))
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
            ("/opt/spack/mpich-4.3/lib/libmpi.so.12", Some(Abi::Mpich)),
            ("/opt/libmpi.so.40/libm.so.6", None),
            ("libmpfr.so.6", None),
            ("libopen-pal.so.40", None),
        ] {
            assert_eq!(Abi::of_library(name), abi, "{name}");
        }
    }

    #[test]
    fn library_names_tell_what_is_in_them() {
        for (name, part) in [
            ("libmpich.so.12", Some(LibraryRole::C)),
            ("libmpi_gnu_91.so.12", Some(LibraryRole::C)),
            ("libmpi_abi.so.1", Some(LibraryRole::C)),
            ("libmpichfort.so.12", Some(LibraryRole::Fortran)),
            ("libmpi_usempi_ignore_tkr.so.40", Some(LibraryRole::Fortran)),
            ("libmpifort_abi.so.1", Some(LibraryRole::Fortran)),
            ("libmpi_cxx.so.40", Some(LibraryRole::Other)),
            ("libopen-pal.so.80", Some(LibraryRole::Runtime)),
            ("libhdf5_openmpi.so.103", None),
            ("libmpi.so.20", None),
        ] {
            assert_eq!(part_of(name), part, "{name}");
        }
    }

    #[test]
    fn unknown_versions_are_noticed() {
        for name in ["libmpi.so.20", "libmpi.so.1", "libmpich.so.10", "libmpi_abi.so.2"] {
            assert!(is_unknown_mpi(name), "{name}");
        }
        for name in ["libmpi.so.12", "libmpi.so.40", "libmpfr.so.6", "libmpi_cxx.so.40"] {
            assert!(!is_unknown_mpi(name), "{name}");
        }
    }
}
