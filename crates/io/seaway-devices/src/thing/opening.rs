// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Opening`]: one opening of a thing at the agent of this node, until it is closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Extent, OpenFlags, Operation, Result};
use seaway_messages::{
    HomeAddress, MAX_RESERVED_RANGES, NumberChange, Range, ThingKind, ThingMessage, ThingStatus,
};
use seaway_roles::thing::{Judgement, Sight, State, judge};

use super::agent::AgentConnection;
use super::row::Row;
use super::table::{StateTable, now};

/// Pauses while a thing is about to move.
const FIRST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct Opening {
    pub(super) agent: Arc<AgentConnection>,
    pub(super) number: u64,
    pub(super) slot: u32,
    pub(super) epoch: u64,
    pub(super) kind: ThingKind,
    pub(super) writable: bool,
    /// With the scheme, for messages.
    pub(super) name: String,
    pub(super) closed: AtomicBool,
}

impl Opening {
    pub(super) fn new(
        agent: &Arc<AgentConnection>,
        number: u64,
        slot: u32,
        status: &ThingStatus,
        flags: OpenFlags,
        name: String,
    ) -> Self {
        let (epoch, kind, closed) = (status.epoch, status.kind, AtomicBool::new(false));
        let writable = flags.contains(OpenFlags::WRITE);
        Self { agent: Arc::clone(agent), number, slot, epoch, kind, writable, name, closed }
    }

    /// Whether it is to be looked for elsewhere.
    pub(super) fn has_moved(&self) -> bool {
        judge(&self.agent.table.look(self.slot), self.epoch, Duration::ZERO) == Judgement::LookUp
    }

    /// Where it is, as the agent knows.
    pub(super) fn locate(&self) -> Result<(HomeAddress, ThingStatus)> {
        match self.agent.ask(Operation::Open, |id| ThingMessage::Locate { id, opening: self.number })?.0 {
            ThingMessage::Elsewhere { home, status, .. } => Ok((home, status)),
            other => Err(self.agent.unexpected(Operation::Open, &other)),
        }
    }

    /// Carries out an access to bytes that are here, and takes it for done only if they are here afterwards.
    pub(super) fn access<T>(&self, operation: Operation, access: impl FnOnce() -> Result<T>) -> Result<T> {
        self.settle(operation, |table, slot| table.look(slot))?;
        let outcome = access();
        self.settle(operation, |table, slot| table.look_after_copy(slot))?;
        outcome
    }

    /// Has the agent carry out something in one step. If it says so, it is done, whatever happens to the thing afterwards.
    fn at_agent<T>(&self, operation: Operation, ask: impl FnOnce() -> Result<T>) -> Result<T> {
        self.settle(operation, |table, slot| table.look(slot))?;
        ask().or_else(|error| {
            // It may be about to move.
            self.settle(operation, |table, slot| table.look(slot))?;
            Err(error)
        })
    }

    /// Whether accesses so far have reached the thing.
    pub(super) fn is_here(&self) -> bool {
        judge(&self.agent.table.look_after_copy(self.slot), self.epoch, now()) == Judgement::Proceed
    }

    /// Whether its name was deleted, or taken by another thing.
    pub(super) fn is_deleted(&self) -> bool {
        let sight = self.agent.table.look(self.slot);
        sight.epoch != self.epoch || matches!(sight.state, State::Deleted | State::Free)
    }

    /// Returns when bytes here are the thing's, or fails.
    fn settle(&self, operation: Operation, look: impl Fn(&StateTable, u32) -> Sight) -> Result<()> {
        let (mut pause, mut since) = (FIRST_PAUSE, None);
        loop {
            match judge(&look(&self.agent.table, self.slot), self.epoch, now()) {
                Judgement::Proceed => return Ok(()),
                Judgement::AskAgent => self.agent.renew(operation).map_err(|error| self.named(error))?,
                Judgement::LookUp => return Err(self.not_here(operation)),
                Judgement::Wait => {
                    let since = *since.get_or_insert_with(Instant::now);
                    if since.elapsed() > self.agent.options().timeout {
                        return Err(self.not_here(operation));
                    }
                    thread::sleep(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Reserves memory for these extents. Returns what is reserved around them, and as of how many cuts.
    pub(super) fn reserve(&self, operation: Operation, extents: &[Extent]) -> Result<(u64, Vec<Extent>)> {
        let (mut cuts, mut reserved) = (0, Vec::new());
        for extents in extents.chunks(MAX_RESERVED_RANGES) {
            let ranges =
                extents.iter().map(|extent| Range { offset: extent.offset, len: extent.len }).collect();
            let request = |id| ThingMessage::Reserve { id, opening: self.number, ranges };
            match self.agent.ask(operation, request).map_err(|error| self.named(error))?.0 {
                ThingMessage::Reserved { cuts: since, ranges, .. } => {
                    if since != cuts {
                        reserved.clear();
                    }
                    cuts = since;
                    reserved.extend(ranges.iter().map(|range| Extent::new(range.offset, range.len)));
                }
                other => return Err(self.agent.unexpected(operation, &other)),
            }
        }
        Ok((cuts, reserved))
    }

    pub(super) fn resize(&self, size: u64) -> Result<()> {
        let request = |id| ThingMessage::Resize { id, opening: self.number, size };
        self.agent.ask_done(Operation::SetSize, request).map_err(|error| self.named(error))
    }

    pub(super) fn publish(&self) -> Result<()> {
        let request = |id| ThingMessage::Publish { id, opening: self.number };
        let ask = || self.agent.ask_done(Operation::Sync, request);
        self.at_agent(Operation::Sync, ask).map_err(|error| self.named(error))
    }

    /// The number before the change.
    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        let request = |id| ThingMessage::Update { id, opening: self.number, offset, change };
        let ask = || self.agent.ask(Operation::Write, request);
        match self.at_agent(Operation::Write, ask).map_err(|error| self.named(error))?.0 {
            ThingMessage::Updated { before, .. } => Ok(before),
            other => Err(self.agent.unexpected(Operation::Write, &other)),
        }
    }

    /// Combines numbers with those that are there.
    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<()> {
        let request = |id| row.request(id, self.number, self.epoch);
        let ask = || self.agent.ask_done(Operation::Write, request);
        self.at_agent(Operation::Write, ask).map_err(|error| self.named(error))
    }

    /// `complete`: others may rely on the bytes. Once.
    pub(super) fn close(&self, complete: bool) -> Result<()> {
        if self.closed.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let request = |id| ThingMessage::Close { id, opening: self.number, complete };
        let closed = self.agent.ask_done(Operation::Close, request).map_err(|error| self.named(error));
        // A reader has nothing to lose.
        if self.writable { closed } else { Ok(()) }
    }

    pub(super) fn named(&self, error: Error) -> Error {
        error.with_path(&*self.name)
    }

    fn not_here(&self, operation: Operation) -> Error {
        let detail = "its home is another node now, or its agent has restarted: open it again";
        Error::new(ErrorKind::PeerLost, operation).with_path(&*self.name).with_detail(detail)
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let _ = self.close(false);
    }
}
