// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers that want some of the steps only (`seaway_mxn_policy`): they see those joined, as a file of their own.

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Range};

use super::Inbox;
use crate::stream::bytes::{Line, Memory};

/// What follows from looking at the steps that are known.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// For the other ranks.
    pub steps: Vec<Extent>,
    /// What this program skips: all writers must be informed.
    pub skipped: Vec<Range>,
    /// Steps are to be asked for from here on; `None`: all that is wanted is chosen, or the stream is over.
    pub ask_from: Option<u64>,
}

impl<L: Line, M: Memory> Inbox<L, M> {
    /// Chooses until this program's bytes before `until` are there. It reads from `start` on.
    pub fn choose(&mut self, start: u64, until: u64) -> Chosen {
        let Some(selection) = &mut self.selection else { return Chosen::default() };
        selection.offer(self.knowledge.steps());
        let steps = selection.choose(until);
        let known = self.knowledge.known_until();
        self.knowledge.forget_below(known);
        // Chosen bytes are requested only when all are chosen.
        self.leaves_behind |= start < selection.end() && selection.end() < until;
        let range = |extent: Extent| Range { offset: extent.offset, len: extent.len };
        let skipped = selection.take_skipped().into_iter().map(range).collect();
        let is_enough = selection.end() >= until || self.knowledge.end.is_some_and(|end| known >= end);
        Chosen { steps, skipped, ask_from: (!is_enough).then_some(known) }
    }

    /// Whether writers that have answered so tell no steps at all.
    pub fn has_no_steps(answer: &MxnMessage) -> bool {
        matches!(answer, MxnMessage::Steps { steps, ordered: false, end: None, .. } if steps.is_empty())
    }

    /// Whether writers that have answered so have told all steps before.
    pub fn is_last_answer(answer: &MxnMessage) -> bool {
        matches!(answer, MxnMessage::Steps { steps, end: Some(_), .. } if steps.is_empty())
    }

    /// What rank 0 has chosen. `end`: the size of the file, if the writers have closed it.
    pub fn follow(&mut self, steps: &[seaway_messages::Step], end: Option<u64>) {
        if let Some(selection) = &mut self.selection {
            for step in steps {
                let len = step.lengths.first().map_or(0, |(length, _)| *length);
                selection.append(Extent::new(step.start, len));
            }
        }
        self.knowledge.end = end;
    }

    /// First byte, as this program sees the file, that nothing is chosen for; `None`: it sees everything.
    pub fn selected_end(&self) -> Option<u64> {
        self.selection.as_ref().map(|selection| selection.end())
    }

    /// Where bytes of the file that this program sees are in the stream; shorter where nothing is chosen yet.
    pub fn selected(&self, extent: Extent) -> Vec<Extent> {
        self.selection.as_ref().map_or_else(|| vec![extent], |selection| selection.map(extent))
    }
}
