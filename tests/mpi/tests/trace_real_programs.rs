// SPDX-License-Identifier: MIT OR Apache-2.0
//! Common programs, traced: `strace` and the trace agree on which files were opened how often, and on how
//! many bytes were read from and written to each.
//!
//! For a fair comparison, only files below a work directory count, because the C library opens others
//! internally, which a preloaded library cannot see; and no directories, which it opens for `opendir`. C
//! streams read ahead more than the program may want: bytes of files read through one are compared only if it
//! reads to the end and never seeks back.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[allow(dead_code, reason = "PnetCDF's own tests need the rest")]
mod netcdf_files;
mod strace;
mod trace_files;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use mpi_tests::{
    Installation, environment_folder, posix_library, program_source, seaway_library, seaway_program,
};
use seaway_trace_format::{ArgumentMeaning, Class, Layer};
use strace::Totals;
use trace_files::{Seen, read};

/// Runs `line` in a new directory, traced, under strace: both watch the same calls.
fn check(line: &[&str], prepare: impl Fn(&Path)) {
    check_with(line, &[], prepare, |by_strace, by_trace| assert_agree(line, by_strace, by_trace));
}

fn check_with(
    line: &[&str],
    environment: &[(&str, &str)],
    prepare: impl Fn(&Path),
    compare: impl Fn(&Files, &Files),
) {
    if !strace::is_allowed() {
        // There is nothing to compare with; `is_allowed` has reported it.
        return;
    }
    let parent = tempfile::tempdir().unwrap();
    let parent = parent.path().canonicalize().unwrap();
    let (folder, log, trace) = (parent.join("work"), parent.join("strace.log"), parent.join("trace"));
    fs::create_dir(&folder).unwrap();
    prepare(&folder);
    let mut command = strace::command(&log);
    command.arg(seaway_program()).arg("run").arg(format!("--trace={}", trace.display())).args(line);
    command.env("SEAWAY_LIBRARY", seaway_library()).env("SEAWAY_POSIX_LIBRARY", posix_library());
    run(&mut command, &folder, environment);
    let (by_strace, by_trace) = (strace::read(&log, &folder), totals(&trace, &folder));
    assert!(!by_trace.is_empty(), "{line:?}: nothing was recorded");
    compare(&by_strace, &by_trace);
}

fn run(command: &mut Command, folder: &Path, environment: &[(&str, &str)]) {
    command.current_dir(folder).env_remove("LD_PRELOAD").stdin(Stdio::null());
    // Temporary files go into the directory too, and sources of randomness are removed.
    command.env("TMPDIR", folder).env("HOME", folder).env("LC_ALL", "C").env("PYTHONDONTWRITEBYTECODE", "1");
    command.envs(environment.iter().copied());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
}

type Files = BTreeMap<String, Totals>;

/// The trace's totals for files below `folder`.
fn totals(trace: &Path, folder: &Path) -> Files {
    let mut files = Files::new();
    for process in read(trace) {
        // Events of MPI and of devices are the same bytes again.
        let is_system = |event: &&Seen| matches!(event.layer(), Layer::Posix | Layer::Stdio);
        for event in process.events.iter().filter(is_system).filter(|event| event.error == 0) {
            add(&mut files, event);
        }
    }
    files.retain(|file, totals| {
        Path::new(file).starts_with(folder) && !Path::new(file).is_dir() && *totals != Totals::default()
    });
    files
}

fn add(files: &mut Files, event: &Seen) {
    let mut of = |file: &str, change: &dyn Fn(&mut Totals)| change(files.entry(file.to_owned()).or_default());
    let is_stream = event.call.info().place == ArgumentMeaning::Buffered;
    match event.class() {
        Class::Open => of(&event.file, &|totals| totals.opens += 1),
        Class::Read => of(&event.file, &|totals| {
            totals.read += event.length;
            totals.is_read_by_stream |= is_stream;
        }),
        Class::Write => of(&event.file, &|totals| totals.written += event.length),
        Class::Transfer => {
            of(&event.file, &|totals| totals.read += event.length);
            of(&event.second_file, &|totals| totals.written += event.length);
        }
        _ => {}
    }
}

fn assert_agree(line: &[&str], by_strace: &Files, by_trace: &Files) {
    for file in by_strace.keys().chain(by_trace.keys()) {
        let [truth, seen] = [by_strace, by_trace].map(|files| files.get(file).copied().unwrap_or_default());
        assert_eq!(truth.opens, seen.opens, "{line:?}: opens of {file}\n{by_strace:#?}\n{by_trace:#?}");
        assert_eq!(truth.written, seen.written, "{line:?}: written to {file}\n{by_strace:#?}\n{by_trace:#?}");
        if seen.is_read_by_stream {
            // A stream reads ahead, and reads bytes twice if the program seeks back.
            let (some_truth, some_seen) = (truth.read > 0, seen.read > 0);
            assert_eq!(some_truth, some_seen, "{line:?}: read from {file}\n{by_strace:#?}\n{by_trace:#?}");
        } else {
            assert_eq!(truth.read, seen.read, "{line:?}: read from {file}\n{by_strace:#?}\n{by_trace:#?}");
        }
    }
}

/// A few files of several lengths, one empty, one in a folder.
fn some_files(folder: &Path) {
    fs::create_dir(folder.join("input")).unwrap();
    for (name, length) in [("empty", 0), ("short", 17), ("page", 4096), ("long", 300_000)] {
        let bytes: Vec<u8> =
            (0..length).map(|index: u32| b'a' + u8::try_from(index * 7 % 26).unwrap()).collect();
        fs::write(folder.join("input").join(name), bytes).unwrap();
    }
    fs::create_dir(folder.join("input/inner")).unwrap();
    fs::write(folder.join("input/inner/lines"), "one\ntwo\nthree\n".repeat(500)).unwrap();
}

#[test]
fn cp() {
    check(&["cp", "-r", "input", "copy"], some_files);
    check(&["cp", "--reflink=never", "--sparse=never", "input/long", "copy"], some_files);
}

#[test]
fn tar() {
    check(&["tar", "cf", "archive.tar", "input"], some_files);
    check(&["sh", "-c", "tar cf a.tar input && mkdir out && tar xf a.tar -C out"], some_files);
}

#[test]
fn rsync() {
    check(&["rsync", "-a", "input/", "copy/"], some_files);
}

#[test]
fn bash() {
    let script = "while read -r line; do echo \"$line\" >> out; done < input/short; cat input/long input/page > both; \
                  sort input/inner/lines > sorted; head -c 100 input/long > head; wc -c both < both > /dev/null";
    check(&["bash", "-c", script], some_files);
}

/// Reads and writes through C streams, each file to its end.
#[test]
fn sed() {
    let line = ["sed", "-n", "s/t/T/; w copy", "input/inner/lines", "input/long"];
    check_with(&line, &[], some_files, |by_strace, by_trace| {
        let without_kind = |files: &Files| -> Files {
            let plain = |totals: &Totals| Totals { is_read_by_stream: false, ..*totals };
            files.iter().map(|(file, totals)| (file.clone(), plain(totals))).collect()
        };
        let long = by_trace.iter().find(|(file, _)| file.ends_with("input/long")).unwrap();
        assert!(long.1.is_read_by_stream && long.1.read == 300_000, "{by_trace:#?}");
        assert_eq!(without_kind(by_strace), without_kind(by_trace));
    });
}

#[test]
fn python() {
    check(&["python3", "script.py"], |folder| {
        some_files(folder);
        let script = "import os, multiprocessing, subprocess\n\
            def work(number):\n    \
                open(f'part{number}', 'w').write('x' * number * 100)\n\
            if __name__ == '__main__':\n    \
                data = open('input/long', 'rb').read()\n    \
                open('copy', 'wb').write(data[::-1])\n    \
                descriptor = os.open('raw', os.O_CREAT | os.O_RDWR)\n    \
                os.pwrite(descriptor, b'abc', 1000)\n    \
                os.pread(descriptor, 10, 998)\n    \
                [line for line in open('input/inner/lines')]\n    \
                children = [multiprocessing.get_context('fork').Process(target=work, args=(n,)) for n in range(1, 4)]\n    \
                [child.start() for child in children]\n    \
                [child.join() for child in children]\n    \
                subprocess.run(['cat', 'copy'], stdout=open('second', 'wb'), check=True)\n";
        fs::write(folder.join("script.py"), script).unwrap();
    });
}

#[test]
fn git() {
    let script = "git init -q . && git add input && \
                  git -c user.name=a -c user.email=b@c -c gc.auto=0 -c maintenance.auto=false commit -q -m first && git log -p > log";
    let environment = [
        ("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z"),
        ("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
    ];
    check_with(&["sh", "-c", script], &environment, some_files, |by_strace, by_trace| {
        assert_agree(&["git"], by_strace, by_trace);
    });
}

#[test]
fn sqlite() {
    let statements = "create table t(a, b); insert into t select value, hex(value * 77) from generate_series(1, 2000); \
                      create index i on t(b); select count(*), max(b) from t; delete from t where a % 3 = 0; vacuum;";
    check(&["sqlite3", "base.db", statements], |_| {});
}

#[test]
fn gcc() {
    check(&["gcc", "-O1", "-o", "program", "main.c", "other.c"], |folder| {
        fs::write(folder.join("main.c"), "#include \"other.h\"\nint main(void) { return answer(); }\n")
            .unwrap();
        fs::write(folder.join("other.c"), "#include \"other.h\"\nint answer(void) { return 42; }\n").unwrap();
        fs::write(folder.join("other.h"), "int answer(void);\n").unwrap();
    });
}

#[test]
fn mpi4py() {
    let installation = Installation::named("debian-mpich");
    let python = environment_folder().join("python/bin/python").display().to_string();
    let script = program_source("trace/accesses.py").display().to_string();
    let launcher = installation.launcher().display().to_string();
    // The same library does the MPI-IO in both.
    let folder = installation.library_folder().map(|folder| folder.display().to_string()).unwrap_or_default();
    let environment = [("MPI4PY_MPIABI", "mpich"), ("LD_LIBRARY_PATH", &folder)];
    check_ranks(&[&launcher, "-n", "4", &python, &script, "data"], &environment);
}

#[test]
fn pnetcdf() {
    let installation = Installation::named("debian-openmpi");
    let program = netcdf_files::access_kinds_in_c(&installation).display().to_string();
    let launcher = installation.launcher().display().to_string();
    let line = [&launcher, "--oversubscribe", "--allow-run-as-root", "-n", "4", &program, "data.nc", "5"];
    check_ranks(&line, &[]);
    // Debian has it for Open MPI only; the adapter runs it on MPICH.
    let host = Installation::named("debian-mpich").place();
    check_ranks(&["--mpi", &host, "-n", "4", &program, "data.nc", "5"], &[]);
}

/// The files of all ranks of a program, which Seaway reads and writes for them. The MPI's own files are not
/// compared: it maps them.
fn check_ranks(line: &[&str], environment: &[(&str, &str)]) {
    check_with(
        line,
        environment,
        |_| {},
        |by_strace, by_trace| {
            let is_data = |file: &str| {
                Path::new(file).file_name().is_some_and(|name| name.to_string_lossy().starts_with("data"))
            };
            let of_program = |files: &Files| -> Files {
                files
                    .iter()
                    .filter(|(file, _)| is_data(file))
                    .map(|(file, totals)| (file.clone(), *totals))
                    .collect()
            };
            let (by_strace, by_trace) = (of_program(by_strace), of_program(by_trace));
            assert!(!by_trace.is_empty(), "{line:?}");
            assert_agree(line, &by_strace, &by_trace);
        },
    );
}
