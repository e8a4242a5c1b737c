// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a thing with a second copy refuses, because the copy would differ: it stays as it is, and is written as before.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(dead_code, reason = "of the pair, some is used")]

#[path = "../../../io/seaway/tests/thing_device/line.rs"]
mod line;
#[path = "../../../io/seaway/tests/thing_device/pair.rs"]
mod pair;

use pair::Pair;
use seaway_device_api::Hints;
use seaway_things::{Error, ErrorKind, Kind, Space};

fn space(pair: &Pair, node: &str, hints: &Hints) -> Space {
    let hints = hints.clone().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    Space::enter_with(&hints).unwrap()
}

fn is_refused(error: &Error) {
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    let said = error.to_string();
    assert!(said.contains("\"two\" has a second copy") && said.contains("a thing with one copy"), "{said}");
}

#[test]
fn neither_frozen_nor_in_a_snapshot() {
    let pair = Pair::new("");
    let (left, right) = (space(&pair, "left", &Hints::new()), space(&pair, "right", &Hints::new()));
    let two = left.with_copies(2).unwrap().create("two", Kind::Memory, 8).unwrap();
    let one = left.create("one", Kind::Memory, 8).unwrap();
    two.write_at(b"acknowle", 0).unwrap();
    let status = left.stat("two").unwrap();
    assert_eq!((status.copies, &*status.backup), (2, "right"));
    for from in [&left, &right] {
        is_refused(&from.freeze("two").unwrap_err());
        is_refused(&from.snapshot(&["one", "two"], "saved/").unwrap_err());
        assert!(!from.exists("saved/one").unwrap() && !from.exists("saved/two").unwrap());
    }
    // Nothing has become of them.
    two.write_at(b"dged", 8).unwrap();
    one.write_at(b"goes on", 0).unwrap();
    let after = left.stat("two").unwrap();
    assert_eq!((after.epoch, after.size, &*after.backup), (status.epoch, 12, "right"));
    left.snapshot(&["one"], "saved/").unwrap();
    assert_eq!(left.stat("saved/one").unwrap().copies, 1);
}

#[test]
fn stays_in_memory_where_that_is_full() {
    let pair = Pair::with_memory("", 1 << 20);
    let spills = space(&pair, "left", &Hints::new().with("seaway_thing_full", "spill"));
    let twice = spills.with_copies(2).unwrap();
    assert_eq!(twice.create("large", Kind::Memory, 2 << 20).unwrap_err().kind(), ErrorKind::NoSpace);
    assert!(!spills.exists("large").unwrap());
    let two = twice.create("two", Kind::Memory, 0).unwrap();
    two.write_at(b"small", 0).unwrap();
    assert_eq!(two.write_at(&vec![1; 2 << 20], 0).unwrap_err().kind(), ErrorKind::NoSpace);
    assert_eq!(spills.stat("two").unwrap().kind, Kind::Memory);
    // Opened without the hint that it was created with, it has two copies all the same.
    let again = spills.open("two").unwrap();
    assert_eq!(again.write_at(&vec![1; 2 << 20], 0).unwrap_err().kind(), ErrorKind::NoSpace);
    assert_eq!(spills.stat("two").unwrap().kind, Kind::Memory);
}
