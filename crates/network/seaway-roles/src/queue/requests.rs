// SPDX-License-Identifier: MIT OR Apache-2.0
//! What each request does.

use std::ops::Bound;

use seaway_messages::{QueueCounts, QueueMessage, QueueRecord, QueueStatus, QueueTerms, Task, TaskReport};

use super::waiting::{WaitingForDone, WaitingWorker, assigned, lease_ended};
use super::{Defect, Output, Queues, Refusal, Served, Ticket, Time};

/// Maximum length of a queue's name, in bytes.
pub const MAX_NAME: usize = 256;
/// Maximum number of queues of a daemon.
const MAX_QUEUES: usize = 10_000;
/// Maximum length of a task's payload, and of a result.
pub const MAX_PAYLOAD: usize = 64 << 10;
/// Maximum number of tasks or completions in one answer: whatever their size, they fit into a frame.
const MAX_AT_ONCE: usize = 512;
/// A request is answered after this time at the latest, in milliseconds.
const LONGEST_WAIT: Time = 3_600_000;
/// Of a lease, in milliseconds. Shorter ones would end while a busy daemon is not scheduled.
const SHORTEST_LEASE: u64 = 100;

type Answer = Result<QueueMessage, QueueMessage>;

impl Queues {
    /// Answers a request, at once or in a later call of [`Queues::settle`].
    pub fn apply(&mut self, now: Time, ticket: Ticket, request: QueueMessage, output: &mut Output) {
        let answer = match request {
            QueueMessage::Attach { queue, epoch, token, terms } => {
                self.attach(queue, epoch, token, terms, output)
            }
            QueueMessage::Submit { queue, epoch, tasks } => self.submit(queue, epoch, tasks, output),
            QueueMessage::AwaitRequest { queue, epoch, milliseconds } => match self.managed(&queue, epoch) {
                Ok(served) => {
                    served.waiting.for_requests.push_back((ticket, until(now, milliseconds)));
                    return;
                }
                Err(refusal) => Err(refusal),
            },
            QueueMessage::AwaitDone { queue, epoch, after, most, milliseconds } => {
                let until = until(now, milliseconds);
                let most = at_once(most);
                match self.await_done(queue, epoch, WaitingForDone { ticket, after, most, until }, output) {
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                }
            }
            QueueMessage::Join { queue, node } => self.join(now, queue, node, output),
            QueueMessage::Work { queue, worker, sequence, reports, want, milliseconds } => {
                let want = at_once(want);
                let waiting = WaitingWorker { ticket, worker, want, until: until(now, milliseconds) };
                match self.work(now, queue, sequence, reports, waiting, output) {
                    Some(answer) => answer,
                    None => return,
                }
            }
            QueueMessage::Renew { queue, workers } => self.renew(now, &queue, workers),
            QueueMessage::Leave { queue, worker } => self.leave(queue, worker, output),
            QueueMessage::Revive { queue, epoch, numbers } => self.revive(queue, epoch, numbers, output),
            QueueMessage::Inspect { queue } => self
                .known(&queue)
                .map(|served| QueueMessage::Counts { epoch: served.queue.epoch, counts: served.counts() }),
            QueueMessage::List { prefix, after } => Ok(self.list(&prefix, &after)),
            QueueMessage::Remove { queue, force } => self.remove(queue, force, output),
            other => Err(Refusal::Argument
                .message(format!("a message of kind {:#06x} is not a request", other.kind()))),
        };
        output.answers.push((ticket, answer.unwrap_or_else(|refusal| refusal)));
    }

    fn attach(
        &mut self,
        queue: String,
        before: u64,
        token: u64,
        mut terms: QueueTerms,
        output: &mut Output,
    ) -> Answer {
        if terms.tries == 0 {
            return Err(Refusal::Argument.message("a task must be tried at least once"));
        }
        terms.lease = terms.lease.max(SHORTEST_LEASE);
        let before = before.min(u64::MAX - 1);
        let served = self.named(&queue)?;
        // The same manager again, whose answer was lost.
        let is_known = served.queue.epoch == before + 1 && served.queue.token == token;
        if !is_known && served.queue.epoch != before {
            return Err(fenced(&queue));
        }
        if !is_known {
            let epoch = before + 1;
            served.record(QueueRecord::Attached { queue, token, epoch, terms }, output);
        }
        let (epoch, next) = (served.queue.epoch, served.queue.next);
        Ok(QueueMessage::Attached { epoch, next, counts: served.counts() })
    }

    fn submit(&mut self, queue: String, epoch: u64, mut tasks: Vec<Task>, output: &mut Output) -> Answer {
        let served = self.managed(&queue, epoch)?;
        // Ranges of numbers end before the largest.
        if tasks.iter().any(|task| task.payload.len() > MAX_PAYLOAD || task.number == u64::MAX) {
            return Err(Refusal::Argument.message(format!("a task has at most {MAX_PAYLOAD} bytes")));
        }
        tasks.retain(|task| !served.queue.knows(task.number));
        let before = served.queue.open.len();
        if !tasks.is_empty() {
            served.record(QueueRecord::Submitted { queue, tasks }, output);
        }
        Ok(QueueMessage::Submitted { added: (served.queue.open.len() - before) as u64 })
    }

    fn await_done(
        &mut self,
        queue: String,
        epoch: u64,
        waiting: WaitingForDone,
        output: &mut Output,
    ) -> Result<(), QueueMessage> {
        let served = self.managed(&queue, epoch)?;
        let through = waiting.after;
        if served.queue.completions.front().is_some_and(|completion| completion.sequence <= through) {
            served.record(QueueRecord::Acknowledged { queue, through }, output);
        }
        served.waiting.for_completions.push(waiting);
        Ok(())
    }

    fn join(&mut self, now: Time, queue: String, node: String, output: &mut Output) -> Answer {
        let served = self.named(&queue)?;
        let worker = served.queue.last_worker + 1;
        served.record(QueueRecord::Joined { queue, worker, node }, output);
        let lease = served.queue.terms.lease;
        served.waiting.renew(worker, now, lease);
        Ok(QueueMessage::Joined { worker, lease })
    }

    /// `None`: it is answered later.
    fn work(
        &mut self,
        now: Time,
        queue: String,
        sequence: u64,
        reports: Vec<TaskReport>,
        waiting: WaitingWorker,
        output: &mut Output,
    ) -> Option<Answer> {
        let (worker, defect) = (waiting.worker, self.defect);
        let served = match self.known(&queue) {
            Ok(served) => served,
            Err(refusal) => return Some(Err(refusal)),
        };
        let Some(state) = served.queue.workers.get(&worker) else { return Some(Err(lease_ended(worker))) };
        let is_repeated = sequence == state.sequence && defect != Defect::ForgetsSequence;
        if sequence < state.sequence {
            let text = format!("request {sequence} of worker {worker:#x} is older than {}", state.sequence);
            return Some(Err(Refusal::OutOfDate.message(text)));
        }
        if is_repeated && state.answer.is_some() {
            return Some(Ok(assigned(&served.queue, state)));
        }
        if reports.iter().any(|report| report.result.len() > MAX_PAYLOAD) {
            return Some(Err(Refusal::Argument.message(format!("a result has at most {MAX_PAYLOAD} bytes"))));
        }
        let lease = served.queue.terms.lease;
        served.waiting.renew(worker, now, lease);
        // What a worker's earlier connection waits for comes to the newer one.
        served.waiting.workers.retain(|other| other.worker != worker);
        if !is_repeated {
            served.record(QueueRecord::Reported { queue, worker, sequence, reports }, output);
        }
        served.waiting.workers.push_back(waiting);
        None
    }

    fn renew(&mut self, now: Time, queue: &str, workers: Vec<u64>) -> Answer {
        let served = self.known(queue)?;
        let lease = served.queue.terms.lease;
        let (alive, ended): (Vec<u64>, Vec<u64>) =
            workers.into_iter().partition(|worker| served.queue.workers.contains_key(worker));
        alive.into_iter().for_each(|worker| served.waiting.renew(worker, now, lease));
        Ok(QueueMessage::Renewed { ended })
    }

    fn leave(&mut self, queue: String, worker: u64, output: &mut Output) -> Answer {
        let served = self.known(&queue)?;
        if served.queue.workers.contains_key(&worker) {
            served.record(QueueRecord::Lost { queue, worker }, output);
            served.waiting.end(worker);
        }
        Ok(QueueMessage::Done)
    }

    fn revive(&mut self, queue: String, epoch: u64, mut numbers: Vec<u64>, output: &mut Output) -> Answer {
        let served = self.managed(&queue, epoch)?;
        numbers.retain(|number| served.queue.dead.contains_key(number));
        if !numbers.is_empty() {
            served.record(QueueRecord::Revived { queue, numbers }, output);
        }
        Ok(QueueMessage::Done)
    }

    fn list(&self, prefix: &str, after: &str) -> QueueMessage {
        let start = if after < prefix { Bound::Included(prefix) } else { Bound::Excluded(after) };
        let fits = |(name, _): &(&String, &Served)| name.starts_with(prefix);
        let mut found = self.queues.range::<str, _>((start, Bound::Unbounded)).take_while(fits);
        let status = |(name, served): (&String, &Served)| QueueStatus {
            name: name.clone(),
            epoch: served.queue.epoch,
            terms: served.queue.terms,
            counts: served.counts(),
            unacknowledged: served.queue.completions.len() as u64,
        };
        let queues: Vec<QueueStatus> = found.by_ref().take(MAX_AT_ONCE).map(status).collect();
        QueueMessage::Listed { queues, more: found.next().is_some() }
    }

    /// Waiting clients get an error, and later ones find that it is gone.
    fn remove(&mut self, queue: String, force: bool, output: &mut Output) -> Answer {
        let served = self.known(&queue)?;
        let QueueCounts { ready, assigned, workers, .. } = served.counts();
        if !force && (ready + assigned + workers) > 0 {
            let text = format!(
                "the queue {queue:?} has {} unfinished tasks and {workers} workers: wait for them, or force it",
                ready + assigned
            );
            return Err(Refusal::InUse.message(text));
        }
        let (epoch, workers) = (served.queue.epoch, served.queue.last_worker);
        if let Some(served) = self.take_out(&queue, epoch, workers) {
            let gone = |ticket| (ticket, no_such_queue(&queue));
            output.answers.extend(served.waiting.tickets().into_iter().map(gone));
        }
        output.records.push(QueueRecord::Removed { queue, epoch, workers });
        Ok(QueueMessage::Done)
    }

    /// A queue that is made if it does not exist.
    fn named(&mut self, queue: &str) -> Result<&mut Served, QueueMessage> {
        if queue.is_empty() || queue.len() > MAX_NAME || queue.contains(char::is_control) {
            return Err(Refusal::Argument.message(format!("{queue:?} is not a valid name of a queue")));
        }
        if self.queues.len() >= MAX_QUEUES && !self.queues.contains_key(queue) {
            return Err(Refusal::Argument.message(format!("a daemon has at most {MAX_QUEUES} queues")));
        }
        Ok(self.served(queue))
    }

    fn known(&mut self, queue: &str) -> Result<&mut Served, QueueMessage> {
        self.queues.get_mut(queue).ok_or_else(|| no_such_queue(queue))
    }

    /// A queue, for its present manager.
    fn managed(&mut self, queue: &str, epoch: u64) -> Result<&mut Served, QueueMessage> {
        let served = self.known(queue)?;
        if served.queue.epoch != epoch {
            return Err(fenced(queue));
        }
        Ok(served)
    }
}

impl Served {
    fn counts(&self) -> QueueCounts {
        let (open, ready) = (self.queue.open.len(), self.queue.ready.len());
        QueueCounts {
            ready: ready as u64,
            assigned: (open - ready) as u64,
            done: self.queue.done,
            dead: self.queue.dead.len() as u64,
            workers: self.queue.workers.len() as u64,
            waiting: self.waiting.workers.len() as u64,
        }
    }
}

fn no_such_queue(queue: &str) -> QueueMessage {
    Refusal::NoSuchQueue.message(format!("there is no queue {queue:?}"))
}

fn fenced(queue: &str) -> QueueMessage {
    Refusal::Fenced.message(format!("another manager has taken over the queue {queue:?}"))
}

fn at_once(count: u32) -> usize {
    usize::try_from(count).map_or(MAX_AT_ONCE, |count| count.min(MAX_AT_ONCE))
}

fn until(now: Time, milliseconds: u64) -> Time {
    now.saturating_add(milliseconds.min(LONGEST_WAIT))
}
