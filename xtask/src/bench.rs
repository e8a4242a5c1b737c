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
    /// Packages and their bench targets, saved as one result.
    targets: &'static [(&'static str, &'static str)],
    /// It runs programs under MPIs, with the library that users would preload and the daemon that they would
    /// start.
    under_mpis: bool,
}

const BENCHES: &[Bench] = &[
    Bench { name: "adapter", targets: &[("mpi-tests", "adapter")], under_mpis: true },
    Bench { name: "datatype", targets: &[("seaway-datatype", "datatype")], under_mpis: false },
    Bench { name: "engine", targets: &[("seaway", "engine")], under_mpis: false },
    Bench { name: "mpiio", targets: &[("mpi-tests", "mpiio")], under_mpis: true },
    Bench { name: "mxn", targets: &[("mpi-tests", "mxn")], under_mpis: true },
    // An example: speed per core of a hydrodynamics code.
    Bench { name: "ppm", targets: &[("ppm", "ppm")], under_mpis: false },
    Bench { name: "remote", targets: &[("mpi-tests", "remote")], under_mpis: true },
    // Copies along nodes.
    Bench { name: "stage", targets: &[("seaway-cli", "stage")], under_mpis: false },
    // Reads and writes, names and work queues, loss of a node.
    Bench {
        name: "things",
        targets: &[("seaway-things", "things"), ("seaway-daemon", "agreement"), ("seaway-cli", "failover")],
        under_mpis: false,
    },
    // The overhead of recording, of reading, and of a report page.
    Bench {
        name: "trace",
        targets: &[("seaway-interpose", "trace"), ("seaway-trace", "reading"), ("seaway-trace", "report")],
        under_mpis: false,
    },
];

/// Where `--save` writes results, to be committed with the measured code.
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
        let mut printed = String::new();
        for (package, target) in bench.targets {
            let mut cargo = workspace.cargo(&["bench", "--package", package, "--bench", target, "--"]);
            cargo.args(request.arguments);
            let status = run::follow(&mut cargo, |line| printed += &format!("{line}\n"))?;
            // A bench killed by a signal has no code.
            let code = status.code().unwrap_or(1);
            outcome = if outcome == 0 { code } else { outcome };
        }
        if request.save {
            save(workspace, bench, request.arguments, &printed)?;
        }
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
            bail!("unknown bench {:?}; available: {}", name.unwrap_or_default(), names.join(", "));
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
        let all: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
        check(&[], false, &all, &[]);
        check(&["engine"], false, &["engine"], &[]);
        check(&["--save", "engine"], true, &["engine"], &[]);
        check(&["engine", "--only", "faces"], false, &["engine"], &["--only", "faces"]);
        check(&["--", "--quick"], false, &all, &["--quick"]);
        assert!(Request::parse(&["engines"]).is_err());
    }
}
