// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask test`: all that must hold before a commit. Stops at the first section that fails.

use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::documents;
use crate::mpi_environment;
use crate::packages::{self, Need};
use crate::run::{self, TestCount};
use crate::sections::Sections;
use crate::tidy;
use crate::workspace::Workspace;

/// Every suite runs under this: one that hangs is ended, and the rest still run. The slowest takes a quarter of it.
const LIMIT: &str = r#"target.'cfg(all())'.runner = ["timeout", "--foreground", "--verbose", "900"]"#;
/// What to look at when a section of tests ends without a count.
const BROKEN: &str = "something does not build, or a test ended its whole program";

pub(crate) fn all(workspace: &Workspace) -> Result<ExitCode> {
    let sections = Sections::begin();
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    sections
        .run("Tidy", "mend what is listed above, then repeat `cargo xtask tidy`", || tidy::all(workspace))?;
    let mut count = sections.run("Tests", BROKEN, || tests(workspace))?;
    if count.failed == 0 {
        count.add(mpi_sections(workspace, &sections, None)?);
    }
    if count.failed == 0 {
        let advice = "README promises a command that fails";
        count.add(sections.run("README commands", advice, || readme(workspace))?);
    }
    Ok(report(&sections, count))
}

/// The tests alone that need no MPI: for the minutes between two edits.
pub(crate) fn quick(workspace: &Workspace) -> Result<ExitCode> {
    let sections = Sections::begin();
    let count = sections.run("Tests", BROKEN, || tests(workspace))?;
    Ok(report(&sections, count))
}

/// The tests alone that run under MPIs, or those with `filter` in their names.
pub(crate) fn mpi(workspace: &Workspace, filter: Option<&str>) -> Result<ExitCode> {
    let sections = Sections::begin();
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    let count = mpi_sections(workspace, &sections, filter)?;
    Ok(report(&sections, count))
}

/// Unit, integration, property and documentation tests, and the seed corpora, which are ordinary tests.
fn tests(workspace: &Workspace) -> Result<TestCount> {
    // All suites, also after a failure: one run then shows everything that is broken.
    count(&mut workspace.cargo(&[
        "test",
        "--config",
        LIMIT,
        "--workspace",
        "--exclude",
        "mpi-tests",
        "--no-fail-fast",
    ]))
}

/// What users install: tests and benches under MPIs run these.
pub(crate) const INSTALLED: [&str; 8] = [
    "seaway-preload",
    "seaway-posix",
    "seaway-cli",
    "seaway-adapter-mpich",
    "seaway-adapter-mpich-fortran",
    "seaway-adapter-openmpi",
    "seaway-adapter-openmpi-fortran",
    "seaway-adapter-standard",
];

fn mpi_sections(workspace: &Workspace, sections: &Sections, filter: Option<&str>) -> Result<TestCount> {
    sections.run("MPIs", "the index that pip is configured for may be out of reach", || {
        mpi_environment::prepare(workspace)
    })?;
    // Programs run with what users would install, not with a debug build.
    sections.run("Release build", "it does not build", || {
        run::succeed(
            workspace.cargo(&["build", "--release"]).args(INSTALLED.iter().flat_map(|name| ["-p", name])),
        )
    })?;
    sections.run("Tests under MPIs", BROKEN, || {
        let mut cargo = workspace.cargo(&["test", "--config", LIMIT, "-p", "mpi-tests", "--no-fail-fast"]);
        match filter {
            Some(suite) if workspace.path(&format!("tests/mpi/tests/{suite}.rs")).exists() => {
                cargo.args(["--test", suite])
            }
            name => cargo.args(name),
        };
        // One at a time: ranks poll while they wait, and would keep the processors from each other.
        let count = count(cargo.args(["--", "--test-threads=1"]))?;
        if count == TestCount::default() {
            bail!("no test has `{}` in its name", filter.unwrap_or_default());
        }
        Ok(count)
    })
}

/// Tests that ran; an error if they could not.
fn count(cargo: &mut Command) -> Result<TestCount> {
    let (count, succeeded) = run::count_tests(cargo)?;
    if !succeeded && count.failed == 0 {
        bail!("`{}` failed", run::display(cargo));
    }
    Ok(count)
}

/// Runs what README tells a newcomer to run.
fn readme(workspace: &Workspace) -> Result<TestCount> {
    let mut count = TestCount::default();
    for command in documents::cargo_run_commands(&workspace.read("README.md")?) {
        println!("$ cargo {}", command.join(" "));
        run::succeed(&mut workspace.cargo(&command))?;
        count.passed += 1;
    }
    if count == TestCount::default() {
        bail!("README.md shows no `cargo run` command in a block of kind `sh`");
    }
    Ok(count)
}

/// The last line says how many tests passed and failed, for people and for programs.
fn report(sections: &Sections, count: TestCount) -> ExitCode {
    sections.end();
    if count.failed > 0 {
        println!("To repeat: `cargo test -p CRATE` for one crate, `cargo test -p CRATE NAME` for one test.");
    }
    println!("{} passed, {} failed", count.passed, count.failed);
    if count.failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
