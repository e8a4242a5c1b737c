// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench mxn`: streams between two MPI programs, compared with the minimum cost of moving bytes.
//!
//! Programs run under Debian's Open MPI, those of large steps under Open MPI 5: it yields while it waits, and
//! there are more ranks than cores. All
//! times of a host are taken by one clock. A row is measured in rounds, alternating with its baselines; the
//! median over the rounds counts, and the quartiles are shown; a row below target is measured in further
//! rounds. A word, or `--only WORD`, runs the rows whose name contains it; `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[path = "../mpiio/bars.rs"]
mod bars;
mod bulk;
#[path = "../../tests/hosts/mod.rs"]
mod hosts;
mod latency;
mod memory;
mod network;
mod pair;
#[path = "../mpiio/plan.rs"]
mod plan;
mod rounds;
mod sample;

use std::process::ExitCode;

use bars::Bars;
use plan::Plan;

/// Writers and readers of the rows on one host.
const SHAPES: [(usize, usize); 2] = [(1, 1), (4, 16)];

fn main() -> ExitCode {
    let plan = match Plan::from_arguments(5) {
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
