// SPDX-License-Identifier: MIT OR Apache-2.0
//! A trace that is truncated, or cannot be written, while its program runs: the program does not notice, and
//! the trace says so.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::fs::OpenOptions;
use std::path::Path;
use std::process::Stdio;

use seaway_trace_format::{Flags, StringKind};
use support::Trial;

fn run(what: &str, more: &[&str]) -> Trial {
    let trial = Trial::new();
    let trace = trial.trace.path().to_str().unwrap().to_owned();
    let output = trial.run("cut.c", &[&[what, trace.as_str()], more].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {:?} {said}", output.status);
    assert!(output.stdout.ends_with(b"good\n"), "{what}");
    trial
}

#[test]
fn truncating_a_trace_anywhere_does_not_affect_the_program() {
    run("sizes", &[]);
}

#[test]
fn threads_and_handlers_that_block_all_signals_survive_truncation() {
    run("blocked", &[]);
}

#[test]
fn the_programs_own_handler_gets_its_own_faults_and_can_be_queried() {
    run("handlers", &[]);
}

#[test]
fn a_handler_installed_by_other_means_is_found_and_kept() {
    run("behind", &[]);
}

/// As libseaway.so does.
#[test]
fn another_library_that_handles_the_same_signal_gets_its_own_faults() {
    let ours = support::library().display().to_string();
    for neighbour_is_first in [false, true] {
        let trial = Trial::new();
        let neighbour = trial.compiled_library("neighbour.c").display().to_string();
        let libraries =
            if neighbour_is_first { [neighbour, ours.clone()] } else { [ours.clone(), neighbour] };
        let program = trial.compiled("cut.c");
        let mut command = trial.command(program);
        command.env("LD_PRELOAD", libraries.join(":")).arg(trial.folder()).arg("neighbours");
        let output = command.arg(trial.trace.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "neighbour first: {neighbour_is_first}: {:?} {said}", output.status);
        assert!(output.stdout.ends_with(b"good\n"));
    }
}

#[test]
fn a_truncated_trace_names_its_program_and_says_that_calls_are_missing() {
    for bytes in ["0", "5000", "100000"] {
        let process = run("once", &[bytes]).process();
        assert!(process.has_flag(Flags::CUT) && process.has_flag(Flags::ENDED), "cut to {bytes}");
        assert!(process.texts(StringKind::Program)[0].ends_with("/cut"), "cut to {bytes}");
        assert!(process.header.latest.ticks > process.header.began.ticks);
    }
}

#[test]
fn repeated_truncation_does_not_affect_the_program() {
    let trial = Trial::new();
    let program = trial.compiled("cut.c");
    let mut command = trial.command(program);
    command.arg(trial.folder()).args([Path::new("busy"), trial.trace.path()]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let (mut cuts, mut sizes) = (0_u32, [0, 70_000, 3_000, 65_536, 200_000, 1].into_iter().cycle());
    while child.try_wait().unwrap().is_none() {
        for path in trial.files() {
            let size = sizes.next().unwrap();
            let file = OpenOptions::new().write(true).open(path).unwrap();
            if file.metadata().unwrap().len() > size {
                file.set_len(size).unwrap();
                cuts += 1;
            }
        }
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?} after {cuts} cuts", output.status);
    assert!(output.stdout.ends_with(b"good\n") && cuts > 0);
}
