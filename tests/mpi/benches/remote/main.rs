// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench remote`: files of another machine, compared with the capacity of the link.
//!
//! Programs run under Debian's Open MPI: PnetCDF is built for it, and it yields while it waits. Files are in
//! the memory of the machine that serves them. A row is measured in rounds, alternating with its baselines;
//! the median over the rounds counts. A word, or `--only WORD`, runs the rows whose name contains it;
//! `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[path = "../mpiio/bars.rs"]
mod bars;
mod delay;
mod embedded;
#[path = "../../tests/hosts/mod.rs"]
mod hosts;
mod link;
mod loopback;
mod memory;
#[path = "../mpiio/plan.rs"]
mod plan;
mod raw_server;
#[path = "../mxn/sample.rs"]
mod sample;
mod scp;
mod small_writes;
#[path = "../../tests/sshd/mod.rs"]
mod sshd;
#[allow(dead_code, reason = "rows of the other bench have several units")]
#[path = "../mpiio/times.rs"]
mod times;

use std::process::ExitCode;

use bars::Bars;
use plan::Plan;

const MPI: &str = "debian-openmpi";

fn main() -> ExitCode {
    if let Some(outcome) = embedded::run_if_asked() {
        return outcome;
    }
    let plan = match Plan::from_arguments(3) {
        Ok(plan) => plan,
        Err(complaint) => {
            eprintln!("error: {complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut bars = Bars::default();
    link::run(&plan, &mut bars);
    loopback::run(&plan, &mut bars);
    small_writes::run(&plan, &mut bars);
    memory::run(&plan, &mut bars);
    bars.conclude()
}
