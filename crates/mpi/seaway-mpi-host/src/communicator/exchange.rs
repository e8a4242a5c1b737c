// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HostExchange`]: messages between ranks, by MPI's nonblocking sends and receives.
//!
//! One tag for all exchanges of a channel suffices: all ranks start them in the same order, and messages of
//! one sender with one tag do not overtake each other.

use std::mem;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, CallName, Exchange, Message};

use super::calls::Requests;
use super::channel::Tag;
use super::family::Lease;
use crate::abi::Abi;

#[derive(Debug)]
pub(super) struct HostExchange<'a, A: Abi> {
    lease: &'a Lease<A>,
    requests: Requests<A>,
    outgoing: Vec<Message>,
    incoming: Vec<Message>,
}

impl<'a, A: Abi> HostExchange<'a, A> {
    pub(super) fn start(
        lease: &'a Lease<A>,
        mut outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Self> {
        let family = &*lease.family;
        let peers = outgoing.iter().map(|message| message.rank).chain(expected.iter().map(|&(rank, _)| rank));
        check_peers_exist(peers, family.size)?;
        lease.channel().check_lost()?;
        let to_myself = outgoing.iter().position(|message| message.rank == family.rank);
        let mut to_myself = to_myself.map(|place| outgoing.swap_remove(place));
        let mut incoming = Vec::with_capacity(expected.len());
        for &(rank, length) in expected {
            incoming.push(if rank == family.rank {
                check_own(to_myself.take(), length)?
            } else {
                Message { rank, bytes: vec![0; length] }
            });
        }
        let mut exchange = Self { lease, requests: Requests::new(family.link.host), outgoing, incoming };
        exchange.post()?;
        Ok(exchange)
    }

    fn post(&mut self) -> Result<()> {
        let family = &*self.lease.family;
        let (link, tag) = (&family.link, self.lease.channel().tag(Tag::Exchange));
        for Message { rank, bytes } in self.incoming.iter_mut().filter(|message| message.rank != family.rank)
        {
            // SAFETY: the bytes are on the heap, and leave this exchange only when all requests have
            // completed (see `drop`).
            unsafe { self.requests.receive(link, *rank, tag, bytes.as_mut_ptr(), bytes.len())? };
        }
        for Message { rank, bytes } in &self.outgoing {
            // SAFETY: as above.
            unsafe { self.requests.send(link, *rank, tag, bytes.as_ptr(), bytes.len())? };
        }
        Ok(())
    }
}

impl<A: Abi> Exchange for HostExchange<'_, A> {
    fn finish(mut self: Box<Self>) -> Result<Vec<Message>> {
        let (lease, family) = (self.lease, &*self.lease.family);
        let peers = || self.outgoing.iter().chain(&self.incoming).map(|message| message.rank);
        let call = Call::of(CallName::Exchange, 0);
        let patience = family.node_ranks.patience;
        self.requests.wait(patience, || {
            family.check_waiting(lease.channel(), call, |rank| peers().any(|peer| peer == rank))
        })?;
        Ok(mem::take(&mut self.incoming))
    }
}

impl<A: Abi> Drop for HostExchange<'_, A> {
    fn drop(&mut self) {
        if !self.requests.is_empty() {
            // MPI may still read and write them.
            mem::forget(mem::take(&mut self.outgoing));
            mem::forget(mem::take(&mut self.incoming));
            self.lease.channel().spoil();
        }
    }
}

pub(super) fn check_peers_exist(mut peers: impl Iterator<Item = usize>, size: usize) -> Result<()> {
    let Some(peer) = peers.find(|&peer| peer >= size) else { return Ok(()) };
    let detail = format!("exchange with rank {peer} of {size} ranks");
    Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail))
}

/// A rank's message to itself needs no MPI.
pub(super) fn check_own(message: Option<Message>, length: usize) -> Result<Message> {
    match message {
        Some(message) if message.bytes.len() == length => Ok(message),
        other => {
            let came = other.map_or(0, |message| message.bytes.len());
            let detail = format!("this rank sent itself {came} bytes instead of {length}");
            Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail))
        }
    }
}
