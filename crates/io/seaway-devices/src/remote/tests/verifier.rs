// SPDX-License-Identifier: MIT OR Apache-2.0
//! Acknowledged writes are not silently lost when the store restarts: they are sent again, or the next call
//! fails.

use std::time::Duration;

use seaway_device_api::{DeviceFile, Durability, ErrorKind, Extent, RangeLock, RangeLocks};

use super::fake::Fake;
use super::{begin_keeping, open, opened, read, write};

#[test]
fn acknowledged_writes_are_sent_again_to_a_restarted_store() {
    let fake = Fake::default();
    let file = opened(&fake);
    write(&file, 0, &[1; 200_000]).unwrap();
    file.sync(Durability::Durable).unwrap();
    let synced = fake.content("/file");
    // Large writes from the program's memory, small coalesced ones, and the size, in this order.
    write(&file, 50_000, &[2; 100_000]).unwrap();
    file.set_size(120_000).unwrap();
    write(&file, 110_000, &[3; 50]).unwrap();
    assert_eq!(read(&file, 110_000, 50).unwrap(), [3; 50]);
    let expected = fake.content("/file");
    fake.start_anew("/file", &synced);
    file.sync(Durability::Durable).unwrap();
    assert!(fake.content("/file") == expected);
    // They are durable now, and not sent a third time.
    fake.start_anew("/file", &synced);
    file.sync(Durability::Durable).unwrap();
    assert!(fake.content("/file") == synced);
}

#[test]
fn bytes_that_could_not_be_kept_are_reported_with_file_and_range() {
    let fake = Fake::default();
    let file = open(&begin_keeping(&fake, Duration::from_secs(60), 0), "/file", "").unwrap();
    write(&file, 100_000, &[2; 100_000]).unwrap();
    fake.start_anew("/file", &[]);
    let error = file.sync(Durability::Durable).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("/file") && text.contains("100000..200000") && text.contains("lost"), "{text}");
    // Reported once: later writes are synced as usual.
    write(&file, 0, &[4; 100_000]).unwrap();
    file.sync(Durability::Durable).unwrap();
}

#[test]
fn full_buffer_of_unsynced_bytes_is_synced_automatically() {
    let fake = Fake::default();
    let file = open(&begin_keeping(&fake, Duration::from_secs(60), 1 << 20), "/file", "").unwrap();
    for round in 0..30 {
        write(&file, round * 100_000, &[1; 100_000]).unwrap();
    }
    let syncs = |message: &seaway_messages::StoreMessage| {
        matches!(message, seaway_messages::StoreMessage::Sync { .. })
    };
    let requests = fake.take_requests();
    let count = requests.iter().filter(|message| syncs(message)).count();
    // 3 MB through a buffer of 1 MiB that is synced when it is half full.
    assert!((3..=15).contains(&count), "{count} syncs");
    let content = fake.content("/file");
    fake.start_anew("/file", &content);
    file.sync(Durability::Durable).unwrap();
    assert!(fake.content("/file") == [1; 3_000_000]);
}

#[test]
fn write_that_others_may_have_overwritten_is_not_sent_again() {
    let fake = Fake::default();
    let file = opened(&fake);
    let extent = Extent::new(0, 100_000);
    file.lock(extent, RangeLock::Exclusive).unwrap();
    write(&file, 0, &[1; 100_000]).unwrap();
    file.unlock(extent).unwrap();
    // Another program gets the lock, writes and syncs; then the store restarts.
    fake.start_anew("/file", &[9; 100_000]);
    assert!(file.sync(Durability::Durable).unwrap_err().to_string().contains("may be lost"));
    assert!(fake.content("/file") == [9; 100_000]);
}

#[test]
fn bytes_refused_the_second_time_are_reported() {
    let fake = Fake::default();
    let file = opened(&fake);
    write(&file, 0, &[1; 100_000]).unwrap();
    fake.lock().plan.full = true;
    fake.start_anew("/file", &[]);
    let error = file.sync(Durability::Durable).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    assert!(error.to_string().contains("/file"), "{error}");
}

#[test]
fn error_of_closing_reaches_the_caller() {
    let fake = Fake::default();
    let file = opened(&fake);
    write(&file, 0, &[1; 64]).unwrap();
    fake.lock().plan.close_fails = true;
    let error = file.close().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Quota);
    assert!(error.to_string().contains("remote://fake:7/file"), "{error}");
    assert_eq!(fake.content("/file"), [1; 64]);
}
