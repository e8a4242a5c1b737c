// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve --export` as a process: what survives when it is killed, how much memory it needs, and which
//! configurations it refuses.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[path = "../../../network/seaway-daemon/tests/raw_client/mod.rs"]
mod raw_client;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use raw_client::{CREATE, Client, READ, WRITE, extent, pattern};
use rustix::process::{Pid, Signal, kill_process};
use seaway_datatype::{Datatype, Named};
use seaway_messages::{Region, StoreMessage};
use seaway_testkit::service_process::{ServiceProcess, make_secret, secret_in};

const ALL: u8 = READ | WRITE | CREATE;

struct Server {
    process: ServiceProcess,
    folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        make_secret(folder.path());
        fs::create_dir(folder.path().join("data")).unwrap();
        let mut seaway = command(folder.path());
        let process = ServiceProcess::start(seaway.args(["--listen", "127.0.0.1:0"]), folder.path());
        assert!(process.greeting.starts_with("store and directory service at "), "{}", process.greeting);
        Self { process, folder }
    }

    fn connect(&self) -> Client {
        Client::connect(self.process.address)
    }

    fn status(&self, arguments: &[&str]) -> Output {
        let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
        seaway.arg("status").arg(self.process.address.to_string()).args(arguments);
        seaway.env("SEAWAY_SECRET_FILE", secret_in(self.folder.path())).output().unwrap()
    }

    /// Peak memory, in KiB.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse().unwrap()
    }
}

fn command(folder: &Path) -> Command {
    let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
    seaway.args(["serve", "--export"]).arg(folder.join("data"));
    seaway.env("SEAWAY_SECRET_FILE", secret_in(folder)).stdin(Stdio::null());
    seaway
}

#[test]
fn what_was_synced_outlives_a_killed_daemon() {
    let mut server = Server::start();
    let path = server.folder.path().join("data/a");
    let mut client = server.connect();
    let file = client.open(&path, ALL).unwrap();
    let bytes = pattern(20_000_000, 1);
    client.write(file, extent(3, bytes.len()), &bytes).unwrap();
    let column = Datatype::vector(100_000, 8, 24, &Datatype::named(Named::Byte)).unwrap();
    client.send(&StoreMessage::Shape { shape: 1, displacement: 30_000_000, tree: column.encode() });
    let place = Region::Shaped { shape: 1, position: 0, len: 800_000 };
    client.write(file, place, &bytes[..800_000]).unwrap();
    client.done(|id| StoreMessage::Sync { id, file, durable: true }).unwrap();
    kill_process(Pid::from_child(&server.process.child), Signal::KILL).unwrap();
    server.process.child.wait().unwrap();
    let stored = fs::read(&path).unwrap();
    assert!(stored[3..20_000_003] == bytes);
    let pieces = stored[30_000_000..].chunks(24).flat_map(|piece| &piece[..8]);
    assert!(pieces.eq(&bytes[..800_000]));
}

#[test]
fn many_connections_take_little_memory() {
    let server = Server::start();
    let path = server.folder.path().join("data/a");
    let (connections, bytes) = (64_u64, 16_usize << 20);
    thread::scope(|scope| {
        for rank in 0..connections {
            let (server, path) = (&server, &path);
            scope.spawn(move || {
                let mut client = server.connect();
                let file = client.open(path, ALL).unwrap();
                // Half of them large pieces, and half of them small interleaved ones.
                let half = bytes / 2;
                client.write(file, extent(rank * half as u64, half), &vec![7; half]).unwrap();
                let column = Datatype::vector(1 << 30, 256, 256 * 64, &Datatype::named(Named::Byte)).unwrap();
                let displacement = connections * half as u64 + rank * 256;
                client.send(&StoreMessage::Shape { shape: 1, displacement, tree: column.encode() });
                let place = Region::Shaped { shape: 1, position: 0, len: half as u64 };
                client.write(file, place, &vec![9; half]).unwrap();
                client.read(file, extent(rank * half as u64, 1 << 20)).unwrap();
            });
        }
    });
    assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 30);
    assert!(server.peak() < 256 << 10, "{} KiB", server.peak());
}

#[test]
fn daemon_finishes_pending_work_before_it_ends() {
    let mut server = Server::start();
    let path = server.folder.path().join("data/a");
    let mut client = server.connect();
    let file = client.open(&path, ALL).unwrap();
    client.write(file, extent(0, 1 << 20), &pattern(1 << 20, 2)).unwrap();
    kill_process(Pid::from_child(&server.process.child), Signal::TERM).unwrap();
    assert_eq!(server.process.child.wait().unwrap().code(), Some(0));
    assert!(client.is_sent_away());
    assert!(fs::read(&path).unwrap() == pattern(1 << 20, 2));
}

#[test]
fn secret_that_others_may_read_starts_no_daemon() {
    let folder = tempfile::tempdir().unwrap();
    make_secret(folder.path());
    fs::create_dir(folder.path().join("data")).unwrap();
    for mode in [0o644, 0o640, 0o604, 0o660] {
        fs::set_permissions(folder.path().join("secret"), Permissions::from_mode(mode)).unwrap();
        let output = command(folder.path()).args(["--listen", "127.0.0.1:0"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("other users can access the file with the secret"), "{text}");
    }
}

#[test]
fn status_is_for_people_and_for_programs() {
    let server = Server::start();
    let mut client = server.connect();
    let file = client.open(server.folder.path().join("data/a"), ALL).unwrap();
    client.write(file, extent(0, 5000), &[1; 5000]).unwrap();
    let text = String::from_utf8(server.status(&[]).stdout).unwrap();
    assert!(text.contains("1 connections, 1 open files; written 4.9 KiB"), "{text}");
    assert!(text.contains("data/a, open 1 times, for writing"), "{text}");
    let json = String::from_utf8(server.status(&["--json"]).stdout).unwrap();
    assert!(json.contains(r#""connection_count":1"#) && json.contains(r#""written":5000"#), "{json}");
    let mut stranger = Command::new(env!("CARGO_BIN_EXE_seaway"));
    stranger.arg("status").arg(server.process.address.to_string());
    stranger.env("SEAWAY_SECRET_FILE", server.folder.path().join("another"));
    let refused = stranger.output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "another secret, which was made for this");
}

#[test]
fn unexportable_directories_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    make_secret(folder.path());
    let output = command(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("cannot be exported"), "{text}");
    let mut alone = Command::new(env!("CARGO_BIN_EXE_seaway"));
    let output = alone
        .args(["serve", "--read-only"])
        .env("SEAWAY_SECRET_FILE", folder.path().join("secret"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("--export DIR"), "{text}");
}
