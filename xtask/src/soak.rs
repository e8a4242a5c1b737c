// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask soak NAME`: the long versions of the samples that `cargo xtask test` runs. Each prints one
//! `bar` line per requirement, as benches do, and for every failure a command that repeats it.

use std::process::{Command, ExitCode};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::run;
use crate::workspace::Workspace;

struct Soak {
    name: &'static str,
    about: &'static str,
    /// Cases of a full run.
    count: u64,
    program: Program,
}

enum Program {
    /// Test targets, whose sample is in `cargo test`. They read the number of cases and the seed from the
    /// environment.
    Tests(&'static [(&'static str, &'static str)]),
    /// A program that takes them as arguments.
    Binary { package: &'static str, count: &'static str },
}

const SOAKS: &[Soak] = &[
    Soak {
        name: "simulation",
        about: "random schedules of clients, daemons and streams in virtual time",
        count: 1_000_000,
        program: Program::Binary { package: "seaway-simulator", count: "--schedules" },
    },
    Soak {
        name: "frames",
        about: "hostile connections and frames against live processes",
        count: 1_000_000,
        program: Program::Tests(&[("seaway-cli", "hostile_frames")]),
    },
    Soak {
        name: "faults",
        about: "processes killed and stopped, links cut and held up, under remote: and mxn:",
        count: 200,
        program: Program::Tests(&[("seaway-cli", "faults")]),
    },
    Soak {
        name: "queue",
        about: "tasks of a queue that worker processes on two nodes complete while they are killed",
        count: 1_000_000,
        program: Program::Tests(&[("seaway-cli", "queue_nodes")]),
    },
    Soak {
        name: "things",
        about: "homes, backups and members of etcd killed and stopped, under things with two copies",
        count: 200,
        program: Program::Tests(&[("seaway-cli", "copies")]),
    },
    Soak {
        name: "fuzz",
        about: "random conversations with live state machines",
        count: 10_000,
        program: Program::Tests(&[("seaway-soak", "machines")]),
    },
];

/// For the usage text: one line for each.
pub(crate) fn list() -> String {
    let line = |soak: &Soak| format!("                     {:<11}{} ({})", soak.name, soak.about, soak.count);
    SOAKS.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn run(workspace: &Workspace, words: &[&str]) -> Result<ExitCode> {
    let request = Request::parse(words)?;
    let (soak, count) = (request.soak, request.count.unwrap_or(request.soak.count));
    let seed = request.seed.map_or_else(seed_of_today, Ok)?;
    println!("=== soak {} --count {count} --seed {seed}", soak.name);
    let started = Instant::now();
    let mut outcome = ExitCode::SUCCESS;
    for mut command in soak.commands(workspace, count, seed)? {
        if !run::follow(&mut command, |_| ())?.success() {
            outcome = ExitCode::FAILURE;
        }
    }
    println!(
        "{} cases in {:.0} s; the whole run again: cargo xtask soak {} --count {count} --seed {seed}",
        count,
        started.elapsed().as_secs_f64(),
        soak.name
    );
    Ok(outcome)
}

impl Soak {
    fn commands(&self, workspace: &Workspace, count: u64, seed: u64) -> Result<Vec<Command>> {
        let (count, seed) = (count.to_string(), seed.to_string());
        match self.program {
            Program::Tests(targets) => Ok(targets
                .iter()
                .map(|(package, target)| {
                    let mut cargo =
                        workspace.cargo(&["test", "--release", "--package", package, "--test", target]);
                    cargo.args(["--", "--nocapture", "--test-threads=1"]);
                    cargo.env("SEAWAY_SOAK_COUNT", &count).env("SEAWAY_SOAK_SEED", &seed);
                    cargo
                })
                .collect()),
            Program::Binary { package, count: option } => {
                let mut cargo = workspace.cargo(&["run", "--release", "--package", package, "--"]);
                cargo.args([option, &count, "--seed", &seed]);
                Ok(vec![cargo])
            }
        }
    }
}

/// Changes daily, so that soaks find what yesterday's did not.
fn seed_of_today() -> Result<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?;
    Ok(since.as_secs() / 86_400 * 1_000_000_000)
}

/// `NAME [--count N] [--seed S]`.
struct Request {
    soak: &'static Soak,
    count: Option<u64>,
    seed: Option<u64>,
}

impl Request {
    fn parse(words: &[&str]) -> Result<Self> {
        let names = || SOAKS.iter().map(|soak| soak.name).collect::<Vec<_>>().join(", ");
        let Some((name, mut rest)) = words.split_first() else { bail!("name a soak: {}", names()) };
        let soak = SOAKS.iter().find(|soak| soak.name == *name);
        let soak = soak.with_context(|| format!("unknown soak {name:?}; available: {}", names()))?;
        let mut request = Self { soak, count: None, seed: None };
        while let [option, value, behind @ ..] = rest {
            let number = value.parse().with_context(|| format!("{option} {value}: not a number"))?;
            match *option {
                "--count" => request.count = Some(number),
                "--seed" => request.seed = Some(number),
                other => bail!("{other} is not an option of soak; there are --count N and --seed S"),
            }
            rest = behind;
        }
        if let [word] = rest {
            bail!("{word} needs a number");
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], name: &str, count: Option<u64>, seed: Option<u64>) {
        let request = Request::parse(words).unwrap();
        assert_eq!((request.soak.name, request.count, request.seed), (name, count, seed), "{words:?}");
    }

    #[test]
    fn numbers_follow_the_name() {
        check(&["faults"], "faults", None, None);
        check(&["frames", "--count", "7"], "frames", Some(7), None);
        check(&["fuzz", "--seed", "3", "--count", "9"], "fuzz", Some(9), Some(3));
        for words in
            [&[][..], &["faulty"], &["fuzz", "--count"], &["fuzz", "--count", "x"], &["fuzz", "--n", "1"]]
        {
            assert!(Request::parse(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn usage_names_every_soak() {
        assert!(SOAKS.iter().all(|soak| list().contains(soak.name)));
    }
}
