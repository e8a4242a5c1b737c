// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--mpi` and `-n`: which MPI the programs of a line run on, and what starts its ranks.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use seaway_devices::Configuration;

use super::library::find_adapter;
use super::line::Line;
use super::program::{Form, Program};
use crate::adapter::{AdapterRoute, Names, Plan};
use crate::executables::{Abi, LibrarySearch, Needs};
use crate::hosts::{Host, HostName};
use crate::refusal::Refusal;

#[derive(Debug, Args)]
pub(crate) struct HostOptions {
    /// Run on this MPI, regardless of the one the program was built with: mpich, openmpi, intel, standard, a
    /// name from [mpi] of seaway.toml, or the path of an MPI's directory or library
    #[arg(long = "mpi", value_name = "MPI")]
    mpi: Option<String>,

    /// Start this many ranks, with the launcher of the MPI; -np is the same
    #[arg(short = 'n', alias = "np", value_name = "RANKS", value_parser = clap::value_parser!(u32).range(1..))]
    ranks: Option<u32>,

    /// The ABI that the program was built for, if it cannot be detected: for a script, or a program that
    /// loads its MPI at run time
    #[arg(long = "program-abi", value_name = "ABI", requires = "mpi", ignore_case = true)]
    program_abi: Option<AbiWord>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum AbiWord {
    #[value(aliases = ["intel", "impi"])]
    Mpich,
    #[value(name = "openmpi", aliases = ["open-mpi", "ompi"])]
    OpenMpi,
    #[value(aliases = ["mpiabi", "mpi-abi"])]
    Standard,
}

impl From<AbiWord> for Abi {
    fn from(word: AbiWord) -> Self {
        match word {
            AbiWord::Mpich => Self::Mpich,
            AbiWord::OpenMpi => Self::OpenMpi,
            AbiWord::Standard => Self::Standard,
        }
    }
}

/// The MPI of a line.
#[derive(Debug)]
pub(super) struct OnHost {
    host: Host,
    /// `None`: the programs run on the MPI that they load anyway.
    plan: Option<Plan>,
}

impl HostOptions {
    /// Whether an MPI or a number of ranks is requested.
    pub(super) fn is_asked_for(&self) -> bool {
        self.mpi.is_some() || self.ranks.is_some()
    }

    /// `None`: nothing was requested. The programs and the launcher of the line decide.
    pub(super) fn choose(
        &self,
        line: &Line,
        programs: &[Program],
        seaway: &Path,
        machine: (u8, u16),
    ) -> Result<Option<OnHost>> {
        let search = LibrarySearch::from_environment();
        let Some(name) = &self.mpi else {
            let own = self.ranks.map(|_| own_host(programs, &search, machine)).transpose()?;
            return Ok(own.map(|host| OnHost { host, plan: None }));
        };
        let configuration = Configuration::from_environment()?;
        let name = HostName::parse(name, &configuration.mpi)?;
        let abi = abi_of(programs)?.or(self.program_abi.map(Abi::from)).or_else(abi_of_python);
        let host = name.find(abi, &search, machine)?;
        if let Some(sentence) = line.launcher().and_then(|launcher| host.mismatch(launcher)) {
            return Err(Refusal::unusable(sentence).into());
        }
        let abi = abi.unwrap_or(host.abi);
        let needs: Vec<&Needs> = programs.iter().filter_map(Program::needs).collect();
        let plan = Plan::make(&needs, abi, &host, &search, || find_adapter(abi, Some(seaway)));
        let shown = programs.first().map(|program| program.path.display().to_string()).unwrap_or_default();
        let plan = plan.map_err(|error| anyhow!("{shown} cannot run on {host}: {error:#}"))?;
        Ok(Some(OnHost { host, plan: Some(plan) }))
    }
}

impl OnHost {
    /// The line with the MPI's own launcher in front, if ranks were requested.
    pub(super) fn launch(&self, options: &HostOptions, line: Line) -> Result<Line> {
        let Some(ranks) = options.ranks else { return Ok(line) };
        if let Some(launcher) = line.launcher() {
            return Err(Refusal::unusable(format!(
                "-n {ranks} and {} would both start ranks: omit one of them",
                launcher.path.display()
            ))
            .into());
        }
        let Some(launcher) = &self.host.launcher else {
            return Err(Refusal::unusable(format!(
                "no launcher of {} was found beside it or in PATH: write the launcher instead of -n, as in \
                 mpiexec -n {ranks} ./app",
                self.host
            ))
            .into());
        };
        let before = [launcher.path.clone().into_os_string(), "-n".into(), ranks.to_string().into()];
        Ok(Line::read(before.into_iter().chain(line.into_words()).collect())?)
    }

    /// Whether the programs must not load the MPI that they would load by themselves.
    pub(super) fn is_moved(&self) -> bool {
        self.plan.is_some()
    }

    pub(super) fn preload(&self, machine: (u8, u16)) -> Result<Vec<PathBuf>> {
        self.plan.as_ref().map_or_else(|| Ok(Vec::new()), |plan| plan.preload(machine))
    }

    pub(super) fn variables(&self) -> Vec<(String, OsString)> {
        self.plan.as_ref().map(|plan| plan.variables(&self.host)).unwrap_or_default()
    }

    pub(super) fn warnings(&self) -> Option<String> {
        let absent = self.plan.as_ref()?.absent.strong();
        let sentence =
            || format!("{} does not have {}: calling it ends the program", self.host, Names(&absent));
        (!absent.is_empty()).then(sentence)
    }
}

impl fmt::Display for OnHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.plan.as_ref().map(|plan| plan.way) {
            Some(AdapterRoute::Adapter) => "through the adapter",
            Some(AdapterRoute::Native) | None => "without an adapter",
        };
        write!(formatter, "on {}, {}, {how}", self.host, self.host.abi)
    }
}

/// The MPI that the program is linked with.
fn own_host(programs: &[Program], search: &LibrarySearch, machine: (u8, u16)) -> Result<Host> {
    let libraries = programs.iter().flat_map(Program::mpi_libraries);
    let mut paths = libraries.filter_map(|library| library.path);
    let found = paths.find_map(|path| Host::of_library(&path, search, machine));
    found.ok_or_else(|| {
        Refusal::unusable(
            "-n cannot determine the launcher, because the program is not linked with an MPI that was found \
             here: select one with --mpi, or write the launcher, as in seaway run mpirun -n 4 ./app"
                .to_owned(),
        )
        .into()
    })
}

/// What all programs of the line are built for. `None`: none of them tells.
fn abi_of(programs: &[Program]) -> Result<Option<Abi>> {
    let mut found: Option<(Abi, &Program)> = None;
    for program in programs {
        for abi in program_abis(program)? {
            match found {
                Some((known, first)) if known != abi => {
                    return Err(Refusal::unusable(format!(
                        "{} is built for the {known} and {} for the {abi}: with --mpi, all programs of a \
                         command must have the same ABI",
                        first.path.display(),
                        program.path.display()
                    ))
                    .into());
                }
                _ => found = Some((abi, program)),
            }
        }
    }
    Ok(found.map(|(abi, _)| abi))
}

pub(crate) fn program_abis(program: &Program) -> Result<Vec<Abi>, Refusal> {
    let shown = program.path.display();
    if program.form == Form::Unreadable && std::fs::File::open(&program.path).is_ok() {
        return Err(Refusal::not_executable(format!(
            "{shown} is not a program: neither an ELF file nor a script"
        )));
    }
    let Some(needs) = program.needs() else { return Ok(Vec::new()) };
    if let Some(name) = needs.unknown.first() {
        return Err(Refusal::unusable(format!(
            "{shown} needs {name}, an MPI library of a version that Seaway does not know: build it with \
             MPICH 3 or newer, Open MPI 3 or newer, Intel MPI, or for the standard ABI"
        )));
    }
    Ok(needs.mpi_libraries().iter().map(|library| library.abi).collect())
}

/// mpi4py's wheels have a module for each ABI, selected by this variable.
fn abi_of_python() -> Option<Abi> {
    match env::var("MPI4PY_MPIABI").ok()?.as_str() {
        "mpich" | "impi" => Some(Abi::Mpich),
        "openmpi" => Some(Abi::OpenMpi),
        "mpiabi" => Some(Abi::Standard),
        _ => None,
    }
}
