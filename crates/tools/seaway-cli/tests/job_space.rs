// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --space`: agents on all nodes of a job, which end with it. The launcher is a script that gives each rank a node
//! of its own; `tests/mpi` has a real one.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(120);
const PROGRAM: &str = env!("CARGO_BIN_EXE_seaway");

const LAUNCHER: &str = r#"#!/bin/sh
[ "$1" = --version ] && { echo 'mpirun (Open MPI) 4.1.4'; exit; }
while :; do
    case $1 in
        -x) case $2 in *=*) export "$2" ;; esac; shift 2 ;;
        -n) ranks=$2; shift 2 ;;
        *) break ;;
    esac
done
for rank in $(seq "$ranks"); do SEAWAY_NODE=node$rank "$@" & done
wait
"#;

struct Jobs {
    folder: TempDir,
}

impl Jobs {
    fn new() -> Self {
        let jobs = Self { folder: tempfile::tempdir().unwrap() };
        let mut finding = Command::new("sh");
        finding.args(["-c", "ldd /bin/sh | sed -n 's/.*=> \\(.*libc.so.6\\) .*/\\1/p'"]);
        let library = finding.output().unwrap().stdout;
        // Any library will do: programs of this test have no MPI.
        fs::copy(String::from_utf8(library).unwrap().trim(), jobs.path("libseaway.so")).unwrap();
        jobs.script("mpirun", LAUNCHER);
        jobs
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) {
        let (source, path) = (self.path("source"), self.path(name));
        fs::write(&source, text).unwrap();
        assert!(Command::new("cp").args([&source, &path]).status().unwrap().success());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(words).stdin(Stdio::null()).current_dir(self.folder.path());
        for name in ["SEAWAY_SPACE", "SEAWAY_SPACE_JOIN", "SEAWAY_SPACE_JOB", "LD_PRELOAD"] {
            command.env_remove(name);
        }
        let places = ["XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"];
        command.envs(places.map(|name| (name, self.folder.path())));
        command.env("SEAWAY_SECRET_FILE", self.path("secret")).env("SEAWAY_NODE", "first");
        command.env("SEAWAY_LIBRARY", self.path("libseaway.so")).env("SEAWAY", PROGRAM);
        command
    }

    fn succeeds(&self, words: &[&str]) -> String {
        text_of(words, &self.command(words).output().unwrap())
    }

    fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap()
    }

    fn has_agent(&self, space: &str, node: &str) -> bool {
        let words = ["space", "status", "--space", space, "--node", node];
        self.command(&words).output().unwrap().status.success()
    }

    fn wait_for_end(&self, space: &str, nodes: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while nodes.iter().any(|node| self.has_agent(space, node)) {
            assert!(Instant::now() < deadline, "agents of {space} do not end");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Folders of spaces, by node.
    fn folders(&self) -> Vec<String> {
        let children = |path: &Path| -> Vec<PathBuf> {
            fs::read_dir(path).map(|all| all.flatten().map(|one| one.path()).collect()).unwrap_or_default()
        };
        let nodes = children(&self.path("seaway/things"));
        let mut spaces: Vec<_> = nodes.iter().flat_map(|node| children(node)).collect();
        spaces.sort();
        spaces.iter().map(|path| path.display().to_string()).collect()
    }
}

fn text_of(words: &[&str], output: &Output) -> String {
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Waits until a file is there that has a line.
fn line_of(path: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ => assert!(Instant::now() < deadline, "{} does not appear", path.display()),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn job_has_an_agent_on_each_node_until_it_ends() {
    let jobs = Jobs::new();
    // Two jobs at the same time, whose things have the same names.
    let program = r#"#!/bin/sh
set -e
echo "$1 $SEAWAY_NODE" > "$1-$SEAWAY_NODE"
$SEAWAY things cp "$1-$SEAWAY_NODE" "thing:$SEAWAY_NODE"
for node in node1 node2; do
    until $SEAWAY things stat $node > /dev/null 2>&1; do sleep 0.05; done
    $SEAWAY things cp thing:$node "$1-$SEAWAY_NODE-$node"
done
$SEAWAY things ls > "$1-$SEAWAY_NODE-list"
$SEAWAY space status > "$1-$SEAWAY_NODE-status"
echo "$SEAWAY_SPACE" > "$1-space"
"#;
    jobs.script("program", program);
    let start = |job| jobs.start(&["run", "--space", "./mpirun", "-n", "2", "./program", job]);
    let running = ["red", "blue"].map(|job| (job, start(job)));
    for (job, child) in running {
        text_of(&[job], &child.wait_with_output().unwrap());
        for (here, there) in [("node1", "node2"), ("node2", "node1")] {
            let copy = fs::read_to_string(jobs.path(&format!("{job}-{here}-{there}"))).unwrap();
            assert_eq!(copy, format!("{job} {there}\n"));
            let list = fs::read_to_string(jobs.path(&format!("{job}-{here}-list"))).unwrap();
            assert!(list.lines().count() == 2 && list.contains("node1") && list.contains("node2"), "{list}");
            let status = fs::read_to_string(jobs.path(&format!("{job}-{here}-status"))).unwrap();
            assert!(status.contains("3 members: first, node1, node2"), "{status}");
        }
        let space = line_of(&jobs.path(&format!("{job}-space")));
        assert!(space.starts_with("job-"), "{space}");
        jobs.wait_for_end(&space, &["first", "node1", "node2"]);
    }
    // An agent removes its folder a moment after it has closed its socket.
    let deadline = Instant::now() + PATIENCE;
    while !jobs.folders().is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", jobs.folders());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn nothing_outlives_a_killed_job_for_longer_than_the_lease() {
    let jobs = Jobs::new();
    let program = r#"#!/bin/sh
$SEAWAY things cp program "thing:$SEAWAY_NODE"
echo $$ > "pid-$SEAWAY_NODE"
echo "$SEAWAY_SPACE" > space
exec sleep 600
"#;
    jobs.script("program", program);
    let mut job = jobs.start(&["run", "--space", "--space-lease", "2", "./mpirun", "-n", "2", "./program"]);
    let ranks = ["node1", "node2"].map(|node| line_of(&jobs.path(&format!("pid-{node}"))));
    let space = line_of(&jobs.path("space"));
    let status = jobs.succeeds(&["space", "status", "--space", &space, "--node", "first"]);
    let registry = status.split("process ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    job.kill().unwrap();
    job.wait().unwrap();
    for process in [&registry, &ranks[0], &ranks[1]] {
        kill_process(Pid::from_raw(process.parse().unwrap()).unwrap(), Signal::KILL).unwrap();
    }
    // Nobody tells the agents of the nodes, which end by themselves and remove their folders.
    jobs.wait_for_end(&space, &["first", "node1", "node2"]);
    let left = |folders: &[String]| folders.iter().all(|path| path.contains("/first/"));
    let deadline = Instant::now() + PATIENCE;
    while !left(&jobs.folders()) {
        assert!(Instant::now() < deadline, "left behind: {:?}", jobs.folders());
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(jobs.folders().len(), 1, "the killed agent could not remove its own");
    // The next job of this node does.
    let folder = jobs.folders().remove(0);
    jobs.succeeds(&["run", "--space", "sh", "-c", "true"]);
    assert!(!Path::new(&folder).exists());
}

#[test]
fn job_that_is_told_to_end_can_still_save_its_things() {
    let jobs = Jobs::new();
    let program = r#"#!/bin/sh
trap '$SEAWAY things cp thing:kept saved; exit 7' TERM
$SEAWAY things cp program thing:kept
echo $$ > ready
while :; do sleep 0.1; done
"#;
    jobs.script("program", program);
    let mut job = jobs.start(&["run", "--space", "./program"]);
    let process = line_of(&jobs.path("ready"));
    assert_eq!(process, job.id().to_string(), "the command takes the place of seaway run");
    kill_process(Pid::from_raw(process.parse().unwrap()).unwrap(), Signal::TERM).unwrap();
    assert_eq!(job.wait().unwrap().code(), Some(7));
    assert_eq!(fs::read_to_string(jobs.path("saved")).unwrap(), program);
}

#[test]
fn jobs_share_a_space_that_was_started_before() {
    let jobs = Jobs::new();
    let space = format!("shared-{}", std::process::id());
    let status = jobs.succeeds(&["space", "start", "--space", &space, "--listen", "127.0.0.1:0"]);
    let registry = status.split("  at ").nth(1).unwrap().split(';').next().unwrap().to_owned();
    let named = format!("--space={space}");
    let cp = |from: &str, to: &str| format!("$SEAWAY things cp {from} {to}");
    jobs.succeeds(&["run", &named, "./mpirun", "-n", "1", "sh", "-c", &cp("mpirun", "thing:first-job")]);
    jobs.succeeds(&["run", &named, "--join", &registry, "sh", "-c", &cp("thing:first-job", "copy")]);
    assert_eq!(fs::read_to_string(jobs.path("copy")).unwrap(), LAUNCHER);
    // The space, its things and the agents that hold them are there after both.
    let list = jobs.succeeds(&["things", "ls", "--space", &space]);
    assert!(list.contains("node1") && list.contains("first-job"), "{list}");
    jobs.succeeds(&["things", "rm", "--space", &space, "first-job"]);
    for node in ["node1", "first"] {
        jobs.succeeds(&["space", "stop", "--space", &space, "--node", node, "--patience", "0"]);
    }
    let refused = jobs.command(&["run", "--space=job-7", "true"]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("choose another one"));
}
