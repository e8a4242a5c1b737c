// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nonblocking calls: any number of them, completed in any order, by transfers of the device or by the engine
//! itself.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use seaway::{
    AccessMode, Datatype, ErrorKind, File, Group, Hints, Named, Rank, ReadBuffer, Request, Target, Whence,
};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE).union(AccessMode::DELETE_ON_CLOSE);
const PIECES: usize = 20;
const PIECE: usize = 500;

#[test]
fn many_requests_finish_in_any_order() {
    everywhere("order", |rank, file| {
        let base = i64::try_from(rank.rank() * PIECES * PIECE).unwrap();
        let offset = |piece: usize| base + i64::try_from(piece * PIECE).unwrap();
        let data: Vec<Vec<u8>> = (0..PIECES).map(|piece| vec![mark(rank, piece); PIECE]).collect();
        let writes: Vec<Request<'_>> =
            data.iter().enumerate().map(|(piece, bytes)| file.iwrite_at(offset(piece), bytes)).collect();
        for request in writes.into_iter().rev() {
            assert_eq!(request.wait().unwrap().bytes, PIECE as u64);
        }
        let mut back = vec![vec![0_u8; PIECE]; PIECES];
        let reads: Vec<Request<'_>> =
            back.iter_mut().enumerate().map(|(piece, bytes)| file.iread_at(offset(piece), bytes)).collect();
        for request in reads.into_iter().rev() {
            assert_eq!(request.wait().unwrap().bytes, PIECE as u64);
        }
        assert!(back == data);
    });
}

#[test]
fn request_can_be_tested_until_it_is_done() {
    everywhere("test", |rank, file| {
        let mut request = file.iwrite_at(i64::try_from(rank.rank()).unwrap(), &[7_u8]);
        let status = loop {
            if let Some(status) = request.test().unwrap() {
                break status;
            }
            std::thread::yield_now();
        };
        assert_eq!(status.bytes, 1);
        assert_eq!(request.test().unwrap_err().kind(), ErrorKind::Request, "the outcome is returned once");
        assert_eq!(request.wait().unwrap_err().kind(), ErrorKind::Request);
    });
}

/// MPI-5.0 "Data Access": a nonblocking call moves the pointer when it is started.
#[test]
fn pointers_move_when_the_call_starts() {
    everywhere("pointers", |rank, file| {
        file.seek(i64::try_from(rank.rank() * 100).unwrap(), Whence::Set).unwrap();
        let (first, second) = ([1_u8; 10], [2_u8; 10]);
        let requests = [file.iwrite(&first), file.iwrite(&second)];
        assert_eq!(file.position().unwrap(), rank.rank() as u64 * 100 + 20);
        for request in requests {
            assert_eq!(request.wait().unwrap().bytes, 10);
        }
        file.sync().unwrap();
        let mut back = [0_u8; 20];
        let _ = file.read_at(i64::try_from(rank.rank() * 100).unwrap(), &mut back).unwrap();
        assert_eq!(back, [[1; 10], [2; 10]].concat()[..]);
    });
}

#[test]
fn short_reads_and_holes_come_through_requests() {
    everywhere("short", |rank, file| {
        file.set_size(25).unwrap();
        let every_other = Datatype::vector(5, 4, 8, &Datatype::bytes()).unwrap();
        every_other.commit();
        let mut memory = [9_u8; 36];
        let buffer = ReadBuffer::new(Target::from_slice(&mut memory), 1, &every_other).unwrap();
        // Twenty bytes are requested, fifteen exist.
        assert_eq!(file.iread_at(10, buffer).wait().unwrap().bytes, 15);
        let expected: Vec<u8> = (0..36)
            .map(|place| if place % 8 < 4 && place / 8 * 4 + place % 8 < 15 { 0 } else { 9 })
            .collect();
        assert_eq!(memory[..], expected, "rank {}", rank.rank());
    });
}

/// A read-only view may show a byte twice; a transfer gets every byte once.
#[test]
fn overlapping_view_comes_through_requests() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = directory.path().join("overlap");
    std::fs::write(&path, [1, 2, 3, 4, 5, 6]).unwrap();
    let ran = Group::run(2, |rank| {
        let hints = Hints::parse("seaway_async=enable");
        let file = File::open(&rank, &path.to_string_lossy(), AccessMode::READ_ONLY, &hints).unwrap();
        let twice = Datatype::hindexed(&[4, 4], &[0, 2], &Datatype::bytes()).unwrap();
        twice.commit();
        file.set_view(0, &Datatype::bytes(), &twice, "native", &Hints::new()).unwrap();
        let mut bytes = [0_u8; 8];
        assert_eq!(file.iread_at(0, &mut bytes).wait().unwrap().bytes, 8);
        assert_eq!(bytes, [1, 2, 3, 4, 3, 4, 5, 6]);
        file.close().unwrap();
    });
    ran.unwrap();
}

#[test]
fn conversion_comes_through_requests() {
    everywhere("conversion", |rank, file| {
        let double = Datatype::named(Named::Double);
        file.set_view(0, &double, &double, "external32", &Hints::new()).unwrap();
        let place = i64::try_from(rank.rank()).unwrap();
        let value = 0.1 + f64::from(mark(rank, 0));
        assert_eq!(file.iwrite_at(place, &[value]).wait().unwrap().bytes, 8);
        file.sync().unwrap();
        let mut back = [0.0];
        assert_eq!(file.iread_at(place, &mut back).wait().unwrap().bytes, 8);
        assert_eq!(back, [value]);
    });
}

#[test]
fn dropped_request_does_not_disturb_the_file() {
    everywhere("dropped", |rank, file| {
        let place = i64::try_from(rank.rank() * 100).unwrap();
        drop(file.iwrite_at(place, &[1_u8; 100]));
        drop(file.iread_at(place, &mut [0_u8; 100]));
        file.sync().unwrap();
        assert_eq!(file.write_at(place, &[2_u8; 100]).unwrap().bytes, 100);
    });
}

/// A device may still use the memory of a request that nobody waits for: it must never be memory that the program has again.
#[test]
fn forgotten_requests_leave_the_programs_memory_alone() {
    everywhere("forgotten", |rank, file| {
        let place = i64::try_from(rank.rank() * PIECE).unwrap();
        let _ = file.write_at(place, &[1_u8; PIECE]).unwrap();
        let mut memory = vec![2_u8; PIECE];
        std::mem::forget(file.iread_at(place, &mut memory));
        memory.fill(3);
        std::mem::forget(file.iwrite_at(place, &memory));
        memory.fill(4);
        // Behind the forgotten ones in the device's queue.
        let mut back = vec![0_u8; PIECE];
        assert_eq!(file.iread_at(place, &mut back).wait().unwrap().bytes, PIECE as u64);
        assert_eq!(memory, [4; PIECE], "nothing came later");
        assert!(
            back == [1; PIECE] || back == [3; PIECE],
            "the bytes as they were when the write was started"
        );
    });
}

#[test]
fn scopes_wait_for_forgotten_requests() {
    everywhere("scope", |rank, file| {
        let base = i64::try_from(rank.rank() * PIECES * PIECE).unwrap();
        let offset = |piece: usize| base + i64::try_from(piece * PIECE).unwrap();
        let data: Vec<Vec<u8>> = (0..PIECES).map(|piece| vec![mark(rank, piece); PIECE]).collect();
        seaway::scope(|scope| {
            for (piece, bytes) in data.iter().enumerate() {
                std::mem::forget(file.iwrite_at(offset(piece), scope.lend(bytes)));
            }
        });
        let mut back = vec![vec![0_u8; PIECE]; PIECES];
        seaway::scope(|scope| {
            for (piece, bytes) in back.iter_mut().enumerate() {
                let request = file.iread_at(offset(piece), scope.lend_mut(bytes));
                match piece % 3 {
                    0 => std::mem::forget(request),
                    1 => drop(request),
                    _ => assert_eq!(request.wait().unwrap().bytes, PIECE as u64),
                }
            }
        });
        assert!(back == data);
    });
}

/// In memory, on files, and on files with a queue.
fn everywhere(title: &str, program: impl Fn(&Rank, &File) + Sync) {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = directory.path().join(title).to_string_lossy().into_owned();
    let memory = format!("mem:nonblocking-{title}");
    for (name, hints) in [(memory, ""), (path.clone(), ""), (path, "seaway_async=enable")] {
        for size in [1, 3] {
            let ran = Group::run(size, |rank| {
                let file = File::open(&rank, &name, MODE, &Hints::parse(hints)).unwrap();
                program(&rank, &file);
                file.close().unwrap();
            });
            assert!(ran.is_ok(), "{title} with {size} ranks on {name} with hints {hints:?}: {ran:?}");
        }
    }
}

fn mark(rank: &Rank, piece: usize) -> u8 {
    u8::try_from(rank.rank() * PIECES + piece + 1).unwrap()
}
