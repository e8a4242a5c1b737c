// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions by which Seaway's other libraries record: valid calls are in the trace, from any thread;
//! invalid ones are ignored.

#![allow(clippy::unwrap_used, reason = "a test stops where it cannot go on")]

mod support;

use std::process::Output;

use seaway_trace_format::{Call, Layer};
use support::{Trial, assert_same, expected};

/// Numbers that stand for no call of a program.
fn without_meaning() -> Vec<String> {
    let means_nothing = |number: &u8| match Call::of_number(*number) {
        None => true,
        Some(call) => call.info().layer == Layer::Trace,
    };
    (0..=255).filter(means_nothing).map(|number: u8| number.to_string()).collect()
}

fn run(trial: &Trial, what: &str, change: impl FnOnce(&mut std::process::Command)) -> Output {
    let mut command = trial.command(trial.compiled("exported.c"));
    command.arg(trial.folder()).arg(what).arg((Call::DeviceWrite as u8).to_string()).args(without_meaning());
    change(&mut command);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{:?} {}", output.status, String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn reported_calls_are_recorded() {
    let trial = Trial::new();
    let output = run(&trial, "all", |_| {});
    assert!(without_meaning().len() > 4);
    let processes = trial.processes();
    let of_device =
        processes.iter().map(|process| process.events.iter().filter(|event| event.call == Call::DeviceWrite));
    let counts: Vec<usize> = of_device.map(Iterator::count).collect();
    assert!(counts.iter().filter(|count| **count > 0).count() == 1, "{counts:?}");
    let process = &processes[counts.iter().position(|count| *count > 0).unwrap()];
    // Threads record concurrently; offsets distinguish the calls.
    let by_offset = |line: &String| line.split('\t').nth(2).unwrap().parse::<u64>().unwrap();
    let (mut said, mut found) = (expected(&output.stdout), process.lines());
    found.retain(|line| line.starts_with("device write"));
    said.sort_by_key(by_offset);
    found.sort_by_key(by_offset);
    assert_same(&said, &found);
    let running: Vec<u64> =
        process.events.iter().filter(|event| event.duration.is_none()).map(|event| event.offset).collect();
    assert_eq!(running, [4001]);
    // None of them took longer than the whole test may.
    let longest = process.events.iter().filter_map(|event| event.duration).max().unwrap();
    assert!(longest < 1 << 36, "{longest}");
}

#[test]
fn nothing_is_recorded_while_recording_is_off() {
    let trial = Trial::new();
    run(&trial, "off", |command| {
        command.env_remove("SEAWAY_TRACE");
    });
    run(&trial, "off", |command| {
        command.env("SEAWAY_TRACE", "/no/such/folder");
    });
    assert!(trial.processes().is_empty());
}

/// Some are events, the others were counted when they ended, on other threads.
#[test]
fn counters_add_up_when_the_quota_is_full() {
    const MANY: u64 = 40_000;
    let trial = Trial::new();
    run(&trial, "many", |command| {
        command.env("SEAWAY_TRACE_QUOTA", "512K");
    });
    let process = trial.process();
    let events: Vec<_> = process.events.iter().filter(|event| event.call == Call::DeviceWrite).collect();
    let counted: Vec<_> =
        process.counters.iter().filter(|row| row.call == u32::from(Call::DeviceWrite as u8)).collect();
    assert!(!events.is_empty() && counted.iter().any(|row| row.calls > 0));
    let calls = events.len() as u64 + counted.iter().map(|row| row.calls).sum::<u64>();
    let bytes = events.iter().map(|event| event.length).sum::<u64>()
        + counted.iter().map(|row| row.bytes).sum::<u64>();
    assert_eq!((calls, bytes), (MANY, (0..MANY).sum::<u64>()));
    assert!(events.iter().all(|event| event.duration.is_some()));
}
