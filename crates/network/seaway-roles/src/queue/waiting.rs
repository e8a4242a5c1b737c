// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Waiting`]: who waits at a queue, and when leases end. All of it may be forgotten in a crash.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use seaway_messages::{AssignedTask, QueueMessage, QueueRecord};

use super::state::{Queue, Worker};
use super::{Output, Refusal, Served, Ticket, Time};

/// A lease that ended more than this part of it ago, and that nobody has checked since, continues.
const LATE_PART: u64 = 4;

#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// For tasks, longest wait first.
    pub(super) workers: VecDeque<WaitingWorker>,
    /// For a worker that waits.
    pub(super) for_requests: VecDeque<(Ticket, Time)>,
    pub(super) for_completions: Vec<WaitingForDone>,
    leases: BTreeMap<u64, Time>,
    ends: BTreeSet<(Time, u64)>,
    /// When tasks were assigned, if stragglers matter.
    since: BTreeMap<u64, Time>,
}

#[derive(Debug)]
pub(super) struct WaitingWorker {
    pub(super) ticket: Ticket,
    pub(super) worker: u64,
    pub(super) want: usize,
    pub(super) until: Time,
}

#[derive(Debug)]
pub(super) struct WaitingForDone {
    pub(super) ticket: Ticket,
    pub(super) after: u64,
    pub(super) most: usize,
    pub(super) until: Time,
}

impl Waiting {
    pub(super) fn begin(&mut self, queue: &Queue, now: Time) {
        queue.workers.keys().for_each(|&worker| self.renew(worker, now, queue.terms.lease));
        let held = queue.open.values().filter(|task| !task.holders.is_empty());
        self.since = held.map(|task| (task.task.number, now)).collect();
    }

    pub(super) fn renew(&mut self, worker: u64, now: Time, lease: u64) {
        self.end(worker);
        let ends = now.saturating_add(lease);
        self.leases.insert(worker, ends);
        self.ends.insert((ends, worker));
    }

    pub(super) fn end(&mut self, worker: u64) {
        if let Some(ends) = self.leases.remove(&worker) {
            self.ends.remove(&(ends, worker));
        }
    }

    pub(super) fn forget(&mut self, ticket: Ticket) {
        self.workers.retain(|waiting| waiting.ticket != ticket);
        self.for_requests.retain(|(waiting, _)| *waiting != ticket);
        self.for_completions.retain(|waiting| waiting.ticket != ticket);
    }

    /// Everybody who waits.
    pub(super) fn tickets(&self) -> Vec<Ticket> {
        let workers = self.workers.iter().map(|waiting| waiting.ticket);
        let requests = self.for_requests.iter().map(|(ticket, _)| *ticket);
        workers.chain(requests).chain(self.for_completions.iter().map(|waiting| waiting.ticket)).collect()
    }

    pub(super) fn due(&self, queue: &Queue) -> Option<Time> {
        let lease = self.ends.first().map(|&(ends, _)| ends);
        let workers = self.workers.iter().map(|waiting| waiting.until);
        let requests = self.for_requests.iter().map(|&(_, until)| until);
        let completions = self.for_completions.iter().map(|waiting| waiting.until);
        let idle = !self.workers.is_empty() && queue.terms.straggler > 0;
        let twins = self.since.values().filter(|_| idle).map(|since| since + queue.terms.straggler);
        lease.into_iter().chain(workers).chain(requests).chain(completions).chain(twins).min()
    }

    fn next_ended(&self, now: Time) -> Option<(Time, u64)> {
        self.ends.first().filter(|&&(ends, _)| ends <= now).copied()
    }

    /// A task of another worker that runs for too long, and that has not been started a second time.
    fn straggler(&self, queue: &Queue, worker: u64, now: Time) -> Option<u64> {
        let limit = queue.terms.straggler;
        let is_late = |since: Time| limit > 0 && now >= since.saturating_add(limit);
        let late =
            self.since.iter().filter(|&(_, &since)| is_late(since)).map(|(&number, &since)| (since, number));
        let alone =
            late.filter(|(_, number)| match queue.open.get(number).map(|task| task.holders.as_slice()) {
                Some([(holder, _)]) => *holder != worker,
                _ => false,
            });
        alone.min().map(|(_, number)| number)
    }
}

impl Served {
    pub(super) fn settle(&mut self, name: &str, now: Time, output: &mut Output) {
        let lease = self.queue.terms.lease;
        while let Some((ends, worker)) = self.waiting.next_ended(now) {
            // This process was stopped, or its disk was slow: who would have renewed the lease was not heard.
            if now - ends > lease / LATE_PART {
                self.waiting.renew(worker, now, lease);
                continue;
            }
            self.record(QueueRecord::Lost { queue: name.into(), worker }, output);
            self.waiting.end(worker);
        }
        if self.queue.terms.straggler > 0 {
            let open = &self.queue.open;
            self.waiting
                .since
                .retain(|number, _| open.get(number).is_some_and(|task| !task.holders.is_empty()));
        }
        for waiting in std::mem::take(&mut self.waiting.workers) {
            self.settle_worker(name, waiting, now, output);
        }
        self.settle_completions(now, output);
        self.settle_requests(now, output);
    }

    /// Changes the state as the record says, and has it stored.
    pub(super) fn record(&mut self, record: QueueRecord, output: &mut Output) {
        self.queue.apply(&record);
        output.records.push(record);
    }

    fn settle_worker(&mut self, name: &str, waiting: WaitingWorker, now: Time, output: &mut Output) {
        let WaitingWorker { ticket, worker, want, until } = waiting;
        let Some(state) = self.queue.workers.get(&worker) else {
            return output.answers.push((ticket, lease_ended(worker)));
        };
        let mut numbers = self.queue.ready.choose(&state.node, want, state.holds.is_empty());
        if numbers.is_empty() && want > 0 {
            numbers.extend(self.waiting.straggler(&self.queue, worker, now));
        }
        if numbers.is_empty() && want > 0 && now < until {
            return self.waiting.workers.push_back(waiting);
        }
        if self.queue.terms.straggler > 0 {
            numbers.iter().for_each(|&number| _ = self.waiting.since.entry(number).or_insert(now));
        }
        // Even if there are none: a copy of the request that comes later must not get another answer, with
        // tasks that the worker would never hear of.
        let sequence = state.sequence;
        self.record(QueueRecord::Assigned { queue: name.into(), worker, sequence, numbers }, output);
        if let Some(state) = self.queue.workers.get(&worker) {
            output.answers.push((ticket, assigned(&self.queue, state)));
        }
    }

    fn settle_completions(&mut self, now: Time, output: &mut Output) {
        let completions = &self.queue.completions;
        self.waiting.for_completions.retain(|waiting| {
            let first = completions.partition_point(|completion| completion.sequence <= waiting.after);
            if first == completions.len() && now < waiting.until {
                return true;
            }
            let completions = completions.range(first..).take(waiting.most).cloned().collect();
            output.answers.push((waiting.ticket, QueueMessage::Completed { completions }));
            false
        });
    }

    fn settle_requests(&mut self, now: Time, output: &mut Output) {
        let waiting = self.waiting.workers.front().filter(|_| self.queue.ready.is_empty());
        let count = if waiting.is_some() { self.waiting.workers.len() as u64 } else { 0 };
        let worker = waiting.map_or(0, |waiting| waiting.worker);
        let node = self.queue.workers.get(&worker).map_or(String::new(), |state| state.node.clone());
        self.waiting.for_requests.retain(|&(ticket, until)| {
            if count == 0 && now < until {
                return true;
            }
            let requested = QueueMessage::Requested { waiting: count, worker, node: node.clone() };
            output.answers.push((ticket, requested));
            false
        });
    }
}

/// The answer to a worker's last request. Tasks that others have completed meanwhile are left out.
pub(super) fn assigned(queue: &Queue, worker: &Worker) -> QueueMessage {
    let task = |number: &u64| {
        let attempt = *worker.holds.get(number)?;
        Some(AssignedTask { task: queue.open.get(number)?.task.clone(), attempt })
    };
    let tasks = worker.answer.iter().flatten().filter_map(task).collect();
    QueueMessage::Assigned { accepted: worker.accepted.clone(), tasks }
}

pub(super) fn lease_ended(worker: u64) -> QueueMessage {
    Refusal::LeaseEnded
        .message(format!("worker {worker:#x} was silent for too long: its tasks were given to other workers"))
}
