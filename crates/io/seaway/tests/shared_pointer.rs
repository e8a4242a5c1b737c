// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shared pointer: one for all ranks, moved by any of them, without a lock on the file.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::collections::BTreeSet;

use seaway::{AccessMode, Datatype, File, Group, Hints, Named, Rank, Whence};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE).union(AccessMode::DELETE_ON_CLOSE);

/// Ranks take records from one file: each record is taken exactly once.
#[test]
fn records_are_handed_out_once() {
    const RECORDS: u64 = 200;
    let taken = on_ranks(4, "drawn", |rank, file| {
        if rank.rank() == 0 {
            let _ = file.write_at(0, &(0..RECORDS).collect::<Vec<u64>>()).unwrap();
        }
        file.sync().unwrap();
        rank.barrier().unwrap();
        see_integers(file);
        let mut mine = Vec::new();
        loop {
            let mut record = [0_u64];
            if file.read_shared(&mut record).unwrap().bytes == 0 {
                return mine;
            }
            mine.push(record[0]);
        }
    });
    let all: Vec<u64> = taken.concat();
    assert_eq!(all.len(), 200);
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), (0..RECORDS).collect());
}

#[test]
fn nonblocking_calls_get_their_offset_when_they_start() {
    on_ranks(3, "nonblocking", |rank, file| {
        see_integers(file);
        let numbers = [rank.rank() as u64; 4];
        let requests: Vec<_> = numbers.chunks(2).map(|pair| file.iwrite_shared(pair)).collect();
        for request in requests {
            assert_eq!(request.wait().unwrap().bytes, 16);
        }
        file.sync().unwrap();
        rank.barrier().unwrap();
        assert_eq!(file.position_shared().unwrap(), 12);
        let mut all = [9_u64; 12];
        let _ = file.read_at_all(0, &mut all).unwrap();
        assert!(all.chunks(2).all(|pair| pair[0] == pair[1]), "{all:?}");
        assert_eq!(all.iter().sum::<u64>(), 12);
    });
}

#[test]
fn seeking_is_seen_by_all() {
    on_ranks(3, "seek", |rank, file| {
        file.set_size(80).unwrap();
        see_integers(file);
        let check = |offset, whence, expected| {
            file.seek_shared(offset, whence).unwrap();
            assert_eq!(file.position_shared().unwrap(), expected);
            rank.barrier().unwrap();
        };
        check(4, Whence::Set, 4);
        check(3, Whence::Current, 7);
        check(-1, Whence::End, 9);
        check(0, Whence::End, 10);
        // The individual pointers stay where they were.
        assert_eq!(file.position().unwrap(), 0);
    });
}

/// A new view is a new stream: both pointers start again.
#[test]
fn new_view_resets_the_pointer() {
    on_ranks(2, "reset", |rank, file| {
        let _ = file.write_ordered(&[1_u8; 8]).unwrap();
        rank.barrier().unwrap();
        assert_eq!(file.position_shared().unwrap(), 16);
        see_integers(file);
        assert_eq!((file.position_shared().unwrap(), file.position().unwrap()), (0, 0));
    });
}

/// MPI-5.0 "Opening a File": a sequential file is read from front to back, by the shared pointer alone.
#[test]
fn sequential_file_is_written_and_read_in_order() {
    let name = "mem:shared-pointer-sequential";
    let open =
        |rank: &Rank, mode| File::open(rank, name, mode | AccessMode::SEQUENTIAL, &Hints::new()).unwrap();
    let ran = Group::run(3, |rank| {
        let file = open(&rank, AccessMode::WRITE_ONLY | AccessMode::CREATE);
        for round in 0..3 {
            let _ = file.write_ordered(&[rank.rank() as u64 + 10 * round]).unwrap();
        }
        file.close().unwrap();
        let file = open(&rank, AccessMode::READ_ONLY | AccessMode::DELETE_ON_CLOSE);
        for round in 0..3 {
            let mut number = [0_u64];
            assert_eq!(file.read_ordered(&mut number).unwrap().bytes, 8);
            assert_eq!(number[0], rank.rank() as u64 + 10 * round);
        }
        assert_eq!(file.read_ordered(&mut [0_u64]).unwrap().bytes, 0);
        file.close().unwrap();
    });
    ran.unwrap();
}

fn see_integers(file: &File) {
    let integer = Datatype::named(Named::UInt64);
    file.set_view(0, &integer, &integer, "native", &Hints::new()).unwrap();
}

fn on_ranks<T: Send>(size: usize, title: &str, program: impl Fn(&Rank, &File) -> T + Sync) -> Vec<T> {
    let ran = Group::run(size, |rank| {
        let file = File::open(&rank, &format!("mem:shared-pointer-{title}"), MODE, &Hints::new()).unwrap();
        let result = program(&rank, &file);
        rank.barrier().unwrap();
        file.close().unwrap();
        result
    });
    ran.unwrap()
}
