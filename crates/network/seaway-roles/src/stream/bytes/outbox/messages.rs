// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of readers and other writer ranks, and the end of their links.

use std::sync::Arc;

use seaway_device_api::{ErrorKind, Extent};
use seaway_messages::{Contact, MxnMessage, Range};

use super::ordering::Query;
use super::serving::Want;
use super::{Action, Joined, Outbox, Presence, ReaderSlot};
use crate::stream::Time;
use crate::stream::bytes::store::Slot;
use crate::stream::bytes::{Line, Lost, Memory, RangeSet};

/// Why a message ends its link.
#[derive(Debug, PartialEq, Eq)]
pub enum Unheard {
    /// No reader of this number has joined; `None`: none at all on this link.
    NoSuchReader(Option<u32>),
    /// A writer does not expect it.
    Unexpected(String),
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Handles a message. The driver handles pings and failures.
    pub fn hear(
        &mut self,
        link: &Arc<L>,
        message: MxnMessage,
        now: Time,
        actions: &mut Vec<Action<L, M>>,
    ) -> Result<(), Unheard> {
        let reply = |message| Action::Send(link.clone(), message);
        match message {
            // A reader that comes too late gets a goodbye and looks for other writers.
            MxnMessage::Attach { contacts, .. } if self.group.is_empty() || self.is_shut => {
                self.attaching.push((link.clone(), contacts));
            }
            MxnMessage::Attach { contacts, .. } => {
                let answer = self.attach(link, contacts);
                let is_refused = matches!(answer, MxnMessage::Refused { .. });
                actions.push(reply(answer));
                if let Some(size) = self.ended.filter(|_| !is_refused) {
                    actions.push(reply(MxnMessage::End { id: 0, size }));
                }
            }
            MxnMessage::Join { reader } => self.join(link, reader)?,
            MxnMessage::Want { id, once, expected, ranges } => {
                self.want(link, id, once, &extents(&ranges), now, actions)?;
                let key = (link.number(), id);
                if let Some(want) = self.wants.get_mut(&key).filter(|_| expected) {
                    want.is_expected = true;
                    self.correct_expectation(key, actions);
                }
            }
            MxnMessage::Done { id, pieces } => {
                self.delivered((link.number(), id), &extents(&pieces), actions);
            }
            MxnMessage::Cancel { id } => self.settle((link.number(), id)),
            MxnMessage::Retract { id } => self.retract(link, id, actions),
            MxnMessage::Skip { ranges } => self.skip(link, &ranges),
            MxnMessage::Kept { .. } => {
                if let Some(joined) = self.joined.get_mut(&link.number()) {
                    let had = std::mem::take(&mut joined.uncommitted);
                    let slot = joined.slot;
                    had.iter().for_each(|extent| self.store.take(slot, extent));
                }
            }
            MxnMessage::StepsFrom { id, offset } => match self.steps_from(id, offset) {
                Some(answer) => actions.push(reply(answer)),
                None => self.order.queries.push(Query { link: link.clone(), id, offset, since: now }),
            },
            MxnMessage::SizeWanted { id, last } => match self.ended {
                None if last => self.size_wanted.push((link.clone(), id)),
                ended => {
                    let size = ended.unwrap_or(self.store.end());
                    actions.push(reply(MxnMessage::Size { id, size }));
                }
            },
            MxnMessage::Pong { number } => self.confirmed(link.number(), number),
            MxnMessage::Unordered => drop(self.leave_order(actions)),
            // Another rank of this program has come to close the file; so will we.
            MxnMessage::End { .. } => {}
            other => return Err(Unheard::Unexpected(format!("{other:?}"))),
        }
        Ok(())
    }

    /// A link has ended without a goodbye. The reader that was on it, if there was one.
    pub fn lost(&mut self, link: u64) -> Option<Slot> {
        self.cancel_all_of(link);
        self.lose_unconfirmed(link);
        self.forget_questions(link);
        let reader = self.joined.remove(&link)?;
        // The program may have returned before the last of its old links is known to be lost.
        let is_joined = self.joined.values().any(|joined| joined.slot == reader.slot);
        if let Some(slot) = self.readers.get_mut(reader.slot as usize)
            && self.options.lost == Lost::Wait
            && slot.presence != Presence::Left
            && !is_joined
        {
            slot.presence = Presence::Lost;
        }
        Some(reader.slot)
    }

    /// Whether the loss of a reader is harmless: the file is being closed, and the reader has everything or has left.
    pub fn is_done_with(&self, reader: Slot) -> bool {
        let misses = self.readers.get(reader as usize).is_some_and(|reader| reader.may_miss_bytes);
        let has_everything = self.store.is_drained() && !misses;
        self.ended.is_some() && (self.presence(reader) == Some(Presence::Left) || has_everything)
    }

    /// A peer has said goodbye.
    pub fn left(&mut self, link: u64) {
        self.settle_all_of(link);
        self.unconfirmed.remove(&link);
        self.forget_questions(link);
        if let Some(joined) = self.joined.remove(&link) {
            for extent in joined.uncommitted.iter() {
                self.store.take(joined.slot, extent);
            }
        }
    }

    /// All ranks of this program know each other now: readers that have come before are answered.
    pub fn admit(&mut self, group: Vec<Contact>, actions: &mut Vec<Action<L, M>>) {
        self.group = group;
        for (link, contacts) in std::mem::take(&mut self.attaching) {
            let answer = self.attach(&link, contacts);
            actions.push(Action::Send(link, answer));
        }
    }

    /// The ranks of the readers that are here, if that has changed since it was asked for last; and whether they are looked
    /// after, which they are not where they may come and go.
    pub fn take_new_readers(&mut self) -> Option<(Vec<Contact>, bool)> {
        if !std::mem::take(&mut self.has_new_readers) {
            return None;
        }
        let here = self.readers.iter().filter(|reader| reader.presence == Presence::Here);
        let contacts = here.flat_map(|reader| reader.contacts.clone()).collect();
        Some((contacts, self.options.lost == Lost::Fail))
    }

    /// A reader program, through its rank 0.
    fn attach(&mut self, link: &Arc<L>, contacts: Vec<Contact>) -> MxnMessage {
        let Some(slot) = self.free_slot(&contacts) else {
            let text = format!(
                "{} has had its {} reader(s) already; the writer's hint seaway_mxn_readers says how many come",
                self.options.name,
                self.readers.len()
            );
            return MxnMessage::Refused { kind: ErrorKind::FileInUse.code(), text };
        };
        let reader = &mut self.readers[slot];
        reader.presence = Presence::Here;
        reader.contacts = contacts;
        let slot = u32::try_from(slot).unwrap_or(u32::MAX);
        self.joined.insert(link.number(), Joined { slot, uncommitted: RangeSet::new() });
        self.has_new_readers = true;
        MxnMessage::Attached { reader: slot, contacts: self.group.clone() }
    }

    /// The slot of a reader program. One that returns gets its own again: what it has read and committed is gone there. Another
    /// program takes it only if no other is free.
    fn free_slot(&self, contacts: &[Contact]) -> Option<usize> {
        let program = |contacts: &[Contact]| contacts.first().map(|first| first.program.clone());
        let find = |fits: &dyn Fn(&ReaderSlot) -> bool| self.readers.iter().position(fits);
        let is_lost = |reader: &ReaderSlot| reader.presence == Presence::Lost;
        find(&|reader| is_lost(reader) && program(&reader.contacts) == program(contacts))
            .or_else(|| find(&|reader| reader.presence == Presence::Expected))
            .or_else(|| find(&is_lost))
    }

    fn join(&mut self, link: &Arc<L>, slot: u32) -> Result<(), Unheard> {
        let reader = self.readers.get_mut(slot as usize).ok_or(Unheard::NoSuchReader(Some(slot)))?;
        if reader.presence != Presence::Left {
            reader.presence = Presence::Here;
        }
        let joined = || Joined { slot, uncommitted: RangeSet::new() };
        self.joined.entry(link.number()).or_insert_with(joined);
        Ok(())
    }

    fn want(
        &mut self,
        link: &Arc<L>,
        id: u64,
        once: bool,
        wanted: &[Extent],
        now: Time,
        actions: &mut Vec<Action<L, M>>,
    ) -> Result<(), Unheard> {
        let joined = self.joined.get(&link.number());
        let slot = joined.map(|joined| joined.slot).ok_or(Unheard::NoSuchReader(None))?;
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
            since: now,
            is_over: false,
            is_expected: false,
            is_retracted: false,
        };
        let key = (link.number(), id);
        self.wants.insert(key, want);
        self.serve_want(key, actions);
        Ok(())
    }

    /// A reader will not want these. All bytes: it leaves.
    fn skip(&mut self, link: &Arc<L>, ranges: &[Range]) {
        let Some(slot) = self.joined.get(&link.number()).map(|joined| joined.slot) else { return };
        for range in ranges {
            if (range.offset, range.len) == (0, u64::MAX) {
                self.readers[slot as usize].presence = Presence::Left;
                self.store.leave(slot);
                self.has_new_readers = true;
            } else {
                self.store.skip(slot, Extent::new(range.offset, range.len));
            }
        }
    }

    fn forget_questions(&mut self, link: u64) {
        self.order.queries.retain(|query| query.link.number() != link);
        self.size_wanted.retain(|(asking, _)| asking.number() != link);
        self.attaching.retain(|(asking, _)| asking.number() != link);
    }
}

/// Extents as they travel.
fn extents(ranges: &[Range]) -> Vec<Extent> {
    ranges.iter().map(|range| Extent::new(range.offset, range.len)).collect()
}
