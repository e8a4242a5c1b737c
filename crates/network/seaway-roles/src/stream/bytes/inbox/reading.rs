// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reading`]: a call determines which writers to ask. If the stream is written in order, those that have the bytes; if that is
//! not known yet, those that will have them if the next step is like the last; otherwise it first asks for the steps.

use std::ops::Range;

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Policy};

use super::knowledge::Owners;
use super::{Inbox, Whom};
use crate::stream::bytes::order;
use crate::stream::bytes::{Line, Memory, Placed, hull};

/// What a call has not requested yet.
#[derive(Debug)]
pub struct Reading<M> {
    rest: Vec<Placed<M>>,
    once: bool,
    /// Bytes of a step in rank order, of which several writers may have some.
    in_order: bool,
    /// The rank to ask for steps.
    helper: usize,
}

/// What a call does next.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Asks these ranks for these parts of a want.
    Ask(u64, Vec<(usize, Extent)>),
    /// Asks these ranks for steps from an offset on, and learns the first answer.
    AskForSteps(Range<usize>, u64),
    /// All is asked for.
    Done,
}

impl<L: Line, M: Memory> Inbox<L, M> {
    /// Each rank is about to read its length, in rank order. Whether rank 0 has to ask for steps and inform the others: all ranks come
    /// to the same conclusion, because they have the same information.
    pub fn announce(&mut self, start: u64, lengths: &[u64], rank: usize, writers: usize) -> bool {
        let before: u64 = lengths.iter().take(rank).sum();
        let total: u64 = lengths.iter().sum();
        self.announced = Extent::new(start + before, lengths.get(rank).copied().unwrap_or(0));
        self.leaves_behind |= start > self.in_order_until;
        self.in_order_until = start + total;
        let knowledge = &self.knowledge;
        // Of a single writer everything is.
        let is_doubtful = writers > 1;
        let is_expected = knowledge.is_pattern_told && !self.leaves_behind;
        is_doubtful && total > 0 && !knowledge.is_all_told && knowledge.told_until <= start && !is_expected
    }

    /// Adds what rank 0 has shared with all ranks. `false`: it is contradictory.
    #[must_use]
    pub fn told(&mut self, answer: &MxnMessage) -> bool {
        if !self.learn(answer) {
            return false;
        }
        if let MxnMessage::Steps { steps, ordered, end, .. } = answer {
            let runs = |step: &seaway_messages::Step| {
                order::Step::from_runs(step.start, step.lengths.iter().copied())
            };
            let last = steps.last().and_then(runs);
            let knowledge = &mut self.knowledge;
            knowledge.told_until = last.as_ref().map_or(knowledge.told_until, order::Step::end);
            knowledge.is_all_told = !ordered || end.is_some();
            knowledge.is_pattern_told = last.is_some() && !knowledge.is_all_told;
        }
        true
    }

    /// Which writers to ask for steps. Any writer knows them; but where bytes are left behind, all of them must learn that a reader waits
    /// for steps: the next may come when they have spilled those bytes, and not before.
    pub fn helpers(&self, one: usize, writers: usize) -> Range<usize> {
        if self.leaves_behind { 0..writers } else { one..one + 1 }
    }

    /// Whether these bytes are this rank's part of a read in order, of which others than a single writer have some.
    pub fn is_in_order(&self, placed: &[Placed<M>], writers: usize) -> bool {
        let announced = self.announced;
        self.policy == Policy::All
            && writers > 1
            && !placed.is_empty()
            && placed.iter().all(|piece| announced.intersection(&piece.extent) == Some(piece.extent))
    }

    /// A call wants these.
    pub fn read(&self, placed: &[Placed<M>], once: bool, in_order: bool) -> Reading<M> {
        Reading { rest: placed.to_vec(), once, in_order, helper: 0 }
    }

    /// What it does next. `has_link`: whether there is a link to a writer; a wrong guess must not cost links.
    pub fn go_on(
        &mut self,
        reading: &mut Reading<M>,
        writers: usize,
        has_link: impl Fn(usize) -> bool,
    ) -> Step {
        let Some(hull) = hull(&reading.rest) else { return Step::Done };
        if !reading.in_order {
            return self.ask_everybody(reading, writers);
        }
        match self.knowledge.owners(hull) {
            Owners::Known(owners) => {
                let rest = std::mem::take(&mut reading.rest);
                self.ask_owners(rest, &owners, reading, Whom::Owners)
            }
            Owners::Anybody => self.ask_everybody(reading, writers),
            Owners::Until(known) => {
                let (now, later) = split_at(&reading.rest, known);
                let owners = self::hull(&now).map(|hull| self.knowledge.owners(hull));
                if let Some(Owners::Known(owners)) = owners {
                    reading.helper = owners.last().map_or(reading.helper, |(rank, _)| *rank);
                    reading.rest = later;
                    return self.ask_owners(now, &owners, reading, Whom::Owners);
                }
                reading.rest = later;
                if let Some(owners) = self.expected_owners(&reading.rest, has_link) {
                    let rest = std::mem::take(&mut reading.rest);
                    return self.ask_owners(rest, &owners, reading, Whom::Expected);
                }
                Step::AskForSteps(self.helpers(reading.helper, writers), known)
            }
        }
    }

    fn ask_owners(
        &mut self,
        placed: Vec<Placed<M>>,
        owners: &[(usize, Extent)],
        reading: &Reading<M>,
        whom: Whom,
    ) -> Step {
        let parts = wanted_parts(owners, &placed);
        let id = self.new_want(placed, reading.once, whom);
        if whom == Whom::Expected {
            // Of its number is what they say if it is another step.
            self.await_answer(id);
        }
        Step::Ask(id, parts)
    }

    fn ask_everybody(&mut self, reading: &mut Reading<M>, writers: usize) -> Step {
        let rest = std::mem::take(&mut reading.rest);
        let all = (0..writers).flat_map(|rank| rest.iter().map(move |piece| (rank, piece.extent))).collect();
        let whom = if writers == 1 { Whom::Owners } else { Whom::Everybody };
        Step::Ask(self.new_want(rest, reading.once, whom), all)
    }

    fn expected_owners(
        &self,
        placed: &[Placed<M>],
        has_link: impl Fn(usize) -> bool,
    ) -> Option<Vec<(usize, Extent)>> {
        let owners = self.knowledge.expected_owners(hull(placed)?).filter(|_| !self.leaves_behind)?;
        owners.iter().all(|(rank, _)| has_link(*rank)).then_some(owners)
    }

    /// Who will show which part, if the next step is like the last, of those who show a part of a step of `least` bytes. Nobody,
    /// where more is known.
    pub fn expected_offers(&self, placed: &[Placed<M>], least: u64) -> Vec<(usize, Extent)> {
        let Some(hull) = hull(placed) else { return Vec::new() };
        match self.knowledge.owners(hull) {
            // Not for a reader that goes back: the bytes may still be on the board, but it must be told that they are gone.
            Owners::Until(known)
                if known <= hull.offset && self.offered_until <= hull.offset && !self.leaves_behind =>
            {
                wanted_parts(&self.knowledge.expected_offers(hull, least), placed)
            }
            _ => Vec::new(),
        }
    }

    /// Bytes were taken as they were shown, up to `until`.
    pub fn took_offered(&mut self, bytes: u64, until: u64) {
        self.taken += bytes;
        self.offered_until = until;
    }
}

/// What of `owners`' bytes is wanted: some in between may have come already, and be gone there.
pub fn wanted_parts<M>(owners: &[(usize, Extent)], wanted: &[Placed<M>]) -> Vec<(usize, Extent)> {
    let mut parts: Vec<(usize, Extent)> = Vec::new();
    for &(rank, owned) in owners {
        let first = wanted.partition_point(|piece| piece.extent.end() <= owned.offset);
        let overlapping = wanted[first..].iter().take_while(|piece| piece.extent.offset < owned.end());
        for part in overlapping.filter_map(|piece| piece.extent.intersection(&owned)) {
            match parts.last_mut() {
                Some((last, before)) if *last == rank && before.end() == part.offset => {
                    before.len += part.len
                }
                _ => parts.push((rank, part)),
            }
        }
    }
    parts
}

/// What lies before `offset`, and the rest.
fn split_at<M: Memory>(placed: &[Placed<M>], offset: u64) -> (Vec<Placed<M>>, Vec<Placed<M>>) {
    let before = placed.iter().filter_map(|piece| piece.part(Extent::new(0, offset))).collect();
    let behind = placed.iter().filter_map(|piece| piece.part((offset..u64::MAX).into())).collect();
    (before, behind)
}
