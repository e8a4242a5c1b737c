// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large steps on one host: readers take them out of the writer's memory by themselves, as its board shows them. What they
//! have not taken when the writer no longer waits is kept for them as other writes are.

use std::sync::atomic::{AtomicBool, Ordering};

use seaway_device::{Extent, Operation, Result};
use seaway_proto::{MxnMessage, Range};

use super::patience::Patience;
use super::serving::{Action, Want};
use super::{State, Writer};
use crate::link::Claimed;
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::options::Lost;
use crate::mxn::party::{LOOK, Neighbours};
use crate::mxn::pieces::{Placed, parts};
use crate::mxn::ranges::RangeSet;
use crate::mxn::vigil::Vigil;

/// What has become of a write that might have been shown.
pub(super) enum Offered {
    /// It was not.
    Not,
    Taken,
    /// Somebody has asked for it, or nobody has come. There may be patience left.
    Left(Vec<Placed>, Patience),
}

/// Whether large writes are shown, one at a time.
#[derive(Debug, Default)]
pub(super) struct Showing {
    is_on: AtomicBool,
    has_stopped: AtomicBool,
}

struct Shown<'a>(&'a Showing);

impl Showing {
    fn begin(&self) -> Option<Shown<'_>> {
        let may_begin = !self.has_stopped.load(Ordering::SeqCst) && !self.is_on.swap(true, Ordering::SeqCst);
        may_begin.then_some(Shown(self))
    }

    pub(super) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::SeqCst)
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.0.is_on.store(false, Ordering::SeqCst);
    }
}

impl Writer {
    /// Shows bytes to readers and waits for them as long as copying them would take.
    pub(super) fn offer(&self, placed: &[Placed]) -> Result<Offered> {
        let bytes: u64 = placed.iter().map(|piece| piece.extent.len).sum();
        if bytes < LEAST_OFFERED_BYTES {
            return Ok(Offered::Not);
        }
        let &[piece] = placed else {
            self.stop_showing();
            return Ok(Offered::Not);
        };
        let Some(_shown) = self.showing.begin() else { return Ok(Offered::Not) };
        self.party.check(Operation::Write)?;
        self.party.reach(Some(piece.extent.offset));
        let (mut patience, end) = {
            let state = self.state();
            if !state.may_be_shown(piece.extent) {
                return Ok(Offered::Not);
            }
            (self.patience(&state, bytes), state.order.log.end())
        };
        self.sources.make_pages_large(placed, || self.may_be_taken_from_here());
        let had = self.show(piece, end, &mut patience);
        self.party.check(Operation::Write)?;
        let mut left: RangeSet = [piece.extent].into_iter().collect();
        had.iter().for_each(|&extent| left.remove(extent));
        self.act(|state, actions| state.pass(&had, actions));
        let left: Vec<Placed> = left.iter().flat_map(|extent| parts(placed, extent)).collect();
        Ok(if left.is_empty() { Offered::Taken } else { Offered::Left(left, patience) })
    }

    /// A piece of a step that ends at `end`. What readers have had of it when it is shown no more.
    fn show(&self, piece: Placed, end: u64, patience: &mut Patience) -> Vec<Extent> {
        let board = self.window.board();
        board.show(piece.extent, piece.address, end, self.readers_at_once());
        loop {
            let rings = board.rings();
            let taken = board.taken();
            let is_over = taken >= piece.extent.len
                || self.party.has_failed()
                || !self.state().may_be_shown(piece.extent);
            let Some(left) = patience.left(taken).filter(|_| !is_over) else { break };
            board.sleep_until_ring(rings, left.min(LOOK));
        }
        self.await_claimed(&board.withdraw(), piece.extent.offset)
    }

    /// Readers need not look at the board any more. It would only hold them up: they ask for what is not shown when they
    /// see it, and for what they do not expect to be shown before it is there.
    pub(super) fn stop_showing(&self) {
        if !self.showing.has_stopped.swap(true, Ordering::SeqCst) {
            self.window.board().pass(u64::MAX);
        }
    }

    /// What is shown can be had once, by one program, which is not waited for if it is lost.
    pub(super) fn stop_showing_for_options(&self) {
        let options = &self.party.options;
        if options.readers != 1 || options.lost != Lost::Fail || options.visible_at_close {
            self.stop_showing();
        }
    }

    /// As many as there are cores for, beside those of other writers. More would only stand in line, and where one core has
    /// the longer line, another stays idle: those who are woken one by one go where there is room.
    fn readers_at_once(&self) -> u32 {
        let Neighbours { ranks, cores } = self.party.neighbours();
        u32::try_from(cores / ranks.max(1)).unwrap_or(u32::MAX).max(1)
    }

    /// Waits for readers that are copying. Once the stream has failed, whatever they copy is void.
    fn await_claimed(&self, claimed: &Claimed, offset: u64) -> Vec<Extent> {
        let board = self.window.board();
        let mut vigil = Vigil::new();
        loop {
            let rings = board.rings();
            if let Some(had) = board.had(claimed) {
                return had;
            }
            if self.party.has_failed() {
                board.revoke(claimed);
                continue;
            }
            board.sleep_until_ring(rings, LOOK);
            vigil.look_around(&self.party, || self.party.links(), offset, &self.events());
        }
    }
}

impl State {
    /// Readers have had these bytes. Who has asked for them meanwhile comes too late.
    fn pass(&mut self, had: &[Extent], actions: &mut Vec<Action>) {
        had.iter().for_each(|&extent| self.store.pass(extent));
        let gone_of = |want: &Want| want.missing.iter().find_map(|extent| self.store.gone(extent));
        let late: Vec<_> = self.wants.iter().filter_map(|(key, want)| Some((*key, gone_of(want)?))).collect();
        for (key, gone) in late {
            let Some(want) = self.wants.get_mut(&key) else { continue };
            want.missing = RangeSet::new();
            let range = Range { offset: gone.offset, len: gone.len };
            actions.push(Action::Send(want.link.clone(), MxnMessage::Gone { id: key.1, range }));
            self.close_want(key, actions);
        }
    }

    /// Whether nothing can be shown any more: readers do not know what to expect, or want to see it again, or not all.
    pub(super) fn shows_no_more(&self) -> bool {
        self.ended.is_some()
            || !self.order.is_kept
            || self.store.is_read_in_parts()
            || self.readers.iter().any(|reader| reader.looks)
    }

    /// Whether readers will come for these bytes and look at the board first: as they do where the next step is like the
    /// last, unless they have asked already.
    fn may_be_shown(&self, extent: Extent) -> bool {
        let is_wanted = || self.wants.values().any(|want| want.missing.overlapping(extent).next().is_some());
        !self.shows_no_more()
            && self.order.announced.intersection(&extent) == Some(extent)
            && !self.joined.is_empty()
            && self.store.is_untouched(extent)
            && !is_wanted()
    }
}
