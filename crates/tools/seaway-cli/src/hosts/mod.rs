// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Host`]: an MPI that ranks can run on, one per library: found on this machine, or where a user points.

pub(crate) mod installations;
pub(crate) mod naming;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use self::installations::Installation;
use crate::commands::run::{Launcher, LauncherKind};
use crate::executables::{Abi, Elf, LibrarySearch, exports};

pub(crate) use self::naming::HostName;

/// A library with MPI's functions, and what starts its ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Host {
    pub(crate) abi: Abi,
    pub(crate) library: PathBuf,
    /// What the library calls itself.
    pub(crate) soname: String,
    /// `None`: none was found; another may start its ranks, such as `srun`.
    pub(crate) launcher: Option<Launcher>,
}

impl Host {
    /// Those of this machine: each library of each installation, then libraries that have no launcher.
    pub(crate) fn on_this_machine(search: &LibrarySearch, machine: (u8, u16)) -> Vec<Self> {
        let mut hosts: Vec<Self> =
            installations::on_this_machine(search, machine).iter().flat_map(Self::of_installation).collect();
        let others = Self::without_launchers(&hosts, search, machine);
        hosts.extend(others);
        hosts
    }

    /// Libraries that the loader finds and that belong to none of the `known`.
    pub(crate) fn without_launchers(known: &[Self], search: &LibrarySearch, machine: (u8, u16)) -> Vec<Self> {
        let known: HashSet<PathBuf> =
            known.iter().filter_map(|host| host.library.canonicalize().ok()).collect();
        let names = Abi::ALL.iter().flat_map(|abi| abi.c_libraries());
        let found = names.filter_map(|name| search.find(name, machine));
        let others = found.filter(|path| path.canonicalize().is_ok_and(|path| !known.contains(&path)));
        others.filter_map(|path| Self::without_launcher(&path)).collect()
    }

    pub(crate) fn of_installation(installation: &Installation) -> Vec<Self> {
        let hosts = installation.libraries.iter().filter_map(|(_, library)| Self::without_launcher(library));
        hosts.map(|host| Self { launcher: Some(installation.launcher.clone()), ..host }).collect()
    }

    /// The library that a program is linked with, or that a user names. `None`: there is no MPI in it.
    pub(crate) fn of_library(path: &Path, search: &LibrarySearch, machine: (u8, u16)) -> Option<Self> {
        let host = Self::without_launcher(path)?;
        let real_path = path.canonicalize().ok()?;
        let is_same = |known: &Self| known.library.canonicalize().is_ok_and(|path| path == real_path);
        // The folders above it are prefixes of the MPI, or of the system; their launchers tell which library is theirs.
        let prefixes = real_path.ancestors().skip(2).take(4).map(Path::to_owned).collect::<Vec<_>>();
        let near = prefixes.iter().flat_map(|prefix| installations::at(prefix, search, machine));
        let near = near.flat_map(|installation| Self::of_installation(&installation)).find(is_same);
        Some(near.unwrap_or(host))
    }

    fn without_launcher(library: &Path) -> Option<Self> {
        let soname = Elf::read(library).ok().flatten()?.soname?;
        let symbols = exports(library).ok()?;
        if !symbols.contains("MPI_Init") {
            return None;
        }
        let abi = if soname.starts_with("libmpi_abi.") {
            Abi::Standard
        } else if symbols.contains("ompi_mpi_comm_world") {
            Abi::OpenMpi
        } else {
            Abi::Mpich
        };
        let library = std::path::absolute(library).ok()?;
        Some(Self { abi, library, soname, launcher: None })
    }

    pub(crate) fn is_intel(&self) -> bool {
        self.launcher.as_ref().is_some_and(Launcher::is_intel)
    }

    /// Why ranks of this host do not find each other under `launcher`; `None` if they do.
    pub(crate) fn mismatch(&self, launcher: &Launcher) -> Option<String> {
        let own = match &self.launcher {
            _ if matches!(launcher.kind, LauncherKind::Slurm | LauncherKind::Other) => return None,
            None if launcher.kind.can_start(self.abi) => return None,
            None => format!("use the launcher that belongs to {}", self.library.display()),
            Some(own) if own.kind == launcher.kind && speak_alike(own, launcher) => return None,
            Some(own) => format!("use {}, or -n in place of a launcher", own.path.display()),
        };
        Some(format!(
            "{} is the launcher of {}, not of {self}: each rank would run as a singleton (world size 1); \
             {own}",
            launcher.path.display(),
            launcher.description
        ))
    }
}

/// The protocol between MPICH's launchers and ranks has been stable for many versions; Open MPI's has changed
/// from 4 to 5.
fn speak_alike(one: &Launcher, other: &Launcher) -> bool {
    one.kind != LauncherKind::OpenMpi || one.major_version() == other.major_version()
}

impl fmt::Display for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.launcher {
            Some(launcher) => write!(formatter, "{} ({})", launcher.description, self.library.display()),
            None => write!(formatter, "{}", self.library.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(kind: LauncherKind, description: &str) -> Launcher {
        Launcher { path: "/bin/x".into(), kind, description: description.into() }
    }

    fn host(abi: Abi, launcher: Option<Launcher>) -> Host {
        Host { abi, library: "/lib/l".into(), soname: "l".into(), launcher }
    }

    #[test]
    fn launchers_start_ranks_of_their_own_kind() {
        use LauncherKind::{Hydra, OpenMpi, Other, Slurm};
        let four = launcher(OpenMpi, "Open MPI 4.1.4");
        let five = launcher(OpenMpi, "Open MPI 5.0.11");
        let mpich = launcher(Hydra, "MPICH 4.0.2");
        let intel = launcher(Hydra, "Intel MPI 2021.18.1");
        for (host, launcher, fits) in [
            (host(Abi::OpenMpi, Some(four.clone())), &four, true),
            (host(Abi::OpenMpi, Some(four.clone())), &five, false),
            (host(Abi::OpenMpi, Some(four.clone())), &mpich, false),
            (host(Abi::Mpich, Some(mpich.clone())), &intel, true),
            (host(Abi::Standard, Some(mpich.clone())), &five, false),
            (host(Abi::Mpich, None), &five, false),
            (host(Abi::Mpich, None), &mpich, true),
            (host(Abi::OpenMpi, Some(four.clone())), &super::tests::launcher(Slurm, "Slurm 23.11"), true),
            (host(Abi::OpenMpi, None), &super::tests::launcher(Other, "aprun"), true),
        ] {
            assert_eq!(host.mismatch(launcher).is_none(), fits, "{host:?} {launcher:?}");
        }
    }

    #[test]
    fn a_library_without_mpi_is_no_host() {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
        let library = paths.into_iter().find(|path| path.ends_with("/libc.so.6")).unwrap();
        assert_eq!(Host::without_launcher(Path::new(library)), None);
        assert_eq!(Host::without_launcher(Path::new("/etc/passwd")), None);
    }
}
