// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing: a call does what the outbox says, until none of its bytes are in its memory any more.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_memory::Spot;
use seaway_messages::CopyMethod;
use seaway_roles::stream::bytes::{Begun, Refusal};

use super::offering::Offered;
use super::patience::Patience;
use super::{Call, Location, Next, State, Writer};
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::Link;
use crate::mxn::large_pages::Worth;
use crate::mxn::notice;
use crate::mxn::pieces::{Placed, lay_out};
use crate::mxn::sys;
use crate::mxn::wait_monitor::WaitMonitor;

impl Writer {
    pub(in crate::mxn) fn write(&self, extents: &[Extent], memory: &[Spot]) -> Result<()> {
        let placed = lay_out(extents, memory);
        self.sources.prepare_sources(&placed, || self.worth_of_large_pages());
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

    pub(in crate::mxn) fn start_write(&self, extents: &[Extent], memory: &[Spot]) -> Result<u64> {
        self.stop_showing();
        let placed = lay_out(extents, memory);
        self.sources.prepare_sources(&placed, || self.worth_of_large_pages());
        let call = self.begin(placed)?;
        let number = call.number();
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
        let Begun { call, in_order, end } = self.act(|state, actions| state.outbox.begin(placed, actions));
        if in_order {
            self.window.board().pass(end);
        } else {
            self.leave_order();
        }
        Ok(call)
    }

    /// Before a reader has come, readers are assumed to be on this host: collapsing pages takes some ten milliseconds, and it is
    /// better to spend them now than when readers wait.
    fn worth_of_large_pages(&self) -> Worth {
        let links = self.party.links();
        let is_near = |link: &Arc<Link>| link.way() == CopyMethod::ProcessMemory;
        match self.party.options.large_pages {
            true if links.is_empty() => Worth::AtOnce,
            true if links.iter().any(is_near) => Worth::IfRepeated,
            _ => Worth::Nothing,
        }
    }

    /// Waits until readers no longer copy older bytes of these extents.
    fn wait_until_writable(&self, placed: &[Placed]) -> Result<()> {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        loop {
            match state.outbox.check(placed) {
                Ok(()) => return Ok(()),
                Err(Refusal::Delivered(extent)) => return Err(self.rewritten(extent)),
                Err(Refusal::Busy) => {
                    self.party.check(Operation::Write)?;
                    drop(self.wait(state));
                    // A reader copies what was there before.
                    self.look_at_readers(&mut monitor, placed);
                    state = self.state();
                }
            }
        }
    }

    fn rewritten(&self, extent: Extent) -> Error {
        let text = "a reader has already received these bytes, so they cannot be overwritten; with the hint \
                    seaway_mxn_visible=close, readers see nothing before the writers have closed";
        Error::new(ErrorKind::Unsupported, Operation::Write)
            .with_path(&self.party.name)
            .with_extent(extent)
            .with_detail(text)
    }

    /// Returns when none of the call's bytes are in its memory any more.
    fn finish(&self, call: &mut Call) -> Result<()> {
        let mut monitor = WaitMonitor::new(&self.party);
        loop {
            let next = self.step(call).and_then(|next| {
                self.party.check(Operation::Write)?;
                Ok(next)
            });
            match next {
                Ok(Next::Settled) => return Ok(()),
                Ok(Next::Wait) => {
                    self.wait_for_room(call, &mut monitor);
                    if let Err(error) = self.check_for_readers(&monitor, Operation::Write) {
                        self.withdraw(call);
                        return Err(error);
                    }
                }
                Ok(Next::Move { .. } | Next::Spill { .. }) => {}
                Err(error) => {
                    self.withdraw(call);
                    return Err(error);
                }
            }
        }
    }

    /// Gives readers that are about to come the time to do so: bytes that they take from here are copied once, and those
    /// that go to the window twice. If none has come yet, the first call waits for them once: where the readers were started
    /// before, they are here within milliseconds.
    fn linger(&self, call: &Call, mut patience: Patience) {
        let mut state = self.state();
        state.lingering.push(call.number());
        while !state.ends_lingering_of(call.number())
            && let Some(left) = patience.left(state.outbox.copies())
        {
            let waited = self.settled.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.lingering.retain(|&lingering| lingering != call.number());
        state.hopes_for_readers = false;
    }

    pub(super) fn patience(&self, state: &State, bytes: u64) -> Patience {
        // The other ranks' readers want the same cores and the same memory. Without an order, each may write as much.
        let in_order = state.outbox.last_step_bytes();
        let step_bytes =
            in_order.unwrap_or_else(|| bytes.saturating_mul(self.party.neighbours().ranks as u64));
        Patience::new(bytes.max(step_bytes))
    }

    fn wait_for_room(&self, call: &Call, monitor: &mut WaitMonitor) {
        let state = self.state();
        if state.outbox.is_settled(call.number()) {
            return;
        }
        let has_reader = state.outbox.has_readers();
        drop(self.wait(state));
        // Readers may just be slow, so this is reported once; but they may also wait for another stream.
        if !has_reader || !self.has_told_of_slow_readers.load(Ordering::Relaxed) {
            let (rank, name) = (self.party.rank(), &self.party.name);
            let whom = if has_reader { "the readers" } else { "a reader" };
            monitor.tell_once(|| {
                self.has_told_of_slow_readers.store(has_reader, Ordering::Relaxed);
                format!("rank {rank} is waiting for {whom} of {name}: its window is full")
            });
        }
        self.look_at_readers(monitor, call.placed());
    }

    fn look_at_readers(&self, monitor: &mut WaitMonitor, placed: &[Placed]) {
        let offset = placed.first().map_or(0, |piece| piece.extent.offset);
        monitor.look_around(&self.party, || self.party.links(), offset, &self.events());
    }

    /// Whether it makes sense to wait on for a reader, if none has come.
    pub(super) fn check_for_readers(&self, monitor: &WaitMonitor, operation: Operation) -> Result<()> {
        let options = &self.party.options;
        match options.wait.filter(|wait| monitor.lasts() > *wait && !self.state().outbox.has_readers()) {
            Some(_) => Err(options.nobody_came(&self.party.name, "reader", monitor.lasts(), operation)),
            None => Ok(()),
        }
    }

    /// Does the next thing that can be done for a call.
    fn step(&self, call: &mut Call) -> Result<Next> {
        let next = self.next(call);
        match &next {
            Next::Settled | Next::Wait => {}
            Next::Move { pieces, room } => {
                let mut to = *room;
                for piece in pieces {
                    sys::copy(piece.memory, self.window.spot(to, piece.memory.len())?);
                    to += piece.extent.len;
                }
                self.settle(pieces, |before| Some(Location::Window { offset: room + before }));
            }
            Next::Spill { pieces } => {
                let bytes = sys::collect(pieces.iter().map(|piece| piece.memory));
                let spilled = self.spill().and_then(|spill| spill.write(&bytes));
                let place = spilled.as_ref().ok().copied();
                self.settle(pieces, |before| {
                    place.map(|offset| Location::Spilled { offset: offset + before })
                });
                spilled?;
            }
        }
        Ok(next)
    }

    fn settle(&self, pieces: &[Placed], place: impl Fn(u64) -> Option<Location>) {
        self.act(|state, actions| state.outbox.settle_pieces(pieces, place, actions));
    }

    fn next(&self, call: &mut Call) -> Next {
        let (next, is_first_drop) = {
            let outbox = &mut self.state().outbox;
            let before = outbox.dropped_bytes();
            (outbox.next(call, self.now()), before == 0 && outbox.dropped_bytes() > 0)
        };
        if is_first_drop {
            let name = &self.party.name;
            notice::tell(&format!(
                "{name} has no reader yet; the oldest bytes are dropped (seaway_mxn_late=drop)"
            ));
        }
        next
    }

    /// Takes back the memory of a call that failed. Waits for readers that are copying: they finish, or their links end.
    fn withdraw(&self, call: &Call) {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        while !state.outbox.withdraw(call) {
            if self.party.has_failed() {
                // A stopped reader would hold them without a limit. Its read fails, whatever it copies later.
                state.outbox.waiting().for_each(|link| link.cut());
            }
            drop(self.wait(state));
            self.look_at_readers(&mut monitor, call.placed());
            state = self.state();
        }
    }
}

impl State {
    fn ends_lingering_of(&self, call: u64) -> bool {
        let may_come = self.outbox.has_readers() || self.hopes_for_readers;
        !may_come || self.outbox.is_settled(call)
    }

    /// Whether a call that lingers need no longer.
    pub(super) fn ends_lingering(&self) -> bool {
        self.lingering.iter().any(|&call| self.ends_lingering_of(call))
    }
}

fn no_such_call() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail(
        "this write has already completed, or was \
                                                                 never started",
    )
}
