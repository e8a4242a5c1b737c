// SPDX-License-Identifier: MIT OR Apache-2.0
//! Atomic mode: conflicting accesses are seen completely or not at all, by whatever method they are carried
//! out.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::atomic::{AtomicBool, Ordering};

use seaway::{AccessMode, Datatype, File, Group, Hints, Rank};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE).union(AccessMode::DELETE_ON_CLOSE);
const BLOCKS: usize = 40;
const BLOCK: usize = 6;

#[test]
fn atomic_mode_is_off_until_asked_for() {
    on_every_device("off", "", |_, file| {
        assert!(!file.atomicity());
        file.set_atomicity(true).unwrap();
        assert!(file.atomicity());
        file.set_atomicity(false).unwrap();
        assert!(!file.atomicity());
    });
}

#[test]
fn conflicting_independent_writes_do_not_mix() {
    for hints in STRATEGIES {
        on_every_device("independent", hints, |rank, file| {
            see_blocks(file);
            file.set_atomicity(true).unwrap();
            for _ in 0..15 {
                let _ = file.write_at(0, &[mark(rank); BLOCKS * BLOCK]).unwrap();
                check_unmixed(file, hints);
            }
        });
    }
}

/// MPI-5.0 "File Consistency": in atomic mode, overlapping collective writes are as if done one after the
/// other.
#[test]
fn conflicting_collective_writes_do_not_mix() {
    for hints in STRATEGIES {
        on_every_device("collective", hints, |rank, file| {
            see_blocks(file);
            file.set_atomicity(true).unwrap();
            for _ in 0..5 {
                let _ = file.write_at_all(0, &[mark(rank); BLOCKS * BLOCK]).unwrap();
                rank.barrier().unwrap();
                check_unmixed(file, hints);
                rank.barrier().unwrap();
            }
        });
    }
}

/// Threads of one rank are one owner of the file's locks, and still do not mix.
#[test]
fn threads_of_a_rank_do_not_mix() {
    for hints in STRATEGIES {
        on_every_device("threads", hints, |_, file| {
            see_blocks(file);
            file.set_atomicity(true).unwrap();
            let _ = file.write_at(0, &[9_u8; BLOCKS * BLOCK]).unwrap();
            std::thread::scope(|scope| {
                for value in 1..=3_u8 {
                    scope.spawn(move || {
                        for _ in 0..100 {
                            let _ = file.write_at(0, &[value; BLOCKS * BLOCK]).unwrap();
                            check_unmixed(file, hints);
                        }
                    });
                }
            });
        });
    }
}

/// Ranks rewrite neighbouring bytes at the same time: a read-modify-write of a whole buffer must not restore
/// what a neighbour has just replaced, in atomic mode or not.
#[test]
fn neighbours_do_not_undo_each_other() {
    for (hints, atomic) in STRATEGIES.into_iter().flat_map(|hints| [(hints, false), (hints, true)]) {
        on_every_device("neighbours", hints, |rank, file| {
            file.set_atomicity(atomic).unwrap();
            let size = rank.size();
            let byte = Datatype::bytes();
            let mine = Datatype::hindexed(&[1], &[i64::try_from(rank.rank()).unwrap()], &byte).unwrap();
            let filetype = Datatype::resized(0, i64::try_from(size).unwrap(), &mine).unwrap();
            filetype.commit();
            file.set_view(0, &byte, &filetype, "native", &Hints::new()).unwrap();
            for round in 0..15_u8 {
                let value = round * 8 + mark(rank);
                let _ = file.write_at(0, &[value; 300]).unwrap();
                let mut back = [0_u8; 300];
                assert_eq!(file.read_at(0, &mut back).unwrap().bytes, 300);
                assert!(back.iter().all(|&byte| byte == value), "hints {hints:?}: lost a byte");
            }
        });
    }
}

/// As above, but the neighbours write single bytes into the gaps of rank 0's blocks: a read-modify-write of a
/// gap must exclude plain writers too.
#[test]
fn plain_writes_in_gaps_survive() {
    // With a buffer for all blocks at once, gaps are held in memory for longest.
    for hints in [STRATEGIES[0], STRATEGIES[1], "romio_ds_write=enable;seaway_mapping=disable"] {
        let done = AtomicBool::new(false);
        on_every_device("gaps", hints, |rank, file| {
            let byte = Datatype::bytes();
            let filetype = if rank.rank() == 0 { blocks(4000) } else { byte.clone() };
            file.set_view(0, &byte, &filetype, "native", &Hints::new()).unwrap();
            if rank.rank() > 0 {
                // Bounded, in case rank 0 fails.
                let values = (1..=250).cycle().take(100_000);
                for value in values.take_while(|_| !done.load(Ordering::SeqCst)) {
                    check_gap_stays(rank, file, value, hints);
                }
            } else {
                for round in 0..100 {
                    let _ = file.write_at(0, &vec![round; 4000 * BLOCK]).unwrap();
                }
                done.store(true, Ordering::SeqCst);
            }
            rank.barrier().unwrap();
            done.store(false, Ordering::SeqCst);
        });
    }
}

fn check_gap_stays(rank: &Rank, file: &File, value: u8, hints: &str) {
    let gap = i64::try_from(rank.rank() * 1000 * (BLOCK + 3) + BLOCK).unwrap();
    let _ = file.write_at(gap, &[value]).unwrap();
    for _ in 0..10 {
        let mut back = [0_u8];
        let _ = file.read_at(gap, &mut back).unwrap();
        assert_eq!(back, [value], "hints {hints:?}: undone by another rank");
    }
}

/// Every method for a strided access.
const STRATEGIES: [&str; 4] = [
    "",
    "romio_ds_write=enable;romio_ds_read=enable;ind_wr_buffer_size=64;ind_rd_buffer_size=64;seaway_mapping=disable",
    "romio_ds_write=disable;romio_ds_read=disable;seaway_mapping=disable",
    "seaway_mapping=enable",
];

/// All ranks see the same blocks, with gaps.
fn see_blocks(file: &File) {
    file.set_view(0, &Datatype::bytes(), &blocks(BLOCKS), "native", &Hints::new()).unwrap();
}

fn blocks(count: usize) -> Datatype {
    let [count, length] = [count, BLOCK].map(|number| i64::try_from(number).unwrap());
    let blocks = Datatype::vector(count, length, length + 3, &Datatype::bytes()).unwrap();
    blocks.commit();
    blocks
}

fn check_unmixed(file: &File, hints: &str) {
    let mut seen = [0_u8; BLOCKS * BLOCK];
    assert_eq!(file.read_at(0, &mut seen).unwrap().bytes, seen.len() as u64);
    assert!(seen.iter().all(|&byte| byte == seen[0]), "hints {hints:?}: two ranks' bytes: {seen:?}");
}

fn mark(rank: &Rank) -> u8 {
    u8::try_from(rank.rank() + 1).unwrap()
}

fn on_every_device(title: &str, hints: &str, program: impl Fn(&Rank, &File) + Sync) {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = directory.path().join(title).to_string_lossy().into_owned();
    for name in [format!("mem:atomicity-{title}-{}", hints.len()), path] {
        for size in [1, 3] {
            let ran = Group::run(size, |rank| {
                let file = File::open(&rank, &name, MODE, &Hints::parse(hints)).unwrap();
                program(&rank, &file);
                rank.barrier().unwrap();
                file.close().unwrap();
            });
            assert!(ran.is_ok(), "{title} with {size} ranks on {name} with hints {hints:?}: {ran:?}");
        }
    }
}
