// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random programs on connections that break at random points: the file's content is as if none had.

use std::io::{IoSlice, IoSliceMut};
use std::time::Duration;

use fastrand::Rng;
use seaway_device_api::{
    DeviceFile, Durability, Extent, FileShape, OpenFlags, RangeLock, RangeLocks, Segments, SegmentsMut,
    Shaped,
};

use super::fake::Fake;
use super::{begin, open, read, write};
use crate::remote::file::RemoteFile;

const FILE_BYTES: usize = 300_000;

#[test]
fn cuts_at_random_points_change_nothing() {
    for seed in 0..60 {
        run(seed);
    }
}

fn run(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let fake = Fake::default();
    for _ in 0..random.usize(1..12) {
        // Some are cut during the handshake, some in the middle of data, some in an answer.
        let taken = if random.bool() { random.u64(1..600) } else { random.u64(1..400_000) };
        let said = if random.u8(..3) == 0 { random.u64(1..50_000) } else { u64::MAX };
        fake.lock().plan.cuts.push_back((taken, said));
    }
    fake.lock().plan.shuffled = random.bool().then(|| random.u64(..));
    let session = begin(&fake, Duration::from_secs(60));
    let hints = ["", "seaway_write_behind=4k", "seaway_write_behind=disable;seaway_read_ahead=disable"];
    let file = open(&session, "/file", hints[random.usize(..3)]).unwrap();
    let mut model = Vec::new();
    for step in 0..40 {
        step_of(&mut random, &file, &mut model, seed, step);
    }
    file.sync(Durability::Durable).unwrap();
    assert!(fake.content("/file") == model, "seed {seed}: the file differs from the model");
    drop((file, session));
}

fn step_of(random: &mut Rng, file: &RemoteFile, model: &mut Vec<u8>, seed: u64, step: usize) {
    let offset = random.usize(..FILE_BYTES - 100);
    let most = if random.bool() { 200 } else { FILE_BYTES - offset };
    let len = random.usize(1..=most.min(FILE_BYTES - offset));
    let bytes: Vec<u8> = (0..len).map(|_| random.u8(..)).collect();
    match random.u8(..8) {
        0..3 => {
            write(file, offset as u64, &bytes).unwrap();
            put(model, offset, &bytes);
        }
        3 => {
            let shape = FileShape::new(offset as u64 % 1000, [3, 7]);
            let bytes = &bytes[..len.min(30_000)];
            file.write_shaped(&shape, 0..bytes.len() as u64, &Segments::new(&[IoSlice::new(bytes)])).unwrap();
            for (position, byte) in bytes.iter().enumerate() {
                put(model, offset % 1000 + position / 3 * 7 + position % 3, &[*byte]);
            }
        }
        4 => {
            let size = random.usize(..FILE_BYTES);
            file.set_size(size as u64).unwrap();
            model.resize(size, 0);
        }
        5 => file.sync(if random.bool() { Durability::Durable } else { Durability::Visible }).unwrap(),
        6 => {
            let extents = [Extent::new(offset as u64 / 2, 50), Extent::new(offset as u64, 50)];
            let mut back = [0; 100];
            let mut pieces = [IoSliceMut::new(&mut back)];
            let got = file
                .read(&extents, &mut SegmentsMut::new(&mut pieces))
                .map(|got| usize::try_from(got).unwrap());
            if offset / 2 + 50 <= offset {
                let mut expected = known(model, offset / 2, 50).to_vec();
                if expected.len() == 50 {
                    expected.extend_from_slice(known(model, offset, 50));
                }
                assert_eq!(&back[..got.unwrap()], expected, "seed {seed}, step {step}");
            }
        }
        _ => assert!(
            read(file, offset as u64, len).unwrap() == known(model, offset, len),
            "seed {seed}, step {step}: {len} bytes at {offset}"
        ),
    }
}

#[test]
fn file_is_created_once_and_deleted_once() {
    for said in 0..80 {
        let fake = Fake::default();
        // Part of the answer to the open is lost, then part of the answer to the delete.
        fake.lock().plan.cuts.extend([(u64::MAX, said + 20), (u64::MAX, said + 20)]);
        let session = begin(&fake, Duration::from_secs(60));
        let file = open(&session, "/made", "").unwrap();
        write(&file, 0, b"once").unwrap();
        drop(file);
        assert_eq!(fake.content("/made"), b"once");
        let path = super::RemotePath { path: "/made".into(), directory: String::new() };
        session.delete(path.clone()).unwrap();
        assert!(!fake.lock().files.contains_key("/made"));
        // If the answer to this one is lost, there is no telling which process created the file.
        if let Err(error) = session.open(path, super::ALL | OpenFlags::EXCLUSIVE) {
            assert!(error.to_string().contains("it may be this program's own"), "{error}");
        }
    }
}

#[test]
fn file_is_renamed_once() {
    for said in 0..80 {
        let fake = Fake::default();
        // Part of the answer to the open is lost, then part of the answer to the rename.
        fake.lock().plan.cuts.extend([(u64::MAX, said + 20), (u64::MAX, said + 20)]);
        let session = begin(&fake, Duration::from_secs(60));
        let file = open(&session, "/made", "").unwrap();
        write(&file, 0, b"once").unwrap();
        drop(file);
        let path = super::RemotePath { path: "/made".into(), directory: String::new() };
        session.rename(path, "/renamed".into(), true).unwrap();
        assert!(!fake.lock().files.contains_key("/made"));
        assert_eq!(fake.content("/renamed"), b"once");
    }
}

#[test]
fn lost_lock_is_reported_and_nothing_is_written_without_it() {
    let fake = Fake::default();
    fake.lock().plan.cuts.push_back((20_000, u64::MAX));
    let file = super::opened(&fake);
    let extent = Extent::new(0, 100_000);
    file.lock(extent, RangeLock::Exclusive).unwrap();
    fake.take_requests();
    // The connection is lost in the middle, and the store no longer knows the session.
    let error = write(&file, 0, &[7; 100_000]).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("lock") && text.contains("was lost") && text.contains("/file"), "{text}");
    use seaway_messages::StoreMessage as M;
    // It is reported once; then the file works as before.
    file.unlock(extent).unwrap();
    let requests = fake.take_requests();
    assert!(matches!(requests[..], [M::Write { .. }, M::Open { .. }, M::Unlock { .. }]), "{requests:?}");
    write(&file, 0, &[8; 100_000]).unwrap();
    assert!(fake.content("/file") == [8; 100_000]);
}

#[test]
fn lock_lost_between_calls_is_reported_by_the_next_access() {
    let fake = Fake::default();
    let file = super::opened(&fake);
    let extent = Extent::new(10, 20);
    file.lock(extent, RangeLock::Exclusive).unwrap();
    fake.cut_all();
    // The first request finds that the connection is lost.
    assert_eq!(file.size().unwrap_err().extent(), Some(extent));
    file.lock(extent, RangeLock::Exclusive).unwrap();
    fake.cut_all();
    let error = file.unlock(extent).unwrap_err().to_string();
    assert!(error.contains("was lost") && error.contains("10..30"), "{error}");
}

fn put(model: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = model.len().max(offset + bytes.len());
    model.resize(end, 0);
    model[offset..offset + bytes.len()].copy_from_slice(bytes);
}

fn known(model: &[u8], offset: usize, len: usize) -> &[u8] {
    &model[offset.min(model.len())..(offset + len).min(model.len())]
}
