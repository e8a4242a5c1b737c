// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls inside of calls: on one track, what begins inside must end inside.

use std::collections::BTreeMap;

use crate::Record;

/// By thread: when the calls end that are running, the innermost last. What never ended has no end.
#[derive(Debug, Default)]
pub(super) struct Slices {
    threads: BTreeMap<u32, Vec<Option<u64>>>,
}

impl Slices {
    pub(super) fn is_new(&self, thread: u32) -> bool {
        !self.threads.contains_key(&thread)
    }

    /// Ends of those that are over when `record` begins, in their order.
    pub(super) fn begin(&mut self, record: &Record) -> Vec<u64> {
        let running = self.threads.entry(record.thread).or_default();
        let mut over = vec![];
        while let Some(Some(end)) = running.last()
            && *end <= record.start
        {
            over.push(*end);
            running.pop();
        }
        // Clocks round: an inner call may seem to end a little after the outer one.
        let outer = running.iter().rev().find_map(|end| *end).unwrap_or(u64::MAX);
        running.push(record.duration.map(|_| record.end().min(outer)));
        over
    }

    /// Ends of the rest. What is inside of a call that never ended stays below it.
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
