// SPDX-License-Identifier: MIT OR Apache-2.0
//! A full file system: the error has the right kind and the path, and the connection survives. Needs root,
//! for the mount.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::path::Path;
use std::process::Command;

use raw_client::{CREATE, Daemon, READ, WRITE, extent, extents, pattern};
use seaway_datatype::{Datatype, Named};
use seaway_device_api::ErrorKind;
use seaway_messages::{Region, StoreMessage};

/// A file system of 4 MiB, until dropped.
struct Small(tempfile::TempDir);

impl Small {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path()).output();
        mount.is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn full_disk_is_reported_with_its_path_and_others_continue() {
    let Some(small) = Small::mount() else { return };
    let daemon = Daemon::exporting(&[small.path()], false);
    let mut client = daemon.connect();
    let path = small.path().join("large");
    let file = client.open(&path, READ | WRITE | CREATE).unwrap();
    let bytes = pattern(64 << 20, 1);
    let vector = Datatype::vector(1 << 20, 16, 32, &Datatype::named(Named::Byte)).unwrap();
    client.send(&StoreMessage::Shape { shape: 1, displacement: 0, tree: vector.encode() });
    let list: Vec<(u64, u64)> = (0..4096).map(|index| (index * 8192, 4096)).collect();
    let places =
        [extent(0, bytes.len()), extents(&list), Region::Shaped { shape: 1, position: 0, len: 16 << 20 }];
    for place in places {
        let error =
            client.write(file, place.clone(), &bytes[..usize::try_from(place.bytes()).unwrap()]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NoSpace, "{}", error.text);
        assert!(error.text.contains(path.to_str().unwrap()), "{}", error.text);
        client.done(|id| StoreMessage::SetSize { id, file, size: 0 }).unwrap();
    }
    let error = client.done(|id| StoreMessage::Preallocate { id, file, size: 1 << 30 }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NoSpace, "{}", error.text);
    client.done(|id| StoreMessage::SetSize { id, file, size: 0 }).unwrap();
    client.write(file, extent(0, 1 << 20), &bytes[..1 << 20]).unwrap();
    assert!(fs::read(&path).unwrap() == bytes[..1 << 20]);
}

#[test]
fn overwriting_a_block_without_space_is_reported() {
    const BLOCK: usize = 2 << 20;
    let Some(small) = Small::mount() else { return };
    let daemon = Daemon::exporting(&[small.path()], false);
    let mut client = daemon.connect();
    let path = small.path().join("again");
    let file = client.open(&path, READ | WRITE | CREATE).unwrap();
    let bytes = pattern(BLOCK, 1);
    for _ in 0..3 {
        client.write(file, extent(0, BLOCK), &bytes).unwrap();
    }
    // Its pages stay mapped, and lose their space to another file.
    client.done(|id| StoreMessage::SetSize { id, file, size: 0 }).unwrap();
    client.done(|id| StoreMessage::SetSize { id, file, size: BLOCK as u64 }).unwrap();
    fs::write(small.path().join("other"), pattern(7 << 19, 2)).unwrap();
    let error = client.write(file, extent(0, BLOCK), &bytes).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NoSpace, "{}", error.text);
    fs::remove_file(small.path().join("other")).unwrap();
    client.write(file, extent(0, BLOCK), &bytes).unwrap();
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
fn unreadable_file_is_reported() {
    // Root may read everything.
    if rustix::process::geteuid().is_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("closed");
    fs::write(&path, b"x").unwrap();
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    let error = Daemon::exporting(&[folder.path()], false).connect().open(&path, READ).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AccessDenied);
}
