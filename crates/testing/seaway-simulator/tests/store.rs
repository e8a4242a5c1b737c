// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of the store service; and the same with each safeguard disabled, which the simulator
//! must notice.
#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

use seaway_roles::store::Flaws;
use seaway_simulator::store::{run, run_many};

const SAMPLE: u64 = 20_000;

#[test]
fn sample_of_schedules_has_no_violations() {
    let report = run_many(0, SAMPLE, Flaws::default());
    let text: Vec<String> = report.violations.iter().map(ToString::to_string).collect();
    assert!(text.is_empty(), "{}", text.join("\n"));
    // Schedules that do nothing would find nothing.
    let done = report.done;
    assert!(done.syncs > SAMPLE * 5 && done.connections > SAMPLE * 2, "{done:?}");
    assert!(done.restarts > SAMPLE / 4 && done.troubles > SAMPLE / 20, "{done:?}");
    assert!(done.given_up < SAMPLE / 4, "{done:?}");
}

/// The first violation found with a safeguard disabled.
fn found_without(flaws: Flaws) -> String {
    let report = run_many(0, SAMPLE, flaws);
    let first = report.violations.first().expect("the simulator finds the defect");
    // The printed command reproduces it.
    assert_eq!(run(first.seed, flaws).unwrap_err().to_string(), first.to_string());
    assert!(first.to_string().contains(&format!("--seed {}", first.seed)), "{first}");
    first.what.clone()
}

#[test]
fn late_bytes_of_a_lost_connection_are_found_without_the_fence() {
    let what = found_without(Flaws { unfenced: true, ..Flaws::default() });
    assert!(what.contains("synced") || what.contains("acknowledged"), "{what}");
}

#[test]
fn bytes_lost_despite_a_successful_sync_are_found_without_the_verifier() {
    let what = found_without(Flaws { verifier_ignored: true, ..Flaws::default() });
    assert!(what.contains("synced") || what.contains("acknowledged"), "{what}");
}

#[test]
fn request_executed_twice_is_found_without_outcomes() {
    found_without(Flaws { outcomes_forgotten: true, ..Flaws::default() });
}

#[test]
fn overwriting_newer_bytes_is_found_if_published_bytes_are_sent_again() {
    found_without(Flaws { published_resent: true, ..Flaws::default() });
}

#[test]
fn write_without_its_lock_is_found_if_lost_locks_are_not_reported() {
    found_without(Flaws { lost_locks_untold: true, ..Flaws::default() });
}
