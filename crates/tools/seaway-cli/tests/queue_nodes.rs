// SPDX-License-Identifier: MIT OR Apache-2.0
//! A work queue for all nodes of a space: worker processes on two nodes are killed and replaced, managers take over from each
//! other, and each task is completed once. `cargo xtask soak queue` runs it with a million tasks.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::Secret;
use seaway_device_api::Hints;
use seaway_soak::apart::{Apart, part};
use seaway_soak::{Bars, Plan};
use seaway_things::{Manager, QueueTerms, Space, Task, TaskFate};
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(240);
/// The lease is longer than any test: tasks of killed workers come back because somebody has noticed.
const TERMS: QueueTerms = QueueTerms { tries: 1000, lease: 600_000, straggler: 0 };
const NODES: [&str; 2] = ["left", "right"];
const QUEUE: &str = "numbers";
const PREFETCH: u32 = 100;
/// Tasks that the manager keeps ahead of the workers.
const AHEAD: u64 = 20_000;
/// Worker processes begin with it.
const TEST_OF_WORKERS: &str = "each_task_is_completed_once_while_workers_and_managers_are_lost";
const PROGRAM: &str = env!("CARGO_BIN_EXE_seaway");

/// Two nodes of this host. The queue is on the left one, which holds the registry.
struct Nodes {
    name: String,
    folder: TempDir,
}

impl Nodes {
    fn start(name: &str) -> Self {
        let name = format!("{name}-{}", std::process::id());
        let nodes = Self { name, folder: tempfile::tempdir().unwrap() };
        let status = nodes.succeeds("left", &["space", "start", "--listen", "127.0.0.1:0"]);
        let registry = status.split("  at ").nth(1).unwrap().split(';').next().unwrap().to_owned();
        nodes.succeeds("right", &["space", "start", "--join", &registry]);
        nodes
    }

    fn run(&self, node: &str, words: &[&str]) -> Output {
        let mut command = Command::new(PROGRAM);
        command.args(words).env("SEAWAY_SPACE", &self.name).env("SEAWAY_NODE", node);
        command.env("XDG_DATA_HOME", self.folder.path()).stdin(Stdio::null()).output().unwrap()
    }

    fn succeeds(&self, node: &str, words: &[&str]) -> String {
        let output = self.run(node, words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn manage(&self, node: &str) -> Manager {
        enter(&self.name, node).queue(QUEUE).manage(TERMS, long()).unwrap()
    }

    /// A process that works until it is killed, or the queue is deleted.
    fn worker(&self, node: &str) -> Apart {
        self.worker_that(node, "works")
    }

    fn worker_that(&self, node: &str, does: &str) -> Apart {
        let command = Command::new(env::current_exe().unwrap());
        Apart::start(command, TEST_OF_WORKERS, &format!("{} {node} {does}", self.name))
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for node in ["right", "left"] {
            let _ = self.run(node, &["space", "stop", "--force", "--patience", "0"]);
        }
    }
}

fn enter(space: &str, node: &str) -> Space {
    let hints = Hints::new().with("seaway_space", space).with("seaway_node", node);
    Space::enter_with(&hints.with("seaway_program", PROGRAM)).unwrap()
}

fn long() -> Instant {
    Instant::now() + PATIENCE
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: number.to_le_bytes().to_vec() }
}

/// What worker processes do.
fn work(place: &str) {
    let [space, node, does] = place.split(' ').collect::<Vec<_>>()[..] else { panic!("{place}") };
    let space = enter(space, node);
    let mut worker = space.queue(QUEUE).join(node, long()).unwrap().prefetching(PREFETCH);
    while let Ok(Some(assignment)) = worker.get(long()) {
        if does == "sleeps" {
            thread::sleep(PATIENCE * 2);
        }
        let number = u64::from_le_bytes(*assignment.task.payload.first_chunk().unwrap());
        worker.done(&assignment, (number * 3).to_le_bytes().to_vec(), long()).unwrap();
    }
}

#[test]
fn each_task_is_completed_once_while_workers_and_managers_are_lost() {
    if let Some(place) = part() {
        return work(&place);
    }
    let plan = Plan::of("queue", 4_000);
    let nodes = Nodes::start("queue-nodes");
    let mut draw = fastrand::Rng::with_seed(plan.seed());
    let mut workers: Vec<Apart> = (0..4).map(|index| nodes.worker(NODES[index % 2])).collect();
    let mut completed = vec![false; usize::try_from(plan.count()).unwrap()];
    let (mut done, mut submitted, mut kills, mut managers) = (0, 0, 0, 1);
    let mut manager = nodes.manage("right");
    // Often enough for the sample, and not too often for a million.
    let every = (plan.count() / 40).clamp(100, 10_000);
    while done < plan.count() {
        while submitted < plan.count() && submitted - done < AHEAD {
            let end = plan.count().min(submitted + 1_000);
            manager.submit((submitted..end).map(task).collect(), long()).unwrap();
            submitted = end;
        }
        let completion = manager.wait_for_done(long()).unwrap().expect("a completion");
        assert_eq!(completion.fate, TaskFate::Done);
        assert_eq!(completion.result, (completion.number * 3).to_le_bytes());
        let place = &mut completed[usize::try_from(completion.number).unwrap()];
        assert!(!std::mem::replace(place, true), "{} was completed twice", completion.number);
        done += 1;
        if done % every == 0 {
            let index = draw.usize(..workers.len());
            workers[index] = nodes.worker(NODES[index % 2]);
            kills += 1;
        }
        if done % (every * 10) == 0 {
            // The next one goes on where this one has stopped, from the other node.
            manager.acknowledge(long()).unwrap();
            let former = std::mem::replace(&mut manager, nodes.manage(NODES[managers % 2]));
            assert!(former.submit(vec![task(0)], long()).is_err(), "the former manager is fenced");
            managers += 1;
        }
    }
    assert_eq!(manager.wait_for_done(Instant::now() + Duration::from_millis(50)).unwrap(), None);
    let counts = manager.queue().counts(long()).unwrap();
    assert_eq!((counts.done, counts.ready, counts.assigned, counts.dead), (plan.count(), 0, 0, 0));
    let listed = nodes.succeeds("right", &["queue", "ls"]);
    assert!(listed.contains(QUEUE), "{listed}");
    nodes.succeeds("left", &["queue", "rm", "--force", QUEUE]);
    println!("{kills} workers were killed, {managers} managers took over from each other");
    let mut bars = Bars::default();
    bars.at_least("queue.completed-once", done, plan.count());
    bars.end(&plan.repeat(plan.seed()));
}

#[test]
fn tasks_of_a_worker_that_was_killed_on_another_node_come_back_at_once() {
    let nodes = Nodes::start("queue-lost");
    let manager = nodes.manage("left");
    manager.submit((0..500).map(task).collect(), long()).unwrap();
    let deadline = long();
    let killed = nodes.worker_that("right", "sleeps");
    while manager.queue().counts(deadline).unwrap().assigned == 0 {
        assert!(Instant::now() < deadline, "the worker gets no task");
        thread::sleep(Duration::from_millis(20));
    }
    drop(killed);
    let _other = nodes.worker("right");
    while manager.queue().counts(deadline).unwrap().done < 500 {
        assert!(Instant::now() < deadline, "tasks of a killed worker do not come back");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn daemon_serves_queues_that_survive_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queues");
    let start = || Daemon::start(folder.path(), &file);
    let daemon = start();
    let secret = std::fs::read_to_string(folder.path().join("secret")).unwrap();
    let secret = Secret::from_text(secret.trim()).unwrap();
    let queue = queue_at(&daemon.address, &secret);
    queue.manage(TERMS, long()).unwrap().submit(vec![task(7)], long()).unwrap();
    drop(daemon);
    let daemon = start();
    let queue = queue_at(&daemon.address, &secret);
    let mut worker = queue.join("", long()).unwrap();
    let assignment = worker.get(long()).unwrap().unwrap();
    assert_eq!(assignment.task, task(7));
    worker.done(&assignment, b"49".to_vec(), long()).unwrap();
    let listed = daemon.seaway(&["queue", "ls", "--at", &daemon.address]);
    assert!(listed.contains(QUEUE), "{listed}");
}

fn queue_at(address: &str, secret: &Secret) -> seaway_things::Queue {
    seaway_things::Queue::at(address, secret.clone(), QUEUE)
}

/// `seaway serve --queues`.
struct Daemon {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Daemon {
    fn start(folder: &Path, file: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", "127.0.0.1:0", "--queues"]).arg(file);
        environment(&mut command, folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.rsplit(" at ").next().unwrap().split([',', ' ']).next().unwrap().trim().to_owned();
        Self { child, address, folder: folder.to_owned() }
    }

    fn seaway(&self, words: &[&str]) -> String {
        let mut command = Command::new(PROGRAM);
        environment(&mut command, &self.folder);
        let output = command.args(words).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn environment(command: &mut Command, folder: &Path) {
    command.env("SEAWAY_SECRET_FILE", folder.join("secret")).env("XDG_RUNTIME_DIR", folder);
    command.env("XDG_CACHE_HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
}
