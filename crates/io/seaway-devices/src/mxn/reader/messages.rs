// SPDX-License-Identifier: MIT OR Apache-2.0
//! What writers, and other ranks of the reading program, say to a reader.

use std::sync::Arc;

use seaway_device::{Error, Extent, Result};
use seaway_proto::{Contact, MxnMessage, Piece, Range, Side};

use super::{ATTACHING, NOT_YET, Reader, State, unexpected};
use crate::link::{Events, Fetch, Link};
use crate::mxn::failure::Failure;
use crate::mxn::pieces::{Placed, part_of};
use crate::mxn::sys;

impl Events for Reader {
    fn connected(&self, link: &Arc<Link>) {
        self.party.admit(link);
        if self.party.is_closing() {
            link.close();
        }
    }

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let Some(message) = self.party.answer(link, message, &self.events()) else { return Ok(()) };
        match message {
            MxnMessage::Here { id, pieces } => self.copy(link, id, &pieces)?,
            MxnMessage::Data { id, offset, len } => self.receive(link, id, Extent::new(offset, len))?,
            MxnMessage::End { id, size } => self.state().ended(self, link, id, size),
            MxnMessage::Retracted { id } => {
                if let Some(want) = self.state().wants.get_mut(&id) {
                    want.asked.remove(&link.number());
                }
            }
            MxnMessage::Gone { id, range } => {
                if let Some(want) = self.state().wants.get_mut(&id) {
                    want.gone = Some(Extent::new(range.offset, range.len));
                }
            }
            MxnMessage::Attached { .. } | MxnMessage::Refused { .. } => {
                self.state().answered(ATTACHING, message);
            }
            MxnMessage::Steps { id, .. } | MxnMessage::Size { id, .. } => {
                self.state().answered(id, message);
            }
            // From another rank of this program: have the writers left?
            MxnMessage::SizeWanted { id, .. } => {
                let has_ended = {
                    let mut state = self.state();
                    let has_ended = state.size.is_some();
                    if has_ended {
                        state.asking.push((link.clone(), id));
                    }
                    has_ended
                };
                if !has_ended {
                    link.send(&MxnMessage::Size { id, size: NOT_YET })?;
                }
            }
            other => return Err(unexpected(&other)),
        }
        self.answer_asking();
        self.party.changed.notify_all();
        Ok(())
    }

    fn lost(&self, link: &Arc<Link>, why: Error) {
        let is_writer = link.peer().side == Side::Writer;
        let is_harmless = self.party.is_closing() || (is_writer && self.has_left(link.peer()));
        if !is_harmless {
            let offset = self.state().first_missing();
            let text = format!("is gone ({})", why.reason());
            self.party.fail(&Failure::of(link.peer(), offset, text), &self.events());
        }
        self.party.forget(link);
        self.state().forget(link.number());
        self.party.changed.notify_all();
    }

    fn left(&self, link: &Arc<Link>) {
        {
            let mut state = self.state();
            // Not if this side has closed it.
            let by_peer = self.party.has(link) && link.peer().side == Side::Writer;
            state.is_drained |= by_peer && state.size.is_some();
        }
        self.party.forget(link);
        self.state().forget(link.number());
        self.answer_asking();
        self.party.changed.notify_all();
    }
}

impl Reader {
    /// Whether a writer whose link has ended without a goodbye was leaving just then: it is not there any more, and the
    /// others leave too.
    fn has_left(&self, writer: &Contact) -> bool {
        let is_there = || self.party.is_there(writer, &self.events());
        !is_there() && self.is_over(is_there).unwrap_or(false)
    }

    /// Tells those who asked that the writers have left.
    fn answer_asking(&self) {
        let (asking, size) = {
            let mut state = self.state();
            if !state.is_drained {
                return;
            }
            (std::mem::take(&mut state.asking), state.size.unwrap_or(0))
        };
        for (link, id) in asking {
            let _ = link.send(&MxnMessage::Size { id, size });
        }
    }

    /// Copies bytes out of the writer's memory.
    fn copy(&self, link: &Arc<Link>, id: u64, pieces: &[Piece]) -> Result<()> {
        let mut fetches: Vec<Fetch> = Vec::new();
        let mut claimed: Vec<Placed> = Vec::new();
        {
            let mut state = self.state();
            if !state.wants.contains_key(&id) {
                // Given up; the writer has been told.
                return Ok(());
            }
            for piece in pieces {
                for part in state.claim(id, Extent::new(piece.offset, piece.len)) {
                    fetches.push((part_of(piece, part.extent), part.address, part.len()));
                    claimed.push(part);
                }
            }
            state.begin_copy(id);
        }
        let mut copied = self.fetch(link, &fetches);
        if copied.is_ok() {
            // Before the read can return: a link that is closed then would take this with it. What was not claimed has come
            // from elsewhere: the writer need not wait with it any longer.
            copied = link.send(&MxnMessage::Done { id, pieces: merged(pieces) });
        }
        self.state().end_copy(id, &claimed, copied.is_ok());
        self.party.changed.notify_all();
        copied
    }

    /// Receives bytes from the socket, straight to where they belong.
    fn receive(&self, link: &Arc<Link>, id: u64, extent: Extent) -> Result<()> {
        let claimed = {
            let mut state = self.state();
            let claimed = state.claim(id, extent);
            state.begin_copy(id);
            claimed
        };
        let expected: u64 = claimed.iter().map(|piece| piece.extent.len).sum();
        let received = if expected == extent.len {
            let memory: Vec<(usize, usize)> =
                claimed.iter().map(|piece| (piece.address, piece.len())).collect();
            link.receive_payload(&mut sys::slices_to(&memory))
        } else {
            receive_some(link, extent, &claimed)
        };
        self.state().end_copy(id, &claimed, received.is_ok());
        received
    }
}

/// Some of the bytes have come from elsewhere meanwhile, or are not wanted any more.
fn receive_some(link: &Arc<Link>, extent: Extent, claimed: &[Placed]) -> Result<()> {
    let mut bytes = vec![0; usize::try_from(extent.len).unwrap_or(usize::MAX)];
    link.receive_payload(&mut [std::io::IoSliceMut::new(&mut bytes)])?;
    for piece in claimed {
        let start = usize::try_from(piece.extent.offset - extent.offset).unwrap_or(usize::MAX);
        sys::copy(bytes[start..].as_ptr().expose_provenance(), piece.address, piece.len());
    }
    Ok(())
}

/// Neighbours become one range.
fn merged(pieces: &[Piece]) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for &Piece { offset, len, .. } in pieces {
        match ranges.last_mut() {
            Some(last) if last.offset + last.len == offset => last.len += len,
            _ => ranges.push(Range { offset, len }),
        }
    }
    ranges
}

impl State {
    fn ended(&mut self, reader: &Reader, link: &Arc<Link>, id: u64, size: u64) {
        self.size = Some(size);
        // They may leave from now on.
        reader.party.set_others(Vec::new());
        if let Some(want) = self.wants.get_mut(&id) {
            want.asked.remove(&link.number());
        }
    }

    pub(super) fn first_missing(&self) -> u64 {
        let first = |want: &super::Want| want.missing.iter().next().map(|extent| extent.offset);
        self.wants.values().filter_map(first).min().unwrap_or(0)
    }

    /// Nothing more comes by this link.
    fn forget(&mut self, link: u64) {
        self.wants.values_mut().for_each(|want| drop(want.asked.remove(&link)));
    }
}
