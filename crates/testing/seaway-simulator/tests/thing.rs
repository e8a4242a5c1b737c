// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of things; and the same with each mend taken out, which the simulator must find.
#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

use seaway_roles::thing::Flaws;
use seaway_simulator::many::run_many;
use seaway_simulator::thing::run;

const SAMPLE: u64 = 20_000;

#[test]
fn sample_of_schedules_keeps_every_promise() {
    let report = run_many(0, SAMPLE, |seed| run(seed, Flaws::default()));
    let text: Vec<String> = report.violations.iter().map(ToString::to_string).collect();
    assert!(text.is_empty(), "{}", text.join("\n"));
    // Schedules that do nothing would find nothing.
    let done = report.done;
    assert!(done.writes > SAMPLE * 20 && done.reads > SAMPLE * 20, "{done:?}");
    assert!(done.adds > SAMPLE * 10, "{done:?}");
    assert!(done.moves > SAMPLE && done.kills > SAMPLE / 2 && done.lost > SAMPLE / 4, "{done:?}");
    assert!(done.unknown > SAMPLE / 4, "{done:?}");
}

/// What the first violation says that is found without a mend.
fn found_without(flaws: Flaws) -> String {
    let report = run_many(0, SAMPLE, |seed| run(seed, flaws));
    let first = report.violations.first().expect("the simulator finds the defect");
    // The line that repeats it does.
    assert_eq!(run(first.seed, flaws).unwrap_err().to_string(), first.to_string());
    first.what.clone()
}

#[test]
fn homes_that_outlive_their_leases_are_found() {
    let what = found_without(Flaws { lease_ignored: true, ..Flaws::default() });
    assert!(what.contains("lease"), "{what}");
}

#[test]
fn lost_writes_are_found_without_the_second_look() {
    found_without(Flaws { no_second_look: true, ..Flaws::default() });
}

#[test]
fn lost_additions_are_found_unless_they_are_one_step() {
    let what = found_without(Flaws { updates_in_two_steps: true, ..Flaws::default() });
    assert!(what.contains("addition"), "{what}");
}

#[test]
fn accesses_to_a_namesake_are_found_without_epochs() {
    found_without(Flaws { epochs_ignored: true, ..Flaws::default() });
}
