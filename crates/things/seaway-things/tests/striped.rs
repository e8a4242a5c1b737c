// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things larger than a node.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(dead_code, reason = "of the pair, some is used")]

#[path = "../../../io/seaway/tests/thing_device/line.rs"]
mod line;
#[path = "../../../io/seaway/tests/thing_device/pair.rs"]
mod pair;

use std::time::Duration;

use pair::Pair;
use seaway_device_api::Hints;
use seaway_things::{Combination, ErrorKind, Kind, NumberType, Space, Until};

fn on(pair: &Pair, node: &str) -> Space {
    let hints = Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    Space::enter_with(&hints).unwrap()
}

#[test]
fn striped_thing_is_one_name_on_all_nodes() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    for kind in [Kind::Memory, Kind::Disk] {
        let thing = left.create_striped("large", kind, 100_000, 5, 4096).unwrap();
        assert!(thing.was_created() && thing.size().unwrap() == 100_000);
        let error = right.create_striped("large", kind, 0, 2, 4096).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileExists);
        let homes: Vec<String> = left.list(".stripes/").unwrap().into_iter().map(|part| part.home).collect();
        assert_eq!(homes, ["left", "right", "left", "right", "left"]);
        let bytes: Vec<u8> = (0..150_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        thing.write_at(&bytes, 50_001).unwrap();
        let there = right.open("large").unwrap();
        let mut back = vec![9; 200_010];
        assert_eq!(there.read_at(&mut back, 0).unwrap(), 200_001);
        assert!(back[..50_001].iter().all(|byte| *byte == 0) && back[50_001..200_001] == bytes);
        assert_eq!(back[200_001..], [9; 9]);
        // Sizes, wherever the end is; a hole is zero.
        for size in [200_000, 70_000, 8193, 8192, 300_000] {
            there.set_size(size).unwrap();
            assert_eq!((thing.size().unwrap(), left.stat("large").unwrap().size), (size, size));
        }
        assert_eq!(thing.read_at(&mut back, 8100).unwrap(), 200_010);
        assert!(back.iter().all(|byte| *byte == 0), "it was cut before there");
        assert_eq!(there.fetch_and_add(299_992, 7).unwrap(), 0);
        assert_eq!(thing.compare_and_swap(299_992, 7, 8).unwrap(), 7);
        assert_eq!(thing.fetch_and_add(300_000, 1).unwrap_err().kind(), ErrorKind::Argument);
        let row: Vec<u8> = [1_i64; 2000].iter().flat_map(|number| number.to_le_bytes()).collect();
        there.accumulate(8, Combination::Sum, NumberType::I64, &row).unwrap();
        thing.accumulate(8, Combination::Sum, NumberType::I64, &row).unwrap();
        assert_eq!(thing.fetch_and_add(16_000, 0).unwrap(), 2);
        // Names.
        let listed: Vec<_> =
            right.list("").unwrap().into_iter().map(|thing| (thing.name, thing.size)).collect();
        assert_eq!(listed, [("large".to_owned(), 300_000)]);
        right.rename("large", "larger", false).unwrap();
        assert!(!left.exists("large").unwrap() && left.stat("larger").unwrap().size == 300_000);
        left.create_striped("other", kind, 10, 2, 4096).unwrap().close().unwrap();
        left.rename("other", "larger", true).unwrap();
        assert_eq!(left.list(".stripes/").unwrap().len(), 2, "those that were replaced are gone");
        assert_eq!(thing.read_at(&mut back, 0).unwrap(), 200_010, "it lives while it is open");
        left.delete("larger").unwrap();
        assert!(left.list(".stripes/").unwrap().is_empty() && left.list("").unwrap().is_empty());
        drop((thing, there));
    }
}

#[test]
fn striped_thing_is_larger_than_a_node() {
    let pair = Pair::with_memory("", 1 << 20);
    let left = on(&pair, "left");
    assert_eq!(left.create("one", Kind::Memory, 3 << 19).unwrap_err().kind(), ErrorKind::NoSpace);
    let thing = left.create_striped("both", Kind::Memory, 3 << 19, 2, 4096).unwrap();
    thing.write_at(&vec![7; 3 << 19], 0).unwrap();
    assert_eq!(
        left.create_striped("more", Kind::Memory, 3 << 19, 2, 4096).unwrap_err().kind(),
        ErrorKind::NoSpace
    );
    assert!(!left.exists("more").unwrap() && left.list(".stripes/").unwrap().len() == 2);
    assert!(left.stat("both").unwrap().reserved >= 3 << 19);
}

#[test]
fn readers_wait_until_all_stripes_are_written() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    let short = Some(Duration::from_millis(10));
    let thing = left.create_striped("late", Kind::Memory, 0, 2, 4096).unwrap();
    right.wait_until("late", Until::Exists, short).unwrap();
    assert_eq!(right.wait_until("late", Until::Published, short).unwrap_err().kind(), ErrorKind::NoSuchFile);
    thing.write_at(&[1; 10_000], 0).unwrap();
    thing.close().unwrap();
    right.wait_until("late", Until::Published, None).unwrap();
    // A thing that only looks like a head is none.
    left.create("head", Kind::Memory, 509).unwrap();
    assert_eq!(left.open("head").unwrap().size().unwrap(), 509);
    for (stripes, block) in [(0, 4096), (5000, 4096), (2, 1000), (2, 0)] {
        let error = left.create_striped("wrong", Kind::Memory, 0, stripes, block).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument, "{error}");
    }
}
