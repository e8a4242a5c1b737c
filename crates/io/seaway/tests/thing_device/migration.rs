// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things that get another home while programs use them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use seaway_device_api::{Device, DevicePath, ErrorKind, Extent, Hints, OpenFlags};
use seaway_devices::thing::{AgentConnection, NewThing, OpenThing, SpaceOptions, Wait, enter};
use seaway_messages::{ThingKind, Until};
use seaway_testkit::device_suite::fixture::{options, read_extent, write_bytes};

use super::pair::Pair;

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

fn agent(pair: &Pair, node: &str) -> (Arc<AgentConnection>, Hints) {
    let hints = Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    (enter(&SpaceOptions::from_hints(&hints).unwrap()).unwrap(), hints)
}

fn open(pair: &Pair, node: &str, kind: ThingKind) -> OpenThing {
    let (agent, hints) = agent(pair, node);
    OpenThing::open(&agent, "a", ALL, NewThing { kind, size: 64 }, &hints).unwrap()
}

/// Two nodes count, write and read while the thing goes back and forth.
fn moves_while_in_use(kind: ThingKind) {
    let pair = Pair::new("");
    let (left, right) = (open(&pair, "left", kind), open(&pair, "right", kind));
    let done = AtomicBool::new(false);
    let counted: u64 = thread::scope(|scope| {
        let work = |number: u64, thing: &OpenThing| {
            let (mut counted, at) = (0_u64, 4096 * (number + 1));
            while !done.load(Ordering::Relaxed) {
                thing.fetch_and_add(8, 1).unwrap();
                counted += 1;
                let bytes = [counted.to_le_bytes()[0]; 3000];
                write_bytes(thing.file(), at, &bytes);
                assert_eq!(
                    read_extent(thing.file(), Extent::new(at, 3000)),
                    bytes,
                    "what was written is there"
                );
            }
            counted
        };
        let programs: Vec<_> = [&left, &right, &left, &right]
            .into_iter()
            .zip(0..)
            .map(|(thing, number)| scope.spawn(move || work(number, thing)))
            .collect();
        let (mover, _) = agent(&pair, "left");
        let moved: Result<(), _> = ["right", "left", "right", "left", "right"].iter().try_for_each(|node| {
            thread::sleep(Duration::from_millis(20));
            mover.migrate("a", node)
        });
        done.store(true, Ordering::Relaxed);
        let counted = programs.into_iter().map(|program| program.join().unwrap()).sum();
        moved.unwrap();
        assert_eq!(mover.stat("a").unwrap().home, "right");
        counted
    });
    // Every change was made once.
    assert_eq!(left.fetch_and_add(8, 0).unwrap(), counted);
    assert_eq!(right.fetch_and_add(8, 0).unwrap(), counted);
    assert!(right.is_here() && !left.is_here());
    left.file().close().unwrap();
    let (agent, _) = agent(&pair, "left");
    assert!(!agent.stat("a").unwrap().published, "the other writer has it open");
    right.file().close().unwrap();
    assert!(agent.stat("a").unwrap().published);
}

#[test]
fn thing_in_memory_moves_while_in_use() {
    moves_while_in_use(ThingKind::Memory);
}

#[test]
fn thing_on_disk_moves_while_in_use() {
    moves_while_in_use(ThingKind::Disk);
}

#[test]
fn bytes_and_names_move_and_memory_is_given_back() {
    let mut pair = Pair::new("");
    let (agent, _) = agent(&pair, "left");
    let bytes: Vec<u8> = (0..20_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    let file = pair.open(&DevicePath::new("big"), &options(ALL)).unwrap();
    write_bytes(&*file, 1 << 20, &bytes);
    file.set_size(64 << 20).unwrap();
    file.close().unwrap();
    drop(file);
    let before = agent.stat("big").unwrap();
    agent.migrate("big", "right").unwrap();
    let after = agent.stat("big").unwrap();
    assert_eq!((&*after.home, after.size, after.created), ("right", 64 << 20, before.created));
    assert!(after.published && after.epoch > before.epoch);
    assert!(after.reserved < 30 << 20, "holes take no memory: {}", after.reserved);
    assert_eq!(agent.space().unwrap().memory_used, 0);
    let reader = pair.open(&DevicePath::new("big"), &options(OpenFlags::READ)).unwrap();
    assert!(read_extent(&*reader, Extent::new(1 << 20, bytes.len() as u64)) == bytes);
    // To where it is; to nowhere; what is not there.
    agent.migrate("big", "right").unwrap();
    let error = agent.migrate("big", "nowhere").unwrap_err();
    assert!(error.to_string().contains("node nowhere is not a member"), "{error}");
    assert_eq!(agent.migrate("missing", "right").unwrap_err().kind(), ErrorKind::NoSuchFile);
    // A thing on disk belongs to its new home for good.
    let mut on_disk = options(ALL);
    on_disk.hints.set("seaway_thing_kind", "disk");
    let kept = DevicePath::new("kept/on disk");
    let file = pair.open(&kept, &on_disk).unwrap();
    write_bytes(&*file, 0, b"here");
    file.close().unwrap();
    drop(file);
    agent.migrate("kept/on disk", "right").unwrap();
    pair.restart_right();
    assert_eq!(agent.stat("kept/on disk").unwrap().home, "right");
    let reader = pair.open(&kept, &options(OpenFlags::READ)).unwrap();
    assert_eq!(read_extent(&*reader, Extent::new(0, 9)), b"here");
}

#[test]
fn writer_that_closes_after_a_move_publishes_at_the_new_home() {
    let pair = Pair::new("");
    let writer = open(&pair, "left", ThingKind::Memory);
    write_bytes(writer.file(), 0, b"whole");
    let (agent, _) = agent(&pair, "right");
    agent.migrate("a", "right").unwrap();
    assert!(!agent.stat("a").unwrap().published);
    writer.file().close().unwrap();
    agent.wait_for("a", Wait { until: Until::Published, patience: Some(Duration::from_secs(60)) }).unwrap();
    // Deleted at its new home: as with a file, programs that have it open keep it.
    let reader = open(&pair, "left", ThingKind::Memory);
    agent.delete("a").unwrap();
    assert_eq!(read_extent(reader.file(), Extent::new(0, 5)), b"whole");
}
