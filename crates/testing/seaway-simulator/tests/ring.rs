// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of rings; and the same with defects, which the simulator must find.

use seaway_roles::ring::Defect;
use seaway_simulator::ring::{run, run_many};

const SAMPLE: u64 = 2_000;

#[test]
fn sample_of_schedules_keeps_every_promise() {
    let report = run_many(0, SAMPLE, Defect::None);
    assert!(report.violations.is_empty(), "{}", report.violations[0]);
    // Schedules in which nothing goes wrong would find nothing.
    let done = report.done;
    assert!(done.arrived > SAMPLE && done.lost > SAMPLE / 50 && done.chunks > SAMPLE * 50, "{done:?}");
    assert!(done.cuts > SAMPLE / 4 && done.deaths > SAMPLE / 10 && done.returns > SAMPLE / 20, "{done:?}");
    assert!(done.changes > SAMPLE / 4 && done.links > 3 * SAMPLE, "{done:?}");
}

fn check(defect: Defect, expected: &str) {
    let found =
        (0..SAMPLE).any(|seed| run(seed, defect).is_err_and(|violation| violation.what.contains(expected)));
    assert!(found, "{defect:?}");
}

#[test]
fn mix_of_versions_is_found() {
    check(Defect::MixesVersions, "mix");
}

#[test]
fn content_shown_before_its_commit_is_found() {
    check(Defect::ShowsUncommitted, "mix");
}

#[test]
fn orphans_are_found() {
    check(Defect::LeavesOrphans, "never ends");
}

#[test]
fn trust_in_a_broken_link_is_found() {
    check(Defect::TrustsTheLink, "given up");
}
