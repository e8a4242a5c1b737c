// SPDX-License-Identifier: MIT OR Apache-2.0
//! Giving readers what they want: what is here goes at once, the rest when it is written.

use std::sync::Arc;
use std::time::Instant;

use seaway_device::{Extent, Result};
use seaway_proto::{MAX_RANGES, MxnMessage, Piece, Range, Way};

use super::{State, Writer};
use crate::link::Link;
use crate::mxn::ranges::RangeSet;
use crate::mxn::store::{Located, Place, Slot};
use crate::mxn::sys;

/// Longest run of bytes that goes over a socket in one message: others may go in between.
const DATA_BYTES: u64 = 1 << 20;

/// What a reader has asked for and not had yet.
#[derive(Debug)]
pub(super) struct Want {
    pub(super) link: Arc<Link>,
    pub(super) slot: Slot,
    pub(super) once: bool,
    pub(super) missing: RangeSet,
    /// What the reader copies now.
    pub(super) in_flight: RangeSet,
    pub(super) since: Instant,
    /// It was told that nothing more will come.
    pub(super) is_over: bool,
    /// The reader believes that it will be written here, and was not told otherwise.
    pub(super) is_expected: bool,
    /// The reader waits to hear that nothing is on its way any more.
    pub(super) is_retracted: bool,
}

/// What is to be sent once the state is no longer held.
#[derive(Debug)]
pub(super) enum Action {
    Send(Arc<Link>, MxnMessage),
    /// Bytes that go over the socket; they are pinned.
    Data {
        link: Arc<Link>,
        id: u64,
        parts: Vec<Located>,
    },
}

impl State {
    /// Serves those wants that `extent` may fill.
    pub(super) fn serve(&mut self, writer: &Writer, extent: Extent, actions: &mut Vec<Action>) {
        let concerned = |want: &Want| want.missing.overlapping(extent).next().is_some();
        let keys: Vec<(u64, u64)> =
            self.wants.iter().filter(|(_, want)| concerned(want)).map(|(key, _)| *key).collect();
        for key in keys {
            self.serve_want(writer, key, actions);
        }
    }

    pub(super) fn serve_want(&mut self, writer: &Writer, key: (u64, u64), actions: &mut Vec<Action>) {
        let is_visible = self.ended.is_some() || !writer.party.options.visible_at_close;
        let Some(want) = self.wants.get_mut(&key).filter(|_| is_visible) else { return };
        let missing: Vec<Extent> = want.missing.iter().collect();
        let found: Vec<Located> = missing.iter().flat_map(|&extent| self.store.available(extent)).collect();
        for part in &found {
            want.missing.remove(part.extent);
            want.in_flight.insert(part.extent);
            self.store.pin(part.extent);
        }
        let (near, far): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|part| is_reachable(want.link.way(), part.place));
        for parts in near.chunks(MAX_RANGES) {
            let pieces = parts.iter().map(|part| writer.piece(part)).collect();
            actions.push(Action::Send(want.link.clone(), MxnMessage::Here { id: key.1, pieces }));
        }
        if !far.is_empty() {
            // Once more by who sends them: the want may be settled before.
            far.iter().for_each(|part| self.store.pin(part.extent));
            actions.push(Action::Data { link: want.link.clone(), id: key.1, parts: far });
        }
        self.close_want(key, actions);
    }

    /// Tells the reader when nothing more will come, and forgets wants that are settled.
    pub(super) fn close_want(&mut self, key: (u64, u64), actions: &mut Vec<Action>) {
        let Some(want) = self.wants.get_mut(&key) else { return };
        if let Some(size) = self.ended
            && !want.is_over
            && !want.missing.is_empty()
            // Another thread may still be sending what was found: the end comes behind it.
            && want.in_flight.is_empty()
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

    /// The reader has had these bytes of its want.
    pub(super) fn delivered(
        &mut self,
        writer: &Writer,
        key: (u64, u64),
        ranges: &[Extent],
        actions: &mut Vec<Action>,
    ) {
        let Some(want) = self.wants.get(&key) else { return };
        let had = ranges.iter().flat_map(|&range| want.in_flight.overlap(range)).collect();
        self.note_had(writer, key, had);
        self.close_want(key, actions);
    }

    /// The reader has what it wanted. What was on its way has reached it, even if that could not be noted here yet.
    pub(super) fn settle(&mut self, writer: &Writer, key: (u64, u64)) {
        let Some(want) = self.wants.get(&key) else { return };
        let had = want.in_flight.iter().collect();
        self.note_had(writer, key, had);
        self.wants.remove(&key);
    }

    fn note_had(&mut self, writer: &Writer, key: (u64, u64), had: Vec<Extent>) {
        let Some(want) = self.wants.get_mut(&key) else { return };
        for extent in had {
            want.in_flight.remove(extent);
            if want.once && !Self::keeps_what_was_taken(&writer.party) {
                self.store.take(want.slot, extent);
            } else if want.once
                && let Some(joined) = self.joined.get_mut(&key.0)
            {
                joined.uncommitted.insert(extent);
            }
            self.store.unpin(extent);
        }
    }

    /// The reader wants no more than what is on its way. Another thread may be about to send that: the answer comes when
    /// the reader has had it.
    pub(super) fn retract(&mut self, link: &Arc<Link>, id: u64, actions: &mut Vec<Action>) {
        let key = (link.number(), id);
        match self.wants.get_mut(&key) {
            Some(want) => {
                want.missing = RangeSet::new();
                want.is_retracted = true;
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

    pub(super) fn settle_all_of(&mut self, writer: &Writer, link: u64) {
        for key in self.wants_of(link) {
            self.settle(writer, key);
        }
    }

    fn wants_of(&self, link: u64) -> Vec<(u64, u64)> {
        self.wants.range((link, 0)..=(link, u64::MAX)).map(|(key, _)| *key).collect()
    }
}

/// Whether a reader on this link can copy the bytes from where they are.
fn is_reachable(way: Way, place: Place) -> bool {
    match (way, place) {
        (Way::Socket, _) | (_, Place::Spilled { .. }) | (Way::Window, Place::Borrowed { .. }) => false,
        (Way::SameProcess | Way::ProcessMemory | Way::Window, _) => true,
    }
}

impl Writer {
    fn piece(&self, part: &Located) -> Piece {
        let Extent { offset, len } = part.extent;
        let (address, window) = match part.place {
            Place::Window { offset } => (self.window_address(offset), Some(offset)),
            Place::Borrowed { address, .. } => (address, None),
            Place::Spilled { .. } => (0, None),
        };
        Piece { offset, len, address: address as u64, window }
    }

    /// Changes the state and then, no longer holding it, sends what that has led to. Until it is sent, the file is not
    /// closed.
    pub(super) fn act<T>(&self, change: impl FnOnce(&mut State, &mut Vec<Action>) -> T) -> T {
        let mut actions = Vec::new();
        let changed = {
            let mut state = self.state();
            let changed = change(&mut state, &mut actions);
            state.sending += usize::from(!actions.is_empty());
            changed
        };
        if !actions.is_empty() {
            self.carry_out(actions);
            self.state().sending -= 1;
        }
        self.tell_change();
        changed
    }

    /// Wakes those who wait for a change, but for calls that linger and would only go on doing so.
    pub(super) fn tell_change(&self) {
        let (ends_lingering, shows_no_more) = {
            let state = self.state();
            (state.ends_lingering(), state.shows_no_more())
        };
        if ends_lingering {
            self.settled.notify_all();
        }
        if shows_no_more {
            self.stop_showing();
        }
        if self.showing.is_on() {
            self.window.board().ring();
        }
        self.party.changed.notify_all();
    }

    fn carry_out(&self, actions: Vec<Action>) {
        let mut actions = std::collections::VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Send(link, message) => {
                    if link.send(&message).is_err() {
                        link.cut();
                    }
                }
                Action::Data { link, id, parts } => self.send_parts(&link, id, &parts, &mut actions),
            }
        }
    }

    fn send_parts(
        &self,
        link: &Arc<Link>,
        id: u64,
        parts: &[Located],
        actions: &mut std::collections::VecDeque<Action>,
    ) {
        let mut rest = parts;
        while let Some(first) = rest.first() {
            // Neighbours in the file go together, wherever they are in memory.
            let mut count = 1;
            let mut len = first.extent.len;
            while let Some(next) = rest.get(count)
                && next.extent.offset == first.extent.offset + len
                && len + next.extent.len <= DATA_BYTES
            {
                len += next.extent.len;
                count += 1;
            }
            if self.send_run(link, id, &rest[..count]).is_err() {
                let mut state = self.state();
                rest.iter().for_each(|part| state.store.unpin(part.extent));
                drop(state);
                // Its thread finds the link ended, and takes the wants back.
                link.cut();
                return;
            }
            let run = Extent::new(first.extent.offset, len);
            let mut more = Vec::new();
            let mut state = self.state();
            state.delivered(self, (link.number(), id), &[run], &mut more);
            state.store.unpin(run);
            drop(state);
            self.tell_change();
            self.give_back_spilled();
            actions.extend(more);
            rest = &rest[count..];
        }
    }

    /// Parts that are neighbours in the file.
    fn send_run(&self, link: &Arc<Link>, id: u64, parts: &[Located]) -> Result<()> {
        let mut spilled = Vec::new();
        for part in parts {
            if let Place::Spilled { offset } = part.place {
                let mut bytes = vec![0; usize::try_from(part.extent.len).unwrap_or(usize::MAX)];
                self.spill()?.read(offset, &mut bytes)?;
                spilled.push(bytes);
            }
        }
        let mut from_spill = spilled.iter();
        let memory: Vec<(usize, usize)> = parts
            .iter()
            .map(|part| {
                let len = usize::try_from(part.extent.len).unwrap_or(usize::MAX);
                let address = match part.place {
                    Place::Borrowed { address, .. } => address,
                    Place::Window { offset } => self.window_address(offset),
                    Place::Spilled { .. } => {
                        from_spill.next().map_or(0, |bytes| bytes.as_ptr().expose_provenance())
                    }
                };
                (address, len)
            })
            .collect();
        let (start, end) = (parts[0].extent.offset, parts[parts.len() - 1].extent.end());
        let mut offset = start;
        while offset < end {
            let len = (end - offset).min(DATA_BYTES);
            let slices = sys::slices_at(&cut_out(&memory, offset - start, len));
            link.send_data(&MxnMessage::Data { id, offset, len }, &slices)?;
            offset += len;
        }
        Ok(())
    }

    pub(super) fn give_back_spilled(&self) {
        let Some(spill) = self.spill.get() else { return };
        let places = self.state().store.take_unspilled();
        for (offset, len) in places {
            spill.give_back(offset, len);
        }
    }
}

/// `len` bytes of `memory`, from byte `start` on.
fn cut_out(memory: &[(usize, usize)], start: u64, len: u64) -> Vec<(usize, usize)> {
    let mut skip = usize::try_from(start).unwrap_or(usize::MAX);
    let mut left = usize::try_from(len).unwrap_or(usize::MAX);
    let mut cut = Vec::new();
    for &(address, len) in memory {
        if skip >= len {
            skip -= len;
            continue;
        }
        let take = (len - skip).min(left);
        if take == 0 {
            break;
        }
        cut.push((address + skip, take));
        left -= take;
        skip = 0;
    }
    cut
}

/// Extents as they travel.
pub(super) fn extents(ranges: &[Range]) -> Vec<Extent> {
    ranges.iter().map(|range| Extent::new(range.offset, range.len)).collect()
}
