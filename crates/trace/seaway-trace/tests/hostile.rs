// SPDX-License-Identifier: MIT OR Apache-2.0
//! Damaged or malicious files: an error or a note, and what could be read.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Result, Trace};
use seaway_trace_format::{CHUNK_UNIT, ClockPair, StringKind};

const UNIT: usize = CHUNK_UNIT;

/// Where fields are in a chunk's head.
const BYTES: usize = 8;
const KIND: usize = 16;

/// Three chunks of events, of a thousand or more calls each, and one of strings.
fn file() -> Vec<u8> {
    let mut header = header("node", 5);
    header.began = ClockPair { ticks: 1000, nanoseconds: 1000 };
    let mut writer = ProcessWriter::in_memory(header);
    let file = writer.path("/data/a").unwrap();
    writer.string(StringKind::Program, b"/bin/a").unwrap();
    for index in 0..7000 {
        let start = 1000 + 100 * index;
        let written = Written {
            call: Call::Pread,
            start,
            duration: Some(50),
            error: 0,
            file,
            offset: index,
            length: 1,
        };
        writer.event(1, written).unwrap();
    }
    writer.into_bytes()
}

fn open(bytes: Vec<u8>) -> Result<Trace> {
    Trace::from_bytes(vec![("a.seatrace".into(), bytes)])
}

fn count(trace: &Trace) -> usize {
    trace.processes()[0].records().unwrap().count()
}

fn damaged(at: usize, with: &[u8]) -> Trace {
    let mut bytes = file();
    bytes[at..at + with.len()].copy_from_slice(with);
    open(bytes).unwrap()
}

#[test]
fn files_may_end_anywhere() {
    let whole = file();
    assert_eq!(count(&open(whole.clone()).unwrap()), 7000);
    for length in (0..400).chain((UNIT - 50..UNIT + 200).step_by(7)).chain((UNIT..whole.len()).step_by(9973))
    {
        match open(whole[..length].to_vec()) {
            Ok(trace) => assert!(count(&trace) <= 7000 * length / UNIT, "{length}"),
            Err(error) => {
                assert!(length < 400 && error.to_string().contains("is not a trace"), "{length}: {error}")
            }
        }
    }
    let trace = open(whole[..2 * UNIT + 48 + 24 * 10].to_vec()).unwrap();
    assert_eq!(count(&trace), 2726 + 10);
    assert!(trace.notes()[0].contains("the chunk at 131072 is truncated"), "{:?}", trace.notes());
}

#[test]
fn a_chunk_without_a_head_is_skipped() {
    let trace = damaged(2 * UNIT, &[0; 8]);
    assert_eq!(trace.notes(), ["a.seatrace: the chunk at 131072 has no header: skipped"]);
    assert_eq!(count(&trace), 7000 - 2726);
    let trace = damaged(2 * UNIT + KIND, &[77]);
    assert_eq!(trace.notes(), ["a.seatrace: the chunk at 131072 is of unknown kind 77: skipped"]);
}

#[test]
fn a_chunk_that_claims_too_much_ends_where_the_next_begins() {
    for claimed in [2 * UNIT as u64, 1 << 40, 1 << 63, (u64::MAX >> 16) << 16] {
        let trace = damaged(UNIT + BYTES, &claimed.to_le_bytes());
        assert!(
            trace.notes().iter().any(|note| note.contains("overlaps the one at 131072")),
            "{:?}",
            trace.notes()
        );
        assert_eq!(count(&trace), 7000, "{claimed}");
    }
    for claimed in [0, 1, u64::MAX] {
        let trace = damaged(UNIT + BYTES, &claimed.to_le_bytes());
        assert_eq!(count(&trace), 7000 - 2726, "{claimed}");
    }
}

#[test]
fn string_numbers_out_of_range_are_ignored() {
    // The strings are in the last chunk; the first of them is the file.
    let trace = damaged(4 * UNIT + 48, &u32::MAX.to_le_bytes());
    assert!(trace.notes()[0].contains("strings have numbers up to 4294967295"), "{:?}", trace.notes());
    assert!(trace.processes()[0].records().unwrap().all(|record| record.file.is_none()));
    // Of an event: the twelfth byte on is the file.
    let trace = damaged(UNIT + 48 + 12, &[0xff; 4]);
    assert_eq!(trace.processes()[0].records().unwrap().filter(|record| record.file.is_none()).count(), 1);
}

#[test]
fn invalid_headers_are_refused() {
    let check = |at: usize, with: &[u8], expected: &str| {
        let mut bytes = file();
        bytes[at..at + with.len()].copy_from_slice(with);
        let error = open(bytes).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(0, b"NOTTRACE", "it has no trace header");
    check(8, &2_u32.to_le_bytes(), "it has version 2, but this program reads version 1");
    check(12, &7_u32.to_le_bytes(), "is invalid");
    check(16, &7_u32.to_le_bytes(), "unknown clock (7)");
    check(20, &64_u32.to_le_bytes(), "is invalid");
}

#[test]
fn calls_of_later_versions_are_counted() {
    let trace = damaged(UNIT + 48 + 8, &[251]);
    let mut records = trace.processes()[0].records().unwrap();
    assert_eq!(records.by_ref().count(), 6999);
    assert_eq!(records.unknown_calls(), 1);
}

#[test]
fn bits_may_flip_anywhere() {
    let whole = file();
    for seed in 0..300 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..50) {
            // More of them where they do most harm: in headers.
            let unit = random.usize(0..bytes.len() / UNIT) * UNIT;
            let at = unit + if random.bool() { random.usize(0..200) } else { random.usize(0..UNIT) };
            bytes[at] ^= 1 << random.u32(0..8);
        }
        if let Ok(trace) = open(bytes) {
            for process in trace.processes() {
                let _ = process.records().unwrap().count();
            }
            let _ = trace.unseen();
        }
    }
}

#[test]
fn one_bad_file_of_many_is_a_note() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.1.0.seatrace"), file()).unwrap();
    fs::write(folder.path().join("a.2.0.seatrace"), b"SEATRACE").unwrap();
    fs::write(folder.path().join("a.3.0.seatrace"), b"").unwrap();
    let trace = Trace::open(folder.path()).unwrap();
    assert_eq!((trace.processes().len(), trace.notes().len()), (1, 2));
}

#[test]
fn holes_of_any_size_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.1.0.seatrace");
    let whole = file();
    fs::write(&path, &whole).unwrap();
    let sparse = File::options().write(true).open(&path).unwrap();
    let far = (1_u64 << 42) + UNIT as u64;
    if sparse.set_len(far + (1 << 42)).is_err() {
        // Some file systems have no files of that size.
        return;
    }
    // A distant chunk, most of which is a hole, and another hole before it.
    sparse.write_all_at(&whole[UNIT..2 * UNIT], far).unwrap();
    sparse.write_all_at(&(1_u64 << 41).to_le_bytes(), far + BYTES as u64).unwrap();
    let trace = Trace::open(&path).unwrap();
    assert_eq!(count(&trace), 7000 + 2726);
}
