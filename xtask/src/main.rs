// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask VERB`: the project's own commands. This file reads the arguments; each verb has a file of its own.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

mod bench;
mod codegen;
mod documents;
mod flaky;
mod mpi_environment;
mod packages;
mod run;
mod sections;
mod soak;
mod suites;
mod test;
mod tidy;
mod timings;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

const USAGE: &str = "\
Usage: cargo xtask VERB

  test [--quick] [--timings]
                     Everything that must hold before a commit: packages, tidy, build, tests, README commands.
                     --quick runs only the tests that need no MPI; --timings shows the slowest suites.
  test-mpi [FILTER]  Programs under MPICH, Open MPI, Intel MPI and the standard ABI; FILTER is a suite or part
                     of tests' names.
  check              Exactly what continuous integration runs: the same as `test`.
  tidy               Formatting, clippy, layering, source rules, documents, generated code.
  bench [--save] [NAME] [ARGUMENTS...]
                     Benches beside their baselines, one `bar` line per target. Without NAME: all of them.
                     --save writes their output to benches/results/.
  soak NAME [--count N] [--seed S]
                     Long random runs of which `test` runs a sample, with one `bar` line per target:
{soaks}
  codegen [--check]  Writes the files generated from spec/ (or only checks that they are up to date).";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&words) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[&str]) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match words {
        ["check"] => return test::all(&workspace, false),
        ["test", flags @ ..] if flags.iter().all(|flag| ["--quick", "--timings"].contains(flag)) => {
            let run = if flags.contains(&"--quick") { test::quick } else { test::all };
            return run(&workspace, flags.contains(&"--timings"));
        }
        ["test-mpi"] => return test::mpi(&workspace, None),
        ["test-mpi", filter] => return test::mpi(&workspace, Some(filter)),
        ["tidy"] => tidy::all(&workspace)?,
        // Asking a verb for help must not run an hour of benches.
        [] | [.., "help" | "--help" | "-h"] => println!("{}", usage()),
        ["bench", rest @ ..] => return bench::run(&workspace, rest),
        ["soak", rest @ ..] => return soak::run(&workspace, rest),
        ["codegen"] => codegen::write(&workspace)?,
        ["codegen", "--check"] => codegen::check(&workspace)?,
        other => bail!("`{}` is not a command of xtask\n\n{}", other.join(" "), usage()),
    }
    Ok(ExitCode::SUCCESS)
}

fn usage() -> String {
    USAGE.replace("{soaks}", &soak::list())
}
