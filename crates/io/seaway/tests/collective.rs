// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective access at sizes where the engine's strategies, windows and rounds matter. Every byte of the
//! file encodes its offset, so that a misplaced one is noticed.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use seaway::{AccessMode, Datatype, File, Group, Hints, Named, Order, Rank};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE).union(AccessMode::DELETE_ON_CLOSE);

#[test]
fn small_blocks_of_many_megabytes() {
    everywhere("small-blocks", |rank, file| {
        for block in [4, 32, 100] {
            see_interleaved(file, rank, block);
            let share = (3 << 20) / block * block;
            write_and_check(rank, file, &stream_of(rank, block, share));
        }
    });
}

/// Written first, then overwritten: the second may use mapped pages, on a disk.
#[test]
fn large_shares_side_by_side() {
    const SHARE: usize = (5 << 20) / 4 + 3;
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let name = directory.path().join("shares").display().to_string();
    let ran = Group::run(3, |rank| {
        let file = File::open(&rank, &name, MODE, &Hints::new()).unwrap();
        let offset = i64::try_from(rank.rank() * SHARE).unwrap();
        for round in 0..3_u8 {
            let mine: Vec<u8> =
                (0..SHARE).map(|at| u8::try_from((at + rank.rank()) % 250).unwrap() + round).collect();
            assert_eq!(file.write_at_all(offset, &mine).unwrap().bytes, SHARE as u64);
            // A collective write need not have waited for the others.
            rank.barrier().unwrap();
            let mut whole = vec![0; 3 * SHARE];
            assert_eq!(file.read_at_all(0, &mut whole).unwrap().bytes, 3 * SHARE as u64);
            assert!(whole[rank.rank() * SHARE..][..SHARE] == mine, "round {round}");
            let total: u64 = whole.iter().map(|&byte| u64::from(byte)).sum();
            let expected: u64 = (0..3)
                .map(|rank| (0..SHARE).map(|at| ((at + rank) % 250) as u64 + u64::from(round)).sum::<u64>())
                .sum();
            assert_eq!(total, expected, "round {round}: another rank's share");
            rank.barrier().unwrap();
        }
        file.close().unwrap();
    });
    ran.unwrap();
}

/// Pieces of many pages: when they are accessed repeatedly, their pages may be mapped. Then the file is
/// truncated, and grows again.
#[test]
fn large_pieces_accessed_repeatedly() {
    const BLOCK: usize = 40_000;
    everywhere("large-pieces", |rank, file| {
        see_interleaved(file, rank, BLOCK);
        let whole = stream_of(rank, BLOCK, 6 * BLOCK);
        let half = i64::try_from(3 * BLOCK * rank.size()).unwrap();
        for round in 0..9_u8 {
            let mine: Vec<u8> = whole.iter().map(|byte| byte ^ round).collect();
            assert_eq!(file.write_at_all(0, &mine).unwrap().bytes, mine.len() as u64);
            let mut back = vec![0; mine.len()];
            assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, mine.len() as u64);
            assert!(back == mine, "round {round}");
            file.sync().unwrap();
            rank.barrier().unwrap();
            if round % 4 == 3 {
                file.set_size(half).unwrap();
                assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, 3 * BLOCK as u64);
                assert!(back[..3 * BLOCK] == mine[..3 * BLOCK], "round {round}: what is left");
                rank.barrier().unwrap();
            }
        }
    });
}

#[test]
fn cube_split_along_every_axis() {
    const SIDE: usize = 84;
    everywhere("cube", |rank, file| {
        let written = Datatype::named(Named::Int);
        for axis in 0..3 {
            let (low, high) = (SIDE * rank.rank() / rank.size(), SIDE * (rank.rank() + 1) / rank.size());
            let (mut sizes, mut starts) = ([84; 3], [0; 3]);
            sizes[axis] = i64::try_from(high - low).unwrap();
            starts[axis] = i64::try_from(low).unwrap();
            let part = Datatype::subarray(&[84; 3], &sizes, &starts, Order::C, &written).unwrap();
            part.commit();
            file.set_view(0, &written, &part, "native", &Hints::new()).unwrap();
            let mine: Vec<i32> = (0..SIDE.pow(3))
                .filter(|cell| {
                    let place = [cell / SIDE / SIDE, cell / SIDE % SIDE, cell % SIDE][axis];
                    (low..high).contains(&place)
                })
                .map(|cell| i32::try_from(cell).unwrap())
                .collect();
            assert_eq!(file.write_at_all(0, &mine).unwrap().bytes, mine.len() as u64 * 4);
            file.sync().unwrap();
            check_whole_cube(file, SIDE);
            let mut back = vec![0; mine.len()];
            file.set_view(0, &written, &part, "native", &Hints::new()).unwrap();
            assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, mine.len() as u64 * 4);
            assert!(back == mine, "axis {axis}");
        }
    });
}

fn check_whole_cube(file: &File, side: usize) {
    let (byte, mut whole) = (Datatype::bytes(), vec![0_i32; side.pow(3)]);
    file.set_view(0, &byte, &byte, "native", &Hints::new()).unwrap();
    assert_eq!(file.read_all(&mut whole).unwrap().bytes, whole.len() as u64 * 4);
    assert!(whole.iter().zip(0..).all(|(&value, cell)| value == cell));
}

/// One rank has nearly everything, others little or nothing, and all start at odd offsets.
#[test]
fn unequal_shares() {
    everywhere("unequal", |rank, file| {
        let share = match rank.rank() {
            0 => 2_000_003,
            1 => 0,
            other => 1000 * other + 1,
        };
        let before: usize =
            (0..rank.rank()).map(|rank| [2_000_003, 0].get(rank).copied().unwrap_or(1000 * rank + 1)).sum();
        let mine: Vec<u8> = (0..share).map(|place| value_at(before + place)).collect();
        let offset = i64::try_from(before).unwrap();
        assert_eq!(file.write_at_all(offset, &mine).unwrap().bytes, share as u64);
        file.sync().unwrap();
        let mut back = vec![0_u8; share];
        assert_eq!(file.read_at_all(offset, &mut back).unwrap().bytes, share as u64);
        assert!(back == mine);
    });
}

/// All ranks read everything, with a memory type that reverses the order.
#[test]
fn all_ranks_read_the_same() {
    everywhere("same", |rank, file| {
        let total = 1 << 20;
        if rank.rank() == 0 {
            let content: Vec<u8> = (0..total).map(value_at).collect();
            let _ = file.write_at(0, &content).unwrap();
        }
        file.sync().unwrap();
        rank.barrier().unwrap();
        file.sync().unwrap();
        let last = i64::try_from(total - 8).unwrap();
        let backwards =
            Datatype::hvector(i64::try_from(total / 8).unwrap(), 8, -8, &Datatype::bytes()).unwrap();
        backwards.commit();
        let mut memory = vec![0_u8; total];
        let target = seaway::Target::from_slice(&mut memory).with_origin_moved(last);
        let buffer = seaway::ReadBuffer::new(target, 1, &backwards).unwrap();
        assert_eq!(file.read_at_all(0, buffer).unwrap().bytes, total as u64);
        let turned = memory.chunks(8).rev().flatten().copied();
        assert!(turned.eq((0..total).map(value_at)));
    });
}

/// Holes between all blocks keep their contents.
#[test]
fn holes_between_blocks_are_kept() {
    everywhere("holes", |rank, file| {
        let (block, size) = (24, rank.size());
        let period = (size + 1) * block;
        let total = period * 4000;
        if rank.rank() == 0 {
            let _ = file.write_at(0, &vec![0xee_u8; total]).unwrap();
        }
        file.sync().unwrap();
        rank.barrier().unwrap();
        see_every(file, rank.rank() * block, block, period);
        let _ = file.write_at_all(0, &vec![u8::try_from(rank.rank() + 1).unwrap(); block * 4000]).unwrap();
        file.sync().unwrap();
        see_every(file, 0, 1, 1);
        let mut whole = vec![0_u8; total];
        let _ = file.read_at_all(0, &mut whole).unwrap();
        for (place, &byte) in whole.iter().enumerate() {
            let owner = place % period / block;
            assert_eq!(byte, if owner == size { 0xee } else { u8::try_from(owner + 1).unwrap() }, "{place}");
        }
    });
}

fn write_and_check(rank: &Rank, file: &File, mine: &[u8]) {
    file.set_size(0).unwrap();
    // New, then overwritten.
    for _ in 0..2 {
        assert_eq!(file.write_at_all(0, mine).unwrap().bytes, mine.len() as u64);
        file.sync().unwrap();
        rank.barrier().unwrap();
    }
    let mut back = vec![0_u8; mine.len()];
    assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, mine.len() as u64);
    assert!(back == mine, "together");
    back.fill(0);
    assert_eq!(file.read_at(0, &mut back).unwrap().bytes, mine.len() as u64);
    assert!(back == mine, "alone");
    assert_eq!(file.size().unwrap(), (mine.len() * rank.size()) as u64);
    rank.barrier().unwrap();
}

fn stream_of(rank: &Rank, block: usize, share: usize) -> Vec<u8> {
    let place = |index: usize| (index / block * rank.size() + rank.rank()) * block + index % block;
    (0..share).map(|index| value_at(place(index))).collect()
}

/// Without the period of a block or a page.
fn value_at(place: usize) -> u8 {
    u8::try_from((place ^ ((place >> 8) * 31) ^ ((place >> 16) * 7)) % 251).unwrap()
}

fn see_interleaved(file: &File, rank: &Rank, block: usize) {
    see_every(file, rank.rank() * block, block, rank.size() * block);
}

/// Blocks of `block` bytes from `start` on, one in each `period`.
fn see_every(file: &File, start: usize, block: usize, period: usize) {
    let [start, block, period] = [start, block, period].map(|number| i64::try_from(number).unwrap());
    let byte = Datatype::bytes();
    let mine = Datatype::contiguous(block, &byte).unwrap();
    let filetype = Datatype::resized(0, period, &mine).unwrap();
    filetype.commit();
    file.set_view(start, &byte, &filetype, "native", &Hints::new()).unwrap();
}

fn everywhere(title: &str, program: impl Fn(&Rank, &File) + Sync) {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = directory.path().join(title).to_string_lossy().into_owned();
    for name in [format!("mem:collective-{title}"), path] {
        for group in [Group::of(1), Group::of(3), Group::of(7), Group::of(3).without_shared_memory()] {
            let ran = group.run(|rank| {
                let file = File::open(&rank, &name, MODE, &Hints::new()).unwrap();
                program(&rank, &file);
                rank.barrier().unwrap();
                file.close().unwrap();
            });
            assert!(ran.is_ok(), "{title}, {group:?} on {name}: {ran:?}");
        }
    }
}
