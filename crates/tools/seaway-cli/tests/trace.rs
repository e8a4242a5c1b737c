// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace` and `seaway top` from the user's point of view.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{SystemTime, UNIX_EPOCH};

use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Trace};
use seaway_trace_format::{ClockPair, Flags, StringKind};

const SECOND: u64 = 1_000_000_000;

/// Two ranks on separate hosts. The clock of the second one is wrong by `wrong` nanoseconds. Both leave a
/// barrier after two seconds, and one of them starts a program that is not recorded.
fn write(folder: &Path, wrong: u64) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = u64::try_from(now.as_nanos()).unwrap() - 100 * SECOND;
    for rank in 0..2_u8 {
        let behind = if rank == 1 { wrong } else { 0 };
        let mut header = header(&format!("node{rank}"), 10 + u32::from(rank));
        (header.rank, header.boot) = (rank.into(), [rank; 16]);
        header.began = ClockPair { ticks: 500, nanoseconds: 500 };
        header.began_real_nanoseconds = now - behind;
        let path = folder.join(format!("node{rank}.{}.0.seatrace", header.process));
        let mut writer = ProcessWriter::create(&path, header).unwrap();
        writer.string(StringKind::Program, b"/opt/solver").unwrap();
        let file = writer.path("/data/mesh").unwrap();
        let program = writer.path("/no/such/tool").unwrap();
        let call = |call, start, offset, length| Written {
            call,
            start: 500 + start,
            duration: Some(SECOND / 10),
            error: 0,
            file,
            offset,
            length,
        };
        writer.event(1, call(Call::Pread, SECOND, 0, 4096)).unwrap();
        writer.event(1, call(Call::MpiBarrier, 19 * SECOND / 10, 77, 0)).unwrap();
        if rank == 0 {
            let spawn = Written { file: program, ..call(Call::Spawn, 3 * SECOND, 0, 99) };
            writer.event(1, spawn).unwrap();
        } else {
            writer.event(1, Written { duration: None, ..call(Call::Read, 4 * SECOND, 3, 0) }).unwrap();
        }
        writer.finish().unwrap();
    }
}

fn seaway(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

fn succeed(arguments: &[&str], folder: &Path) -> String {
    let output = seaway(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn fail(arguments: &[&str], folder: &Path) -> String {
    let output = seaway(arguments, folder);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn session() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("run")).unwrap();
    write(&folder.path().join("run"), 5 * SECOND);
    folder
}

#[test]
fn info_says_what_is_there_and_what_is_not() {
    let folder = session();
    let text = succeed(&["trace", "info", "run"], folder.path());
    for part in [
        "processes           2",
        "calls               6",
        "read                8.0 KiB",
        "rank 1                /opt/solver on node1, pid 11",
        "not returned        1 calls",
        "/no/such/tool (pid 99) was started but nothing was recorded",
    ] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

#[test]
fn info_counts_what_streams_moved_and_processes_once() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..2 {
        let path = folder.path().join(format!("node.10.{number}.seatrace"));
        let mut writer = ProcessWriter::create(&path, header("node", 10)).unwrap();
        let file = writer.path("mxn:field").unwrap();
        for (call, start) in [(Call::MpiWriteAt, 1000), (Call::DeviceWrite, 1001)] {
            let written = Written { call, start, duration: Some(9), error: 0, file, offset: 0, length: 2048 };
            writer.event(1, written).unwrap();
        }
        writer.finish().unwrap();
    }
    let text = succeed(&["trace", "info", "."], folder.path());
    for part in ["processes           1", "programs            2: ", "written             4.0 KiB"] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
    let report = succeed(&["report", "--text", "."], folder.path());
    assert!(report.contains("\n1 process "), "{report}");
}

#[test]
fn bytes_of_what_was_recorded_from_outside_are_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut header = header("node", 10);
    header.flags = Flags::FROM_OUTSIDE;
    let mut writer = ProcessWriter::create(&folder.path().join("node.10.0.seatrace"), header).unwrap();
    let file = writer.path("/data/a").unwrap();
    let open =
        Written { call: Call::Openat, start: 9, duration: Some(0), error: 0, file, offset: 0, length: 0 };
    writer.event(1, open).unwrap();
    writer.finish().unwrap();
    let text = succeed(&["trace", "info", "."], folder.path());
    assert!(text.contains("read                not known") && !text.contains("0 bytes"), "{text}");
}

/// The child of vfork writes its exec into its parent's file.
#[test]
fn programs_that_a_child_of_vfork_became_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let call = |call, start, duration, file, length| {
        let start = 500 + start;
        Written { call, start, duration, error: 0, file, offset: 0, length }
    };
    let began = |process, after| {
        let mut header = header("node", process);
        header.boot = [7; 16];
        header.began = ClockPair { ticks: 500 + after, nanoseconds: 500 + after };
        header.began_real_nanoseconds += after;
        let path = folder.path().join(format!("node.{process}.0.seatrace"));
        ProcessWriter::create(&path, header).unwrap()
    };
    let mut shell = began(10, 0);
    let seen = shell.path("/usr/bin/seen").unwrap();
    let lost = shell.path("/no/such/tool").unwrap();
    for event in [
        call(Call::Vfork, SECOND, Some(SECOND), 0, 11),
        call(Call::Exec, 3 * SECOND / 2, None, seen, 0),
        call(Call::Vfork, 3 * SECOND, Some(SECOND), 0, 12),
        call(Call::Exec, 7 * SECOND / 2, None, lost, 0),
        call(Call::Exec, 5 * SECOND, None, lost, 0),
    ] {
        shell.event(1, event).unwrap();
    }
    shell.finish().unwrap();
    began(11, 2 * SECOND).finish().unwrap();
    let text = succeed(&["trace", "info", "."], folder.path());
    assert!(!text.contains("/usr/bin/seen"), "{text}");
    assert!(
        text.contains("/no/such/tool (pid 12) was") && text.contains("/no/such/tool (pid 10) was"),
        "{text}"
    );
    assert!(!text.contains("not returned"), "{text}");
}

#[test]
fn clocks_of_hosts_are_brought_together_by_a_barrier() {
    let folder = session();
    let merged = succeed(&["trace", "merge", "run", "-o", "all"], folder.path());
    assert_eq!(merged, "node0: +0.000000000 s\nnode1: +5.000000000 s\n");
    let trace = Trace::open(&folder.path().join("all")).unwrap();
    let barrier = |process: &seaway_trace::Process| {
        let mut records = process.records().unwrap();
        records.find(|record| record.call == Call::MpiBarrier).unwrap().end()
    };
    let left: Vec<u64> = trace.processes().iter().map(barrier).collect();
    assert_eq!(left[0], left[1]);
    let again = fail(&["trace", "merge", "run", "-o", "all"], folder.path());
    assert!(again.contains("all already contains a trace"), "{again}");
}

#[test]
fn given_offsets_take_precedence_over_barriers() {
    let folder = session();
    let merged = succeed(&["trace", "merge", "run", "-o", "all", "--offset", "node1=-1.5"], folder.path());
    assert_eq!(merged, "node0: +0.000000000 s\nnode1: -1.500000000 s\n");
    let text = succeed(&["trace", "export", "all", "--format", "csv"], folder.path());
    let starts: Vec<u64> = text
        .lines()
        .filter(|line| line.contains(",pread,"))
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    // The second host's clock is five seconds behind, and made to be one and a half more: it begins the time line.
    assert_eq!(starts, [SECOND, SECOND + 13 * SECOND / 2]);
    let unknown = fail(&["trace", "merge", "run", "-o", "more", "--offset", "node7=1"], folder.path());
    assert!(unknown.contains("no host node7, only node0, node1"), "{unknown}");
}

#[test]
fn packed_traces_are_read_by_all_verbs() {
    let folder = session();
    let packed = succeed(&["trace", "pack", "run"], folder.path());
    assert!(packed.starts_with("run.seapack: 2 processes, "), "{packed}");
    for format in ["text", "csv", "parquet", "perfetto"] {
        for trace in ["run", "run.seapack"] {
            let target = format!("{trace}.{format}");
            succeed(&["trace", "export", trace, "--format", format, "-o", &target], folder.path());
        }
        let read = |trace: &str| fs::read(folder.path().join(format!("{trace}.{format}"))).unwrap();
        assert!(read("run") == read("run.seapack"), "{format}");
    }
    let merged = succeed(&["trace", "merge", "run.seapack", "-o", "all"], folder.path());
    assert_eq!(merged, "node0: +0.000000000 s\nnode1: +5.000000000 s\n");
    let (before, after) = (
        succeed(&["trace", "export", "run"], folder.path()),
        succeed(&["trace", "export", "all"], folder.path()),
    );
    assert_eq!(before, after);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = session();
    for format in ["text", "csv", "parquet", "perfetto"] {
        let words = ["trace", "export", "run", "--format", format];
        let plain = seaway(&words, folder.path());
        let dash = seaway(&[&words[..], &["-o", "-"]].concat(), folder.path());
        assert!(dash.status.success() && !plain.stdout.is_empty(), "{format}: {dash:?}");
        assert!(dash.stdout == plain.stdout, "{format}");
    }
    assert!(!folder.path().join("-").exists());
}

#[test]
fn top_shows_calls_that_do_not_return() {
    let folder = session();
    let text = succeed(&["top", "run", "--once", "--interval", "0.01"], folder.path());
    assert!(text.starts_with("2 of 2 processes run; rates over "), "{text}");
    // A hundred seconds ago minus four, and five more by its own clock.
    let line =
        text.lines().find(|line| line.starts_with("rank 1 has been in read(/data/mesh) for ")).unwrap();
    let age: u64 = line.split_whitespace().rev().nth(1).unwrap().parse().unwrap();
    assert!((101..1000).contains(&age), "{line}");
}

#[test]
fn input_that_is_not_a_trace_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.seatrace"), b"nothing of the kind").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let check = |arguments: &[&str], expected: &str| {
        let text = fail(arguments, folder.path());
        assert!(text.contains(expected) && text.lines().count() == 1, "{text}");
    };
    check(&["trace", "info", "a.seatrace"], "a.seatrace is not a trace: it has no trace header");
    check(&["trace", "info", "empty"], "empty contains no trace");
    check(&["trace", "export", "missing"], "cannot read missing: No such file");
    check(&["trace", "pack", "a.seatrace", "-o", "b"], "is not a trace");
    check(&["top", "empty", "--once"], "contains no trace");
    check(&["top", "empty", "--interval", "0"], "--interval 0");
    assert!(!folder.path().join("b").exists() && !folder.path().join("b.part").exists());
}
