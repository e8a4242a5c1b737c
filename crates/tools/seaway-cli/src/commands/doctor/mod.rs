// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway doctor`: finds the MPIs of this machine, lets two ranks write and read a file through Seaway under
//! each, and says what to fix; or reports which of them a given program runs on.

mod application;
mod diagnosis;
mod program;
mod surroundings;
mod trial;

use std::io;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use self::trial::{Help, Trial};
use crate::commands::run::{find_adapter, find_library};
use crate::executables::{Abi, LibrarySearch, find, own_machine};
use crate::hosts::Host;
use crate::hosts::installations::{self, Installation};
use crate::report::Report;

/// Find the MPIs of this machine and check Seaway with each
///
/// Two ranks write a file together and read it back, under each MPI found, with libseaway.so preloaded as
/// seaway run does it. No compiler is needed. Each problem is reported with its fix; the exit code is 0 if
/// all checks pass.
///
/// With a program, nothing is run: doctor reads what it was built for and says which MPIs it runs on, with or
/// without an adapter, and which functions they lack; the exit code is 0 if it runs on one of them.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Programs to check, and MPIs: launchers, or prefixes with bin and lib in them; by default, all MPIs of
    /// the machine
    #[arg(value_name = "PROGRAM or MPI")]
    places: Vec<PathBuf>,
}

impl Doctor {
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(missing) =
            self.places.iter().find(|place| !place.exists() && find(place.as_os_str()).is_err())
        {
            bail!(
                "{} does not exist: name a program, the launcher of an MPI, or its prefix",
                missing.display()
            );
        }
        let (programs, places): (Vec<PathBuf>, _) =
            self.places.iter().cloned().partition(|place| program::is_program(place));
        if programs.is_empty() { Self { places }.check() } else { program::report(&programs, &places) }
    }

    fn check(&self) -> Result<()> {
        let seaway = find_library();
        let mut report = Report::new();
        let mut problems = describe_surroundings(&mut report, &seaway);
        let search = LibrarySearch::from_environment();
        let machine = own_machine()?;
        let installations = self.installations(&search, machine)?;
        for installation in &installations {
            problems += describe(&mut report, installation, seaway.as_ref().ok());
        }
        let hosts: Vec<Host> = installations.iter().flat_map(Host::of_installation).collect();
        if self.places.is_empty() {
            for host in Host::without_launchers(&hosts, &search, machine) {
                report.heading("MPI", "no launcher found");
                report.row(&host.abi.to_string(), host.library.display());
                report.sentence("", "not checked without a launcher");
            }
        }
        if installations.is_empty() {
            report.heading("MPI", "none");
            report.sentence("to fix", surroundings::nothing_found());
            problems += 1;
        }
        report.print(&mut io::stdout().lock())?;
        match problems {
            0 => Ok(()),
            1 => bail!("1 problem found, see above"),
            count => bail!("{count} problems found, see above"),
        }
    }

    fn installations(&self, search: &LibrarySearch, machine: (u8, u16)) -> Result<Vec<Installation>> {
        if self.places.is_empty() {
            return Ok(installations::on_this_machine(search, machine));
        }
        let mut all = Vec::new();
        for place in &self.places {
            let found = installations::at(place, search, machine);
            if found.is_empty() {
                bail!("{} is neither the launcher of an MPI nor a prefix with one in bin", place.display());
            }
            all.extend(found);
        }
        Ok(all)
    }
}

/// Returns the number of problems.
fn describe_surroundings(report: &mut Report, seaway: &Result<PathBuf>) -> usize {
    report.heading("Seaway", env!("CARGO_PKG_VERSION"));
    let mut findings = Vec::new();
    match seaway {
        Ok(path) => report.row("library", path.display()),
        Err(error) => findings.push(format!("{error:#}")),
    }
    let adapters = Abi::ALL.iter().filter_map(|abi| {
        let path = find_adapter(*abi, seaway.as_deref().ok()).ok()?;
        Some((abi, path))
    });
    for (abi, path) in adapters {
        report.row("adapter", format!("for programs built for the {abi}, {}", path.display()));
    }
    let (memory, of_memory) = surroundings::shared_memory();
    report.row("shared memory", memory);
    findings.extend(of_memory);
    for finding in &findings {
        report.sentence("to fix", finding);
    }
    // Two MPIs side by side are not an error, only a pitfall.
    for finding in surroundings::mixed(&LibrarySearch::from_environment()) {
        report.sentence("note", finding);
    }
    findings.len()
}

/// Returns the number of problems.
fn describe(report: &mut Report, installation: &Installation, seaway: Option<&PathBuf>) -> usize {
    let Installation { launcher, libraries } = installation;
    report.heading(&launcher.description, launcher.path.display());
    if libraries.is_empty() {
        report.sentence(
            "to fix",
            "its library was not found: install its runtime package, or set LD_LIBRARY_PATH",
        );
        return 1;
    }
    let mut problems = 0;
    for (abi, library) in libraries {
        report.row(&abi.to_string(), library.display());
        let Some(seaway) = seaway else {
            report.sentence("", "not checked without libseaway.so");
            continue;
        };
        problems += usize::from(!describe_trial(report, &Trial { launcher, library, seaway }));
    }
    problems
}

/// Returns whether it is fine.
fn describe_trial(report: &mut Report, trial: &Trial<'_>) -> bool {
    let (diagnosis, helps) = match trial.run() {
        Ok(outcome) => outcome,
        Err(error) => {
            report.sentence("to fix", format!("{error:#}"));
            return false;
        }
    };
    report.sentence(if diagnosis.is_fine() { "" } else { "to fix" }, &diagnosis);
    for help in helps {
        report.sentence("note", sentence_of(help));
    }
    diagnosis.is_fine()
}

fn sentence_of(help: Help) -> &'static str {
    match help {
        Help::RunAsRoot => {
            "Open MPI does not run as root by default: OMPI_ALLOW_RUN_AS_ROOT=1 and \
             OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 were set for this check; set them for your runs, or run as \
             another user"
        }
        Help::Oversubscribe => {
            "there are fewer slots than ranks: --oversubscribe was used for this check; use it in your runs \
             too"
        }
        Help::SharedMemoryOnly => {
            "Intel MPI found no supported network: I_MPI_FABRICS=shm was set for this check; set it for runs \
             on one machine too"
        }
    }
}
