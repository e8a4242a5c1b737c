// SPDX-License-Identifier: MIT OR Apache-2.0
//! A trace that grows while it is watched.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use seaway_trace::Call;
use seaway_trace::watch::Watch;
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace_format::{ClockPair, StringKind};

/// What a process had recorded after this many calls. The last one has been running for a minute, or has
/// taken that long.
fn write(folder: &Path, calls: u64, is_running: bool) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let now = u64::try_from(now).unwrap();
    let minute = 60_000_000_000;
    let mut header = header("elsewhere", 77);
    header.began = ClockPair { ticks: now - 2 * minute, nanoseconds: now - 2 * minute };
    header.began_real_nanoseconds = now - 2 * minute;
    header.rank = 3;
    let path = folder.join("elsewhere.77.0.seatrace");
    let mut writer = ProcessWriter::create(&path, header).unwrap();
    writer.string(StringKind::Program, b"/bin/solver").unwrap();
    let file = writer.path("/data/in").unwrap();
    let call =
        |call, start, length| Written { call, start, duration: Some(10), error: 0, file, offset: 0, length };
    let start = now - 2 * minute;
    for index in 0..calls {
        let kind = if index % 2 == 0 { Call::Pread } else { Call::Pwrite };
        writer.event(5, call(kind, start + 100 * index, 1000)).unwrap();
    }
    let duration = if is_running { None } else { Some(minute) };
    writer.event(6, Written { duration, ..call(Call::Read, now - minute, 5 << 32) }).unwrap();
    writer.finish().unwrap();
}

#[test]
fn bytes_of_streams_count_though_no_system_call_moves_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("elsewhere.77.0.seatrace");
    let mut writer = ProcessWriter::create(&path, header("elsewhere", 77)).unwrap();
    for name in ["mxn:field", "/data/out"] {
        let file = writer.path(name).unwrap();
        for (call, start) in [(Call::MpiWriteAt, 1000), (Call::DeviceWrite, 1001)] {
            let written = Written { call, start, duration: Some(9), error: 0, file, offset: 0, length: 500 };
            writer.event(5, written).unwrap();
        }
    }
    writer.finish().unwrap();
    let activity = Watch::new(&[folder.path()]).look().unwrap();
    let bytes: Vec<u64> = activity.files.iter().map(|(_, traffic)| traffic.bytes_written).collect();
    assert_eq!(bytes, [0, 500], "{:?}", activity.files);
    let all = activity.processes[0].traffic;
    assert_eq!((all.calls, all.bytes_written), (4, 500));
}

#[test]
fn only_new_calls_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut watch = Watch::new(&[folder.path()]);
    assert!(watch.look().is_err(), "there is nothing yet");
    write(folder.path(), 5_000, true);
    let first = watch.look().unwrap();
    assert!(first.elapsed.is_none());
    assert_eq!(first.processes[0].traffic.calls, 5_000);
    let running = &first.running[0];
    assert_eq!((running.title.as_str(), running.call, running.thread), ("rank 3", Call::Read, 6));
    assert_eq!(running.file.as_deref(), Some(b"/data/in".as_slice()));
    assert!(running.age >= Duration::from_secs(60), "{:?}", running.age);

    write(folder.path(), 5_010, true);
    let second = watch.look().unwrap();
    assert!(second.elapsed.is_some());
    let traffic = second.files[0].1;
    assert_eq!((traffic.calls, traffic.bytes_read, traffic.bytes_written), (10, 5_000, 5_000));
    assert_eq!(second.running.len(), 1);

    write(folder.path(), 5_010, false);
    let third = watch.look().unwrap();
    assert_eq!(third.files[0].1.bytes_read, 5 << 32, "it counts when it has returned");
    assert!(third.running.is_empty());
    assert_eq!(watch.look().unwrap().processes[0].traffic.calls, 0);
}
