// SPDX-License-Identifier: MIT OR Apache-2.0
//! No name leads out of the exported directories, and nothing exported read-only is changed.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use raw_client::{CREATE, Client, Daemon, EXCLUSIVE, Failure, READ, WRITE, extent};
use seaway_device_api::ErrorKind;
use seaway_messages::StoreMessage;

/// `export` beside `outside`, which holds a file that must not be accessible.
struct Folders {
    root: tempfile::TempDir,
}

impl Folders {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        for folder in ["export/deep/er", "outside"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        fs::write(root.path().join("outside/treasure"), b"gold").unwrap();
        fs::write(root.path().join("export/deep/inside"), b"stone").unwrap();
        Self { root }
    }

    fn export(&self) -> PathBuf {
        self.root.path().join("export")
    }

    fn outside(&self) -> PathBuf {
        self.root.path().join("outside")
    }
}

fn delete(client: &mut Client, path: &Path) -> Result<(), Failure> {
    let path = path.to_str().unwrap().to_owned();
    client.done(|id| StoreMessage::Delete { id, path, directory: String::new() })
}

fn rename(client: &mut Client, from: &Path, to: &Path) -> Result<(), Failure> {
    let [path, to] = [from, to].map(|path| path.to_str().unwrap().to_owned());
    client.done(|id| StoreMessage::Rename { id, path, to, directory: String::new(), replace: true })
}

fn stat(client: &mut Client, path: &Path) -> Result<StoreMessage, Failure> {
    let path = path.to_str().unwrap().to_owned();
    client.ask(|id| StoreMessage::Stat { id, path, directory: String::new() })
}

/// Every operation on `path`, which leads to the treasure or beside it, is refused.
fn check_refused(client: &mut Client, folders: &Folders, path: &Path) {
    for flags in [READ, READ | WRITE, WRITE | CREATE] {
        let error = client.open(path, flags).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AccessDenied, "{}: {}", path.display(), error.text);
        assert!(error.text.contains(path.to_str().unwrap()), "{}", error.text);
    }
    assert!(stat(client, path).is_err(), "{}", path.display());
    assert!(delete(client, path).is_err(), "{}", path.display());
    assert!(rename(client, path, &folders.export().join("stolen")).is_err(), "{}", path.display());
    assert!(rename(client, &folders.export().join("deep/inside"), path).is_err(), "{}", path.display());
    assert_eq!(fs::read(folders.outside().join("treasure")).unwrap(), b"gold");
    assert_eq!(fs::read_dir(folders.outside()).unwrap().count(), 1, "nothing was made there");
}

#[test]
fn dots_and_absolute_names_lead_nowhere() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let export = folders.export();
    for name in [
        "../outside/treasure",
        "deep/../../outside/treasure",
        "deep/er/../../../outside/new",
        "../export/../outside/treasure",
    ] {
        check_refused(&mut client, &folders, &export.join(name));
    }
    check_refused(&mut client, &folders, &folders.outside().join("treasure"));
    check_refused(&mut client, &folders, &folders.outside().join("new"));
    assert_eq!(client.open("/etc/passwd", READ).unwrap_err().kind, ErrorKind::AccessDenied);
    assert_eq!(client.open("/proc/self/environ", READ).unwrap_err().kind, ErrorKind::AccessDenied);
    // A name that only has the same prefix.
    fs::create_dir(folders.root.path().join("exported")).unwrap();
    let error = client.open(folders.root.path().join("exported/x"), WRITE | CREATE).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AccessDenied);
    // The given directory does not help either.
    for directory in ["/", "/etc", "../../../../../../etc", folders.outside().to_str().unwrap()] {
        let directory = directory.to_owned();
        let asked = client.ask(|id| StoreMessage::Open { id, path: "passwd".into(), directory, flags: READ });
        assert!(asked.is_err());
    }
    // `..` that stays inside is allowed.
    assert!(client.open(export.join("deep/er/../inside"), READ).is_ok());
    assert!(client.open(export.join("./deep//inside"), READ).is_ok());
    for bad in ["", "a\0b"] {
        assert_eq!(client.open(bad, READ).unwrap_err().kind, ErrorKind::BadFileName);
    }
    assert_eq!(client.open(&export, READ).unwrap_err().kind, ErrorKind::BadFileName);
}

#[test]
fn links_lead_nowhere_but_inside() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let export = folders.export();
    symlink("../outside/treasure", export.join("relative")).unwrap();
    symlink(folders.outside().join("treasure"), export.join("absolute")).unwrap();
    symlink("../outside", export.join("folder")).unwrap();
    symlink("/proc/self/root", export.join("magic")).unwrap();
    symlink("deep/inside", export.join("fine")).unwrap();
    symlink("../outside/new", export.join("dangling")).unwrap();
    for name in ["relative", "absolute", "folder/treasure", "folder/new", "dangling"] {
        let path = export.join(name);
        for flags in [READ, READ | WRITE, WRITE | CREATE] {
            let error = client.open(&path, flags).unwrap_err();
            assert_eq!(error.kind, ErrorKind::AccessDenied, "{name}: {}", error.text);
        }
        assert!(stat(&mut client, &path).is_err());
    }
    assert!(client.open(export.join("magic/etc/passwd"), READ).is_err());
    assert!(delete(&mut client, &export.join("folder/treasure")).is_err());
    assert!(rename(&mut client, &export.join("folder/treasure"), &export.join("stolen")).is_err());
    assert!(rename(&mut client, &export.join("deep/inside"), &export.join("folder/new")).is_err());
    assert!(client.open(export.join("fine"), READ | WRITE).is_ok());
    // A link itself may be deleted; its target stays.
    delete(&mut client, &export.join("relative")).unwrap();
    assert_eq!(fs::read(folders.outside().join("treasure")).unwrap(), b"gold");
    assert_eq!(fs::read_dir(folders.outside()).unwrap().count(), 1);
}

/// A directory inside is moved out while names are resolved through it: the kernel notices.
#[test]
fn directory_that_is_exchanged_meanwhile_leads_nowhere() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let (link, aside) = (folders.export().join("swap"), folders.export().join("aside"));
    fs::create_dir(&link).unwrap();
    fs::write(link.join("treasure"), b"sand").unwrap();
    symlink(folders.outside(), &aside).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Also if an assertion fails.
        let _stopping = Stopping(&stop);
        let exchange = || {
            while !stop.load(Ordering::Relaxed) {
                let flags = rustix::fs::RenameFlags::EXCHANGE;
                rustix::fs::renameat_with(rustix::fs::CWD, &link, rustix::fs::CWD, &aside, flags).unwrap();
            }
        };
        scope.spawn(exchange);
        let (mut opened, mut refused) = (0, 0);
        while opened < 50 || refused < 50 {
            match client.open(link.join("treasure"), READ) {
                Ok(file) => {
                    assert_eq!(client.read(file, extent(0, 4)).unwrap(), b"sand");
                    client.done(|id| StoreMessage::Close { id, file }).unwrap();
                    opened += 1;
                }
                Err(error) => {
                    assert!(
                        matches!(error.kind, ErrorKind::AccessDenied | ErrorKind::FileInUse),
                        "{}",
                        error.text
                    );
                    refused += 1;
                }
            }
        }
    });
}

struct Stopping<'a>(&'a AtomicBool);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Needs root, for the mount.
#[test]
fn mounts_lead_nowhere_unless_they_are_exported() {
    let folders = Folders::new();
    let mount = folders.export().join("mounted");
    fs::create_dir(&mount).unwrap();
    let mounted = Command::new("mount").arg("--bind").args([&folders.outside(), &mount]).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        let daemon = Daemon::exporting(&[&folders.export()], false);
        let mut client = daemon.connect();
        let error = client.open(mount.join("treasure"), READ).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AccessDenied, "{}", error.text);
        assert!(error.text.contains("mount"), "{}", error.text);
        assert!(client.open(mount.join("new"), WRITE | CREATE).is_err());
        assert!(delete(&mut client, &mount.join("treasure")).is_err());
        let both = Daemon::exporting(&[&folders.export(), &mount], false);
        let mut client = both.connect();
        assert!(client.open(mount.join("treasure"), READ).is_ok(), "exported by itself");
        assert!(client.open(folders.export().join("deep/inside"), READ).is_ok());
    });
    // Lazily: a connection that has just ended may hold its file for a moment longer.
    assert!(Command::new("umount").arg("--lazy").arg(&mount).status().unwrap().success());
    assert_eq!(fs::read(folders.outside().join("treasure")).unwrap(), b"gold");
    outcome.unwrap();
}

#[test]
fn nothing_is_changed_that_is_exported_for_reading() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], true);
    let mut client = daemon.connect();
    let inside = folders.export().join("deep/inside");
    for (path, flags) in
        [(&inside, WRITE), (&inside, READ | WRITE), (&folders.export().join("new"), READ | CREATE)]
    {
        let error = client.open(path, flags).unwrap_err();
        assert_eq!(error.kind, ErrorKind::ReadOnly, "{}", error.text);
    }
    assert_eq!(delete(&mut client, &inside).unwrap_err().kind, ErrorKind::ReadOnly);
    let file = client.open(&inside, READ).unwrap();
    assert_eq!(client.read(file, extent(0, 9)).unwrap(), b"stone");
    assert_eq!(client.write(file, extent(0, 4), b"gold").unwrap_err().kind, ErrorKind::ReadOnly);
    let set = client.done(|id| StoreMessage::SetSize { id, file, size: 0 });
    assert_eq!(set.unwrap_err().kind, ErrorKind::ReadOnly);
    assert!(client.done(|id| StoreMessage::Preallocate { id, file, size: 1 << 20 }).is_err());
    assert_eq!(fs::read(&inside).unwrap(), b"stone");
    assert!(!folders.export().join("new").exists());
}

#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let pipe = folders.export().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for flags in [READ, WRITE, READ | WRITE] {
        assert_eq!(client.open(&pipe, flags).unwrap_err().kind, ErrorKind::BadFileName);
    }
    let _socket = std::os::unix::net::UnixListener::bind(folders.export().join("socket")).unwrap();
    assert!(client.open(folders.export().join("socket"), READ).is_err());
    let everything = Daemon::exporting(&[Path::new("/")], false);
    let mut client = everything.connect();
    assert_eq!(client.open("/dev/zero", READ).unwrap_err().kind, ErrorKind::BadFileName);
}

/// A local writer waits for a reader; opening the pipe merely to inspect it would unblock the writer, and its
/// bytes would be lost.
#[test]
fn pipe_that_is_refused_was_not_opened() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let pipe = folders.export().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink("pipe", folders.export().join("link")).unwrap();
    let path = pipe.clone();
    let writer = std::thread::spawn(move || fs::write(path, b"precious"));
    for round in 0..50 {
        for flags in [READ, WRITE, READ | WRITE, WRITE | CREATE, READ | WRITE | CREATE] {
            let name = if round % 2 == 0 { "pipe" } else { "link" };
            let error = client.open(folders.export().join(name), flags).unwrap_err();
            assert_eq!(error.kind, ErrorKind::BadFileName, "{}", error.text);
        }
    }
    assert!(!writer.is_finished(), "only the daemon can have unblocked the writer");
    let mut reader = fs::OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(&pipe).unwrap();
    writer.join().unwrap().unwrap();
    let mut bytes = String::new();
    reader.read_to_string(&mut bytes).unwrap();
    assert_eq!(bytes, "precious");
}

/// As `open` does: the link's target is created, if that is inside.
#[test]
fn link_that_leads_nowhere_yet_makes_a_file_inside() {
    let folders = Folders::new();
    let daemon = Daemon::exporting(&[&folders.export()], false);
    let mut client = daemon.connect();
    let export = folders.export();
    symlink("deep", export.join("to_deep")).unwrap();
    symlink("../made", export.join("deep/first")).unwrap();
    symlink("to_deep/first", export.join("second")).unwrap();
    let file = client.open(export.join("second"), WRITE | CREATE).unwrap();
    client.write(file, extent(0, 4), b"gold").unwrap();
    assert_eq!(fs::read(export.join("made")).unwrap(), b"gold");
    assert!(client.open(export.join("second"), WRITE | CREATE | EXCLUSIVE).is_err());
    symlink("loop", export.join("loop")).unwrap();
    assert!(client.open(export.join("loop"), WRITE | CREATE).is_err());
}

/// What `--session` exports: there is no outside.
#[test]
fn export_of_everything_is_what_the_user_may_access() {
    let folders = Folders::new();
    symlink(folders.outside().join("treasure"), folders.export().join("absolute")).unwrap();
    let daemon = Daemon::exporting(&[Path::new("/")], false);
    let mut client = daemon.connect();
    let file = client.open(folders.export().join("absolute"), READ).unwrap();
    assert_eq!(client.read(file, extent(0, 9)).unwrap(), b"gold");
    assert!(client.open(folders.export().join("deep/../../outside/treasure"), READ).is_ok());
    assert!(
        client.open("/proc/self/root/etc/passwd", READ).is_err(),
        "links of the system's own are not followed"
    );
}
