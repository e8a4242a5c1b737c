// SPDX-License-Identifier: MIT OR Apache-2.0
//! The queue of pillars to update. A pillar may start step n+1 when its neighbours have finished step n. Each task is leased;
//! if its worker fails or falls silent, the pillar is leased again and the old lease is void.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ppm_kernel::Summary;

use crate::grid::{Grid, Pillar};
use crate::store::{PillarStore, Writer};
use crate::time_steps::{Step, TimeSteps};

/// One double step of one pillar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    pub pillar: Pillar,
    /// The state to start from: double steps done so far.
    pub state: u64,
    pub step: Step,
    pub writer: Writer,
}

/// The lease of a task was replaced: stop, and write nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct Revoked;

/// When the run is over, successfully or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All pillars have reached the end.
    Finished,
    Failed(String),
}

/// A task that makes one worker after the other fail is not tried for ever.
const MOST_FAILURES: u32 = 3;

#[derive(Debug)]
pub struct WorkQueue<'r> {
    grid: &'r Grid,
    store: &'r dyn PillarStore,
    terms: Terms,
    table: Mutex<Table>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Larger than all leases of earlier queues on this store.
    pub first_lease: u64,
    /// No pillar goes beyond this state.
    pub last_state: u64,
    /// How long a worker may be silent; doubled each time that a task is leased again.
    pub patience: Duration,
}

#[derive(Debug)]
struct Table {
    pillars: Vec<Progress>,
    steps: TimeSteps,
    next_lease: u64,
    outcome: Option<Outcome>,
}

#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Double steps done.
    pub state: u64,
    lease: Option<Lease>,
    leased: u32,
    failures: u32,
}

impl Progress {
    pub fn at(state: u64) -> Self {
        Self { state, ..Self::default() }
    }
}

#[derive(Clone, Copy, Debug)]
struct Lease {
    number: u64,
    deadline: Instant,
}

impl<'r> WorkQueue<'r> {
    pub fn new(
        grid: &'r Grid,
        store: &'r dyn PillarStore,
        pillars: Vec<Progress>,
        steps: TimeSteps,
        terms: Terms,
    ) -> Self {
        let table = Table { pillars, steps, next_lease: terms.first_lease, outcome: None };
        Self { grid, store, terms, table: Mutex::new(table), changed: Condvar::new() }
    }

    /// Waits for a pillar that can be updated. Nothing when the run is over.
    pub fn take(&self) -> Option<Task> {
        let mut table = self.lock();
        loop {
            if table.outcome.is_some() {
                return None;
            }
            if let Some(task) = self.next_task(&mut table) {
                drop(table);
                // Before the new worker starts: whatever the old one still writes is refused from here on.
                self.store.fence(task.writer);
                return Some(task);
            }
            table = self.wait(table);
        }
    }

    /// Says that the worker is alive.
    pub fn renew(&self, task: &Task) -> Result<(), Revoked> {
        let mut table = self.lock();
        let patience = self.patience_for(&table, task);
        self.lease_of(&mut table, task)?.deadline = Instant::now() + patience;
        Ok(())
    }

    /// The task is done and what it wrote can be read.
    pub fn complete(&self, task: &Task, summary: &Summary) -> Result<(), Revoked> {
        let mut table = self.lock();
        self.lease_of(&mut table, task)?;
        table.pillars[task.writer.pillar] = Progress::at(task.state + 1);
        table.steps.report(task.state + 1, summary.speed);
        self.finish_if_done(&mut table);
        self.changed.notify_all();
        Ok(())
    }

    /// The worker cannot continue: another one shall do the task.
    pub fn give_up(&self, task: &Task, reason: &str) {
        let mut table = self.lock();
        if self.lease_of(&mut table, task).is_err() {
            return;
        }
        let progress = &mut table.pillars[task.writer.pillar];
        progress.lease = None;
        progress.failures += 1;
        if progress.failures >= MOST_FAILURES {
            let Pillar { x, y } = task.pillar;
            let failures = progress.failures;
            let reason = format!("pillar {x},{y} failed {failures} times at step {}: {reason}", task.state);
            table.outcome = Some(Outcome::Failed(reason));
        }
        self.changed.notify_all();
    }

    /// The worker has not begun the task: another one shall do it.
    pub fn release(&self, task: &Task) {
        let mut table = self.lock();
        if self.lease_of(&mut table, task).is_ok() {
            table.pillars[task.writer.pillar].lease = None;
        }
        self.changed.notify_all();
    }

    /// Ends the run.
    pub fn fail(&self, reason: String) {
        self.lock().outcome.get_or_insert(Outcome::Failed(reason));
        self.changed.notify_all();
    }

    /// Nothing if tasks remain, which happens if all workers have failed.
    pub fn outcome(&self) -> Option<Outcome> {
        let mut table = self.lock();
        self.finish_if_done(&mut table);
        table.outcome.clone()
    }

    fn next_task(&self, table: &mut Table) -> Option<Task> {
        let now = Instant::now();
        let free = |progress: &Progress| progress.lease.is_none_or(|lease| lease.deadline <= now);
        let candidates = self.grid.all_pillars().filter(|pillar| {
            let progress = &table.pillars[self.grid.number(*pillar)];
            free(progress)
                && progress.state < self.terms.last_state
                && self.neighbours_are_ready(table, *pillar)
        });
        // The pillar that is furthest behind: others may wait for it.
        let pillar = candidates.min_by_key(|pillar| table.pillars[self.grid.number(*pillar)].state)?;
        let number = self.grid.number(pillar);
        let state = table.pillars[number].state;
        let step = table.steps.step(state).filter(|step| step.dt > 0.0)?;
        let lease = table.next_lease;
        table.next_lease += 1;
        let task = Task { pillar, state, step, writer: Writer { pillar: number, lease } };
        table.pillars[number].leased += 1;
        let deadline = now + self.patience_for(table, &task);
        table.pillars[number].lease = Some(Lease { number: lease, deadline });
        Some(task)
    }

    fn neighbours_are_ready(&self, table: &Table, pillar: Pillar) -> bool {
        let state = table.pillars[self.grid.number(pillar)].state;
        let around = self.grid.neighbours(pillar);
        around.iter().all(|neighbour| table.pillars[self.grid.number(neighbour.pillar)].state >= state)
    }

    fn patience_for(&self, table: &Table, task: &Task) -> Duration {
        let again = table.pillars[task.writer.pillar].leased.saturating_sub(1).min(16);
        self.terms.patience.saturating_mul(1 << again)
    }

    fn lease_of<'t>(&self, table: &'t mut Table, task: &Task) -> Result<&'t mut Lease, Revoked> {
        let lease = table.pillars[task.writer.pillar].lease.as_mut();
        lease.filter(|lease| lease.number == task.writer.lease).ok_or(Revoked)
    }

    fn finish_if_done(&self, table: &mut Table) {
        let slowest =
            table.pillars.iter().map(|progress| progress.state).min().unwrap_or(self.terms.last_state);
        let at_the_end =
            slowest >= self.terms.last_state || table.steps.step(slowest).is_some_and(|step| step.dt == 0.0);
        if at_the_end {
            table.outcome.get_or_insert(Outcome::Finished);
        }
    }

    /// Until something changes or a lease ends.
    fn wait<'t>(&self, table: MutexGuard<'t, Table>) -> MutexGuard<'t, Table> {
        let deadlines =
            table.pillars.iter().filter_map(|progress| progress.lease.map(|lease| lease.deadline));
        match deadlines.min() {
            None => self.changed.wait(table).expect(NO_PANIC),
            Some(deadline) => {
                let rest = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                self.changed.wait_timeout(table, rest).expect(NO_PANIC).0
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().expect(NO_PANIC)
    }
}

const NO_PANIC: &str = "the queue's own code does not panic while holding its table";
