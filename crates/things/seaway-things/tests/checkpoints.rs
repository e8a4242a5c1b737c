// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checkpoints, with agents in this process.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::fs;
use std::path::Path;

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{ErrorKind, Kind, Space, restore_checkpoint, save_checkpoint};

fn space(agent: &AgentHere) -> Space {
    Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap()
}

fn save(space: &Space, folder: &Path) -> String {
    save_checkpoint(space, folder, "", 2, &mut |_, _| ()).unwrap().name
}

fn contents(space: &Space, name: &str) -> Vec<u8> {
    let thing = space.open_to_read(name).unwrap();
    let mut bytes = vec![0; usize::try_from(thing.size().unwrap()).unwrap()];
    assert_eq!(thing.read_at(&mut bytes, 0).unwrap(), bytes.len());
    bytes
}

#[test]
fn things_come_back_in_another_space() {
    let folder = tempfile::tempdir().unwrap();
    let first = AgentHere::start(1 << 30);
    let from = space(&first);
    let large: Vec<u8> = (0..251).cycle().take(3_000_001).collect();
    from.create("a b", Kind::Memory, 0).unwrap().write_at(&large, 0).unwrap();
    from.create("empty", Kind::Memory, 0).unwrap();
    // A hole of ten MiB, and bytes behind it.
    from.create("hole", Kind::Memory, 0).unwrap().write_at(b"end", 10 << 20).unwrap();
    from.create("durable", Kind::Disk, 10).unwrap();
    let mut shown = Vec::new();
    let summary =
        save_checkpoint(&from, folder.path(), "", 2, &mut |done, total| shown.push((done, total))).unwrap();
    assert_eq!((summary.name.as_str(), summary.things), ("checkpoint-000001", 3));
    assert_eq!(summary.bytes, 3_000_001 + (10 << 20) + 3);
    assert_eq!(shown.last(), Some(&(summary.bytes, summary.bytes)));

    let second = AgentHere::start(1 << 30);
    let to = space(&second);
    let restored = restore_checkpoint(&to, folder.path(), false, &mut |_, _| ()).unwrap();
    assert_eq!(restored, summary);
    assert!(contents(&to, "a b") == large && contents(&to, "empty").is_empty());
    let hole = contents(&to, "hole");
    assert!(hole.ends_with(b"end") && hole[..10 << 20].iter().all(|&byte| byte == 0));
    let names: Vec<String> = to.list("").unwrap().into_iter().map(|thing| thing.name).collect();
    assert_eq!(names, ["a b", "empty", "hole"]);
    assert!(to.stat("a b").unwrap().published);
}

#[test]
fn newest_two_are_kept_and_either_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    let thing = space.create("a", Kind::Memory, 1).unwrap();
    for letter in [b"1", b"2", b"3"] {
        thing.write_at(letter, 0).unwrap();
        save(&space, folder.path());
    }
    assert!(!folder.path().join("checkpoint-000001").exists());
    let refused = restore_checkpoint(&space, folder.path(), false, &mut |_, _| ()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::FileExists);
    restore_checkpoint(&space, &folder.path().join("checkpoint-000002"), true, &mut |_, _| ()).unwrap();
    assert_eq!(contents(&space, "a"), b"2");
    restore_checkpoint(&space, folder.path(), true, &mut |_, _| ()).unwrap();
    assert_eq!(contents(&space, "a"), b"3");
}

#[test]
fn damage_is_found_and_nothing_half_restored_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    space.create("a", Kind::Memory, 0).unwrap().write_at(b"whole", 0).unwrap();
    let checkpoint = folder.path().join(save(&space, folder.path()));
    let restore = || restore_checkpoint(&space, folder.path(), true, &mut |_, _| ());
    for damage in [&b"wholE"[..], b"whol", b"whole!"] {
        fs::write(checkpoint.join("000000"), damage).unwrap();
        let error = restore().unwrap_err();
        assert!(error.to_string().contains("damaged"), "{error}");
        assert_eq!(contents(&space, "a"), b"whole");
        assert_eq!(space.list("").unwrap().len(), 1);
    }
    fs::remove_file(checkpoint.join("000000")).unwrap();
    assert_eq!(restore().unwrap_err().kind(), ErrorKind::NoSuchFile);
    fs::write(checkpoint.join("manifest"), "seaway checkpoint 1\n").unwrap();
    assert!(restore().unwrap_err().to_string().contains("manifest"));
    let empty = tempfile::tempdir().unwrap();
    let missing = restore_checkpoint(&space, empty.path(), true, &mut |_, _| ()).unwrap_err();
    assert!(missing.to_string().contains("no checkpoint in this folder"), "{missing}");
}

#[test]
fn what_a_killed_process_left_is_removed_and_never_restored() {
    let folder = tempfile::tempdir().unwrap();
    let agent = AgentHere::start(1 << 30);
    let space = space(&agent);
    space.create("a", Kind::Memory, 1).unwrap();
    assert_eq!(save(&space, folder.path()), "checkpoint-000001");
    let partial = folder.path().join(".partial-checkpoint-2");
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join("000000"), "half").unwrap();
    restore_checkpoint(&space, folder.path(), true, &mut |_, _| ()).unwrap();
    assert_eq!(save(&space, folder.path()), "checkpoint-000002");
    assert!(!partial.exists());
}

#[test]
fn a_full_node_restores_what_fits_and_says_what_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let large = AgentHere::start(1 << 30);
    let from = space(&large);
    for name in ["a", "b"] {
        from.create(name, Kind::Memory, 0).unwrap().write_at(&vec![7; 3 << 20], 0).unwrap();
    }
    save(&from, folder.path());
    let small = AgentHere::start(4 << 20);
    let to = space(&small);
    let error = restore_checkpoint(&to, folder.path(), false, &mut |_, _| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    let names: Vec<String> = to.list("").unwrap().into_iter().map(|thing| thing.name).collect();
    assert_eq!(names, ["a"]);
}
