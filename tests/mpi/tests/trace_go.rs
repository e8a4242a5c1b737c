// SPDX-License-Identifier: MIT OR Apache-2.0
//! Go programs make system calls directly, whether they are linked statically or, with cgo, with the C
//! library. With `--seccomp` a trace has what they open; without it, it says what is missing.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod trace_files;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mpi_tests::{environment_folder, posix_library, program_source, seaway_library, seaway_program};
use seaway_trace_format::{Call, Flags};
use trace_files::{Process, read};

const GOROUTINES: usize = 16;
const FILES_EACH: usize = 25;

/// A working directory with the program and the files that it opens.
fn place(with_c: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    for name in ["input", "by_c"] {
        fs::write(folder.path().join(name), "some text").unwrap();
    }
    let mut compiler = Command::new("go");
    compiler.args(["build", "-o"]).arg(folder.path().join("program")).arg(".");
    compiler.current_dir(program_source("trace/go"));
    // Compiled results are cached; the network is not used.
    compiler.env("GOCACHE", environment_folder().join("go")).env("GO111MODULE", "off").env("GOFLAGS", "");
    compiler.env("CGO_ENABLED", if with_c { "1" } else { "0" });
    let output = compiler.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    folder
}

fn seaway(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(seaway_program());
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command.env("SEAWAY_LIBRARY", seaway_library()).env("SEAWAY_POSIX_LIBRARY", posix_library());
    command.env_remove("LD_PRELOAD").env_remove("SEAWAY_TRACE");
    command.output().unwrap()
}

fn succeed(folder: &Path, words: &[&str]) -> String {
    let output = seaway(folder, words);
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Calls of all these processes with the path relative to `folder`, sorted.
fn opened<'p>(processes: impl IntoIterator<Item = &'p Process>, folder: &Path) -> Vec<(Call, String)> {
    let folder = folder.canonicalize().unwrap();
    let inside = |file: &str| Some(Path::new(file).strip_prefix(&folder).ok()?.display().to_string());
    let events = processes.into_iter().flat_map(|process| &process.events);
    let mut opened: Vec<_> = events.filter_map(|event| Some((event.call, inside(&event.file)?))).collect();
    opened.sort();
    opened
}

/// The program's direct system calls.
fn expected() -> Vec<(Call, String)> {
    let mut files = vec!["created", "created", "folder", "input", "input", "input", "missing"];
    let many: Vec<String> = (0..GOROUTINES)
        .flat_map(|number| (0..FILES_EACH).map(move |index| format!("folder/{number}.{index}")))
        .collect();
    files.extend(many.iter().flat_map(|name| [name.as_str(); 2]));
    let mut expected: Vec<_> = files.into_iter().map(|file| (Call::Openat, file.to_owned())).collect();
    expected.push((Call::Exec, "program".to_owned()));
    expected.sort();
    expected
}

#[test]
fn opens_of_all_goroutines_and_children_are_recorded() {
    for with_c in [false, true] {
        let folder = place(with_c);
        succeed(folder.path(), &["run", "--trace=trace", "--seccomp", "./program"]);
        let processes = read(&folder.path().join("trace"));
        let (outside, inside): (Vec<_>, Vec<_>) =
            processes.iter().partition(|process| process.flags & Flags::FROM_OUTSIDE != 0);
        assert_eq!(opened(outside.iter().copied(), folder.path()), expected(), "with C: {with_c}");
        assert!(
            outside.iter().all(|process| process.unseen[0].starts_with("everything except opens")),
            "{outside:#?}"
        );
        let main = outside.iter().max_by_key(|process| process.events.len()).unwrap();
        let first = main.events[0].thread;
        assert!(main.events.iter().any(|event| event.thread != first), "{main:#?}");
        // `cat` records itself, and so do the program's calls of the C library: nothing else reports those.
        let of_c = opened(inside.iter().copied(), folder.path());
        let of_c: Vec<&str> =
            of_c.iter().filter(|(call, _)| *call == Call::Open).map(|(_, file)| file.as_str()).collect();
        assert_eq!(of_c, if with_c { &["by_c", "input"][..] } else { &["input"] });
    }
}

#[test]
fn without_the_option_the_report_says_what_was_not_seen() {
    let folder = place(true);
    succeed(folder.path(), &["run", "--trace=trace", "./program"]);
    let processes = read(&folder.path().join("trace"));
    assert!(!opened(&processes, folder.path()).iter().any(|(_, file)| file == "created"), "{processes:#?}");
    let of_go: Vec<_> = processes.iter().filter(|process| process.program.ends_with("/program")).collect();
    assert!(of_go.len() >= 2 && of_go.iter().all(|process| process.unseen.len() == 1), "{processes:#?}");
    let cat = processes.iter().find(|process| process.program.ends_with("/cat")).unwrap();
    assert!(cat.unseen.is_empty(), "{cat:#?}");
    for words in [["report", "--text", "trace"], ["trace", "info", "trace"]] {
        let said = succeed(folder.path(), &words).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("as in Go programs (--seccomp shows which files they open)"), "{said}");
    }
}

/// Linked statically, it is refused; behind a script it runs.
#[test]
fn without_the_option_a_static_program_is_refused_or_listed() {
    let folder = place(false);
    let refused = seaway(folder.path(), &["run", "--trace=trace", "./program"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(!folder.path().join("created").exists());
    fs::write(folder.path().join("script"), "./program\n").unwrap();
    succeed(folder.path(), &["run", "--trace=trace", "sh", "script"]);
    assert!(folder.path().join("created").exists());
    let said = succeed(folder.path(), &["report", "--text", "trace"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("was started but nothing was recorded: it is linked statically"), "{said}");
}
