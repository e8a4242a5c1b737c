// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies of several things as they are at one moment.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(dead_code, reason = "of the pair, some is used")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
#[path = "../../../io/seaway/tests/thing_device/line.rs"]
mod line;
#[path = "../../../io/seaway/tests/thing_device/pair.rs"]
mod pair;

use std::sync::atomic::{AtomicBool, Ordering};

use agent_here::AgentHere;
use pair::Pair;
use seaway_device_api::Hints;
use seaway_things::{ErrorKind, Kind, Space, Thing};

fn on(pair: &Pair, node: &str) -> Space {
    let hints = Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    Space::enter_with(&hints).unwrap()
}

fn number(thing: &Thing) -> u64 {
    let mut bytes = [0; 8];
    assert_eq!(thing.read_at(&mut bytes, 0).unwrap(), 8);
    u64::from_le_bytes(bytes)
}

/// A program writes the same number to one thing after the other. At no moment has one of them a number that is greater than that of
/// the one before, or less by more than one.
fn check(writer: &Space, other: &Space, names: &[&str]) {
    let is_over = AtomicBool::new(false);
    let things: Vec<Thing> = names.iter().map(|name| writer.open(name).unwrap()).collect();
    std::thread::scope(|scope| {
        let writes = scope.spawn(|| {
            let mut count = 0_u64;
            while !is_over.load(Ordering::Relaxed) {
                count += 1;
                things.iter().for_each(|thing| thing.write_at(&count.to_le_bytes(), 0).unwrap());
            }
            count
        });
        let mut last = 0;
        for round in 0..10 {
            let prefix = format!("saved/{round}/");
            other.snapshot(names, &prefix).unwrap();
            let copies: Vec<u64> = names
                .iter()
                .map(|name| number(&writer.open_to_read(&format!("{prefix}{name}")).unwrap()))
                .collect();
            assert!(copies.windows(2).all(|two| two[0] >= two[1]), "{copies:?}");
            assert!(copies[0] - copies[copies.len() - 1] <= 1, "{copies:?}");
            assert!(copies[0] >= last, "later snapshots are of later moments");
            last = copies[0];
        }
        is_over.store(true, Ordering::Relaxed);
        let count = writes.join().unwrap();
        assert!(things.iter().all(|thing| number(thing) == count), "nothing was lost");
    });
    let saved = other.list("saved/").unwrap();
    assert!(saved.len() == 10 * names.len() && saved.iter().all(|copy| copy.published));
    // All or nothing.
    let error = other.snapshot(&[names[0], "none"], "more/").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
    assert_eq!(other.snapshot(names, "saved/3/").unwrap_err().kind(), ErrorKind::FileExists);
    assert_eq!(other.snapshot(names, "").unwrap_err().kind(), ErrorKind::BadFileName);
    assert!(other.list("more/").unwrap().is_empty() && other.list("saved/").unwrap().len() == saved.len());
}

#[test]
fn snapshot_of_one_node_is_of_one_moment() {
    let agent = AgentHere::start(1 << 30);
    let enter = || Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    let space = enter();
    for (name, kind) in [("a", Kind::Memory), ("b", Kind::Disk), ("c", Kind::Memory)] {
        space.create(name, kind, 8).unwrap();
    }
    check(&space, &enter(), &["a", "b", "c"]);
}

#[test]
fn snapshot_of_two_nodes_is_of_one_moment() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    left.create("a", Kind::Memory, 8).unwrap();
    right.create("b", Kind::Memory, 8).unwrap();
    left.create("c", Kind::Disk, 8).unwrap();
    right.create("d", Kind::Disk, 8).unwrap();
    check(&left, &right, &["b", "a", "d", "c"]);
    assert_eq!(left.stat("saved/0/b").unwrap().home, "right");
}
