// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench adapter`: short calls, messages and a sort, natively and through an adapter onto the
//! same MPI.
//!
//! The same program is built for the MPI itself and for another ABI, and both run on that MPI alternately.
//! For calls, each run takes the minimum of many batches, and the minimum over the rounds counts: load on the
//! machine only adds. For messages and sorts, neighbouring runs are compared; the median of their ratios
//! counts, and quartiles are shown. Instructions, atomic ones and allocations are also counted, by
//! callgrind. A word, or `--only WORD`, runs the rows whose name contains it; `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

#[path = "../mpiio/bars.rs"]
mod bars;
mod counted;
#[path = "../mpiio/plan.rs"]
mod plan;
#[path = "../mxn/rounds.rs"]
mod rounds;
#[allow(dead_code, reason = "shared with benches that print more of it")]
#[path = "../mxn/sample.rs"]
mod sample;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bars::{Bars, Limit};
use counted::Counts;
use mpi_tests::{Abi, Installation, Launch, workspace_root};
use plan::Plan;
use sample::Sample;

/// The MPI that a program is built for, and the one it runs on.
const DIRECTIONS: [(&str, &str); 4] =
    [("openmpi", "mpich"), ("standard-abi", "mpich"), ("mpich", "openmpi"), ("standard-abi", "openmpi")];

/// Allowed overhead of a call, in nanoseconds.
const ADDED: [(&str, f64); 4] = [("rank", 2.0), ("message", 16.0), ("many", 256.0), ("operation", 5.0)];
/// Allowed time of a message between two ranks, relative to the native time.
const RATIOS: [(&str, f64); 2] = [("ping_pong.8B", 1.002), ("ping_pong.1MiB", 1.002)];
/// Sorts of the sizes that NAS IS calls A and B: all keys, and the bits of a key.
const SORTS: [(&str, usize, usize); 2] = [("A", 1 << 23, 19), ("B", 1 << 25, 21)];
/// How often a run sorts, as NAS IS does.
const SORT_ITERATIONS: usize = 10;
/// Required speed of a sort, relative to the native speed.
const OF_NATIVE_SORT: f64 = 0.99;
/// Instructions that the adapter may add to sending or receiving a message.
const ADDED_INSTRUCTIONS: f64 = 32.0;
/// Calls of the adapter that `times.c` makes for the counting run, in both ranks, for each of [`RATIOS`].
const COUNTED_MESSAGES: [u32; 2] = [500, 20];
/// The calls that `times.c` makes for the counting run, in order, each a hundred times.
const COUNTED: [&str; 7] = ["rank", "message", "status", "many", "long", "operation", "derived"];
/// Calls with long arrays borrow memory for requests and for statuses, and return it: two exchanges of a
/// pointer each.
const EXCHANGES: [(&str, u64); 1] = [("long", 4)];

/// One of the two programs that are compared.
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
            let sort = pair(workspace_root().join("examples/integer_sort/integer_sort.c"));
            sort.sort(plan.rounds, &mut bars);
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
            let calls = self.run_both(1);
            least.iter_mut().zip(&calls).for_each(|(least, measured)| keep_least(least, measured));
            let [native, adapted] = self.run_both(2);
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

    /// Two runs differ by more than one percent now and then, so their order alternates.
    fn sort(&self, rounds: usize, bars: &mut Bars) {
        const RANKS: usize = 2;
        for (class, keys, key_bits) in SORTS {
            let arguments = [keys / RANKS, SORT_ITERATIONS, key_bits].map(|number| number.to_string());
            let seconds = |side: usize| self.run_one(side, RANKS, &arguments)["seconds"];
            let (mut native_seconds, mut speeds, mut round) = (Sample::default(), Sample::default(), 0);
            let measure = |speeds: &mut Sample| {
                let first = round % 2;
                let (one, other) = (seconds(first), seconds(1 - first));
                let (native, adapted) = if first == 0 { (one, other) } else { (other, one) };
                native_seconds.push(native);
                speeds.push(native / adapted);
                round += 1;
            };
            let holds = |speeds: &Sample| speeds.median() >= OF_NATIVE_SORT;
            rounds::measure(rounds, &mut speeds, measure, holds);
            let id = format!("integer_sort.{class}");
            let [low, high] = [0.25, 0.75].map(|share| speeds.quantile(share));
            println!(
                "{id:<16} {:.4} ({low:.4}..{high:.4}) of native speed, native {native_seconds} s",
                speeds.median()
            );
            bars.record(format!("{}.{id}", self.name), speeds.median(), Limit::AtLeast(OF_NATIVE_SORT));
        }
    }

    /// Additional instructions per call, and those among them that are never necessary.
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

    /// Waiting ranks execute as many instructions as they have time for, so two runs cannot be compared. The
    /// adapter's own instructions can be separated from the rest of the same run.
    fn count_messages(&self, bars: &mut Bars) {
        let [_, adapted] = self.count_both(2);
        for (((what, _), calls), counts) in RATIOS.into_iter().zip(COUNTED_MESSAGES).zip(adapted) {
            let added = counts.own as f64 / f64::from(calls);
            println!("{what:<16} {added:+.1} instructions per call");
            let limit = Limit::AtMost(ADDED_INSTRUCTIONS);
            bars.record(format!("{}.{what}.instructions", self.name), added, limit);
        }
    }

    fn count_both(&self, ranks: usize) -> [Vec<Counts>; 2] {
        self.sides.each_ref().map(|(side, program)| counted::run(&self.host, program, ranks, *side))
    }

    fn run_both(&self, ranks: usize) -> [BTreeMap<String, f64>; 2] {
        [0, 1].map(|side| self.run_one::<&str>(side, ranks, &[]))
    }

    fn run_one<A: AsRef<OsStr>>(&self, side: usize, ranks: usize, arguments: &[A]) -> BTreeMap<String, f64> {
        let (side, program) = &self.sides[side];
        let launch = Launch::new(&self.host, program).ranks(ranks);
        let launch = launch.arguments(arguments.iter().map(AsRef::as_ref));
        numbers(&side.applied_to(launch).run().expect_success().stdout)
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
