// SPDX-License-Identifier: MIT OR Apache-2.0
//! Work queues of agents that are killed, restarted or idle; and the commands for users.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use seaway_device_api::Hints;
use seaway_things::{QueueTerms, Space, Task, TaskFate};
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(240);
/// Leases longer than any test.
const TERMS: QueueTerms = QueueTerms { tries: 3, lease: 600_000, straggler: 0 };

/// A space that no other test has.
struct TestSpace {
    name: String,
    folder: TempDir,
}

impl TestSpace {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cli-queue-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { name, folder: tempfile::tempdir().unwrap() }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.args(words).env("SEAWAY_SPACE", &self.name).env("SEAWAY_SPACE_FOLDER", self.folder.path());
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    fn succeeds(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    /// This process enters.
    fn enter(&self) -> Space {
        let hints = Hints::new().with("seaway_space", &self.name);
        let hints = hints.with("seaway_space_folder", self.folder.path().to_str().unwrap());
        Space::enter_with(&hints.with("seaway_program", env!("CARGO_BIN_EXE_seaway"))).unwrap()
    }

    fn agent(&self) -> Option<Pid> {
        let text = String::from_utf8(self.run(&["space", "status"]).stdout).unwrap();
        Pid::from_raw(text.split("process ").nth(1)?.split(':').next()?.parse().ok()?)
    }
}

impl Drop for TestSpace {
    fn drop(&mut self) {
        let _ = self.run(&["space", "stop", "--force", "--patience", "0"]);
    }
}

fn long() -> Instant {
    Instant::now() + PATIENCE
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: number.to_le_bytes().to_vec() }
}

#[test]
fn killed_agents_lose_no_completion_that_was_acknowledged() {
    const COUNT: u64 = 300;
    const KILLS: u64 = 5;
    let space = TestSpace::new();
    let queue = space.enter().queue("squares");
    let manager = queue.manage(TERMS, long()).unwrap();
    manager.submit((0..COUNT).map(task).collect(), long()).unwrap();
    let acknowledged = Mutex::new(BTreeSet::new());
    let work = || {
        let mut worker = queue.join("", long()).unwrap();
        while let Some(assignment) = worker.get(Instant::now() + Duration::from_secs(2)).unwrap() {
            let number = assignment.task.number;
            worker.done(&assignment, (number * number).to_le_bytes().to_vec(), long()).unwrap();
            assert!(acknowledged.lock().unwrap().insert(number), "{number} was acknowledged twice");
        }
    };
    let mut completed = BTreeSet::new();
    thread::scope(|scope| {
        (0..3).for_each(|_| _ = scope.spawn(work));
        for round in 0..KILLS {
            while (completed.len() as u64) < (round + 1) * COUNT / (KILLS + 1) {
                let completion = manager.wait_for_done(long()).unwrap().expect("a completion");
                assert_eq!(completion.fate, TaskFate::Done);
                assert_eq!(completion.result, (completion.number * completion.number).to_le_bytes());
                assert!(completed.insert(completion.number), "{} was completed twice", completion.number);
            }
            // It may have been replaced since; then there is another to kill.
            if let Some(agent) = space.agent() {
                let _ = kill_process(agent, Signal::KILL);
            }
        }
        while (completed.len() as u64) < COUNT {
            let completion = manager.wait_for_done(long()).unwrap().expect("a completion");
            assert!(completed.insert(completion.number), "{} was completed twice", completion.number);
        }
    });
    assert_eq!(*acknowledged.lock().unwrap(), completed);
    assert_eq!(manager.wait_for_done(Instant::now() + Duration::from_millis(10)).unwrap(), None);
    let counts = queue.counts(long()).unwrap();
    assert_eq!((counts.done, counts.ready, counts.assigned, counts.dead), (COUNT, 0, 0, 0));
}

#[test]
fn idle_agent_stays_for_unfinished_tasks_and_ends_after_them() {
    let space = TestSpace::new();
    let folder = space.folder.path().to_str().unwrap();
    // On a busy machine it may end before this process has entered: then there is another, and it is no proof.
    let agent = (0..20).find_map(|_| {
        let mut agent = space.command(&["space", "agent", "--idle", "0.5", "--folder", folder]);
        let mut agent = agent.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(agent.stdout.take().unwrap());
        said.read_line(&mut String::new()).unwrap();
        space.enter().queue("q").manage(TERMS, long()).unwrap().submit(vec![task(1)], long()).unwrap();
        if space.agent() == Some(Pid::from_child(&agent)) {
            return Some(agent);
        }
        space.run(&["space", "stop", "--force", "--patience", "0"]);
        agent.wait().unwrap();
        None
    });
    let mut agent = agent.expect("an agent that this process has entered");
    thread::sleep(Duration::from_secs(2));
    assert!(agent.try_wait().unwrap().is_none(), "the agent has left a task");
    {
        let mut worker = space.enter().queue("q").join("", long()).unwrap();
        let assignment = worker.get(long()).unwrap().unwrap();
        worker.done(&assignment, Vec::new(), long()).unwrap();
    }
    let deadline = long();
    while agent.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the agent does not end");
        thread::sleep(Duration::from_millis(10));
    }
    // The completion is on the disk, and another agent finds it.
    let completion = space.enter().queue("q").manage(TERMS, long()).unwrap().wait_for_done(long()).unwrap();
    assert_eq!(completion.unwrap().number, 1);
}

#[test]
fn queues_are_listed_shown_and_deleted() {
    let space = TestSpace::new();
    assert_eq!(space.succeeds(&["queue", "ls"]), "");
    assert_eq!(space.succeeds(&["queue", "ls", "--json"]), "[]\n");
    assert!(space.fails(&["queue", "stat", "pillars"]).contains("there is no queue \"pillars\""));
    let manager = space.enter().queue("pillars").manage(TERMS, long()).unwrap();
    manager.submit((0..3).map(task).collect(), long()).unwrap();
    let listed = space.succeeds(&["queue", "ls", "pill"]);
    assert!(listed.lines().count() == 2 && listed.trim_end().ends_with("pillars"), "{listed}");
    assert_eq!(space.succeeds(&["queue", "ls", "q"]), "");
    let shown = space.succeeds(&["queue", "stat", "pillars"]);
    assert!(shown.contains("3 ready, 0 assigned") && shown.contains("3 tries, lease 600s"), "{shown}");
    let json = space.succeeds(&["queue", "stat", "pillars", "--json"]);
    assert!(json.starts_with("{\"name\":\"pillars\",\"managers\":1,\"ready\":3,"), "{json}");
    let refused = space.fails(&["queue", "rm", "pillars"]);
    assert!(refused.contains("3 unfinished tasks") && refused.contains("--force"), "{refused}");
    space.succeeds(&["queue", "rm", "--force", "pillars"]);
    assert!(space.fails(&["queue", "rm", "pillars"]).contains("there is no queue"));
    assert!(space.succeeds(&["queue", "--help"]).contains("docs/queues.md"));
}
