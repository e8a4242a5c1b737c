// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading: one want for each list of extents, sent to the writers that may have them, filled by the links' threads.

use std::sync::{Arc, MutexGuard};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_memory::Spot;
use seaway_messages::{CopyMethod, MxnMessage, Policy, Range};
use seaway_roles::stream::bytes::{Got, Outcome, Settled, Step, Want};

use super::{Reader, State};
use crate::link::describe;
use crate::mxn::Link;
use crate::mxn::pieces::{Placed, lay_out};
use crate::mxn::sys;
use crate::mxn::wait_monitor::WaitMonitor;

/// Extents of one want: few enough that questions never fill a socket whose other end is busy answering.
const WANTED_EXTENTS: usize = 1024;
/// With several links to one writer, requests alternate between them in chunks of this size.
const LINK_BYTES: u64 = 4 << 20;

impl Reader {
    pub(in crate::mxn) fn read(&self, extents: &[Extent], memory: &[Spot], once: bool) -> Result<u64> {
        let once = once || self.party.options.reads_once;
        let (taken, left) = self.take_offered(self.place(extents, memory)?, once);
        let wants = self.begin(&left, once)?;
        Ok(taken + self.finish(&wants)?)
    }

    pub(in crate::mxn) fn start_read(&self, extents: &[Extent], memory: &[Spot], once: bool) -> Result<u64> {
        let once = once || self.party.options.reads_once;
        let wants = self.begin(&self.place(extents, memory)?, once)?;
        let mut state = self.state();
        let call = state.inbox.new_id();
        state.calls.insert(call, wants);
        Ok(call)
    }

    pub(in crate::mxn) fn poll(&self, call: u64) -> Result<Option<u64>> {
        {
            let state = self.state();
            let wants = state.calls.get(&call).ok_or_else(no_such_call)?;
            let inbox = &state.inbox;
            let is_over =
                |want: &u64| inbox.want(*want).is_none_or(Want::is_over) || inbox.is_unexpected(*want);
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
    fn place(&self, extents: &[Extent], memory: &[Spot]) -> Result<Vec<Placed>> {
        self.party.check(Operation::Read)?;
        self.party.reach(extents.first().map(|extent| extent.offset));
        let placed = if self.party.options.policy == Policy::All {
            lay_out(extents, memory)
        } else {
            self.select(extents, memory)?
        };
        self.targets.prepare_targets(&placed, || self.takes_from_here());
        Ok(placed)
    }

    /// Asks for everything.
    fn begin(&self, placed: &[Placed], once: bool) -> Result<Vec<u64>> {
        let in_order = self.is_in_order(placed);
        let mut wants = Vec::new();
        for placed in placed.chunks(WANTED_EXTENTS) {
            if let Err(error) = self.ask_for(placed, once, in_order, &mut wants) {
                // No thread may copy into the memory after the call has failed.
                let _ = self.finish(&wants);
                return Err(error);
            }
        }
        Ok(wants)
    }

    /// Whether these bytes are this rank's part of a read in order, of which others than a single writer have some.
    pub(super) fn is_in_order(&self, placed: &[Placed]) -> bool {
        self.state().inbox.is_in_order(placed, self.writers().len())
    }

    fn takes_from_here(&self) -> bool {
        let is_near = |link: &Arc<Link>| link.way() == CopyMethod::ProcessMemory;
        self.party.options.large_pages && self.party.links().iter().any(is_near)
    }

    /// Asks the writers that have the bytes, or may get them.
    fn ask_for(&self, placed: &[Placed], once: bool, in_order: bool, wants: &mut Vec<u64>) -> Result<()> {
        let mut reading = self.state().inbox.read(placed, once, in_order);
        let has_link = |rank: usize| self.party.known_link_to(&self.writers()[rank]).is_some();
        loop {
            let step = self.state().inbox.go_on(&mut reading, self.writers().len(), has_link);
            match step {
                Step::Ask(id, parts) => {
                    wants.push(id);
                    self.ask(id, &parts)?;
                }
                Step::AskForSteps(writers, known) => {
                    let answer = self.ask_for_steps(writers, known)?;
                    self.learn(&answer)?;
                }
                Step::Done => return Ok(()),
            }
        }
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
        self.state().inbox.has_asked(id);
        asked
    }

    fn ask_one(&self, id: u64, links: &[Arc<Link>], extents: &[Extent]) -> Result<()> {
        let mut shares: Vec<Vec<Range>> = vec![Vec::new(); links.len()];
        let is_spread = links.len() > 1 && links[0].way() == CopyMethod::Socket;
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
            let Some((once, expected)) = self.state().inbox.asks(id, link, &ranges) else { return Ok(()) };
            // If it cannot be sent, or the link has ended before it was noted, nothing comes by it.
            let is_sent = link.send(&MxnMessage::Want { id, once, expected, ranges }).is_ok();
            if !(is_sent && self.party.has(link)) {
                let settled = self.settle_end(link);
                // In any case nothing more is expected on this link.
                self.state().inbox.nothing_more(id, link.number());
                settled?;
            }
        }
        Ok(())
    }

    /// Waits until the thread of a link that has ended has found out why: the stream is over, or has failed.
    fn settle_end(&self, link: &Arc<Link>) -> Result<()> {
        let monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        loop {
            let (is_there, timeout) = (self.party.has(link), self.party.options.timeout);
            let settled = state.inbox.settle_link(is_there, monitor.lasts(), timeout);
            if settled == Settled::Over {
                return Ok(());
            }
            self.party.check(Operation::Read)?;
            if settled == Settled::TooLong {
                let detail = format!("the connection to {} has ended", describe(link.peer()));
                return Err(Error::new(ErrorKind::Io, Operation::Read).with_detail(detail));
            }
            state = self.wait(state);
        }
    }

    /// Waits until the wants are filled as far as they will be. Returns the bytes read; bytes that were never written are zeros.
    fn finish(&self, wants: &[u64]) -> Result<u64> {
        let mut wants = wants.to_vec();
        let mut total = Ok(0);
        // Also after an error: no thread may copy into the memory when the call returns.
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
        self.ask_for(&others?, once, true, wants)?;
        got
    }

    /// Waits until a want is filled as far as it will be, or is not as expected.
    fn await_want(&self, id: u64) {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        while let Some(want) = state.inbox.want(id) {
            if want.is_over() || self.party.has_failed() || state.inbox.is_unexpected(id) {
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
            let offset = want.first_missing().unwrap_or(0);
            let name = &self.party.name;
            monitor
                .tell_once(|| format!("rank {} is waiting for byte {offset} of {name}", self.party.rank()));
            state = self.wait(state);
            drop(state);
            monitor.look_around(&self.party, || self.awaited(id), offset, &self.events());
            state = self.state();
        }
    }

    /// Waits until nobody copies into the memory of a want. Once the stream has failed, a peer that is stopped in the middle
    /// of its bytes would make that last for ever: its link ends then.
    fn await_copies(&self, id: u64) -> MutexGuard<'_, State> {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        while state.inbox.want(id).is_some_and(Want::is_copying) {
            if self.party.has_failed() {
                state.inbox.awaited(id).iter().for_each(|link| link.cut());
            }
            drop(self.wait(state));
            monitor.look(&self.party, || self.awaited(id), 0, &self.events());
            state = self.state();
        }
        state
    }

    /// Forgets a want. Bytes read, and whether they were wanted once.
    fn end_want(&self, id: u64) -> (Result<u64>, bool) {
        let outcome = self.await_copies(id).inbox.end_want(id);
        let Some(Outcome { unanswered, once, got }) = outcome else { return (Ok(0), false) };
        // Writers that have not answered need not answer any more.
        for link in unanswered {
            let _ = link.send(&MxnMessage::Cancel { id });
        }
        (self.outcome(got), once)
    }

    /// The writers that have not said that they have no more for a want.
    pub(super) fn awaited(&self, id: u64) -> Vec<Arc<Link>> {
        self.state().inbox.awaited(id)
    }

    fn outcome(&self, got: Got<Spot>) -> Result<u64> {
        match got {
            Got::Gone(gone) => Err(self.dropped(gone)),
            Got::Missing => {
                self.party.check(Operation::Read)?;
                let text = "the writers have closed the stream without reporting its size";
                Err(Error::new(ErrorKind::Io, Operation::Read).with_detail(text))
            }
            Got::Bytes { bytes, is_all, holes } => {
                if !is_all {
                    self.party.check(Operation::Read)?;
                }
                holes.iter().for_each(|piece| sys::fill_with_zeros(piece.memory));
                Ok(bytes)
            }
        }
    }

    fn dropped(&self, extent: Extent) -> Error {
        let text = "these bytes were already read through the shared pointer, or dropped because there was \
                    no reader; to read bytes again, use the individual pointer or explicit offsets";
        Error::new(ErrorKind::Unsupported, Operation::Read)
            .with_path(&self.party.name)
            .with_extent(extent)
            .with_detail(text)
    }
}

fn no_such_call() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail(
        "this read has already completed, or was \
                                                                 never started",
    )
}
