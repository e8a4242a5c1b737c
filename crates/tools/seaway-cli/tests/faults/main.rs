// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random faults with real processes: daemons, writers and readers are killed and stopped, and links are cut,
//! stalled and released. No synced byte is lost, no stale byte comes back, and no call waits longer than
//! `seaway_timeout` and a second. Each seed is one event in a world of its own; `cargo xtask soak faults`
//! runs 200.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]
#![allow(clippy::print_stdout, reason = "what a soak finds is printed for people")]

mod daemon;
mod records;
mod remote;
mod remote_writer;
mod stream_ranks;
mod streams;

use std::time::Duration;

use seaway_soak::{Bars, Plan, apart};

/// Events of both tests together, in an ordinary run.
const SAMPLE: u64 = 20;
/// The hint `seaway_timeout` of all ranks.
const TIMEOUT: Duration = Duration::from_millis(1500);
/// Nothing that is alive takes this long.
const LONG: Duration = Duration::from_secs(60);

/// What was wrong after one event. All zero: nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Verdict {
    lost: Vec<String>,
    stale: Vec<String>,
    hangs: Vec<String>,
    crashes: Vec<String>,
}

impl Verdict {
    fn add(&mut self, other: Self) {
        self.lost.extend(other.lost);
        self.stale.extend(other.stale);
        self.hangs.extend(other.hangs);
        self.crashes.extend(other.crashes);
    }

    fn complaints(&self) -> impl Iterator<Item = &String> {
        self.lost.iter().chain(&self.stale).chain(&self.hangs).chain(&self.crashes)
    }
}

/// How much longer than the limit a call may take. A test that runs beside others waits for processors as
/// well.
fn grace(plan: Plan) -> Duration {
    if plan.is_sample() { Duration::from_secs(15) } else { Duration::from_secs(1) }
}

/// Runs the events of `plan` whose seeds are `of` this kind, and checks them against the bars.
fn run(id: &str, plan: Plan, of: impl Fn(u64) -> bool, event: impl Fn(u64) -> (String, Verdict)) {
    let (mut total, mut events, mut failed) = (Verdict::default(), 0, Vec::new());
    for seed in plan.seeds().filter(|&seed| of(seed)) {
        let (what, verdict) = event(seed);
        println!("{id} seed {seed}: {what}: {}", if verdict == Verdict::default() { "ok" } else { "FAILED" });
        for complaint in verdict.complaints() {
            println!("    {complaint}");
        }
        if verdict != Verdict::default() {
            println!("    {}", plan.repeat(seed));
            failed.push(seed);
        }
        events += 1;
        total.add(verdict);
    }
    let mut bars = Bars::default();
    bars.at_least(
        &format!("faults.{id}.events"),
        events,
        plan.seeds().filter(|&seed| of(seed)).count() as u64,
    );
    bars.at_most(&format!("faults.{id}.synced_ranges_lost"), total.lost.len() as u64, 0);
    bars.at_most(&format!("faults.{id}.stale"), total.stale.len() as u64, 0);
    bars.at_most(&format!("faults.{id}.hangs"), total.hangs.len() as u64, 0);
    bars.at_most(&format!("faults.{id}.crashes"), total.crashes.len() as u64, 0);
    bars.end(&failed.first().map(|&seed| plan.repeat(seed)).unwrap_or_default());
}

/// Three of five events.
fn is_remote(seed: u64) -> bool {
    seed % 5 < 3
}

#[test]
fn remote_files_keep_what_was_synced() {
    if let Some(part) = apart::part() {
        return remote_writer::run(&part);
    }
    let plan = Plan::of("faults", SAMPLE);
    run("remote", plan, is_remote, |seed| remote::event(plan, seed));
}

#[test]
fn streams_arrive_or_fail_in_time() {
    if let Some(part) = apart::part() {
        return stream_ranks::run(&part);
    }
    let plan = Plan::of("faults", SAMPLE);
    let world = streams::World::new();
    run("mxn", plan, |seed| !is_remote(seed), |seed| world.event(plan, seed));
}
