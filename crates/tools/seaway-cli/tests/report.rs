// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway report` on a small trace: where the page goes, text, two runs, and what it refuses.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use seaway_trace::Call;
use seaway_trace::write::{ProcessWriter, Written, header};

/// One process that reads a file in pieces of so many bytes.
fn trace(folder: &Path, length: u64) {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("node.7.0.seatrace");
    let mut writer = ProcessWriter::create(&path, header("node", 7)).unwrap();
    let file = writer.path("/data/input.nml").unwrap();
    for number in 0..(100_000 / length) {
        let (start, offset) = (number * 2000, number * length);
        let duration = Some(1000);
        writer
            .event(7, Written { call: Call::Pread, start, duration, error: 0, file, offset, length })
            .unwrap();
    }
    writer.finish().unwrap();
}

fn seaway(folder: &Path, arguments: &[&str]) -> Output {
    let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
    seaway.arg("report").args(arguments).current_dir(folder).output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn page_lies_beside_the_trace_or_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    trace(&folder.path().join("run"), 80);
    assert_eq!(printed(&seaway(folder.path(), &["run"])), "run/report.html\n");
    let page = fs::read_to_string(folder.path().join("run/report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("data-rule=\"small-reads\""));
    assert_eq!(printed(&seaway(folder.path(), &["run", "-o", "here.html"])), "here.html\n");
    assert_eq!(fs::read_to_string(folder.path().join("here.html")).unwrap(), page);
    assert_eq!(printed(&seaway(folder.path(), &["run", "-o", "-"])), page);
}

#[test]
fn text_and_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    trace(&folder.path().join("before"), 80);
    trace(&folder.path().join("after"), 50_000);
    let text = printed(&seaway(folder.path(), &["before", "--text"]));
    assert!(text.contains("reads /data/input.nml 1,250 times in pieces below 4.0 KiB"), "{text}");
    assert!(!folder.path().join("before/report.html").exists());
    let text = printed(&seaway(folder.path(), &["--compare", "before", "after", "--text"]));
    assert!(text.contains("\nFixed\n") && text.contains("1,250"), "{text}");
    let page = printed(&seaway(folder.path(), &["--compare", "before", "after"]));
    assert_eq!(page, "after/compare.html\n");
    assert!(folder.path().join("after/compare.html").exists());
}

#[test]
fn files_of_the_system_are_shown_when_asked_for_and_numbers_are_there_for_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("node.7.0.seatrace");
    let mut writer = ProcessWriter::create(&path, header("node", 7)).unwrap();
    for (name, length) in [("/proc/cpuinfo", 500), ("/data/input.nml", 4000)] {
        let (call, start, duration, offset) = (Call::Pread, length, Some(1000), 0);
        let file = writer.path(name).unwrap();
        writer.event(7, Written { call, start, duration, error: 0, file, offset, length }).unwrap();
    }
    writer.finish().unwrap();
    let text = printed(&seaway(folder.path(), &[".", "--text"]));
    assert!(text.contains("1 system file is not shown (500 bytes read, 0 bytes written, 1 call)"), "{text}");
    assert!(text.contains("on 2 files") && !text.contains("/proc/cpuinfo"), "{text}");
    let text = printed(&seaway(folder.path(), &[".", "--text", "--all"]));
    assert!(text.contains("/proc/cpuinfo") && !text.contains("not shown"), "{text}");
    let json = printed(&seaway(folder.path(), &[".", "--json"]));
    for part in ["\"read_bytes\": 4500", "\"layer\": \"POSIX\"", "\"bytes\": 4000", "\"use\": \"read only\""]
    {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    assert!(json.contains("\"user\": null"), "older traces do not know it: {json}");
    let both = seaway(folder.path(), &[".", "--json", "--text"]);
    assert_eq!(both.status.code(), Some(2), "{both:?}");
}

#[test]
fn input_that_is_not_a_trace_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let output = seaway(folder.path(), &["nowhere"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere"), "{output:?}");
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = seaway(folder.path(), &["empty"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no *.seatrace file"), "{output:?}");
    assert_eq!(seaway(folder.path(), &[]).status.code(), Some(2));
}
