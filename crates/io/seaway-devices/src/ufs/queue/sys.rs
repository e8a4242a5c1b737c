// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Flights`]: transfers and the memory that the kernel works on, which they release only when the kernel
//! has finished.
#![allow(unsafe_code, reason = "the kernel reads and writes memory after the call has returned")]

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::RawFd;
use std::ptr::with_exposed_provenance_mut;

use seaway_device_api::Result;
use seaway_memory::Spot;

use super::super::aligned_buffer::AlignedBuffer;
use super::super::ring::{Direction, Request, Ring};

/// Borrowed memory must stay valid and unshared until the outcome of its transfer has been returned: the
/// lender promises that ([`Transfers`](seaway_device_api::Transfers)). A transfer is removed once its outcome
/// was returned.
#[derive(Debug)]
pub(super) struct Transfer {
    pub(super) direction: Direction,
    /// The buffer that the pieces lie in, if it is not the borrowed memory.
    bounce: Option<Bounce>,
    pub(super) parts: Vec<TransferPart>,
    /// Pieces that the kernel works on, or that wait for room in the ring.
    outstanding: usize,
}

/// One entry of the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct TransferPart {
    pub(super) fd: RawFd,
    pub(super) offset: u64,
    pub(super) memory: Spot,
    pub(super) done: usize,
}

impl TransferPart {
    /// What the ring has not written.
    pub(super) fn rest_to_write(&self) -> &[u8] {
        let rest = self.memory.part(self.done, self.memory.len());
        // SAFETY: the memory stays valid until the outcome is returned, and is not written meanwhile.
        unsafe { rest.bytes() }
    }

    /// What the ring has not filled.
    pub(super) fn rest_to_fill(&mut self) -> &mut [u8] {
        let rest = self.memory.part(self.done, self.memory.len());
        // SAFETY: the memory stays valid until the outcome is returned; pieces do not overlap, and the kernel
        // has finished with this one.
        unsafe { rest.bytes_mut() }
    }
}

/// Aligned buffer between the file and borrowed memory.
#[derive(Debug)]
pub(super) struct Bounce {
    memory: AlignedBuffer,
    lent: Vec<Spot>,
}

impl Bounce {
    pub(super) fn new(len: usize, alignment: usize, lent: &[Spot]) -> Result<Self> {
        Ok(Self { memory: AlignedBuffer::zeroed(len, alignment)?, lent: lent.to_vec() })
    }

    /// The `len` bytes from `start` on. Their address is stable while this exists.
    pub(super) fn spot(&mut self, start: usize, len: usize) -> Spot {
        let bytes = &mut self.memory.bytes_mut()[start..start + len];
        Spot::of_slice_mut(bytes)
    }

    /// Copies the next `len` borrowed bytes to `start`.
    pub(super) fn copy_in(&mut self, start: usize, len: usize, lent: &mut SpotWalk<'_>) {
        let target = self.spot(start, len);
        let mut done = 0;
        while done < len
            && let Some(from) = lent.next(len - done)
        {
            // SAFETY: borrowed memory is not modified meanwhile, and the buffer does not overlap it.
            done += unsafe { from.copy_to(target.part(done, len - done)) };
        }
    }
}

/// Iterates over borrowed memory.
#[derive(Debug)]
pub(super) struct SpotWalk<'a> {
    spots: &'a [Spot],
    /// Bytes of the first piece that are already consumed.
    done: usize,
}

impl<'a> SpotWalk<'a> {
    pub(super) fn new(spots: &'a [Spot]) -> Self {
        Self { spots, done: 0 }
    }

    /// The next contiguous bytes, at most `most`.
    pub(super) fn next(&mut self, most: usize) -> Option<Spot> {
        while let [first, others @ ..] = self.spots {
            if self.done < first.len() {
                let part = first.part(self.done, most);
                self.done += part.len();
                return Some(part);
            }
            (self.spots, self.done) = (others, 0);
        }
        None
    }
}

impl Transfer {
    pub(super) fn new(direction: Direction, bounce: Option<Bounce>, parts: Vec<TransferPart>) -> Self {
        Self { direction, bounce, parts, outstanding: 0 }
    }

    /// Copies what was read to its destination, up to the end of the file.
    pub(super) fn copy_out(&mut self) {
        let Some(bounce) = self.bounce.as_ref().filter(|_| self.direction == Direction::Read) else { return };
        let mut walk = SpotWalk::new(&bounce.lent);
        for part in &self.parts {
            let mut copied = 0;
            while copied < part.done
                && let Some(target) = walk.next(part.done - copied)
            {
                // SAFETY: borrowed memory stays valid until the outcome is returned, and the buffer does not
                // overlap it.
                copied += unsafe { part.memory.part(copied, part.done - copied).copy_to(target) };
            }
            if part.done < part.memory.len() {
                return;
            }
        }
    }
}

/// Ticket of a transfer and index of a piece.
type PartName = (u64, usize);

#[derive(Debug)]
pub(super) struct Flights {
    ring: Ring,
    transfers: BTreeMap<u64, Transfer>,
    next_ticket: u64,
    /// Pieces that found no room in the ring yet.
    backlog: VecDeque<PartName>,
    /// The piece that each token of the ring stands for.
    tokens: BTreeMap<u64, PartName>,
    next_token: u64,
}

impl Flights {
    pub(super) fn new(ring: Ring) -> Self {
        let (transfers, backlog, tokens) = (BTreeMap::new(), VecDeque::new(), BTreeMap::new());
        Self { ring, transfers, next_ticket: 0, backlog, tokens, next_token: 0 }
    }

    #[cfg(test)]
    pub(super) fn ring(&mut self) -> &mut Ring {
        &mut self.ring
    }

    /// Adds a transfer; `progress` starts it.
    pub(super) fn add(&mut self, mut transfer: Transfer) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        if self.ring.is_usable() {
            transfer.outstanding = transfer.parts.len();
            self.backlog.extend((0..transfer.parts.len()).map(|part| (ticket, part)));
        }
        self.transfers.insert(ticket, transfer);
        ticket
    }

    /// Reaps completions from the ring and refills it. Does not wait.
    pub(super) fn progress(&mut self) {
        if !self.ring.is_ours() {
            return self.abandon_in_child();
        }
        self.reap();
        while let Some(name) = self.backlog.pop_front_if(|_| !self.ring.is_full()) {
            self.start(name);
        }
        self.ring.submit(0);
        self.reap();
        if !self.ring.is_usable() {
            self.abandon_backlog();
        }
    }

    /// Waits for at least one completion.
    pub(super) fn wait_for_one(&mut self) {
        if self.ring.is_ours() && self.ring.in_flight() > 0 {
            self.ring.submit(1);
        }
    }

    /// The transfer, if nothing of it is outstanding; `None` if there is no such ticket.
    pub(super) fn take_landed(&mut self, ticket: u64) -> Option<Option<Transfer>> {
        let landed = self.transfers.get(&ticket)?.outstanding == 0;
        Some(if landed { self.transfers.remove(&ticket) } else { None })
    }

    fn start(&mut self, (ticket, index): PartName) {
        let Some(transfer) = self.transfers.get(&ticket) else { return };
        let part = transfer.parts[index];
        let request = Request {
            fd: part.fd,
            direction: transfer.direction,
            offset: part.offset,
            memory: with_exposed_provenance_mut(part.memory.address()),
            len: part.memory.len(),
        };
        let token = self.next_token;
        self.next_token += 1;
        self.tokens.insert(token, (ticket, index));
        // SAFETY: the memory belongs to the transfer, or is borrowed until its outcome is returned, which
        // happens when no piece is outstanding any more; `drop` waits for those still in flight.
        unsafe { self.ring.push(&request, token) };
    }

    fn reap(&mut self) {
        let Self { ring, transfers, tokens, .. } = self;
        ring.reap(|token, moved| {
            let Some((ticket, index)) = tokens.remove(&token) else { return };
            let Some(transfer) = transfers.get_mut(&ticket) else { return };
            transfer.parts[index].done = moved;
            transfer.outstanding -= 1;
        });
    }

    /// The ring accepts no more entries: what it never got is left to plain calls.
    fn abandon_backlog(&mut self) {
        for (ticket, _) in self.backlog.drain(..) {
            if let Some(transfer) = self.transfers.get_mut(&ticket) {
                transfer.outstanding -= 1;
            }
        }
        if self.ring.in_flight() == 0 {
            // Entries that were queued but not taken will never complete either.
            self.tokens.clear();
            self.transfers.values_mut().for_each(|transfer| transfer.outstanding = 0);
        }
    }

    /// After a fork the kernel works on the parent's memory. The child has a copy and repeats its transfers
    /// by plain calls.
    fn abandon_in_child(&mut self) {
        self.backlog.clear();
        self.tokens.clear();
        self.transfers.values_mut().for_each(|transfer| transfer.outstanding = 0);
    }
}

impl Drop for Flights {
    fn drop(&mut self) {
        while self.ring.is_ours() && self.ring.in_flight() > 0 {
            self.ring.submit(1);
            self.reap();
        }
    }
}
