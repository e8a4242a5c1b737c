// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that make every hooked call, under all its names, and print what they did: the trace must match.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::collections::BTreeSet;

use support::{Trial, assert_same, expected};

fn check(program: &str) -> BTreeSet<String> {
    let trial = Trial::new();
    let output = trial.run(program, &[]);
    assert!(output.status.success(), "{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let process = trial.process();
    assert_same(&expected(&output.stdout), &process.lines());
    assert!(process.events.iter().all(|event| event.duration.is_some()), "all calls have returned");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter_map(|line| line.strip_prefix("symbol\t")).map(str::to_owned).collect()
}

#[test]
fn every_call_on_descriptors_and_names_is_recorded() {
    check("every_call.c");
}

#[test]
fn every_call_on_buffered_files_is_recorded() {
    check("every_stream.c");
}
