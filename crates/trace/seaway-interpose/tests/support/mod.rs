// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the library's tests: the library, programs in C, and a reader of its files that knows only the
//! format.
#![allow(dead_code, reason = "each suite uses only part of it")]

pub(crate) mod reader;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The release build of the library, as users have it.
pub(crate) fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--release", "--package", "seaway-interpose", "--lib"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.unwrap().success(), "the library does not build");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        root.join(target).join("release/libseaway_posix.so")
    })
}

/// A trace of one run: its folder, and a folder for the program's files.
pub(crate) struct Trial {
    pub(crate) trace: TempDir,
    pub(crate) work: TempDir,
}

impl Trial {
    pub(crate) fn new() -> Self {
        Self { trace: tempfile::tempdir().unwrap(), work: tempfile::tempdir().unwrap() }
    }

    /// The directory for the program's files, without links.
    pub(crate) fn folder(&self) -> PathBuf {
        self.work.path().canonicalize().unwrap()
    }

    /// A program of `programs/`, compiled.
    pub(crate) fn compiled(&self, name: &str) -> PathBuf {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
        let program = self.trace.path().join(source.file_stem().unwrap());
        compile(&source, &program, &[]);
        program
    }

    /// A library of `programs/`, to be preloaded.
    pub(crate) fn compiled_library(&self, name: &str) -> PathBuf {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
        let library = self.trace.path().join(source.with_extension("so").file_name().unwrap());
        compile(&source, &library, &["-shared", "-fPIC"]);
        library
    }

    /// A command whose processes are recorded.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("LD_PRELOAD", library()).env("SEAWAY_TRACE", self.trace.path()).stdin(Stdio::null());
        command
    }

    /// Runs a program of `programs/` with the folder and these arguments.
    pub(crate) fn run(&self, name: &str, arguments: &[&str]) -> Output {
        let program = self.compiled(name);
        self.command(program).arg(self.folder()).args(arguments).output().unwrap()
    }

    /// The files of the trace.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.trace.path()).unwrap().flatten();
        let files = entries.map(|entry| entry.path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == "seatrace")).collect()
    }

    /// All processes of the trace, in the order in which they began.
    pub(crate) fn processes(&self) -> Vec<reader::Process> {
        let mut processes: Vec<_> = self.files().iter().map(|path| reader::read(path)).collect();
        processes.sort_by_key(|process| process.header.began.nanoseconds);
        processes
    }

    /// The only process.
    pub(crate) fn process(&self) -> reader::Process {
        let mut processes = self.processes();
        assert_eq!(processes.len(), 1, "one process was expected");
        processes.remove(0)
    }
}

fn compile(source: &Path, target: &Path, options: &[&str]) {
    let compiler = Command::new("cc")
        .args(["-O1", "-w", "-fno-builtin", "-pthread"])
        .args(options)
        .arg("-o")
        .args([target, source])
        .arg("-ldl")
        .output()
        .unwrap();
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
}

/// What a program reports that its trace must contain.
pub(crate) fn expected(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().filter_map(|line| line.strip_prefix("expect\t")).map(str::to_owned).collect()
}

/// Compares call by call, and shows the first difference with its context.
pub(crate) fn assert_same(expected: &[String], found: &[String]) {
    let same = |(expected, found): (&String, &String)| {
        let mut parts = expected.split('\t').zip(found.split('\t'));
        parts.all(|(expected, found)| expected == found || expected == "*")
    };
    let first = expected.iter().zip(found).position(|pair| !same(pair));
    let first = first.or((expected.len() != found.len()).then(|| expected.len().min(found.len())));
    if let Some(first) = first {
        let around =
            |list: &[String]| list[first.saturating_sub(2)..(first + 3).min(list.len())].join("\n  ");
        panic!(
            "expected {} calls, found {} in the trace; first difference at {first}:\nexpected:\n  {}\nfound:\n  {}",
            expected.len(),
            found.len(),
            around(expected),
            around(found)
        );
    }
}
