// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing. Readers that wait are served from the caller's memory; what nobody waits for goes to the window; when that
//! is full the call waits, or spills where waiting could last for ever.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use seaway_device::{Error, ErrorKind, Extent, Operation, Result};
use seaway_proto::Way;

use super::offering::Offered;
use super::patience::Patience;
use super::{Presence, State, Writer};
use crate::link::Link;
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::notice;
use crate::mxn::options::Late;
use crate::mxn::pieces::{Placed, lay_out};
use crate::mxn::store::{Place, Refusal, Store};
use crate::mxn::sys;
use crate::mxn::vigil::Vigil;

/// Bytes that are moved to the window at a time: a reader that comes meanwhile gets the rest from where it is.
const MOVE_BYTES: u64 = 1 << 20;
/// Less room than this is not worth a part of a longer piece: bytes that go one by one take for ever.
const LEAST_BYTES: u64 = 64 << 10;
/// A reader that has waited this long for bytes that are not here, while a writer waits for room, may wait for ever.
const DEADLOCK: Duration = Duration::from_millis(300);

/// A write that was begun.
#[derive(Debug)]
pub(super) struct Call {
    number: u64,
    placed: Vec<Placed>,
    /// The piece to look at next.
    cursor: usize,
}

/// What can be done for a call now.
enum Next {
    Settled,
    /// Pieces go to a place in the window, one behind the other.
    Move {
        pieces: Vec<Placed>,
        room: u64,
    },
    Spill {
        pieces: Vec<Placed>,
    },
    Wait,
}

impl Writer {
    pub(in crate::mxn) fn write(&self, extents: &[Extent], memory: &[(usize, usize)]) -> Result<()> {
        let placed = lay_out(extents, memory);
        match self.offer(&placed)? {
            Offered::Taken => Ok(()),
            Offered::Left(left, patience) => {
                let mut call = self.begin(left)?;
                self.linger(&call, patience);
                self.finish(&mut call)
            }
            Offered::Not => self.linger_and_finish(self.begin(placed)?).map(drop),
        }
    }

    pub(in crate::mxn) fn start_write(&self, extents: &[Extent], memory: &[(usize, usize)]) -> Result<u64> {
        self.stop_showing();
        let call = self.begin(lay_out(extents, memory))?;
        let number = call.number;
        self.state().calls.insert(number, call);
        Ok(number)
    }

    /// Whether a call that was started has ended.
    pub(in crate::mxn) fn poll(&self, number: u64) -> Result<Option<u64>> {
        let Some(mut call) = self.state().calls.remove(&number) else { return Err(no_such_call()) };
        let ended = self.step(&mut call).and_then(|next| match next {
            Next::Settled => Ok(true),
            _ => self.party.check(Operation::Write).map(|()| false),
        });
        match ended {
            Ok(true) => Ok(Some(call.bytes())),
            Ok(false) => {
                self.state().calls.insert(number, call);
                Ok(None)
            }
            Err(error) => {
                self.withdraw(&call);
                Err(error)
            }
        }
    }

    pub(in crate::mxn) fn wait_for(&self, number: u64) -> Result<u64> {
        let Some(call) = self.state().calls.remove(&number) else { return Err(no_such_call()) };
        self.linger_and_finish(call)
    }

    fn linger_and_finish(&self, mut call: Call) -> Result<u64> {
        let bytes = call.bytes();
        if bytes >= LEAST_OFFERED_BYTES {
            let patience = self.patience(&self.state(), bytes);
            self.linger(&call, patience);
        }
        self.finish(&mut call)?;
        Ok(bytes)
    }

    /// Registers the bytes where they are, and serves readers that wait for them.
    fn begin(&self, placed: Vec<Placed>) -> Result<Call> {
        self.party.check(Operation::Write)?;
        self.party.reach(placed.first().map(|piece| piece.extent.offset));
        self.wait_until_writable(&placed)?;
        self.sources.make_pages_large(&placed, || self.may_be_taken_from_here());
        let (number, in_order, end) = self.act(|state, actions| {
            let call = state.next_call;
            state.next_call += 1;
            let announced = state.order.announced;
            let in_order =
                placed.iter().all(|piece| announced.intersection(&piece.extent) == Some(piece.extent));
            for piece in &placed {
                state.store.insert(call, piece.extent, piece.address);
            }
            if let (Some(first), Some(last)) = (placed.first(), placed.last()) {
                let hull = (first.extent.offset..last.extent.end()).into();
                state.serve(self, hull, actions);
            }
            (call, in_order, state.order.log.end())
        });
        if in_order {
            self.window.board().pass(end);
        } else {
            self.leave_order();
        }
        Ok(Call { number, placed, cursor: 0 })
    }

    /// Where nobody has come yet, whoever comes is taken for a neighbour: making pages large takes some ten milliseconds,
    /// which are at hand now, and no longer once readers wait.
    pub(super) fn may_be_taken_from_here(&self) -> bool {
        let links = self.party.links();
        let is_near = |link: &Arc<Link>| link.way() == Way::ProcessMemory;
        self.party.options.large_pages && (links.is_empty() || links.iter().any(is_near))
    }

    /// Readers only ever let go of bytes that were written before: what is free stays free.
    fn wait_until_writable(&self, placed: &[Placed]) -> Result<()> {
        let mut state = self.state();
        loop {
            let refusal = placed.iter().find_map(|piece| state.store.check(piece.extent).err());
            match refusal {
                None => return Ok(()),
                Some(Refusal::Delivered(extent)) => return Err(self.rewritten(extent)),
                Some(Refusal::Busy) => {
                    self.party.check(Operation::Write)?;
                    state = self.wait(state);
                }
            }
        }
    }

    fn rewritten(&self, extent: Extent) -> Error {
        let text = "a reader has had these bytes already, and cannot see them change; with the hint \
                    seaway_mxn_visible=close readers see nothing before the writers have closed";
        Error::new(ErrorKind::Unsupported, Operation::Write)
            .with_path(&self.party.name)
            .with_extent(extent)
            .with_detail(text)
    }

    /// Returns when none of the call's bytes are in its memory any more.
    fn finish(&self, call: &mut Call) -> Result<()> {
        let mut vigil = Vigil::new();
        loop {
            let next = self.step(call).and_then(|next| {
                self.party.check(Operation::Write)?;
                Ok(next)
            });
            match next {
                Ok(Next::Settled) => return Ok(()),
                Ok(Next::Wait) => self.wait_for_room(call, &mut vigil),
                Ok(Next::Move { .. } | Next::Spill { .. }) => {}
                Err(error) => {
                    self.withdraw(call);
                    return Err(error);
                }
            }
        }
    }

    /// Gives readers that are about to come the time to do so: bytes that they take from here are copied once, and those
    /// that go to the window twice.
    fn linger(&self, call: &Call, mut patience: Patience) {
        let mut state = self.state();
        state.lingering.push(call.number);
        while !state.ends_lingering_of(call.number)
            && let Some(left) = patience.left(state.store.copies())
        {
            let waited = self.settled.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.lingering.retain(|&lingering| lingering != call.number);
    }

    pub(super) fn patience(&self, state: &State, bytes: u64) -> Patience {
        // The other ranks' readers want the same cores and the same memory. Without an order, each may write as much.
        let in_order = state.order.log.last_bytes().filter(|_| state.order.is_kept);
        let step_bytes =
            in_order.unwrap_or_else(|| bytes.saturating_mul(self.party.neighbours().ranks as u64));
        Patience::new(bytes.max(step_bytes))
    }

    fn wait_for_room(&self, call: &Call, vigil: &mut Vigil) {
        let state = self.state();
        if state.store.is_settled(call.number) {
            return;
        }
        let has_reader = !state.joined.is_empty();
        drop(self.wait(state));
        // Readers may be slow as a rule: that is said once. But it may also be that they wait for another stream.
        if !has_reader || !self.has_told_of_slow_readers.load(Ordering::Relaxed) {
            let (rank, name) = (self.party.rank(), &self.party.name);
            let whom = if has_reader { "the readers" } else { "a reader" };
            vigil.tell_once(|| {
                self.has_told_of_slow_readers.store(has_reader, Ordering::Relaxed);
                format!("rank {rank} waits for {whom} of {name}: its window is full")
            });
        }
        let offset = call.placed.first().map_or(0, |piece| piece.extent.offset);
        vigil.look_around(&self.party, || self.party.links(), offset, &self.events());
    }

    /// Does the next thing that can be done for a call.
    fn step(&self, call: &mut Call) -> Result<Next> {
        let next = self.next(call);
        match &next {
            Next::Settled | Next::Wait => {}
            Next::Move { pieces, room } => {
                let mut to = self.window_address(*room);
                for piece in pieces {
                    sys::copy(piece.address, to, piece.len());
                    to += piece.len();
                }
                self.settle(pieces, |before| Some(Place::Window { offset: room + before }));
            }
            Next::Spill { pieces } => {
                let bytes: Vec<&[u8]> =
                    pieces.iter().map(|piece| sys::bytes_at(piece.address, piece.len())).collect();
                let spilled = self.spill().and_then(|spill| spill.write(&bytes.concat()));
                let place = spilled.as_ref().ok().copied();
                self.settle(pieces, |before| place.map(|offset| Place::Spilled { offset: offset + before }));
                spilled?;
            }
        }
        Ok(next)
    }

    /// Pieces have come to rest; `place` tells where, from how many bytes went before.
    fn settle(&self, pieces: &[Placed], place: impl Fn(u64) -> Option<Place>) {
        self.act(|state, actions| {
            let mut before = 0;
            for piece in pieces {
                state.store.settle(piece.extent, place(before));
                before += piece.extent.len;
            }
            // Not sorted: they may go around the end of the call's pieces.
            let start = pieces.iter().map(|piece| piece.extent.offset).min().unwrap_or(0);
            let end = pieces.iter().map(|piece| piece.extent.end()).max().unwrap_or(0);
            state.serve(self, (start..end).into(), actions);
        });
    }

    fn next(&self, call: &mut Call) -> Next {
        let mut state = self.state();
        if state.store.is_settled(call.number) {
            return Next::Settled;
        }
        let mut pieces = call.lift(&mut state.store);
        let bytes: u64 = pieces.iter().map(|piece| piece.extent.len).sum();
        if bytes == 0 {
            return Next::Wait;
        }
        self.drop_for_nobody(&mut state, bytes);
        let room = state.store.take_room(bytes);
        let least = LEAST_BYTES.min(self.window.bytes() / 4).min(bytes);
        match room {
            Some((room, len)) if len >= least => {
                // The rest, if it does not fit, is looked at again.
                state.store.shorten(&mut pieces, len);
                Next::Move { pieces, room }
            }
            too_small => {
                if let Some((room, len)) = too_small {
                    state.store.give_room_back(room, len);
                }
                if state.must_spill(self) {
                    return Next::Spill { pieces };
                }
                for piece in &pieces {
                    state.store.settle(piece.extent, None);
                }
                Next::Wait
            }
        }
    }

    /// With `seaway_mxn_late=drop`, makes room while nobody reads.
    fn drop_for_nobody(&self, state: &mut State, bytes: u64) {
        let nobody = state.readers.iter().all(|reader| reader.presence == Presence::Expected);
        if self.party.options.late != Late::Drop || !nobody || !state.joined.is_empty() {
            return;
        }
        if let Some((room, len)) = state.store.take_room(bytes) {
            state.store.give_room_back(room, len);
            if len == bytes {
                return;
            }
        }
        let dropped = state.store.drop_oldest(bytes);
        if dropped > 0 && state.dropped_bytes == 0 {
            let name = &self.party.name;
            notice::tell(&format!(
                "{name} has no reader yet and drops what was written first (seaway_mxn_late=drop)"
            ));
        }
        state.dropped_bytes += dropped;
    }

    /// Takes back what a call that failed has lent. Waits for readers that copy: they are alive, or their links end.
    fn withdraw(&self, call: &Call) {
        let mut state = self.state();
        while !state.store.withdraw(call.number, call.placed.iter().map(|piece| piece.extent)) {
            if self.party.has_failed() {
                // A stopped reader would hold on to them for ever. Whatever it copies later, its read fails.
                state.wants.values().for_each(|want| want.link.cut());
            }
            state = self.wait(state);
        }
    }
}

impl Call {
    fn bytes(&self) -> u64 {
        self.placed.iter().map(|piece| piece.extent.len).sum()
    }

    /// The next pieces that can leave the call's memory. Goes around, as readers may hold some of it for a while.
    fn lift(&mut self, store: &mut Store) -> Vec<Placed> {
        /// Pieces that are moved at a time.
        const MOST: usize = 4096;
        let (mut lifted, mut bytes) = (Vec::new(), 0);
        for _ in 0..self.placed.len() {
            let piece = self.placed[self.cursor].extent;
            while let Some((extent, address)) = store.lift(self.number, piece, MOVE_BYTES - bytes) {
                bytes += extent.len;
                lifted.push(Placed { extent, address });
                if bytes == MOVE_BYTES || lifted.len() == MOST {
                    return lifted;
                }
            }
            self.cursor = (self.cursor + 1) % self.placed.len();
        }
        lifted
    }
}

impl State {
    fn ends_lingering_of(&self, call: u64) -> bool {
        self.joined.is_empty() || self.store.is_settled(call)
    }

    /// Whether a call that lingers need no longer.
    pub(super) fn ends_lingering(&self) -> bool {
        self.lingering.iter().any(|&call| self.ends_lingering_of(call))
    }

    /// Whether waiting for room could last for ever, or need not be.
    fn must_spill(&self, writer: &Writer) -> bool {
        let options = &writer.party.options;
        let nobody = self.joined.is_empty();
        let is_stuck = |want: &super::Want| !want.missing.is_empty() && want.since.elapsed() > DEADLOCK;
        options.visible_at_close
            || Self::keeps_what_was_taken(&writer.party)
            || (nobody && options.late == Late::Keep)
            || !self.size_wanted.is_empty()
            || self.readers.iter().any(|reader| reader.looks)
            || self.wants.values().any(is_stuck)
            || self.order.queries.iter().any(|query| query.since.elapsed() > DEADLOCK)
    }
}

fn no_such_call() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this write has ended, or was never started")
}
