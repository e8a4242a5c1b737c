// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask test`: everything that must hold before a commit. Stops at the first section that fails.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::documents;
use crate::mpi_environment;
use crate::packages::{self, Need};
use crate::run::{self, TestCount, TestRun};
use crate::sections::Sections;
use crate::suites;
use crate::tidy;
use crate::timings::Timings;
use crate::workspace::Workspace;

/// Every suite runs under this: one that hangs is ended, and the rest still run. The slowest takes a quarter of it.
const LIMIT: [&str; 4] = ["timeout", "--foreground", "--verbose", "900"];
const SUITES: &str = "tests/mpi/tests";
/// Suites of many short programs, where launchers and interpreters take more time than ranks.
const MOSTLY_STARTING: [&str; 6] =
    ["adapter", "adapter_fortran", "adapter_mpi4py", "adapter_process", "conformance", "mpi4py"];
const SEVERAL_AT_ONCE: &str = "--test-threads=3";
/// Ranks poll while they wait, and would keep the processors from each other.
const ONE_AT_A_TIME: &str = "--test-threads=1";
/// What to look at when a section of tests ends without a count.
const BROKEN: &str = "something does not build, or a test ended its whole program";

pub(crate) fn all(workspace: &Workspace, shows_timings: bool) -> Result<ExitCode> {
    let (sections, mut timings) = (Sections::begin(), Timings::default());
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    sections
        .run("Tidy", "fix what is listed above, then repeat `cargo xtask tidy`", || tidy::all(workspace))?;
    let mut count = std::thread::scope(|scope| {
        // Tests wait more than they compute; the release build uses the processors that they leave idle.
        let release = scope.spawn(|| run::quietly(&mut release_build(workspace)));
        let count = sections.run("Tests", BROKEN, || tests(workspace, &mut timings))?;
        release.join().unwrap_or_else(|_| bail!("the release build panicked")).context("Release build")?;
        Ok::<_, anyhow::Error>(count)
    })?;
    if count.failed == 0 {
        count.add(mpi_sections(workspace, &sections, &mut timings, None)?);
    }
    if count.failed == 0 {
        let advice = "README promises a command that fails";
        count.add(sections.run("README commands", advice, || readme(workspace))?);
    }
    if shows_timings {
        timings.print();
    }
    Ok(report(&sections, count))
}

/// The tests alone that need no MPI: for the minutes between two edits.
pub(crate) fn quick(workspace: &Workspace, shows_timings: bool) -> Result<ExitCode> {
    let (sections, mut timings) = (Sections::begin(), Timings::default());
    let count = sections.run("Tests", BROKEN, || tests(workspace, &mut timings))?;
    if shows_timings {
        timings.print();
    }
    Ok(report(&sections, count))
}

/// The tests alone that run under MPIs, or those with `filter` in their names.
pub(crate) fn mpi(workspace: &Workspace, filter: Option<&str>) -> Result<ExitCode> {
    let sections = Sections::begin();
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    let count = mpi_sections(workspace, &sections, &mut Timings::default(), filter)?;
    Ok(report(&sections, count))
}

/// Unit, integration, property and documentation tests, and the seed corpora, which are ordinary tests.
fn tests(workspace: &Workspace, timings: &mut Timings) -> Result<TestCount> {
    let selection = ["--workspace", "--exclude", "mpi-tests"];
    let mut all = repeat_failed(workspace, suites::run(workspace, &selection, &LIMIT, timings)?)?;
    let mut documentation = cargo_test(workspace, &selection);
    all.add(count(workspace, documentation.arg("--doc"), timings)?);
    Ok(all)
}

/// All suites, also after a failure: one run then shows everything that is broken.
fn cargo_test(workspace: &Workspace, selection: &[&str]) -> Command {
    let mut cargo = workspace.cargo(&["test", "--no-fail-fast", "--config"]);
    cargo.arg(format!("target.'cfg(all())'.runner = {LIMIT:?}")).args(selection);
    cargo
}

/// What users install: tests and benches under MPIs run these.
pub(crate) const INSTALLED: [&str; 10] = [
    "seaway-preload",
    "seaway-interpose",
    "seaway-cli",
    "seaway-c",
    "seaway-adapter-mpich",
    "seaway-adapter-mpich-fortran",
    "seaway-adapter-openmpi",
    "seaway-adapter-openmpi-cxx",
    "seaway-adapter-openmpi-fortran",
    "seaway-adapter-standard",
];

fn release_build(workspace: &Workspace) -> Command {
    let mut cargo = workspace.cargo(&["build", "--release"]);
    cargo.args(INSTALLED.iter().flat_map(|name| ["-p", name]));
    cargo
}

fn mpi_sections(
    workspace: &Workspace,
    sections: &Sections,
    timings: &mut Timings,
    filter: Option<&str>,
) -> Result<TestCount> {
    sections.run("MPIs", "the index that pip is configured for may be out of reach", || {
        mpi_environment::prepare(workspace)
    })?;
    // Programs run with what users would install, not with a debug build.
    sections.run("Release build", "it does not build", || run::succeed(&mut release_build(workspace)))?;
    sections.run("Tests under MPIs", BROKEN, || {
        let count = mpi_tests(workspace, timings, filter)?;
        if count == TestCount::default() {
            bail!("no test has `{}` in its name", filter.unwrap_or_default());
        }
        Ok(count)
    })
}

/// All suites, or one, or all tests with `filter` in their names.
fn mpi_tests(workspace: &Workspace, timings: &mut Timings, filter: Option<&str>) -> Result<TestCount> {
    let mut run = |what: &[&str], threads: &str| {
        let mut cargo = cargo_test(workspace, &["-p", "mpi-tests"]);
        count(workspace, cargo.args(what).args(["--", threads]), timings)
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
fn count(workspace: &Workspace, cargo: &mut Command, timings: &mut Timings) -> Result<TestCount> {
    let run = run::count_tests(cargo, timings)?;
    repeat_failed(workspace, run).with_context(|| format!("`{}` failed", run::display(cargo)))
}

/// Repeats tests that failed alone, once.
fn repeat_failed(workspace: &Workspace, run: TestRun) -> Result<TestCount> {
    let TestRun { mut count, succeeded, failures } = run;
    if !succeeded && count.failed == 0 {
        bail!("a suite ended without a count");
    }
    for suite in failures.to_repeat() {
        let names = suite.tests.join(", ");
        println!("\nRepeating what failed: {names}");
        let mut again = cargo_test(workspace, &[]);
        again.args(&suite.selector);
        again.args(["--", ONE_AT_A_TIME, "--exact"]).args(&suite.tests);
        let repeated = run::count_tests(&mut again, &mut Timings::default())?;
        if repeated.succeeded {
            count.passed += repeated.count.passed;
            count.failed -= repeated.count.passed.min(count.failed);
            count.flaky += repeated.count.passed;
            println!("FLAKY: {names}");
        }
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
    if count.flaky > 0 {
        println!("{} failed once and passed when repeated: see FLAKY above, and find the race.", count.flaky);
    }
    println!("{} passed, {} failed", count.passed, count.failed);
    if count.failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
