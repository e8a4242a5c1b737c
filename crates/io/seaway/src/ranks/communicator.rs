// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ThreadCommunicator`]: the engine's [`Communicator`] when ranks are threads.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, CallName, Communicator, Exchange, Failed, Message, SharedCounter, SharedMemory};

use super::giving_up::GiveUp;
use super::liveness::Liveness;
use super::mailboxes::{Mailboxes, Postmark};
use super::rendezvous::{Rendezvous, TABLE_WORDS, Table};
use super::shared_memory::ThreadMemory;

/// One rank's end of a communicator.
#[derive(Debug)]
pub(super) struct ThreadCommunicator {
    rank: usize,
    shared: Arc<SharedState>,
    progress: Mutex<Progress>,
    give_up: GiveUp,
}

/// State shared by all ranks of a communicator.
#[derive(Debug)]
pub(super) struct SharedState {
    rendezvous: Rendezvous,
    mailboxes: Mailboxes,
    offers_shared_memory: bool,
    /// A rank has given up: others need not wait for it.
    given_up: Arc<AtomicBool>,
}

/// Progress of this rank. All ranks make the same calls in the same order, so these numbers need no exchange.
#[derive(Debug, Default)]
struct Progress {
    rounds: u64,
    exchanges: u64,
    /// Set when the ranks' numbers may differ: every later call fails with the same error.
    lost: Option<Error>,
}

impl SharedState {
    pub(super) fn new(liveness: &Arc<Liveness>, ranks: usize, offers_shared_memory: bool) -> Self {
        let rendezvous = Rendezvous::new(ranks, liveness);
        let mailboxes = Mailboxes::new(ranks, liveness);
        Self { rendezvous, mailboxes, offers_shared_memory, given_up: Arc::default() }
    }
}

impl ThreadCommunicator {
    pub(super) fn new(rank: usize, shared: Arc<SharedState>) -> Self {
        let give_up = GiveUp::new(&shared.given_up);
        Self { rank, shared, progress: Mutex::default(), give_up }
    }

    /// One rendezvous: publishes what `lay` puts into this rank's slot, and passes all slots to `look` in
    /// rank order.
    fn enter<T>(
        &self,
        call: Call,
        lay: impl FnOnce(&Table),
        look: impl FnOnce(&mut dyn Iterator<Item = &Table>) -> T,
    ) -> Result<T> {
        let rendezvous = &self.shared.rendezvous;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = &progress.lost {
            return Err(error.clone());
        }
        progress.rounds += 1;
        rendezvous.enter(self.rank, progress.rounds, call, lay, &self.give_up).inspect_err(|error| {
            if error.kind() == ErrorKind::PeerLost {
                progress.lost = Some(error.clone());
            }
        })?;
        Ok(look(&mut rendezvous.tables(progress.rounds)))
    }

    /// One object made by rank 0, or its error, for all ranks.
    fn share<T: Any + Send + Sync>(&self, call: Call, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let lay = |table: &Table| {
            if self.rank == 0 {
                table.put_object(Arc::new(make().map(Arc::new)));
            }
        };
        let made = self.enter(call, lay, |tables| tables.next().and_then(Table::object::<Result<Arc<T>>>))?;
        made.map_or_else(|| Err(nothing_on_the_table(call)), |made| Result::clone(&made))
    }
}

impl Communicator for ThreadCommunicator {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.shared.rendezvous.ranks()
    }

    fn duplicate(&self) -> Result<Arc<dyn Communicator>> {
        let shared = self.share(Call::of(CallName::Duplicate, 0), || {
            let liveness = self.shared.rendezvous.liveness();
            Ok(SharedState::new(liveness, self.size(), self.shared.offers_shared_memory))
        })?;
        Ok(Arc::new(Self::new(self.rank, shared)))
    }

    fn barrier(&self) -> Result<()> {
        self.enter(Call::of(CallName::Barrier, 0), |_| (), |_| ())
    }

    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()> {
        if all.len() != mine.len() * self.size() {
            let (given, needed) = (all.len(), mine.len() * self.size());
            let detail = format!("all_gather_words: room for {given} words where {needed} are gathered");
            return Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail));
        }
        // An empty list is a rendezvous too: every rank's call counts.
        let mut start = 0;
        loop {
            let part = start..mine.len().min(start + TABLE_WORDS);
            let call = Call::of(CallName::AllGatherWords, mine.len());
            self.enter(
                call,
                |table| table.put_words(&mine[part.clone()]),
                |tables| {
                    for (table, words) in tables.zip(all.chunks_exact_mut(mine.len().max(1))) {
                        table.copy_words(&mut words[part.clone()]);
                    }
                },
            )?;
            start = part.end;
            if start == mine.len() {
                return Ok(());
            }
        }
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        let call = Call::of(CallName::AllGather, 0);
        let lay = |table: &Table| table.put_object(Arc::new(mine.to_vec()));
        let gathered: Option<Vec<_>> =
            self.enter(call, lay, |tables| tables.map(Table::object::<Vec<u8>>).collect())?;
        let gathered = gathered.ok_or_else(|| nothing_on_the_table(call))?;
        Ok(gathered.into_iter().map(Arc::unwrap_or_clone).collect())
    }

    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>> {
        let exchange = {
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.exchanges += 1;
            progress.exchanges
        };
        let peers = outgoing.iter().map(|message| message.rank).chain(expected.iter().map(|&(rank, _)| rank));
        if let Some(peer) = peers.into_iter().find(|&peer| peer >= self.size()) {
            let detail = format!("exchange with rank {peer} of {} ranks", self.size());
            return Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail));
        }
        for message in outgoing {
            let postmark = Postmark { exchange, sender: self.rank };
            self.shared.mailboxes.send(message.rank, postmark, message.bytes)?;
        }
        Ok(Box::new(ThreadExchange { communicator: self, exchange, expected: expected.to_vec() }))
    }

    fn give_up_when(&self, failed: Failed) {
        self.give_up.set(failed);
    }

    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>> {
        let call = Call::of(CallName::SharedCounter, 0);
        Ok(self.share(call, || Ok(AtomicU64::new(0)))?)
    }

    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>> {
        if !self.shared.offers_shared_memory {
            return Ok(None);
        }
        let call = Call::of(CallName::SharedMemory, bytes);
        Ok(Some(self.share(call, || ThreadMemory::new(bytes))?))
    }
}

struct ThreadExchange<'a> {
    communicator: &'a ThreadCommunicator,
    exchange: u64,
    expected: Vec<(usize, usize)>,
}

impl Exchange for ThreadExchange<'_> {
    fn finish(self: Box<Self>) -> Result<Vec<Message>> {
        let receive = |&(sender, length): &(usize, usize)| {
            let communicator = self.communicator;
            let postmark = Postmark { exchange: self.exchange, sender };
            let bytes =
                communicator.shared.mailboxes.receive(communicator.rank, postmark, &communicator.give_up)?;
            if bytes.len() != length {
                let detail = format!("{} bytes from rank {sender} where {length} were expected", bytes.len());
                return Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail));
            }
            Ok(Message { rank: sender, bytes })
        };
        self.expected.iter().map(receive).collect()
    }
}

fn nothing_on_the_table(call: Call) -> Error {
    Error::new(ErrorKind::Internal, Operation::Wait).with_detail(format!(
        "{call}: a rank contributed \
                                                                          nothing"
    ))
}
