// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Family`]: the shared state of the ranks of one of the program's communicators: which ranks share a
//! machine, a duplicate of the communicator for messages, and channels, one for each open file.
//!
//! Created at the first open and cached on the program's communicator, so that the next open costs one
//! barrier.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, CallName};

use super::calls::Link;
use super::channel::{CHANNELS, Channel};
use super::counter::CounterWindow;
use super::keeping::Farewell;
use super::leaders::Spread;
use super::node::rendezvous::{NodeRanks, Rendezvous};
use super::node::table::{Layout, SharedRegion};
use super::numbers::{Numbers, Reservation};
use super::topology::Topology;
use crate::abi::Abi;

#[derive(Debug)]
pub(super) struct Family<A: Abi> {
    pub(super) link: Link<A>,
    pub(super) rank: usize,
    pub(super) size: usize,
    pub(super) topology: Topology,
    pub(super) node_ranks: NodeRanks,
    /// Distributes the tables of all nodes to all leaders.
    pub(super) leaders: Spread,
    /// On several nodes: holds the counters.
    pub(super) window: RwLock<Option<CounterWindow<A>>>,
    /// With a window: notifies us when MPI is about to be finalised.
    pub(super) farewell: OnceLock<Farewell<A>>,
    /// For collective calls while a file is opened.
    pub(super) control: Channel,
    pub(super) numbers: Mutex<Numbers>,
    /// MPI is being finalised: it releases its own objects.
    pub(super) abandoned: AtomicBool,
}

/// A channel in use. Returned to the pool when the file is closed.
#[derive(Debug)]
pub(super) struct Lease<A: Abi> {
    pub(super) family: Arc<Family<A>>,
    /// `None` only in `drop`.
    channel: Option<Channel>,
    pub(super) counter_taken: AtomicBool,
}

impl<A: Abi> Family<A> {
    /// Collective over the ranks of `via`: leases them a channel of their own for `call`.
    pub(super) fn lease(self: &Arc<Self>, via: &Channel, call: Call) -> Result<Arc<Lease<A>>> {
        let Reservation { number, channel } = self.agree_on_number(via, call)?;
        let channel = match channel {
            Some(channel) => channel,
            None => self.new_channel(via, call, number).inspect_err(|_| {
                self.numbers().release(Reservation { number, channel: None });
            })?,
        };
        let (family, counter_taken) = (Arc::clone(self), AtomicBool::new(false));
        Ok(Arc::new(Lease { family, channel: Some(channel), counter_taken }))
    }

    /// A number that every rank has reserved. Nearly always the first one proposed.
    pub(super) fn agree_on_number(&self, via: &Channel, call: Call) -> Result<Reservation> {
        let mut least = 0;
        loop {
            let mine = self.numbers().reserve(least);
            let rounds = mine.channel.as_ref().map_or(0, Channel::rounds);
            let proposals: Vec<[u64; 2]> =
                self.round(via, call, &[mine.number.into(), rounds], |tables| {
                    tables.map(|table| [table.word(0), table.word(1)]).collect()
                })?;
            let highest = proposals.iter().map(|proposal| proposal[0]).max().unwrap_or(0);
            let highest = u32::try_from(highest).unwrap_or(u32::MAX);
            if highest >= CHANNELS {
                self.numbers().release(mine);
                return Err(Error::new(ErrorKind::NoMemory, Operation::Open)
                    .with_detail(format!("more than {CHANNELS} files are open on one communicator")));
            }
            if proposals.iter().all(|proposal| *proposal == proposals[0]) {
                return Ok(mine);
            }
            if let Some(reserved) = self.settle_on(via, call, mine, highest)? {
                return Ok(reserved);
            }
            least = highest + 1;
        }
    }

    /// Whether all ranks can reserve `number`, with channels of the same history.
    fn settle_on(
        &self,
        via: &Channel,
        call: Call,
        mine: Reservation,
        number: u32,
    ) -> Result<Option<Reservation>> {
        let reserved = if mine.number == number {
            Some(mine)
        } else {
            let mut numbers = self.numbers();
            numbers.release(mine);
            numbers.reserve_exactly(number)
        };
        let word = match &reserved {
            Some(reserved) => reserved.channel.as_ref().map_or(0, Channel::rounds),
            None => u64::MAX,
        };
        let all_same = self.round(via, call, &[word], |tables| {
            tables.map(|table| table.word(0)).all(|theirs| theirs == word)
        })?;
        if all_same && word != u64::MAX {
            return Ok(reserved);
        }
        if let Some(reserved) = reserved {
            self.numbers().release(reserved);
        }
        Ok(None)
    }

    /// Collective over the ranks of `via`.
    fn new_channel(&self, via: &Channel, call: Call, number: u32) -> Result<Channel> {
        let layout = layout(&self.topology, self.rank);
        let mapping = self.share(via, call, layout.bytes())?;
        let region = SharedRegion::of(mapping, layout).expect("memory of this size was asked for");
        Ok(Channel::new(number, Rendezvous::new(region, self.topology.slot_of(self.rank))))
    }

    pub(super) fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether to keep waiting. If a process on this node that `among` lists by rank has ended, or a rank
    /// gives up, it is an error for all users of `channel`.
    pub(super) fn check_waiting(
        &self,
        channel: &Channel,
        call: Call,
        among: impl Fn(usize) -> bool,
    ) -> Result<()> {
        if channel.give_up.is_time() || channel.place().is_given_up() {
            channel.place().mark_given_up();
            return Err(channel.place().lost_error(call));
        }
        let members = &self.node_ranks.members;
        let Some(dead) = self.node_ranks.find_dead(|slot| among(members[slot].rank)) else { return Ok(()) };
        channel.place().mark_lost(Some(dead.rank));
        Err(channel.place().lost_error(call))
    }
}

pub(super) fn layout(topology: &Topology, rank: usize) -> Layout {
    let notices = if topology.is_one_node() { 0 } else { topology.nodes().iter().map(Vec::len).sum() };
    Layout { slots: topology.neighbours(rank).len(), notices }
}

impl<A: Abi> Lease<A> {
    pub(super) fn channel(&self) -> &Channel {
        self.channel.as_ref().expect("it is there until the lease ends")
    }
}

impl<A: Abi> Drop for Lease<A> {
    fn drop(&mut self) {
        // A number whose messages may still be in flight is never reused.
        if let Some(channel) = self.channel.take().filter(Channel::is_sound) {
            channel.give_up.clear();
            let number = channel.number();
            self.family.numbers().release(Reservation { number, channel: Some(channel) });
        }
    }
}

impl<A: Abi> Family<A> {
    pub(super) fn has_window(&self) -> bool {
        self.window.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Collective. Called even while MPI is being finalised: some MPIs do not survive windows that still
    /// exist then.
    pub(super) fn free_window(&self) {
        let window = self.window.write().unwrap_or_else(PoisonError::into_inner).take();
        match window {
            Some(window) if self.control.is_sound() => window.free(),
            // Not all ranks would take part. MPI knows the window's memory, so it must be leaked.
            window => std::mem::forget(window),
        }
    }
}

impl<A: Abi> Drop for Family<A> {
    fn drop(&mut self) {
        if self.abandoned.load(Ordering::Relaxed) || !self.link.host.is_running() {
            std::mem::forget(self.window.get_mut().unwrap_or_else(PoisonError::into_inner).take());
            return;
        }
        if let Some(farewell) = self.farewell.take() {
            farewell.cancel();
        }
        self.free_window();
        if self.control.is_sound() {
            self.link.free();
        }
    }
}

/// The call that ranks make while a file is being opened.
pub(super) fn opening() -> Call {
    Call::of(CallName::Open, 0)
}
