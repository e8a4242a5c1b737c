// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Flights`]: transfers with the memory the kernel works on. They own it, and let go of it only when the kernel has.
#![allow(unsafe_code, reason = "the kernel reads and writes memory after the call has returned")]

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::RawFd;

use super::super::aligned_buffer::AlignedBuffer;
use super::super::ring::{Direction, Request, Ring};

#[derive(Debug)]
pub(super) struct Transfer {
    pub(super) direction: Direction,
    pub(super) memory: AlignedBuffer,
    /// The submitter's buffer, when `memory` is another.
    buffer: Option<Vec<u8>>,
    pub(super) parts: Vec<TransferPart>,
    /// Parts that the kernel has, or that wait for room in the ring.
    outstanding: usize,
}

/// One entry of the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct TransferPart {
    pub(super) fd: RawFd,
    pub(super) offset: u64,
    /// Where its bytes begin in the transfer's memory.
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) done: usize,
}

impl Transfer {
    pub(super) fn new(
        direction: Direction,
        memory: AlignedBuffer,
        buffer: Option<Vec<u8>>,
        parts: Vec<TransferPart>,
    ) -> Self {
        Self { direction, memory, buffer, parts, outstanding: 0 }
    }

    /// The submitter's buffer, with what was read in it.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        let Some(mut buffer) = self.buffer else { return self.memory.into_bytes() };
        if self.direction == Direction::Read {
            let mut to = 0;
            for part in &self.parts {
                buffer[to..to + part.done]
                    .copy_from_slice(&self.memory.bytes()[part.start..part.start + part.done]);
                to += part.len;
            }
        }
        buffer
    }
}

/// Which part of which transfer.
type PartName = (u64, usize);

#[derive(Debug)]
pub(super) struct Flights {
    ring: Ring,
    transfers: BTreeMap<u64, Transfer>,
    next_ticket: u64,
    /// Parts that found no room in the ring yet.
    backlog: VecDeque<PartName>,
    /// What each token of the ring stands for.
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

    /// Takes a transfer in; `progress` starts it.
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

    /// Takes what has ended from the ring and fills it again. Does not wait.
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

    /// Waits until the kernel has something to say.
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
        let Some(transfer) = self.transfers.get_mut(&ticket) else { return };
        let part = transfer.parts[index];
        let memory = transfer.memory.bytes_mut()[part.start..part.start + part.len].as_mut_ptr();
        let request = Request {
            fd: part.fd,
            direction: transfer.direction,
            offset: part.offset,
            memory,
            len: part.len,
        };
        let token = self.next_token;
        self.next_token += 1;
        self.tokens.insert(token, (ticket, index));
        // SAFETY: the transfer owns the memory, is not touched while parts are outstanding, and leaves `transfers`
        // only when none is; `drop` waits for those still in flight.
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

    /// The ring takes no more: what it never got is left to plain calls.
    fn abandon_backlog(&mut self) {
        for (ticket, _) in self.backlog.drain(..) {
            if let Some(transfer) = self.transfers.get_mut(&ticket) {
                transfer.outstanding -= 1;
            }
        }
        if self.ring.in_flight() == 0 {
            // Entries that were queued but not taken will never be answered either.
            self.tokens.clear();
            self.transfers.values_mut().for_each(|transfer| transfer.outstanding = 0);
        }
    }

    /// After a fork the kernel works on the parent's memory. Ours is a copy: the child does its transfers anew.
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
