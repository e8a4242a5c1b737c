// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`fail_every_call`]: real system calls that fail, one level below [`FaultyDevice`](crate::FaultyDevice).
//!
//! A scenario runs in a separate process, with a small library preloaded (`shim.c`) that makes the n-th call
//! of a kind fail: for every kind, every n that the scenario reaches, and every way to fail. Only calls on
//! files below the scenario's directory count. No run may crash, hang, report an error of the wrong class, or
//! succeed without its bytes being there.

#![allow(clippy::print_stdout, reason = "a scenario's process prints its outcome")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, thread};

use seaway_device_api::{Error, ErrorKind};
use tempfile::TempDir;

/// In a scenario's process: its directory.
const FOLDER: &str = "SEAWAY_TEST_SYSTEM_FAULTS";
/// A run that takes longer is considered hung.
const LIMIT: Duration = Duration::from_secs(60);
/// A scenario with more calls of one kind is too large to be run once for each.
const MOST_CALLS: usize = 200;

/// Kinds of calls. For those that `moves` bytes a short count must be handled transparently; for those that
/// `keeps` bytes an error must be reported, since the bytes would be lost.
const CALLS: &[Call] = &[
    Call { name: "open", moves: false, keeps: false },
    Call { name: "read", moves: true, keeps: false },
    Call { name: "write", moves: true, keeps: true },
    Call { name: "pread", moves: true, keeps: false },
    Call { name: "pwrite", moves: true, keeps: true },
    Call { name: "sync", moves: false, keeps: true },
    Call { name: "close", moves: false, keeps: false },
    Call { name: "rename", moves: false, keeps: true },
    Call { name: "ftruncate", moves: false, keeps: false },
    Call { name: "fallocate", moves: false, keeps: false },
    Call { name: "mmap", moves: false, keeps: false },
];

struct Call {
    name: &'static str,
    moves: bool,
    keeps: bool,
}

const EIO: i32 = 5;
const EINTR: i32 = 4;
const ENOSPC: i32 = 28;
const SHORT: i32 = 0;

/// Prefix of the scenario's result line.
const OUTCOME: &str = "outcome: ";

/// Runs `work` with a directory repeatedly, each time with another failing call, and `check` on the directory
/// after each run that reported success. Must only be called by the test named `test`: it starts that test
/// again as the process of the scenario. Fails if there were fewer faults than `least`: they did not reach
/// what they were meant for.
pub fn fail_every_call(
    test: &str,
    least: usize,
    work: impl FnOnce(&Path) -> Result<(), Error>,
    check: impl Fn(&Path) + Sync,
) {
    if let Some(folder) = env::var_os(FOLDER) {
        match work(Path::new(&folder)) {
            Ok(()) => println!("\n{OUTCOME}ok"),
            Err(error) => println!("\n{OUTCOME}{:?} {error}", error.kind()),
        }
        return;
    }
    let without = run(test, None);
    assert_eq!(without.outcome, "ok", "without a fault");
    check(without.folder.path());
    // Two at a time: a run mostly waits for its process to start.
    let (even, odd): (Vec<_>, Vec<_>) = CALLS.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let fail_all = |calls: Vec<(usize, &Call)>| -> usize {
        calls.into_iter().map(|(_, call)| fail_every(test, call, &check)).sum()
    };
    let injected = thread::scope(|scope| {
        let other = scope.spawn(|| fail_all(odd));
        fail_all(even) + other.join().unwrap()
    });
    assert!(injected >= least, "{injected} faults");
}

/// Fails every call of one kind, in every way.
fn fail_every(test: &str, call: &Call, check: &impl Fn(&Path)) -> usize {
    let mut injected = 0;
    // Reading never finds the disk full, and only transfers can be short.
    let is_possible = |errno: i32| match errno {
        ENOSPC => call.keeps || !call.moves,
        SHORT => call.moves,
        _ => true,
    };
    for errno in [EIO, ENOSPC, EINTR, SHORT].into_iter().filter(|&errno| is_possible(errno)) {
        for number in 1.. {
            assert!(number <= MOST_CALLS, "more than {MOST_CALLS} calls of {}", call.name);
            let run = run(test, Some((call, number, errno)));
            if !run.was_hit {
                break;
            }
            injected += 1;
            run.judge(call, errno, &format!("{} number {number} fails with {errno}", call.name));
            if run.outcome == "ok" {
                check(run.folder.path());
            }
        }
    }
    injected
}

struct Run {
    folder: TempDir,
    was_hit: bool,
    outcome: String,
}

impl Run {
    fn judge(&self, call: &Call, errno: i32, case: &str) {
        let kind = self.outcome.split(' ').next().unwrap_or_default();
        let (is_ok, class) = match errno {
            ENOSPC => (!call.keeps, ErrorKind::NoSpace),
            EIO => (!call.keeps, ErrorKind::Io),
            _ => (true, ErrorKind::Io),
        };
        // An interrupted or short call must be continued. Opening and closing files in memory or on a disk is
        // never interrupted: an error is acceptable.
        let must_be_ok = matches!(errno, EINTR | SHORT) && !matches!(call.name, "open" | "mmap" | "rename");
        let fits = if kind == "ok" { is_ok } else { !must_be_ok && kind == format!("{class:?}") };
        assert!(fits, "{case}: {}", self.outcome);
    }
}

fn run(test: &str, fault: Option<(&Call, usize, i32)>) -> Run {
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let hit = tempfile::tempdir().unwrap();
    let hit_file = hit.path().join("hit");
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(FOLDER, folder.path());
    command.env("SEAWAY_SPILL_DIR", folder.path());
    if let Some((call, number, errno)) = fault {
        let words = [call.name, &number.to_string(), &errno.to_string()].join(" ");
        let words = format!("{words} {} {}", folder.path().display(), hit_file.display());
        command.env("LD_PRELOAD", shim()).env("SEAWAY_FAULT", words);
    }
    let case = fault.map_or("no fault".to_owned(), |(call, number, errno)| {
        format!("{} number {number} fails with {errno}", call.name)
    });
    let output = output_within_limit(command, hit.path(), &case);
    let outcome = output.lines().find_map(|line| line.strip_prefix(OUTCOME)).unwrap_or_default().to_owned();
    assert!(!outcome.is_empty(), "{case}: the scenario did not say how it ended\n{output}");
    Run { folder, was_hit: hit_file.exists(), outcome }
}

/// Its output, if it succeeds.
fn output_within_limit(mut command: Command, scratch: &Path, case: &str) -> String {
    let (printed, complaints) = (scratch.join("printed"), scratch.join("complaints"));
    let file = |path: &PathBuf| Stdio::from(fs::File::create(path).unwrap());
    let mut child = command.stdout(file(&printed)).stderr(file(&complaints)).spawn().unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("{case}: it hangs");
        }
        thread::sleep(Duration::from_millis(2));
    };
    let text = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    assert!(status.success(), "{case}: {status}\n{}{}", text(&printed), text(&complaints));
    text(&printed)
}

/// The library, compiled once per process.
fn shim() -> &'static Path {
    static SHIM: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = SHIM.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let (source, library) = (folder.path().join("shim.c"), folder.path().join("shim.so"));
        fs::write(&source, include_str!("shim.c")).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl");
        assert!(compiler.status().unwrap().success(), "a C compiler makes the library");
        (folder, library)
    });
    path
}
