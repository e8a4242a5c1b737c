// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of registries; and the same with a defect, which the simulator must find.

use seaway_simulator::registry::{Defect, run, run_many};

const SAMPLE: u64 = 3_000;

#[test]
fn sample_of_schedules_keeps_every_promise() {
    let report = run_many(0, SAMPLE, Defect::None);
    assert!(report.violations.is_empty(), "{}", report.violations[0]);
    // Schedules in which nothing goes wrong would find nothing.
    let done = report.done;
    assert!(done.calls > SAMPLE * 20 && done.unknown > SAMPLE && done.crashes > SAMPLE, "{done:?}");
    assert!(done.events > SAMPLE * 5 && done.vouched > SAMPLE, "{done:?}");
}

#[test]
fn answers_before_the_commit_are_found() {
    let found = (0..SAMPLE).find_map(|seed| run(seed, Defect::AnswersEarly).err());
    assert!(found.is_some());
}
