// SPDX-License-Identifier: MIT OR Apache-2.0
//! Work queues of a space, at an agent in this process.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{Completion, ErrorKind, Kind, QueueErrorKind, QueueTerms, Space, Task, TaskFate, Worker};

/// Leases longer than any test.
const TERMS: QueueTerms = QueueTerms { tries: 3, lease: 600_000, straggler: 0 };

fn enter(agent: &AgentHere) -> Space {
    Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap()
}

fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: number.to_le_bytes().to_vec() }
}

fn next(worker: &mut Worker) -> seaway_things::Assignment {
    worker.get(long()).unwrap().expect("a task")
}

fn database(agent: &AgentHere) -> bool {
    let folder = enter(agent).status().unwrap().folder;
    fs::read_dir(Path::new(&folder))
        .is_ok_and(|mut files| files.any(|file| file.unwrap().file_name() == "queues.redb"))
}

#[test]
fn tasks_go_through_the_agent_and_its_file_is_made_on_first_use() {
    let agent = AgentHere::start(1 << 20);
    let space = enter(&agent);
    space.create("a", Kind::Memory, 8).unwrap();
    assert!(!database(&agent), "nobody has asked for a queue");
    let queue = space.queue("pillars");
    let manager = queue.manage(TERMS, long()).unwrap();
    assert!(database(&agent));
    manager.submit((0..10).map(task).collect(), long()).unwrap();
    let mut worker = queue.join(space.node(), long()).unwrap();
    for number in 0..10 {
        let assignment = next(&mut worker);
        assert_eq!(assignment.task, task(number));
        worker.done(&assignment, assignment.task.payload.clone(), long()).unwrap();
    }
    let completions: Vec<Completion> =
        (0..10).map(|_| manager.wait_for_done(long()).unwrap().unwrap()).collect();
    assert!(
        completions
            .iter()
            .all(|done| done.fate == TaskFate::Done && done.result == done.number.to_le_bytes())
    );
    assert_eq!(manager.wait_for_done(Instant::now() + Duration::from_millis(10)).unwrap(), None);
    assert_eq!(worker.get(Instant::now() + Duration::from_millis(10)).unwrap(), None);

    let listed = space.queues("").unwrap();
    assert_eq!((listed.len(), listed[0].name.as_str(), listed[0].counts.done), (1, "pillars", 10));
    assert_eq!(queue.status(long()).unwrap(), listed[0]);
    let error = queue.remove(false, long()).unwrap_err();
    assert_eq!(error.kind, QueueErrorKind::InUse, "{error}");
    worker.leave(long()).unwrap();
    queue.remove(false, long()).unwrap();
    let error = queue.status(long()).unwrap_err();
    assert_eq!(error.kind, QueueErrorKind::NoSuchQueue, "{error}");
    assert!(space.queues("").unwrap().is_empty());
}

#[test]
fn restarted_agent_goes_on_with_manager_and_workers() {
    let mut agent = AgentHere::start(1 << 20);
    let space = enter(&agent);
    let queue = space.queue("q");
    let manager = queue.manage(TERMS, long()).unwrap();
    manager.submit((0..20).map(task).collect(), long()).unwrap();
    let mut worker = queue.join("", long()).unwrap();
    let mut held = next(&mut worker);
    for number in 0..5 {
        agent.restart();
        worker.done(&held, vec![number], long()).unwrap();
        agent.restart();
        held = next(&mut worker);
        let completion = manager.wait_for_done(long()).unwrap().unwrap();
        assert_eq!((completion.number, completion.result), (number.into(), vec![number]));
    }
    let counts = queue.counts(long()).unwrap();
    assert_eq!((counts.done, counts.assigned, counts.ready, counts.workers), (5, 1, 14, 1));
}

#[test]
fn waiting_worker_meets_managers_that_come_and_go() {
    let agent = AgentHere::start(1 << 20);
    let queue = enter(&agent).queue("q");
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let mut worker = queue.join("", long()).unwrap();
            let first = next(&mut worker);
            worker.done(&first, Vec::new(), long()).unwrap();
            next(&mut worker)
        });
        let first = queue.manage(TERMS, long()).unwrap();
        assert!(first.wait_for_request(long()).unwrap().is_some());
        first.submit(vec![task(0)], long()).unwrap();
        let second = queue.manage(TERMS, long()).unwrap();
        assert_eq!(first.submit(vec![task(1)], long()).unwrap_err().kind, QueueErrorKind::Fenced);
        assert_eq!(second.wait_for_done(long()).unwrap().unwrap().number, 0);
        second.submit(vec![task(second.next_number())], long()).unwrap();
        assert_eq!(worker.join().unwrap().task.number, 1);
        second.acknowledge(long()).unwrap();
    });
    assert_eq!(queue.status(long()).unwrap().unacknowledged, 0);
}

#[test]
fn agent_renews_leases_of_running_processes_also_when_they_become_shorter() {
    let agent = AgentHere::start(1 << 20);
    let queue = enter(&agent).queue("q");
    // On a machine that does not run the agent for longer than a lease, the lease may end: then it is no proof.
    let is_kept = (0..20).any(|_| {
        let manager = queue.manage(TERMS, long()).unwrap();
        let number = manager.next_number();
        manager.submit(vec![task(number)], long()).unwrap();
        let mut worker = queue.join("", long()).unwrap();
        let held = next(&mut worker);
        let manager = queue.manage(QueueTerms { tries: 100, lease: 1_000, straggler: 0 }, long()).unwrap();
        thread::sleep(Duration::from_secs(3));
        let is_kept = worker.done(&held, Vec::new(), long()).is_ok();
        if !is_kept {
            let mut other = queue.join("", long()).unwrap();
            let again = next(&mut other);
            other.done(&again, Vec::new(), long()).unwrap();
        }
        assert_eq!(manager.wait_for_done(long()).unwrap().unwrap().number, number);
        is_kept
    });
    assert!(is_kept, "the lease of a running process is not renewed");
}

#[test]
fn bad_names_and_tasks_are_refused() {
    let agent = AgentHere::start(1 << 20);
    let space = enter(&agent);
    for name in ["", "a\nb", &"x".repeat(257)] {
        let error = space.queue(name).manage(TERMS, long()).unwrap_err();
        assert_eq!(error.kind, QueueErrorKind::Argument, "{name:?}: {error}");
    }
    let manager = space.queue("q").manage(TERMS, long()).unwrap();
    let large = Task { payload: vec![0; seaway_things::MAX_PAYLOAD + 1], ..task(1) };
    let error = manager.submit(vec![large], long()).unwrap_err();
    assert_eq!(error.kind, QueueErrorKind::Argument, "{error}");
    assert_eq!(seaway_things::Error::from(error).kind(), ErrorKind::Argument);
}
