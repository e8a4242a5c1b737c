// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Installation`]: one MPI on this machine, with the paths of its compilers, launcher and library.

use std::path::{Path, PathBuf};

use crate::places::environment_folder;

/// Which launcher and environment variables it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Mpich,
    OpenMpi,
    Intel,
}

/// Which `mpi.h` its programs are compiled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abi {
    Mpich,
    OpenMpi,
    Standard,
}

/// An MPI that programs are compiled for and run under.
#[derive(Debug, Clone)]
pub struct Installation {
    /// `debian-mpich`, `debian-openmpi`, `mpich`, `openmpi`, `intel` or `standard-abi`.
    pub name: &'static str,
    pub family: Family,
    pub abi: Abi,
    pub(crate) c_compiler: PathBuf,
    pub(crate) fortran_compiler: Option<PathBuf>,
    pub(crate) launcher: PathBuf,
    /// For programs without an RPATH to the MPI's library.
    pub(crate) library_folder: Option<PathBuf>,
}

const NAMES: [&str; 6] = ["debian-mpich", "debian-openmpi", "mpich", "openmpi", "intel", "standard-abi"];

impl Installation {
    /// How the library begins to describe itself (MPI_Get_library_version).
    pub fn library_version(&self) -> &'static str {
        match (self.name, self.family) {
            ("debian-mpich", _) => "MPICH Version: 4.",
            ("debian-openmpi", _) => "Open MPI v4.",
            (_, Family::Mpich) => "MPICH Version:      5.",
            (_, Family::OpenMpi) => "Open MPI v5.",
            (_, Family::Intel) => "Intel(R) MPI Library 2021.",
        }
    }

    /// All six, in the order of `NAMES`. `SEAWAY_TEST_MPI=mpich,intel` selects only those, for work on one of
    /// them.
    ///
    /// # Panics
    /// If one is missing.
    pub fn all() -> Vec<Self> {
        let chosen = std::env::var("SEAWAY_TEST_MPI").unwrap_or_default();
        let is_chosen = |name: &str| chosen.is_empty() || chosen.split(',').any(|one| one == name);
        NAMES.iter().copied().filter(|name| is_chosen(name)).map(Self::named).collect()
    }

    /// # Panics
    /// If there is none of this name, or if it is not installed.
    pub fn named(name: &str) -> Self {
        let mpich = environment_folder().join("mpich5");
        let openmpi = environment_folder().join("openmpi5");
        let installation = match name {
            "debian-mpich" => Self::of_debian("debian-mpich", Family::Mpich, Abi::Mpich, "mpich"),
            "debian-openmpi" => Self::of_debian("debian-openmpi", Family::OpenMpi, Abi::OpenMpi, "openmpi"),
            "mpich" => Self::of_prefix("mpich", Family::Mpich, Abi::Mpich, &mpich),
            "openmpi" => Self::of_prefix("openmpi", Family::OpenMpi, Abi::OpenMpi, &openmpi),
            "intel" => {
                // It comes without a compiler; MPICH's builds programs of the same ABI.
                let prefix = environment_folder().join("intel");
                let c_compiler = mpich.join("bin/mpicc");
                Self { c_compiler, ..Self::of_prefix("intel", Family::Intel, Abi::Mpich, &prefix) }
            }
            "standard-abi" => {
                let c_compiler = mpich.join("bin/mpicc_abi");
                Self { c_compiler, ..Self::of_prefix("standard-abi", Family::Mpich, Abi::Standard, &mpich) }
            }
            other => panic!("{other}: no such MPI; there are {}", NAMES.join(", ")),
        };
        installation.must_exist();
        installation
    }

    /// Those that mpi4py has a build for, once each: the standard ABI is MPICH's second library.
    pub fn all_for_python() -> Vec<Self> {
        Self::all().into_iter().filter(|installation| installation.abi != Abi::Standard).collect()
    }

    pub fn has_fortran(&self) -> bool {
        self.fortran_compiler.is_some()
    }

    /// Where the MPI's libraries are, if not in the system's search path.
    pub fn library_folder(&self) -> Option<&Path> {
        self.library_folder.as_deref()
    }

    /// The MPI's library, for loading it by its path.
    pub fn library(&self) -> PathBuf {
        let name = match self.abi {
            Abi::Mpich => "libmpi.so.12",
            Abi::OpenMpi => "libmpi.so.40",
            Abi::Standard => "libmpi_abi.so.1",
        };
        let of_debian = || PathBuf::from(format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH));
        self.library_folder.clone().unwrap_or_else(of_debian).join(name)
    }

    /// The argument of `seaway run --mpi` for this one.
    pub fn place(&self) -> String {
        // Debian has several MPIs in one directory: its launchers distinguish them. Others have libraries for
        // two ABIs.
        let path = if self.launcher.starts_with("/usr") { self.launcher.clone() } else { self.library() };
        path.display().to_string()
    }

    /// What its launcher needs where tests run.
    pub(crate) fn launcher_environment(&self) -> Vec<(&'static str, &'static str)> {
        match self.family {
            Family::Mpich => Vec::new(),
            Family::Intel => vec![("I_MPI_FABRICS", "shm")],
            Family::OpenMpi => vec![
                ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
                ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                // A display probe that prints warnings if there is none.
                ("HWLOC_COMPONENTS", "-gl"),
            ],
        }
    }

    /// The program that starts ranks.
    pub fn launcher(&self) -> &Path {
        &self.launcher
    }

    fn of_debian(name: &'static str, family: Family, abi: Abi, suffix: &str) -> Self {
        let binary = |program: &str| PathBuf::from(format!("/usr/bin/{program}.{suffix}"));
        Self {
            name,
            family,
            abi,
            c_compiler: binary("mpicc"),
            fortran_compiler: Some(binary("mpif90")),
            launcher: binary("mpirun"),
            // Debian's MPICH library has another name; this directory has a link of the name that mpi4py
            // needs.
            library_folder: (family == Family::Mpich).then(|| environment_folder().join("debian-mpich/lib")),
        }
    }

    fn of_prefix(name: &'static str, family: Family, abi: Abi, prefix: &Path) -> Self {
        Self {
            name,
            family,
            abi,
            c_compiler: prefix.join("bin/mpicc"),
            fortran_compiler: None,
            launcher: prefix.join("bin/mpiexec"),
            library_folder: Some(prefix.join("lib")),
        }
    }

    fn must_exist(&self) {
        let paths = [Some(&self.c_compiler), Some(&self.launcher), self.fortran_compiler.as_ref()];
        let folder = self.library_folder.as_ref();
        for path in paths.into_iter().chain([folder]).flatten() {
            assert!(
                path.exists(),
                "{}: {} is missing; run `cargo xtask test-mpi`",
                self.name,
                path.display()
            );
        }
    }
}
