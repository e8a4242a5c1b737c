// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench adapter`: calls that do little, messages and a sort, natively and through an adapter onto the same MPI.
//!
//! The same program is built for the MPI itself and for another ABI, and both run on that MPI in turn. Of calls, each run takes
//! the least of many batches, and what counts is the least of the rounds: whatever else the machine does only adds. Of messages
//! and of the sort, neighbouring runs are compared, and the median of their ratios counts. What can be counted is counted too,
//! by callgrind: instructions, atomic ones, allocations. A word, or `--only WORD`, runs the rows whose name contains it;
//! `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[allow(dead_code, reason = "shared with benches that also ask for the least")]
#[path = "../mpiio/bars.rs"]
mod bars;
mod counted;
#[path = "../mpiio/plan.rs"]
mod plan;
#[allow(dead_code, reason = "shared with benches that print more of it")]
#[path = "../mxn/sample.rs"]
mod sample;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bars::{Bars, Limit};
use counted::Counts;
use mpi_tests::{Abi, Installation, Launch, workspace_root};
use plan::Plan;
use sample::Sample;

/// Programs of which MPI, on which.
const DIRECTIONS: [(&str, &str); 4] =
    [("openmpi", "mpich"), ("standard-abi", "mpich"), ("mpich", "openmpi"), ("standard-abi", "openmpi")];

/// What a call may cost more than natively, in nanoseconds.
const ADDED: [(&str, f64); 4] = [("rank", 2.0), ("message", 16.0), ("many", 256.0), ("operation", 5.0)];
/// What a message between two ranks may cost, of what it costs natively.
const RATIOS: [(&str, f64); 2] = [("ping_pong.8B", 1.002), ("ping_pong.1MiB", 1.002)];
/// Two runs of the same sort differ by more than that.
const SORT: f64 = 1.02;
/// The calls that `times.c` makes for whoever counts, in its order, each a hundred times.
const COUNTED: [&str; 7] = ["rank", "message", "status", "many", "long", "operation", "derived"];
/// Calls with long arrays borrow memory for requests and for statuses, and give it back: two exchanges of a pointer each.
const EXCHANGES: [(&str, u64); 1] = [("long", 4)];

/// One of the two that are compared.
#[derive(Debug, Clone, Copy)]
enum Side {
    Native,
    Adapted(Abi),
}

impl Side {
    fn applied_to(self, launch: Launch) -> Launch {
        match self {
            Self::Native => launch,
            Self::Adapted(abi) => launch.adapted(abi),
        }
    }
}

/// A program built for the host, and for another ABI.
struct Pair {
    name: String,
    host: Installation,
    sides: [(Side, PathBuf); 2],
}

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
            let (program, host) = (Installation::named(program), Installation::named(host));
            let pair = |source: PathBuf| Pair::compiled(&name, &program, &host, &source);
            println!("\n{name}: natively and through the adapter");
            let calls = pair("costs/times.c".into());
            calls.measure(plan.rounds, &mut bars);
            pair(workspace_root().join("examples/integer_sort/integer_sort.c")).sort(plan.rounds, &mut bars);
            if counted::is_possible() {
                calls.count_calls(&mut bars);
                calls.count_messages(&mut bars);
            }
        }
    }
    bars.conclude()
}

impl Pair {
    fn compiled(name: &str, program: &Installation, host: &Installation, source: &Path) -> Self {
        let sides = [(Side::Native, host), (Side::Adapted(program.abi), program)]
            .map(|(side, installation)| (side, installation.compile_c(source, &["-O2"])));
        Self { name: name.to_owned(), host: host.clone(), sides }
    }

    fn measure(&self, rounds: usize, bars: &mut Bars) {
        let mut least = [BTreeMap::new(), BTreeMap::new()];
        let mut ratios: BTreeMap<String, Sample> = BTreeMap::new();
        for _ in 0..rounds {
            let calls = self.run_both(1, &[]);
            least.iter_mut().zip(&calls).for_each(|(least, measured)| keep_least(least, measured));
            let [native, adapted] = self.run_both(2, &[]);
            for (what, value) in adapted {
                ratios.entry(what.clone()).or_default().push(value / native[&what]);
            }
        }
        for (what, limit) in ADDED {
            let (native, adapted) = (least[0][what], least[1][what]);
            println!("{what:<16} {native:>10.2} ns {adapted:>10.2} ns   {:+.2}", adapted - native);
            bars.record(format!("{}.{what}", self.name), adapted - native, Limit::AtMost(limit));
        }
        for (what, limit) in RATIOS {
            println!("{what:<16} times {:.4}", ratios[what].median());
            bars.record(format!("{}.{what}", self.name), ratios[what].median(), Limit::AtMost(limit));
        }
    }

    fn sort(&self, rounds: usize, bars: &mut Bars) {
        let mut ratios = Sample::default();
        for _ in 0..rounds {
            let [native, adapted] = self.run_both(2, &["262144", "10"]);
            ratios.push(adapted["seconds"] / native["seconds"]);
        }
        println!("{:<16} times {:.4}", "integer_sort", ratios.median());
        bars.record(format!("{}.integer_sort", self.name), ratios.median(), Limit::AtMost(SORT));
    }

    /// Instructions that a call has more, and of them those that nobody may need.
    fn count_calls(&self, bars: &mut Bars) {
        let [native, adapted] = self.count_both(1);
        for (what, (native, adapted)) in COUNTED.into_iter().zip(native.iter().zip(&adapted)) {
            let each = |count: u64| count as f64 / 100.0;
            println!(
                "{what:<16} {:>10.1} instructions {:>10.1}   {:+.1}, atomic {}, allocations {}",
                each(native.all),
                each(adapted.all),
                each(adapted.all) - each(native.all),
                each(adapted.atomic),
                each(adapted.allocations),
            );
            let allowed = EXCHANGES.iter().find(|(name, _)| *name == what).map_or(0, |(_, count)| *count);
            let more = each(adapted.atomic) - allowed as f64 + each(adapted.allocations);
            bars.record(format!("{}.{what}.locks_and_allocations", self.name), more, Limit::AtMost(0.0));
        }
    }

    /// Ranks that wait execute as many instructions as they have time for, so two runs cannot be compared. What the adapter
    /// executes itself can be told from the rest of the same run.
    fn count_messages(&self, bars: &mut Bars) {
        let [_, adapted] = self.count_both(2);
        for ((what, limit), counts) in RATIOS.into_iter().zip(adapted) {
            let ratio = counts.all as f64 / (counts.all - counts.own) as f64;
            println!("{what:<16} times {ratio:.4} in instructions");
            bars.record(format!("{}.{what}.instructions", self.name), ratio, Limit::AtMost(limit));
        }
    }

    fn count_both(&self, ranks: usize) -> [Vec<Counts>; 2] {
        self.sides.each_ref().map(|(side, program)| counted::run(&self.host, program, ranks, *side))
    }

    fn run_both(&self, ranks: usize, arguments: &[&str]) -> [BTreeMap<String, f64>; 2] {
        self.sides.each_ref().map(|(side, program)| {
            let launch = Launch::new(&self.host, program).ranks(ranks).arguments(arguments);
            numbers(&side.applied_to(launch).run().expect_success().stdout)
        })
    }
}

/// Lines `NAME NUMBER`.
fn numbers(printed: &str) -> BTreeMap<String, f64> {
    let pairs = printed.lines().filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(name, number)| Some((name.to_owned(), number.trim().parse().ok()?))).collect()
}

fn keep_least(least: &mut BTreeMap<String, f64>, measured: &BTreeMap<String, f64>) {
    for (name, &number) in measured {
        let known = least.entry(name.clone()).or_insert(number);
        *known = known.min(number);
    }
}
