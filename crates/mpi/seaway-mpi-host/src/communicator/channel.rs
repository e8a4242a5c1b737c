// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Channel`]: one independent sequence of collective calls among the ranks of a family. Its number
//! separates its messages from other channels', and it has its own rendezvous for the barriers within a
//! node.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, CallName};

use super::family::Family;
use super::giving_up::GiveUp;
use super::node::rendezvous::{GoOn, Rendezvous};
use super::node::table::{RECORD_WORDS, TABLE_WORDS, Table};
use crate::abi::Abi;

const RECORD_BYTES: usize = RECORD_WORDS * size_of::<u64>();
/// Every MPI supports tags up to 32767; each channel has a few of them.
const TAGS: u32 = 3;
pub(super) const CHANNELS: u32 = 32_766 / TAGS;

#[derive(Debug)]
pub(super) struct Channel {
    number: u32,
    place: Rendezvous,
    progress: Mutex<Progress>,
    pub(super) give_up: GiveUp,
    /// Messages that are not waited for may be in flight: the channel must not be reused.
    spoiled: AtomicBool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Tag {
    Exchange,
    Leaders,
    Everybody,
}

/// How many calls this rank has made. All ranks make the same calls in the same order, so this needs no
/// communication.
#[derive(Debug, Default)]
pub(super) struct Progress {
    rounds: u64,
    /// After this error the ranks' counts may differ: every later call returns it.
    lost: Option<Error>,
    /// Messages between leaders.
    records: Vec<u8>,
}

impl Channel {
    pub(super) fn new(number: u32, place: Rendezvous) -> Self {
        let (progress, give_up, spoiled) = (Mutex::default(), GiveUp::default(), AtomicBool::new(false));
        Self { number, place, progress, give_up, spoiled }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn place(&self) -> &Rendezvous {
        &self.place
    }

    pub(super) fn tag(&self, tag: Tag) -> c_int {
        c_int::try_from(self.number * TAGS + tag as u32).expect("there are not so many channels")
    }

    pub(super) fn rounds(&self) -> u64 {
        self.progress().rounds
    }

    pub(super) fn spoil(&self) {
        self.spoiled.store(true, Ordering::Relaxed);
    }

    /// Whether it can be reused after its last user is gone.
    pub(super) fn is_sound(&self) -> bool {
        !self.spoiled.load(Ordering::Relaxed) && !self.place.is_lost() && self.progress().lost.is_none()
    }

    pub(super) fn check_lost(&self) -> Result<()> {
        self.progress().lost.clone().map_or(Ok(()), Err)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: Abi> Family<A> {
    /// One collective round: shows `mine` to all ranks, and calls `see` with all tables in rank order.
    pub(super) fn round<T>(
        &self,
        channel: &Channel,
        call: Call,
        mine: &[u64],
        see: impl FnOnce(&mut dyn Iterator<Item = &Table>) -> T,
    ) -> Result<T> {
        debug_assert!(mine.len() <= TABLE_WORDS);
        let mut progress = channel.progress();
        if let Some(error) = &progress.lost {
            return Err(error.clone());
        }
        if let Err(error) = self.bring_together(channel, &mut progress, call, mine) {
            progress.lost = Some(error.clone());
            return Err(error);
        }
        if self.topology.is_one_node() {
            let round = progress.rounds;
            check_same_call(channel.place.tables(round))?;
            return Ok(see(&mut channel.place.tables(round)));
        }
        let notices = channel.place.region().notices();
        check_same_call(notices.iter())?;
        Ok(see(&mut notices.iter()))
    }

    fn bring_together(
        &self,
        channel: &Channel,
        progress: &mut Progress,
        call: Call,
        mine: &[u64],
    ) -> Result<()> {
        let place = &channel.place;
        let look_after = || {
            self.link.progress();
            if channel.give_up.is_time() { GoOn::No } else { GoOn::Yes }
        };
        progress.rounds += 1;
        let entered = place.enter(&self.node_ranks, progress.rounds, call, mine, &look_after);
        if self.topology.is_one_node() {
            return entered;
        }
        if self.topology.leader_of(self.rank) == self.rank {
            let told = self.tell_other_nodes(channel, progress, entered.is_ok());
            if let Err(error) = told {
                place.mark_lost(None);
                return Err(entered.err().unwrap_or(error));
            }
        }
        entered?;
        // By this second barrier the leader has stored what it received in the notices.
        progress.rounds += 1;
        place.enter(&self.node_ranks, progress.rounds, call, &[], &look_after)?;
        let lost = Call::of(CallName::Lost, 0).encode();
        let mut notices = place.region().notices().iter();
        match notices.position(|notice| notice.call() == lost) {
            None => Ok(()),
            Some(rank) => Err(Error::new(ErrorKind::PeerLost, Operation::Wait).with_detail(format!(
                "a process has ended on the machine of rank {rank}, while others wait in {call}"
            ))),
        }
    }

    /// Sends the tables of this node to the other leaders, and stores theirs in the notices. Sends even if
    /// this node has lost a rank: the other leaders wait for us.
    fn tell_other_nodes(&self, channel: &Channel, progress: &mut Progress, complete: bool) -> Result<()> {
        let Progress { rounds, records, .. } = progress;
        records.clear();
        for table in channel.place.tables(*rounds) {
            let mut record = [0; RECORD_WORDS];
            if complete {
                record[0] = table.call();
                table.copy_words(&mut record[1..]);
            } else {
                record[0] = Call::of(CallName::Lost, 0).encode();
            }
            records.extend(record.iter().flat_map(|word| word.to_ne_bytes()));
        }
        let tag = channel.tag(Tag::Leaders);
        let call = Call::of(CallName::Barrier, 0);
        let go_on = || self.check_waiting(channel, call, |_| false);
        self.leaders.run(&self.link, tag, records, self.node_ranks.patience, go_on)?;
        let notices = channel.place.region().notices();
        for (leader, range) in self.leaders.blocks() {
            let ranks = self.topology.neighbours(leader);
            for (&rank, record) in ranks.iter().zip(records[range].chunks_exact(RECORD_BYTES)) {
                let mut words = [0; RECORD_WORDS];
                for (word, bytes) in words.iter_mut().zip(record.as_chunks().0) {
                    *word = u64::from_ne_bytes(*bytes);
                }
                notices[rank].publish(words[0], &words[1..]);
            }
        }
        Ok(())
    }
}

/// Bytes that the leader of a node with `ranks` ranks sends.
pub(super) fn record_bytes(ranks: usize) -> usize {
    ranks * RECORD_BYTES
}

/// All ranks compare with rank 0, so all reach the same verdict.
fn check_same_call<'a>(tables: impl Iterator<Item = &'a Table>) -> Result<()> {
    let mut calls = tables.map(Table::call).enumerate();
    let Some((_, first)) = calls.next() else { return Ok(()) };
    let Some((rank, other)) = calls.find(|&(_, call)| call != first) else { return Ok(()) };
    let (first, other) = (Call::decode(first), Call::decode(other));
    Err(Error::new(ErrorKind::NotSame, Operation::Wait)
        .with_detail(format!("rank 0 calls {first} while rank {rank} calls {other}")))
}
