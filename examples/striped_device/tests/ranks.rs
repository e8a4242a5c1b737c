// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks that open files of this device by name.
#![allow(clippy::unwrap_used, clippy::cast_possible_wrap, reason = "tests, with small numbers")]

use seaway::{AccessMode, Datatype, ErrorKind, File, Group, Hints, Named, Rank, Result, register_device};

const RANKS: usize = 4;
const NUMBERS: usize = 20_000;

/// Tests of this program run side by side, and a scheme is registered once.
fn register() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| register_device("striped", striped_device::connect).unwrap());
}

/// Every fourth number of the file is this rank's.
fn write_in_turn(rank: &Rank, hints: &Hints) -> Result<()> {
    let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY;
    let file = File::open(rank, "striped:numbers", mode, hints)?;
    let number = Datatype::named(Named::Int64);
    let mine = Datatype::resized(0, 8 * RANKS as i64, &number).unwrap();
    mine.commit();
    file.set_view(8 * rank.rank() as i64, &number, &mine, "native", &Hints::new())?;
    let numbers: Vec<i64> = (0..NUMBERS).map(|index| (index * RANKS + rank.rank()) as i64).collect();
    file.write_all(&numbers)?;
    file.close()
}

fn read_all(rank: &Rank, hints: &Hints) -> Result<Vec<i64>> {
    let file = File::open(rank, "striped:numbers", AccessMode::READ_ONLY, hints)?;
    let mut numbers = vec![0; NUMBERS * RANKS];
    file.read_at_all(0, &mut numbers)?;
    file.close()?;
    Ok(numbers)
}

#[test]
fn ranks_write_together_what_each_of_them_reads_back() {
    register();
    let folder = tempfile::tempdir().unwrap();
    let disks = ["a", "b", "c"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for disk in &disks {
        std::fs::create_dir(disk).unwrap();
    }
    let hints = Hints::new().with("striped_over", disks.join(","));
    for outcome in Group::run(RANKS, |rank| write_in_turn(&rank, &hints)).unwrap() {
        outcome.unwrap();
    }
    let expected: Vec<i64> = (0..(NUMBERS * RANKS) as i64).collect();
    for numbers in Group::run(2, |rank| read_all(&rank, &hints)).unwrap() {
        assert!(numbers.unwrap() == expected);
    }
    // 640,000 bytes are nine blocks of 64 KiB and a part of the tenth, dealt out in turn.
    let bytes = disks.map(|disk| std::fs::metadata(format!("{disk}/numbers")).unwrap().len());
    assert_eq!(bytes, [3 * 65_536 + 50_176, 3 * 65_536, 3 * 65_536]);
    File::delete("striped:numbers", &hints).unwrap();
    let gone = Group::run(1, |rank| read_all(&rank, &hints)).unwrap().remove(0).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NoSuchFile);
}

#[test]
fn a_missing_hint_is_named() {
    register();
    let refused = Group::run(1, |rank| read_all(&rank, &Hints::new())).unwrap().remove(0).unwrap_err();
    assert!(refused.to_string().contains("striped_over"), "{refused}");
}

/// What the page shows is code of this example, and so compiled and run.
#[test]
fn the_page_shows_this_code() {
    let page = include_str!("../../../docs/write-a-device.md");
    let sources = [
        include_str!("../src/lib.rs"),
        include_str!("../src/device.rs"),
        include_str!("../src/file.rs"),
        include_str!("promises.rs"),
        include_str!("ranks.rs"),
    ];
    let mut blocks = 0;
    for block in page.split("```rust\n").skip(1) {
        let code = block.split("```").next().unwrap();
        assert!(sources.iter().any(|source| source.contains(code)), "not in the example:\n{code}");
        blocks += 1;
    }
    assert!(blocks >= 5, "the page shows {blocks} blocks");
}
