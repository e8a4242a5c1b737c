// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large steps on one host: readers take them out of the writer's memory by themselves, as its board shows them. What they
//! have not taken when the writer no longer waits is kept for them as other writes are.

use std::sync::atomic::{AtomicBool, Ordering};

use seaway_device_api::{Extent, Operation, Result};
use seaway_roles::stream::bytes::RangeSet;

use super::Writer;
use super::patience::Patience;
use crate::link::Claimed;
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::options::Lost;
use crate::mxn::party::{LOOK, Neighbours};
use crate::mxn::pieces::{Placed, parts};
use crate::mxn::wait_monitor::WaitMonitor;

/// What has become of a write that might have been shown.
pub(super) enum Offered {
    /// It was not.
    Not,
    Taken,
    /// A reader has requested it, or none has come. Some time to wait may be left.
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
            if !state.outbox.may_be_shown(piece.extent) {
                return Ok(Offered::Not);
            }
            (self.patience(&state, bytes), state.outbox.announced_end())
        };
        let had = self.show(piece, end, &mut patience);
        self.party.check(Operation::Write)?;
        let mut left: RangeSet = [piece.extent].into_iter().collect();
        had.iter().for_each(|&extent| left.remove(extent));
        self.act(|state, actions| state.outbox.pass(&had, actions));
        let left: Vec<Placed> = left.iter().flat_map(|extent| parts(placed, extent)).collect();
        Ok(if left.is_empty() { Offered::Taken } else { Offered::Left(left, patience) })
    }

    /// Announces a piece of a step that ends at `end`. Returns what readers have taken when the announcement ends.
    fn show(&self, piece: Placed, end: u64, patience: &mut Patience) -> Vec<Extent> {
        let board = self.window.board();
        board.show(piece.extent, piece.memory.address(), end, self.readers_at_once());
        loop {
            let rings = board.rings();
            let taken = board.taken();
            let is_over = taken >= piece.extent.len
                || self.party.has_failed()
                || !self.state().outbox.may_be_shown(piece.extent);
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

    /// As many as there are cores for, beside those of other writers. More would only queue for cores, and while one core has
    /// the longer queue, another stays idle: readers that are woken one by one go where there is room.
    fn readers_at_once(&self) -> u32 {
        let Neighbours { ranks, cores } = self.party.neighbours();
        u32::try_from(cores / ranks.max(1)).unwrap_or(u32::MAX).max(1)
    }

    /// Waits for readers that are copying. Once the stream has failed, whatever they copy is void.
    fn await_claimed(&self, claimed: &Claimed, offset: u64) -> Vec<Extent> {
        let board = self.window.board();
        let mut monitor = WaitMonitor::new(&self.party);
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
            monitor.look_around(&self.party, || self.party.links(), offset, &self.events());
        }
    }
}
