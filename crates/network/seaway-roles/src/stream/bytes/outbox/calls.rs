// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing. Waiting readers are served from the caller's memory; other bytes go to the window; when that is full
//! the call waits, or spills where waiting could last for ever.

use std::sync::Arc;
use std::time::Duration;

use super::serving::Want;
use super::{Action, Outbox, Presence};
use crate::stream::Time;
use crate::stream::bytes::store::{Location, Refusal, Store};
use crate::stream::bytes::{Late, Line, Memory, Placed};

/// Bytes that are moved to the window at a time: a reader that comes meanwhile gets the rest from where it is.
const MOVE_BYTES: u64 = 1 << 20;
/// Less room than this is not worth a part of a longer piece: bytes that go one by one take for ever.
const LEAST_BYTES: u64 = 64 << 10;
/// A reader that has waited this long for bytes that are not here, while a writer waits for room, may wait for ever.
const DEADLOCK: Duration = Duration::from_millis(300);

/// A write that was begun.
#[derive(Debug)]
pub struct Call<M> {
    number: u64,
    placed: Vec<Placed<M>>,
    /// The piece to look at next.
    cursor: usize,
}

/// What a write has begun with.
#[derive(Debug)]
pub struct Begun<M> {
    pub call: Call<M>,
    /// It is this rank's part of the announced step.
    pub in_order: bool,
    /// Where the announced step ends.
    pub end: u64,
}

/// What can be done for a call now.
#[derive(Debug)]
pub enum Next<M> {
    /// None of its bytes are in its memory any more.
    Settled,
    /// Pieces go to a place in the window, one behind the other. Then comes [`Outbox::settle_pieces`].
    Move { pieces: Vec<Placed<M>>, room: u64 },
    /// The same, with the spill file.
    Spill { pieces: Vec<Placed<M>> },
    /// Readers copy some of it, or there is no room.
    Wait,
}

impl<M: Memory> Call<M> {
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn placed(&self) -> &[Placed<M>] {
        &self.placed
    }

    pub fn bytes(&self) -> u64 {
        self.placed.iter().map(|piece| piece.extent.len).sum()
    }

    /// The next pieces that can leave the call's memory. Goes around, as readers may hold some of it for a while.
    fn lift(&mut self, store: &mut Store<M>) -> Vec<Placed<M>> {
        /// Pieces that are moved at a time.
        const MOST: usize = 4096;
        let (mut lifted, mut bytes) = (Vec::new(), 0);
        for _ in 0..self.placed.len() {
            let piece = self.placed[self.cursor].extent;
            while let Some((extent, memory)) = store.lift(self.number, piece, MOVE_BYTES - bytes) {
                bytes += extent.len;
                lifted.push(Placed { extent, memory });
                if bytes == MOVE_BYTES || lifted.len() == MOST {
                    return lifted;
                }
            }
            self.cursor = (self.cursor + 1) % self.placed.len();
        }
        lifted
    }
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Whether these bytes could be written now. Readers only ever let go of bytes that were written before: what is free stays
    /// free.
    pub fn check(&self, placed: &[Placed<M>]) -> Result<(), Refusal> {
        placed.iter().try_for_each(|piece| self.store.check(piece.extent))
    }

    /// Registers the bytes where they are, and serves readers that wait for them. Checked before.
    pub fn begin(&mut self, placed: Vec<Placed<M>>, actions: &mut Vec<Action<L, M>>) -> Begun<M> {
        let number = self.new_number();
        let announced = self.order.announced;
        let in_order = placed.iter().all(|piece| announced.intersection(&piece.extent) == Some(piece.extent));
        for piece in &placed {
            self.store.insert(number, piece.extent, piece.memory);
        }
        if let (Some(first), Some(last)) = (placed.first(), placed.last()) {
            let hull = (first.extent.offset..last.extent.end()).into();
            self.serve(hull, actions);
        }
        Begun { call: Call { number, placed, cursor: 0 }, in_order, end: self.order.log.end() }
    }

    /// Whether none of a call's bytes are in its memory any more.
    pub fn is_settled(&self, call: u64) -> bool {
        self.store.is_settled(call)
    }

    pub fn next(&mut self, call: &mut Call<M>, now: Time) -> Next<M> {
        if self.store.is_settled(call.number) {
            return Next::Settled;
        }
        let mut pieces = call.lift(&mut self.store);
        let bytes: u64 = pieces.iter().map(|piece| piece.extent.len).sum();
        if bytes == 0 {
            return Next::Wait;
        }
        self.drop_for_nobody(bytes);
        let room = self.store.take_room(bytes);
        let least = LEAST_BYTES.min(self.options.window_bytes / 4).min(bytes);
        match room {
            Some((room, len)) if len >= least => {
                // The rest, if it does not fit, is looked at again.
                self.store.shorten(&mut pieces, len);
                Next::Move { pieces, room }
            }
            too_small => {
                if let Some((room, len)) = too_small {
                    self.store.give_room_back(room, len);
                }
                if self.must_spill(now) {
                    return Next::Spill { pieces };
                }
                for piece in &pieces {
                    self.store.settle(piece.extent, None);
                }
                Next::Wait
            }
        }
    }

    /// Pieces have been moved; `place` gives the location from the number of bytes before.
    pub fn settle_pieces(
        &mut self,
        pieces: &[Placed<M>],
        place: impl Fn(u64) -> Option<Location<M>>,
        actions: &mut Vec<Action<L, M>>,
    ) {
        let mut before = 0;
        for piece in pieces {
            self.store.settle(piece.extent, place(before));
            before += piece.extent.len;
        }
        // Not sorted: they may go around the end of the call's pieces.
        let start = pieces.iter().map(|piece| piece.extent.offset).min().unwrap_or(0);
        let end = pieces.iter().map(|piece| piece.extent.end()).max().unwrap_or(0);
        self.serve((start..end).into(), actions);
    }

    /// Takes back what a call that failed has lent. `false`: readers copy some of it.
    #[must_use]
    pub fn withdraw(&mut self, call: &Call<M>) -> bool {
        self.store.withdraw(call.number, call.placed.iter().map(|piece| piece.extent))
    }

    /// Links of readers that wait for something.
    pub fn waiting(&self) -> impl Iterator<Item = &Arc<L>> {
        self.wants.values().map(|want| &want.link)
    }

    /// Bytes that were dropped because no reader has come (`seaway_mxn_late=drop`).
    pub fn dropped_bytes(&self) -> u64 {
        self.dropped_bytes
    }

    /// With `seaway_mxn_late=drop`, makes room while no reader has come.
    fn drop_for_nobody(&mut self, bytes: u64) {
        let nobody = self.readers.iter().all(|reader| reader.presence == Presence::Expected);
        if self.options.late != Late::Drop || !nobody || !self.joined.is_empty() {
            return;
        }
        if let Some((room, len)) = self.store.take_room(bytes) {
            self.store.give_room_back(room, len);
            if len == bytes {
                return;
            }
        }
        self.dropped_bytes += self.store.drop_oldest(bytes);
    }

    /// Whether waiting for room could last for ever, or need not be.
    fn must_spill(&self, now: Time) -> bool {
        let is_long = |since: Time| now.saturating_sub(since) > DEADLOCK;
        let is_stuck = |want: &Want<L>| !want.missing.is_empty() && is_long(want.since);
        self.options.visible_at_close
            || self.keeps_what_was_taken()
            || (self.joined.is_empty() && self.options.late == Late::Keep)
            || !self.size_wanted.is_empty()
            || self.readers.iter().any(|reader| reader.looks)
            || self.wants.values().any(is_stuck)
            || self.order.queries.iter().any(|query| is_long(query.since))
    }
}
