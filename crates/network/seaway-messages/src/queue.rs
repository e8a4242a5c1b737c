// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the queue service, which hands the tasks of a manager to workers; and the records that the
//! service keeps on disk, in the same encoding.

use crate::range::Range;
use crate::wire::{choice, messages, record, text};

/// Work to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Chosen by the manager. Submitting a number again changes nothing.
    pub number: u64,
    /// Higher ones come first.
    pub priority: u8,
    /// The node where it should run; empty: any.
    pub near: String,
    pub payload: Vec<u8>,
}
record!(Task { number: u64, priority: u8, near: String, payload: Vec<u8> });

/// A task that is assigned to a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedTask {
    pub task: Task,
    /// Counts the assignments of this task: a report must name it.
    pub attempt: u32,
}
record!(AssignedTask { task: Task, attempt: u32 });

/// A worker's report on one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskReport {
    pub number: u64,
    pub attempt: u32,
    /// It is tried again, within the limit.
    pub failed: bool,
    pub result: Vec<u8>,
}
record!(TaskReport { number: u64, attempt: u32, failed: bool, result: Vec<u8> });

/// The outcome of a task, reported once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Counts the completions of a queue, from 1.
    pub sequence: u64,
    pub number: u64,
    pub fate: TaskFate,
    pub worker: u64,
    pub attempt: u32,
    pub result: Vec<u8>,
}
record!(Completion {
    sequence: u64, number: u64, fate: TaskFate, worker: u64, attempt: u32, result: Vec<u8>
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskFate {
    Done,
    /// It failed too often, and is kept as a dead letter.
    Dead,
}
choice!(TaskFate, "the fate of a task", { Done = 1, Dead = 2 });

/// The rules of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueTerms {
    /// How often a task may be tried.
    pub tries: u32,
    /// A worker that is silent for this many milliseconds has lost its tasks.
    pub lease: u64,
    /// A task that runs for this many milliseconds is started a second time if a worker is idle; 0: never.
    pub straggler: u64,
}
record!(QueueTerms { tries: u32, lease: u64, straggler: u64 });

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueCounts {
    pub ready: u64,
    pub assigned: u64,
    pub done: u64,
    pub dead: u64,
    pub workers: u64,
    /// Workers that wait for work.
    pub waiting: u64,
}
record!(QueueCounts { ready: u64, assigned: u64, done: u64, dead: u64, workers: u64, waiting: u64 });

/// The state of a queue, for users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueStatus {
    pub name: String,
    /// How many managers it has had.
    pub epoch: u64,
    pub terms: QueueTerms,
    pub counts: QueueCounts,
    /// Completions that no manager has acknowledged.
    pub unacknowledged: u64,
}
record!(QueueStatus {
    name: String,
    epoch: u64,
    terms: QueueTerms,
    counts: QueueCounts,
    unacknowledged: u64
});

messages! {
    /// Requests and answers of a queue. A connection carries one request at a time.
    pub enum QueueMessage {
        /// A manager takes over from the manager of `epoch`, if that is still the present one: a request that
        /// comes late fences nobody. The token is its own, and random.
        0x0001 Attach { queue: String, epoch: u64, token: u64, terms: QueueTerms },
        0x8002 Submit { queue: String, epoch: u64, tasks: Vec<Task> },
        /// Answered when a worker waits and no task is ready.
        0x0003 AwaitRequest { queue: String, epoch: u64, milliseconds: u64 },
        /// Completions after this one, which acknowledges those up to it.
        0x0004 AwaitDone { queue: String, epoch: u64, after: u64, most: u32, milliseconds: u64 },
        /// A late duplicate adds a worker that nobody renews; it cannot bring back one that was lost.
        0x0005 Join { queue: String, node: String },
        /// Reports, and asks for up to `want` tasks. The sequence grows by one with each request; the same
        /// one again gets the same answer.
        0x8006 Work {
            queue: String, worker: u64, sequence: u64, reports: Vec<TaskReport>, want: u32, milliseconds: u64
        },
        /// These workers are alive.
        0x8007 Renew { queue: String, workers: Vec<u64> },
        /// A worker has ended: what it holds is tried elsewhere.
        0x0008 Leave { queue: String, worker: u64 },
        /// To the daemon of the worker's host: renew the worker's lease at `owner` while the process lives.
        0x0009 Attend { owner: String, queue: String, worker: u64, pid: u32, lease: u64 },
        /// Dead letters are tried again.
        0x800a Revive { queue: String, epoch: u64, numbers: Vec<u64> },
        0x000b Inspect { queue: String },
        /// Queues whose names begin with `prefix`, in order, starting after the name `after`.
        0x000c List { prefix: String, after: String },
        /// Deletes a queue. Without `force`, only one that nobody uses and that has no unfinished tasks.
        0x000d Remove { queue: String, force: bool },
        /// `next` is greater than the number of every task that was submitted.
        0x0011 Attached { epoch: u64, next: u64, counts: QueueCounts },
        /// How many were new.
        0x0012 Submitted { added: u64 },
        /// 0: none in time.
        0x0013 Requested { waiting: u64, worker: u64, node: String },
        0x8014 Completed { completions: Vec<Completion> },
        /// The worker's number, never used before.
        0x0015 Joined { worker: u64, lease: u64 },
        /// Whether each report was accepted, and tasks.
        0x8016 Assigned { accepted: Vec<bool>, tasks: Vec<AssignedTask> },
        /// These have ended already.
        0x8017 Renewed { ended: Vec<u64> },
        0x0018 Done,
        0x0019 Counts { epoch: u64, counts: QueueCounts },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x001a Failed { kind: u16, text: String as text },
        /// `more`: others follow the last one.
        0x801b Listed { queues: Vec<QueueStatus>, more: bool },
    }
}

/// Of a task that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskProgress {
    pub task: Task,
    pub attempts: u32,
    pub failures: u32,
}
record!(TaskProgress { task: Task, attempts: u32, failures: u32 });

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldTask {
    pub number: u64,
    pub attempt: u32,
}
record!(HeldTask { number: u64, attempt: u32 });

messages! {
    /// What happened to queues, in order: replaying the records restores the state. The last few kinds
    /// summarise a longer history.
    pub enum QueueRecord {
        0x0001 Attached { queue: String, token: u64, epoch: u64, terms: QueueTerms },
        0x8002 Submitted { queue: String, tasks: Vec<Task> },
        0x0003 Joined { queue: String, worker: u64, node: String },
        0x8004 Assigned { queue: String, worker: u64, sequence: u64, numbers: Vec<u64> },
        0x8005 Reported { queue: String, worker: u64, sequence: u64, reports: Vec<TaskReport> },
        0x0006 Lost { queue: String, worker: u64 },
        0x0007 Acknowledged { queue: String, through: u64 },
        0x8008 Revived { queue: String, numbers: Vec<u64> },
        /// Queues that are created later, of whatever name, count epochs and workers from these on: a manager or
        /// worker of the removed queue is never mistaken for one of theirs.
        0x0009 Removed { queue: String, epoch: u64, workers: u64 },
        /// The tasks that have ended, how many of them are done, and the counters.
        0x8010 Past { queue: String, next: u64, completions: u64, workers: u64, done: u64, ended: Vec<Range> },
        0x8011 Open { queue: String, tasks: Vec<TaskProgress> },
        0x8012 Dead { queue: String, tasks: Vec<TaskProgress> },
        0x8013 Unacknowledged { queue: String, completions: Vec<Completion> },
        0x8014 Holding {
            queue: String, worker: u64, node: String, sequence: u64, accepted: Vec<bool>, answer: Option<Vec<u64>>,
            holds: Vec<HeldTask>
        },
    }
}
