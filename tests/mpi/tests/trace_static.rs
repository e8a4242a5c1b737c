// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --trace --seccomp`: the opens of programs that no library can be preloaded into. They end as
//! they do natively.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod trace_files;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mpi_tests::{posix_library, program_source, seaway_library, seaway_program};
use rustix::process::{Pid, Signal, kill_process};
use seaway_trace_format::{Call, Flags};
use trace_files::{Process, read};

/// A working directory with the program and the files that it opens.
fn place() -> (tempfile::TempDir, PathBuf) {
    place_of("trace/static.c")
}

fn place_of(source: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("input"), "some text").unwrap();
    let program = folder.path().join("program");
    let mut compiler = Command::new("gcc");
    compiler.args(["-static", "-O1", "-Wall", "-pthread", "-o"]).arg(&program);
    assert!(compiler.arg(program_source(source)).status().unwrap().success());
    (folder, program)
}

fn seaway(folder: &Path, options: &[&str], line: &[&str]) -> Command {
    let mut command = Command::new(seaway_program());
    command.arg("run").args(options).args(line).current_dir(folder).stdin(Stdio::null());
    command.env("SEAWAY_LIBRARY", seaway_library()).env("SEAWAY_POSIX_LIBRARY", posix_library());
    command.env_remove("LD_PRELOAD").env_remove("SEAWAY_TRACE");
    command
}

const TRACED: [&str; 2] = ["--trace=trace", "--seccomp"];

/// Calls with the path relative to `folder`.
fn opened(process: &Process, folder: &Path) -> Vec<(Call, String)> {
    let folder = folder.canonicalize().unwrap();
    let inside = |file: &str| Some(Path::new(file).strip_prefix(&folder).ok()?.display().to_string());
    process.events.iter().filter_map(|event| Some((event.call, inside(&event.file)?))).collect()
}

#[test]
fn opens_of_all_threads_and_children_are_recorded() {
    let (folder, program) = place();
    let output = seaway(folder.path(), &TRACED, &["./program", "7"]).output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    let processes = read(&folder.path().join("trace"));
    assert_eq!(processes.len(), 2, "{processes:#?}");
    assert!(processes.iter().all(|process| process.flags & Flags::FROM_OUTSIDE != 0));
    assert!(processes.iter().all(|process| Path::new(&process.program) == program.canonicalize().unwrap()));
    assert!(processes.iter().all(|process| process.unseen.len() == 1), "{processes:#?}");
    let is_child =
        |process: &&Process| opened(process, folder.path()).iter().any(|(_, file)| file == "child");
    let child = processes.iter().find(is_child).unwrap();
    assert_eq!(opened(child, folder.path()), [(Call::Openat, "child".to_owned())]);
    let parent = processes.iter().find(|process| !is_child(process)).unwrap();
    let mut seen = opened(parent, folder.path());
    seen.sort();
    let expected = [
        (Call::Openat, "first"),
        (Call::Openat, "folder"),
        (Call::Openat, "folder/beneath"),
        (Call::Openat, "missing/file"),
        (Call::Openat, "thread"),
        (Call::Openat2, "folder/beneath"),
    ];
    assert_eq!(seen, expected.map(|(call, file)| (call, file.to_owned())));
    let flags = |name: &str| {
        let name = folder.path().canonicalize().unwrap().join(name).display().to_string();
        parent.events.iter().find(|event| event.file == name).unwrap().offset
    };
    assert_eq!(flags("first"), 0o102);
    let threads: Vec<u32> = parent.events.iter().map(|event| event.thread).collect();
    assert!(threads.iter().any(|thread| *thread != threads[0]), "{threads:?}");
}

/// A signal interrupts a pending notification; the kernel then restarts the call.
#[test]
fn calls_that_signals_interrupt_are_recorded_once() {
    const OPENS: usize = 1000;
    let (folder, _) = place_of("trace/signals.c");
    let output = seaway(folder.path(), &TRACED, &["./program", &OPENS.to_string()]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let processes = read(&folder.path().join("trace"));
    let [process] = &processes[..] else { panic!("{processes:#?}") };
    let opens = opened(process, folder.path()).into_iter().filter(|(_, file)| file == "input");
    assert_eq!(opens.count(), OPENS);
}

#[test]
fn a_program_that_becomes_another_continues_in_its_trace() {
    let (folder, _) = place();
    fs::write(folder.path().join("text"), "read by cat").unwrap();
    let output = seaway(folder.path(), &TRACED, &["./program", "exec", "cat", "text"]).output().unwrap();
    assert_eq!(output.stdout, b"read by cat", "{output:?}");
    let processes = read(&folder.path().join("trace"));
    let of = |ending: &str| {
        processes.iter().filter(|process| process.program.ends_with(ending)).collect::<Vec<_>>()
    };
    // `cat` records itself; PATH was searched by failing calls, in one program.
    let [cat] = of("/cat")[..] else { panic!("{processes:#?}") };
    assert_eq!(cat.flags & Flags::FROM_OUTSIDE, 0);
    assert!(opened(cat, folder.path()).iter().any(|(_, file)| file == "text"), "{cat:#?}");
    let parents = of("/program");
    assert_eq!(parents.len(), 2, "{processes:#?}");
    assert!(parents.iter().any(|process| process.events.iter().any(|event| event.call == Call::Exec)));
    assert!(parents.iter().any(|process| process.process == cat.process));
}

#[test]
fn programs_end_as_they_do_by_themselves() {
    let (folder, _) = place();
    let status = |words: &[&str]| {
        let line = [&["./program"], words].concat();
        seaway(folder.path(), &TRACED, &line).stderr(Stdio::null()).status().unwrap()
    };
    assert_eq!(status(&["3"]).code(), Some(3));
    assert_eq!(status(&["signal"]).signal(), Some(9));
    assert_eq!(status(&["exec", "false"]).code(), Some(1));
}

#[test]
fn signals_are_forwarded() {
    let (folder, _) = place();
    for (signal, number) in [(Signal::TERM, 15), (Signal::INT, 2), (Signal::USR1, 10)] {
        let mut command = seaway(folder.path(), &TRACED, &["./program", "wait"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        // The end of the pipe: the program is gone too.
        lines.read_to_string(&mut line).unwrap();
    }
}

/// Processes that outlive the program can keep opening files.
#[test]
fn processes_that_are_left_behind_continue() {
    let (folder, _) = place();
    let script = "(read go < pipe; cat source > target; echo done) & exit 5";
    fs::write(folder.path().join("source"), "copied late").unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    let mut command = seaway(folder.path(), &TRACED, &["sh", "-c", script]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    fs::write(folder.path().join("pipe"), "go\n").unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "done\n");
    assert_eq!(fs::read(folder.path().join("target")).unwrap(), b"copied late");
}

#[test]
fn without_the_option_a_static_program_is_refused_with_a_way_out() {
    let (folder, _) = place();
    let output = seaway(folder.path(), &["--trace=trace"], &["./program"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("statically linked") && said.contains("--seccomp"), "{said}");
    assert!(!folder.path().join("first").exists());
}

#[test]
fn a_program_that_cannot_be_started_is_reported() {
    let (folder, _) = place();
    fs::write(folder.path().join("script"), "#!/no/such/interpreter\n").unwrap();
    Command::new("chmod").arg("+x").arg(folder.path().join("script")).status().unwrap();
    let output = seaway(folder.path(), &TRACED, &["./script"]).output().unwrap();
    assert_eq!(output.status.code(), Some(127), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interpreter"));
}
