// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers that are combined, versions and locks, on one node and on two.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(dead_code, reason = "of the pair, some is used")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
#[path = "../../../io/seaway/tests/thing_device/line.rs"]
mod line;
#[path = "../../../io/seaway/tests/thing_device/pair.rs"]
mod pair;

use std::time::Duration;

use agent_here::AgentHere;
use pair::Pair;
use seaway_device_api::Hints;
use seaway_things::{Combination, ErrorKind, Kind, NumberType, Space};

const SHORT: Option<Duration> = Some(Duration::from_millis(10));

/// The space of a pair, for programs on the left or on the right.
fn on(pair: &Pair, node: &str) -> Space {
    let hints = Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    Space::enter_with(&hints).unwrap()
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
}

/// Both programs add to one thing, which moves meanwhile.
fn check_accumulate(one: &Space, other: &Space, count: usize, during: impl FnOnce() + Send) {
    let row: Vec<u8> = (0..count).flat_map(|_| 1.0_f64.to_le_bytes()).collect();
    one.create("sums", Kind::Memory, row.len() as u64).unwrap();
    std::thread::scope(|scope| {
        for space in [one, other] {
            let row = &row;
            scope.spawn(move || {
                let thing = space.open("sums").unwrap();
                (0..50).for_each(|_| thing.accumulate(0, Combination::Sum, NumberType::F64, row).unwrap());
            });
        }
        scope.spawn(during);
    });
    let mut bytes = vec![0; row.len()];
    other.open("sums").unwrap().read_at(&mut bytes, 0).unwrap();
    assert!(doubles(&bytes).iter().all(|sum| *sum == 100.0), "each was added once");
    let thing = one.open("sums").unwrap();
    for (offset, combination, number) in [
        (4, Combination::Sum, NumberType::F64),
        (row.len() as u64, Combination::Sum, NumberType::F64),
        (0, Combination::Xor, NumberType::F64),
    ] {
        let error = thing.accumulate(offset, combination, number, &row[..8]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument, "{error}");
    }
    let reader = one.open_to_read("sums").unwrap();
    let error = reader.accumulate(0, Combination::Sum, NumberType::F64, &row[..8]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReadOnly);
}

#[test]
fn numbers_are_combined_each_in_one_step() {
    let agent = AgentHere::start(1 << 30);
    let enter = || Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    // More than one message.
    check_accumulate(&enter(), &enter(), 20_000, || {});
}

#[test]
fn numbers_are_combined_from_two_nodes_while_the_thing_moves() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    check_accumulate(&left, &right, 1000, || {
        left.migrate("sums", "right").unwrap();
        left.migrate("sums", "left").unwrap();
    });
}

/// Each change by `writer` wakes up `reader`.
fn check_versions(writer: &Space, reader: &Space) {
    assert_eq!(writer.version("v").unwrap_err().kind(), ErrorKind::NoSuchFile);
    assert_eq!(reader.watch("v", 0, SHORT).unwrap(), None);
    let mut last = 0;
    let mut grows = |change: &(dyn Fn() + Sync)| {
        let next = std::thread::scope(|scope| {
            let waits = scope.spawn(|| reader.watch("v", last, None).unwrap().unwrap());
            change();
            waits.join().unwrap()
        });
        assert!(next > last, "{next} after {last}");
        // Whatever else the change was made of.
        last = writer.version("v").unwrap();
        assert!(last >= next);
        assert_eq!(reader.watch("v", last, SHORT).unwrap(), None, "nothing has changed since");
    };
    grows(&|| drop(writer.create("v", Kind::Memory, 16).unwrap()));
    let thing = writer.open("v").unwrap();
    grows(&|| {
        thing.write_at(b"synced", 0).unwrap();
        thing.sync().unwrap();
    });
    grows(&|| thing.set_size(24).unwrap());
    grows(&|| _ = thing.fetch_and_add(8, 1).unwrap());
    grows(&|| thing.accumulate(0, Combination::Or, NumberType::I64, &[1; 8]).unwrap());
    grows(&|| {
        let other = writer.open("v").unwrap();
        other.write_at(b"closed", 0).unwrap();
        other.close().unwrap();
    });
    // Those who read it change nothing.
    let before = writer.version("v").unwrap();
    reader.open("v").unwrap().close().unwrap();
    assert_eq!(reader.watch("v", before, SHORT).unwrap(), None);
    grows(&|| {
        writer.delete("v").unwrap();
        drop(writer.create("v", Kind::Disk, 0).unwrap());
    });
    writer.delete("v").unwrap();
}

#[test]
fn versions_grow_and_wake_up_those_who_watch() {
    let agent = AgentHere::start(1 << 30);
    let enter = || Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    check_versions(&enter(), &enter());
}

#[test]
fn versions_grow_across_nodes_and_moves() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    check_versions(&left, &right);
    left.create("moves", Kind::Memory, 8).unwrap();
    let before = right.version("moves").unwrap();
    left.migrate("moves", "right").unwrap();
    assert_eq!(left.version("moves").unwrap(), before, "a move changes nothing");
    left.open("moves").unwrap().fetch_and_add(0, 1).unwrap();
    assert!(right.version("moves").unwrap() > before);
}

/// One at a time, each with a greater token.
fn check_locks(one: &Space, other: &Space) {
    let first = one.lock("door", SHORT).unwrap().expect("nobody has it");
    first.check().unwrap();
    assert!(other.lock("door", SHORT).unwrap().is_none() && one.lock("door", SHORT).unwrap().is_none());
    drop(other.lock("another", SHORT).unwrap().expect("each name has its own"));
    let mut last = first.token();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| other.lock("door", None).unwrap().unwrap());
        first.release().unwrap();
        let second = waits.join().unwrap();
        assert!(second.token() > last);
        last = second.token();
        // Without a word, it is released, too.
        drop(second);
    });
    let third = one.lock("door", None).unwrap().unwrap();
    assert!(third.token() > last);
    assert_eq!(one.lock("two\nlines", SHORT).unwrap_err().kind(), ErrorKind::BadFileName);
}

#[test]
fn locks_have_one_owner() {
    let agent = AgentHere::start(1 << 30);
    let enter = || Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    check_locks(&enter(), &enter());
}

#[test]
fn locks_have_one_owner_on_two_nodes_and_end_with_their_agent() {
    let mut pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    check_locks(&left, &right);
    let lost = right.lock("door", None).unwrap().unwrap();
    pair.restart_right();
    let next = left.lock("door", None).unwrap().unwrap();
    assert!(next.token() > lost.token());
    assert_eq!(lost.check().unwrap_err().kind(), ErrorKind::PeerLost);
}
