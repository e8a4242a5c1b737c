// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench [NAME]`: runs bench programs, which print their own tables and `bar` lines.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::packages::{self, Need};
use crate::workspace::Workspace;

struct Bench {
    name: &'static str,
    package: &'static str,
}

/// The bench target has the name of the bench.
const BENCHES: &[Bench] =
    &[Bench { name: "datatype", package: "seaway-datatype" }, Bench { name: "engine", package: "seaway" }];

/// The first word may name a bench; the rest goes to the bench program. The exit code is that of the first bench
/// that missed a bar.
pub(crate) fn run(workspace: &Workspace, words: &[&str]) -> Result<ExitCode> {
    let (chosen, arguments) = choose(words)?;
    packages::install(Need::Bench)?;
    let mut outcome = 0;
    for bench in chosen {
        println!("\n=== bench {}", bench.name);
        let mut cargo = workspace.cargo(&["bench", "--package", bench.package, "--bench", bench.name, "--"]);
        let status = cargo.args(arguments).status().context("cannot start cargo bench")?;
        // A bench that a signal ended has no code.
        let code = status.code().unwrap_or(1);
        outcome = if outcome == 0 { code } else { outcome };
    }
    Ok(ExitCode::from(u8::try_from(outcome).unwrap_or(1)))
}

fn choose<'w>(words: &'w [&'w str]) -> Result<(Vec<&'static Bench>, &'w [&'w str])> {
    let (name, arguments) = match words {
        [name, rest @ ..] if !name.starts_with('-') => (Some(*name), rest),
        all => (None, all),
    };
    let arguments = arguments.strip_prefix(&["--"]).unwrap_or(arguments);
    let chosen: Vec<_> = BENCHES.iter().filter(|bench| name.is_none_or(|name| name == bench.name)).collect();
    if chosen.is_empty() {
        let names: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
        bail!("there is no bench {:?}; there are: {}", name.unwrap_or_default(), names.join(", "));
    }
    Ok((chosen, arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], names: &[&str], arguments: &[&str]) {
        let (chosen, rest) = choose(words).unwrap();
        assert_eq!(chosen.iter().map(|bench| bench.name).collect::<Vec<_>>(), names, "{words:?}");
        assert_eq!(rest, arguments, "{words:?}");
    }

    #[test]
    fn first_word_names_the_bench() {
        check(&[], &["datatype", "engine"], &[]);
        check(&["engine"], &["engine"], &[]);
        check(&["engine", "--only", "faces"], &["engine"], &["--only", "faces"]);
        check(&["--", "--quick"], &["datatype", "engine"], &["--quick"]);
        assert!(choose(&["engines"]).is_err());
    }
}
