// SPDX-License-Identifier: MIT OR Apache-2.0
//! However a process ends, its trace is complete.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use seaway_trace_format::{Call, Flags, StringKind};
use support::{Trial, assert_same, expected};

/// Events of all threads, in the order in which they began.
fn lines(process: &support::reader::Process) -> Vec<String> {
    let mut events = process.events.clone();
    events.sort_by_key(|event| event.start);
    events.iter().map(|event| process.line(event)).collect()
}

/// Checks a way of ending; whether the process reached `exit`.
fn check(how: &str, signal: Option<i32>, ended: bool) {
    let trial = Trial::new();
    let output = trial.run("endings.c", &[how]);
    assert_eq!(output.status.signal(), signal, "{how}: {}", String::from_utf8_lossy(&output.stderr));
    let process = trial.process();
    assert_same(&expected(&output.stdout), &lines(&process));
    assert_eq!(process.has_flag(Flags::ENDED), ended, "{how}");
}

#[test]
fn normal_endings() {
    check("return", None, true);
    check("exit", None, true);
    check("main thread first", None, true);
    check("thread's end", None, true);
}

#[test]
fn endings_without_exit_handlers() {
    check("_exit", None, false);
    check("_Exit", None, false);
    check("quick_exit", None, false);
}

#[test]
fn endings_by_signals() {
    check("abort", Some(libc::SIGABRT), false);
    check("segmentation", Some(libc::SIGSEGV), false);
}

#[test]
fn a_killed_process_shows_what_it_was_doing() {
    let trial = Trial::new();
    let program = trial.compiled("endings.c");
    let fifo = trial.folder().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut command = trial.command(program);
    let mut child = command.arg(trial.folder()).arg("kill").stdout(Stdio::piped()).spawn().unwrap();
    // It prints before it reads. Until then its file may exist and be empty.
    let (mut lines, mut said) = (BufReader::new(child.stdout.take().unwrap()), String::new());
    while !said.contains("expect\tread\t") {
        assert!(lines.read_line(&mut said).unwrap() > 0, "it has ended by itself");
    }
    while !trial.processes().iter().any(|process| process.count(Call::Read) == 1) {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let process = trial.process();
    assert_same(&expected(said.as_bytes()), &process.lines());
    let running: Vec<_> = process.events.iter().filter(|event| event.duration.is_none()).collect();
    assert_eq!(running.len(), 1);
    assert_eq!(running[0].call, Call::Read);
}

/// It contains file names and command lines.
#[test]
fn a_trace_is_private_to_its_user() {
    use std::os::unix::fs::PermissionsExt;
    for umask in ["000", "777"] {
        let trial = Trial::new();
        let status = trial.command("sh").args(["-c", &format!("umask {umask}; exec true")]).status().unwrap();
        assert!(status.success());
        let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let modes: Vec<_> = trial.files().iter().map(|path| mode(path)).collect();
        assert_eq!(modes, [0o600, 0o600], "of sh and of true, with the mask {umask}");
    }
}

#[test]
fn exec_begins_a_new_file() {
    let trial = Trial::new();
    let output = trial.run("endings.c", &["exec"]);
    assert!(output.status.success());
    let processes = trial.processes();
    assert_eq!(processes.len(), 2);
    assert_eq!(processes[0].header.process, processes[1].header.process);
    let all = expected(&output.stdout);
    assert_same(&all[..3], &processes[0].lines());
    assert_same(&all[3..], &processes[1].lines());
    assert!(processes[0].events.last().unwrap().duration.is_none(), "exec does not return");
    let arguments = processes[1].texts(StringKind::Arguments);
    assert!(arguments[0].ends_with("\0return\0"), "{arguments:?}");
    assert_eq!(
        processes[1].texts(StringKind::Directory),
        [std::env::current_dir().unwrap().to_str().unwrap()]
    );
}
