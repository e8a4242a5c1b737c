// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading: one want for each list of extents, sent to those who may have them, filled by the links' threads.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard};

use seaway_device::{Error, ErrorKind, Extent, Operation, Result};
use seaway_proto::{MxnMessage, Policy, Range, Way};

use super::knowledge::Owners;
use super::{Reader, State};
use crate::link::Link;
use crate::mxn::pieces::{Placed, lay_out, parts};
use crate::mxn::ranges::RangeSet;
use crate::mxn::sys;
use crate::mxn::vigil::Vigil;

/// Extents of one want: few enough that questions never fill a socket whose other end is busy answering.
const WANTED_EXTENTS: usize = 1024;
/// Where several links lead to one writer, each is asked for so much in turn.
const LINK_BYTES: u64 = 4 << 20;

/// Bytes that were asked for.
#[derive(Debug)]
pub(super) struct Want {
    pub(super) placed: Vec<Placed>,
    /// What nobody copies or has copied.
    pub(super) missing: RangeSet,
    /// Those who have not said that they have no more.
    pub(super) asked: HashMap<u64, Asked>,
    /// More may be asked: an empty `asked` means nothing yet.
    pub(super) is_asking: bool,
    /// Links that are copying into the memory.
    pub(super) copying: usize,
    /// Somebody has had it and dropped it.
    pub(super) gone: Option<Extent>,
    once: bool,
    pub(super) whom: Whom,
}

#[derive(Debug)]
pub(super) struct Asked {
    pub(super) link: Arc<Link>,
    ranges: Vec<Range>,
}

/// Who was asked for bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// Each writer for what it has.
    Owners,
    /// Each for what it will have, if the next step is like the last.
    Expected,
    /// Each for everything.
    Everybody,
}

impl Want {
    pub(super) fn awaits(&self, link: u64) -> bool {
        self.asked.contains_key(&link)
    }

    /// All that was wanted is there, or never will be.
    pub(super) fn is_served(&self) -> bool {
        self.copying == 0 && (self.missing.is_empty() || self.gone.is_some())
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_served() || (self.copying == 0 && !self.is_asking && self.has_all_there_is())
    }

    /// Who has given all that it was asked for says nothing more.
    fn has_all_there_is(&self) -> bool {
        let misses =
            |range: &Range| self.missing.overlapping(Extent::new(range.offset, range.len)).next().is_some();
        !self.asked.values().any(|asked| asked.ranges.iter().any(misses))
    }
}

impl Reader {
    pub(in crate::mxn) fn read(
        &self,
        extents: &[Extent],
        memory: &[(usize, usize)],
        once: bool,
    ) -> Result<u64> {
        let once = once || self.party.options.reads_once;
        let (taken, left) = self.take_offered(self.place(extents, memory)?, once);
        let wants = self.begin(&left, once)?;
        Ok(taken + self.finish(&wants)?)
    }

    pub(in crate::mxn) fn start_read(
        &self,
        extents: &[Extent],
        memory: &[(usize, usize)],
        once: bool,
    ) -> Result<u64> {
        let once = once || self.party.options.reads_once;
        let wants = self.begin(&self.place(extents, memory)?, once)?;
        let mut state = self.state();
        let call = state.new_id();
        state.calls.insert(call, wants);
        Ok(call)
    }

    pub(in crate::mxn) fn poll(&self, call: u64) -> Result<Option<u64>> {
        {
            let state = self.state();
            let wants = state.calls.get(&call).ok_or_else(no_such_call)?;
            let is_over =
                |want: &u64| state.wants.get(want).is_none_or(Want::is_over) || state.is_unexpected(*want);
            if !self.party.has_failed() && !wants.iter().all(is_over) {
                return Ok(None);
            }
        }
        self.wait_for(call).map(Some)
    }

    pub(in crate::mxn) fn wait_for(&self, call: u64) -> Result<u64> {
        let wants = self.state().calls.remove(&call).ok_or_else(no_such_call)?;
        self.finish(&wants)
    }

    /// Where the bytes of a call that begins now go in memory.
    fn place(&self, extents: &[Extent], memory: &[(usize, usize)]) -> Result<Vec<Placed>> {
        self.party.check(Operation::Read)?;
        self.party.reach(extents.first().map(|extent| extent.offset));
        let placed = if self.party.options.policy == Policy::All {
            lay_out(extents, memory)
        } else {
            self.select(extents, memory)?
        };
        self.targets.make_pages_large(&placed, || self.takes_from_here());
        Ok(placed)
    }

    /// Asks for everything.
    fn begin(&self, placed: &[Placed], once: bool) -> Result<Vec<u64>> {
        let in_order = self.is_in_order(placed);
        let mut wants = Vec::new();
        for placed in placed.chunks(WANTED_EXTENTS) {
            let begun = match in_order {
                true => self.begin_in_order(placed, once, &mut wants),
                false => self.begin_anywhere(placed.to_vec(), once, &mut wants),
            };
            if let Err(error) = begun {
                // Nobody may copy into the memory once the call has failed.
                let _ = self.finish(&wants);
                return Err(error);
            }
        }
        Ok(wants)
    }

    /// Whether these bytes are this rank's part of a read in order, of which others than a single writer have some.
    pub(super) fn is_in_order(&self, placed: &[Placed]) -> bool {
        let announced = self.state().announced;
        self.party.options.policy == Policy::All
            && self.writers().len() > 1
            && !placed.is_empty()
            && placed.iter().all(|piece| announced.intersection(&piece.extent) == Some(piece.extent))
    }

    fn takes_from_here(&self) -> bool {
        let is_near = |link: &Arc<Link>| link.way() == Way::ProcessMemory;
        self.party.options.large_pages && self.party.links().iter().any(is_near)
    }

    /// Asks the owners; where they are not known yet, after having asked for what is.
    fn begin_in_order(&self, placed: &[Placed], once: bool, wants: &mut Vec<u64>) -> Result<()> {
        let mut rest: Vec<Placed> = placed.to_vec();
        let mut helper = 0;
        while let Some(hull) = hull(&rest) {
            let owners = self.state().knowledge.owners(hull);
            match owners {
                Owners::Known(owners) => {
                    let owners = wanted_parts(&owners, &rest);
                    wants.push(self.new_want(rest, once, Whom::Owners));
                    return self.ask(wants[wants.len() - 1], &owners);
                }
                Owners::Anybody => return self.begin_anywhere(rest, once, wants),
                Owners::Until(known) => {
                    let (now, later) = split_at(&rest, known);
                    let owners = self::hull(&now).map(|hull| self.state().knowledge.owners(hull));
                    if let Some(Owners::Known(owners)) = owners {
                        helper = owners.last().map_or(helper, |(rank, _)| *rank);
                        let owners = wanted_parts(&owners, &now);
                        wants.push(self.new_want(now, once, Whom::Owners));
                        self.ask(wants[wants.len() - 1], &owners)?;
                    }
                    rest = later;
                    if self.begin_as_expected(&rest, once, wants)? {
                        return Ok(());
                    }
                    let answer = self.ask_for_steps(self.helpers(helper), known)?;
                    self.learn(&answer)?;
                }
            }
        }
        Ok(())
    }

    /// Asks everybody.
    fn begin_anywhere(&self, placed: Vec<Placed>, once: bool, wants: &mut Vec<u64>) -> Result<()> {
        let extents: Vec<Extent> = placed.iter().map(|piece| piece.extent).collect();
        let all: Vec<(usize, Extent)> = (0..self.writers().len())
            .flat_map(|rank| extents.iter().map(move |&extent| (rank, extent)))
            .collect();
        let whom = if self.writers().len() == 1 { Whom::Owners } else { Whom::Everybody };
        wants.push(self.new_want(placed, once, whom));
        self.ask(wants[wants.len() - 1], &all)
    }

    pub(super) fn new_want(&self, placed: Vec<Placed>, once: bool, whom: Whom) -> u64 {
        let mut state = self.state();
        let id = state.new_id();
        let missing = placed.iter().map(|piece| piece.extent).collect();
        let (asked, gone) = (HashMap::new(), None);
        state
            .wants
            .insert(id, Want { placed, missing, asked, is_asking: true, copying: 0, gone, once, whom });
        id
    }

    /// Sends a want to writers, each for all its parts at once: a second want of this number would replace the first.
    pub(super) fn ask(&self, id: u64, parts: &[(usize, Extent)]) -> Result<()> {
        let mut parts = parts.to_vec();
        // Several steps: their owners come around again and again.
        parts.sort_by_key(|&(rank, _)| rank);
        let asked = parts.chunk_by(|one, other| one.0 == other.0).try_for_each(|parts| {
            let Some(links) = self.writer_links(parts[0].0)? else { return Ok(()) };
            let extents: Vec<Extent> = parts.iter().map(|(_, extent)| *extent).collect();
            self.ask_one(id, &links, &extents)
        });
        if let Some(want) = self.state().wants.get_mut(&id) {
            want.is_asking = false;
        }
        asked
    }

    fn ask_one(&self, id: u64, links: &[Arc<Link>], extents: &[Extent]) -> Result<()> {
        let mut shares: Vec<Vec<Range>> = vec![Vec::new(); links.len()];
        let is_spread = links.len() > 1 && links[0].way() == Way::Socket;
        let step = if is_spread { LINK_BYTES } else { u64::MAX };
        let mut turn = 0;
        for extent in extents {
            let mut offset = extent.offset;
            while offset < extent.end() {
                let len = (extent.end() - offset).min(step);
                shares[turn % links.len()].push(Range { offset, len });
                offset += len;
                turn += usize::from(is_spread);
            }
        }
        for (link, ranges) in links.iter().zip(shares).filter(|(_, ranges)| !ranges.is_empty()) {
            let (once, expected) = match self.state().wants.get_mut(&id) {
                Some(want) => {
                    let asked = Asked { link: link.clone(), ranges: ranges.clone() };
                    want.asked.insert(link.number(), asked);
                    (want.once, want.whom == Whom::Expected)
                }
                None => return Ok(()),
            };
            // If it cannot be sent, or the link has ended before it was noted, nothing comes by it.
            let is_sent = link.send(&MxnMessage::Want { id, once, expected, ranges }).is_ok();
            if !(is_sent && self.party.has(link)) {
                self.settle_end(link)?;
                if let Some(want) = self.state().wants.get_mut(&id) {
                    want.asked.remove(&link.number());
                }
            }
        }
        Ok(())
    }

    /// Waits until the thread of a link that has ended has found out why: the stream is over, or has failed.
    fn settle_end(&self, link: &Arc<Link>) -> Result<()> {
        let mut state = self.state();
        while self.party.has(link) || state.size.is_none() {
            self.party.check(Operation::Read)?;
            state = self.wait(state);
        }
        Ok(())
    }

    /// Waits until the wants are filled as far as they will be. Bytes read; bytes that nobody has written are zeros.
    fn finish(&self, wants: &[u64]) -> Result<u64> {
        let mut wants = wants.to_vec();
        let mut total = Ok(0);
        // Also after an error: nobody may copy into the memory when the call returns.
        while let Some(id) = wants.pop() {
            let got = self.finish_want(id, &mut wants);
            total = total.and_then(|total| Ok(total + got?));
        }
        total
    }

    /// What others have of it becomes further wants.
    fn finish_want(&self, id: u64, wants: &mut Vec<u64>) -> Result<u64> {
        self.await_want(id);
        let others = self.take_unexpected(id);
        let (got, once) = self.end_want(id);
        self.begin_in_order(&others?, once, wants)?;
        got
    }

    /// Waits until a want is filled as far as it will be, or is not as expected.
    fn await_want(&self, id: u64) {
        let mut vigil = Vigil::new();
        let mut state = self.state();
        while let Some(want) = state.wants.get(&id) {
            if want.is_over() || self.party.has_failed() || state.is_unexpected(id) {
                return;
            }
            if let Some(copying) = state.copying.last().cloned() {
                drop(state);
                if copying.help() {
                    self.party.changed.notify_all();
                }
                state = self.state();
                state.copying.retain(|other| !Arc::ptr_eq(other, &copying));
                continue;
            }
            let offset = want.missing.iter().next().map_or(0, |extent| extent.offset);
            let name = &self.party.name;
            vigil.tell_once(|| format!("rank {} waits for byte {offset} of {name}", self.party.rank()));
            state = self.wait(state);
            drop(state);
            vigil.look_around(&self.party, || self.awaited(id), offset, &self.events());
            state = self.state();
        }
    }

    /// Waits until nobody copies into the memory of a want. Once the stream has failed, a peer that is stopped in the middle
    /// of its bytes would make that last for ever: its link ends then.
    fn await_copies(&self, id: u64) -> MutexGuard<'_, State> {
        let mut state = self.state();
        while let Some(want) = state.wants.get(&id).filter(|want| want.copying > 0) {
            if self.party.has_failed() {
                want.asked.values().for_each(|asked| asked.link.cut());
            }
            state = self.wait(state);
        }
        state
    }

    /// Forgets a want. Bytes read, and whether they were wanted once.
    fn end_want(&self, id: u64) -> (Result<u64>, bool) {
        let (want, size) = {
            let mut state = self.await_copies(id);
            let Some(want) = state.wants.remove(&id) else { return (Ok(0), false) };
            (want, state.size)
        };
        // Those who have not answered need not any more.
        let is_served = want.whom != Whom::Everybody && want.missing.is_empty();
        for asked in want.asked.values().filter(|_| !is_served) {
            let _ = asked.link.send(&MxnMessage::Cancel { id });
        }
        (self.outcome(&want, size), want.once)
    }

    /// Those who have not said that they have no more for a want.
    pub(super) fn awaited(&self, id: u64) -> Vec<Arc<Link>> {
        let links = |want: &Want| want.asked.values().map(|asked| asked.link.clone()).collect();
        self.state().wants.get(&id).map_or_else(Vec::new, links)
    }

    fn outcome(&self, want: &Want, size: Option<u64>) -> Result<u64> {
        let wanted: u64 = want.placed.iter().map(|piece| piece.extent.len).sum();
        if want.missing.is_empty() {
            return Ok(wanted);
        }
        if let Some(gone) = want.gone {
            return Err(self.dropped(gone));
        }
        self.party.check(Operation::Read)?;
        let Some(size) = size else {
            let text = "the writers have left without telling the size of the file";
            return Err(Error::new(ErrorKind::Io, Operation::Read).with_detail(text));
        };
        let inside = Extent::new(0, size);
        for hole in want.missing.iter().filter_map(|extent| extent.intersection(&inside)) {
            parts(&want.placed, hole).for_each(|piece| sys::fill_with_zeros(piece.address, piece.len()));
        }
        let beyond: u64 = want
            .placed
            .iter()
            .map(|piece| piece.extent.end().saturating_sub(size).min(piece.extent.len))
            .sum();
        Ok(wanted - beyond)
    }

    fn dropped(&self, extent: Extent) -> Error {
        let text = "these bytes were read before through the shared pointer, or dropped for lack of a reader; \
                    programs that read bytes again use the individual pointer or explicit offsets, for which \
                    bytes are kept";
        Error::new(ErrorKind::Unsupported, Operation::Read)
            .with_path(&self.party.name)
            .with_extent(extent)
            .with_detail(text)
    }
}

impl State {
    /// Claims what is still missing of `extent` for a want: where it goes in memory.
    pub(super) fn claim(&mut self, id: u64, extent: Extent) -> Vec<Placed> {
        let Some(want) = self.wants.get_mut(&id) else { return Vec::new() };
        let missing = want.missing.overlap(extent);
        missing.iter().for_each(|&part| want.missing.remove(part));
        missing.iter().flat_map(|&part| parts(&want.placed, part)).collect()
    }

    pub(super) fn begin_copy(&mut self, id: u64) {
        if let Some(want) = self.wants.get_mut(&id) {
            want.copying += 1;
        }
    }

    /// Claimed bytes have arrived, or (`false`) have not.
    pub(super) fn end_copy(&mut self, id: u64, claimed: &[Placed], has_arrived: bool) {
        let Some(want) = self.wants.get_mut(&id) else { return };
        want.copying -= 1;
        if !has_arrived {
            claimed.iter().for_each(|piece| want.missing.insert(piece.extent));
        } else if want.once {
            self.taken += claimed.iter().map(|piece| piece.extent.len).sum::<u64>();
        }
    }
}

pub(super) fn hull(placed: &[Placed]) -> Option<Extent> {
    let (first, last) = (placed.first()?, placed.last()?);
    Some((first.extent.offset..last.extent.end()).into())
}

/// What of `owners`' bytes is wanted: some in between may have come already, and be gone there.
pub(super) fn wanted_parts(owners: &[(usize, Extent)], wanted: &[Placed]) -> Vec<(usize, Extent)> {
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
fn split_at(placed: &[Placed], offset: u64) -> (Vec<Placed>, Vec<Placed>) {
    let before = placed.iter().filter_map(|piece| piece.part(Extent::new(0, offset))).collect();
    let behind = placed.iter().filter_map(|piece| piece.part((offset..u64::MAX).into())).collect();
    (before, behind)
}

fn no_such_call() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this read has ended, or was never started")
}
