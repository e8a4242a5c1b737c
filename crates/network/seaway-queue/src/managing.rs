// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Manager`]: submits tasks and takes their completions.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use seaway_messages::{Completion, QueueMessage, QueueTerms, Task};

use crate::error::{QueueError, QueueErrorKind, Result};
use crate::queue::{Queue, in_turns, patience, random_number};

/// Completions that one request asks for.
const MOST: u32 = 512;

/// Its methods may be called by several threads. There is one at a time: a newer one fences the older. What a manager has submitted stays; completions that
/// it has not acknowledged come to its successor.
#[derive(Debug)]
pub struct Manager {
    queue: Queue,
    epoch: u64,
    next: AtomicU64,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    /// The last completion that was returned by [`Manager::wait_for_done`].
    returned: u64,
    received: VecDeque<Completion>,
}

impl Manager {
    pub(crate) fn attach(queue: Queue, terms: QueueTerms, deadline: Instant) -> Result<Self> {
        let token = random_number()?;
        loop {
            let epoch = match queue.inspect(deadline) {
                Ok((epoch, _)) => epoch,
                Err(error) if error.kind == QueueErrorKind::NoSuchQueue => 0,
                Err(error) => return Err(error),
            };
            let name = queue.name().to_owned();
            match queue.ask(&QueueMessage::Attach { queue: name, epoch, token, terms }, deadline) {
                Ok(QueueMessage::Attached { epoch, next, .. }) => {
                    return Ok(Self { queue, epoch, next: AtomicU64::new(next), taken: Mutex::default() });
                }
                Ok(other) => return Err(QueueError::unexpected(&other)),
                // Another manager was faster. The newest wins.
                Err(error) if error.kind == QueueErrorKind::Fenced && Instant::now() < deadline => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// A number that no task had when this manager took over, and that it has not seen itself since.
    pub fn next_number(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }

    /// The same; the next call returns one that is larger by `count`.
    pub fn take_numbers(&self, count: u64) -> u64 {
        self.next.fetch_add(count, Ordering::Relaxed)
    }

    /// Submits tasks, durably. Numbers that were submitted before, by whichever manager, change nothing: a
    /// successor may submit everything again. Returns how many were new.
    pub fn submit(&self, tasks: Vec<Task>, deadline: Instant) -> Result<u64> {
        let next = tasks.iter().map(|task| task.number.saturating_add(1)).max().unwrap_or(0);
        let request = QueueMessage::Submit { queue: self.name(), epoch: self.epoch, tasks };
        match self.queue.ask(&request, deadline)? {
            QueueMessage::Submitted { added } => {
                self.next.fetch_max(next, Ordering::Relaxed);
                Ok(added)
            }
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// Waits until a worker waits and no task is ready: its number and its node. `None` at the deadline.
    pub fn wait_for_request(&self, deadline: Instant) -> Result<Option<(u64, String)>> {
        in_turns(deadline, |turn| {
            let (queue, epoch, milliseconds) = (self.name(), self.epoch, patience(turn));
            match self.queue.ask(&QueueMessage::AwaitRequest { queue, epoch, milliseconds }, turn)? {
                QueueMessage::Requested { waiting: 0, .. } => Ok(None),
                QueueMessage::Requested { worker, node, .. } => Ok(Some((worker, node))),
                other => Err(QueueError::unexpected(&other)),
            }
        })
    }

    /// The next completion; `None` at the deadline. Acknowledges the one returned before: only then is it
    /// certain that no successor gets it again.
    pub fn wait_for_done(&self, deadline: Instant) -> Result<Option<Completion>> {
        self.wait_for_fitting(usize::MAX, deadline)
    }

    /// As [`Self::wait_for_done`]; a completion whose result has more than `capacity` bytes is shown, and comes again.
    pub fn wait_for_fitting(&self, capacity: usize, deadline: Instant) -> Result<Option<Completion>> {
        // Other threads that wait for completions wait for this lock.
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        in_turns(deadline, |turn| {
            if taken.received.is_empty() {
                let completions = self.completions(taken.returned, MOST, patience(turn), turn)?;
                taken.received.extend(completions);
            }
            if taken.received.front().is_some_and(|completion| completion.result.len() > capacity) {
                return Ok(taken.received.front().cloned());
            }
            let next = taken.received.pop_front();
            if let Some(completion) = &next {
                taken.returned = completion.sequence;
            }
            Ok(next)
        })
    }

    /// Acknowledges what [`Self::wait_for_done`] has returned: no successor gets it again.
    pub fn acknowledge(&self, deadline: Instant) -> Result<()> {
        let returned = self.taken.lock().unwrap_or_else(PoisonError::into_inner).returned;
        if returned > 0 { self.completions(returned, 0, 0, deadline).map(|_| ()) } else { Ok(()) }
    }

    fn completions(
        &self,
        after: u64,
        most: u32,
        milliseconds: u64,
        deadline: Instant,
    ) -> Result<Vec<Completion>> {
        let (queue, epoch) = (self.name(), self.epoch);
        let request = QueueMessage::AwaitDone { queue, epoch, after, most, milliseconds };
        match self.queue.ask(&request, deadline)? {
            QueueMessage::Completed { completions } => Ok(completions),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// Tries dead letters again.
    pub fn revive(&self, numbers: Vec<u64>, deadline: Instant) -> Result<()> {
        let request = QueueMessage::Revive { queue: self.name(), epoch: self.epoch, numbers };
        match self.queue.ask(&request, deadline)? {
            QueueMessage::Done => Ok(()),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    fn name(&self) -> String {
        self.queue.name().to_owned()
    }
}
