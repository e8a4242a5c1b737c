// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queue`]: what a queue's records have made of it. Nothing here depends on time.

use std::collections::{BTreeMap, VecDeque};

use seaway_device_api::Extent;
use seaway_messages::{Completion, QueueRecord, QueueTerms, Task, TaskFate, TaskProgress, TaskReport};

use super::open_task::OpenTask;
use super::ready::Ready;
use super::{DEFAULT_TERMS, Defect};
use crate::stream::bytes::RangeSet;

#[derive(Debug)]
pub(super) struct Queue {
    pub(super) terms: QueueTerms,
    pub(super) epoch: u64,
    /// Of the manager.
    pub(super) token: u64,
    pub(super) open: BTreeMap<u64, OpenTask>,
    pub(super) ready: Ready,
    pub(super) dead: BTreeMap<u64, OpenTask>,
    /// Numbers of tasks that are done or dead.
    pub(super) ended: RangeSet,
    pub(super) done: u64,
    /// Greater than all numbers of tasks.
    pub(super) next: u64,
    /// Of submissions.
    pub(super) order: u64,
    /// Not acknowledged by a manager.
    pub(super) completions: VecDeque<Completion>,
    /// The last one's number.
    pub(super) completed: u64,
    pub(super) workers: BTreeMap<u64, Worker>,
    /// The number of the newest worker: no number is used twice.
    pub(super) last_worker: u64,
    pub(super) defect: Defect,
}

#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) node: String,
    /// Of its last request.
    pub(super) sequence: u64,
    /// Which of the reports in its last request were accepted.
    pub(super) accepted: Vec<bool>,
    /// The tasks that were the answer to its last request, once they are assigned.
    pub(super) answer: Option<Vec<u64>>,
    /// What it has, and the attempts that these are.
    pub(super) holds: BTreeMap<u64, u32>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            terms: DEFAULT_TERMS,
            epoch: 0,
            token: 0,
            open: BTreeMap::new(),
            ready: Ready::default(),
            dead: BTreeMap::new(),
            ended: RangeSet::new(),
            done: 0,
            next: 0,
            order: 0,
            completions: VecDeque::new(),
            completed: 0,
            workers: BTreeMap::new(),
            last_worker: 0,
            defect: Defect::None,
        }
    }
}

impl Queue {
    pub(super) fn apply(&mut self, record: &QueueRecord) {
        match record {
            QueueRecord::Attached { token, epoch, terms, .. } => {
                (self.token, self.epoch, self.terms) = (*token, *epoch, *terms);
            }
            QueueRecord::Submitted { tasks, .. } => tasks.iter().for_each(|task| self.submit(task)),
            QueueRecord::Joined { worker, node, .. } => {
                self.last_worker = *worker;
                self.workers.insert(*worker, Worker { node: node.clone(), ..Worker::default() });
            }
            QueueRecord::Assigned { worker, sequence, numbers, .. } => {
                self.assign(*worker, *sequence, numbers)
            }
            QueueRecord::Reported { worker, sequence, reports, .. } => {
                self.report(*worker, *sequence, reports)
            }
            QueueRecord::Lost { worker, .. } => self.lose(*worker),
            QueueRecord::Acknowledged { through, .. } => self.acknowledge(*through),
            QueueRecord::Revived { numbers, .. } => numbers.iter().for_each(|number| self.revive(*number)),
            QueueRecord::Past { next, completions, workers, done, ended, .. } => {
                self.last_worker = *workers;
                (self.next, self.completed, self.done) = (*next, *completions, *done);
                ended.iter().for_each(|range| self.ended.insert(Extent::new(range.offset, range.len)));
            }
            QueueRecord::Open { tasks, .. } => tasks.iter().for_each(|task| self.restore(task)),
            QueueRecord::Dead { tasks, .. } => {
                let dead: Vec<OpenTask> = tasks.iter().map(|task| self.progressed(task)).collect();
                self.dead.extend(dead.into_iter().map(|task| (task.task.number, task)));
            }
            QueueRecord::Unacknowledged { completions, .. } => {
                self.completions.extend(completions.iter().cloned())
            }
            QueueRecord::Holding { .. } => self.hold(record),
            // Of all queues together.
            QueueRecord::Removed { .. } => {}
        }
    }

    /// Whether a task of this number was submitted.
    pub(super) fn knows(&self, number: u64) -> bool {
        self.open.contains_key(&number) || self.ended.around(number).is_some()
    }

    /// Whether this worker has this attempt at a task.
    fn has(&self, worker: u64, report: &TaskReport) -> bool {
        self.workers.get(&worker).and_then(|worker| worker.holds.get(&report.number)) == Some(&report.attempt)
    }

    fn submit(&mut self, task: &Task) {
        if self.knows(task.number) {
            return;
        }
        self.next = self.next.max(task.number.saturating_add(1));
        self.order += 1;
        let task = OpenTask::new(task.clone(), self.order);
        self.ready.insert(&task);
        self.open.insert(task.task.number, task);
    }

    fn assign(&mut self, worker: u64, sequence: u64, numbers: &[u64]) {
        let Some(holder) = self.workers.get_mut(&worker) else { return };
        for number in numbers {
            let Some(task) = self.open.get_mut(number) else { continue };
            self.ready.remove(task);
            task.attempts += 1;
            task.holders.push((worker, task.attempts));
            holder.holds.insert(*number, task.attempts);
        }
        (holder.sequence, holder.answer) = (sequence, Some(numbers.to_vec()));
    }

    fn report(&mut self, worker: u64, sequence: u64, reports: &[TaskReport]) {
        let mut accepted = Vec::with_capacity(reports.len());
        for report in reports {
            let is_held = self.has(worker, report);
            accepted.push(is_held);
            if is_held && report.failed {
                self.fail(worker, report.number);
            } else if is_held || self.defect == Defect::CompletesTwice {
                self.complete(worker, report);
            }
        }
        if let Some(reporter) = self.workers.get_mut(&worker) {
            (reporter.sequence, reporter.accepted, reporter.answer) = (sequence, accepted, None);
        }
    }

    /// The first report counts. Other workers lose the task.
    fn complete(&mut self, worker: u64, report: &TaskReport) {
        let Some(task) = self.open.remove(&report.number) else {
            if self.defect == Defect::CompletesTwice {
                self.record(worker, report, TaskFate::Done);
            }
            return;
        };
        self.ready.remove(&task);
        self.release(&task);
        self.ended.insert(Extent::new(report.number, 1));
        self.done += 1;
        self.record(worker, report, TaskFate::Done);
    }

    fn record(&mut self, worker: u64, report: &TaskReport, fate: TaskFate) {
        self.completed += 1;
        let TaskReport { number, attempt, ref result, .. } = *report;
        let (sequence, result) = (self.completed, result.clone());
        self.completions.push_back(Completion { sequence, number, fate, worker, attempt, result });
    }

    fn release(&mut self, task: &OpenTask) {
        for (worker, _) in &task.holders {
            if let Some(holder) = self.workers.get_mut(worker) {
                holder.holds.remove(&task.task.number);
            }
        }
    }

    /// An attempt has failed. If no other goes on, the task is tried again or is dead.
    fn fail(&mut self, worker: u64, number: u64) {
        let attempt = self.workers.get_mut(&worker).and_then(|holder| holder.holds.remove(&number));
        let Some(task) = self.open.get_mut(&number) else { return };
        task.holders.retain(|&(holder, _)| holder != worker);
        task.failures += 1;
        if !task.holders.is_empty() {
            return;
        }
        if task.failures < self.terms.tries {
            self.ready.insert(task);
            return;
        }
        let Some(task) = self.open.remove(&number) else { return };
        self.dead.insert(number, task);
        self.ended.insert(Extent::new(number, 1));
        let attempt = attempt.unwrap_or(0);
        let report = TaskReport { number, attempt, failed: true, result: Vec::new() };
        self.record(worker, &report, TaskFate::Dead);
    }

    fn lose(&mut self, worker: u64) {
        let held: Vec<u64> =
            self.workers.get(&worker).map_or(Vec::new(), |worker| worker.holds.keys().copied().collect());
        held.into_iter().for_each(|number| self.fail(worker, number));
        self.workers.remove(&worker);
    }

    fn acknowledge(&mut self, through: u64) {
        while self.completions.pop_front_if(|completion| completion.sequence <= through).is_some() {}
    }

    fn revive(&mut self, number: u64) {
        let Some(mut task) = self.dead.remove(&number) else { return };
        self.ended.remove(Extent::new(number, 1));
        task.failures = 0;
        self.ready.insert(&task);
        self.open.insert(number, task);
    }

    fn restore(&mut self, progress: &TaskProgress) {
        let task = self.progressed(progress);
        self.ready.insert(&task);
        self.open.insert(task.task.number, task);
    }

    fn progressed(&mut self, progress: &TaskProgress) -> OpenTask {
        self.order += 1;
        let TaskProgress { task, attempts, failures } = progress.clone();
        OpenTask { attempts, failures, ..OpenTask::new(task, self.order) }
    }

    fn hold(&mut self, record: &QueueRecord) {
        let QueueRecord::Holding { worker, node, sequence, accepted, answer, holds, .. } = record else {
            return;
        };
        let mut holder = Worker { node: node.clone(), sequence: *sequence, ..Worker::default() };
        (holder.accepted, holder.answer) = (accepted.clone(), answer.clone());
        for held in holds {
            holder.holds.insert(held.number, held.attempt);
            if let Some(task) = self.open.get_mut(&held.number) {
                self.ready.remove(task);
                task.holders.push((*worker, held.attempt));
            }
        }
        self.workers.insert(*worker, holder);
    }
}
