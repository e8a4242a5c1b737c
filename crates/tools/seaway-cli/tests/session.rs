// SPDX-License-Identifier: MIT OR Apache-2.0
//! Daemons that opening a file starts: by a stand-in for ssh, and by a real one where there is an sshd. The
//! program that opens is this test itself, as a child with a secret of its own.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[path = "session/program.rs"]
#[allow(dead_code, reason = "shared by two files of tests")]
mod program;
#[path = "session/sshd.rs"]
#[allow(dead_code, reason = "shared by two files of tests")]
mod sshd;

use std::fs;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use self::program::{LONG, MARK, SEAWAY, check_data, runs};
use self::sshd::Sshd;

/// The program that the other tests start. By itself it does nothing.
#[test]
fn program() {
    program::run_if_asked();
}

struct Program {
    program: program::Program,
    folder: TempDir,
}

impl Program {
    /// Opens `data` in a directory of its own, through a daemon that does not run yet.
    fn start(scheme: &str, hints: &[(&str, &str)], stays: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let path = folder.path().join("data");
        let name = format!("{scheme}://{}{}", nobody.ip(), path.display());
        let mut command = program::Program::command(&name, hints, stays);
        command.env("SEAWAY_DEFAULT_PORT", nobody.port().to_string());
        command.env("SEAWAY_SECRET_FILE", folder.path().join("secret"));
        command.env("XDG_RUNTIME_DIR", folder.path()).env("XDG_CACHE_HOME", folder.path());
        Self { program: program::Program::start(command), folder }
    }

    fn says(&mut self) -> String {
        self.program.says()
    }

    fn check_data(&self) {
        check_data(&self.folder.path().join("data"));
    }
}

fn wait_until_gone(mark: &str) {
    let deadline = Instant::now() + LONG;
    while runs(mark) {
        assert!(Instant::now() < deadline, "the daemon {mark} keeps running");
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
        program.program.child.wait().unwrap();
        wait_until_gone(mark);
        let left: Vec<_> = fs::read_dir(program.folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "the data and the secret, and no trace of a certificate: {left:?}");
    }
}

#[test]
fn daemon_ends_with_the_program_that_started_it() {
    let start = format!("env {MARK}=killed");
    let mut program = Program::start("remote", &[("seaway_start", &start), ("seaway_program", SEAWAY)], true);
    assert_eq!(program.says(), "written");
    assert!(runs("killed"));
    program.program.child.kill().unwrap();
    program.program.child.wait().unwrap();
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
    program.program.child.kill().unwrap();
    wait_until_gone("ssh-killed");
}

#[test]
fn errors_of_ssh_are_reported_with_a_remedy() {
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
    check("no-such-command", SEAWAY, &["no-such-command is not installed on this host"]);
}
