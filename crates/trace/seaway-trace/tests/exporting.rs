// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exports match the trace: each is decoded again, by code that knows only the format.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod decoders;
mod programs;

use std::collections::HashMap;
use std::path::PathBuf;

use decoders::protobuf::{Field, fields};
use decoders::{csv, parquet};
use seaway_trace::export::{Format, export};
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace::{Call, Record, Trace};
use seaway_trace_format::{ClockPair, Flags, StringKind};

fn exported(trace: &Trace, format: Format) -> Vec<u8> {
    let mut bytes = vec![];
    let left_out = export(trace, format, &mut bytes).unwrap();
    assert!(left_out.is_empty(), "{left_out:?}");
    bytes
}

/// A collective write, its nested calls, and calls of all kinds after it.
fn small() -> Trace {
    let mut header = header("node,1", 42);
    header.began = ClockPair { ticks: 1_000_000, nanoseconds: 1_000_000 };
    header.rank = 7;
    let mut writer = ProcessWriter::in_memory(header);
    let (file, other) = (writer.path("/data/\"a\"\n").unwrap(), writer.path(b"/data/\xff").unwrap());
    let double = writer.string(StringKind::Datatype, b"MPI_DOUBLE").unwrap();
    let strategy = writer.string(StringKind::Strategy, b"two-phase, 2 aggregators").unwrap();
    let call = |call, start: u64, duration, offset, length| Written {
        call,
        start: 1_000_000 + start,
        duration: Some(duration),
        error: 0,
        file,
        offset,
        length,
    };
    writer.event(9, call(Call::MpiWriteAtAll, 1_000, 5_000, 4096, 80)).unwrap();
    writer.event(9, call(Call::DeviceWrite, 2_000, 3_000, 4096, 80)).unwrap();
    writer.event(9, call(Call::Pwrite, 3_000, 1_000, 4096, 80)).unwrap();
    writer.detail(9, double, 10, strategy, 0, 3).unwrap();
    writer.event(9, call(Call::Open, 7_000, 500, 0o101, 3)).unwrap();
    writer.event(9, call(Call::Write, 8_000, 100, 3, 5)).unwrap();
    writer.event(9, call(Call::Write, 9_000, 100, 3, 5)).unwrap();
    writer.event(9, Written { error: 2, ..call(Call::Stat, 10_000, 50, 0, 0) }).unwrap();
    writer.event(9, Written { file, ..call(Call::Rename, 11_000, 50, other.into(), 0) }).unwrap();
    writer.event(9, Written { error: 20, ..call(Call::MpiOpen, 12_000, 50, 9, 0) }).unwrap();
    writer.event(9, Written { duration: None, ..call(Call::Fsync, 13_000, 0, 3, 0) }).unwrap();
    Trace::from_bytes(vec![(PathBuf::from("a.seatrace"), writer.into_bytes())]).unwrap()
}

#[test]
fn calls_recorded_from_outside_have_no_outcome() {
    let mut header = header("node", 42);
    header.flags = Flags::FROM_OUTSIDE;
    let mut writer = ProcessWriter::in_memory(header);
    let file = writer.path("/data/a").unwrap();
    let open =
        Written { call: Call::Openat, start: 0, duration: Some(0), error: 0, file, offset: 0, length: 0 };
    writer.event(9, open).unwrap();
    let trace = Trace::from_bytes(vec![(PathBuf::from("a.seatrace"), writer.into_bytes())]).unwrap();
    let text = String::from_utf8(exported(&trace, Format::Text)).unwrap();
    assert!(text.ends_with("openat(\"/data/a\", O_RDONLY) = ?\n"), "{text}");
    let rows = csv::rows(&String::from_utf8(exported(&trace, Format::Csv)).unwrap());
    assert_eq!((rows[1][1].as_str(), rows[1][13].as_str()), ("", ""), "{rows:?}");
    let table: HashMap<_, _> = parquet::read(&exported(&trace, Format::Parquet)).into_iter().collect();
    assert_eq!((&table["duration_ns"][0], &table["error"][0]), (&None, &None), "{table:?}");
    assert_eq!((&table["descriptor"][0], &table["length"][0]), (&None, &None), "{table:?}");
}

#[test]
fn the_listing_resembles_strace() {
    let text = String::from_utf8(exported(&small(), Format::Text)).unwrap();
    let a = "\"/data/\"a\"\\n\"";
    let expected = [
        format!(
            "0.000001000 rank 7 42.9 MPI_File_write_at_all({a}, at 4096) {{10 x MPI_DOUBLE, two-phase, 2 aggregators, \
             request 3}} = 80 <0.000005000>"
        ),
        format!("0.000002000 rank 7 42.9 device write({a}, at 4096) = 80 <0.000003000>"),
        format!("0.000003000 rank 7 42.9 pwrite({a}, at 4096) = 80 <0.000001000>"),
        format!("0.000007000 rank 7 42.9 open({a}, O_WRONLY|O_CREAT) = 3 <0.000000500>"),
        format!("0.000008000 rank 7 42.9 write(3, {a}, at 0) = 5 <0.000000100>"),
        format!("0.000009000 rank 7 42.9 write(3, {a}, at 5) = 5 <0.000000100>"),
        format!("0.000010000 rank 7 42.9 stat({a}) = -1 ENOENT <0.000000050>"),
        format!("0.000011000 rank 7 42.9 rename({a}, \"/data/\\xff\") = 0 <0.000000050>"),
        format!(
            "0.000012000 rank 7 42.9 MPI_File_open({a}, MPI_MODE_APPEND|MPI_MODE_EXCL) = error of class 20 \
             <0.000000050>"
        ),
        format!("0.000013000 rank 7 42.9 fsync(3, {a}) <unfinished ...>"),
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

/// All records by time, with the rank of their process.
fn records(trace: &Trace) -> Vec<(Option<u32>, Record)> {
    let mut together = trace.records();
    let mut all = vec![];
    while let Some((index, record)) = together.next_record().unwrap() {
        all.push((trace.processes()[index].rank, record));
    }
    assert!(all.is_sorted_by_key(|(_, record)| record.start));
    all
}

fn mixture() -> (tempfile::TempDir, Trace) {
    let folder = tempfile::tempdir().unwrap();
    // More than one group of rows.
    (0..3).for_each(|rank| drop(programs::mixture(folder.path(), rank, 50_000)));
    let trace = Trace::open(folder.path()).unwrap();
    (folder, trace)
}

fn check_row(trace: &Trace, (rank, record): &(Option<u32>, Record), row: &HashMap<&str, Option<String>>) {
    let text = |value: Option<u64>| value.map(|value| value.to_string());
    let name = |file| String::from_utf8(trace.file_name(file).to_vec()).unwrap();
    assert_eq!(row["start_ns"], text(Some(record.start)));
    assert_eq!(row["duration_ns"], text(record.duration));
    assert_eq!(row["rank"], text(rank.map(u64::from)));
    assert_eq!(row["tid"], text(Some(record.thread.into())));
    assert_eq!(row["call"].as_deref(), Some(record.call.name()));
    assert_eq!(row["path"], record.file.map(name));
    assert_eq!(row["descriptor"], text(record.descriptor.map(u64::from)));
    assert_eq!(row["offset"], text(record.offset));
    assert_eq!(row["length"], text(Some(record.length).filter(|_| record.call != Call::Stat)));
    assert_eq!(row["error"], text(Some(record.error.into())));
    assert_eq!(row["count"], text(record.detail.map(|detail| detail.count)));
    assert_eq!(row["way"].as_deref(), record.detail.map(|_| "two-phase"));
}

#[test]
fn csv_has_every_call() {
    let (_folder, trace) = mixture();
    let rows = csv::rows(&String::from_utf8(exported(&trace, Format::Csv)).unwrap());
    let names: Vec<&str> = rows[0].iter().map(String::as_str).collect();
    let records = records(&trace);
    assert_eq!(rows.len() - 1, records.len());
    for (record, row) in records.iter().zip(&rows[1..]) {
        let values = row.iter().map(|value| Some(value.clone()).filter(|value| !value.is_empty()));
        check_row(&trace, record, &names.iter().copied().zip(values).collect());
    }
}

#[test]
fn csv_quotes_what_has_commas_and_quotes() {
    let rows = csv::rows(&String::from_utf8(exported(&small(), Format::Csv)).unwrap());
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!((rows[1][3].as_str(), rows[1][8].as_str()), ("node,1", "/data/\"a\"\\n"));
    assert_eq!(rows[1][16], "two-phase, 2 aggregators");
}

/// Calls whose fields have different meanings, and all their columns.
const MEANINGS: &[(Call, u8, u64, u64, &str)] = &[
    (Call::Open, 0, 0o101, 3, "descriptor=3 flags=O_WRONLY|O_CREAT"),
    (Call::Open, 2, 0, 0, "flags=O_RDONLY"),
    (Call::Read, 0, 3, 10, "descriptor=3 offset=0 length=10"),
    (Call::AioReturn, 0, 3, 64, "descriptor=3 length=64"),
    (Call::Read, 0, 3, 0, "descriptor=3 offset=10 length=0"),
    (Call::Lseek, 0, 500, 3, "descriptor=3 offset=500"),
    (Call::Lseek, 22, 500, 0, ""),
    (Call::Dup, 0, 3, 7, "descriptor=3 second_descriptor=7"),
    (Call::CloseRange, 0, 5, 9, "descriptor=5 second_descriptor=9"),
    (Call::Close, 0, 3, 0, "descriptor=3"),
    (Call::Stat, 0, 0, 0, ""),
    (Call::Ftruncate, 0, 4096, 0, "size=4096"),
    (Call::Truncate, 13, 4096, 0, ""),
    (Call::Fallocate, 0, 10, 20, "offset=10 length=20"),
    (Call::Mmap, 0, 0, 4096, "offset=0 length=4096"),
    (Call::Rename, 0, 0, 0, ""),
    (Call::CopyFileRange, 0, 0, 30, "length=30"),
    (Call::Fscanf, 0, 3, 0, "descriptor=3"),
    (Call::Fork, 0, 0, 99, "child=99"),
    (Call::MpiOpen, 0, 258, 4, "flags=MPI_MODE_CREATE|MPI_MODE_WRONLY ranks=4"),
    (Call::MpiSetView, 0, 100, 0, "offset=100"),
    (Call::MpiSetSize, 0, 2000, 0, "size=2000"),
    (Call::MpiSeek, 0, 300, 0, "offset=300"),
    (Call::MpiRequestEnd, 0, 5, 40, "length=40 request=5"),
    (Call::MpiBarrier, 0, 77, 0, "barrier=77"),
    (Call::DeviceSize, 0, 2000, 0, "size=2000"),
];

#[test]
fn columns_mean_the_same_for_all_calls() {
    const COLUMNS: [&str; 10] = [
        "descriptor",
        "second_descriptor",
        "offset",
        "length",
        "size",
        "flags",
        "ranks",
        "child",
        "request",
        "barrier",
    ];
    let mut writer = ProcessWriter::in_memory(header("node", 42));
    let file = writer.path("/data/a").unwrap();
    for ((call, error, offset, length, _), start) in MEANINGS.iter().zip(1_u64..) {
        let (start, duration) = (start * 1000, Some(10));
        let written =
            Written { call: *call, start, duration, error: *error, file, offset: *offset, length: *length };
        writer.event(9, written).unwrap();
    }
    let trace = Trace::from_bytes(vec![(PathBuf::from("a.seatrace"), writer.into_bytes())]).unwrap();
    let table: HashMap<_, _> = parquet::read(&exported(&trace, Format::Parquet)).into_iter().collect();
    let rows = csv::rows(&String::from_utf8(exported(&trace, Format::Csv)).unwrap());
    for (index, (call, .., expected)) in MEANINGS.iter().enumerate() {
        let said = |value: &dyn Fn(&str) -> Option<String>| {
            let said = COLUMNS.iter().filter_map(|name| Some(format!("{name}={}", value(name)?)));
            said.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said(&|name| table[name][index].clone()), *expected, "{call}");
        let place = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
        let in_line =
            |name: &str| Some(rows[index + 1][place(name)].clone()).filter(|value| !value.is_empty());
        assert_eq!(said(&in_line), *expected, "{call}");
    }
}

#[test]
fn parquet_has_every_call() {
    let (_folder, trace) = mixture();
    let table = parquet::read(&exported(&trace, Format::Parquet));
    let records = records(&trace);
    assert!(records.len() > 1 << 17, "more than one group");
    assert!(table.iter().all(|(_, values)| values.len() == records.len()));
    for (index, record) in records.iter().enumerate() {
        let row = table.iter().map(|(name, values)| (name.as_str(), values[index].clone())).collect();
        check_row(&trace, record, &row);
    }
}

/// Slices of a track: name, file, begin, and end if there is one; the depth counts from 0.
#[derive(Debug, PartialEq)]
struct Slice {
    name: String,
    file: Option<String>,
    depth: usize,
    begin: u64,
    end: Option<u64>,
}

#[derive(Default)]
struct Perfetto {
    names: HashMap<(u64, u64), String>,
    slices: Vec<Slice>,
    open: HashMap<u64, Vec<usize>>,
    tracks: HashMap<u64, Vec<u8>>,
    counters: HashMap<u64, Vec<(u64, f64)>>,
}

impl Perfetto {
    fn read(bytes: &[u8]) -> Self {
        let mut read = Self::default();
        for (number, packet) in fields(bytes) {
            assert_eq!(number, 1);
            read.packet(&packet.message());
        }
        read
    }

    fn packet(&mut self, packet: &[(u64, Field)]) {
        let time = packet.iter().find(|(number, _)| *number == 8).map(|(_, value)| value.number());
        for (number, value) in packet {
            match number {
                12 => {
                    for (list, entry) in value.message() {
                        let entry = entry.message();
                        self.names.insert((list, entry[0].1.number()), entry[1].1.text());
                    }
                }
                60 => {
                    let track = value.message();
                    self.tracks.insert(track[0].1.number(), value.bytes());
                }
                _ => {}
            }
        }
        if let Some((_, event)) = packet.iter().find(|(number, _)| *number == 11) {
            self.event(time.unwrap(), &event.message());
        }
    }

    fn event(&mut self, time: u64, event: &[(u64, Field)]) {
        let field =
            |wanted| event.iter().find(|(number, _)| *number == wanted).map(|(_, value)| value.clone());
        let track = field(11).unwrap().number();
        assert!(self.tracks.contains_key(&track), "described before it is used");
        let open = self.open.entry(track).or_default();
        match field(9).unwrap().number() {
            1 => {
                let name = self.names[&(2, field(10).unwrap().number())].clone();
                let notes = event.iter().filter(|(number, _)| *number == 4).map(|(_, note)| note.message());
                let file = notes.into_iter().find(|note| self.names[&(3, note[0].1.number())] == "file");
                let file = file.map(|note| self.names[&(29, note[1].1.number())].clone());
                open.push(self.slices.len());
                self.slices.push(Slice { name, file, depth: open.len() - 1, begin: time, end: None });
            }
            2 => {
                let slice = &mut self.slices[open.pop().expect("something is open")];
                assert!(slice.begin <= time);
                slice.end = Some(time);
            }
            4 => self.counters.entry(track).or_default().push((time, field(44).unwrap().double())),
            other => panic!("an event of type {other}"),
        }
    }
}

#[test]
fn perfetto_shows_calls_inside_of_calls() {
    let read = Perfetto::read(&exported(&small(), Format::Perfetto));
    let slice = |name: &str, depth, begin, end| {
        let file = Some("/data/\"a\"\\n".to_owned());
        Slice { name: name.into(), file, depth, begin, end }
    };
    let expected = [
        slice("MPI_File_write_at_all", 0, 1_000, Some(6_000)),
        slice("device write", 1, 2_000, Some(5_000)),
        slice("pwrite", 2, 3_000, Some(4_000)),
        slice("open", 0, 7_000, Some(7_500)),
        slice("write", 0, 8_000, Some(8_100)),
        slice("write", 0, 9_000, Some(9_100)),
        slice("stat", 0, 10_000, Some(10_050)),
        slice("rename", 0, 11_000, Some(11_050)),
        slice("MPI_File_open", 0, 12_000, Some(12_050)),
        slice("fsync", 0, 13_000, None),
    ];
    assert_eq!(read.slices, expected);
    let written: Vec<_> = read.counters.values().collect();
    // 90 bytes reached the file within the first millisecond; nothing was read.
    assert_eq!(written.len(), 1);
    assert!((written[0][0].1 - 90_000.0).abs() < 1.0 && written[0][1].1 == 0.0, "{written:?}");
}

#[test]
fn perfetto_has_every_call() {
    let (_folder, trace) = mixture();
    let read = Perfetto::read(&exported(&trace, Format::Perfetto));
    let records = records(&trace);
    assert_eq!(read.slices.len(), records.len());
    let open: usize = read.open.values().map(Vec::len).sum();
    assert_eq!(open, 0);
    let mut counts: HashMap<&str, i64> = HashMap::new();
    read.slices.iter().for_each(|slice| *counts.entry(&slice.name).or_default() += 1);
    records.iter().for_each(|(_, record)| *counts.entry(record.call.name()).or_default() -= 1);
    assert!(counts.values().all(|count| *count == 0), "{counts:?}");
}
