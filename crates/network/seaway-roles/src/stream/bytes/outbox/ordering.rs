// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ordered writes of a program, which every writer rank knows: readers ask any of them who has which bytes.

use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::MxnMessage;

use super::{Action, Outbox};
use crate::stream::Time;
use crate::stream::bytes::order::{StepLog, owners};
use crate::stream::bytes::{Line, Memory, RangeSet};

#[derive(Debug)]
pub(super) struct Order<L> {
    /// Of this writer.
    rank: u32,
    pub(super) log: StepLog,
    /// Every write so far was announced.
    pub(super) is_kept: bool,
    /// Where this rank is about to write.
    pub(super) announced: Extent,
    /// Readers that wait for steps.
    pub(super) queries: Vec<Query<L>>,
    /// Where the last marked part of an unordered stream ended.
    marked: u64,
}

/// A reader waits for a step at or behind an offset.
#[derive(Debug)]
pub(super) struct Query<L> {
    pub(super) link: Arc<L>,
    pub(super) id: u64,
    pub(super) offset: u64,
    pub(super) since: Time,
}

impl<L> Order<L> {
    pub(super) fn new(rank: u32) -> Self {
        let (log, queries) = (StepLog::new(), Vec::new());
        Self { rank, log, is_kept: true, announced: Extent::new(0, 0), queries, marked: 0 }
    }

    /// Whether some of these ranges are another rank's, or nobody's, or it cannot be told whose.
    fn belies(&self, ranges: &RangeSet) -> bool {
        !self.is_kept
            || ranges.iter().any(|range| {
                let known = range.len.min(self.log.end().saturating_sub(range.offset));
                let owned = owners(self.log.from(range.offset), range);
                let own: u64 =
                    owned.iter().filter(|owned| owned.rank == self.rank).map(|owned| owned.part.len).sum();
                own < known
            })
    }
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Each rank is about to write its length, in rank order. What this one will write, and where the step ends.
    pub fn announce(
        &mut self,
        start: u64,
        lengths: &[u64],
        actions: &mut Vec<Action<L, M>>,
    ) -> (Extent, u64) {
        let rank = usize::try_from(self.order.rank).unwrap_or(usize::MAX);
        let before: u64 = lengths.iter().take(rank).sum();
        let order = &mut self.order;
        order.announced = Extent::new(start + before, lengths.get(rank).copied().unwrap_or(0));
        if order.is_kept && !order.log.push(start, lengths) {
            order.is_kept = false;
        }
        let announced = (order.announced, order.log.end());
        self.answer_queries(actions);
        announced
    }

    /// What was written since the last time, up to `end`, belongs together.
    pub fn mark(&mut self, end: u64, actions: &mut Vec<Action<L, M>>) {
        let order = &mut self.order;
        if order.is_kept || end <= order.marked {
            return;
        }
        let start = order.marked.max(order.log.end());
        let is_logged = end > start && order.log.push(start, &[end - start]);
        order.marked = end;
        if is_logged {
            self.answer_queries(actions);
        }
    }

    /// Something was written outside of rank order: readers must ask all writers from now on. Whether this is new, for
    /// the other ranks too.
    pub fn leave_order(&mut self, actions: &mut Vec<Action<L, M>>) -> bool {
        let was_kept = std::mem::replace(&mut self.order.is_kept, false);
        self.answer_queries(actions);
        was_kept
    }

    /// Where the last announced step ends.
    pub fn announced_end(&self) -> u64 {
        self.order.log.end()
    }

    /// Bytes of the last step, of all ranks, if the stream is in order.
    pub fn last_step_bytes(&self) -> Option<u64> {
        self.order.log.last_bytes().filter(|_| self.order.is_kept)
    }

    pub(super) fn answer_queries(&mut self, actions: &mut Vec<Action<L, M>>) {
        let queries = std::mem::take(&mut self.order.queries);
        for query in queries {
            match self.steps_from(query.id, query.offset) {
                Some(answer) => actions.push(Action::Send(query.link, answer)),
                None => self.order.queries.push(query),
            }
        }
        self.correct_expectations(actions);
    }

    /// Corrects readers that wait here for bytes that another rank writes.
    fn correct_expectations(&mut self, actions: &mut Vec<Action<L, M>>) {
        let expected = self.wants.iter().filter(|(_, want)| want.is_expected);
        let keys: Vec<(u64, u64)> = expected.map(|(key, _)| *key).collect();
        keys.into_iter().for_each(|key| self.correct_expectation(key, actions));
    }

    pub(super) fn correct_expectation(&mut self, key: (u64, u64), actions: &mut Vec<Action<L, M>>) {
        let Some(want) = self.wants.get_mut(&key).filter(|want| self.order.belies(&want.missing)) else {
            return;
        };
        want.is_expected = false;
        let first = want.missing.iter().next().map_or(0, |extent| extent.offset);
        let link = want.link.clone();
        if let Some(answer) = self.steps_from(key.1, first) {
            actions.push(Action::Send(link, answer));
        }
    }

    /// The answer about steps at or behind `offset`, if there is one yet.
    pub(super) fn steps_from(&self, id: u64, offset: u64) -> Option<MxnMessage> {
        /// Steps go in one frame; a reader asks again for what follows.
        const FRAME_BYTES: usize = 1 << 20;
        let mut bytes = 0;
        let mut steps = Vec::new();
        for step in self.order.log.from(offset) {
            let step = seaway_messages::Step { start: step.start(), lengths: step.runs().collect() };
            bytes += step.encoded_bytes();
            if !steps.is_empty() && bytes > FRAME_BYTES {
                break;
            }
            steps.push(step);
        }
        let is_known = !steps.is_empty() || !self.order.is_kept || self.ended.is_some();
        is_known.then_some(MxnMessage::Steps { id, steps, ordered: self.order.is_kept, end: self.ended })
    }
}
