// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report for terminals, compared with a reviewed one: `story/report.txt`.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod generated;
mod story;

use std::fs;
use std::path::Path;

use seaway_trace::report::Report;
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Trace};

#[test]
fn text_matches_the_reviewed_one() {
    let folder = tempfile::tempdir().unwrap();
    story::write(folder.path());
    let text = Report::of(&Trace::open(folder.path()).unwrap()).text();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/story/report.txt");
    // SEAWAY_BLESS=1 updates it, to be reviewed before it is committed.
    if std::env::var_os("SEAWAY_BLESS").is_some() {
        fs::write(&golden, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&golden).unwrap());
}

/// Names in the trace that would move a cursor, break a line or reverse it are escaped.
#[test]
fn text_has_no_character_that_disturbs_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    story::write(folder.path());
    let text = Report::of(&Trace::open(folder.path()).unwrap()).text();
    let names = story::HOSTILE.len();
    assert!(names > 3 && text.contains("\\x1b[2J"), "{text}");
    assert!(!text.chars().any(|character| character.is_control() && character != '\n'));
    assert!(!text.contains('\u{202e}'));
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(100), "{longest:?} columns\n{text}");
    assert!(text.contains(&format!("All {} ranks", story::RANKS)));
}

/// The same trace gives the same page, however its processes are divided among threads.
#[test]
fn reports_do_not_depend_on_how_processes_are_divided_among_threads() {
    let folder = tempfile::tempdir().unwrap();
    generated::write(folder.path(), generated::Shape { ranks: 20, files: 30, events: 100_000 });
    let page = || Report::of(&Trace::open(folder.path()).unwrap()).text();
    let first = page();
    assert!(first.contains("20 ranks"), "{first}");
    (0..5).for_each(|_| assert_eq!(page(), first));
}

#[test]
fn bytes_of_a_transfer_are_read_from_one_file_and_written_to_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = ProcessWriter::in_memory(header("node1", 4711));
    let (from, to) = (writer.path("/data/from").unwrap(), writer.path("/data/to").unwrap());
    let (call, duration, offset) = (Call::CopyFileRange, Some(5_000), to.into());
    let copy = Written { call, start: 1_000, duration, error: 0, file: from, offset, length: 3_000 };
    writer.event(1, copy).unwrap();
    fs::write(folder.path().join("a.seatrace"), writer.into_bytes()).unwrap();
    let text = Report::of(&Trace::open(folder.path()).unwrap()).text();
    assert!(text.contains("2.9 KiB read and 2.9 KiB written"), "{text}");
    let row = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    let columns = |name: &str| row(name).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns("/data/from")[2..6], ["2.9", "KiB", "0", "bytes"], "{text}");
    assert_eq!(columns("/data/to")[2..6], ["0", "bytes", "2.9", "KiB"], "{text}");
}

/// Killed in its last call: its duration and bytes are unknown.
#[test]
fn a_last_call_that_did_not_return_counts_as_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = ProcessWriter::in_memory(header("node1", 4711));
    let file = writer.path("/data/out").unwrap();
    let write = |offset, length, start, duration| Written {
        call: Call::Pwrite,
        start,
        duration,
        error: 0,
        file,
        offset,
        length,
    };
    writer.event(1, write(0, 3_000, 1_000, Some(5_000))).unwrap();
    writer.event(1, write(3_000, 1 << 20, 9_000, None)).unwrap();
    fs::write(folder.path().join("a.seatrace"), writer.into_bytes()).unwrap();
    let trace = Trace::open(folder.path()).unwrap();
    let text = Report::of(&trace).text();
    assert!(text.contains("0 bytes read and 2.9 KiB written"), "{text}");
    let table = |title: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with(title)).skip(2);
        lines.take_while(|line| !line.is_empty()).map(str::trim).collect::<Vec<_>>()
    };
    let [unfinished] = table("1 call did not return")[..] else { panic!("{text}") };
    assert!(unfinished.starts_with("pwrite /data/out") && unfinished.ends_with(" -"), "{text}");
    assert_eq!(table("Slowest calls").len(), 1, "{text}");
    let mut records = trace.processes()[0].records().unwrap();
    assert_eq!(records.by_ref().map(|record| record.bytes()).collect::<Vec<_>>(), [3_000, 0]);
}
