// SPDX-License-Identifier: MIT OR Apache-2.0
//! A root that all nodes share: things on disk are files there, and the nodes need not know each other.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::path::Path;
use std::time::Duration;

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{Combination, ErrorKind, Kind, NumberType, Space, Until};

fn space(agent: &AgentHere, root: &Path) -> Space {
    let hints = Hints::new().with("seaway_space", agent.space());
    Space::enter_with(&hints.with("seaway_thing_shared", root.to_str().unwrap())).unwrap()
}

#[test]
fn files_are_seen_by_all_nodes() {
    let root = tempfile::tempdir().unwrap();
    // Two agents that have nothing to do with each other.
    let (a, b) = (AgentHere::start(1 << 30), AgentHere::start(1 << 30));
    let (left, right) = (space(&a, root.path()), space(&b, root.path()));
    let thing = left.create("S/xy 1", Kind::Disk, 16).unwrap();
    thing.write_at(b"density", 0).unwrap();
    let mut bytes = [0; 7];
    let there = right.open("S/xy 1").unwrap();
    assert_eq!((there.read_at(&mut bytes, 0).unwrap(), &bytes), (7, b"density"));
    for kind in [Kind::Disk, Kind::Memory] {
        assert_eq!(right.create("S/xy 1", kind, 0).unwrap_err().kind(), ErrorKind::FileExists);
        assert!(!right.open_or_create("S/xy 1", kind, 0).unwrap().was_created());
    }
    // Nobody keeps a second copy of a file.
    let error = left.with_copies(2).unwrap().create("S/two", Kind::Disk, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.to_string().contains("S/two") && error.to_string().contains("with one copy"), "{error}");
    assert!(!left.exists("S/two").unwrap());
    // Numbers, in one step for both.
    std::thread::scope(|scope| {
        for space in [&left, &right, &left] {
            scope.spawn(move || {
                let thing = space.open("S/xy 1").unwrap();
                for _ in 0..200 {
                    thing.fetch_and_add(8, 1).unwrap();
                    thing.accumulate(8, Combination::Sum, NumberType::I64, &1_i64.to_le_bytes()).unwrap();
                }
            });
        }
    });
    assert_eq!(there.compare_and_swap(8, 1200, 0).unwrap(), 1200);
    assert_eq!(there.fetch_and_add(16, 0).unwrap_err().kind(), ErrorKind::Argument);
    let reader = left.open_to_read("S/xy 1").unwrap();
    assert_eq!(reader.fetch_and_add(8, 0).unwrap_err().kind(), ErrorKind::ReadOnly);
    // Names; those in memory are of one agent, and are listed with the files.
    left.create("S/memory", Kind::Memory, 4).unwrap();
    let names = |space: &Space| -> Vec<String> {
        space.list("S/").unwrap().into_iter().map(|thing| thing.name).collect()
    };
    assert_eq!(
        (names(&left), names(&right)),
        (vec!["S/memory".into(), "S/xy 1".into()], vec!["S/xy 1".into()])
    );
    assert_eq!(left.create("S/memory", Kind::Disk, 0).unwrap_err().kind(), ErrorKind::FileExists);
    assert_eq!(left.rename("S/memory", "S/xy 1", false).unwrap_err().kind(), ErrorKind::FileExists);
    assert_eq!(left.rename("S/xy 1", "S/memory", false).unwrap_err().kind(), ErrorKind::FileExists);
    left.rename("S/xy 1", "S/memory", true).unwrap();
    assert_eq!((names(&left), left.stat("S/memory").unwrap().kind), (vec!["S/memory".into()], Kind::Disk));
    right.delete("S/memory").unwrap();
    assert!(!left.exists("S/memory").unwrap() && there.is_deleted());
    assert_eq!(there.read_at(&mut bytes, 0).unwrap(), 7, "it lives while it is open");
    assert_eq!(left.open("S/memory").unwrap_err().kind(), ErrorKind::NoSuchFile);
}

#[test]
fn programs_wait_for_files() {
    let root = tempfile::tempdir().unwrap();
    let (a, b) = (AgentHere::start(1 << 30), AgentHere::start(1 << 30));
    let (left, right) = (space(&a, root.path()), space(&b, root.path()));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| right.wait_until("late", Until::Exists, None).unwrap());
        left.create("late", Kind::Disk, 0).unwrap();
        waits.join().unwrap();
        let waits = scope.spawn(|| right.wait_until("late", Until::Gone, None).unwrap());
        left.delete("late").unwrap();
        waits.join().unwrap();
    });
    // As an open does that waits.
    std::thread::scope(|scope| {
        let waits = Hints::new().with("seaway_space", b.space()).with("seaway_thing_wait", "exists");
        let waits = waits.with("seaway_thing_shared", root.path().to_str().unwrap());
        let opened =
            scope.spawn(move || Space::enter_with(&waits).unwrap().open("awaited").unwrap().size().unwrap());
        left.create("awaited", Kind::Disk, 5).unwrap();
        assert_eq!(opened.join().unwrap(), 5);
    });
    let short = Some(Duration::from_millis(30));
    assert_eq!(left.wait_until("late", Until::Exists, short).unwrap_err().kind(), ErrorKind::NoSuchFile);
    left.create("file", Kind::Disk, 0).unwrap();
    assert_eq!(left.wait_until("file", Until::Gone, short).unwrap_err().kind(), ErrorKind::NoSuchFile);
    for error in [
        left.wait_until("file", Until::Published, None).unwrap_err(),
        left.version("file").unwrap_err(),
        left.migrate("file", "elsewhere").unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    }
}

/// In memory and as a file at the same time: at most one of the two.
#[test]
fn one_name_is_in_one_place() {
    let root = tempfile::tempdir().unwrap();
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent, root.path());
    for round in 0..50 {
        let name = format!("n-{round}");
        let created = std::thread::scope(|scope| {
            let create = |kind| {
                let (space, name) = (&space, &name);
                scope.spawn(move || space.create(name, kind, 0).is_ok())
            };
            let both = [create(Kind::Memory), create(Kind::Disk)];
            both.map(|one| usize::from(one.join().unwrap())).iter().sum::<usize>()
        });
        assert!(created <= 1, "round {round}");
        assert_eq!(space.list(&name).unwrap().len(), created, "round {round}");
    }
}
