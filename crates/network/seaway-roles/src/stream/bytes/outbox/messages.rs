// SPDX-License-Identifier: MIT OR Apache-2.0
//! What readers, and other ranks of the writing program, say to a writer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Extent, Operation, Result};
use seaway_proto::{Contact, MxnMessage, Range, Side, Way};

use super::serving::{Action, Want, extents};
use super::{Joined, Presence, Query, State, Writer};
use crate::link::{Events, Link};
use crate::mxn::failure::Failure;
use crate::mxn::options::Lost;
use crate::mxn::ranges::RangeSet;
use crate::mxn::store::Slot;

impl Events for Writer {
    fn connected(&self, link: &Arc<Link>) {
        self.party.register(link);
        if link.peer().side == Side::Reader && !matches!(link.way(), Way::ProcessMemory | Way::SameProcess) {
            self.stop_showing();
        }
        let ended = self.state().ended;
        if let Some(size) = ended {
            let _ = link.send(&MxnMessage::End { id: 0, size });
        }
        if self.party.is_closing() {
            link.close();
        }
    }

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let Some(message) = self.party.answer(link, message, &self.events()) else { return Ok(()) };
        self.act(|state, actions| state.react(self, link, message, actions))?;
        self.give_back_spilled();
        Ok(())
    }

    fn lost(&self, link: &Arc<Link>, why: Error) {
        self.party.forget(link);
        let reader = {
            let mut state = self.state();
            state.cancel_all_of(link.number());
            state.forget_queries(link);
            let reader = state.joined.remove(&link.number());
            if let Some(reader) = &reader
                && let Some(slot) = state.readers.get_mut(reader.slot as usize)
                && self.party.options.lost == Lost::Wait
                && slot.presence != Presence::Left
            {
                slot.presence = Presence::Lost;
            }
            reader
        };
        self.tell_change();
        let is_fatal = link.peer().side == Side::Writer || self.party.options.lost == Lost::Fail;
        let is_concerned = reader.is_some() || link.peer().side == Side::Writer;
        let is_done = || reader.as_ref().is_some_and(|reader| self.is_done_with(reader.slot));
        if is_concerned && is_fatal && !self.party.is_closing() && !is_done() {
            let offset = self.state().store.end();
            let text = format!("is gone ({})", why.reason());
            self.party.fail(&Failure::of(link.peer(), offset, text), &self.events());
        }
    }

    fn left(&self, link: &Arc<Link>) {
        self.party.forget(link);
        {
            let mut state = self.state();
            state.settle_all_of(self, link.number());
            state.forget_queries(link);
            if let Some(joined) = state.joined.remove(&link.number()) {
                state.commit(&joined);
            }
        }
        self.tell_change();
    }
}

impl Writer {
    /// Whether a reader that is gone was leaving: a link that is made just then ends without a goodbye. Others of its
    /// program may still have to tell that nothing more is wanted.
    fn is_done_with(&self, slot: Slot) -> bool {
        const PATIENCE: Duration = Duration::from_secs(1);
        let since = Instant::now();
        let mut state = self.state();
        while state.ended.is_some() && !self.party.is_closing() && since.elapsed() < PATIENCE {
            let has_left =
                state.readers.get(slot as usize).is_some_and(|slot| slot.presence == Presence::Left);
            if has_left || state.store.is_drained() {
                return true;
            }
            state = self.wait(state);
        }
        self.party.is_closing()
    }
}

impl State {
    fn react(
        &mut self,
        writer: &Writer,
        link: &Arc<Link>,
        message: MxnMessage,
        actions: &mut Vec<Action>,
    ) -> Result<()> {
        let reply = |message| Action::Send(link.clone(), message);
        match message {
            MxnMessage::Attach { contacts, .. } => {
                let answer = self.attach(writer, link, contacts);
                let is_refused = matches!(answer, MxnMessage::Refused { .. });
                actions.push(reply(answer));
                if let Some(size) = self.ended.filter(|_| !is_refused) {
                    actions.push(reply(MxnMessage::End { id: 0, size }));
                }
            }
            MxnMessage::Join { reader } => self.join(link, reader)?,
            MxnMessage::Want { id, once, expected, ranges } => {
                self.want(writer, link, id, once, &extents(&ranges), actions)?;
                let key = (link.number(), id);
                if let Some(want) = self.wants.get_mut(&key).filter(|_| expected) {
                    want.is_expected = true;
                    self.correct_expectation(key, actions);
                }
            }
            MxnMessage::Done { id, pieces } => {
                self.delivered(writer, (link.number(), id), &extents(&pieces), actions);
            }
            MxnMessage::Cancel { id } => self.settle(writer, (link.number(), id)),
            MxnMessage::Retract { id } => self.retract(link, id, actions),
            MxnMessage::Skip { ranges } => self.skip(writer, link, &ranges),
            MxnMessage::Kept { .. } => {
                if let Some(joined) = self.joined.get_mut(&link.number()) {
                    let had = std::mem::take(&mut joined.uncommitted);
                    let slot = joined.slot;
                    had.iter().for_each(|extent| self.store.take(slot, extent));
                }
            }
            MxnMessage::StepsFrom { id, offset } => match self.steps_from(id, offset) {
                Some(answer) => actions.push(reply(answer)),
                None => {
                    let (link, since) = (link.clone(), Instant::now());
                    self.order.queries.push(Query { link, id, offset, since });
                }
            },
            MxnMessage::SizeWanted { id, last } => match self.ended {
                None if last => self.size_wanted.push((link.clone(), id)),
                ended => {
                    let size = ended.unwrap_or(self.store.end());
                    actions.push(reply(MxnMessage::Size { id, size }));
                }
            },
            MxnMessage::Size { id, size } => drop(self.sizes.insert(id, size)),
            MxnMessage::Unordered => {
                self.order.is_kept = false;
                self.answer_queries(actions);
            }
            // Another rank of this program has come to close the file; so will we.
            MxnMessage::End { .. } => {}
            other => return Err(unexpected(&other)),
        }
        Ok(())
    }

    /// A reader program, through its rank 0.
    fn attach(&mut self, writer: &Writer, link: &Arc<Link>, contacts: Vec<Contact>) -> MxnMessage {
        let party = &writer.party;
        let free =
            |reader: &super::ReaderSlot| matches!(reader.presence, Presence::Expected | Presence::Lost);
        let Some(slot) = self.readers.iter().position(free) else {
            let text = format!(
                "{} has had its {} reader(s) already; the writer's hint seaway_mxn_readers says how many come",
                party.name,
                self.readers.len()
            );
            return MxnMessage::Refused { kind: ErrorKind::FileInUse.code(), text };
        };
        let reader = &mut self.readers[slot];
        reader.presence = Presence::Here;
        reader.contacts = contacts;
        let slot = u32::try_from(slot).unwrap_or(u32::MAX);
        self.joined.insert(link.number(), Joined { slot, uncommitted: RangeSet::new() });
        self.watch(writer);
        MxnMessage::Attached { reader: slot, contacts: party.group().to_vec() }
    }

    /// Rank 0 looks after the readers that are here, unless they may come and go.
    fn watch(&self, writer: &Writer) {
        let here = self.readers.iter().filter(|reader| reader.presence == Presence::Here);
        let readers: Vec<Contact> = here.flat_map(|reader| reader.contacts.clone()).collect();
        writer.party.identity.trunks.learn(Side::Reader, &readers);
        let may_go = writer.party.options.lost == Lost::Wait;
        writer.party.set_others(if may_go { Vec::new() } else { readers });
    }

    fn join(&mut self, link: &Arc<Link>, slot: u32) -> Result<()> {
        let reader = self.readers.get_mut(slot as usize).ok_or_else(|| unknown_reader(slot))?;
        if reader.presence != Presence::Left {
            reader.presence = Presence::Here;
        }
        let joined = || Joined { slot, uncommitted: RangeSet::new() };
        self.joined.entry(link.number()).or_insert_with(joined);
        Ok(())
    }

    fn want(
        &mut self,
        writer: &Writer,
        link: &Arc<Link>,
        id: u64,
        once: bool,
        wanted: &[Extent],
        actions: &mut Vec<Action>,
    ) -> Result<()> {
        let joined = self.joined.get(&link.number());
        let slot = joined.map(|joined| joined.slot).ok_or_else(|| unknown_reader(u32::MAX))?;
        if !once {
            self.readers[slot as usize].looks = true;
        }
        if let Some(gone) = wanted.iter().find_map(|&extent| self.store.gone(extent)) {
            let range = Range { offset: gone.offset, len: gone.len };
            actions.push(Action::Send(link.clone(), MxnMessage::Gone { id, range }));
            return Ok(());
        }
        let want = Want {
            link: link.clone(),
            slot,
            once,
            missing: wanted.iter().copied().collect(),
            in_flight: RangeSet::new(),
            since: Instant::now(),
            is_over: false,
            is_expected: false,
            is_retracted: false,
        };
        let key = (link.number(), id);
        self.wants.insert(key, want);
        self.serve_want(writer, key, actions);
        Ok(())
    }

    /// A reader will not want these. All bytes: it leaves.
    fn skip(&mut self, writer: &Writer, link: &Arc<Link>, ranges: &[Range]) {
        let Some(slot) = self.joined.get(&link.number()).map(|joined| joined.slot) else { return };
        for range in ranges {
            if (range.offset, range.len) == (0, u64::MAX) {
                self.readers[slot as usize].presence = Presence::Left;
                self.store.leave(slot);
                self.watch(writer);
            } else {
                self.store.skip(slot, Extent::new(range.offset, range.len));
            }
        }
    }

    fn commit(&mut self, joined: &Joined) {
        for extent in joined.uncommitted.iter() {
            self.store.take(joined.slot, extent);
        }
    }

    fn forget_queries(&mut self, link: &Arc<Link>) {
        self.order.queries.retain(|query| query.link.number() != link.number());
        self.size_wanted.retain(|(asking, _)| asking.number() != link.number());
    }
}

fn unknown_reader(slot: u32) -> Error {
    Error::new(ErrorKind::Internal, Operation::Read).with_detail(format!("no reader {slot} has joined"))
}

fn unexpected(message: &MxnMessage) -> Error {
    Error::new(ErrorKind::Internal, Operation::Read).with_detail(format!("a writer got {message:?}"))
}
