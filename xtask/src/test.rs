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
const SUITES: &str = "tests/mpi/tests";
/// Suites of many short programs, where launchers take more time than ranks.
const MOSTLY_STARTING: [&str; 3] = ["adapter", "adapter_fortran", "conformance"];
const SEVERAL_AT_ONCE: &str = "--test-threads=3";
/// Ranks poll while they wait, and would keep the processors from each other.
const ONE_AT_A_TIME: &str = "--test-threads=1";
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
        let count = mpi_tests(workspace, filter)?;
        if count == TestCount::default() {
            bail!("no test has `{}` in its name", filter.unwrap_or_default());
        }
        Ok(count)
    })
}

/// All suites, or one, or all tests with `filter` in their names.
fn mpi_tests(workspace: &Workspace, filter: Option<&str>) -> Result<TestCount> {
    let run = |what: &[&str], threads: &str| {
        let mut cargo = workspace.cargo(&["test", "--config", LIMIT, "-p", "mpi-tests", "--no-fail-fast"]);
        count(cargo.args(what).args(["--", threads]))
    };
    let suites = mpi_suites(workspace)?;
    let chosen: Vec<&str> =
        suites.iter().map(String::as_str).filter(|suite| filter.is_none_or(|one| one == *suite)).collect();
    if chosen.is_empty() {
        return run(filter.as_slice(), ONE_AT_A_TIME);
    }
    let (starting, polling): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|suite| MOSTLY_STARTING.contains(suite));
    let mut all = TestCount::default();
    for (suites, threads) in [(starting, SEVERAL_AT_ONCE), (polling, ONE_AT_A_TIME)] {
        let named: Vec<&str> = suites.into_iter().flat_map(|suite| ["--test", suite]).collect();
        if !named.is_empty() {
            all.add(run(&named, threads)?);
        }
    }
    Ok(all)
}

/// The library that they share has no tests of its own.
fn mpi_suites(workspace: &Workspace) -> Result<Vec<String>> {
    let files = workspace.files(&[SUITES], ".rs")?;
    let name =
        |path: &String| Some(path.strip_prefix(SUITES)?.strip_prefix('/')?.strip_suffix(".rs")?.to_owned());
    Ok(files.iter().filter_map(name).filter(|name| !name.contains('/')).collect())
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
