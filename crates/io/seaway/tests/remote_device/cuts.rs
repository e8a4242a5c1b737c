// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks write blocks of an array while their connections are cut at random points: the file is unaffected.

use fastrand::Rng;
use seaway::{AccessMode, Datatype, File, Group, Hints, Rank};

use super::daemon_here::Daemon;
use super::wiretap::Wiretap;

const RANKS: usize = 3;
/// Of each rank.
const ROWS: usize = 400;
const COLUMNS: usize = 500;

#[test]
fn connections_that_break_leave_the_file_as_it_should_be() {
    for seed in 0..12 {
        let mut random = Rng::with_seed(seed);
        let daemon = Daemon::start();
        let tap = Wiretap::before(daemon.address);
        let name = daemon.name_at(tap.address, "array");
        // The first connections of all ranks must get far enough to open the file; later ones may break at
        // once.
        tap.cut((0..RANKS * 4).map(|number| {
            let least = if number < RANKS { 2000 } else { 1 };
            let most = if random.bool() { 3000 } else { 400_000 };
            let there = least + random.u64(..most);
            (there, if random.u8(..3) == 0 { least + random.u64(..50_000) } else { u64::MAX })
        }));
        let ran = Group::of(RANKS).run(|rank| play(&rank, &name, seed));
        assert!(ran.is_ok(), "seed {seed}: {ran:?}");
        assert!(tap.connections() > RANKS as u64, "seed {seed}: nothing was cut");
        let content = std::fs::read(daemon.folder().join("array")).unwrap();
        assert!(content == expected(), "seed {seed}: the file is not what was written");
    }
}

fn value(rank: usize, place: usize) -> u8 {
    (place * 7 + place / 251 + rank * 100).to_le_bytes()[0]
}

/// Columns are distributed in blocks, one of each rank in every row.
fn expected() -> Vec<u8> {
    let row = |row: usize| {
        (0..RANKS).flat_map(move |rank| (0..COLUMNS).map(move |column| value(rank, row * COLUMNS + column)))
    };
    (0..ROWS).flat_map(row).collect()
}

fn play(rank: &Rank, name: &str, seed: u64) {
    let me = rank.rank();
    let signed = |number: usize| i64::try_from(number).unwrap();
    let hints = Hints::new().with("seaway_timeout", "60");
    let file = File::open(rank, name, AccessMode::CREATE | AccessMode::READ_WRITE, &hints).unwrap();
    let bytes = Datatype::bytes();
    let block = Datatype::contiguous(signed(COLUMNS), &bytes).unwrap();
    let block = Datatype::resized(0, signed(COLUMNS * RANKS), &block).unwrap();
    block.commit();
    file.set_view(signed(COLUMNS * me), &bytes, &block, "native", &hints).unwrap();
    let mine: Vec<u8> = (0..ROWS * COLUMNS).map(|place| value(me, place)).collect();
    let (first, second) = mine.split_at(mine.len() / 2);
    if seed.is_multiple_of(2) {
        let _ = file.write_at_all(0, first).unwrap();
    } else {
        // In pieces so small that they are coalesced.
        for (number, piece) in first.chunks(333).enumerate() {
            let _ = file.write_at(signed(number * 333), piece).unwrap();
        }
    }
    let request = file.iwrite_at(signed(first.len()), second);
    assert_eq!(request.wait().unwrap().bytes, second.len() as u64);
    file.sync().unwrap();
    rank.barrier().unwrap();
    file.sync().unwrap();
    let mut back = vec![0; mine.len()];
    assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, back.len() as u64);
    assert!(back == mine, "rank {me} reads other bytes than it wrote");
    file.close().unwrap();
}
