// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules, and a check that each disabled safeguard is noticed.

use super::*;

fn schedules() -> u64 {
    std::env::var("SEAWAY_SCHEDULES").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000)
}

#[test]
fn all_ranks_learn_of_losses_in_time_and_there_are_no_false_alarms() {
    let (mut done, mut failed) = (0, 0);
    for seed in 0..schedules() {
        let seen = run(seed, Defects::default()).unwrap_or_else(|violation| panic!("{violation}"));
        (done, failed) = (done + seen.ranks_done, failed + seen.ranks_failed);
    }
    assert!(done > schedules() && failed > schedules() / 2, "{done} succeeded, {failed} learned of a loss");
}

/// The text of the first violation.
fn found(defects: Defects) -> String {
    let first = (0..100_000).find_map(|seed| run(seed, defects).err());
    first.expect("the simulation finds the defect").what
}

#[test]
fn reader_that_waits_without_end_for_a_stopped_writer_is_found() {
    let search = Some(SearchDefect::SilenceIsAbsence);
    let what = found(Defects { search, ..Defects::default() });
    assert!(what.contains("waits longer") && what.contains("Searching"), "{what}");
}

#[test]
fn reader_that_waits_without_end_for_a_writer_stopped_on_another_host_is_found() {
    let search = Some(SearchDefect::PlacesAreOne);
    let what = found(Defects { search, ..Defects::default() });
    assert!(what.contains("waits longer") && what.contains("Searching"), "{what}");
}

#[test]
fn unmonitored_rank_0_is_found() {
    let what = found(Defects { nobody_looks_after_rank_0: true, ..Defects::default() });
    assert!(what.contains("waits longer"), "{what}");
}

#[test]
fn rank_0_that_searches_without_monitoring_its_ranks_is_found() {
    let what = found(Defects { search_looks_after_nobody: true, ..Defects::default() });
    assert!(what.contains("waits longer") && what.contains("Searching"), "{what}");
}

#[test]
fn rank_stopped_during_notification_and_never_told_again_is_found() {
    let what = found(Defects { late_ones_are_not_told: true, ..Defects::default() });
    assert!(what.contains("waits longer"), "{what}");
}

#[test]
fn last_collective_call_that_waits_for_a_killed_rank_is_found() {
    let what = found(Defects { closing_waits_for_the_dead: true, ..Defects::default() });
    assert!(what.contains("waits longer"), "{what}");
}

#[test]
fn reader_missed_while_its_goodbye_is_in_flight_is_found() {
    let what = found(Defects { refusal_is_loss: true, ..Defects::default() });
    assert!(what.contains("nobody was lost"), "{what}");
}

#[test]
fn schedule_is_a_function_of_its_seed() {
    for seed in 0..200 {
        let twice = [0; 2].map(|_| format!("{:?}", run(seed, Defects::default())));
        assert_eq!(twice[0], twice[1]);
    }
}
