// SPDX-License-Identifier: MIT OR Apache-2.0
//! Work queues of a daemon, with real connections, files and processes.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use seaway_channel::{Calls, Secret};
use seaway_daemon::{Door, QueueService};
use seaway_messages::{QueueMessage, Service as Kind};
use seaway_queue::{Completion, Queue, QueueErrorKind, QueueTerms, Task, TaskFate};

const SECRET: [u8; 32] = [0x5a; 32];
const TERMS: QueueTerms = QueueTerms { tries: 3, lease: 600_000, straggler: 0 };

/// Serves until dropped.
struct Daemon {
    door: Arc<Door>,
    address: SocketAddr,
}

impl Daemon {
    fn keeping(file: &Path) -> Self {
        Self::at(TcpListener::bind("127.0.0.1:0").unwrap(), file)
    }

    fn at(listener: TcpListener, file: &Path) -> Self {
        let address = listener.local_addr().unwrap();
        let service = Arc::new(QueueService::open(file, secret()).unwrap());
        let door = Door::new(listener, secret(), None, vec![service]);
        door.open().unwrap();
        Self { door, address }
    }

    fn queue(&self) -> Queue {
        Queue::at(self.address.to_string(), secret(), "pillars")
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.door.close(Duration::ZERO);
    }
}

fn secret() -> Secret {
    Secret::from_bytes(SECRET)
}

fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: number.to_le_bytes().to_vec() }
}

/// Works until `count` tasks are done, by any worker.
fn work(queue: &Queue, count: u64, prefetch: u32) {
    let mut worker = queue.join("here", long()).unwrap().prefetching(prefetch);
    loop {
        let assignment = match worker.get(Instant::now() + Duration::from_millis(200)) {
            Ok(Some(assignment)) => assignment,
            Ok(None) if queue.counts(long()).unwrap().done >= count => return worker.leave(long()).unwrap(),
            Ok(None) => continue,
            // The daemon is restarting.
            Err(error) if matches!(error.kind, QueueErrorKind::TimedOut | QueueErrorKind::Unreachable) => {
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let result = assignment.task.payload.iter().rev().copied().collect();
        worker.done(&assignment, result, long()).unwrap();
    }
}

fn all_once(completions: &[Completion], count: u64) {
    let by_number: BTreeMap<u64, &Completion> = completions.iter().map(|done| (done.number, done)).collect();
    assert_eq!((completions.len() as u64, by_number.len() as u64), (count, count));
    for (number, completion) in by_number {
        assert_eq!(completion.fate, TaskFate::Done);
        assert_eq!(completion.result, number.to_be_bytes());
    }
}

#[test]
fn every_task_is_completed_once() {
    const COUNT: u64 = 2_000;
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let queue = daemon.queue();
    let manager = queue.manage(TERMS, long()).unwrap();
    let completions = thread::scope(|scope| {
        (0..4).for_each(|index| {
            let queue = &queue;
            scope.spawn(move || work(queue, COUNT, 1 + 10 * index));
        });
        for first in (0..COUNT).step_by(500) {
            assert_eq!(manager.submit((first..first + 500).map(task).collect(), long()).unwrap(), 500);
        }
        (0..COUNT).map(|_| manager.wait_for_done(long()).unwrap().unwrap()).collect::<Vec<_>>()
    });
    all_once(&completions, COUNT);
    assert_eq!(manager.next_number(), COUNT);
}

#[test]
fn restarted_daemon_continues() {
    const COUNT: u64 = 300;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queues");
    let first = Daemon::keeping(&file);
    let (address, queue) = (first.address, first.queue());
    let mut daemon = Some(first);
    let manager = queue.manage(TERMS, long()).unwrap();
    let completions = thread::scope(|scope| {
        (0..3).for_each(|index| {
            let queue = &queue;
            scope.spawn(move || work(queue, COUNT, 1 + 4 * index));
        });
        let mut completions = Vec::new();
        for first in (0..COUNT).step_by(50) {
            manager.submit((first..first + 50).map(task).collect(), long()).unwrap();
            completions.push(manager.wait_for_done(long()).unwrap().unwrap());
            daemon.take();
            daemon = Some(reopened(address, &file));
        }
        while (completions.len() as u64) < COUNT {
            completions.extend(manager.wait_for_done(long()).unwrap());
        }
        completions
    });
    all_once(&completions, COUNT);
}

/// Port and file may be in use for a moment after the daemon has ended.
fn reopened(address: SocketAddr, file: &Path) -> Daemon {
    let deadline = long();
    loop {
        let service = QueueService::open(file, secret());
        match (TcpListener::bind(address), service) {
            (Ok(listener), Ok(service)) => {
                let door = Door::new(listener, secret(), None, vec![Arc::new(service)]);
                door.open().unwrap();
                return Daemon { door, address };
            }
            _ => assert!(Instant::now() < deadline, "{address} or {} stays in use", file.display()),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn new_manager_goes_on_where_the_old_one_was() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let queue = daemon.queue();
    let first = queue.manage(TERMS, long()).unwrap();
    first.submit((0..10).map(task).collect(), long()).unwrap();
    work(&queue, 10, 3);
    assert_eq!(first.wait_for_done(long()).unwrap().unwrap().sequence, 1);

    let second = queue.manage(TERMS, long()).unwrap();
    assert_eq!(second.next_number(), 10);
    let error = first.submit(vec![task(99)], long()).unwrap_err();
    assert_eq!(error.kind, QueueErrorKind::Fenced, "{error}");
    assert_eq!(second.submit((0..12).map(task).collect(), long()).unwrap(), 2);
    work(&queue, 12, 1);
    // The first one had not acknowledged any.
    let completions: Vec<_> = (0..12).map(|_| second.wait_for_done(long()).unwrap().unwrap()).collect();
    all_once(&completions, 12);
}

#[test]
fn manager_is_notified_of_waiting_workers() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let queue = daemon.queue();
    let manager = queue.manage(TERMS, long()).unwrap();
    assert_eq!(manager.wait_for_request(Instant::now() + Duration::from_millis(50)).unwrap(), None);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| queue.join("node7", long()).unwrap().get(long()).unwrap());
        let (_, node) = manager.wait_for_request(long()).unwrap().unwrap();
        assert_eq!(node, "node7");
        manager.submit(vec![task(manager.next_number())], long()).unwrap();
        assert_eq!(waiting.join().unwrap().unwrap().task, task(0));
    });
}

/// A process that stands for a worker, and the connection of that worker.
struct Elsewhere {
    child: Child,
    calls: Calls,
}

impl Elsewhere {
    /// Has one task, and is attended by the same daemon.
    fn with_task(daemon: &Daemon, lease: u64) -> Self {
        let child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let elsewhere = Self { child, calls: Calls::to(daemon.address.to_string(), Kind::Queue, secret()) };
        let queue = || "pillars".to_owned();
        let join = QueueMessage::Join { queue: queue(), node: String::new() };
        let QueueMessage::Joined { worker, .. } = elsewhere.ask(&join) else { panic!("refused") };
        let (reports, want, milliseconds) = (Vec::new(), 1, 60_000);
        let work = QueueMessage::Work { queue: queue(), worker, sequence: 1, reports, want, milliseconds };
        assert!(matches!(elsewhere.ask(&work), QueueMessage::Assigned { tasks, .. } if tasks.len() == 1));
        let (owner, pid) = (daemon.address.to_string(), elsewhere.child.id());
        let attend = QueueMessage::Attend { owner, queue: queue(), worker, pid, lease };
        assert_eq!(elsewhere.ask(&attend), QueueMessage::Done);
        elsewhere
    }

    fn ask(&self, request: &QueueMessage) -> QueueMessage {
        let mut frame = Vec::new();
        request.encode(&mut frame).unwrap();
        let (kind, body) = self.calls.call(&frame, long()).unwrap();
        QueueMessage::decode(kind, &body).unwrap()
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn until_ready(queue: &Queue) {
    let deadline = long();
    while queue.counts(long()).unwrap().ready == 0 {
        assert!(Instant::now() < deadline, "the task of a lost worker does not come back");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn task_of_a_killed_process_comes_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let queue = daemon.queue();
    // Far longer than this test waits.
    queue.manage(TERMS, long()).unwrap().submit(vec![task(1)], long()).unwrap();
    let mut worker = Elsewhere::with_task(&daemon, TERMS.lease);
    assert_eq!(queue.counts(long()).unwrap().assigned, 1);
    worker.child.kill().unwrap();
    until_ready(&queue);
}

#[test]
fn running_process_keeps_its_task_and_a_stopped_one_loses_it() {
    let lease = Duration::from_secs(1);
    let terms = QueueTerms { tries: 100, lease: 1_000, straggler: 0 };
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let queue = daemon.queue();
    queue.manage(terms, long()).unwrap().submit(vec![task(1)], long()).unwrap();
    // On a machine that pauses the daemon for longer than the lease, the lease may end: then it is no proof.
    let kept = (1..20).find_map(|_| {
        let worker = Elsewhere::with_task(&daemon, 1_000);
        thread::sleep(lease * 3);
        (queue.counts(long()).unwrap().assigned == 1).then_some(worker)
    });
    let worker = kept.expect("a worker whose lease is renewed");
    kill_process(Pid::from_child(&worker.child), Signal::STOP).unwrap();
    until_ready(&queue);
    kill_process(Pid::from_child(&worker.child), Signal::CONT).unwrap();
}

#[test]
fn processes_that_do_not_exist_are_not_attended() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(&folder.path().join("queues"));
    let calls = Calls::to(daemon.address.to_string(), Kind::Queue, secret());
    let attend = |pid| {
        let (owner, queue) = (daemon.address.to_string(), "pillars".to_owned());
        let mut frame = Vec::new();
        QueueMessage::Attend { owner, queue, worker: 1, pid, lease: 1_000 }.encode(&mut frame).unwrap();
        let (kind, body) = calls.call(&frame, long()).unwrap();
        QueueMessage::decode(kind, &body).unwrap()
    };
    for pid in [0, u32::MAX, i32::MAX.unsigned_abs()] {
        assert!(matches!(attend(pid), QueueMessage::Failed { .. }), "{pid}");
    }
}
