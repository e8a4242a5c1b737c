// SPDX-License-Identifier: MIT OR Apache-2.0
//! A server's tree, a node that lacks its path, and the same tree where the path is really there.

use std::fmt;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use seaway_stage::{Agent, Mounted, Report, Rule, Settings};
use tempfile::TempDir;

use crate::support::library;

pub(crate) struct Site {
    folder: TempDir,
    job: String,
}

/// What a line did.
#[derive(PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) output: String,
    pub(crate) errors: String,
    pub(crate) code: Option<i32>,
    /// Files that it left in its working directory.
    left: Vec<String>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {:?} {:?} {:?}", self.code, self.output, self.errors, self.left)
    }
}

/// Makes the server's tree in the working directory.
const TREE: &str = r#"
seq 1 2000 > numbers
mkdir -p folder/below 'with space' bin
printf 'alpha\nbeta\ngamma\n' > folder/words
echo deep > folder/below/file
echo x > 'with space/a b'
ln -s numbers link
ln -s folder/below short
ln -s "$D/folder/words" absolute
ln -s none dangling
printf '#!/bin/sh\necho "$0" "$@"; cat "$(dirname "$0")/../folder/words"\n' > bin/script
printf '#!/usr/bin/env python3\nimport sys, os\nprint(os.path.basename(sys.argv[0]), sys.argv[1:])\n' > bin/tool.py
printf '#!%s/bin/script -x\n' "$D" > bin/nested
cp /bin/cat bin/program
chmod +x bin/*
chmod 640 folder/words
printf 'int answer(void);\nint main(void) { return answer() - 42; }\n' > main.c
printf 'int answer(void) { return 42; }\n' > answer.c
printf 'print *, 6*7\nend\n' > program.f90
printf 'all:\n\t@cat numbers | tail -1\n' > Makefile
printf 'module = "found"\n' > thing.py
gzip -k numbers
printf '{"a": [1, 2, 3]}\n' > data.json
touch -d '2020-02-03 04:05:06.789' numbers
touch -d '2021-01-01' folder
"#;

static SITES: AtomicU32 = AtomicU32::new(0);

impl Site {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let number = SITES.fetch_add(1, Ordering::Relaxed);
        let site = Self { folder, job: format!("test-{}-{number}", std::process::id()) };
        fs::create_dir_all(site.server_data()).unwrap();
        fs::create_dir_all(site.work()).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-ec", TREE]).current_dir(site.server_data()).env("D", site.data());
        assert!(shell.status().unwrap().success());
        site
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    /// The path that programs use. Its parent is missing, too.
    pub(crate) fn data(&self) -> PathBuf {
        self.root().join("absent/data")
    }

    fn server(&self) -> PathBuf {
        self.root().join("server")
    }

    pub(crate) fn server_data(&self) -> PathBuf {
        self.server().join(self.data().strip_prefix("/").unwrap())
    }

    pub(crate) fn local(&self) -> PathBuf {
        self.root().join("local")
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.root().join("work")
    }

    pub(crate) fn content(&self, name: &str) -> String {
        fs::read_to_string(self.server_data().join(name)).unwrap()
    }

    pub(crate) fn files(&self) -> usize {
        let output = Command::new("find").arg(self.server_data()).args(["-type", "f"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().count()
    }

    pub(crate) fn agent(&self) -> Arc<Agent> {
        self.agent_with(Duration::from_secs(10), 0)
    }

    pub(crate) fn agent_with(&self, absence: Duration, quota: u64) -> Arc<Agent> {
        self.agent_of(absence, quota, false)
    }

    /// What programs change can go back.
    pub(crate) fn writing_agent(&self, absence: Duration) -> Arc<Agent> {
        self.agent_of(absence, 0, true)
    }

    fn agent_of(&self, absence: Duration, quota: u64, writable: bool) -> Arc<Agent> {
        let rules = vec![Rule { prefix: self.data(), writable }];
        let limit = Duration::from_secs(60);
        let settings = Settings { folder: self.local(), job: self.job.clone(), rules, quota, absence, limit };
        let agent = Arc::new(Agent::new(settings, Box::new(Mounted::new(self.server(), &self.job))).unwrap());
        agent.listen().unwrap();
        agent
    }

    /// Where the path is really there.
    pub(crate) fn directly(&self, line: &str) -> Outcome {
        let parent = self.root().join("absent");
        fs::create_dir(&parent).unwrap();
        let copied = Command::new("cp").arg("-a").arg(self.server_data()).arg(&parent).status().unwrap();
        assert!(copied.success());
        let outcome = self.run(line, &[]);
        fs::remove_dir_all(parent).unwrap();
        outcome
    }

    /// The same, and the tree that the line leaves at the path.
    pub(crate) fn directly_with_tree(&self, line: &str) -> (Outcome, Vec<String>) {
        let parent = self.root().join("absent");
        fs::create_dir(&parent).unwrap();
        let copied = Command::new("cp").arg("-a").arg(self.server_data()).arg(&parent).status().unwrap();
        assert!(copied.success());
        let outcome = self.run(line, &[]);
        let tree = if self.data().exists() { tree(&self.data()) } else { Vec::new() };
        fs::remove_dir_all(parent).unwrap();
        (outcome, tree)
    }

    /// With local copies, and the tree that the server has when what was changed has gone back.
    pub(crate) fn staged_with_tree(&self, line: &str) -> (Outcome, Vec<String>) {
        let agent = self.writing_agent(Duration::ZERO);
        let mut outcome = self.run_with(&agent, line);
        let report = agent.bring_back();
        if !report.failures.is_empty() {
            outcome.errors += &format!("{:?}", report.failures);
        }
        let again = agent.bring_back();
        if again != Report::default() {
            outcome.errors += &format!("there was something left: {again:?}");
        }
        (outcome, if self.server_data().exists() { self.server_tree() } else { Vec::new() })
    }

    /// With local copies.
    pub(crate) fn staged(&self, line: &str) -> Outcome {
        let agent = self.agent();
        self.run_with(&agent, line)
    }

    pub(crate) fn run_with(&self, _agent: &Agent, line: &str) -> Outcome {
        self.run(line, &[("LD_PRELOAD", library()), ("SEAWAY_STAGE", &self.local().join("table"))])
    }

    /// Its table names a socket where nobody listens.
    pub(crate) fn run_without_agent(&self, line: &str) -> Outcome {
        let table = self.local().join("table");
        let bytes = fs::read(&table).unwrap();
        let at = bytes.windows(self.job.len()).position(|window| window == self.job.as_bytes()).unwrap();
        let mut other = bytes;
        other[at..at + 4].copy_from_slice(b"gone");
        fs::write(&table, other).unwrap();
        self.run(line, &[("LD_PRELOAD", library()), ("SEAWAY_STAGE", &table)])
    }

    fn run(&self, line: &str, variables: &[(&str, &Path)]) -> Outcome {
        let work = self.work();
        fs::remove_dir_all(&work).or_else(|_| fs::create_dir(&work)).unwrap();
        fs::create_dir_all(&work).unwrap();
        fs::write(work.join("other"), "other\n").unwrap();
        let mut shell = Command::new("bash");
        shell.args(["-c", line]).current_dir(&work).stdin(Stdio::null()).env("D", self.data());
        shell.env("LC_ALL", "C").env("HOME", &work).env("TZ", "UTC");
        let output = shell.envs(variables.iter().copied()).output().unwrap();
        Outcome {
            output: sorted(&output.stdout),
            errors: sorted(&output.stderr),
            code: output.status.code(),
            left: tree(&work),
        }
    }

    pub(crate) fn server_tree(&self) -> Vec<String> {
        tree(&self.server_data())
    }

    /// As it was made.
    pub(crate) fn original_tree(&self) -> Vec<String> {
        tree(&Self::new_like(self))
    }

    fn new_like(site: &Self) -> PathBuf {
        let folder = site.root().join("again");
        fs::create_dir(&folder).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-ec", TREE]).current_dir(&folder).env("D", site.data());
        assert!(shell.status().unwrap().success());
        folder
    }
}

/// Folders list their entries in any order.
fn sorted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Names, kinds, modes and contents, sorted. Compressed files and git's index hold times.
fn tree(folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(current).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            let content = if metadata.is_dir() {
                folders.push(path.clone());
                String::new()
            } else if metadata.is_symlink() {
                fs::read_link(&path).unwrap().display().to_string()
            } else if metadata.is_file() && !name.ends_with(".gz") && !name.ends_with(".git/index") {
                format!("{:x?}", sum_of(&path))
            } else {
                String::new()
            };
            lines.push(format!("{name} {:o} {content}", metadata.mode()));
        }
    }
    lines.sort_unstable();
    lines
}

/// A sum of a file's bytes; files are small.
fn sum_of(path: &Path) -> u64 {
    let bytes = fs::read(path).unwrap();
    bytes.iter().fold(bytes.len() as u64, |sum, byte| {
        sum.wrapping_mul(1_099_511_628_211).wrapping_add(u64::from(*byte) + 1)
    })
}
