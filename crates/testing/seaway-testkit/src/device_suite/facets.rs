// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks, mappings and transfers. A device without a facet passes its checks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use seaway_device_api::{Device, ErrorKind, Extent, MappedRange, Mapping, RangeLock, Region};

use super::fixture::{noise, open, read_extent, write_bytes};
use crate::lent_memory::{LentRoom, lend};

/// Threads increment a number in the file, with a byte range locked around each read and write: no increment
/// is lost.
pub fn exclusive_locks_exclude(device: &dyn Device) {
    let file = open(device);
    if file.range_locks().is_none() {
        return;
    }
    let number = Extent::new(100, 8);
    write_bytes(&*file, 100, &0_u64.to_le_bytes());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let file = open(device);
                let locks = file.range_locks().unwrap();
                for _ in 0..100 {
                    locks.lock(number, RangeLock::Exclusive).unwrap();
                    let old = u64::from_le_bytes(read_extent(&*file, number).try_into().unwrap());
                    // Lets another thread run: without the lock it would read the same number.
                    thread::yield_now();
                    write_bytes(&*file, 100, &(old + 1).to_le_bytes());
                    locks.unlock(number).unwrap();
                }
            });
        }
    });
    assert_eq!(read_extent(&*file, number), 400_u64.to_le_bytes());
}

pub fn shared_locks_admit_each_other(device: &dyn Device) {
    let (first, second, third) = (open(device), open(device), open(device));
    let Some(locks) = first.range_locks() else { return };
    locks.lock(Extent::new(0, 10), RangeLock::Shared).unwrap();
    // Returns at once, or the test hangs.
    second.range_locks().unwrap().lock(Extent::new(5, 10), RangeLock::Shared).unwrap();
    third.range_locks().unwrap().lock(Extent::new(15, 10), RangeLock::Exclusive).unwrap();
    let held = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            third.range_locks().unwrap().lock(Extent::new(0, 10), RangeLock::Exclusive).unwrap();
            assert!(!held.load(Ordering::SeqCst), "exclusive lock beside shared ones");
        });
        thread::yield_now();
        second.range_locks().unwrap().unlock(Extent::new(5, 10)).unwrap();
        held.store(false, Ordering::SeqCst);
        locks.unlock(Extent::new(0, 10)).unwrap();
    });
}

pub fn closing_releases_locks(device: &dyn Device) {
    let (first, second) = (open(device), open(device));
    let Some(locks) = first.range_locks() else { return };
    locks.lock(Extent::new(0, 10), RangeLock::Exclusive).unwrap();
    drop(first);
    // Returns, or the test hangs.
    second.range_locks().unwrap().lock(Extent::new(0, 10), RangeLock::Exclusive).unwrap();
}

pub fn mapping_agrees_with_reads_and_writes(device: &dyn Device) {
    let file = open(device);
    let Some(mapping) = file.mapping() else { return };
    let bytes = noise(1, 20_000);
    write_bytes(&*file, 0, &bytes);
    // Not page-aligned, so that the device has to handle the offset.
    let extent = Extent::new(4999, 10_001);
    let mapped = mapping.map_for_reading(extent).unwrap();
    assert_eq!(mapped.source().range(), 0..10_001);
    assert!(mapped.source().slice(0..10_001).unwrap() == &bytes[4999..15_000]);
    assert!(mapped.target().range().is_empty());
    drop(mapped);

    let Some(mapped) = map_for_writing(mapping, extent) else { return };
    mapped.target().slice(1..6).unwrap().copy_from_slice(b"fresh");
    assert_eq!(
        read_extent(&*open(device), Extent::new(4999, 7)),
        [&bytes[4999..5000], b"fresh", &bytes[5005..5006]].concat()
    );
    write_bytes(&*file, 5000, b"newer");
    assert_eq!(mapped.source().slice(1..6).unwrap(), b"newer");
    drop(mapped);
    assert_eq!(file.size().unwrap(), 20_000);
    assert_eq!(read_extent(&*file, Extent::new(5000, 5)), b"newer");
}

pub fn writing_through_a_mapping_grows_the_file(device: &dyn Device) {
    let file = open(device);
    let Some(mapping) = file.mapping() else { return };
    write_bytes(&*file, 0, b"kept");
    let Some(mapped) = map_for_writing(mapping, Extent::new(10_000, 5)) else { return };
    mapped.target().slice(0..5).unwrap().copy_from_slice(b"grown");
    drop(mapped);
    assert_eq!(file.size().unwrap(), 10_005);
    assert_eq!(read_extent(&*file, Extent::new(9_998, 99)), b"\0\0grown");
    assert_eq!(read_extent(&*file, Extent::new(0, 5)), b"kept\0");
}

/// `None` if the device reports that it cannot reserve space.
fn map_for_writing(mapping: &dyn Mapping, extent: Extent) -> Option<Box<dyn MappedRange>> {
    match mapping.map_for_writing(extent) {
        Err(error) if error.kind() == ErrorKind::Unsupported => None,
        mapped => Some(mapped.unwrap()),
    }
}

pub fn mapping_past_the_end_is_refused_for_reading(device: &dyn Device) {
    let file = open(device);
    let Some(mapping) = file.mapping() else { return };
    write_bytes(&*file, 0, &[1; 100]);
    // Touching it would raise a signal instead of returning an error.
    for extent in
        [Extent::new(50, 51), Extent::new(1 << 20, 1), Extent::new(u64::MAX - 1, 2), Extent::new(0, 0)]
    {
        let error = mapping.map_for_reading(extent).err().map(|error| error.kind());
        assert_eq!(error, Some(ErrorKind::Argument), "{extent}");
    }
}

pub fn transfers_round_trip(device: &dyn Device) {
    let file = open(device);
    let Some(transfers) = file.transfers() else { return };
    // Some small, some large.
    let parts: Vec<_> = (0..8).map(|seed| noise(seed, 10_000 << seed)).collect();
    let place = |part: usize| {
        let (start, len) = (part as u64 * 4_000_000, 10_000 << part);
        Region::Extents(vec![Extent::new(start, 4000), Extent::new(start + 5000, len - 4000)])
    };
    let start =
        |(part, bytes): (usize, &Vec<u8>)| transfers.start_write(place(part), lend(bytes.clone())).unwrap();
    let tickets: Vec<_> = parts.iter().enumerate().map(start).collect();
    for (part, ticket) in tickets.into_iter().enumerate().rev() {
        assert_eq!(transfers.wait(ticket).unwrap(), parts[part].len() as u64);
    }
    let start = |(part, bytes): (usize, &Vec<u8>)| {
        let (room, lent) = LentRoom::new(vec![0; bytes.len()]);
        (transfers.start_read(place(part), lent, false).unwrap(), room)
    };
    let started: Vec<_> = parts.iter().enumerate().map(start).collect();
    for (part, (ticket, room)) in started.iter().enumerate() {
        let moved = loop {
            if let Some(moved) = transfers.poll(ticket).unwrap() {
                break moved;
            }
            thread::yield_now();
        };
        assert_eq!(moved, parts[part].len() as u64);
        let again = transfers.poll(ticket).unwrap_err().kind();
        assert_eq!(again, ErrorKind::Request, "a ticket is good for one answer");
        assert!(room.bytes() == parts[part]);
    }
}

pub fn transfers_report_the_end_of_the_file(device: &dyn Device) {
    let file = open(device);
    let Some(transfers) = file.transfers() else { return };
    write_bytes(&*file, 0, b"short");
    let place = Region::Extents(vec![Extent::new(0, 3), Extent::new(4, 10), Extent::new(100, 10)]);
    let (room, lent) = LentRoom::new(vec![7; 23]);
    let ticket = transfers.start_read(place, lent, false).unwrap();
    assert_eq!(transfers.wait(ticket).unwrap(), 4);
    assert_eq!(&room.bytes()[..5], b"shot\x07");
}
