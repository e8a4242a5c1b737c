// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Knowledge`]: which writer has which bytes of a stream that is written in order. Rank 0 asks when a collective read
//! begins and tells the others; a rank whose part was not written then asks the writers it knows. Most programs write the
//! same lengths again and again: once a step is known, ranks expect the next to be like it, and ask its owners before it is
//! there.

use std::ops::Range;

use seaway_device::{Extent, Ranks, Result};
use seaway_proto::{MxnMessage, Policy};

use super::{Reader, unexpected};
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::order::{Step, StepLog, owners};
use crate::mxn::telling::share;

#[derive(Debug)]
pub(super) struct Knowledge {
    steps: StepLog,
    /// So far the stream is written in order.
    pub(super) is_ordered: bool,
    /// The writers have closed, at this size.
    pub(super) end: Option<u64>,
    /// What rank 0 has told all ranks: how far the owners are known, or that it is no use to ask again. Ranks learn more
    /// by themselves, but whether they meet they decide by this.
    told_until: u64,
    is_all_told: bool,
    /// Rank 0 has told of a step that others may be like.
    is_pattern_told: bool,
    /// The last step that this rank knows of.
    pattern: Option<Step>,
}

/// A rank expects at most so many steps at once.
const EXPECTED_STEPS: usize = 16;

/// Who has a part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Owners {
    Known(Vec<(usize, Extent)>),
    /// Known up to an offset only.
    Until(u64),
    /// Nobody knows: ask everybody.
    Anybody,
}

impl Knowledge {
    pub(super) fn new() -> Self {
        Self {
            steps: StepLog::new(),
            is_ordered: true,
            end: None,
            told_until: 0,
            is_all_told: false,
            is_pattern_told: false,
            pattern: None,
        }
    }

    /// Where what is known ends.
    pub(super) fn known_until(&self) -> u64 {
        self.steps.end()
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.from(0)
    }

    /// Adds an answer. `false`: it cannot be right.
    pub(super) fn learn(&mut self, steps: &[seaway_proto::Step], ordered: bool, end: Option<u64>) -> bool {
        for step in steps {
            let Some(step) = Step::from_runs(step.start, step.lengths.iter().copied()) else { return false };
            // Heard before.
            if step.end() <= self.steps.end() {
                continue;
            }
            self.pattern = Some(step.clone());
            if !self.steps.push_step(step) {
                return false;
            }
        }
        self.is_ordered &= ordered;
        self.end = self.end.or(end);
        if !self.is_ordered || self.end.is_some() {
            self.pattern = None;
        }
        true
    }

    pub(super) fn owners(&self, extent: Extent) -> Owners {
        // Steps of an unordered stream tell what belongs together, and not whose it is.
        if !self.is_ordered {
            return Owners::Anybody;
        }
        let found = owners(self.steps.from(extent.offset), extent);
        let covered: u64 = found.iter().map(|owned| owned.part.len).sum();
        if covered == extent.len {
            return Owners::Known(found.into_iter().map(|owned| (owned.rank as usize, owned.part)).collect());
        }
        let known_until = self.steps.end();
        let is_gapless = covered == known_until.saturating_sub(extent.offset);
        match self.end.is_none() && is_gapless {
            true => Owners::Until(known_until.max(extent.offset)),
            false => Owners::Anybody,
        }
    }

    /// Who will have a part of the stream, if what comes is like the last step.
    pub(super) fn expected_owners(&self, extent: Extent) -> Option<Vec<(usize, Extent)>> {
        let mut steps = vec![self.pattern.as_ref()?.repeated_at(extent.offset)?];
        while let Some(last) = steps.last().filter(|last| last.end() < extent.end()) {
            let next = last.repeated_at(last.end()).filter(|_| steps.len() < EXPECTED_STEPS)?;
            steps.push(next);
        }
        let owned = owners(&steps, extent);
        Some(owned.into_iter().map(|owned| (owned.rank as usize, owned.part)).collect())
    }

    /// As [`expected_owners`](Self::expected_owners), without those who have too little of a step to show it.
    pub(super) fn expected_offers(&self, extent: Extent) -> Vec<(usize, Extent)> {
        let shows = |rank: usize| {
            let step = self.pattern.as_ref().zip(u32::try_from(rank).ok());
            step.is_some_and(|(step, rank)| step.extent_of(rank).len >= LEAST_OFFERED_BYTES)
        };
        let owners = self.expected_owners(extent).unwrap_or_default();
        owners.into_iter().filter(|(rank, _)| shows(*rank)).collect()
    }

    pub(super) fn forget_below(&mut self, offset: u64) {
        self.steps.forget_below(offset);
    }
}

impl Reader {
    /// Collective: each rank is about to read its length, in rank order.
    pub(in crate::mxn) fn will_read_in_order(
        &self,
        start: u64,
        lengths: &[u64],
        ranks: &dyn Ranks,
    ) -> Result<()> {
        let before: u64 = lengths.iter().take(ranks.rank()).sum();
        let total: u64 = lengths.iter().sum();
        let mine = Extent::new(start + before, lengths.get(ranks.rank()).copied().unwrap_or(0));
        {
            let mut state = self.state();
            state.announced = mine;
            state.leaves_behind |= start > state.in_order_until;
            state.in_order_until = start + total;
        }
        if self.party.options.policy != Policy::All {
            return self.select_in_order(start, start + total, ranks);
        }
        let is_wanted = {
            let state = self.state();
            let knowledge = &state.knowledge;
            // Of a single writer everything is.
            let is_doubtful = self.writers().len() > 1;
            // All ranks come to the same conclusion: what it rests on was told to all of them.
            let is_expected = knowledge.is_pattern_told && !state.leaves_behind;
            is_doubtful
                && total > 0
                && !knowledge.is_all_told
                && knowledge.told_until <= start
                && !is_expected
        };
        if !is_wanted {
            self.forget_steps_below(start);
            return Ok(());
        }
        let told =
            if ranks.rank() == 0 { self.ask_for_steps(self.helpers(0), start).map(Some) } else { Ok(None) };
        let answer = share(ranks, told)?;
        self.learn(&answer)?;
        if let MxnMessage::Steps { steps, ordered, end, .. } = &answer {
            let last =
                steps.last().and_then(|step| Step::from_runs(step.start, step.lengths.iter().copied()));
            let knowledge = &mut self.state().knowledge;
            knowledge.told_until = last.as_ref().map_or(knowledge.told_until, Step::end);
            knowledge.is_all_told = !ordered || end.is_some();
            knowledge.is_pattern_told = last.is_some() && !knowledge.is_all_told;
        }
        self.forget_steps_below(start);
        Ok(())
    }

    fn forget_steps_below(&self, start: u64) {
        if self.party.options.lost == crate::mxn::options::Lost::Fail {
            self.state().knowledge.forget_below(start);
        }
    }

    /// Whom to ask for steps. Any writer knows them; but where bytes are left behind, all of them must learn that a reader
    /// waits for steps: the next may come when they have spilled those bytes, and not before.
    pub(super) fn helpers(&self, one: usize) -> Range<usize> {
        if self.state().leaves_behind { 0..self.writers().len() } else { one..one + 1 }
    }

    /// Asks writers which steps there are from `offset` on; waits until there is one, or there will be none.
    pub(super) fn ask_for_steps(&self, writers: Range<usize>, offset: u64) -> Result<MxnMessage> {
        let links = self.links_to_writers(writers)?;
        let answer = self.request(&links, |id| MxnMessage::StepsFrom { id, offset })?;
        Ok(answer.unwrap_or_else(|| self.no_more_steps()))
    }

    /// Instead of the answer of writers that have left: the stream is over.
    pub(super) fn no_more_steps(&self) -> MxnMessage {
        MxnMessage::Steps { id: 0, steps: Vec::new(), ordered: true, end: self.state().size }
    }

    pub(super) fn learn(&self, answer: &MxnMessage) -> Result<()> {
        let MxnMessage::Steps { steps, ordered, end, .. } = answer else { return Err(unexpected(answer)) };
        let mut state = self.state();
        if !state.knowledge.learn(steps, *ordered, *end) {
            return Err(unexpected(answer));
        }
        state.size = state.size.or(*end);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(start: u64, length: u64, times: u32) -> seaway_proto::Step {
        seaway_proto::Step { start, lengths: vec![(length, times)] }
    }

    #[test]
    fn what_comes_is_expected_to_be_like_the_last_step() {
        let mut knowledge = Knowledge::new();
        assert_eq!(knowledge.expected_owners(Extent::new(0, 10)), None);
        knowledge.pattern = Step::new(100, &[4, 6]);
        let expected = vec![(1, Extent::new(138, 2)), (0, Extent::new(140, 4)), (1, Extent::new(144, 1))];
        assert_eq!(knowledge.expected_owners(Extent::new(138, 7)), Some(expected));
        assert_eq!(knowledge.expected_owners(Extent::new(90, 1)), None, "it lies before");
        assert_eq!(knowledge.expected_owners(Extent::new(100, 1000)), None, "too many steps");
        assert_eq!(knowledge.expected_owners(Extent::new(u64::MAX - 5, 5)), None);
        knowledge.pattern = Step::new(100, &[]);
        assert_eq!(knowledge.expected_owners(Extent::new(100, 1)), None);
    }

    #[test]
    fn owners_are_known_as_far_as_steps_are() {
        let mut knowledge = Knowledge::new();
        assert_eq!(knowledge.owners(Extent::new(0, 10)), Owners::Until(0));
        assert!(knowledge.learn(&[step(0, 10, 4)], true, None));
        let expected = vec![(1, Extent::new(15, 5)), (2, Extent::new(20, 5))];
        assert_eq!(knowledge.owners(Extent::new(15, 10)), Owners::Known(expected));
        assert_eq!(knowledge.owners(Extent::new(35, 10)), Owners::Until(40));
        assert_eq!(knowledge.owners(Extent::new(50, 10)), Owners::Until(50));
        assert!(knowledge.learn(&[step(0, 10, 4), step(50, 1, 4)], true, None), "the first was heard before");
        assert_eq!(knowledge.owners(Extent::new(35, 10)), Owners::Anybody, "there is a gap");
        assert!(knowledge.learn(&[], true, Some(54)));
        assert_eq!(knowledge.owners(Extent::new(52, 10)), Owners::Anybody);
    }
}
