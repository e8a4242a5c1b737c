// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine on a stream that records all calls: offsets of ordered accesses, what is read once, what waits,
//! and what happens to ranks that wait for each other when the stream fails.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use seaway::{
    AccessMode, Datatype, Error, ErrorKind, Extent, File, Group, Hints, Named, Rank, ReadBuffer, Result,
    Target, Whence,
};
use seaway_device_api::DeviceName;
use seaway_testkit::{FakeStream, StreamCall};

const WRITE: AccessMode = AccessMode::WRITE_ONLY.union(AccessMode::CREATE);
const READ: AccessMode = AccessMode::READ_ONLY;

#[test]
fn ordered_accesses_announce_the_offset_of_each_rank() {
    let told = pair(
        3,
        |rank, file| {
            for step in 0..4_u8 {
                let mine = vec![step * 10 + number(rank); 5 * rank.rank()];
                assert_eq!(file.write_ordered(&mine).unwrap().bytes, mine.len() as u64);
            }
            file.sync().unwrap();
        },
        2,
        |rank, file| {
            let mut all = Vec::new();
            loop {
                let mut mine = vec![0_u8; 7 + rank.rank()];
                let got = file.read_ordered(&mut mine).unwrap().bytes;
                let parts = rank.communicator().all_gather(&mine[..usize::try_from(got).unwrap()]).unwrap();
                if parts.iter().all(Vec::is_empty) {
                    break;
                }
                all.extend(parts.concat());
            }
            let expected: Vec<u8> =
                (0..4).flat_map(|step| [vec![step * 10 + 1; 5], vec![step * 10 + 2; 10]].concat()).collect();
            assert_eq!(all, expected);
        },
    );
    let count = |wanted: &dyn Fn(&StreamCall) -> bool| told.iter().filter(|told| wanted(told)).count();
    for (start, rank) in (0..4).flat_map(|step| (0..3).map(move |rank| (step * 15, rank))) {
        let expected = StreamCall::WillWrite { rank, start, lengths: vec![0, 5, 10] };
        assert_eq!(count(&|told| *told == expected), 1, "{expected:?}");
    }
    for rank in 0..2 {
        let expected = StreamCall::WillRead { rank, start: 15, lengths: vec![7, 8] };
        assert_eq!(count(&|told| *told == expected), 1, "{expected:?}");
    }
    assert_eq!(count(&|told| matches!(told, StreamCall::Read { once: false, .. })), 0);
    assert_eq!(count(&|told| matches!(told, StreamCall::Marked { .. })), 3);
    assert_eq!(count(&|told| matches!(told, StreamCall::Ended { .. })), 5);
    assert_eq!(count(&|told| matches!(told, StreamCall::SizeAsked { .. })), 0);
}

#[test]
fn only_the_shared_pointer_reads_once() {
    let told = pair(
        1,
        |_, file| {
            file.write(&[7_u8; 40]).unwrap();
        },
        1,
        |_, file| {
            let mut bytes = [0_u8; 4];
            file.read_at(0, &mut bytes).unwrap();
            file.read_all(&mut bytes).unwrap();
            file.iread(&mut bytes).wait().unwrap();
            file.read_shared(&mut bytes).unwrap();
            file.iread_shared(&mut bytes).wait().unwrap();
            file.read_ordered(&mut bytes).unwrap();
            assert_eq!(bytes, [7; 4]);
        },
    );
    let reads = |wanted: bool| {
        told.iter().filter(|told| matches!(told, StreamCall::Read { once, .. } if *once == wanted)).count()
    };
    assert_eq!((reads(false), reads(true)), (3, 3));
}

/// Every other eight bytes, on both sides: nothing else is read, and the size is not queried.
#[test]
fn gaps_are_neither_read_nor_rewritten() {
    let told = pair(
        2,
        |rank, file| {
            see_every_other(rank, file);
            file.write_all(&[number(rank) + 1; 24]).unwrap();
        },
        2,
        |rank, file| {
            see_every_other(rank, file);
            let mut bytes = [0_u8; 24];
            assert_eq!(file.read_all(&mut bytes).unwrap().bytes, 24);
            assert_eq!(bytes, [number(rank) + 1; 24]);
        },
    );
    for rank in 0..2_u64 {
        let extents: Vec<Extent> = (0..3).map(|piece| Extent::new(piece * 16 + rank * 8, 8)).collect();
        let rank = usize::try_from(rank).unwrap();
        assert!(told.contains(&StreamCall::Wrote { rank, extents: extents.clone() }), "{told:?}");
        assert!(told.contains(&StreamCall::Read { rank, extents, once: false }), "{told:?}");
    }
    assert!(!told.iter().any(|told| matches!(told, StreamCall::SizeAsked { .. })), "{told:?}");
}

fn see_every_other(rank: &Rank, file: &File) {
    let byte = Datatype::bytes();
    let part = Datatype::resized(0, 16, &Datatype::contiguous(8, &byte).unwrap()).unwrap();
    part.commit();
    let start = i64::try_from(rank.rank()).unwrap() * 8;
    file.set_view(start, &byte, &part, "native", &Hints::new()).unwrap();
}

#[test]
fn nothing_is_announced_if_views_differ() {
    let told = pair(
        2,
        |rank, file| {
            let start = i64::try_from(rank.rank()).unwrap() * 100;
            let byte = Datatype::bytes();
            file.set_view(start, &byte, &byte, "native", &Hints::new()).unwrap();
            file.write_ordered(&[number(rank); 3]).unwrap();
        },
        1,
        |_, file| {
            let mut bytes = [9_u8; 3];
            file.read_at(103, &mut bytes).unwrap();
            assert_eq!(bytes, [1; 3]);
        },
    );
    assert!(!told.iter().any(|told| matches!(told, StreamCall::WillWrite { .. })), "{told:?}");
}

#[test]
fn order_counts_bytes_of_the_file() {
    let told = pair(
        2,
        |rank, file| {
            let double = Datatype::named(Named::Double);
            file.set_view(16, &double, &double, "external32", &Hints::new()).unwrap();
            file.write_ordered(&vec![1.5; 1 + rank.rank()]).unwrap();
        },
        1,
        |_, file| {
            let double = Datatype::named(Named::Double);
            file.set_view(16, &double, &double, "external32", &Hints::new()).unwrap();
            let mut values = [0.0; 4];
            assert_eq!(file.iread_shared(&mut values).wait().unwrap().bytes, 24);
            assert_eq!(values, [1.5, 1.5, 1.5, 0.0]);
        },
    );
    assert!(told.contains(&StreamCall::WillWrite { rank: 1, start: 16, lengths: vec![8, 16] }), "{told:?}");
}

#[test]
fn nonblocking_accesses_stay_in_place() {
    let stream = FakeStream::default();
    let ran = Group::run(1, |rank| {
        let out = open(&stream, &rank, WRITE).unwrap();
        let input = open(&stream, &rank, READ).unwrap();
        let (mut first, mut second) = ([0_u8; 4], vec![9_u8; 6 << 15]);
        let data = vec![5_u8; 4 + (3 << 15)];
        seaway::scope(|scope| {
            let mut reading = input.iread_shared(scope.lend_mut(&mut first));
            // Three long pieces of memory, none of them copied.
            let rows = Datatype::vector(3, 1 << 15, 2 << 15, &Datatype::bytes()).unwrap();
            rows.commit();
            let buffer = ReadBuffer::new(Target::from_slice(&mut second), 1, &rows).unwrap();
            let mut reading_rows = input.iread_shared(scope.lend_mut(buffer));
            assert!(reading.test().unwrap().is_none());
            let mut writing = out.iwrite(scope.lend(&data));
            assert!(writing.test().unwrap().is_none(), "nobody has taken it yet");
            stream.take_started();
            assert_eq!(writing.test().unwrap().unwrap().bytes, data.len() as u64);
            assert_eq!(reading.test().unwrap().unwrap().bytes, 4);
            assert_eq!(reading_rows.test().unwrap().unwrap().bytes, 3 << 15);
        });
        assert_eq!(first, [5; 4]);
        let at = |place: usize| (second[place << 15], second[((place + 1) << 15) - 1]);
        assert_eq!([at(0), at(1), at(2), at(3)], [(5, 5), (9, 9), (5, 5), (9, 9)]);
        out.close().unwrap();
        input.close().unwrap();
    });
    ran.unwrap();
    let pieces: Vec<usize> = stream
        .told()
        .iter()
        .filter_map(|told| match told {
            StreamCall::Started { pieces, .. } => Some(*pieces),
            _ => None,
        })
        .collect();
    assert_eq!(pieces, [1, 3, 1]);
}

#[test]
fn a_dropped_request_is_waited_for() {
    pair(
        1,
        |_, file| drop(file.iwrite(&vec![3_u8; 100])),
        1,
        |_, file| {
            let mut bytes = [0_u8; 100];
            drop(file.iread_shared(&mut bytes));
            assert_eq!(bytes, [3; 100]);
        },
    );
}

#[test]
fn split_calls_go_on_until_they_are_ended() {
    let told = pair(
        2,
        |rank, file| {
            // The buffer may be changed as soon as the call has begun.
            file.write_ordered_begin(&[number(rank); 3]).unwrap();
            assert_eq!(file.write_ordered_end().unwrap().bytes, 3);
        },
        2,
        |rank, file| {
            let bytes: &'static mut [u8] = vec![9; 4].leak();
            file.read_ordered_begin(ReadBuffer::bytes(bytes).until_ended()).unwrap();
            let expected = if rank.rank() == 0 { 4 } else { 2 };
            assert_eq!(file.read_ordered_end().unwrap().bytes, expected);
            let mut none = [0_u8; 1];
            file.read_ordered_begin(&mut none).unwrap();
            assert_eq!(file.read_ordered_end().unwrap().bytes, 0);
        },
    );
    assert_eq!(told.iter().filter(|told| matches!(told, StreamCall::Started { .. })).count(), 4);
}

#[test]
fn the_end_is_where_the_writers_stopped() {
    pair(
        2,
        |rank, file| {
            file.write_ordered(&[number(rank); 10]).unwrap();
        },
        2,
        |_, file| {
            assert_eq!(file.size().unwrap(), 20);
            file.seek(-1, Whence::End).unwrap();
            let mut byte = [9_u8; 2];
            assert_eq!(file.read_all(&mut byte).unwrap().bytes, 1);
            assert_eq!(byte, [1, 9]);
            file.set_atomicity(true).unwrap();
            assert_eq!(file.read_at_all(19, &mut byte).unwrap().bytes, 1);
        },
    );
}

#[test]
fn modes_are_those_of_a_file() {
    let stream = FakeStream::default();
    let ran = Group::run(2, |rank| {
        let error = open(&stream, &rank, AccessMode::READ_WRITE).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessMode);
        assert!(error.to_string().contains("read or written, not both"), "{error}");
        let mode = WRITE | AccessMode::APPEND | AccessMode::DELETE_ON_CLOSE | AccessMode::EXCLUSIVE;
        let file = open(&stream, &rank, mode).unwrap();
        assert_eq!(file.position().unwrap(), 0);
        file.write_all(&[1_u8]).unwrap();
        file.close().unwrap();
        let file = open(&stream, &rank, READ | AccessMode::APPEND).unwrap();
        assert_eq!(file.position().unwrap(), 1);
        file.close().unwrap();
    });
    ran.unwrap();
}

/// One rank of three is inside the stream, one waits for it in the collective call, and one is stopped: it
/// continues only when the others have given up. None of them hangs, and all report what has happened to the
/// stream.
#[test]
fn a_failed_stream_ends_all_waiting() {
    let calls: [CollectiveCall; 5] = [
        ("ordered", |file, bytes| file.read_ordered(bytes).map(drop)),
        ("at all", |file, bytes| file.read_at_all(0, bytes).map(drop)),
        ("sync", |file, _| file.sync()),
        ("view", |file, _| {
            let byte = Datatype::bytes();
            file.set_view(0, &byte, &byte, "native", &Hints::new())
        }),
        ("hints", |file, _| file.set_hints(&Hints::new())),
    ];
    for (name, call) in calls {
        let stream = FakeStream::default();
        let waiting = AtomicUsize::new(2);
        let ran = Group::run(3, |rank| {
            let file = open(&stream, &rank, READ).unwrap();
            if rank.rank() == 2 {
                stream.fail("writer rank 3 of sim on node17 is gone at offset 4096");
                while waiting.load(Ordering::SeqCst) > 0 {
                    thread::yield_now();
                }
            } else {
                check_failure(name, call(&file, &mut [0; 4]));
                waiting.fetch_sub(1, Ordering::SeqCst);
            }
            check_failure(name, call(&file, &mut [0; 4]).and_then(|()| call(&file, &mut [0; 4])));
            check_failure(name, file.close());
        });
        ran.unwrap();
    }
}

type CollectiveCall = (&'static str, fn(&File, &mut [u8]) -> Result<()>);

fn check_failure(name: &str, outcome: Result<()>) {
    let error: Error = outcome.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io, "{name}: {error}");
    assert!(error.to_string().contains("writer rank 3 of sim on node17"), "{name}: {error}");
}

/// Two programs at the same time, and the calls of their stream.
fn pair(
    writers: usize,
    write: impl Fn(&Rank, &File) + Sync,
    readers: usize,
    read: impl Fn(&Rank, &File) + Sync,
) -> Vec<StreamCall> {
    let stream = FakeStream::default();
    let run = |ranks: usize, mode: AccessMode, program: &(dyn Fn(&Rank, &File) + Sync)| {
        let ran = Group::run(ranks, |rank| {
            let file = open(&stream, &rank, mode).unwrap();
            program(&rank, &file);
            file.close().unwrap();
        });
        if let Err(error) = ran {
            // The other program need not wait for this one.
            stream.fail("the other program has failed");
            panic!("{error}");
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| run(writers, WRITE, &write));
        run(readers, READ, &read);
    });
    stream.told()
}

fn open(stream: &FakeStream, rank: &Rank, mode: AccessMode) -> Result<File> {
    File::open_on(
        rank,
        Arc::new(stream.clone()),
        &DeviceName::parse("fake:stream", &["fake"]),
        mode,
        &Hints::new(),
    )
}

fn number(rank: &Rank) -> u8 {
    u8::try_from(rank.rank()).unwrap()
}
