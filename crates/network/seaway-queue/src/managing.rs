// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Manager`]: submits tasks and takes their completions.

use std::collections::VecDeque;
use std::time::Instant;

use seaway_messages::{Completion, QueueMessage, QueueTerms, Task};

use crate::error::{QueueError, QueueErrorKind, Result};
use crate::queue::{Queue, in_turns, patience, random_number};

/// Completions that one request asks for.
const MOST: u32 = 512;

/// There is one at a time: a newer one fences the older. What a manager has submitted stays; completions that
/// it has not acknowledged come to its successor.
#[derive(Debug)]
pub struct Manager {
    queue: Queue,
    epoch: u64,
    next: u64,
    /// The last completion that was returned by [`Self::wait_for_done`].
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
                    return Ok(Self { queue, epoch, next, returned: 0, received: VecDeque::new() });
                }
                Ok(other) => return Err(QueueError::unexpected(&other)),
                // Somebody was faster. The newest counts.
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
        self.next
    }

    /// Submits tasks, durably. Numbers that were submitted before, by whichever manager, change nothing: a
    /// successor may submit everything again. Returns how many were new.
    pub fn submit(&mut self, tasks: Vec<Task>, deadline: Instant) -> Result<u64> {
        let next = tasks.iter().map(|task| task.number.saturating_add(1)).max().unwrap_or(0);
        let request = QueueMessage::Submit { queue: self.name(), epoch: self.epoch, tasks };
        match self.queue.ask(&request, deadline)? {
            QueueMessage::Submitted { added } => {
                self.next = self.next.max(next);
                Ok(added)
            }
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// Waits until a worker waits and no task is ready: its number and its node. `None` at the deadline.
    pub fn wait_for_request(&mut self, deadline: Instant) -> Result<Option<(u64, String)>> {
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
    /// certain that no successor is told of it again.
    pub fn wait_for_done(&mut self, deadline: Instant) -> Result<Option<Completion>> {
        in_turns(deadline, |turn| {
            if self.received.is_empty() {
                let completions = self.completions(MOST, patience(turn), turn)?;
                self.received.extend(completions);
            }
            let next = self.received.pop_front();
            if let Some(completion) = &next {
                self.returned = completion.sequence;
            }
            Ok(next)
        })
    }

    /// Acknowledges what [`Self::wait_for_done`] has returned: no successor is told of it again.
    pub fn acknowledge(&mut self, deadline: Instant) -> Result<()> {
        if self.returned > 0 { self.completions(0, 0, deadline).map(|_| ()) } else { Ok(()) }
    }

    fn completions(&self, most: u32, milliseconds: u64, deadline: Instant) -> Result<Vec<Completion>> {
        let (queue, epoch, after) = (self.name(), self.epoch, self.returned);
        let request = QueueMessage::AwaitDone { queue, epoch, after, most, milliseconds };
        match self.queue.ask(&request, deadline)? {
            QueueMessage::Completed { completions } => Ok(completions),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// Tries dead letters again.
    pub fn revive(&mut self, numbers: Vec<u64>, deadline: Instant) -> Result<()> {
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
