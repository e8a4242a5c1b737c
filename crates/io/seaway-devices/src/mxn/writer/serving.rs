// SPDX-License-Identifier: MIT OR Apache-2.0
//! Carrying out what the outbox has decided: messages, places and bytes go to readers.

use std::collections::VecDeque;
use std::sync::Arc;

use seaway_device_api::{Extent, Result};
use seaway_memory::Spot;
use seaway_messages::{MAX_RANGES, MxnMessage, Piece};

use super::{Action, Located, Location, State, Writer};
use crate::mxn::DATA_BYTES;
use crate::mxn::Link;
use crate::mxn::sys;

impl Writer {
    fn piece(&self, part: &Located) -> Piece {
        let Extent { offset, len } = part.extent;
        let (address, window) = match part.place {
            Location::Window { offset } => (self.window.address_of(offset), Some(offset)),
            Location::Borrowed { memory, .. } => (memory.address(), None),
            Location::Spilled { .. } => (0, None),
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
            if !actions.is_empty() {
                state.outbox.begin_sending();
            }
            changed
        };
        if !actions.is_empty() {
            self.carry_out(actions);
            self.state().outbox.end_sending();
        }
        self.tell_change();
        changed
    }

    /// Wakes the calls that wait for a change, except for calls that linger and would only continue to do so.
    pub(super) fn tell_change(&self) {
        let (ends_lingering, shows_no_more) = {
            let state = self.state();
            (state.ends_lingering(), state.outbox.shows_no_more())
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
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Send(link, message) => send(&link, &message),
                Action::Here { link, id, parts } => {
                    for parts in parts.chunks(MAX_RANGES) {
                        let pieces = parts.iter().map(|part| self.piece(part)).collect();
                        send(&link, &MxnMessage::Here { id, pieces });
                    }
                }
                Action::Data { link, id, parts } => self.send_parts(&link, id, &parts, &mut actions),
            }
        }
    }

    fn send_parts(&self, link: &Arc<Link>, id: u64, parts: &[Located], actions: &mut VecDeque<Action>) {
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
                self.state().outbox.unsent(rest);
                // Its thread finds the link ended, and takes the wants back.
                link.cut();
                return;
            }
            let run = Extent::new(first.extent.offset, len);
            let mut more = Vec::new();
            self.state().outbox.sent(link, id, run, &mut more);
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
            if let Location::Spilled { offset } = part.place {
                let mut bytes = vec![0; usize::try_from(part.extent.len).unwrap_or(usize::MAX)];
                self.spill()?.read(offset, &mut bytes)?;
                spilled.push(bytes);
            }
        }
        let mut from_spill = spilled.iter();
        let memory: Vec<Spot> = parts
            .iter()
            .map(|part| {
                let len = usize::try_from(part.extent.len).unwrap_or(usize::MAX);
                match part.place {
                    Location::Borrowed { memory, .. } => Ok(memory.part(0, len)),
                    Location::Window { offset } => self.window.spot(offset, len),
                    Location::Spilled { .. } => {
                        Ok(from_spill.next().map_or_else(nowhere, |bytes| lent(bytes)))
                    }
                }
            })
            .collect::<Result<_>>()?;
        let (start, end) = (parts[0].extent.offset, parts[parts.len() - 1].extent.end());
        let mut offset = start;
        while offset < end {
            let len = (end - offset).min(DATA_BYTES);
            let slices = sys::slices_at(&cut_out(&memory, offset - start, len), &spilled);
            link.send_data(&MxnMessage::Data { id, offset, len }, &slices)?;
            offset += len;
        }
        Ok(())
    }

    pub(super) fn give_back_spilled(&self) {
        let Some(spill) = self.spill.get() else { return };
        let places = self.state().outbox.take_unspilled();
        for (offset, len) in places {
            spill.give_back(offset, len);
        }
    }
}

/// A link that nothing can be sent by ends; its thread finds out why.
fn send(link: &Link, message: &MxnMessage) {
    if link.send(message).is_err() {
        link.cut();
    }
}

/// `len` bytes of `memory`, from byte `start` on.
fn cut_out(memory: &[Spot], start: u64, len: u64) -> Vec<Spot> {
    let mut skip = usize::try_from(start).unwrap_or(usize::MAX);
    let mut left = usize::try_from(len).unwrap_or(usize::MAX);
    let mut cut = Vec::new();
    for piece in memory {
        if skip >= piece.len() {
            skip -= piece.len();
            continue;
        }
        let take = (piece.len() - skip).min(left);
        if take == 0 {
            break;
        }
        cut.push(piece.part(skip, take));
        left -= take;
        skip = 0;
    }
    cut
}

fn lent(bytes: &[u8]) -> Spot {
    Spot::of_slice(bytes)
}

fn nowhere() -> Spot {
    lent(&[])
}
