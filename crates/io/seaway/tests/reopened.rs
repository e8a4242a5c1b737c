// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file that is opened, accessed and closed repeatedly, as file format libraries do: its pages stay mapped
//! in between, and only the clock shows it. One test, because a process keeps the pages of one file.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::path::Path;

use seaway::{AccessMode, Datatype, File, Group, Hints, Rank};
use seaway_engine::AccessMethod;

const RANKS: usize = 2;
const BLOCK: usize = 40_000;
const BLOCKS: usize = 8;
const WHOLE: usize = RANKS * BLOCK * BLOCKS;

#[test]
fn bytes_are_right_each_time() {
    for parent in ["/dev/shm", env!("CARGO_TARGET_TMPDIR")] {
        let directory = tempfile::tempdir_in(parent).unwrap();
        let path = directory.path().join("file");
        let mut mapped = 0;
        for round in 0..16_u8 {
            mapped += write_by_all(&path, round);
            assert!(std::fs::read(&path).unwrap() == expected(round), "round {round} in {parent}");
            read_by_all(&path, round);
            match round {
                // Another process truncates the file, writes it and deletes it, while it is closed.
                9 => std::fs::File::options().write(true).open(&path).unwrap().set_len(100_000).unwrap(),
                11 => std::fs::write(&path, vec![0xff; WHOLE]).unwrap(),
                13 => std::fs::remove_file(&path).unwrap(),
                _ => {}
            }
        }
        // The build directory need not be on a file system that can be mapped.
        assert!(mapped > 0 || parent != "/dev/shm", "it never went through pages that were kept");
    }
}

/// How many ranks wrote to mapped pages.
fn write_by_all(path: &Path, round: u8) -> usize {
    let wrote = by_all(path, AccessMode::READ_WRITE | AccessMode::CREATE, |rank, file| {
        let mine: Vec<u8> = places_of(rank.rank()).map(|place| value(place, round)).collect();
        assert_eq!(file.write_at_all(0, &mine).unwrap().bytes, mine.len() as u64);
        file.usage().iter().any(|usage| usage.method == AccessMethod::Mapped)
    });
    wrote.into_iter().filter(|&mapped| mapped).count()
}

fn read_by_all(path: &Path, round: u8) {
    by_all(path, AccessMode::READ_ONLY, |rank, file| {
        let mut back = vec![0; BLOCK * BLOCKS];
        assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, back.len() as u64);
        assert!(places_of(rank.rank()).zip(back).all(|(place, byte)| byte == value(place, round)));
    });
}

fn by_all<T: Send>(path: &Path, mode: AccessMode, work: impl Fn(&Rank, &File) -> T + Sync) -> Vec<T> {
    let ran = Group::run(RANKS, |rank| {
        let file = File::open(&rank, path.to_str().unwrap(), mode, &Hints::new()).unwrap();
        let number = |number: usize| i64::try_from(number).unwrap();
        let byte = Datatype::bytes();
        let block = Datatype::contiguous(number(BLOCK), &byte).unwrap();
        let filetype = Datatype::resized(0, number(RANKS * BLOCK), &block).unwrap();
        filetype.commit();
        file.set_view(number(rank.rank() * BLOCK), &byte, &filetype, "native", &Hints::new()).unwrap();
        let outcome = work(&rank, &file);
        file.close().unwrap();
        outcome
    });
    ran.unwrap()
}

/// Where in the file the rank's bytes lie, in order.
fn places_of(rank: usize) -> impl Iterator<Item = usize> {
    (0..BLOCKS * BLOCK).map(move |index| (index / BLOCK * RANKS + rank) * BLOCK + index % BLOCK)
}

fn expected(round: u8) -> Vec<u8> {
    (0..WHOLE).map(|place| value(place, round)).collect()
}

fn value(place: usize, round: u8) -> u8 {
    u8::try_from((place ^ (place >> 9)) % 241).unwrap() + round
}
