// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OpenTask`]: a task that has not ended.

use seaway_messages::{Task, TaskProgress};

#[derive(Debug, Clone)]
pub(super) struct OpenTask {
    pub(super) task: Task,
    /// Of its submission: within a priority, the first comes first.
    pub(super) order: u64,
    /// How often it was assigned.
    pub(super) attempts: u32,
    /// How many of these failed, or were lost with their workers.
    pub(super) failures: u32,
    /// The workers that have it, and the attempts that these are.
    pub(super) holders: Vec<(u64, u32)>,
}

/// Where a task stands among those that are ready: higher priorities first, then the order of submission.
pub(super) type ReadyOrder = (u8, u64, u64);

impl OpenTask {
    pub(super) fn new(task: Task, order: u64) -> Self {
        Self { task, order, attempts: 0, failures: 0, holders: Vec::new() }
    }

    pub(super) fn place(&self) -> ReadyOrder {
        (u8::MAX - self.task.priority, self.order, self.task.number)
    }

    /// A task that was lost before may be what ends workers: it runs alone, so that no other task is blamed.
    pub(super) fn is_suspect(&self) -> bool {
        self.failures > 0
    }

    pub(super) fn progress(&self) -> TaskProgress {
        TaskProgress { task: self.task.clone(), attempts: self.attempts, failures: self.failures }
    }
}
