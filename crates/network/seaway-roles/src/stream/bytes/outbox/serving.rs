// SPDX-License-Identifier: MIT OR Apache-2.0
//! Serving readers: bytes that are available are delivered at once, the rest when they are written.

use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::{CopyMethod, MxnMessage};

use super::{Action, Outbox};
use crate::stream::Time;
use crate::stream::bytes::store::{Located, Location, Slot};
use crate::stream::bytes::{Line, Memory, RangeSet};

/// What a reader has requested and not received yet.
#[derive(Debug)]
pub(super) struct Want<L> {
    pub(super) link: Arc<L>,
    pub(super) slot: Slot,
    pub(super) once: bool,
    pub(super) missing: RangeSet,
    /// What the reader copies now.
    pub(super) in_flight: RangeSet,
    pub(super) since: Time,
    /// The reader was informed that nothing more will come.
    pub(super) is_over: bool,
    /// The reader expects it to be written here and was not corrected.
    pub(super) is_expected: bool,
    /// The reader waits to hear that nothing is on its way any more.
    pub(super) is_retracted: bool,
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Serves those wants that `extent` may fill.
    pub(super) fn serve(&mut self, extent: Extent, actions: &mut Vec<Action<L, M>>) {
        let concerned = |want: &Want<L>| want.missing.overlapping(extent).next().is_some();
        let keys: Vec<(u64, u64)> =
            self.wants.iter().filter(|(_, want)| concerned(want)).map(|(key, _)| *key).collect();
        for key in keys {
            self.serve_want(key, actions);
        }
    }

    pub(super) fn serve_want(&mut self, key: (u64, u64), actions: &mut Vec<Action<L, M>>) {
        let is_visible = self.ended.is_some() || !self.options.visible_at_close;
        let Some(want) = self.wants.get_mut(&key).filter(|_| is_visible) else { return };
        let missing: Vec<Extent> = want.missing.iter().collect();
        let found: Vec<Located<M>> =
            missing.iter().flat_map(|&extent| self.store.available(extent)).collect();
        for part in &found {
            want.missing.remove(part.extent);
            want.in_flight.insert(part.extent);
        }
        let (near, far): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|part| is_reachable(want.link.way(), &part.place));
        near.iter().for_each(|part| self.store.pin(part.extent));
        if !near.is_empty() {
            actions.push(Action::Here { link: want.link.clone(), id: key.1, parts: near });
        }
        if !far.is_empty() {
            // Once for the want and once for the sending thread: the want may be settled, or its link lost, before.
            if !self.options.flaws.frees_while_sending {
                far.iter().chain(&far).for_each(|part| self.store.pin(part.extent));
            }
            actions.push(Action::Data { link: want.link.clone(), id: key.1, parts: far });
        }
        self.close_want(key, actions);
    }

    /// Tells the reader when nothing more will come, and forgets wants that are settled.
    pub(super) fn close_want(&mut self, key: (u64, u64), actions: &mut Vec<Action<L, M>>) {
        let flaws = self.options.flaws;
        let Some(want) = self.wants.get_mut(&key) else { return };
        if let Some(size) = self.ended
            && !want.is_over
            && !want.missing.is_empty()
            // Another thread may still be sending what was found: the end comes behind it.
            && (want.in_flight.is_empty() || flaws.end_overtakes_bytes)
        {
            want.is_over = true;
            actions.push(Action::Send(want.link.clone(), MxnMessage::End { id: key.1, size }));
        }
        if (want.is_over || want.missing.is_empty()) && want.in_flight.is_empty() {
            if want.is_retracted {
                actions.push(Action::Send(want.link.clone(), MxnMessage::Retracted { id: key.1 }));
            }
            self.wants.remove(&key);
        }
    }

    /// Neighbouring bytes of an [`Action::Data`] have been sent. The reader will have them, unless the link is lost before the
    /// reader has acknowledged them.
    pub fn sent(&mut self, link: &Arc<L>, id: u64, run: Extent, actions: &mut Vec<Action<L, M>>) {
        let key = (link.number(), id);
        // A want that is gone was cancelled by the reader, or went with its link: then the bytes are not taken.
        if let Some(slot) = self.wants.get(&key).map(|want| want.slot) {
            self.note_sent(link, slot);
        }
        self.delivered(key, &[run], actions);
        self.unpin_sent(run);
    }

    /// They could not be sent. The driver ends the link and then calls [`Outbox::lost`].
    pub fn unsent(&mut self, parts: &[Located<M>]) {
        parts.iter().for_each(|part| self.unpin_sent(part.extent));
    }

    /// The sending thread no longer reads these bytes.
    fn unpin_sent(&mut self, extent: Extent) {
        if !self.options.flaws.frees_while_sending {
            self.store.unpin(extent);
        }
    }

    /// The reader has received these bytes of its want.
    pub(super) fn delivered(&mut self, key: (u64, u64), ranges: &[Extent], actions: &mut Vec<Action<L, M>>) {
        let Some(want) = self.wants.get(&key) else { return };
        let had = ranges.iter().flat_map(|&range| want.in_flight.overlap(range)).collect();
        self.note_had(key, had);
        self.close_want(key, actions);
    }

    /// The reader has what it wanted. What was in flight has reached it, even if that was not noted here yet.
    pub(super) fn settle(&mut self, key: (u64, u64)) {
        let Some(want) = self.wants.get(&key) else { return };
        let had = want.in_flight.iter().collect();
        self.note_had(key, had);
        self.wants.remove(&key);
    }

    fn note_had(&mut self, key: (u64, u64), had: Vec<Extent>) {
        let keeps = self.keeps_what_was_taken();
        let Some(want) = self.wants.get_mut(&key) else { return };
        for extent in had {
            want.in_flight.remove(extent);
            if want.once && !keeps {
                self.store.take(want.slot, extent);
            } else if want.once
                && let Some(joined) = self.joined.get_mut(&key.0)
            {
                joined.uncommitted.insert(extent);
            }
            self.store.unpin(extent);
        }
    }

    /// The reader wants no more than what is in flight. Another thread may still be sending that, so the answer is sent when the
    /// reader has received it.
    pub(super) fn retract(&mut self, link: &Arc<L>, id: u64, actions: &mut Vec<Action<L, M>>) {
        let (key, flaws) = ((link.number(), id), self.options.flaws);
        match self.wants.get_mut(&key) {
            Some(want) => {
                want.missing = RangeSet::new();
                want.is_retracted = !flaws.retraction_overtakes_bytes;
                if flaws.retraction_overtakes_bytes {
                    actions.push(Action::Send(link.clone(), MxnMessage::Retracted { id }));
                }
                self.close_want(key, actions);
            }
            None => actions.push(Action::Send(link.clone(), MxnMessage::Retracted { id })),
        }
    }

    /// The reader is gone.
    fn cancel(&mut self, key: (u64, u64)) {
        let Some(want) = self.wants.remove(&key) else { return };
        for extent in want.in_flight.iter() {
            self.store.unpin(extent);
        }
    }

    pub(super) fn cancel_all_of(&mut self, link: u64) {
        for key in self.wants_of(link) {
            self.cancel(key);
        }
    }

    pub(super) fn settle_all_of(&mut self, link: u64) {
        for key in self.wants_of(link) {
            self.settle(key);
        }
    }

    fn wants_of(&self, link: u64) -> Vec<(u64, u64)> {
        self.wants.range((link, 0)..=(link, u64::MAX)).map(|(key, _)| *key).collect()
    }
}

/// Whether a reader on a link of this way can copy the bytes from where they are.
fn is_reachable<M>(way: CopyMethod, place: &Location<M>) -> bool {
    match (way, place) {
        (CopyMethod::Socket, _)
        | (_, Location::Spilled { .. })
        | (CopyMethod::Window, Location::Borrowed { .. }) => false,
        (CopyMethod::SameProcess | CopyMethod::ProcessMemory | CopyMethod::Window, _) => true,
    }
}
