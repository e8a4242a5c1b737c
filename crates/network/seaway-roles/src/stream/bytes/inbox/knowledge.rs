// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Knowledge`]: which writer has which bytes of a stream that is written in order. Rank 0 asks when a collective read
//! begins and tells the others; a rank whose part was not written then asks the writers it knows. Most programs write the
//! same lengths again and again: once a step is known, ranks expect the next to be like it, and ask its owners before it is
//! there.

use seaway_device_api::Extent;

use crate::stream::bytes::order::{Step, StepLog, owners};

#[derive(Debug)]
pub struct Knowledge {
    steps: StepLog,
    /// So far the stream is written in order.
    pub is_ordered: bool,
    /// The writers have closed, at this size.
    pub end: Option<u64>,
    /// What rank 0 has shared with all ranks: how far the owners are known, or that asking again is useless. Ranks learn more
    /// by themselves, but whether they meet they decide by this.
    pub(super) told_until: u64,
    pub(super) is_all_told: bool,
    /// Rank 0 has shared a step that later ones may repeat.
    pub(super) is_pattern_told: bool,
    /// The last step that this rank knows of.
    pattern: Option<Step>,
}

/// Largest number of steps that a rank expects at once.
const EXPECTED_STEPS: usize = 16;

/// Which writers have a part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Owners {
    Known(Vec<(usize, Extent)>),
    /// Known up to an offset only.
    Until(u64),
    /// Unknown: ask all writers.
    Anybody,
}

impl Default for Knowledge {
    fn default() -> Self {
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
}

impl Knowledge {
    /// Where what is known ends.
    pub fn known_until(&self) -> u64 {
        self.steps.end()
    }

    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.from(0)
    }

    /// Adds an answer. `false`: it cannot be right.
    pub fn learn(&mut self, steps: &[seaway_messages::Step], ordered: bool, end: Option<u64>) -> bool {
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

    pub fn owners(&self, extent: Extent) -> Owners {
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
    pub fn expected_owners(&self, extent: Extent) -> Option<Vec<(usize, Extent)>> {
        let mut steps = vec![self.pattern.as_ref()?.repeated_at(extent.offset)?];
        while let Some(last) = steps.last().filter(|last| last.end() < extent.end()) {
            let next = last.repeated_at(last.end()).filter(|_| steps.len() < EXPECTED_STEPS)?;
            steps.push(next);
        }
        let owned = owners(&steps, extent);
        Some(owned.into_iter().map(|owned| (owned.rank as usize, owned.part)).collect())
    }

    /// As [`expected_owners`](Self::expected_owners), without those who have less than `least` of a step: they do not show it.
    pub fn expected_offers(&self, extent: Extent, least: u64) -> Vec<(usize, Extent)> {
        let shows = |rank: usize| {
            let step = self.pattern.as_ref().zip(u32::try_from(rank).ok());
            step.is_some_and(|(step, rank)| step.extent_of(rank).len >= least)
        };
        let owners = self.expected_owners(extent).unwrap_or_default();
        owners.into_iter().filter(|(rank, _)| shows(*rank)).collect()
    }

    pub fn forget_below(&mut self, offset: u64) {
        self.steps.forget_below(offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(start: u64, length: u64, times: u32) -> seaway_messages::Step {
        seaway_messages::Step { start, lengths: vec![(length, times)] }
    }

    #[test]
    fn what_comes_is_expected_to_be_like_the_last_step() {
        let mut knowledge = Knowledge::default();
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
        let mut knowledge = Knowledge::default();
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
