// SPDX-License-Identifier: MIT OR Apache-2.0
//! What makes recording hard: signal handlers, threads, closed descriptors, full disks, other preloaded
//! libraries. No event is lost, and the program does not notice.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::path::Path;
use std::process::{Command, Output};

use seaway_trace_format::{Call, Flags};
use support::Trial;
use support::reader::Process;

/// Number of calls and bytes written to files whose paths begin with a text.
fn writes(processes: &[Process], begin: &str) -> (u64, u64) {
    let mut sum = (0, 0);
    for process in processes {
        let is_write = |call: u8| call == Call::Write as u8 || call == Call::Pwrite as u8;
        for event in process.events.iter().filter(|event| is_write(event.call as u8)) {
            if process.text(event.file).starts_with(begin) {
                assert!(event.duration.is_some() && event.error == 0, "{event:?}");
                sum = (sum.0 + 1, sum.1 + event.length);
            }
        }
        for counter in process.counters.iter().filter(|row| is_write(u8::try_from(row.call).unwrap())) {
            // Files without a row of their own are in the unnamed one.
            if counter.file == 0 && begin.ends_with("several")
                || process.text(counter.file).starts_with(begin) && counter.file != 0
            {
                assert_eq!(counter.failures, 0);
                sum = (sum.0 + counter.calls, sum.1 + counter.bytes);
            }
        }
    }
    sum
}

/// Compares with what the program reports.
fn check_counts(trial: &Trial, output: &Output) {
    assert!(output.status.success(), "{:?} {}", output.status, String::from_utf8_lossy(&output.stderr));
    let processes = trial.processes();
    let text = String::from_utf8_lossy(&output.stdout);
    let counts: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("count\t")).collect();
    assert!(!counts.is_empty());
    for line in counts {
        let [path, calls, bytes] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let found = writes(&processes, path.trim_end_matches('*'));
        assert_eq!(found, (calls.parse().unwrap(), bytes.parse().unwrap()), "{path}");
    }
}

fn check(what: &str) -> Trial {
    let trial = Trial::new();
    let output = trial.run("hardships.c", &[what]);
    check_counts(&trial, &output);
    trial
}

#[test]
fn signal_handlers_write_while_the_program_does() {
    check("signals");
}

#[test]
fn a_hundred_threads_write() {
    let trial = check("threads");
    let process = trial.process();
    let mut threads: Vec<_> = process.events.iter().map(|event| event.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    assert_eq!(threads.len(), 101);
}

#[test]
fn threads_fork() {
    let trial = check("forks in threads");
    assert_eq!(trial.processes().len(), 1 + 8 * 5);
}

#[test]
fn a_program_closes_all_descriptors_and_uses_their_numbers() {
    check("closing");
}

/// As `docs/trace.md` says.
#[test]
fn a_file_closed_unnoticed_keeps_its_name_until_another_is_opened() {
    check("closed unseen");
}

#[test]
fn a_thread_is_cancelled_in_a_call() {
    let trial = Trial::new();
    let fifo = trial.folder().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let output = trial.run("hardships.c", &["cancelled"]);
    check_counts(&trial, &output);
    let process = trial.process();
    let read = process.events.iter().find(|event| event.call == Call::Read).unwrap();
    assert!(read.duration.is_none(), "it never returned");
}

#[test]
fn a_full_quota_leaves_counters_that_add_up() {
    let trial = Trial::new();
    let program = trial.compiled("hardships.c");
    let output = trial
        .command(program)
        .env("SEAWAY_TRACE_QUOTA", "512K")
        .arg(trial.folder())
        .arg("many")
        .output()
        .unwrap();
    check_counts(&trial, &output);
    let process = trial.process();
    assert!(process.has_flag(Flags::FULL));
    assert!(process.bytes <= 512 << 10, "{} bytes", process.bytes);
    assert!(!process.events.is_empty() && process.events.len() < 100_000);
    let opened: u64 =
        process.counters.iter().filter(|row| row.call == Call::Open as u32).map(|row| row.calls).sum();
    assert_eq!(opened + process.count(Call::Open) as u64, 3001);
}

#[test]
fn a_quota_without_room_for_an_event_leaves_counters() {
    let trial = Trial::new();
    let program = trial.compiled("hardships.c");
    let mut command = trial.command(program);
    let output = command.env("SEAWAY_TRACE_QUOTA", "4K").arg(trial.folder()).arg("many").output().unwrap();
    check_counts(&trial, &output);
    let process = trial.process();
    assert!(process.has_flag(Flags::FULL) && process.events.is_empty());
    let opened = process.counters.iter().filter(|row| row.call == Call::Open as u32);
    assert_eq!(opened.map(|row| row.calls).sum::<u64>(), 3001);
}

#[test]
fn a_full_disk_leaves_counters_that_add_up() {
    // SAFETY: reads a number.
    if unsafe { libc::geteuid() } != 0 {
        eprintln!("skipped: only root can mount a small disk");
        return;
    }
    let trial = Trial::new();
    let program = trial.compiled("hardships.c");
    let disk = tempfile::tempdir().unwrap();
    // In a mount namespace of its own; the files are copied out before it ends.
    let script = r#"mount -t tmpfs -o size=700k tmpfs "$DISK" || exit 77
        env SEAWAY_TRACE="$DISK" LD_PRELOAD="$LIBRARY" "$@"
        result=$?
        cp "$DISK"/*.seatrace "$TRACE" && exit $result"#;
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", script, "sh"])
        .arg(program)
        .arg(trial.folder())
        .arg("many")
        .env("DISK", disk.path())
        .env("TRACE", trial.trace.path())
        .env("LIBRARY", support::library())
        .output()
        .unwrap();
    if output.status.code() == Some(77) || String::from_utf8_lossy(&output.stderr).contains("unshare failed")
    {
        eprintln!("skipped: this machine lets nobody mount");
        return;
    }
    check_counts(&trial, &output);
    assert!(trial.process().has_flag(Flags::FULL));
}

#[test]
fn another_allocator_is_preloaded_too() {
    let jemalloc = Path::new("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2");
    if !jemalloc.exists() {
        eprintln!("skipped: {} is not installed", jemalloc.display());
        return;
    }
    let (ours, theirs) = (support::library().display().to_string(), jemalloc.display().to_string());
    for both in [format!("{ours}:{theirs}"), format!("{theirs} {ours}")] {
        let trial = Trial::new();
        let program = trial.compiled("hardships.c");
        let output = trial
            .command(program)
            .env("LD_PRELOAD", &both)
            .arg(trial.folder())
            .arg("threads")
            .output()
            .unwrap();
        check_counts(&trial, &output);
        let python =
            trial.command("python3").env("LD_PRELOAD", &both).args(["-c", "print(1)"]).output().unwrap();
        assert_eq!(python.stdout, b"1\n", "{}", String::from_utf8_lossy(&python.stderr));
    }
}
