// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Rust API, with an agent in this process.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::time::Duration;

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{ErrorKind, Kind, Space, Strided, Until};

fn space(agent: &AgentHere) -> Space {
    Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap()
}

#[test]
fn things_are_created_read_written_renamed_and_deleted() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    for kind in [Kind::Memory, Kind::Disk] {
        let thing = space.create("a", kind, 100).unwrap();
        assert!(thing.was_created() && thing.size().unwrap() == 100);
        assert_eq!(space.create("a", kind, 0).unwrap_err().kind(), ErrorKind::FileExists);
        thing.write_at(b"density", 98).unwrap();
        assert_eq!(thing.size().unwrap(), 105);
        let mut bytes = [9; 8];
        assert_eq!(space.open_to_read("a").unwrap().read_at(&mut bytes, 97).unwrap(), 8);
        assert_eq!(&bytes, b"\0density");
        space.rename("a", "b", false).unwrap();
        assert!(!space.exists("a").unwrap() && space.exists("b").unwrap());
        assert!(!thing.is_deleted());
        let status = space.stat("b").unwrap();
        assert_eq!((status.name.as_str(), status.kind, status.size), ("b", kind, 105));
        space.delete("b").unwrap();
        assert!(thing.is_deleted());
        assert_eq!(thing.read_at(&mut bytes, 97).unwrap(), 8, "it lives while it is open");
        assert_eq!(space.open("b").unwrap_err().kind(), ErrorKind::NoSuchFile);
        assert_eq!(space.rename("b", "c", true).unwrap_err().kind(), ErrorKind::NoSuchFile);
    }
}

#[test]
fn rename_replaces_only_on_request() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    space.create("old", Kind::Disk, 0).unwrap().write_at(b"old", 0).unwrap();
    space.create("new", Kind::Disk, 0).unwrap().write_at(b"new", 0).unwrap();
    assert_eq!(space.rename("new", "old", false).unwrap_err().kind(), ErrorKind::FileExists);
    space.rename("new", "old", true).unwrap();
    space.rename("old", "old", false).unwrap();
    let mut bytes = [0; 3];
    space.open("old").unwrap().read_at(&mut bytes, 0).unwrap();
    assert_eq!(&bytes, b"new");
    assert_eq!(space.list("").unwrap().len(), 1);
}

#[test]
fn lists_are_sorted_and_complete() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    // More than one message holds.
    for number in 0..2100 {
        drop(space.create(&format!("S-{number:04}"), Kind::Memory, 0).unwrap());
    }
    drop(space.create("T", Kind::Memory, 0).unwrap());
    let names: Vec<String> = space.list("S-").unwrap().into_iter().map(|thing| thing.name).collect();
    assert_eq!(names.len(), 2100);
    assert!(names.is_sorted());
    assert_eq!(space.list("S-1").unwrap().len(), 1000);
    assert_eq!(space.list("").unwrap().len(), 2101);
    assert_eq!(space.status().unwrap().memory_things, 2101);
}

#[test]
fn numbers_are_changed_in_one_step() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    space.create("counter", Kind::Memory, 16).unwrap();
    let seen: Vec<u64> = std::thread::scope(|scope| {
        let count = || {
            let counter = space.open("counter").unwrap();
            (0..500).map(|_| counter.fetch_and_add(8, 1).unwrap()).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..4).map(|_| scope.spawn(count)).collect();
        all.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    let mut sorted = seen.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..2000), "each number was given out once");
    let counter = space.open("counter").unwrap();
    assert_eq!(counter.compare_and_swap(8, 7, 1).unwrap(), 2000, "not what was expected");
    assert_eq!(counter.compare_and_swap(8, 2000, 1).unwrap(), 2000);
    assert_eq!(counter.fetch_and_add(8, u64::MAX).unwrap(), 1);
    assert_eq!(counter.fetch_and_add(0, 0).unwrap(), 0);
    for offset in [4, 16, u64::MAX - 7] {
        assert_eq!(counter.fetch_and_add(offset, 1).unwrap_err().kind(), ErrorKind::Argument, "{offset}");
    }
    let reader = space.open_to_read("counter").unwrap();
    assert_eq!(reader.fetch_and_add(8, 1).unwrap_err().kind(), ErrorKind::ReadOnly);
}

#[test]
fn transfers_go_on_by_themselves() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    for kind in [Kind::Memory, Kind::Disk] {
        let thing = space.open_or_create("t", kind, 0).unwrap();
        let writes: Vec<_> =
            (0..20_u8).map(|part| thing.start_write(vec![part; 1000], u64::from(part) * 1000)).collect();
        writes.into_iter().for_each(|write| drop(write.wait().unwrap()));
        let reads: Vec<_> =
            (0..20_u8).map(|part| (part, thing.start_read(1000, u64::from(part) * 1000))).collect();
        for (part, read) in reads {
            assert_eq!(read.wait().unwrap(), [part; 1000]);
        }
        assert_eq!(thing.start_read(1000, 19_500).wait().unwrap().len(), 500);
        space.delete("t").unwrap();
    }
}

#[test]
fn programs_wait_for_each_other() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            space.wait_until("late", Until::Published, None).unwrap();
            let mut bytes = [0; 4];
            space.open("late").unwrap().read_at(&mut bytes, 0).unwrap();
            bytes
        });
        let writer = space.create("late", Kind::Memory, 0).unwrap();
        writer.write_at(b"here", 0).unwrap();
        writer.close().unwrap();
        assert_eq!(&reader.join().unwrap(), b"here");
        let gone = scope.spawn(|| space.wait_until("late", Until::Gone, None).unwrap());
        space.delete("late").unwrap();
        gone.join().unwrap();
    });
    let error = space.wait_until("never", Until::Exists, Some(Duration::from_millis(10))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
}

#[test]
fn size_that_is_reserved_counts_against_the_limit() {
    let agent = AgentHere::start(1 << 20);
    let space = space(&agent);
    assert_eq!(space.create("large", Kind::Memory, (1 << 20) + 1).unwrap_err().kind(), ErrorKind::NoSpace);
    assert!(!space.exists("large").unwrap());
    assert_eq!(space.create("huge", Kind::Memory, u64::MAX).unwrap_err().kind(), ErrorKind::Argument);
    space.create("fits", Kind::Memory, 1 << 20).unwrap();
    assert_eq!(space.status().unwrap().memory_used, 1 << 20);
    space.delete("fits").unwrap();
    assert_eq!(space.status().unwrap().memory_used, 0);
}

#[test]
fn many_pieces_are_one_access() {
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    for kind in [Kind::Memory, Kind::Disk] {
        let thing = space.create("matrix", kind, 0).unwrap();
        let rows: Vec<u8> = (0..100_u8).flat_map(|row| [row, row + 100, 7]).collect();
        thing.write_at(&rows, 0).unwrap();
        let column = Strided { offset: 1, block: 1, stride: 3, count: 100 };
        let mut bytes = [0; 100];
        assert_eq!(thing.read_strided(column, &mut bytes).unwrap(), 100);
        assert!(bytes.into_iter().eq(100..200));
        thing.write_strided(Strided { offset: 0, ..column }, &bytes).unwrap();
        let (mut last, mut first, mut overlaps) = ([9; 4], [9; 2], [9; 3]);
        let read = thing.read_list(&mut [(298, &mut last[..]), (0, &mut first), (0, &mut overlaps)]).unwrap();
        assert_eq!((read, last, first, overlaps), (7, [199, 7, 9, 9], [100, 100], [100, 100, 7]));
        thing.write_list(&[(5, &b"five"[..]), (400, b""), (0, b"zero")]).unwrap();
        assert_eq!((thing.read_at(&mut last, 0).unwrap(), &last), (4, b"zero"));
        assert_eq!(thing.size().unwrap(), 300);
        let error = thing.write_list(&[(0, &b"ab"[..]), (1, b"c")]).unwrap_err();
        assert!(error.kind() == ErrorKind::Argument && error.to_string().contains("overlap"), "{error}");
        for wrong in [
            Strided { stride: 0, ..column },
            Strided { count: 99, ..column },
            Strided { offset: u64::MAX - 10, ..column },
            Strided { stride: u64::MAX / 2, ..column },
        ] {
            let error = thing.read_strided(wrong, &mut bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Argument, "{wrong:?}");
        }
        space.delete("matrix").unwrap();
    }
}
