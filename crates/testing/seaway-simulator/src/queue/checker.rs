// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Checker`]: what was acknowledged to whom, and whether it fits together.

use std::collections::BTreeMap;

use seaway_messages::{Completion, TaskFate};

#[derive(Debug)]
pub(super) struct Checker {
    tasks: u64,
    submitted: BTreeMap<u64, ()>,
    /// By task: whose report was accepted.
    accepted: BTreeMap<u64, u64>,
    /// By task.
    completions: BTreeMap<u64, Completion>,
    wrong: Option<String>,
}

impl Checker {
    pub(super) fn new(tasks: u64) -> Self {
        let (submitted, accepted, completions) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { tasks, submitted, accepted, completions, wrong: None }
    }

    pub(super) fn wrong(&mut self, what: String) {
        self.wrong.get_or_insert(what);
    }

    pub(super) fn submitted(&mut self, number: u64) {
        self.submitted.insert(number, ());
    }

    pub(super) fn accepted(&mut self, number: u64, worker: u64) {
        if let Some(before) = self.accepted.insert(number, worker) {
            self.wrong(format!("task {number}: reports of {before:#x} and {worker:#x} were accepted"));
        }
        self.compare(number);
    }

    /// A successor of a manager may be told again what its predecessor did not acknowledge.
    pub(super) fn completed(&mut self, completion: &Completion) {
        let number = completion.number;
        if let Some(before) = self.completions.insert(number, completion.clone())
            && before != *completion
        {
            self.wrong(format!("task {number} is completed twice: {before:?} and {completion:?}"));
        }
        self.compare(number);
    }

    fn compare(&mut self, number: u64) {
        let (Some(&worker), Some(completion)) = (self.accepted.get(&number), self.completions.get(&number))
        else {
            return;
        };
        if completion.fate != TaskFate::Done || completion.worker != worker {
            self.wrong(format!("task {number}: the report of {worker:#x} was accepted, but {completion:?}"));
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        self.wrong.clone().map_or(Ok(()), Err)
    }

    /// Every task has its completion, so none that was accepted is lost.
    pub(super) fn is_finished(&self) -> bool {
        self.submitted.len() as u64 == self.tasks && self.completions.len() as u64 == self.tasks
    }

    pub(super) fn stuck(&self) -> String {
        let lost: Vec<&u64> =
            self.submitted.keys().filter(|number| !self.completions.contains_key(number)).collect();
        format!("{} of {} tasks are never completed: {lost:?}", lost.len(), self.tasks)
    }

    pub(super) fn tasks(&self) -> u64 {
        self.tasks
    }

    pub(super) fn dead(&self) -> u64 {
        self.completions.values().filter(|completion| completion.fate == TaskFate::Dead).count() as u64
    }
}
