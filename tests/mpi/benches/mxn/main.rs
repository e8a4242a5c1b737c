// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench mxn`: streams between two MPI programs beside the least that moving bytes can cost.
//!
//! Programs run under Debian's Open MPI: it lets others run while it waits, and there are more ranks than cores. All
//! times of a host are taken by one clock. A row is measured in rounds, in turn with its peers; what counts is the median
//! over the rounds, and the quartiles are shown. A word, or `--only WORD`, runs the rows whose name contains it; `--quick`
//! makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[path = "../mpiio/bars.rs"]
mod bars;
mod bulk;
mod latency;
mod memory;
mod network;
mod pair;
mod sample;

use std::process::ExitCode;

use bars::Bars;

/// What this run is to do.
struct Plan {
    only: Option<String>,
    rounds: usize,
}

impl Plan {
    fn wants(&self, row: &str) -> bool {
        self.only.as_ref().is_none_or(|only| row.contains(only.as_str()))
    }
}

/// Writers and readers of the rows on one host.
const SHAPES: [(usize, usize); 2] = [(1, 1), (4, 16)];

fn main() -> ExitCode {
    let plan = match read_arguments() {
        Ok(plan) => plan,
        Err(complaint) => {
            eprintln!("error: {complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut bars = Bars::default();
    bulk::run(&plan, &mut bars);
    latency::run(&plan, &mut bars);
    memory::run(&plan, &mut bars);
    network::run(&plan, &mut bars);
    bars.conclude()
}

fn read_arguments() -> Result<Plan, String> {
    let mut plan = Plan { only: None, rounds: 5 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            // What cargo itself passes.
            "--bench" => (),
            "--quick" => plan.rounds = 1,
            "--only" => plan.only = Some(words.next().ok_or("--only needs a word")?),
            word if !word.starts_with('-') => plan.only = Some(word.to_owned()),
            other => return Err(format!("{other:?} is not understood; there are --only WORD and --quick")),
        }
    }
    Ok(plan)
}
