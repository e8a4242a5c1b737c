// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things whose homes are other nodes.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Device, DevicePath, Durability, ErrorKind, Extent, OpenFlags, OpenOptions};
use seaway_devices::thing::{NewThing, OpenThing, SpaceOptions, Wait, enter};
use seaway_messages::{ThingKind, Until};
use seaway_testkit::device_suite::fixture::{options, read_extent, try_write, write_bytes};

use super::pair::Pair;

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);
const FAR: &str = "seaway_thing_home=right";

mod memory {
    use super::{FAR, Pair};
    seaway_testkit::device_suite!(|| Pair::new(FAR));
}

mod striped {
    use super::Pair;
    const HINTS: &str = "seaway_thing_stripes=3;seaway_thing_stripe_bytes=4096";
    seaway_testkit::device_suite!(|| Pair::new(HINTS));
}

mod disk {
    use super::Pair;
    seaway_testkit::device_suite!(|| Pair::new("seaway_thing_home=right;seaway_thing_kind=disk"));
}

/// As a program on the right opens it.
fn on_the_right(pair: &Pair, name: &str, flags: OpenFlags) -> Box<dyn seaway_device_api::DeviceFile> {
    let (device, hints) = pair.on_the_right();
    device.open(&DevicePath::new(name), &OpenOptions { hints, ..options(flags) }).unwrap()
}

#[test]
fn both_nodes_see_one_thing() {
    let pair = Pair::new("");
    let a = DevicePath::new("a");
    let left = pair.open(&a, &options(ALL)).unwrap();
    let right = on_the_right(&pair, "a", ALL);
    let bytes: Vec<u8> = (0..9_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    write_bytes(&*left, 5, &bytes);
    assert!(read_extent(&*right, Extent::new(5, 9_000_000)) == bytes);
    write_bytes(&*right, 1_000_000, &bytes[..3_000_001]);
    assert!(read_extent(&*left, Extent::new(1_000_000, 3_000_001)) == bytes[..3_000_001]);
    assert_eq!(right.size().unwrap(), 9_000_005);
    right.set_size(77).unwrap();
    assert_eq!(left.size().unwrap(), 77);
    // Names are those of the space, wherever the program is.
    let (device, hints) = pair.on_the_right();
    let exclusive = OpenOptions { hints, ..options(ALL | OpenFlags::EXCLUSIVE) };
    assert_eq!(device.open(&a, &exclusive).unwrap_err().kind(), ErrorKind::FileExists);
    device.delete(&a).unwrap();
    assert_eq!(pair.open(&a, &options(OpenFlags::READ)).unwrap_err().kind(), ErrorKind::NoSuchFile);
    assert_eq!(read_extent(&*right, Extent::new(0, 6))[5], bytes[0], "it lives while it is open");
}

#[test]
fn round_robin_takes_one_node_after_the_other() {
    let pair = Pair::new("seaway_thing_home=round-robin");
    let options = SpaceOptions::from_hints(&pair_hints(&pair)).unwrap();
    let agent = enter(&options).unwrap();
    let home = |number: u32| {
        let name = format!("in-turn-{number}");
        pair.open(&DevicePath::new(name.as_str()), &self::options(ALL)).unwrap();
        agent.stat(&name).unwrap().home
    };
    let homes: Vec<String> = (0..4).map(home).collect();
    assert_eq!(homes, ["left", "right", "left", "right"]);
}

fn pair_hints(pair: &Pair) -> seaway_device_api::Hints {
    seaway_device_api::Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", "left")
}

#[test]
fn placement_follows_the_hint() {
    let pair = Pair::new(FAR);
    let space = SpaceOptions::from_hints(
        &seaway_device_api::Hints::parse("seaway_node=left").with("seaway_space", pair.space.as_str()),
    );
    let agent = enter(&space.unwrap()).unwrap();
    drop(pair.open(&DevicePath::new("there"), &options(ALL)).unwrap());
    assert_eq!(agent.stat("there").unwrap().home, "right");
    let placed = |name: &str, wish: &str| {
        let mut options = options(ALL);
        options.hints.set("seaway_thing_home", wish);
        pair.open(&DevicePath::new(name), &options).map(drop)
    };
    placed("here", "left").unwrap();
    assert_eq!(agent.stat("here").unwrap().home, "left");
    placed("beside", "near:there").unwrap();
    assert_eq!(agent.stat("beside").unwrap().home, "right");
    assert_eq!(placed("x", "near:nothing").unwrap_err().kind(), ErrorKind::NoSuchFile);
    let error = placed("x", "nowhere").unwrap_err();
    assert!(error.to_string().contains("node nowhere is not a member"), "{error}");
    // Listed together, in order; renamed wherever they are, also over one of another node.
    let names = |prefix: &str| -> Vec<String> {
        agent.list(prefix, "").unwrap().things.into_iter().map(|thing| thing.name).collect()
    };
    assert_eq!(names(""), ["beside", "here", "there"]);
    agent.rename("there", "moved", false).unwrap();
    assert_eq!(agent.rename("moved", "here", false).unwrap_err().kind(), ErrorKind::FileExists);
    agent.rename("moved", "here", true).unwrap();
    assert_eq!(names(""), ["beside", "here"]);
    assert_eq!(agent.stat("here").unwrap().home, "right");
    agent.delete("beside").unwrap();
    assert_eq!(agent.delete("beside").unwrap_err().kind(), ErrorKind::NoSuchFile);
}

#[test]
fn numbers_are_changed_in_one_step_from_both_nodes() {
    let pair = Pair::new("");
    let hints = |node: &str| {
        seaway_device_api::Hints::new().with("seaway_space", pair.space.as_str()).with("seaway_node", node)
    };
    let open = |node: &str| {
        let agent = enter(&SpaceOptions::from_hints(&hints(node)).unwrap()).unwrap();
        let new = NewThing { kind: ThingKind::Memory, size: 16 };
        OpenThing::open(&agent, "counter", ALL, new, &hints(node)).unwrap()
    };
    let (left, right) = (open("left"), open("right"));
    assert!(left.is_here() && !right.is_here() && left.was_created() && !right.was_created());
    thread::scope(|scope| {
        for thing in [&left, &right, &left, &right] {
            scope.spawn(move || (0..250).for_each(|_| _ = thing.fetch_and_add(8, 1).unwrap()));
        }
    });
    assert_eq!(right.compare_and_swap(8, 1000, 7).unwrap(), 1000);
    assert_eq!(left.compare_and_swap(8, 1000, 8).unwrap(), 7);
    assert_eq!(right.fetch_and_add(3, 1).unwrap_err().kind(), ErrorKind::Argument);
    assert!(!right.is_deleted());
    pair.delete(&DevicePath::new("counter")).unwrap();
    assert!(right.is_deleted());
}

#[test]
fn reader_on_another_node_waits_until_the_writer_is_done() {
    let pair = Pair::new("");
    let hints =
        seaway_device_api::Hints::parse("seaway_node=right").with("seaway_space", pair.space.as_str());
    let agent = enter(&SpaceOptions::from_hints(&hints).unwrap()).unwrap();
    let wait = |until| agent.wait_for("late", Wait { until, patience: Some(Duration::from_secs(60)) });
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let waiting = scope.spawn(move || {
            wait(Until::Exists).unwrap();
            sender.send("exists").unwrap();
            wait(Until::Published).unwrap();
            sender.send("published").unwrap();
            wait(Until::Gone).unwrap();
        });
        let writer = pair.open(&DevicePath::new("late"), &options(ALL)).unwrap();
        assert_eq!(receiver.recv().unwrap(), "exists");
        write_bytes(&*writer, 0, b"whole");
        assert!(receiver.try_recv().is_err());
        writer.sync(Durability::Visible).unwrap();
        assert_eq!(receiver.recv().unwrap(), "published");
        pair.delete(&DevicePath::new("late")).unwrap();
        waiting.join().unwrap();
    });
    let patience = Some(Duration::from_millis(50));
    let error = agent.wait_for("never", Wait { until: Until::Exists, patience }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
}

#[test]
fn home_that_ends_is_an_error_and_loses_what_was_in_memory() {
    let mut pair = Pair::new(FAR);
    let (lost, kept) = (DevicePath::new("lost"), DevicePath::new("kept"));
    let file = pair.open(&lost, &options(ALL)).unwrap();
    write_bytes(&*file, 0, b"gone");
    let mut on_disk = options(ALL);
    on_disk.hints.set("seaway_thing_kind", "disk");
    write_bytes(&*pair.open(&kept, &on_disk).unwrap(), 0, b"here");
    pair.restart_right();
    let error = try_write(&*file, &[Extent::new(0, 1)], &[1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
    assert!(error.to_string().contains("thing:lost") && error.to_string().contains("right"), "{error}");
    assert_eq!(pair.open(&lost, &options(OpenFlags::READ)).unwrap_err().kind(), ErrorKind::NoSuchFile);
    let again = pair.open(&kept, &options(OpenFlags::READ)).unwrap();
    assert_eq!(read_extent(&*again, Extent::new(0, 9)), b"here");
}

#[test]
fn line_that_is_cut_again_and_again_loses_nothing() {
    let pair = Pair::new(FAR);
    let file = pair.open(&DevicePath::new("a"), &options(ALL)).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..40 {
                thread::sleep(Duration::from_millis(15));
                if done.load(Ordering::Relaxed) {
                    break;
                }
                pair.line.cut();
            }
        });
        // A panic must not leave the other thread behind.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut expected = vec![0; 3 << 20];
            for turn in 0..40_usize {
                let bytes: Vec<u8> =
                    (0..700_000 + turn * 1000).map(|at| (at * 31 + turn).to_le_bytes()[0]).collect();
                let at = turn * 50_000;
                expected[at..at + bytes.len()].copy_from_slice(&bytes);
                write_bytes(&*file, at as u64, &bytes);
                assert!(read_extent(&*file, Extent::new(at as u64, bytes.len() as u64)) == bytes);
            }
            let size = file.size().unwrap();
            assert!(read_extent(&*file, Extent::new(0, size)) == expected[..usize::try_from(size).unwrap()]);
        }));
        done.store(true, Ordering::Relaxed);
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    });
    file.close().unwrap();
}

#[test]
fn node_that_loses_the_registry_stops_serving() {
    let mut pair = Pair::with_lease(FAR, Duration::from_secs(1));
    let far = pair.open(&DevicePath::new("a"), &options(ALL)).unwrap();
    let near = on_the_right(&pair, "a", ALL);
    write_bytes(&*near, 0, b"kept");
    let left = pair.left.take().unwrap();
    left.stop(Duration::ZERO);
    left.wait();
    let until_refused = |file: &dyn seaway_device_api::DeviceFile| {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            match try_write(file, &[Extent::new(0, 1)], b"x") {
                Ok(()) => assert!(Instant::now() < deadline, "it is served for longer than its lease"),
                Err(error) => break error,
            }
            thread::sleep(Duration::from_millis(10));
        }
    };
    for file in [&*near, &*far] {
        let error = until_refused(file);
        assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
        assert!(error.to_string().contains("lost touch with the registry"), "{error}");
    }
    let (device, hints) = pair.on_the_right();
    let error = device.open(&DevicePath::new("a"), &OpenOptions { hints, ..options(ALL) }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
}
