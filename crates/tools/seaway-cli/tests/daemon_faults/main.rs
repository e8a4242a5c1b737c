// SPDX-License-Identifier: MIT OR Apache-2.0
//! A real `seaway serve` that is killed between an acknowledgement and the sync, and one whose file system refuses at the
//! close. Each test runs again as a process of its own, since the client takes its secret from the environment.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::io::{BufRead, BufReader, IoSlice};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use seaway::{AccessMode, File, Group};
use seaway_device_api::{
    DeviceFile, DeviceName, Durability, ErrorKind, Extent, Hints, OpenFlags, OpenOptions, Segments,
};
use seaway_testkit::service_process::is_inside_process_with_secret;
use tempfile::TempDir;

const LEN: usize = 300_000;

/// A daemon as a process, until dropped.
struct Daemon {
    child: Child,
    address: String,
}

impl Daemon {
    fn start(folder: &Path, address: &str, variables: &[(&str, &Path)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.args(["serve", "--listen", address, "--export"]).arg(folder);
        command.envs(variables.iter().copied()).env("XDG_RUNTIME_DIR", folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, address) = line.trim_end().split_once(" at ").unwrap_or_else(|| panic!("{line:?}"));
        Self { address: address.to_owned(), child }
    }

    /// By SIGKILL.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn name(&self, path: &Path) -> String {
        format!("remote://{}{}", self.address, path.display())
    }

    fn open(&self, path: &Path, hints: &str) -> Box<dyn DeviceFile> {
        let name = DeviceName::parse(&self.name(path), seaway_devices::schemes());
        let hints = Hints::parse(hints);
        let device = seaway_devices::connect(&name, &hints).unwrap();
        let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
        device.open(name.path(), &OpenOptions { flags, hints, ranks: 1 }).unwrap()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    (folder, path)
}

fn write(file: &dyn DeviceFile, value: u8) {
    file.write(&[Extent::new(0, LEN as u64)], &Segments::new(&[IoSlice::new(&[value; LEN])])).unwrap();
}

/// Writes and syncs 1, writes 2, which is acknowledged, and kills the daemon; `meanwhile` runs, and the
/// daemon is restarted at its port.
fn killed_between(
    hints: &str,
    meanwhile: impl FnOnce(&Path),
) -> (TempDir, PathBuf, Daemon, Box<dyn DeviceFile>) {
    let (folder, path) = folder();
    let mut daemon = Daemon::start(folder.path(), "127.0.0.1:0", &[]);
    let file = daemon.open(&path, &format!("seaway_timeout=60;seaway_start=none;{hints}"));
    write(&*file, 1);
    file.sync(Durability::Durable).unwrap();
    write(&*file, 2);
    assert!(fs::read(&path).unwrap() == [2; LEN], "acknowledged");
    daemon.kill();
    meanwhile(&path);
    let daemon = Daemon::start(folder.path(), &daemon.address, &[]);
    (folder, path, daemon, file)
}

/// What a crashed host had not written to its disk is unchanged.
fn take_back(path: &Path) {
    fs::write(path, [1; LEN]).unwrap();
}

#[test]
fn sync_after_a_kill_finds_all_bytes() {
    if !is_inside_process_with_secret("sync_after_a_kill_finds_all_bytes") {
        return;
    }
    let losses: [fn(&Path); 2] = [|_| {}, take_back];
    for meanwhile in losses {
        let (_folder, path, _daemon, file) = killed_between("", meanwhile);
        file.sync(Durability::Durable).unwrap();
        assert!(fs::read(&path).unwrap() == [2; LEN], "the sync has succeeded");
        file.close().unwrap();
    }
}

/// As for HDF5, whose ranks overwrite each other's bytes without a sync: an old write that was sent again would undo that.
#[test]
fn sync_after_a_kill_names_the_bytes_where_none_are_kept() {
    if !is_inside_process_with_secret("sync_after_a_kill_names_the_bytes_where_none_are_kept") {
        return;
    }
    for hints in ["seaway_write_behind=disable", "seaway_unsynced=0"] {
        let (_folder, path, _daemon, file) = killed_between(hints, take_back);
        let error = file.sync(Durability::Durable).unwrap_err();
        let text = error.to_string();
        for part in [path.to_str().unwrap(), "0..300000", "may be lost", "write them again"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        write(&*file, 2);
        file.sync(Durability::Durable).unwrap();
        assert!(fs::read(&path).unwrap() == [2; LEN]);
        file.close().unwrap();
    }
}

#[test]
fn error_of_close_is_reported() {
    if !is_inside_process_with_secret("error_of_close_is_reported") {
        return;
    }
    let (folder, path) = folder();
    let library = quota(folder.path());
    let data = folder.path().canonicalize().unwrap();
    let variables = [("LD_PRELOAD", &*library), ("SEAWAY_TEST_QUOTA", &*data)];
    let daemon = Daemon::start(folder.path(), "127.0.0.1:0", &variables);
    let file = daemon.open(&path, "seaway_start=none");
    write(&*file, 1);
    let error = file.close().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Quota, "{error}");
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    // The same by MPI calls: one rank has written, and all get the error.
    let told = Group::run(2, |rank| {
        let hints = Hints::parse("seaway_start=none");
        let mode = AccessMode::READ_WRITE | AccessMode::CREATE;
        let file = File::open(&rank, &daemon.name(&path), mode, &hints).unwrap();
        file.write_at(0, &[7; 1000]).unwrap();
        file.close().map_err(|error| (error.kind(), error.to_string()))
    });
    for outcome in told.unwrap() {
        let (kind, text) = outcome.unwrap_err();
        assert_eq!(kind, ErrorKind::Quota, "{text}");
        assert!(text.contains(path.to_str().unwrap()), "{text}");
    }
}

/// The library that has files on a file system without room.
fn quota(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("quota.c"), folder.join("quota.so"));
    fs::write(&source, include_str!("quota.c")).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl");
    assert!(compiler.status().unwrap().success(), "a C compiler makes the library");
    library
}
