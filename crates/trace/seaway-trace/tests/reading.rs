// SPDX-License-Identifier: MIT OR Apache-2.0
//! What was written is read back: calls, times, names, positions.

use std::path::PathBuf;

use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Flags, Record, Trace};
use seaway_trace_format::{Clock, ClockPair, Counter, StringKind};

type Writer = ProcessWriter<std::io::Cursor<Vec<u8>>>;

fn writer() -> Writer {
    let mut header = header("node1", 4711);
    header.began = ClockPair { ticks: 1_000_000, nanoseconds: 1_000_000 };
    header.began_real_nanoseconds = 1_700_000_000_000_000_000;
    ProcessWriter::in_memory(header)
}

/// At a moment after the process began, for 10 ns.
fn call(call: Call, start: u64, file: u32, offset: u64, length: u64) -> Written {
    Written { call, start: 1_000_000 + start, duration: Some(10), error: 0, file, offset, length }
}

fn trace(writer: Writer) -> Trace {
    Trace::from_bytes(vec![(PathBuf::from("node1.4711.0.seatrace"), writer.into_bytes())])
        .expect("it is a trace")
}

fn records(trace: &Trace) -> Vec<Record> {
    trace.processes().iter().flat_map(|process| process.records().expect("it is in memory")).collect()
}

#[test]
fn a_process_is_described() {
    let mut writer = writer();
    writer.string(StringKind::Program, b"/usr/bin/solver").unwrap();
    writer.string(StringKind::Arguments, b"solver\0-n\0\0").unwrap();
    writer.string(StringKind::Directory, b"/home/me").unwrap();
    writer.string(StringKind::Unseen, b"a ring").unwrap();
    let file = writer.path("/data/a").unwrap();
    let row = Counter { file, call: Call::Write as u32, calls: 7, failures: 1, bytes: 700, duration: 99 };
    writer.counter(row);
    writer.set_flags(Flags::FULL | Flags::HAS_RING);
    let trace = trace(writer);
    let process = &trace.processes()[0];
    assert_eq!((process.id, process.host.as_str(), process.rank), (4711, "node1", None));
    assert_eq!((process.program.as_str(), process.directory.as_str()), ("/usr/bin/solver", "/home/me"));
    assert_eq!(process.arguments, ["solver", "-n", ""]);
    assert_eq!(process.unseen.len(), 2);
    assert!(process.is_full() && !process.has_ended());
    assert_eq!(process.title(), "solver (pid 4711)");
    let counters = process.counters[0];
    assert_eq!((counters.call, counters.calls, counters.bytes), (Call::Write, 7, 700));
    assert_eq!(trace.file_name(counters.file.unwrap()), b"/data/a");
    assert_eq!(trace.began_real_nanoseconds(), 1_700_000_000_000_000_000);
    assert!(trace.notes().is_empty(), "{:?}", trace.notes());
}

#[test]
fn calls_round_trip() {
    let mut writer = writer();
    let file = writer.path("/data/a").unwrap();
    let big = 1 << 60;
    let written = [
        call(Call::Pread, 5, file, 4096, 64),
        call(Call::Pwrite, 20, file, big, 5 << 32),
        Written { duration: None, ..call(Call::Fsync, 40, file, 3, 0) },
        Written { error: 2, ..call(Call::Stat, 10_000_000_000, 0, 0, 0) },
    ];
    written.iter().for_each(|written| writer.event(9, *written).unwrap());
    let trace = trace(writer);
    let found = records(&trace);
    let short =
        |record: &Record| (record.call, record.start, record.duration, record.argument, record.length);
    let expected = [
        (Call::Pread, 5, Some(10), 4096, 64),
        (Call::Pwrite, 20, Some(10), big, 5 << 32),
        (Call::Fsync, 40, None, 3, 0),
        (Call::Stat, 10_000_000_000, Some(10), 0, 0),
    ];
    assert_eq!(found.iter().map(short).collect::<Vec<_>>(), expected);
    assert_eq!(found[1].offset, Some(big));
    assert_eq!((found[2].descriptor, found[2].offset), (Some(3), None));
    assert_eq!((found[3].error, found[3].file, found[3].thread), (2, None, 9));
}

#[test]
fn positions_follow_descriptors() {
    const O_APPEND: u64 = 0o2000;
    let mut writer = writer();
    let (a, log) = (writer.path("/a").unwrap(), writer.path("/log").unwrap());
    let written = [
        call(Call::Write, 0, 0, 1, 5), // Its open was not recorded.
        call(Call::Open, 1, a, 0, 3),
        call(Call::Read, 2, a, 3, 100),
        call(Call::Read, 3, a, 3, 50),
        call(Call::Dup, 4, a, 3, 4),
        call(Call::Read, 5, a, 4, 1), // At 150: a copy shares the position.
        call(Call::Lseek, 6, a, 1000, 3),
        call(Call::Fread, 7, a, 4, 8),
        call(Call::Close, 8, a, 3, 0),
        call(Call::Read, 9, a, 3, 1),  // Closed: not known.
        call(Call::Read, 10, a, 4, 1), // At 1008: the copy is still open.
        call(Call::Open, 11, log, O_APPEND, 3),
        call(Call::Open, 12, log, O_APPEND, 5),
        call(Call::Write, 13, log, 3, 10),
        call(Call::Write, 14, log, 5, 10), // At 10: behind what the other descriptor has written.
        call(Call::CloseRange, 15, 0, 0, u64::from(u32::MAX)),
        call(Call::Read, 16, a, 4, 1),
    ];
    written.iter().for_each(|written| writer.event(9, *written).unwrap());
    let trace = trace(writer);
    let moved = |record: &Record| matches!(record.call, Call::Read | Call::Write | Call::Fread);
    let offsets: Vec<_> = records(&trace).into_iter().filter(moved).map(|record| record.offset).collect();
    let expected =
        [None, Some(0), Some(100), Some(150), Some(1000), None, Some(1008), Some(0), Some(10), None];
    assert_eq!(offsets, expected);
}

#[test]
fn threads_are_merged_by_time() {
    let mut writer = writer();
    let mut random = fastrand::Rng::with_seed(7);
    let mut times = [0_u64; 5];
    for _ in 0..50_000 {
        let thread = random.u32(0..5);
        let time = &mut times[thread as usize];
        *time += random.u64(1..1000);
        writer.event(thread + 1, call(Call::Pread, *time, 0, *time, 1)).unwrap();
    }
    let found = records(&trace(writer));
    assert_eq!(found.len(), 50_000);
    assert!(found.is_sorted_by_key(|record| record.start));
    assert!(found.iter().all(|record| record.start == record.argument));
}

#[test]
fn ticks_of_a_counter_become_nanoseconds() {
    let mut header = header("node1", 1);
    header.clock = Clock::Cycles as u32;
    header.clock_shift = 2;
    header.began = ClockPair { ticks: 3_000_000, nanoseconds: 50_000 };
    header.latest = ClockPair { ticks: 3_000_000 + 3_000_000_000, nanoseconds: 50_000 + 1_000_000_000 };
    let mut writer = ProcessWriter::in_memory(header);
    let written =
        Written { start: 3_000_000 + 30_000, duration: Some(3000), ..call(Call::Pread, 0, 0, 0, 0) };
    writer.event(1, written).unwrap();
    // Beyond what 32 bits hold, even of units.
    writer.event(1, Written { start: 3_000_000 + 60_000_000_000, ..written }).unwrap();
    let found = records(&trace(writer));
    assert_eq!((found[0].start, found[0].duration), (10_000, Some(1000)));
    assert_eq!(found[1].start, 20_000_000_000);
}

#[test]
fn details_find_their_calls() {
    let mut writer = writer();
    let double = writer.string(StringKind::Datatype, b"MPI_DOUBLE").unwrap();
    let strategy = writer.string(StringKind::Strategy, b"two-phase").unwrap();
    let device = writer.string(StringKind::Device, b"ufs").unwrap();
    // In the order in which they are written when calls end: innermost first.
    writer.event(1, call(Call::MpiWriteAtAll, 1, 0, 0, 8)).unwrap();
    writer.event(1, call(Call::DeviceWrite, 2, 0, 0, 8)).unwrap();
    writer.event(1, call(Call::Pwrite, 3, 0, 0, 8)).unwrap();
    writer.detail(1, 0, 4, 0, device, 0).unwrap();
    writer.detail(1, double, 1, strategy, 0, 3).unwrap();
    // In the order in which they are written when calls begin, and a device call without.
    writer.event(1, call(Call::MpiRead, 20, 0, 0, 8)).unwrap();
    writer.event(1, call(Call::DeviceRead, 21, 0, 0, 8)).unwrap();
    writer.detail(1, double, 2, 0, 0, 0).unwrap();
    writer.detail(1, 0, 5, 0, 0, 0).unwrap();
    let trace = trace(writer);
    let found = records(&trace);
    let details: Vec<_> =
        found.iter().map(|record| record.detail.map(|detail| (detail.count, detail.request))).collect();
    assert_eq!(details, [Some((1, 3)), Some((4, 0)), None, Some((2, 0)), None, Some((5, 0))]);
    let first = found[0].detail.unwrap();
    assert_eq!(trace.text(first.datatype.unwrap()), b"MPI_DOUBLE");
    assert_eq!(trace.text(first.strategy.unwrap()), b"two-phase");
    assert_eq!(trace.text(found[1].detail.unwrap().device.unwrap()), b"ufs");
}

#[test]
fn details_find_their_calls_in_other_pieces() {
    let mut writer = writer();
    let strategy = writer.string(StringKind::Strategy, b"direct").unwrap();
    for index in 0..10_000 {
        if index % 7 == 0 {
            writer.event(1, call(Call::Stat, 20 * index, 0, 0, 0)).unwrap();
        }
        writer.event(1, call(Call::MpiReadAt, 20 * index + 1, 0, index, 8)).unwrap();
        if index % 3 == 0 {
            writer.event(1, call(Call::Pread, 20 * index + 2, 0, index, 4)).unwrap();
            writer.event(1, call(Call::Pread, 20 * index + 3, 0, index, 4)).unwrap();
        }
        writer.detail(1, 0, index, strategy, 0, 0).unwrap();
    }
    // The last one has none, and is read nevertheless.
    writer.event(1, call(Call::MpiReadAt, 300_000, 0, 0, 8)).unwrap();
    let found = records(&trace(writer));
    let mut reads: Vec<_> = found.iter().filter(|record| record.call == Call::MpiReadAt).collect();
    assert_eq!(reads.pop().unwrap().detail, None);
    assert_eq!(reads.len(), 10_000);
    assert!(reads.iter().all(|record| record.detail.unwrap().count == record.argument));
    assert!(found.iter().all(|record| record.call != Call::Detail));
}

/// The remainder must not be taken for the whole.
#[test]
fn a_truncated_file_is_noted() {
    let mut cut = writer();
    cut.set_flags(Flags::CUT);
    let notes = trace(cut).notes().join("\n");
    assert!(notes.contains("was truncated") && notes.contains("calls are missing"), "{notes}");

    let mut whole = writer();
    let file = whole.path("/data/a").unwrap();
    for start in 0..10_000 {
        whole.event(7, call(Call::Write, start, file, 0, 1)).unwrap();
    }
    let bytes = whole.into_bytes();
    let notes = |length: usize| {
        let trace = Trace::from_bytes(vec![("a".into(), bytes[..length].to_vec())]).unwrap();
        trace.notes().join("\n")
    };
    assert_eq!(notes(bytes.len()), "");
    for length in [4096, 65_536, 70_000, bytes.len() - 65_536] {
        assert!(notes(length).contains("truncated"), "{length}: {}", notes(length));
    }
    let empty = Trace::from_bytes(vec![("a".into(), vec![])]).unwrap_err().to_string();
    assert!(empty.contains("it is empty") && empty.contains("truncated"), "{empty}");
}
