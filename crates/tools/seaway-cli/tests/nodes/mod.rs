// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Nodes`]: a space of several nodes, which are all on this host, with an agent process each.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// Only a hang takes this long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A space that no other test has.
pub(crate) struct Nodes {
    name: String,
    folder: TempDir,
}

/// One of its nodes. Its agent is ended with it.
pub(crate) struct Node<'n> {
    nodes: &'n Nodes,
    pub(crate) name: String,
}

impl Nodes {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("nodes-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { name, folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn node(&self, name: &str) -> Node<'_> {
        Node { nodes: self, name: name.to_owned() }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub(crate) fn file(&self, name: &str, contents: &[u8]) -> String {
        fs::write(self.path(name), contents).unwrap();
        self.path(name).to_str().unwrap().to_owned()
    }
}

impl Node<'_> {
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = self.command_of(Path::new(env!("CARGO_BIN_EXE_seaway")));
        command.args(words);
        command
    }

    /// Another program, on this node.
    pub(crate) fn command_of(&self, program: &Path) -> Command {
        let folder = self.nodes.folder.path();
        let mut command = Command::new(program);
        command.env("SEAWAY_PROGRAM", env!("CARGO_BIN_EXE_seaway"));
        command.env("SEAWAY_SPACE", &self.nodes.name).env("SEAWAY_NODE", &self.name);
        command.env("XDG_DATA_HOME", folder).env("XDG_RUNTIME_DIR", folder).env("XDG_CACHE_HOME", folder);
        command.env("TMPDIR", folder).env("SEAWAY_SECRET_FILE", folder.join("secret"));
        command.stdin(Stdio::null()).current_dir(folder);
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What it prints.
    pub(crate) fn succeeds(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(
            output.status.success(),
            "{words:?} on {}: {}",
            self.name,
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// What it says.
    pub(crate) fn fails(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    /// Repeats a command until it succeeds.
    pub(crate) fn in_the_end(&self, words: &[&str]) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let output = self.run(words);
            if output.status.success() {
                return String::from_utf8(output.stdout).unwrap();
            }
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(Instant::now() < deadline, "{words:?} on {}: {said}", self.name);
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Where other nodes reach it.
    pub(crate) fn address(&self) -> String {
        let status = self.succeeds(&["space", "status"]);
        status.split("  at ").nth(1).unwrap().split(';').next().unwrap().to_owned()
    }

    pub(crate) fn agent(&self) -> Pid {
        let status = self.succeeds(&["space", "status"]);
        let pid = status.split("process ").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        Pid::from_raw(pid).unwrap()
    }

    /// As if the node were lost.
    pub(crate) fn kill(&self) {
        kill_process(self.agent(), Signal::KILL).unwrap();
    }
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        let _ = self.command(&["space", "stop", "--force", "--patience", "0"]).output();
    }
}

/// The processes that a process has started.
pub(crate) fn children(of: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", of.as_raw_nonzero())).unwrap();
    let lists = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>())
        .filter_map(Pid::from_raw)
        .collect()
}

/// `count` places for members of etcd on this host, which need two ports each.
pub(crate) fn etcd_places(count: usize) -> String {
    let mut held = Vec::new();
    let mut places = Vec::new();
    while places.len() < count {
        let first = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = first.local_addr().unwrap().port();
        let Some(next) = port.checked_add(1) else { continue };
        if let Ok(second) = TcpListener::bind(("127.0.0.1", next)) {
            places.push(format!("127.0.0.1:{port}"));
            held.extend([first, second]);
        }
    }
    places.join(",")
}
