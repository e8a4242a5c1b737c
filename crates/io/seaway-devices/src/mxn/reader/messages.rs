// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of writers and of other reader ranks to a reader.

use std::io::IoSliceMut;
use std::sync::Arc;

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::{Contact, MxnMessage, Piece, Range, Side};

use super::{Reader, unexpected};
use crate::link::{Events, Fetch, describe};
use crate::mxn::DATA_BYTES;
use crate::mxn::Link;
use crate::mxn::failure::Failure;
use crate::mxn::pieces::{Placed, part_of};
use crate::mxn::sys;

impl Events<MxnMessage> for Reader {
    fn connected(&self, link: &Arc<Link>) {
        self.party.admit(link);
        self.party.tell_latecomer(link);
        if self.party.is_closed() {
            link.close();
        }
    }

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let Some(message) = self.party.answer(link, message, &self.events()) else { return Ok(()) };
        match message {
            MxnMessage::Here { id, pieces } => self.copy(link, id, &pieces)?,
            MxnMessage::Data { id, offset, len } => self.receive(link, id, Extent::new(offset, len))?,
            message => {
                let has_ended = matches!(message, MxnMessage::End { .. });
                let answer = self.state().inbox.hear(link, message).map_err(|text| unexpected(&text))?;
                if has_ended {
                    // They may leave from now on.
                    self.party.set_others(Vec::new());
                }
                if let Some(answer) = answer {
                    link.send(&answer)?;
                }
            }
        }
        self.answer_asking();
        self.party.changed.notify_all();
        Ok(())
    }

    fn lost(&self, link: &Arc<Link>, why: Error) {
        let is_writer = link.peer().side == Side::Writer;
        // Writers leave only when readers have acknowledged all bytes: then none was on this link.
        let is_harmless = self.party.is_closing() || (is_writer && self.has_left(link.peer()));
        if !is_harmless {
            let offset = self.state().inbox.first_missing();
            let text = format!("is gone ({})", why.reason());
            self.party.fail(&Failure::of(link.peer(), offset, text), &self.events());
        }
        self.party.forget(link);
        self.state().inbox.forget_link(link.number());
        self.party.changed.notify_all();
    }

    fn left(&self, link: &Arc<Link>) {
        // Not if this side has closed it.
        let by_writer = self.party.has(link) && link.peer().side == Side::Writer;
        self.party.forget(link);
        self.state().inbox.left(link.number(), by_writer);
        self.answer_asking();
        self.party.changed.notify_all();
    }
}

impl Reader {
    /// Whether a writer whose link ended without a goodbye had left in order: it no longer listens, and another writer has said
    /// goodbye.
    fn has_left(&self, writer: &Contact) -> bool {
        let is_there = || self.party.is_there(writer, &self.events());
        !is_there() && self.is_over(is_there).unwrap_or(false)
    }

    /// Answers ranks that asked whether the writers have left.
    fn answer_asking(&self) {
        let answers = self.state().inbox.take_asking();
        for (link, answer) in answers {
            let _ = link.send(&answer);
        }
    }

    /// Copies bytes out of the writer's memory.
    fn copy(&self, link: &Arc<Link>, id: u64, pieces: &[Piece]) -> Result<()> {
        let mut fetches: Vec<Fetch> = Vec::new();
        let mut claimed: Vec<Placed> = Vec::new();
        {
            let inbox = &mut self.state().inbox;
            if inbox.want(id).is_none() {
                // Given up; the writer has been informed.
                return Ok(());
            }
            for piece in pieces {
                for part in inbox.claim(id, Extent::new(piece.offset, piece.len)) {
                    fetches.push((part_of(piece, part.extent), part.memory));
                    claimed.push(part);
                }
            }
            inbox.begin_copy(id);
        }
        let mut copied = self.fetch(link, &fetches);
        if copied.is_ok() {
            // Before the read can return, because closing the link then would lose this message. Pieces that were not claimed have
            // arrived on another link; the writer need not hold them either.
            copied = link.send(&MxnMessage::Done { id, pieces: merged(pieces) });
        }
        self.state().inbox.end_copy(id, &claimed, copied.is_ok());
        self.party.changed.notify_all();
        copied
    }

    /// Receives bytes from the socket, straight to where they belong. No more than was asked for on this link.
    fn receive(&self, link: &Arc<Link>, id: u64, extent: Extent) -> Result<()> {
        let claimed = {
            let inbox = &mut self.state().inbox;
            let checked = inbox.check_data(link.number(), id, extent, DATA_BYTES);
            checked.map_err(|text| too_much(link, extent, text))?;
            let claimed = inbox.claim(id, extent);
            inbox.begin_copy(id);
            claimed
        };
        let expected: u64 = claimed.iter().map(|piece| piece.extent.len).sum();
        let received = if expected == extent.len {
            let memory = claimed.iter().map(|piece| piece.memory);
            link.receive_payload(&mut sys::slices_to(memory, &claimed))
        } else {
            receive_some(link, extent, &claimed)
        };
        self.state().inbox.end_copy(id, &claimed, received.is_ok());
        received
    }
}

/// Receives a payload of which some bytes have arrived on another link or are no longer wanted.
fn receive_some(link: &Arc<Link>, extent: Extent, claimed: &[Placed]) -> Result<()> {
    let mut offset = extent.offset;
    for piece in claimed {
        pass_over(link, piece.extent.offset - offset)?;
        link.receive_payload(&mut sys::slices_to(std::iter::once(piece.memory), claimed))?;
        offset = piece.extent.end();
    }
    pass_over(link, extent.end() - offset)
}

/// Discards the next `bytes` of a payload.
fn pass_over(link: &Arc<Link>, bytes: u64) -> Result<()> {
    let mut nowhere = [0; 16 << 10];
    let mut left = bytes;
    while left > 0 {
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(nowhere.len());
        link.receive_payload(&mut [IoSliceMut::new(&mut nowhere[..len])])?;
        left -= len as u64;
    }
    Ok(())
}

fn too_much(link: &Link, extent: Extent, text: &str) -> Error {
    let detail = format!("{} sends {} bytes, {text}", describe(link.peer()), extent.len);
    Error::new(ErrorKind::PeerLost, Operation::Read).with_extent(extent).with_detail(detail)
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
