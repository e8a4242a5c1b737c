// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs other programs; errors name the command to repeat by hand.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use crate::flaky::Failures;
use crate::timings::Timings;

/// Tests that ran, over all suites.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TestCount {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Of those that passed: failed at first, and passed when they were repeated.
    pub(crate) flaky: u64,
}

impl TestCount {
    pub(crate) fn add(&mut self, other: TestCount) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.flaky += other.flaky;
    }
}

/// Runs a command with inherited output; an error if it fails.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let shown = display(command);
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a command beside another whose output is shown; prints its own only if it fails.
pub(crate) fn quietly(command: &mut Command) -> Result<()> {
    let shown = display(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        io::stdout().write_all(&output.stdout)?;
        io::stderr().write_all(&output.stderr)?;
        bail!("`{shown}` failed ({})", output.status);
    }
    Ok(())
}

/// Whether the program starts and succeeds. Prints nothing.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// What the program printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = display(command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` printed something that is not UTF-8"))
}

/// What `cargo test` did.
#[derive(Debug, Default)]
pub(crate) struct TestRun {
    pub(crate) count: TestCount,
    /// A suite that cannot be built counts no test.
    pub(crate) succeeded: bool,
    pub(crate) failures: Failures,
}

impl TestRun {
    /// Takes note of one line that a suite, or cargo, has printed.
    pub(crate) fn look(&mut self, line: &str) {
        self.count.add(tests_in(line));
        self.failures.look(line);
    }
}

/// Runs `cargo test`, shows what it prints, and adds up the `test result:` lines of its suites.
pub(crate) fn count_tests(command: &mut Command, timings: &mut Timings) -> Result<TestRun> {
    let mut run = TestRun::default();
    // Cargo names suites on standard error, and tests report on standard output: one pipe keeps their order.
    let (output, input) = io::pipe()?;
    command.stdout(input.try_clone()?).stderr(input);
    let child = start(command)?;
    // The pipe ends when the last writer has closed it, and `command` holds one.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let status = show(child, output, |line| {
        run.look(line);
        timings.look(line);
    })?;
    run.succeeded = status.success();
    Ok(run)
}

/// Runs to the end, shows what the program prints on standard output, and hands each line to `look`.
pub(crate) fn follow(command: &mut Command, look: impl FnMut(&str)) -> Result<ExitStatus> {
    let mut child = start(command.stdout(Stdio::piped()))?;
    let output = child.stdout.take().context("the child has no output")?;
    show(child, output, look)
}

fn start(command: &mut Command) -> Result<Child> {
    command.spawn().with_context(|| format!("cannot start `{}`", display(command)))
}

fn show(mut child: Child, output: impl Read, mut look: impl FnMut(&str)) -> Result<ExitStatus> {
    let mut terminal = io::stdout().lock();
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what a program prints")?;
        writeln!(terminal, "{line}")?;
        look(&line);
    }
    Ok(child.wait()?)
}

/// The command as one would type it, without lists of files, which would hide its output.
pub(crate) fn display(command: &Command) -> String {
    const SHOWN: usize = 20;
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or_default().to_owned();
    let arguments = command.get_args();
    let rest = if arguments.len() > SHOWN { " ..." } else { "" };
    arguments.take(SHOWN).fold(name, |shown, argument| format!("{shown} {}", argument.to_string_lossy()))
        + rest
}

/// Reads `test result: ok. 5 passed; 0 failed; ...`.
fn tests_in(line: &str) -> TestCount {
    let Some(summary) = line.strip_prefix("test result: ") else { return TestCount::default() };
    let number_before = |word: &str| {
        let words: Vec<&str> = summary.split([' ', ';', '.']).filter(|word| !word.is_empty()).collect();
        words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
    };
    TestCount { passed: number_before("passed"), failed: number_before("failed"), flaky: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lines_are_counted() {
        let check = |line: &str, passed, failed| {
            assert_eq!(tests_in(line), TestCount { passed, failed, flaky: 0 }, "{line}")
        };
        check(
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.1s",
            12,
            0,
        );
        check("test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out", 2, 1);
        check("all doctests ran in 1.2s; 4 passed", 0, 0);
    }

    #[test]
    fn command_is_shown_as_typed() {
        assert_eq!(
            display(Command::new("/usr/bin/cargo").args(["test", "--workspace"])),
            "cargo test --workspace"
        );
    }
}
