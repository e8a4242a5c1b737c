// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench adapter`: calls that do little, natively and through an adapter onto the same MPI.
//!
//! The same program is built for the MPI itself and for another ABI, and both run on that MPI in turn. Each run takes the least
//! of many batches, and what counts is the least of the rounds: whatever else the machine does only adds. A word, or `--only
//! WORD`, runs the rows whose name contains it; `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[allow(dead_code, reason = "shared with benches that also ask for the least")]
#[path = "../mpiio/bars.rs"]
mod bars;
#[path = "../mpiio/plan.rs"]
mod plan;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use bars::{Bars, Limit};
use mpi_tests::{Abi, Installation, Launch};
use plan::Plan;

/// Programs of which MPI, on which.
const DIRECTIONS: [(&str, &str); 4] =
    [("openmpi", "mpich"), ("standard-abi", "mpich"), ("mpich", "openmpi"), ("standard-abi", "openmpi")];

/// What a call may cost more than natively, in nanoseconds.
const ADDED: [(&str, f64); 4] = [("rank", 2.0), ("message", 16.0), ("many", 256.0), ("operation", 5.0)];
/// What a message between two ranks may cost, of what it costs natively.
const RATIOS: [(&str, f64); 2] = [("ping_pong.8B", 1.002), ("ping_pong.1MiB", 1.002)];

fn main() -> ExitCode {
    let plan = match Plan::from_arguments(9) {
        Ok(plan) => plan,
        Err(complaint) => {
            eprintln!("error: {complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut bars = Bars::default();
    for (program, host) in DIRECTIONS {
        let name = format!("{program}.on.{host}");
        if plan.wants(&name) {
            measure(&name, &Installation::named(program), &Installation::named(host), plan.rounds, &mut bars);
        }
    }
    bars.conclude()
}

fn measure(name: &str, program: &Installation, host: &Installation, rounds: usize, bars: &mut Bars) {
    println!("\n{name}: natively and through the adapter, nanoseconds");
    let native = host.compile_c("bench/adapter.c", &["-O2"]);
    let foreign = program.compile_c("bench/adapter.c", &["-O2"]);
    let (mut least_native, mut least_adapted) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..rounds {
        for ranks in [1, 2] {
            keep_least(&mut least_native, &run(host, &native, ranks, None));
            keep_least(&mut least_adapted, &run(host, &foreign, ranks, Some(program.abi)));
        }
    }
    for (what, limit) in ADDED {
        let (native, adapted) = (least_native[what], least_adapted[what]);
        println!("{what:<16} {native:>10.2} {adapted:>10.2}   {:+.2}", adapted - native);
        bars.record(format!("{name}.{what}"), adapted - native, Limit::AtMost(limit));
    }
    for (what, limit) in RATIOS {
        let (native, adapted) = (least_native[what], least_adapted[what]);
        println!("{what:<16} {native:>10.2} {adapted:>10.2}   times {:.4}", adapted / native);
        bars.record(format!("{name}.{what}"), adapted / native, Limit::AtMost(limit));
    }
}

fn run(host: &Installation, program: &Path, ranks: usize, adapted: Option<Abi>) -> String {
    let launch = Launch::new(host, program).ranks(ranks);
    let launch = match adapted {
        Some(abi) => launch.adapted(abi),
        None => launch,
    };
    launch.run().expect_success().stdout
}

/// Lines `NAME NUMBER`.
fn keep_least(least: &mut BTreeMap<String, f64>, printed: &str) {
    for line in printed.lines() {
        let Some((name, number)) = line.split_once(' ') else { continue };
        let Ok(number) = number.trim().parse::<f64>() else { continue };
        let known = least.entry(name.to_owned()).or_insert(number);
        *known = known.min(number);
    }
}
