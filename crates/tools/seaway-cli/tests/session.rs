// SPDX-License-Identifier: MIT OR Apache-2.0
//! Daemons that opening a file starts: by a stand-in for ssh, and by a real one where there is an sshd. The program that
//! opens is this test itself, as a child with a secret of its own.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[path = "session/sshd.rs"]
mod sshd;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use seaway::{AccessMode, File, Group, Hints};
use tempfile::TempDir;

use self::sshd::Sshd;

/// Far longer than anything takes: a test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);
const SEAWAY: &str = env!("CARGO_BIN_EXE_seaway");
const RANKS: usize = 3;
const BLOCK: usize = 100_000;

const NAME: &str = "SEAWAY_TEST_NAME";
const HINTS: &str = "SEAWAY_TEST_HINTS";
const STAY: &str = "SEAWAY_TEST_STAY";
/// In the environment of a daemon, to find it by.
const MARK: &str = "SEAWAY_TEST_MARK";
/// Stands before what the program says: the harness of tests says things, too.
const SAYS: &str = "the program says: ";

/// What the others run as the program: opens, writes, and closes or stays. By itself it does nothing.
#[test]
fn program() {
    let (Ok(name), Ok(hints)) = (env::var(NAME), env::var(HINTS)) else { return };
    let hints: Hints = hints.lines().filter_map(|line| line.split_once('=')).collect();
    let outcome = Group::run(RANKS, |rank| {
        let mode = AccessMode::READ_WRITE | AccessMode::CREATE;
        let file = File::open(&rank, &name, mode, &hints).map_err(|error| error.to_string())?;
        let offset = i64::try_from(rank.rank() * BLOCK).unwrap();
        file.write_at_all(offset, &block(rank.rank())[..]).map_err(|error| error.to_string())?;
        file.sync().map_err(|error| error.to_string())?;
        if rank.rank() == 0 && env::var_os(STAY).is_some() {
            println!("\n{SAYS}written");
            thread::sleep(LONG);
        }
        file.close().map_err(|error| error.to_string())
    });
    let said = outcome.unwrap().into_iter().find_map(Result::err).unwrap_or_else(|| "closed".into());
    println!("\n{SAYS}{said}");
}

fn block(rank: usize) -> Vec<u8> {
    (0..BLOCK).map(|index| (index * (rank + 3) % 251).to_le_bytes()[0]).collect()
}

struct Program {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    folder: TempDir,
}

impl Program {
    /// Opens `data` in a folder of its own, by a daemon that does not run yet.
    fn start(scheme: &str, hints: &[(&str, &str)], stays: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let path = folder.path().join("data");
        let hints: String = hints.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "program", "--nocapture"]);
        command.env(NAME, format!("{scheme}://{nobody}{}", path.display())).env(HINTS, hints);
        command.env("SEAWAY_SECRET_FILE", folder.path().join("secret"));
        if stays {
            command.env(STAY, "yes");
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output, folder }
    }

    /// What it says next.
    fn says(&mut self) -> String {
        let lines = self.output.by_ref().lines().map_while(Result::ok);
        let mut said = lines.filter_map(|line| line.strip_prefix(SAYS).map(str::to_owned));
        said.next().expect("the program says something before it ends")
    }

    fn check_data(&self) {
        let data = fs::read(self.folder.path().join("data")).unwrap();
        assert!(data == (0..RANKS).flat_map(block).collect::<Vec<u8>>());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a process has `mark` in its environment and serves a session.
fn runs(mark: &str) -> bool {
    let entry = format!("{MARK}={mark}\0");
    let has = |folder: &Path| {
        let read = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
        let contains = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        contains(&read("environ"), entry.as_bytes()) && contains(&read("cmdline"), b"--session")
    };
    fs::read_dir("/proc").unwrap().flatten().any(|process| has(&process.path()))
}

fn wait_until_gone(mark: &str) {
    let deadline = Instant::now() + LONG;
    while runs(mark) {
        assert!(Instant::now() < deadline, "the daemon {mark} goes on");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn daemon_serves_all_ranks_and_ends_with_the_file() {
    for (scheme, mark) in [("remote", "plain"), ("remote+tls", "tls")] {
        let start = format!("env {MARK}={mark}");
        let mut program =
            Program::start(scheme, &[("seaway_start", &start), ("seaway_program", SEAWAY)], false);
        assert_eq!(program.says(), "closed", "{scheme}");
        program.check_data();
        program.child.wait().unwrap();
        wait_until_gone(mark);
        let left: Vec<_> = fs::read_dir(program.folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "the data and the secret, and no trace of a certificate: {left:?}");
    }
}

#[test]
fn daemon_ends_with_who_started_it() {
    let start = format!("env {MARK}=killed");
    let mut program = Program::start("remote", &[("seaway_start", &start), ("seaway_program", SEAWAY)], true);
    assert_eq!(program.says(), "written");
    assert!(runs("killed"));
    program.child.kill().unwrap();
    program.child.wait().unwrap();
    wait_until_gone("killed");
    program.check_data();
}

#[test]
fn ssh_starts_a_daemon_and_ends_it() {
    let Some(sshd) = Sshd::start() else { return println!("no sshd here: nothing is tested") };
    let there = format!("env {MARK}=ssh {SEAWAY}");
    let start = sshd.command();
    let mut program =
        Program::start("remote", &[("seaway_start", &start), ("seaway_program", &there)], false);
    assert_eq!(program.says(), "closed");
    program.check_data();
    wait_until_gone("ssh");

    let there = format!("env {MARK}=ssh-killed {SEAWAY}");
    let mut program = Program::start("remote", &[("seaway_start", &start), ("seaway_program", &there)], true);
    assert_eq!(program.says(), "written");
    assert!(runs("ssh-killed"));
    program.child.kill().unwrap();
    wait_until_gone("ssh-killed");
}

#[test]
fn what_ssh_refuses_is_told_with_the_way_out() {
    let Some(sshd) = Sshd::start() else { return println!("no sshd here: nothing is tested") };
    let check = |start: &str, program: &str, parts: &[&str]| {
        let hints = [("seaway_start", start), ("seaway_program", program), ("seaway_timeout", "30")];
        let said = Program::start("remote", &hints, false).says();
        parts
            .iter()
            .chain(&["127.0.0.1", "/data"])
            .for_each(|part| assert!(said.contains(part), "{part} in {said}"));
    };
    check(&sshd.command(), "no-such-program", &["seaway_program", "not found"]);
    check(&sshd.command_with_a_wrong_key(), SEAWAY, &["ssh-copy-id", "Permission denied"]);
    check(&sshd.command_that_checks_the_host(), SEAWAY, &["accept it", "Host key verification failed"]);
    check("no-such-command", SEAWAY, &["no-such-command is not on this host"]);
}
