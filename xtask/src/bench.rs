// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench [NAME]`: runs bench programs, which print their own tables and `bar` lines.

mod machine;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::mpi_environment;
use crate::packages::{self, Need};
use crate::run;
use crate::test::INSTALLED;
use crate::workspace::Workspace;

struct Bench {
    name: &'static str,
    package: &'static str,
    /// It runs programs under MPIs, with the library that users would preload and the daemon that they would start.
    under_mpis: bool,
}

/// The bench target has the name of the bench.
const BENCHES: &[Bench] = &[
    Bench { name: "adapter", package: "mpi-tests", under_mpis: true },
    Bench { name: "datatype", package: "seaway-datatype", under_mpis: false },
    Bench { name: "engine", package: "seaway", under_mpis: false },
    Bench { name: "mpiio", package: "mpi-tests", under_mpis: true },
    Bench { name: "mxn", package: "mpi-tests", under_mpis: true },
    Bench { name: "reading", package: "seaway-trace", under_mpis: false },
    Bench { name: "remote", package: "mpi-tests", under_mpis: true },
    Bench { name: "report", package: "seaway-trace", under_mpis: false },
];

/// What `--save` writes, to be committed with the code that it measured.
const RESULTS: &str = "benches/results";

/// The exit code is that of the first bench that missed a bar.
pub(crate) fn run(workspace: &Workspace, words: &[&str]) -> Result<ExitCode> {
    let request = Request::parse(words)?;
    packages::install(Need::Bench)?;
    let mut outcome = 0;
    for bench in &request.benches {
        println!("\n=== bench {}", bench.name);
        if bench.under_mpis {
            prepare_mpis(workspace)?;
        }
        let mut cargo = workspace.cargo(&["bench", "--package", bench.package, "--bench", bench.name, "--"]);
        cargo.args(request.arguments);
        let mut printed = String::new();
        let status = run::follow(&mut cargo, |line| printed += &format!("{line}\n"))?;
        if request.save {
            save(workspace, bench, request.arguments, &printed)?;
        }
        // A bench that a signal ended has no code.
        let code = status.code().unwrap_or(1);
        outcome = if outcome == 0 { code } else { outcome };
    }
    Ok(ExitCode::from(u8::try_from(outcome).unwrap_or(1)))
}

fn prepare_mpis(workspace: &Workspace) -> Result<()> {
    packages::install(Need::Test)?;
    mpi_environment::prepare(workspace)?;
    run::succeed(
        workspace.cargo(&["build", "--release"]).args(INSTALLED.iter().flat_map(|name| ["-p", name])),
    )
}

fn save(workspace: &Workspace, bench: &Bench, arguments: &[&str], printed: &str) -> Result<()> {
    let path = format!("{RESULTS}/{}.txt", bench.name);
    let command = [&["cargo xtask bench", bench.name], arguments].concat().join(" ");
    let text = format!("{command}\n{}\n{printed}", machine::describe(workspace));
    fs::create_dir_all(workspace.path(RESULTS))?;
    fs::write(workspace.path(&path), text).with_context(|| format!("cannot write {path}"))?;
    println!("saved as {path}");
    Ok(())
}

/// `[--save] [NAME] [ARGUMENTS...]`; the arguments go to the bench program.
struct Request<'w> {
    save: bool,
    benches: Vec<&'static Bench>,
    arguments: &'w [&'w str],
}

impl<'w> Request<'w> {
    fn parse(words: &'w [&'w str]) -> Result<Self> {
        let (save, words) = match words {
            ["--save", rest @ ..] => (true, rest),
            all => (false, all),
        };
        let (name, arguments) = match words {
            [name, rest @ ..] if !name.starts_with('-') => (Some(*name), rest),
            all => (None, all),
        };
        let arguments = arguments.strip_prefix(&["--"]).unwrap_or(arguments);
        let benches: Vec<_> =
            BENCHES.iter().filter(|bench| name.is_none_or(|name| name == bench.name)).collect();
        if benches.is_empty() {
            let names: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
            bail!("there is no bench {:?}; there are: {}", name.unwrap_or_default(), names.join(", "));
        }
        Ok(Self { save, benches, arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], save: bool, names: &[&str], arguments: &[&str]) {
        let request = Request::parse(words).unwrap();
        assert_eq!(request.save, save, "{words:?}");
        assert_eq!(request.benches.iter().map(|bench| bench.name).collect::<Vec<_>>(), names, "{words:?}");
        assert_eq!(request.arguments, arguments, "{words:?}");
    }

    #[test]
    fn first_word_names_the_bench() {
        check(
            &[],
            false,
            &["adapter", "datatype", "engine", "mpiio", "mxn", "reading", "remote", "report"],
            &[],
        );
        check(&["engine"], false, &["engine"], &[]);
        check(&["--save", "engine"], true, &["engine"], &[]);
        check(&["engine", "--only", "faces"], false, &["engine"], &["--only", "faces"]);
        check(
            &["--", "--quick"],
            false,
            &["adapter", "datatype", "engine", "mpiio", "mxn", "reading", "remote", "report"],
            &["--quick"],
        );
        assert!(Request::parse(&["engines"]).is_err());
    }
}
