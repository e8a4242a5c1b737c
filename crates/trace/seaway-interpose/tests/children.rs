// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processes that a recorded process makes are recorded, each in a file of its own.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::fs;
use std::process::Command;

use seaway_trace_format::Call;
use support::{Trial, assert_same, expected};

/// How `children.c` creates processes that write a file of that name.
const WAYS: [&str; 17] = [
    "fork",
    "_Fork",
    "clone",
    "vfork",
    "posix_spawn",
    "posix_spawnp",
    "system",
    "popen",
    "execve",
    "execvpe",
    "execv",
    "execvp",
    "fexecve",
    "execveat",
    "execl",
    "execlp",
    "execle",
];

#[test]
fn children_of_all_kinds_are_recorded() {
    let trial = Trial::new();
    let output = trial.run("children.c", &[]);
    assert!(output.status.success(), "{:?} {}", output.status, String::from_utf8_lossy(&output.stderr));
    let processes = trial.processes();
    assert_same(&expected(&output.stdout), &processes[0].lines());
    for way in WAYS {
        let file = trial.folder().join(way);
        assert_eq!(fs::read_to_string(&file).unwrap_or_default(), way, "the child has not written its file");
        let wrote = |process: &&support::reader::Process| {
            let line = format!("write\t{}\t", file.display());
            process.lines().iter().any(|found| found.starts_with(&line))
        };
        assert_eq!(processes.iter().filter(wrote).count(), 1, "writes of the child by {way}");
    }
}

/// A child of vfork shares its parent's memory, and has its own descriptors.
#[test]
fn descriptors_of_a_child_of_vfork_do_not_affect_the_parent() {
    for way in ["vfork", "clone"] {
        let trial = Trial::new();
        let output = trial.run("vforks.c", &[way]);
        assert!(output.status.success(), "{way}: {:?}", output.status);
        assert_same(&expected(&output.stdout), &trial.processes()[0].lines());
        for (name, text) in [("one", "parentparent"), ("two", "parentchildparent"), ("four", "child")] {
            assert_eq!(fs::read_to_string(trial.folder().join(name)).unwrap(), text, "{way}: {name}");
        }
    }
}

#[test]
fn processes_of_python_are_recorded() {
    let trial = Trial::new();
    let script = r#"
import multiprocessing, os, sys
def work(number):
    for index in range(10):
        with open(os.path.join(sys.argv[1], f"p{number}"), "ab", buffering=0) as file:
            file.write(b"x" * 100)
    return number
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[2])
    with multiprocessing.Pool(3) as pool:
        assert pool.map(work, range(12), chunksize=1) == list(range(12))
"#;
    let path = trial.work.path().join("script.py");
    fs::write(&path, script).unwrap();
    for (runs, method) in ["fork", "spawn"].into_iter().enumerate() {
        let output = trial.command("python3").arg(&path).arg(trial.folder()).arg(method).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let begin = format!("write\t{}/p", trial.folder().display());
        let lines: Vec<String> = trial.processes().iter().flat_map(support::reader::Process::lines).collect();
        let writes =
            lines.iter().filter(|line| line.starts_with(&begin) && line.ends_with("\t100\t0")).count();
        assert_eq!(writes, 120 * (runs + 1), "{method}");
    }
}

#[test]
fn shells_and_pipes_are_recorded() {
    let trial = Trial::new();
    let script = "echo one > a; cat a a > b; (cd /; wc -c < \"$OLDPWD/b\") | tee c > /dev/null; env -i cat c";
    let output = trial.command("bash").args(["-c", script]).current_dir(trial.folder()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "8\n");
    let processes = trial.processes();
    let opened = |name: &str| {
        let path = trial.folder().join(name);
        let is_open = |event: &&support::reader::Recorded| {
            matches!(event.call, Call::Open | Call::Openat | Call::Fopen)
        };
        let opens = |process: &support::reader::Process| {
            process
                .events
                .iter()
                .filter(is_open)
                .filter(|event| process.text(event.file) == path.to_str().unwrap())
                .count()
        };
        processes.iter().map(opens).sum::<usize>()
    };
    // Written and read; `a` is read twice.
    assert_eq!([opened("a"), opened("b"), opened("c")], [3, 2, 2]);
}

#[test]
fn nothing_is_recorded_unless_asked_for() {
    let trial = Trial::new();
    let program = trial.compiled("endings.c");
    let status = Command::new(program)
        .env("LD_PRELOAD", support::library())
        .arg(trial.folder())
        .arg("return")
        .status()
        .unwrap();
    assert!(status.success());
    assert!(trial.processes().is_empty());
}
