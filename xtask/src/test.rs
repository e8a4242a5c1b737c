// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask test`: all that must hold before a commit. Stops at the first section that fails.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::documents;
use crate::packages::{self, Need};
use crate::run::{self, TestCount};
use crate::sections::Sections;
use crate::tidy;
use crate::workspace::Workspace;

pub(crate) fn all(workspace: &Workspace) -> Result<ExitCode> {
    let sections = Sections::begin();
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    sections
        .run("Tidy", "mend what is listed above, then repeat `cargo xtask tidy`", || tidy::all(workspace))?;
    let mut count =
        sections.run("Tests", "something does not build, or a test ended its whole program", || {
            tests(workspace)
        })?;
    if count.failed == 0 {
        let advice = "README promises a command that fails";
        count.add(sections.run("README commands", advice, || readme(workspace))?);
    }
    Ok(report(&sections, count))
}

/// The tests alone: for the minutes between two edits.
pub(crate) fn quick(workspace: &Workspace) -> Result<ExitCode> {
    let sections = Sections::begin();
    let count =
        sections.run("Tests", "something does not build, or a test ended its whole program", || {
            tests(workspace)
        })?;
    Ok(report(&sections, count))
}

/// Unit, integration, property and documentation tests, and the seed corpora, which are ordinary tests.
fn tests(workspace: &Workspace) -> Result<TestCount> {
    // All suites, also after a failure: one run then shows everything that is broken.
    let mut cargo = workspace.cargo(&["test", "--workspace", "--no-fail-fast"]);
    let (count, succeeded) = run::count_tests(&mut cargo)?;
    if !succeeded && count.failed == 0 {
        bail!("`{}` failed", run::display(&cargo));
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
