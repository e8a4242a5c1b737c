// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPIs of this machine: launchers in PATH, in the prefixes that modules and vendors name, and in usual places,
//! each with the libraries that belong to it.

use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

use crate::commands::run::{Launcher, LauncherKind};
use crate::executables::{Abi, Elf, LibrarySearch, find};

/// The standard's name first; vendors' own names where several share a folder.
const LAUNCHERS: [&str; 7] = [
    "mpiexec",
    "mpirun",
    "mpiexec.hydra",
    "mpiexec.mpich",
    "mpirun.mpich",
    "mpiexec.openmpi",
    "mpirun.openmpi",
];

/// Variables that hold a prefix: of MPIs themselves, of EasyBuild's and Spack's modules, of Python and conda.
const PREFIXES: [&str; 13] = [
    "MPI_HOME",
    "MPI_ROOT",
    "MPIHOME",
    "I_MPI_ROOT",
    "MPICH_HOME",
    "MPICH_DIR",
    "OMPI_HOME",
    "OPAL_PREFIX",
    "EBROOTOPENMPI",
    "EBROOTMPICH",
    "EBROOTIMPI",
    "CONDA_PREFIX",
    "VIRTUAL_ENV",
];

/// Where distributions and vendors put MPIs that are not in PATH.
const USUAL: [&str; 7] = [
    "/usr",
    "/usr/local",
    "/usr/lib64/openmpi",
    "/usr/lib64/mpich",
    "/opt/openmpi",
    "/opt/mpich",
    "/opt/intel/oneapi/mpi/latest",
];

/// A launcher, and the libraries whose programs it starts.
#[derive(Debug, Clone)]
pub(crate) struct Installation {
    pub(crate) launcher: Launcher,
    pub(crate) libraries: Vec<(Abi, PathBuf)>,
}

/// Those of the machine, the ones in PATH first.
pub(crate) fn on_this_machine(search: &LibrarySearch, machine: (u8, u16)) -> Vec<Installation> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
    let named = PREFIXES.iter().filter_map(env::var_os).filter(|value| !value.is_empty());
    let prefixes = named.map(PathBuf::from).chain(USUAL.iter().map(PathBuf::from));
    let folders = folders.chain(prefixes.map(|prefix| prefix.join("bin")));
    let candidates = folders.flat_map(|folder| LAUNCHERS.map(|name| folder.join(name)));
    installations(candidates, search, machine)
}

/// Those that a user points at: a launcher, or a prefix with `bin` in it.
pub(crate) fn at(place: &Path, search: &LibrarySearch, machine: (u8, u16)) -> Vec<Installation> {
    let candidates = match find(place.as_os_str()) {
        Ok(launcher) => vec![std::path::absolute(&launcher).unwrap_or(launcher)],
        Err(_) => LAUNCHERS.iter().map(|name| place.join("bin").join(name)).collect(),
    };
    let candidates = candidates.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path));
    installations(candidates, search, machine)
}

fn installations(
    candidates: impl Iterator<Item = PathBuf>,
    search: &LibrarySearch,
    machine: (u8, u16),
) -> Vec<Installation> {
    let mut seen_files = HashSet::new();
    let mut seen_folders = HashSet::new();
    let mut found = Vec::new();
    for candidate in candidates {
        let Ok(real_path) = candidate.canonicalize() else { continue };
        if find(candidate.as_os_str()).is_err() || !seen_files.insert(real_path.clone()) {
            continue;
        }
        let Some(launcher) = Launcher::recognise(&candidate) else { continue };
        // An MPI has its launcher under several names in one folder.
        let folder = real_path.parent().map(Path::to_owned);
        if launcher.kind != LauncherKind::Other && seen_folders.insert((folder, launcher.kind)) {
            let libraries = libraries_of(&launcher, &real_path, search, machine);
            found.push(Installation { launcher, libraries });
        }
    }
    found
}

fn libraries_of(
    launcher: &Launcher,
    real_path: &Path,
    search: &LibrarySearch,
    machine: (u8, u16),
) -> Vec<(Abi, PathBuf)> {
    let names: &[(Abi, &[&str])] = match launcher.kind {
        LauncherKind::Hydra => {
            &[(Abi::Mpich, &["libmpi.so.12", "libmpich.so.12"]), (Abi::Standard, &["libmpi_abi.so.1"])]
        }
        LauncherKind::OpenMpi => &[(Abi::OpenMpi, &["libmpi.so.40"]), (Abi::Standard, &["libmpi_abi.so.1"])],
        LauncherKind::Slurm | LauncherKind::Other => &[],
    };
    let prefix = real_path.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    let place = |abi: Abi, names: &[&str]| {
        let own = names.iter().find_map(|name| in_prefix(prefix, name, machine));
        // The standard library name does not identify an MPI: elsewhere it may belong to another.
        let elsewhere = || names.iter().find_map(|name| search.find(name, machine));
        own.or_else(|| if abi == Abi::Standard { None } else { elsewhere() })
    };
    names.iter().filter_map(|(abi, names)| Some((*abi, place(*abi, names)?))).collect()
}

fn in_prefix(prefix: &Path, name: &str, machine: (u8, u16)) -> Option<PathBuf> {
    let machine_folder = format!("lib/{}-linux-gnu", env::consts::ARCH);
    let folders = ["lib", "lib64", "lib/release", &machine_folder];
    let mut places = folders.iter().map(|folder| prefix.join(folder).join(name));
    places.find(|path| Elf::read(path).ok().flatten().is_some_and(|elf| elf.machine == machine))
}
