// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of second copies; and the same with each mend taken out, which the simulator must find.
#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

use seaway_roles::thing::CopyFlaws;
use seaway_simulator::copies::run;
use seaway_simulator::many::run_many;

const SAMPLE: u64 = 1_000;
/// Schedules in which each planted defect must be found.
const ENOUGH: u64 = 40_000;

#[test]
fn sample_of_schedules_keeps_every_promise() {
    let report = run_many(0, SAMPLE, |seed| run(seed, CopyFlaws::default()));
    let text: Vec<String> = report.violations.iter().map(ToString::to_string).collect();
    assert!(text.is_empty(), "{}", text.join("\n"));
    // Schedules that do nothing would find nothing.
    let done = report.done;
    assert!(done.writes > SAMPLE * 50 && done.reads > SAMPLE * 50, "{done:?}");
    assert!(done.kills > SAMPLE && done.stops > SAMPLE, "{done:?}");
    assert!(done.copies > SAMPLE && done.taken_over > SAMPLE / 2, "{done:?}");
}

fn is_found_without(flaws: CopyFlaws) {
    let parts = (0..ENOUGH).step_by(500);
    let mut found = parts.flat_map(|first| run_many(first, 500, |seed| run(seed, flaws)).violations);
    let first = found.next().expect("the simulator finds the defect");
    // The line that repeats it does.
    assert_eq!(run(first.seed, flaws).unwrap_err().to_string(), first.to_string());
}

#[test]
fn homes_that_drop_their_backups_by_themselves_are_found() {
    is_found_without(CopyFlaws { drops_without_the_registry: true, ..CopyFlaws::default() });
}

#[test]
fn stale_homes_that_are_admitted_are_found() {
    is_found_without(CopyFlaws { stale_homes_admitted: true, ..CopyFlaws::default() });
}

#[test]
fn copies_that_take_over_without_being_named_are_found() {
    is_found_without(CopyFlaws { unnamed_copies_take_over: true, ..CopyFlaws::default() });
}

#[test]
fn writes_that_are_acknowledged_by_the_home_alone_are_found() {
    is_found_without(CopyFlaws { acknowledged_alone: true, ..CopyFlaws::default() });
}

#[test]
fn reads_of_what_is_undone_are_found_if_homes_change_first() {
    is_found_without(CopyFlaws { made_at_home_first: true, ..CopyFlaws::default() });
}

#[test]
fn reads_at_homes_that_outlive_their_leases_are_found() {
    is_found_without(CopyFlaws { lease_ignored: true, ..CopyFlaws::default() });
}

#[test]
fn reads_at_homes_whose_leases_ended_early_are_found() {
    is_found_without(CopyFlaws { grace_ignored: true, ..CopyFlaws::default() });
}

#[test]
fn copies_that_are_named_late_are_found() {
    is_found_without(CopyFlaws { late_names_forgotten: true, ..CopyFlaws::default() });
}
