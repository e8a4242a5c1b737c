// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of work queues; and the same with defects, which the simulator must find.

use seaway_roles::queue::Defect;
use seaway_simulator::queue::{run, run_many};

const SAMPLE: u64 = 5_000;

#[test]
fn sample_of_schedules_keeps_every_promise() {
    let report = run_many(0, SAMPLE, Defect::None);
    assert!(report.violations.is_empty(), "{}", report.violations[0]);
    // Schedules in which nothing goes wrong would find nothing.
    let done = report.done;
    assert!(done.tasks > SAMPLE * 5 && done.attempts > done.tasks, "{done:?}");
    assert!(
        done.crashes > SAMPLE / 2 && done.worker_deaths > SAMPLE / 2 && done.dead > SAMPLE / 50,
        "{done:?}"
    );
    assert!(done.managers > SAMPLE && done.repeated > SAMPLE, "{done:?}");
}

fn check(defect: Defect, expected: &str) {
    let found = (0..SAMPLE).find_map(|seed| run(seed, defect).err());
    let what = found.map(|violation| violation.what).unwrap_or_default();
    assert!(what.contains(expected), "{defect:?}: {what}");
}

#[test]
fn second_completion_is_found() {
    check(Defect::CompletesTwice, "twice");
}

#[test]
fn forgotten_sequence_is_found() {
    check(Defect::ForgetsSequence, "never completed");
}
