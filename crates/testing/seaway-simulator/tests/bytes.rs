// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of the bytes of streams; and the same with each safeguard disabled, which the
//! simulator must notice.
#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

use seaway_roles::stream::bytes::Flaws;
use seaway_simulator::bytes::{run, run_many};

const SAMPLE: u64 = 20_000;

#[test]
fn sample_of_schedules_has_no_violations() {
    let report = run_many(0, SAMPLE, Flaws::default());
    let text: Vec<String> = report.violations.iter().map(ToString::to_string).collect();
    assert!(text.is_empty(), "{}", text.join("\n"));
    // Schedules that do nothing would find nothing.
    let done = report.done;
    assert!(done.reads > SAMPLE * 5 && done.bytes > SAMPLE * 20 && done.links > SAMPLE * 2, "{done:?}");
    assert!(done.spills > SAMPLE / 4 && done.retractions > SAMPLE / 20, "{done:?}");
    assert!(done.returns > SAMPLE / 200, "{done:?}");
    assert!(done.failed > SAMPLE / 10 && done.failed < SAMPLE, "{done:?}");
}

#[test]
fn schedule_is_a_function_of_its_seed() {
    for seed in 0..300 {
        assert_eq!(run(seed, Flaws::default()), run(seed, Flaws::default()), "seed {seed}");
    }
}

/// The first violation found with a safeguard disabled contains one of these texts.
fn check(flaws: Flaws, expected: &[&str]) {
    check_from(0, flaws, expected);
}

/// As `check`, from a seed on behind which a rare defect is found.
fn check_from(first: u64, flaws: Flaws, expected: &[&str]) {
    let report = run_many(first, SAMPLE, flaws);
    let first = report.violations.first().expect("the simulator finds the defect");
    // The printed command reproduces it.
    assert_eq!(run(first.seed, flaws).unwrap_err().to_string(), first.to_string());
    assert!(
        first.to_string().contains(&format!("--scenario bytes --schedules 1 --seed {}", first.seed)),
        "{first}"
    );
    assert!(expected.iter().any(|text| first.what.contains(text)), "{first}");
}

#[test]
fn reader_that_leaves_silently_is_found() {
    check(Flaws { leaves_without_a_word: true, ..Flaws::default() }, &["wait forever"]);
}

#[test]
fn reader_that_waits_without_a_limit_for_the_end_to_be_settled_is_found() {
    check_from(40_000, Flaws { end_unlimited: true, ..Flaws::default() }, &["wait forever"]);
}

#[test]
fn bytes_dropped_under_an_attached_reader_are_found() {
    check(Flaws { drops_alone: true, ..Flaws::default() }, &["reads other bytes", "has seen", "reads"]);
}

#[test]
fn end_that_overtakes_bytes_is_found() {
    check(Flaws { end_overtakes_bytes: true, ..Flaws::default() }, &["reads", "delivered twice"]);
}

#[test]
fn retraction_that_overtakes_bytes_is_found() {
    let expected = ["delivered twice", "has returned", "reads", "wait forever", "fails although"];
    check(Flaws { retraction_overtakes_bytes: true, ..Flaws::default() }, &expected);
}

#[test]
fn writer_that_leaves_while_it_sends_is_found() {
    check(
        Flaws { leaves_while_sending: true, ..Flaws::default() },
        &["reads", "fails although", "finds no writers"],
    );
}

/// Once in 100,000 schedules: bytes must be on their way when a link is cut while the writers leave.
#[test]
fn writer_that_leaves_before_its_bytes_are_acknowledged_is_found() {
    let flaws = Flaws { leaves_unconfirmed: true, ..Flaws::default() };
    for seed in [8_919, 179_990, 319_581] {
        let what = run(seed, flaws).unwrap_err().what;
        assert!(what.contains("reads other bytes"), "{what}");
        run(seed, Flaws::default()).unwrap();
    }
}

#[test]
fn memory_that_is_freed_while_it_is_sent_is_found() {
    check(Flaws { frees_while_sending: true, ..Flaws::default() }, &["was given back"]);
}
