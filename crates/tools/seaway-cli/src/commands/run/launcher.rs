// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Launcher`]: a program that starts ranks, and the MPI it belongs to. Recognised by its name, by its
//! answer to `--version`, or by the libraries it is linked with.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::executables::{Abi, Elf, file_name};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LauncherKind {
    /// MPICH's and its derivatives': Intel MPI's, MVAPICH's.
    Hydra,
    /// `mpirun` of Open MPI, by any of its names.
    OpenMpi,
    /// `srun`.
    Slurm,
    /// Forwards its environment to the ranks, as far as we know.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Launcher {
    pub(crate) path: PathBuf,
    pub(crate) kind: LauncherKind,
    /// Readable: `Open MPI 4.1.4`.
    pub(crate) description: String,
}

impl Launcher {
    /// `None`: `path` is an ordinary program.
    pub(crate) fn recognise(path: &Path) -> Option<Self> {
        let real_path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let elf = Elf::read(&real_path).ok().flatten();
        let names = [file_name(path), file_name(&real_path)];
        if !names.iter().any(|name| is_launcher_name(name, elf.is_some())) {
            return None;
        }
        let answer = version_text(path);
        let needed = elf.map(|elf| elf.needed).unwrap_or_default();
        let kind =
            kind_by_answer(&answer).or_else(|| kind_by_name(&names)).or_else(|| kind_by_libraries(&needed));
        let kind = kind.unwrap_or(LauncherKind::Other);
        Some(Self { path: path.to_owned(), kind, description: describe(kind, &answer, &names[0]) })
    }

    pub(crate) fn is_intel(&self) -> bool {
        self.description.starts_with("Intel MPI")
    }

    /// `4` of `Open MPI 4.1.4`.
    pub(crate) fn major_version(&self) -> Option<&str> {
        version_number(&self.description)?.split('.').next()
    }
}

impl LauncherKind {
    /// Whether ranks of a program with this ABI find each other under this launcher. Under a wrong one each
    /// rank runs as a singleton.
    pub(crate) fn can_start(self, abi: Abi) -> bool {
        match (self, abi) {
            (Self::Hydra, Abi::OpenMpi) | (Self::OpenMpi, Abi::Mpich) => false,
            (Self::Hydra | Self::OpenMpi | Self::Slurm | Self::Other, _) => true,
        }
    }
}

/// Names that only launchers have.
const OTHERS: [&str; 9] = ["aprun", "jsrun", "lrun", "flux", "ibrun", "prun", "ccc_mprun", "yhrun", "dplace"];

/// A script `mpirun.sh` is the user's own: asking it for its version would start their job.
fn is_launcher_name(name: &str, is_elf: bool) -> bool {
    let base = name.split(['.', '-', '_']).next().unwrap_or_default();
    let is_mpi_name = ["mpirun", "mpiexec"].contains(&base) && (base == name || is_elf);
    is_mpi_name || ["srun", "orterun", "prterun", "ompirun"].contains(&name) || OTHERS.contains(&name)
}

fn version_text(path: &Path) -> String {
    let Ok(output) = Command::new(path).arg("--version").stdin(Stdio::null()).output() else {
        return String::new();
    };
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn kind_by_answer(answer: &str) -> Option<LauncherKind> {
    let says = |word: &str| answer.contains(word);
    if says("Open MPI") || says("OpenRTE") || says("PRRTE") {
        Some(LauncherKind::OpenMpi)
    } else if says("HYDRA") || says("Intel(R) MPI") {
        Some(LauncherKind::Hydra)
    } else if answer.trim_start().starts_with("slurm") {
        Some(LauncherKind::Slurm)
    } else {
        None
    }
}

fn kind_by_name(names: &[String; 2]) -> Option<LauncherKind> {
    let is = |known: &str| names.iter().any(|name| name == known);
    if is("mpiexec.hydra") {
        Some(LauncherKind::Hydra)
    } else if is("orterun") || is("prterun") || is("ompirun") {
        Some(LauncherKind::OpenMpi)
    } else if is("srun") {
        Some(LauncherKind::Slurm)
    } else {
        None
    }
}

fn kind_by_libraries(needed: &[String]) -> Option<LauncherKind> {
    let of_open_mpi = |name: &String| name.starts_with("libopen-rte") || name.starts_with("libprrte");
    needed.iter().any(of_open_mpi).then_some(LauncherKind::OpenMpi)
}

fn describe(kind: LauncherKind, answer: &str, name: &str) -> String {
    let product = match kind {
        LauncherKind::Hydra if answer.contains("Intel(R) MPI") => "Intel MPI",
        LauncherKind::Hydra => "MPICH",
        LauncherKind::OpenMpi => "Open MPI",
        LauncherKind::Slurm => "Slurm",
        LauncherKind::Other => name,
    };
    match version_number(answer) {
        Some(number) => format!("{product} {number}"),
        None => product.to_owned(),
    }
}

/// The first word that looks like a version: `4.0.2`, `5.0.0rc1`, `2021.18.1`.
fn version_number(answer: &str) -> Option<&str> {
    let words = answer.split_whitespace().map(|word| word.trim_matches([',', '(', ')']));
    let starts_with_digit = |word: &str| word.chars().next().is_some_and(|first| first.is_ascii_digit());
    words.into_iter().find(|word| starts_with_digit(word) && word.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_tell_kind_and_version() {
        for (answer, kind, description) in [
            (
                "HYDRA build details:\n    Version:        4.0.2\n    CC:  gcc\n",
                LauncherKind::Hydra,
                "MPICH 4.0.2",
            ),
            (
                "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 20260626\n",
                LauncherKind::Hydra,
                "Intel MPI 2021.18.1",
            ),
            ("mpirun.openmpi (OpenRTE) 4.1.4\n", LauncherKind::OpenMpi, "Open MPI 4.1.4"),
            ("mpirun (Open MPI) 5.0.11\n", LauncherKind::OpenMpi, "Open MPI 5.0.11"),
            ("slurm 22.05.8\n", LauncherKind::Slurm, "Slurm 22.05.8"),
        ] {
            assert_eq!(kind_by_answer(answer), Some(kind), "{answer}");
            assert_eq!(describe(kind, answer, "mpirun"), description);
        }
        assert_eq!(kind_by_answer("usage: mpiexec [options]"), None);
    }

    #[test]
    fn silent_launchers_are_known_by_name_or_libraries() {
        let names = |real: &str| ["mpirun".to_owned(), real.to_owned()];
        assert_eq!(kind_by_name(&names("prterun")), Some(LauncherKind::OpenMpi));
        assert_eq!(kind_by_name(&names("mpiexec.hydra")), Some(LauncherKind::Hydra));
        assert_eq!(kind_by_name(&names("mpirun")), None);
        assert_eq!(kind_by_libraries(&["libprrte.so.3".into()]), Some(LauncherKind::OpenMpi));
        assert_eq!(kind_by_libraries(&["libc.so.6".into()]), None);
    }

    #[test]
    fn scripts_of_users_are_not_asked() {
        assert!(is_launcher_name("mpirun", false) && is_launcher_name("mpirun.openmpi", true));
        assert!(!is_launcher_name("mpirun.sh", false) && !is_launcher_name("mpirunner", true));
        assert!(is_launcher_name("srun", false) && !is_launcher_name("python3", true));
    }
}
