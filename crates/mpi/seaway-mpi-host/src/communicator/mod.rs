// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HostCommunicator`]: the engine's communicator over the host MPI.
//!
//! The ranks of one machine synchronise through shared memory (`node`): a barrier takes a microsecond, or a
//! wake-up where ranks share processors. Between machines the first rank of each, its leader, exchanges
//! messages on behalf of the others. A waiting rank drives MPI's progress and checks that the ranks it waits
//! for are alive. It can only check processes on its own machine; the launcher or MPI must report those on
//! other machines.

mod calls;
mod channel;
mod counter;
mod exchange;
mod family;
mod founding;
mod giving_up;
mod keeping;
mod leaders;
mod memory;
mod node;
mod numbers;
mod solo;
mod topology;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, CallName, Communicator, Exchange, Failed, Message, SharedCounter, SharedMemory};

use self::calls::Link;
use self::channel::Tag;
use self::counter::{PageCounter, PlaceCounter, WindowCounter, WindowSlot};
use self::exchange::HostExchange;
use self::family::{Lease, opening};
use self::leaders::Spread;
use self::memory::HostMemory;
use self::node::mapping::Mapping;
use self::node::table::TABLE_WORDS;
use self::solo::Solo;
use crate::abi::{Abi, Comm};
use crate::host::Host;

/// Shorter data goes by tables, in several rounds if necessary.
const SMALL_WORDS: usize = 8 * TABLE_WORDS;

/// The ranks of one of the program's communicators, with a channel of their own.
#[derive(Debug)]
pub struct HostCommunicator<A: Abi> {
    lease: Arc<Lease<A>>,
    /// Used only to open a file so far: the first duplicate may reuse this one.
    fresh: AtomicBool,
}

impl<A: Abi> HostCommunicator<A> {
    /// Collective over the ranks of the program's `comm`, which may be freed afterwards.
    pub fn open(host: &'static Host<A>, comm: Comm<A>) -> Result<Arc<dyn Communicator>> {
        if (Link { host, comm }).size()? == 1 {
            return Ok(Arc::new(Solo));
        }
        let family = match keeping::kept(host, comm) {
            Some(family) => family,
            None => {
                let family = founding::found(host, comm)?;
                keeping::keep(host, comm, &family);
                family
            }
        };
        let lease = family.lease(&family.control, opening())?;
        Ok(Arc::new(Self { lease, fresh: AtomicBool::new(true) }))
    }

    /// `mine` and all gathered buffers have room for any length below [`SMALL_WORDS`].
    fn gather_small(&self, mine: &[u8], lengths: &[usize], longest: usize) -> Result<Vec<Vec<u8>>> {
        let words = longest.div_ceil(size_of::<u64>());
        let mut padded = mine.to_vec();
        padded.resize(words * size_of::<u64>(), 0);
        let padded: Vec<u64> = padded.as_chunks().0.iter().map(|bytes| u64::from_ne_bytes(*bytes)).collect();
        let mut all = vec![0; words * lengths.len()];
        self.all_gather_words(&padded, &mut all)?;
        let unpad = |(words, &length): (&[u64], &usize)| {
            let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
            bytes.truncate(length);
            bytes
        };
        Ok(all.chunks_exact(words).zip(lengths).map(unpad).collect())
    }

    fn gather_through_memory(&self, mine: &[u8], lengths: &[usize], total: usize) -> Result<Vec<Vec<u8>>> {
        let call = Call::of(CallName::AllGather, total);
        let family = &self.lease.family;
        let memory = HostMemory(family.share(self.lease.channel(), call, total)?);
        let signed = |bytes: usize| i64::try_from(bytes).expect("there is memory of this size");
        let ends = lengths.iter().scan(0, |end, length| {
            *end += signed(*length);
            Some(*end)
        });
        let ranges: Vec<_> = ends.zip(lengths).map(|(end, length)| end - signed(*length)..end).collect();
        let bounds = |error| Error::new(ErrorKind::Internal, Operation::Wait).with_source(error);
        let mut target = memory.target();
        target.slice(ranges[family.rank].clone()).map_err(bounds)?.copy_from_slice(mine);
        self.barrier()?;
        let source = memory.source();
        let copy = |range: &std::ops::Range<i64>| Ok(source.slice(range.clone()).map_err(bounds)?.to_vec());
        ranges.iter().map(copy).collect()
    }

    fn gather_by_messages(&self, mine: &[u8], lengths: &[usize]) -> Result<Vec<Vec<u8>>> {
        let (family, channel) = (&self.lease.family, self.lease.channel());
        let ranks: Vec<usize> = (0..family.size).collect();
        let spread = Spread::new(&ranks, lengths, family.rank);
        let mut buffer = mine.to_vec();
        let call = Call::of(CallName::AllGather, 0);
        let tag = channel.tag(Tag::Everybody);
        let alive = || family.check_waiting(channel, call, |_| true);
        spread
            .run(&family.link, tag, &mut buffer, family.node_ranks.patience, alive)
            .inspect_err(|_| channel.spoil())?;
        let mut all = vec![Vec::new(); family.size];
        for (rank, range) in spread.blocks() {
            all[rank] = buffer[range].to_vec();
        }
        Ok(all)
    }
}

impl<A: Abi> Communicator for HostCommunicator<A> {
    fn rank(&self) -> usize {
        self.lease.family.rank
    }

    fn size(&self) -> usize {
        self.lease.family.size
    }

    fn duplicate(&self) -> Result<Arc<dyn Communicator>> {
        let lease = if self.fresh.swap(false, Ordering::Relaxed) {
            Arc::clone(&self.lease)
        } else {
            self.lease.family.lease(self.lease.channel(), Call::of(CallName::Duplicate, 0))?
        };
        Ok(Arc::new(Self { lease, fresh: AtomicBool::new(false) }))
    }

    fn barrier(&self) -> Result<()> {
        self.lease.family.round(self.lease.channel(), Call::of(CallName::Barrier, 0), &[], |_| ())
    }

    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()> {
        check_room(mine.len(), all.len(), self.size())?;
        let call = Call::of(CallName::AllGatherWords, mine.len());
        // An empty list still takes one round: every rank's calls are counted.
        let mut start = 0;
        loop {
            let part = start..mine.len().min(start + TABLE_WORDS);
            self.lease.family.round(self.lease.channel(), call, &mine[part.clone()], |tables| {
                for (table, words) in tables.zip(all.chunks_exact_mut(mine.len().max(1))) {
                    table.copy_words(&mut words[part.clone()]);
                }
            })?;
            start = part.end;
            if start == mine.len() {
                return Ok(());
            }
        }
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        let call = Call::of(CallName::AllGather, 0);
        let (lease, length) = (&*self.lease, mine.len() as u64);
        let lengths: Vec<usize> = lease.family.round(lease.channel(), call, &[length], |tables| {
            tables.map(|table| usize::try_from(table.word(0)).unwrap_or(usize::MAX)).collect()
        })?;
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let total = lengths.iter().try_fold(0_usize, |total, length| total.checked_add(*length));
        let total = total.ok_or_else(|| Error::new(ErrorKind::NoMemory, Operation::Wait))?;
        if longest == 0 {
            return Ok(vec![Vec::new(); lengths.len()]);
        }
        if longest <= SMALL_WORDS * size_of::<u64>() {
            self.gather_small(mine, &lengths, longest)
        } else if lease.family.topology.is_one_node() {
            self.gather_through_memory(mine, &lengths, total)
        } else {
            self.gather_by_messages(mine, &lengths)
        }
    }

    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>> {
        Ok(Box::new(HostExchange::start(&self.lease, outgoing, expected)?))
    }

    fn give_up_when(&self, failed: Failed) {
        self.lease.channel().give_up.set(failed);
    }

    fn find_lost(&self) -> Option<usize> {
        self.lease.family.node_ranks.find_dead(|_| true).map(|member| member.rank)
    }

    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>> {
        let (lease, family) = (&self.lease, &self.lease.family);
        let (channel, call) = (lease.channel(), Call::of(CallName::SharedCounter, 0));
        let first = !lease.counter_taken.swap(true, Ordering::Relaxed);
        let counter: Arc<dyn SharedCounter> = if !family.topology.is_one_node() {
            let slot = if first {
                WindowSlot { number: channel.number(), reserved_in: None }
            } else {
                let mut reservation = family.agree_on_number(channel, call)?;
                // Only the number is needed.
                drop(reservation.channel.take());
                WindowSlot { number: reservation.number, reserved_in: Some(Arc::clone(family)) }
            };
            Arc::new(WindowCounter { lease: Arc::clone(lease), slot })
        } else if first {
            Arc::new(PlaceCounter(Arc::clone(lease)))
        } else {
            return Ok(Arc::new(PageCounter(family.share(channel, call, PageCounter::BYTES)?)));
        };
        // Reset before any other rank sees it; the previous file may have left a value.
        let reset = if family.rank == 0 { counter.store(0) } else { Ok(()) };
        family.round(channel, call, &[], |_| ())?;
        match reset {
            // A missing counter is only an error for calls that need it.
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(counter),
        }
    }

    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>> {
        let (channel, call) = (self.lease.channel(), Call::of(CallName::SharedMemory, bytes));
        if !self.lease.family.topology.is_one_node() {
            return Ok(None);
        }
        let mapping =
            if bytes == 0 { Mapping::empty() } else { self.lease.family.share(channel, call, bytes)? };
        Ok(Some(Arc::new(HostMemory(mapping))))
    }
}

fn check_room(mine: usize, all: usize, ranks: usize) -> Result<()> {
    if all == mine * ranks {
        return Ok(());
    }
    let detail = format!("all_gather_words: room for {all} words where {} are gathered", mine * ranks);
    Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail))
}
