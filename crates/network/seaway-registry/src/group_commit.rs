// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`GroupCommit`]: a state machine with a clock and a thread. Requests that arrive while a commit is under way are
//! committed together by the next, and answered when that is done.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Identifies a request until it is answered.
pub type Ticket = u64;

/// Requests of one commit: bounds the memory of a group.
const MAX_GROUP: usize = 1024;
/// How long the thread sleeps when nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// A state machine and its disk. Times are milliseconds since the start.
pub trait Durable: Send + 'static {
    type Request: Send;
    type Answer: Send;

    fn apply(&mut self, now: u64, ticket: Ticket, request: Self::Request);

    /// Commits what was applied since the last call, and does what is due. Returns the answers that may be delivered now.
    fn commit(&mut self, now: u64) -> Vec<(Ticket, Self::Answer)>;

    /// When `commit` has something to do, if no request comes before.
    fn due(&self) -> Option<u64>;

    /// The caller no longer waits for this answer.
    fn forget(&mut self, ticket: Ticket);
}

pub struct GroupCommit<D: Durable> {
    jobs: Sender<Job<D>>,
    tickets: AtomicU64,
    thread: Option<JoinHandle<()>>,
}

/// A request that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked(Ticket);

type Reply<D> = Box<dyn FnOnce(<D as Durable>::Answer) + Send>;

enum Job<D: Durable> {
    Ask { ticket: Ticket, request: D::Request, reply: Reply<D> },
    Forget(Ticket),
    End,
}

impl<D: Durable> GroupCommit<D> {
    /// The thread ends when this is dropped.
    pub fn start(name: &str, durable: D) -> io::Result<Self> {
        let (jobs, received) = channel();
        let group = Group { durable, started: Instant::now(), replies: HashMap::new() };
        let thread = Builder::new().name(name.into()).spawn(move || group.serve(&received))?;
        Ok(Self { jobs, tickets: AtomicU64::new(0), thread: Some(thread) })
    }

    /// Calls `reply` with the answer, from another thread, once the change is durable. It is dropped if this
    /// ends before.
    pub fn submit(&self, request: D::Request, reply: impl FnOnce(D::Answer) + Send + 'static) -> Asked {
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        // Fails when the thread has ended, which drops the reply.
        let _ = self.jobs.send(Job::Ask { ticket, request, reply: Box::new(reply) });
        Asked(ticket)
    }

    /// The caller no longer waits for this answer.
    pub fn forget(&self, asked: Asked) {
        let _ = self.jobs.send(Job::Forget(asked.0));
    }
}

impl<D: Durable> Drop for GroupCommit<D> {
    fn drop(&mut self) {
        let _ = self.jobs.send(Job::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<D: Durable> fmt::Debug for GroupCommit<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupCommit").finish_non_exhaustive()
    }
}

/// The thread's own.
struct Group<D: Durable> {
    durable: D,
    started: Instant,
    replies: HashMap<Ticket, Reply<D>>,
}

impl<D: Durable> Group<D> {
    fn serve(mut self, jobs: &Receiver<Job<D>>) {
        loop {
            let first = match jobs.recv_timeout(self.patience()) {
                Ok(job) => Some(job),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            for job in first.into_iter().chain(jobs.try_iter()).take(MAX_GROUP) {
                match job {
                    Job::Ask { ticket, request, reply } => {
                        self.replies.insert(ticket, reply);
                        self.durable.apply(self.now(), ticket, request);
                    }
                    Job::Forget(ticket) => {
                        self.durable.forget(ticket);
                        self.replies.remove(&ticket);
                    }
                    Job::End => return,
                }
            }
            for (ticket, answer) in self.durable.commit(self.now()) {
                if let Some(reply) = self.replies.remove(&ticket) {
                    reply(answer);
                }
            }
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn patience(&self) -> Duration {
        let Some(due) = self.durable.due() else { return IDLE };
        // Times are whole milliseconds, rounded down: a little later is certainly due.
        Duration::from_millis((due + 1).saturating_sub(self.now())).min(IDLE)
    }
}
