// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Ready`]: the tasks that nobody has, in the order in which workers get them.

use std::collections::{BTreeMap, BTreeSet};

use super::open_task::{OpenTask, ReadyOrder};

#[derive(Debug, Default)]
pub(super) struct Ready {
    all: BTreeSet<ReadyOrder>,
    by_node: BTreeMap<String, BTreeSet<ReadyOrder>>,
    /// Handed out one at a time.
    suspects: BTreeSet<ReadyOrder>,
}

impl Ready {
    pub(super) fn insert(&mut self, task: &OpenTask) {
        if task.is_suspect() {
            self.suspects.insert(task.place());
            return;
        }
        self.all.insert(task.place());
        self.by_node.entry(task.task.near.clone()).or_default().insert(task.place());
    }

    pub(super) fn remove(&mut self, task: &OpenTask) {
        let place = task.place();
        self.suspects.remove(&place);
        if self.all.remove(&place)
            && let Some(places) = self.by_node.get_mut(&task.task.near)
        {
            places.remove(&place);
            if places.is_empty() {
                self.by_node.remove(&task.task.near);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() + self.suspects.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.suspects.is_empty()
    }

    /// Up to `want` tasks for a worker on `node`. Within a priority, those for this node come first, then
    /// those for any node, then those for others. A suspect comes alone, and only to a worker `is_free` of
    /// other tasks.
    pub(super) fn choose(&self, node: &str, want: usize, is_free: bool) -> Vec<u64> {
        let best = self.all.first();
        if let Some(suspect) = self.suspects.first().filter(|_| is_free)
            && best.is_none_or(|best| suspect.0 <= best.0)
        {
            return vec![suspect.2];
        }
        let mut chosen = Vec::new();
        let mut priority = best.map(|best| best.0);
        while let Some(level) = priority
            && chosen.len() < want
        {
            self.choose_level(level, node, want, &mut chosen);
            priority = level
                .checked_add(1)
                .and_then(|next| self.all.range((next, 0, 0)..).next())
                .map(|best| best.0);
        }
        chosen
    }

    fn choose_level(&self, level: u8, node: &str, want: usize, chosen: &mut Vec<u64>) {
        let range = (level, 0, 0)..=(level, u64::MAX, u64::MAX);
        let near = self.by_node.get(node).filter(|_| !node.is_empty());
        let anywhere = self.by_node.get("");
        for &(_, _, number) in near.into_iter().chain(anywhere).flat_map(|places| places.range(range.clone()))
        {
            if chosen.len() == want {
                return;
            }
            chosen.push(number);
        }
        for (_, places) in self.by_node.iter().filter(|(other, _)| !other.is_empty() && *other != node) {
            let left = want - chosen.len();
            chosen.extend(places.range(range.clone()).take(left).map(|place| place.2));
        }
    }
}
