// SPDX-License-Identifier: MIT OR Apache-2.0
//! Failures are reported: where, on which bytes, by which host, and in time.

use std::time::{Duration, Instant};

use seaway_device_api::{DeviceFile, Durability, ErrorKind};

use super::fake::Fake;
use super::{begin, open, opened, read, write};

#[test]
fn error_of_a_coalesced_write_is_reported_by_the_next_call() {
    let fake = Fake::default();
    let file = opened(&fake);
    fake.lock().plan.full = true;
    write(&file, 4096, &[1; 64]).unwrap();
    let error = file.sync(Durability::Durable).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    let text = error.to_string();
    assert!(text.contains("remote://fake:7/file") && text.contains("bytes 4096..4160"), "{text}");
    // It is reported once.
    fake.lock().plan.full = false;
    file.sync(Durability::Durable).unwrap();
}

#[test]
fn error_of_a_coalesced_write_is_reported_at_close_at_the_latest() {
    let fake = Fake::default();
    let file = open(&begin(&fake, Duration::from_secs(60)), "/file", "seaway_write_behind=4k").unwrap();
    fake.lock().plan.full = true;
    // Sent when there is enough of it, without waiting.
    let refused = (0..20).find_map(|number| write(&file, number * 1000, &[1; 1000]).err());
    let at_close = file.sync(Durability::Visible).err();
    assert_eq!(refused.or(at_close).unwrap().kind(), ErrorKind::NoSpace);
}

#[test]
fn large_write_refused_half_way_does_not_affect_the_next() {
    let fake = Fake::default();
    let file = opened(&fake);
    fake.lock().plan.full = true;
    let error = write(&file, 0, &[1; 1_000_000]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    fake.lock().plan.full = false;
    write(&file, 0, &[2; 1_000_000]).unwrap();
    assert!(fake.content("/file") == [2; 1_000_000]);
}

#[test]
fn silent_daemon_is_an_error_in_time_with_host_and_path() {
    let fake = Fake::default();
    let session = begin(&fake, Duration::from_secs(1));
    let file = open(&session, "/file", "").unwrap();
    fake.lock().plan.silent = true;
    fake.lock().plan.closed = true;
    let since = Instant::now();
    let error = file.size().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    let text = error.to_string();
    assert!(
        text.contains("remote://fake:7") && text.contains("/file") && text.contains("seaway_timeout"),
        "{text}"
    );
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    // From now on it fails at once.
    assert!(write(&file, 0, &[0; 100_000]).is_err() && read(&file, 0, 1).is_err());
    assert!(session.is_lost());
}

#[test]
fn silent_connection_is_cut_and_the_request_sent_again() {
    let fake = Fake::default();
    fake.lock().plan.mute = true;
    // Enough to open the file, and no more.
    fake.lock().plan.cuts.push_back((u64::MAX, 60));
    // Half of it passes before the connection is cut; the rest is for a busy machine to reconnect.
    let session = begin(&fake, Duration::from_secs(10));
    let file = open(&session, "/file", "").unwrap();
    assert_eq!(file.size().unwrap(), 0);
    assert_eq!(fake.lock().connections, 2);
}

#[test]
fn replaced_file_is_not_taken_for_the_old_one() {
    let fake = Fake::default();
    fake.lock().plan.cuts.push_back((2000, u64::MAX));
    let file = opened(&fake);
    write(&file, 0, &[1; 64]).unwrap();
    file.sync(Durability::Visible).unwrap();
    // Another file takes the name, and then the connection is lost.
    fake.lock().files.insert("/file".into(), (99, b"other".to_vec()));
    let error = write(&file, 0, &[1; 100_000]).unwrap_err();
    assert!(error.to_string().contains("the name now refers to another file"), "{error}");
    assert_eq!(fake.content("/file"), b"other");
}

#[test]
fn deleted_file_fails_and_others_continue() {
    let fake = Fake::default();
    fake.lock().plan.cuts.push_back((2000, u64::MAX));
    let session = begin(&fake, Duration::from_secs(60));
    let (gone, stays) = (open(&session, "/gone", "").unwrap(), open(&session, "/stays", "").unwrap());
    fake.lock().files.remove("/gone");
    assert_eq!(write(&gone, 0, &[1; 100_000]).unwrap_err().kind(), ErrorKind::NoSuchFile);
    write(&stays, 0, &[1; 100_000]).unwrap();
    assert_eq!(fake.content("/stays"), [1; 100_000]);
}
