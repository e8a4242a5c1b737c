// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Worker`]: gets tasks, and reports what came of them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use seaway_messages::{AssignedTask, QueueMessage, Task, TaskReport};

use crate::error::{QueueError, QueueErrorKind, Result};
use crate::queue::{Queue, in_turns, patience};

/// One worker, in one thread. When it is dropped, what it has not reported is tried elsewhere after its lease.
#[derive(Debug)]
pub struct Worker {
    queue: Queue,
    number: u64,
    lease: Duration,
    /// How many tasks a request may bring.
    prefetch: u32,
    sequence: u64,
    /// The request whose answer is still missing.
    open: Option<QueueMessage>,
    tasks: VecDeque<AssignedTask>,
    reports: Vec<TaskReport>,
}

/// A task that is assigned to this worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub task: Task,
    /// Counts the assignments of this task.
    pub attempt: u32,
}

impl Worker {
    pub(crate) fn join(queue: Queue, node: &str, deadline: Instant) -> Result<Self> {
        let join = QueueMessage::Join { queue: queue.name().into(), node: node.into() };
        let (number, lease) = match queue.ask(&join, deadline)? {
            QueueMessage::Joined { worker, lease } => (worker, Duration::from_millis(lease)),
            other => return Err(QueueError::unexpected(&other)),
        };
        let (tasks, reports) = (VecDeque::new(), Vec::new());
        Ok(Self { queue, number, lease, prefetch: 1, sequence: 0, open: None, tasks, reports })
    }

    /// Gets up to this many tasks with one request, and reports as many at once.
    #[must_use]
    pub fn prefetching(mut self, tasks: u32) -> Self {
        self.prefetch = tasks.max(1);
        self
    }

    /// Has the daemon of this host renew the worker's lease while this process lives and is not stopped.
    pub fn attended_by(&self, agent: &Queue, deadline: Instant) -> Result<()> {
        let attend = QueueMessage::Attend {
            owner: self.queue.address().into(),
            queue: self.queue.name().into(),
            worker: self.number,
            pid: std::process::id(),
            lease: u64::try_from(self.lease.as_millis()).unwrap_or(u64::MAX),
        };
        match agent.ask(&attend, deadline)? {
            QueueMessage::Done => Ok(()),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    /// A worker that is silent for longer has lost its tasks. Each call renews it, and so does an agent.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// The next task; `None` at the deadline. Reports that wait are sent along.
    pub fn get(&mut self, deadline: Instant) -> Result<Option<Assignment>> {
        in_turns(deadline, |turn| {
            if self.tasks.is_empty() {
                self.exchange(self.prefetch, turn)?;
            }
            let next = self.tasks.pop_front();
            Ok(next.map(|AssignedTask { task, attempt }| Assignment { task, attempt }))
        })
    }

    /// Reports a task as done. With prefetching, the report is sent with the next request for tasks, or by
    /// [`Self::flush`]; otherwise it is durable when this returns.
    pub fn done(&mut self, assignment: &Assignment, result: Vec<u8>, deadline: Instant) -> Result<()> {
        self.report(assignment, false, result, deadline)
    }

    /// Reports that a task failed: it is tried again, here or elsewhere, within the limit of the queue.
    pub fn failed(&mut self, assignment: &Assignment, deadline: Instant) -> Result<()> {
        self.report(assignment, true, Vec::new(), deadline)
    }

    /// Sends all reports: they are durable when this returns.
    pub fn flush(&mut self, deadline: Instant) -> Result<()> {
        if self.reports.is_empty() { Ok(()) } else { self.exchange(0, deadline) }
    }

    /// Reports what is done and gives the rest back, at once.
    pub fn leave(mut self, deadline: Instant) -> Result<()> {
        self.flush(deadline)?;
        let leave = QueueMessage::Leave { queue: self.queue.name().into(), worker: self.number };
        self.queue.ask(&leave, deadline).map(|_| ())
    }

    fn report(
        &mut self,
        assignment: &Assignment,
        failed: bool,
        result: Vec<u8>,
        deadline: Instant,
    ) -> Result<()> {
        let (number, attempt) = (assignment.task.number, assignment.attempt);
        self.reports.push(TaskReport { number, attempt, failed, result });
        if self.prefetch == 1 { self.flush(deadline) } else { Ok(()) }
    }

    /// A request that was not answered is sent again as it was, before anything else: the daemon knows it by
    /// its number.
    fn exchange(&mut self, want: u32, deadline: Instant) -> Result<()> {
        if let Some(open) = self.open.take() {
            self.send(open, deadline)?;
            if want > 0 && !self.tasks.is_empty() {
                return Ok(());
            }
        }
        self.sequence += 1;
        let request = QueueMessage::Work {
            queue: self.queue.name().into(),
            worker: self.number,
            sequence: self.sequence,
            reports: std::mem::take(&mut self.reports),
            want,
            milliseconds: patience(deadline),
        };
        self.send(request, deadline)
    }

    fn send(&mut self, request: QueueMessage, deadline: Instant) -> Result<()> {
        match self.queue.ask(&request, deadline) {
            Ok(QueueMessage::Assigned { tasks, .. }) => {
                self.tasks.extend(tasks);
                Ok(())
            }
            Ok(other) => Err(QueueError::unexpected(&other)),
            Err(error) => {
                let is_over = error.kind == QueueErrorKind::LeaseEnded;
                self.open = (!is_over).then_some(request);
                Err(error)
            }
        }
    }
}
