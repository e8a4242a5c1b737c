// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench engine`: the engine on embedded ranks beside raw calls, mapped files and hand-written
//! two-phase I/O.
//!
//! Every row is a contest: the same threads do the same work alternately through Seaway and the baselines,
//! and the ratio is the median over the rounds. On disk both sides write to the page cache; neither waits for
//! the disk. `--only WORD` runs the rows whose name contains it; `--quick` halves the rounds.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

mod bars;
mod contest;
mod contiguous;
mod interleaved;
mod ours;
mod pattern;
mod peers;
mod places;
mod small_calls;

use std::process::ExitCode;

use bars::Bars;
use places::FileSystem;

/// Numbers of ranks of each row.
const RANKS: [usize; 3] = [1, 2, 4];

/// What this run is to do.
struct Plan {
    only: Option<String>,
    rounds: usize,
    places: Vec<FileSystem>,
}

impl Plan {
    fn wants(&self, row: &str) -> bool {
        self.only.as_ref().is_none_or(|only| row.contains(only.as_str()))
    }
}

fn main() -> ExitCode {
    let plan = match read_arguments() {
        Ok(plan) => plan,
        Err(complaint) => {
            eprintln!("error: {complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut bars = Bars::default();
    contiguous::run(&plan, &mut bars);
    small_calls::run(&plan, &mut bars);
    interleaved::run(&plan, &mut bars);
    bars.conclude()
}

fn read_arguments() -> Result<Plan, String> {
    let places = places::all().map_err(|error| format!("cannot make a directory for files: {error}"))?;
    let mut plan = Plan { only: None, rounds: 7, places };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            // Passed by cargo itself.
            "--bench" => (),
            "--quick" => plan.rounds = 3,
            "--only" => plan.only = Some(words.next().ok_or("--only needs a word")?),
            other => return Err(format!("unknown option {other:?}; use --only WORD or --quick")),
        }
    }
    Ok(plan)
}
