// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nested calls: on one track, what begins inside a call must end inside it.

use std::collections::BTreeMap;

use crate::Record;

/// By thread: the ends of running calls, the innermost last. A call that never returned has no end.
#[derive(Debug, Default)]
pub(super) struct Slices {
    threads: BTreeMap<u32, Vec<Option<u64>>>,
}

impl Slices {
    pub(super) fn is_new(&self, thread: u32) -> bool {
        !self.threads.contains_key(&thread)
    }

    /// Ends of calls that are over when `record` begins, in order.
    pub(super) fn begin(&mut self, record: &Record) -> Vec<u64> {
        let running = self.threads.entry(record.thread).or_default();
        let mut over = vec![];
        while let Some(Some(end)) = running.last()
            && *end <= record.start
        {
            over.push(*end);
            running.pop();
        }
        // Times are rounded: an inner call may seem to end slightly after the outer one.
        let outer = running.iter().rev().find_map(|end| *end).unwrap_or(u64::MAX);
        running.push(record.duration.map(|_| record.end().min(outer)));
        over
    }

    /// The remaining ends. Calls inside one that never returned stay below it.
    pub(super) fn finish(self) -> Vec<(u32, u64)> {
        let mut ends = vec![];
        for (thread, mut running) in self.threads {
            while let Some(Some(end)) = running.pop() {
                ends.push((thread, end));
            }
        }
        ends
    }
}
