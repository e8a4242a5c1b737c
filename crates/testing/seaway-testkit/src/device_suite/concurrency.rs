// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several threads at once, like embedded ranks. In any order, each byte has one correct value.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use seaway_device_api::{Device, DeviceFile, Extent};

use super::fixture::{open, read_extent, read_extents, try_write, write_bytes};

const THREADS: u8 = 4;
const BLOCK_BYTES: u64 = 1000;
const BLOCKS: u64 = 500;

pub fn writers_of_disjoint_extents(device: &dyn Device) {
    thread::scope(|scope| {
        for rank in 0..THREADS {
            scope.spawn(move || write_share(&*open(device), rank));
        }
    });
    check_shares(&*open(device));
}

pub fn one_handle_serves_many_threads(device: &dyn Device) {
    let file = open(device);
    thread::scope(|scope| {
        for rank in 0..THREADS {
            let file = &*file;
            scope.spawn(move || write_share(file, rank));
        }
    });
    check_shares(&*file);
}

/// A reader sees the old or the new value of a byte that is being written, never another one.
pub fn readers_beside_writers(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, &vec![0xFF; usize::try_from(BLOCKS * BLOCK_BYTES * u64::from(THREADS)).unwrap()]);
    thread::scope(|scope| {
        for rank in 0..THREADS {
            scope.spawn(move || write_share(&*open(device), rank));
            scope.spawn(move || {
                for byte in read_extents(&*open(device), &share(rank)) {
                    assert!(byte == 0xFF || byte == rank, "rank {rank} reads {byte}");
                }
            });
        }
    });
    check_shares(&*file);
}

/// Data that others append while space is reserved just past the end is kept.
pub fn preallocation_beside_writers_cuts_nothing(device: &dyn Device) {
    const APPENDS: u64 = 5000;
    let file = open(device);
    let appending = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            while appending.load(Ordering::Relaxed) {
                file.preallocate(file.size().unwrap() + 1).unwrap();
            }
        });
        let writer = open(device);
        for append in 0..APPENDS {
            write_bytes(&*writer, append * 100, &[7; 100]);
        }
        appending.store(false, Ordering::Relaxed);
    });
    let bytes = read_extent(&*file, Extent::new(0, APPENDS * 100));
    assert!(bytes.len() as u64 == APPENDS * 100 && bytes.iter().all(|&byte| byte == 7));
}

/// Blocks in round-robin order.
fn share(rank: u8) -> Vec<Extent> {
    let blocks = (0..BLOCKS).map(|block| block * u64::from(THREADS) + u64::from(rank));
    blocks.map(|block| Extent::new(block * BLOCK_BYTES, BLOCK_BYTES)).collect()
}

fn write_share(file: &dyn DeviceFile, rank: u8) {
    for extents in share(rank).chunks(50) {
        let total: u64 = extents.iter().map(|extent| extent.len).sum();
        try_write(file, extents, &vec![rank; usize::try_from(total).unwrap()]).unwrap();
    }
}

fn check_shares(file: &dyn DeviceFile) {
    let bytes = read_extent(file, Extent::new(0, u64::from(THREADS) * BLOCKS * BLOCK_BYTES + 1));
    assert_eq!(bytes.len() as u64, u64::from(THREADS) * BLOCKS * BLOCK_BYTES);
    for (block, bytes) in bytes.chunks(usize::try_from(BLOCK_BYTES).unwrap()).enumerate() {
        let rank = u8::try_from(block % usize::from(THREADS)).unwrap();
        assert!(bytes.iter().all(|&byte| byte == rank), "block {block} is not rank {rank}'s");
    }
}
