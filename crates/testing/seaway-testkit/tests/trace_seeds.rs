// SPDX-License-Identifier: MIT OR Apache-2.0
//! The seeds of the fuzz target `trace` match what is written today: the format must stay readable. After an
//! intended change, `SEAWAY_WRITE_SEEDS=1 cargo test -p seaway-testkit --test trace_seeds` regenerates them.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::env;
use std::fs;
use std::path::Path;

use seaway_testkit::malformed_input::fold_trace;
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Flags, Trace, pack};
use seaway_trace_format::{ClockPair, Counter, StringKind};

/// One process with every kind of record.
fn everything() -> Vec<u8> {
    let mut header = header("node1", 4711);
    header.began = ClockPair { ticks: 1_000_000, nanoseconds: 1_000_000 };
    header.rank = 3;
    let mut writer = ProcessWriter::in_memory(header);
    let strings = [
        (StringKind::Program, "/opt/solver"),
        (StringKind::Arguments, "solver\0-v\0"),
        (StringKind::Directory, "/home/me"),
        (StringKind::Unseen, "it does something"),
    ];
    for (kind, text) in strings {
        writer.string(kind, text.as_bytes()).unwrap();
    }
    let (a, b) = (writer.path("/data/a").unwrap(), writer.path(b"/data/\xff\n\"").unwrap());
    let strategy = writer.string(StringKind::Strategy, b"two-phase").unwrap();
    writer.counter(Counter {
        file: a,
        call: Call::Write as u32,
        calls: 7,
        failures: 1,
        bytes: 70,
        duration: 9,
    });
    writer.set_flags(Flags::FULL);
    let mut start = 1_000_000;
    for number in 1..=u8::MAX {
        let Some(call) =
            Call::of_number(number).filter(|call| !matches!(call, Call::Detail | Call::Wide | Call::Time))
        else {
            continue;
        };
        start += 1000;
        let duration = (number % 17 != 0).then_some(500);
        let (offset, length) = if number % 9 == 0 { (1 << 60, 1 << 40) } else { (b.into(), 3) };
        let written = Written { call, start, duration, error: number % 5, file: a, offset, length };
        writer.event(u32::from(number % 3), written).unwrap();
    }
    writer.detail(1, 0, 8, strategy, 0, 2).unwrap();
    writer.into_bytes()
}

fn small() -> Vec<u8> {
    let mut writer = ProcessWriter::in_memory(header("a", 1));
    let file = writer.path("/b").unwrap();
    let written =
        Written { call: Call::Open, start: 5, duration: Some(5), error: 0, file, offset: 0, length: 3 };
    writer.event(1, written).unwrap();
    writer.event(1, Written { call: Call::Read, offset: 3, start: 20, ..written }).unwrap();
    writer.into_bytes()
}

fn packed(file: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.seatrace"), file).unwrap();
    let target = folder.path().join("a.seapack");
    pack(&[folder.path()], &target, &mut vec![]).unwrap();
    fs::read(target).unwrap()
}

/// By their names.
fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let (whole, small) = (everything(), small());
    let damage = |at: usize, with: &[u8]| {
        let mut bytes = small.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        fold_trace(&bytes)
    };
    vec![
        ("nothing", Vec::new()),
        ("everything", fold_trace(&whole)),
        ("small", fold_trace(&small)),
        ("cut_short", fold_trace(&whole[..whole.len() - 100_000])),
        ("header_alone", fold_trace(&whole[..1 << 16])),
        ("packed", packed(&whole)),
        ("packed_small", packed(&small)),
        ("later_version", damage(8, &[9])),
        ("huge_chunk", damage((1 << 16) + 8, &(1_u64 << 63).to_le_bytes())),
        ("overlapping_chunk", damage((1 << 16) + 8, &(2_u64 << 16).to_le_bytes())),
        ("unknown_kind", damage((1 << 16) + 16, &[9])),
        ("string_of_a_huge_number", damage((2 << 16) + 48, &u32::MAX.to_le_bytes())),
        ("all_ones_after_the_head", damage((1 << 16) + 24, &[0xff; 200])),
    ]
}

#[test]
fn the_seeds_are_what_is_written_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus/trace");
    let is_meant_to_change = env::var_os("SEAWAY_WRITE_SEEDS").is_some();
    for (name, bytes) in seeds() {
        let path = folder.join(name);
        if is_meant_to_change {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &bytes).unwrap();
        }
        assert!(fs::read(&path).unwrap() == bytes, "the format has changed: {name}");
    }
}

#[test]
fn seeds_that_are_whole_are_read_whole() {
    let whole = everything();
    let count = |bytes: Vec<u8>| {
        let trace = Trace::from_bytes(vec![("a.seatrace".into(), bytes)]).unwrap();
        assert!(trace.notes().is_empty(), "{:?}", trace.notes());
        trace.processes()[0].records().unwrap().count()
    };
    assert_eq!(count(whole.clone()), count(packed(&whole)));
}
