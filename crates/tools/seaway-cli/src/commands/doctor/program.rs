// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway doctor ./app`: which MPIs a program runs on, how, and what they lack. Reads files; runs only
//! launchers, for their versions.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::application::{Application, interpreter_of};
use crate::adapter::{AdapterRoute, Names, Plan};
use crate::commands::run::{Form, Launcher, Program, find_adapter, find_library, program_abis};
use crate::executables::{Abi, Elf, LibrarySearch, Needs, find, own_machine};
use crate::hosts::{Host, naming};
use crate::report::Report;

/// Neither a directory nor a launcher: those are MPIs.
pub(super) fn is_program(place: &Path) -> bool {
    let path = find(place.as_os_str()).unwrap_or_else(|_| place.to_owned());
    path.is_file() && Launcher::recognise(&path).is_none()
}

/// An error if one of the programs runs on no MPI. `places` are the MPIs to consider; if empty, all are.
pub(super) fn report(programs: &[PathBuf], places: &[PathBuf]) -> Result<()> {
    let surroundings = Surroundings::find(places)?;
    let mut report = Report::new();
    let mut unlucky = Vec::new();
    for place in programs {
        let path = find(place.as_os_str()).unwrap_or_else(|_| as_command(place));
        if !surroundings.describe(&mut report, &path)? {
            unlucky.push(path.display().to_string());
        }
    }
    report.print(&mut io::stdout().lock())?;
    if unlucky.is_empty() {
        return Ok(());
    }
    bail!("{} runs on none of the MPIs found here, see above", unlucky.join(" and "))
}

/// A file in the working directory is found as a command only with a directory before its name.
fn as_command(place: &Path) -> PathBuf {
    let is_bare = place.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    if is_bare { Path::new(".").join(place) } else { place.to_owned() }
}

struct Surroundings {
    search: LibrarySearch,
    machine: (u8, u16),
    hosts: Vec<Host>,
    /// Whether `hosts` are all MPIs of the machine.
    are_all: bool,
    /// libseaway.so, beside which adapters are.
    seaway: Option<PathBuf>,
}

/// A program as seen by MPI.
struct Subject<'a> {
    path: &'a Path,
    needs: Needs,
    /// `None`: known only at run time.
    abi: Option<Abi>,
    is_library: bool,
}

impl Surroundings {
    fn find(places: &[PathBuf]) -> Result<Self> {
        let (search, machine) = (LibrarySearch::from_environment(), own_machine()?);
        let mut hosts = Vec::new();
        for place in places {
            hosts.extend(naming::at(place, &search, machine)?);
        }
        if places.is_empty() {
            hosts = Host::on_this_machine(&search, machine);
        }
        Ok(Self { search, machine, hosts, are_all: places.is_empty(), seaway: find_library().ok() })
    }

    /// Returns whether the program runs on any MPI.
    fn describe(&self, report: &mut Report, path: &Path) -> Result<bool> {
        let program = self.inspect(path)?;
        let abis = program_abis(&program)?;
        if let [first, second, ..] = abis[..] {
            bail!(
                "{} is linked with two MPIs, for the {first} and the {second}: rebuild it with one",
                path.display()
            );
        }
        let subject = Subject {
            path,
            needs: program.needs().cloned().unwrap_or_default(),
            abi: abis.first().copied(),
            is_library: self.is_library(path),
        };
        subject.describe(report, &program.form)?;
        let mut runs = false;
        for host in naming::best_of_each(&self.hosts, subject.abi) {
            let (title, place) = host.launcher.as_ref().map_or_else(
                || ("MPI".to_owned(), "no launcher found".to_owned()),
                |launcher| (launcher.description.clone(), launcher.path.display().to_string()),
            );
            report.heading(&title, place);
            report.row(&host.abi.to_string(), host.library.display());
            runs |= self.judge(report, &subject, &host);
        }
        if self.hosts.is_empty() {
            report.heading(
                "MPI",
                "none found: load a module, or give its directory: seaway doctor ./app /opt/mpi",
            );
        }
        Ok(runs)
    }

    /// A library is inspected like a program: Python modules are libraries.
    fn inspect(&self, path: &Path) -> Result<Program> {
        if self.is_library(path)
            && let Ok(Some(elf)) = Elf::read(path)
        {
            let needs = Needs::of(path, &elf, &self.search);
            return Ok(Program { path: path.to_owned(), form: Form::Dynamic(needs) });
        }
        Ok(Program::inspect(path, self.machine, &self.search)?)
    }

    fn is_library(&self, path: &Path) -> bool {
        Elf::read(path).ok().flatten().is_some_and(|elf| {
            elf.interpreter.is_none() && !elf.needed.is_empty() && elf.machine == self.machine
        })
    }

    /// Returns whether the program runs on `host`.
    fn judge(&self, report: &mut Report, subject: &Subject<'_>, host: &Host) -> bool {
        let abi = subject.abi.unwrap_or(host.abi);
        let adapter = || find_adapter(abi, self.seaway.as_deref());
        let plan = match Plan::make(&[&subject.needs], abi, host, &self.search, adapter) {
            Ok(plan) => plan,
            Err(error) => {
                report.sentence("", format!("does not run: {error:#}"));
                return false;
            }
        };
        let name = naming::name_of(host, if self.are_all { &self.hosts } else { &[] });
        let start = subject.start(host);
        let line = format!("seaway run --mpi {name} {start}");
        report.sentence(
            "",
            match (plan.way, subject.abi) {
                (AdapterRoute::Adapter, _) => format!("runs through the adapter: {line}"),
                (AdapterRoute::Native, Some(_)) if subject.is_linked_with(host) => {
                    format!("runs as it is: seaway run {start}")
                }
                (AdapterRoute::Native, Some(_)) => format!("runs without an adapter: {line}"),
                (AdapterRoute::Native, None) => {
                    format!("runs without an adapter if what it loads is built for the {abi}: {line}")
                }
            },
        );
        describe_lacking(report, &plan);
        true
    }
}

impl Subject<'_> {
    fn describe(&self, report: &mut Report, form: &Form) -> Result<()> {
        let what = match (self.abi, form) {
            (Some(abi), _) => format!("built for the {abi}"),
            (None, Form::Script) => match interpreter_of(self.path) {
                Some(interpreter) => format!("a script for {}", interpreter.display()),
                None => "a script".to_owned(),
            },
            (None, _) => "linked with no MPI".to_owned(),
        };
        report.heading(if self.is_library { "Library" } else { "Program" }, self.path.display());
        report.row("kind", what);
        if self.abi.is_none() {
            report.sentence(
                "",
                "its ABI is known only at run time, from the MPI module that it loads (mpi4py: \
                 MPI4PY_MPIABI=mpich or openmpi); --program-abi sets it for seaway run",
            );
            return Ok(());
        }
        for library in &self.needs.mpi {
            let path = library.path.as_ref().map(|path| path.display().to_string());
            let path = path.unwrap_or_else(|| "not found by the loader".to_owned());
            report.row("needs", format!("{}, {path}", library.name));
        }
        let application = Application::read(&self.needs)?;
        report.row("language", application.language());
        report.row("calls", application.functions());
        let copies = application.copies();
        if !copies.is_empty() {
            report.sentence("copies", format!("variables of its MPI: {}", Names(&copies)));
        }
        if !self.needs.missing.is_empty() {
            let missing = self.needs.missing.join(", ");
            report
                .sentence("to fix", format!("{missing} cannot be found by the loader: set LD_LIBRARY_PATH"));
        }
        Ok(())
    }

    /// The arguments of `seaway run`.
    fn start(&self, host: &Host) -> String {
        let launch = if host.launcher.is_some() { "-n 2 " } else { "" };
        let program = if self.is_library { "PROGRAM".to_owned() } else { self.path.display().to_string() };
        format!("{launch}{program}")
    }

    fn is_linked_with(&self, host: &Host) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let own = self.needs.mpi.iter().filter_map(|library| real(library.path.as_ref()?));
        own.into_iter().any(|path| Some(path) == real(&host.library))
    }
}

fn describe_lacking(report: &mut Report, plan: &Plan) {
    let looks = "the program checks for them and works without them";
    let rows = [
        ("lacks", plan.absent.weak(), looks),
        ("lacks", plan.hidden_ones.all(), looks),
        ("emulated", plan.emulated.all(), "the adapter implements them with other functions"),
        ("will fail", plan.absent.strong(), "calling one of them ends the program"),
        ("will fail", plan.lacking.all(), "calling one of them returns MPI_ERR_UNSUPPORTED_OPERATION"),
    ];
    for (title, names, consequence) in rows.into_iter().filter(|(_, names, _)| !names.is_empty()) {
        report.sentence(title, format!("{}: {consequence}", Names(&names)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_run() {
        for (place, command) in
            [("app", "./app"), ("./app", "./app"), ("bin/app", "bin/app"), ("/app", "/app")]
        {
            assert_eq!(as_command(Path::new(place)), Path::new(command));
        }
    }
}
