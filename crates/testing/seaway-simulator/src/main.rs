// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs schedules of all scenarios, or of one: `cargo run --release -p seaway-simulator -- [--scenario NAME]
//! --schedules N --seed S`. Prints a line for each of the first violations, and exits with 1 if there are any.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::fmt::Debug;
use std::process::ExitCode;
use std::time::Instant;

use seaway_roles::relay::Forwarding;
use seaway_roles::store::Flaws;
use seaway_simulator::core::Violation;
use seaway_simulator::many::{Report, run_many};
use seaway_simulator::{bytes, copies, queue, registry, relay, ring, store, stream, thing};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let number = |name: &str, default: u64| match value(name).map(|text| text.parse::<u64>()) {
        None => Ok(default),
        Some(Ok(number)) => Ok(number),
        Some(Err(_)) => Err(format!("{name} takes a number")),
    };
    let (schedules, seed) = match (number("--schedules", 20_000), number("--seed", 0)) {
        (Ok(schedules), Ok(seed)) => (schedules, seed),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let wanted = value("--scenario");
    let scenarios: Vec<Scenario> = SCENARIOS
        .into_iter()
        .filter(|(name, _)| wanted.as_deref().is_none_or(|wanted| wanted == *name))
        .collect();
    if scenarios.is_empty() {
        let names: Vec<&str> = SCENARIOS.iter().map(|(name, _)| *name).collect();
        eprintln!("unknown scenario {}; available: {}", wanted.unwrap_or_default(), names.join(", "));
        return ExitCode::from(2);
    }
    let mut all_held = true;
    for (name, run) in scenarios {
        let since = Instant::now();
        let (done, violations) = run(seed, schedules);
        let seconds = since.elapsed().as_secs_f64();
        println!("{name}: {schedules} schedules from seed {seed} in {seconds:.1} s: {done}");
        violations.iter().for_each(|violation| println!("{violation}"));
        let verdict = if violations.is_empty() { "ok" } else { "SHORT" };
        println!("bar simulation.{name}.violations {} <= 0 {verdict}", violations.len());
        all_held &= violations.is_empty();
    }
    if all_held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs this many schedules from a seed on; returns a summary and the first violations.
type Run = fn(u64, u64) -> (String, Vec<Violation>);
type Scenario = (&'static str, Run);

const SCENARIOS: [Scenario; 9] = [
    (store::SCENARIO, run_store),
    (stream::SCENARIO, run_stream),
    (bytes::SCENARIO, run_bytes),
    (relay::SCENARIO, run_relay),
    (thing::SCENARIO, run_thing),
    (copies::SCENARIO, run_copies),
    (queue::SCENARIO, run_queue),
    (registry::SCENARIO, run_registry),
    (ring::SCENARIO, run_ring),
];

fn run_store(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(store::run_many(seed, schedules, Flaws::default()))
}

fn run_stream(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    let run = |seed| stream::run(seed, stream::Defects::default()).map_err(Box::new);
    shown(run_many(seed, schedules, run))
}

fn run_bytes(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(bytes::run_many(seed, schedules, seaway_roles::stream::bytes::Flaws::default()))
}

fn run_relay(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(run_many(seed, schedules, |seed| relay::run(seed, Forwarding::default())))
}

fn run_thing(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(run_many(seed, schedules, |seed| thing::run(seed, seaway_roles::thing::Flaws::default())))
}

fn run_copies(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(run_many(seed, schedules, |seed| copies::run(seed, seaway_roles::thing::CopyFlaws::default())))
}

fn run_queue(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(queue::run_many(seed, schedules, seaway_roles::queue::Defect::None))
}

fn run_ring(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(ring::run_many(seed, schedules, seaway_roles::ring::Defect::None))
}

fn run_registry(seed: u64, schedules: u64) -> (String, Vec<Violation>) {
    shown(registry::run_many(seed, schedules, registry::Defect::None))
}

fn shown<D: Debug>(report: Report<D>) -> (String, Vec<Violation>) {
    (format!("{:?}", report.done), report.violations)
}
