// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask test`: all that must hold before a commit. Stops at the first section that fails.

use anyhow::{Result, bail};

use crate::documents;
use crate::packages::{self, Need};
use crate::run::{self, TestCount};
use crate::sections::Sections;
use crate::tidy;
use crate::workspace::Workspace;

pub(crate) fn all(workspace: &Workspace) -> Result<()> {
    let sections = Sections::begin();
    sections.run("Packages", "install the packages named above", || packages::install(Need::Test))?;
    sections
        .run("Tidy", "mend what is listed above, then repeat `cargo xtask tidy`", || tidy::all(workspace))?;
    let mut count = sections.run("Tests", TESTS_ADVICE, || tests(workspace))?;
    let commands =
        sections.run("README commands", "README promises a command that fails", || readme(workspace))?;
    count.add(commands);
    sections.end();
    report(count);
    Ok(())
}

/// The tests alone: for the minutes between two edits.
pub(crate) fn quick(workspace: &Workspace) -> Result<()> {
    let sections = Sections::begin();
    let count = sections.run("Tests", TESTS_ADVICE, || tests(workspace))?;
    sections.end();
    report(count);
    Ok(())
}

const TESTS_ADVICE: &str =
    "repeat one suite with `cargo test -p CRATE`, one test with `cargo test -p CRATE NAME`";

/// Unit, integration, property and documentation tests, and the seed corpora, which are ordinary tests.
fn tests(workspace: &Workspace) -> Result<TestCount> {
    // All suites, also after a failure: one run then shows everything that is broken.
    let mut cargo = workspace.cargo(&["test", "--workspace", "--no-fail-fast"]);
    let (count, succeeded) = run::count_tests(&mut cargo)?;
    if !succeeded {
        report(count);
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

fn report(count: TestCount) {
    println!("{} passed, {} failed", count.passed, count.failed);
}
