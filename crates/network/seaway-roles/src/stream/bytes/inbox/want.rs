// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Want`]: bytes that were asked for, who was asked, and what has come.

use std::collections::BTreeMap;
use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Range};

use super::Inbox;
use crate::stream::bytes::{Line, Memory, Placed, RangeSet, parts};

/// Bytes that were asked for.
#[derive(Debug)]
pub struct Want<L, M> {
    placed: Vec<Placed<M>>,
    /// What has neither arrived nor is being copied.
    pub(super) missing: RangeSet,
    /// Links on which more may arrive.
    asked: BTreeMap<u64, Asked<L>>,
    /// More may be asked: an empty `asked` means nothing yet.
    is_asking: bool,
    /// Links that are copying into the memory.
    copying: usize,
    /// A writer has dropped it.
    pub(super) gone: Option<Extent>,
    once: bool,
    pub(super) whom: Whom,
}

#[derive(Debug)]
pub struct Asked<L> {
    link: Arc<L>,
    ranges: Vec<Range>,
}

/// Which writers were asked for bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    /// Each writer for what it has.
    Owners,
    /// Each for what it will have, if the next step is like the last.
    Expected,
    /// Each for everything.
    Everybody,
}

/// What has come of a want.
#[derive(Debug)]
pub struct Outcome<L, M> {
    /// Links whose answer is no longer needed.
    pub unanswered: Vec<Arc<L>>,
    /// Wanted once.
    pub once: bool,
    pub got: Got<M>,
}

#[derive(Debug)]
pub enum Got<M> {
    Bytes {
        bytes: u64,
        /// All of them came from writers. Else the stream is over, unless it has failed.
        is_all: bool,
        /// Bytes that were never written: the driver fills them with zeros.
        holes: Vec<Placed<M>>,
    },
    /// A writer has dropped these.
    Gone(Extent),
    /// Some are missing, and the size of the file is unknown.
    Missing,
}

impl<L> Asked<L> {
    /// Whether all of `extent` was asked for.
    fn covers(&self, extent: Extent) -> bool {
        let asked: RangeSet = self.ranges.iter().map(|range| Extent::new(range.offset, range.len)).collect();
        asked.overlap(extent).iter().map(|part| part.len).sum::<u64>() == extent.len
    }
}

impl<L, M: Memory> Want<L, M> {
    /// All that was wanted is there, or never will be.
    pub fn is_served(&self) -> bool {
        self.copying == 0 && (self.missing.is_empty() || self.gone.is_some())
    }

    pub fn is_over(&self) -> bool {
        self.is_served() || (self.copying == 0 && !self.is_asking && self.has_all_there_is())
    }

    /// Some link copies into the memory.
    pub fn is_copying(&self) -> bool {
        self.copying > 0
    }

    pub fn first_missing(&self) -> Option<u64> {
        self.missing.iter().next().map(|extent| extent.offset)
    }

    /// Whether all writers that were asked have sent all they were asked for: they send nothing more.
    fn has_all_there_is(&self) -> bool {
        let misses =
            |range: &Range| self.missing.overlapping(Extent::new(range.offset, range.len)).next().is_some();
        !self.asked.values().any(|asked| asked.ranges.iter().any(misses))
    }

    /// Keeps what has come. Returns the rest.
    fn give_up_missing(&mut self) -> Vec<Placed<M>> {
        let missing = std::mem::take(&mut self.missing);
        let mut came: RangeSet = self.placed.iter().map(|piece| piece.extent).collect();
        missing.iter().for_each(|extent| came.remove(extent));
        let pick =
            |extents: &RangeSet| extents.iter().flat_map(|extent| parts(&self.placed, extent)).collect();
        let (rest, came) = (pick(&missing), pick(&came));
        self.placed = came;
        rest
    }

    fn got(&self, size: Option<u64>) -> Got<M> {
        let wanted: u64 = self.placed.iter().map(|piece| piece.extent.len).sum();
        if self.missing.is_empty() {
            return Got::Bytes { bytes: wanted, is_all: true, holes: Vec::new() };
        }
        if let Some(gone) = self.gone {
            return Got::Gone(gone);
        }
        let Some(size) = size else { return Got::Missing };
        let inside = Extent::new(0, size);
        let holes = self.missing.iter().filter_map(|extent| extent.intersection(&inside));
        let holes = holes.flat_map(|hole| parts(&self.placed, hole)).collect();
        let beyond = |piece: &Placed<M>| piece.extent.end().saturating_sub(size).min(piece.extent.len);
        let bytes = wanted - self.placed.iter().map(beyond).sum::<u64>();
        Got::Bytes { bytes, is_all: false, holes }
    }
}

impl<L: Line, M: Memory> Inbox<L, M> {
    pub fn new_want(&mut self, placed: Vec<Placed<M>>, once: bool, whom: Whom) -> u64 {
        let id = self.new_id();
        let missing = placed.iter().map(|piece| piece.extent).collect();
        let (asked, gone) = (BTreeMap::new(), None);
        let want = Want { placed, missing, asked, is_asking: true, copying: 0, gone, once, whom };
        self.wants.insert(id, want);
        id
    }

    pub fn want(&self, id: u64) -> Option<&Want<L, M>> {
        self.wants.get(&id)
    }

    /// A writer is about to be asked for these. Whether they are wanted once, and only expected there; `None`: the want is
    /// gone.
    pub fn asks(&mut self, id: u64, link: &Arc<L>, ranges: &[Range]) -> Option<(bool, bool)> {
        let want = self.wants.get_mut(&id)?;
        let asked = Asked { link: link.clone(), ranges: ranges.to_vec() };
        want.asked.insert(link.number(), asked);
        Some((want.once, want.whom == Whom::Expected))
    }

    /// No other writer will be asked.
    pub fn has_asked(&mut self, id: u64) {
        if let Some(want) = self.wants.get_mut(&id) {
            want.is_asking = false;
        }
    }

    /// Nothing more of a want comes by a link.
    pub fn nothing_more(&mut self, id: u64, link: u64) {
        if let Some(want) = self.wants.get_mut(&id) {
            want.asked.remove(&link);
        }
    }

    /// Nothing more comes by this link at all.
    pub fn forget_link(&mut self, link: u64) {
        self.wants.values_mut().for_each(|want| drop(want.asked.remove(&link)));
    }

    /// Whether something may still arrive on this link.
    pub fn awaits(&self, link: u64) -> bool {
        self.wants.values().any(|want| want.asked.contains_key(&link))
    }

    /// Links on which more of a want may arrive.
    pub fn awaited(&self, id: u64) -> Vec<Arc<L>> {
        let links = |want: &Want<L, M>| want.asked.values().map(|asked| asked.link.clone()).collect();
        self.wants.get(&id).map_or_else(Vec::new, links)
    }

    /// Whether a writer may send these bytes on this link, of which a message has at most `most`. A want that was given up
    /// while they were on their way is no reason to doubt it.
    pub fn check_data(&self, link: u64, id: u64, extent: Extent, most: u64) -> Result<(), &'static str> {
        if extent.len > most {
            return Err("which is more than a message has");
        }
        let asked = self.wants.get(&id).and_then(|want| want.asked.get(&link));
        if asked.is_some_and(|asked| !asked.covers(extent)) {
            return Err("which it was not asked for");
        }
        Ok(())
    }

    /// Claims what is still missing of `extent` for a want: where it goes in memory.
    pub fn claim(&mut self, id: u64, extent: Extent) -> Vec<Placed<M>> {
        let Some(want) = self.wants.get_mut(&id) else { return Vec::new() };
        let missing = want.missing.overlap(extent);
        missing.iter().for_each(|&part| want.missing.remove(part));
        missing.iter().flat_map(|&part| parts(&want.placed, part)).collect()
    }

    /// Claimed bytes are about to be copied.
    pub fn begin_copy(&mut self, id: u64) {
        if let Some(want) = self.wants.get_mut(&id) {
            want.copying += 1;
        }
    }

    /// Claimed bytes have arrived, or (`false`) have not.
    pub fn end_copy(&mut self, id: u64, claimed: &[Placed<M>], has_arrived: bool) {
        let Some(want) = self.wants.get_mut(&id) else { return };
        want.copying -= 1;
        if !has_arrived {
            claimed.iter().for_each(|piece| want.missing.insert(piece.extent));
        } else if want.once {
            self.taken += claimed.iter().map(|piece| piece.extent.len).sum::<u64>();
        }
    }

    /// A writer has answered that a want is not as expected.
    pub fn is_unexpected(&self, want: u64) -> bool {
        self.answers.get(&want).is_some_and(Option::is_some)
    }

    /// Of a want that is over, or not as expected: whether others have to be asked for the rest. What was said about that has
    /// been learned then, and the want is to be retracted, and given up when nothing more comes by it. An error: what was said
    /// cannot be right.
    pub fn take_unexpected(&mut self, id: u64) -> Result<bool, Box<MxnMessage>> {
        let answer = self.answers.remove(&id).flatten();
        let is_wrong = |want: &Want<L, M>| want.whom == Whom::Expected && !want.is_served();
        if !self.wants.get(&id).is_some_and(is_wrong) {
            return Ok(false);
        }
        let answer = answer.unwrap_or_else(|| self.no_more_steps());
        if self.learn(&answer) { Ok(true) } else { Err(Box::new(answer)) }
    }

    /// What others have of a want that was retracted; it keeps what has come.
    pub fn give_up(&mut self, id: u64) -> Vec<Placed<M>> {
        let want = self.wants.get_mut(&id).filter(|want| want.gone.is_none());
        want.map_or_else(Vec::new, Want::give_up_missing)
    }

    /// Removes a want after all copies into its memory have ended.
    pub fn end_want(&mut self, id: u64) -> Option<Outcome<L, M>> {
        let want = self.wants.remove(&id)?;
        let got = want.got(self.size);
        // One that was asked for what it has, and has given it, has forgotten the want.
        let is_served = want.whom != Whom::Everybody && want.missing.is_empty();
        let asked = want.asked.into_values().filter(|_| !is_served);
        Some(Outcome { unanswered: asked.map(|asked| asked.link).collect(), once: want.once, got })
    }
}
