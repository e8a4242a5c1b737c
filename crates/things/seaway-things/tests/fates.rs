// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things that become immutable, and things that go to disk where memory is full.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(dead_code, reason = "of the pair, some is used")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
#[path = "../../../io/seaway/tests/thing_device/line.rs"]
mod line;
#[path = "../../../io/seaway/tests/thing_device/pair.rs"]
mod pair;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use agent_here::AgentHere;
use pair::Pair;
use seaway_device_api::Hints;
use seaway_things::{ErrorKind, Kind, Space, Until};

fn on(pair: &Pair, node: &str) -> Space {
    let hints = Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node);
    Space::enter_with(&hints).unwrap()
}

/// Writers of both spaces are refused from one moment on, and what was acknowledged before is there.
fn check_freeze(one: &Space, other: &Space, kind: Kind) {
    let thing = one.create("fixed", kind, 1 << 20).unwrap();
    let (is_frozen, writing) = (AtomicBool::new(false), AtomicUsize::new(0));
    let write = |space: &Space, at: u64| {
        let thing = space.open("fixed").unwrap();
        let mut acknowledged = 0_u64;
        loop {
            let began_after = is_frozen.load(Ordering::SeqCst);
            match thing.write_at(&(acknowledged + 1).to_le_bytes(), at) {
                Ok(()) => {
                    assert!(!began_after, "written although it was frozen");
                    acknowledged += 1;
                    if acknowledged == 1 {
                        writing.fetch_add(1, Ordering::SeqCst);
                    }
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::ReadOnly, "{error}");
                    break;
                }
            }
        }
        let mut bytes = [0; 8];
        assert_eq!(thing.read_at(&mut bytes, at).unwrap(), 8, "it can still be read");
        let there = u64::from_le_bytes(bytes);
        // The last one may have reached it without being acknowledged.
        assert!(there == acknowledged || there == acknowledged + 1, "{there} of {acknowledged}");
        thing.close().unwrap();
        there
    };
    std::thread::scope(|scope| {
        let writers = [scope.spawn(|| write(one, 0)), scope.spawn(|| write(other, 4096))];
        while writing.load(Ordering::SeqCst) < 2 {
            std::thread::yield_now();
        }
        other.freeze("fixed").unwrap();
        is_frozen.store(true, Ordering::SeqCst);
        let last = writers.map(|writer| writer.join().unwrap());
        let mut bytes = [0; 8];
        for (at, last) in [0, 4096].into_iter().zip(last) {
            thing.read_at(&mut bytes, at).unwrap();
            assert_eq!(u64::from_le_bytes(bytes), last, "nothing changes afterwards");
        }
    });
    assert_eq!(one.open("fixed").unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(thing.set_size(0).unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(thing.fetch_and_add(0, 1).unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(one.open_to_read("fixed").unwrap().size().unwrap(), 1 << 20);
    one.wait_until("fixed", Until::Published, None).unwrap();
    one.freeze("fixed").unwrap();
    one.rename("fixed", "moved", false).unwrap();
    assert_eq!(other.freeze("fixed").unwrap_err().kind(), ErrorKind::NoSuchFile);
    thing.close().unwrap();
}

#[test]
fn frozen_thing_never_changes() {
    let mut agent = AgentHere::start(1 << 30);
    let enter =
        |agent: &AgentHere| Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    for kind in [Kind::Memory, Kind::Disk] {
        let space = enter(&agent);
        check_freeze(&space, &enter(&agent), kind);
        if kind == Kind::Disk {
            drop(space);
            agent.restart();
            let space = enter(&agent);
            assert_eq!(space.open("moved").unwrap_err().kind(), ErrorKind::ReadOnly, "an agent finds it so");
            space.delete("moved").unwrap();
            space.create_striped("striped", kind, 0, 2, 4096).unwrap().close().unwrap();
            assert_eq!(space.freeze("striped").unwrap_err().kind(), ErrorKind::Unsupported);
        } else {
            space.delete("moved").unwrap();
        }
    }
}

#[test]
fn frozen_thing_never_changes_on_any_node() {
    let pair = Pair::new("");
    let (left, right) = (on(&pair, "left"), on(&pair, "right"));
    for kind in [Kind::Memory, Kind::Disk] {
        check_freeze(&left, &right, kind);
        left.migrate("moved", "right").unwrap();
        for space in [&left, &right] {
            assert_eq!(space.open("moved").unwrap_err().kind(), ErrorKind::ReadOnly, "it moves so");
        }
        right.delete("moved").unwrap();
    }
}

#[test]
fn full_memory_spills_to_disk_on_request() {
    let agent = AgentHere::start(1 << 20);
    let hints = Hints::new().with("seaway_space", agent.space());
    let refuses = Space::enter_with(&hints).unwrap();
    let spills = Space::enter_with(&hints.with("seaway_thing_full", "spill")).unwrap();
    // At once.
    assert_eq!(refuses.create("large", Kind::Memory, 2 << 20).unwrap_err().kind(), ErrorKind::NoSpace);
    drop(spills.create("large", Kind::Memory, 2 << 20).unwrap());
    assert_eq!(spills.stat("large").unwrap().kind, Kind::Disk);
    // While it grows, and others have it open.
    let (grows, reader) = (spills.create("grows", Kind::Memory, 0).unwrap(), refuses.open("grows").unwrap());
    let bytes: Vec<u8> = (0..3_u32 << 18).flat_map(u32::to_le_bytes).collect();
    for (number, piece) in bytes.chunks(100_000).enumerate() {
        grows.write_at(piece, number as u64 * 100_000).unwrap();
    }
    assert_eq!(refuses.stat("grows").unwrap().kind, Kind::Disk);
    let mut back = vec![0; bytes.len()];
    assert_eq!(reader.read_at(&mut back, 0).unwrap(), bytes.len());
    assert!(back == bytes, "all of it");
    assert_eq!(refuses.status().unwrap().memory_used, 0, "memory is given back");
    grows.close().unwrap();
}
