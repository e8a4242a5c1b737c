// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queues`]: hands the tasks of managers to workers. Requests and times come in; answers, and records for the
//! disk, come out.
//!
//! What must survive a crash changes by records alone (`state.rs`), so that replaying them makes the same state.
//! Who waits, and when leases end, is soft (`waiting.rs`): after a restart all clients ask again, and all leases
//! start over. A caller commits the records of a group of requests, and only then delivers the answers.
//!
//! A worker's requests are numbered. The same number again gets the same answer, so a lost connection neither
//! loses nor repeats a task. A worker that has lost its lease is refused: its tasks are with others.

mod open_task;
mod ready;
mod requests;
mod snapshot;
mod state;
#[cfg(test)]
mod tests;
mod waiting;

pub use self::requests::{MAX_NAME, MAX_PAYLOAD};

use std::collections::BTreeMap;

use seaway_messages::{QueueMessage, QueueRecord, QueueTerms};

use self::state::Queue;
use self::waiting::Waiting;

/// Identifies a request until it is answered. The caller chooses it.
pub type Ticket = u64;
/// Milliseconds since a moment that the caller chooses. Never goes back.
pub type Time = u64;

/// Of a queue whose workers come before its manager.
pub const DEFAULT_TERMS: QueueTerms = QueueTerms { tries: 3, lease: 10_000, straggler: 0 };

/// Why a request was refused. The numbers travel between machines and are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum Refusal {
    Argument = 1,
    /// Another manager has taken over.
    Fenced = 2,
    /// The worker was silent for too long, or has left: it must join again.
    LeaseEnded = 3,
    NoSuchQueue = 4,
    /// A newer request of this worker was seen already.
    OutOfDate = 5,
    /// The daemon's disk failed.
    Storage = 6,
    /// The queue has workers or unfinished tasks.
    InUse = 7,
}

impl Refusal {
    pub fn code(self) -> u16 {
        self as u16
    }

    pub fn message(self, text: impl Into<String>) -> QueueMessage {
        QueueMessage::Failed { kind: self.code(), text: text.into() }
    }
}

/// All queues of a daemon.
#[derive(Debug, Default)]
pub struct Queues {
    queues: BTreeMap<String, Served>,
    /// The largest epoch and worker of queues that were removed.
    removed: (u64, u64),
    defect: Defect,
}

/// For tests of the simulator, which must find each of these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Defect {
    #[default]
    None,
    /// A second completion of a task is recorded, too.
    CompletesTwice,
    /// A repeated request is taken for a new one.
    ForgetsSequence,
}

#[derive(Debug, Default)]
struct Served {
    queue: Queue,
    waiting: Waiting,
}

/// What came of some requests.
#[derive(Debug, Default)]
pub struct Output {
    /// To be delivered when the records have been committed.
    pub answers: Vec<(Ticket, QueueMessage)>,
    pub records: Vec<QueueRecord>,
}

impl Queues {
    #[must_use]
    pub fn with_defect(defect: Defect) -> Self {
        Self { defect, ..Self::default() }
    }

    /// Applies a record that was stored.
    pub fn replay(&mut self, record: &QueueRecord) {
        match record {
            QueueRecord::Removed { queue, epoch, workers } => _ = self.take_out(queue, *epoch, *workers),
            _ => self.served(queue_of(record)).queue.apply(record),
        }
    }

    /// After the last record: all leases begin now.
    pub fn begin(&mut self, now: Time) {
        for Served { queue, waiting } in self.queues.values_mut() {
            waiting.begin(queue, now);
        }
    }

    /// Records that make the present state, instead of all before.
    pub fn snapshot(&self) -> Vec<QueueRecord> {
        let (epoch, workers) = self.removed;
        let removed = QueueRecord::Removed { queue: String::new(), epoch, workers };
        let present = self.queues.iter().flat_map(|(name, served)| snapshot::records(name, &served.queue));
        std::iter::once(removed).filter(|_| self.removed != (0, 0)).chain(present).collect()
    }

    /// Tasks that are neither done nor dead.
    pub fn unfinished(&self) -> u64 {
        self.queues.values().map(|served| served.queue.open.len() as u64).sum()
    }

    /// To be called after the requests of a group, and when [`Self::due`] has come: ends leases, assigns tasks
    /// and answers waiting clients.
    pub fn settle(&mut self, now: Time, output: &mut Output) {
        for (name, served) in &mut self.queues {
            served.settle(name, now, output);
        }
    }

    /// When [`Self::settle`] has something to do, if no request comes before.
    pub fn due(&self) -> Option<Time> {
        self.queues.values().filter_map(|served| served.waiting.due(&served.queue)).min()
    }

    /// Nobody waits for this answer any more.
    pub fn forget(&mut self, ticket: Ticket) {
        self.queues.values_mut().for_each(|served| served.waiting.forget(ticket));
    }

    fn served(&mut self, name: &str) -> &mut Served {
        if !self.queues.contains_key(name) {
            let (epoch, last_worker) = self.removed;
            let queue = Queue { defect: self.defect, epoch, last_worker, ..Queue::default() };
            self.queues.insert(name.into(), Served { queue, waiting: Waiting::default() });
        }
        self.queues.get_mut(name).expect("it was just inserted")
    }

    fn take_out(&mut self, name: &str, epoch: u64, workers: u64) -> Option<Served> {
        self.removed = (self.removed.0.max(epoch), self.removed.1.max(workers));
        self.queues.remove(name)
    }
}

fn queue_of(record: &QueueRecord) -> &str {
    match record {
        QueueRecord::Attached { queue, .. }
        | QueueRecord::Submitted { queue, .. }
        | QueueRecord::Joined { queue, .. }
        | QueueRecord::Assigned { queue, .. }
        | QueueRecord::Reported { queue, .. }
        | QueueRecord::Lost { queue, .. }
        | QueueRecord::Acknowledged { queue, .. }
        | QueueRecord::Revived { queue, .. }
        | QueueRecord::Removed { queue, .. }
        | QueueRecord::Past { queue, .. }
        | QueueRecord::Open { queue, .. }
        | QueueRecord::Dead { queue, .. }
        | QueueRecord::Unacknowledged { queue, .. }
        | QueueRecord::Holding { queue, .. } => queue,
    }
}
