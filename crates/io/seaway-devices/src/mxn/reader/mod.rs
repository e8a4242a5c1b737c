// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reader`]: a rank that reads a stream. It asks those writers that have, or may get, the bytes it wants, and takes them
//! from where they are. Whom it asks for what, and what has come, its [`Inbox`] decides; here are the lock, the links and the
//! copies.

mod calls;
mod expecting;
mod messages;
mod offered;
mod selecting;
mod steps;
mod together;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Ranks, Result};
use seaway_memory::Spot;
use seaway_messages::{Contact, MxnMessage, Policy, Range, Side};
use seaway_roles::stream::bytes::{ATTACHING, Ending, Flaws, Leave, Verdict};

use self::together::Copying;
use super::failure::Failure;
use super::large_pages::UsedRanges;
use super::party::{Party, Stage};
use super::wait_monitor::WaitMonitor;
use crate::link::is_silence;
use crate::mxn::{Link, LinkEvents};

type Inbox = seaway_roles::stream::bytes::Inbox<Link, Spot>;

#[derive(Debug)]
pub(super) struct Reader {
    pub(super) party: Arc<Party>,
    me: Weak<Reader>,
    /// By rank.
    writers: OnceLock<Vec<Contact>>,
    /// Where large reads went to lately.
    targets: UsedRanges,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    inbox: Inbox,
    /// Reads that were started, and the wants they consist of.
    calls: HashMap<u64, Vec<u64>>,
    /// Long copies that a waiting rank may help with.
    copying: Vec<Arc<Copying>>,
}

impl Reader {
    pub(super) fn new(party: Arc<Party>) -> Arc<Self> {
        let inbox = Inbox::new(party.options.policy, Flaws::default());
        let state = Mutex::new(State { inbox, calls: HashMap::new(), copying: Vec::new() });
        let writers = OnceLock::new();
        Arc::new_cyclic(|me| Self { party, me: me.clone(), writers, targets: UsedRanges::default(), state })
    }

    /// Rank 0: asks the writers, whose rank 0 is `first`, to read their stream.
    /// It has `within` to answer at all, and then the usual time.
    pub(super) fn attach(&self, first: &Contact, within: Duration) -> Result<MxnMessage> {
        let link = self.party.link_within(first, &self.events(), within)?;
        let (contacts, policy) = (self.party.group().to_vec(), self.party.options.policy);
        self.state().inbox.await_answer(ATTACHING);
        link.send(&MxnMessage::Attach { contacts, policy, once: self.party.options.reads_once })?;
        let gone = || Error::new(ErrorKind::PeerLost, Operation::Open);
        self.await_answer(&[link], ATTACHING)?.ok_or_else(gone)
    }

    /// Stores the answer that rank 0 received.
    pub(super) fn set_attached(&self, number: u32, writers: Vec<Contact>) {
        if self.party.rank() == 0 && self.state().inbox.size().is_none() {
            self.party.set_others(writers.clone());
        }
        self.party.identity.trunks.learn(Side::Writer, &writers);
        self.party.set_greeting(MxnMessage::Join { reader: number });
        let _ = self.writers.set(writers);
    }

    fn writers(&self) -> &[Contact] {
        self.writers.get().map_or(&[], Vec::as_slice)
    }

    pub(super) fn events(&self) -> Arc<LinkEvents> {
        self.me.upgrade().expect("the caller holds it")
    }

    /// How far this rank has come, for messages.
    pub(super) fn offset(&self) -> u64 {
        let inbox = &self.state().inbox;
        inbox.first_missing().max(inbox.announced().offset)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let waited = self.party.changed.wait_timeout(state, super::party::LOOK);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The links to a writer; `None` if the stream is over and the writer gone.
    fn writer_links(&self, rank: usize) -> Result<Option<Vec<Arc<Link>>>> {
        let writer = &self.writers()[rank];
        self.party.make_room(|link| !self.is_awaited(link));
        let mut links = Err(Error::new(ErrorKind::PeerLost, Operation::Read));
        let mut is_there = || {
            links = self.party.links_to(writer, &self.events());
            links.is_ok()
        };
        // A writer that has left does not listen; one that accepts connections but is silent has not left.
        if !is_there() && !links.as_ref().is_err_and(is_silence) {
            let mut is_there = || {
                links = self.party.links_to(writer, &self.events());
                links.is_ok()
            };
            if self.is_over(&mut is_there)? {
                return Ok(None);
            }
        }
        links.map(Some).map_err(|error| {
            let failure = Failure::unreached(writer, 0, &error);
            self.party.fail_call(&failure, Operation::Read, &self.events())
        })
    }

    fn is_awaited(&self, link: &Link) -> bool {
        self.state().inbox.awaits(link.number())
    }

    /// Whether a writer that does not answer has left in order. No writer leaves before every reader has received everything,
    /// and rank 0, which has a link to the writers' rank 0, receives their goodbye. Checks repeatedly whether it `is_there`
    /// after all: a writer that was only too busy to answer waits for this reader and would never leave.
    fn is_over(&self, mut is_there: impl FnMut() -> bool) -> Result<bool> {
        let now = || self.party.time(Instant::now());
        let mut ending = Ending::new(self.party.options.timeout, now());
        let mut asked: Option<Arc<Link>> = None;
        loop {
            let has_rank_0 = asked.as_ref().is_some_and(|link| self.party.has(link));
            let verdict = ending.judge(&mut self.state().inbox, has_rank_0, now());
            if matches!(verdict, Verdict::Left | Verdict::NotLeft) {
                return Ok(verdict == Verdict::Left);
            }
            self.party.check(Operation::Read)?;
            if let (Verdict::Ask, Some(first)) = (verdict, self.party.leader()) {
                let link = self.party.link_to_fellow(first, Operation::Read, &self.events())?;
                let id = self.state().inbox.new_question();
                // If it cannot be sent, the link's thread finds out why.
                let _ = link.send(&MxnMessage::SizeWanted { id, last: true });
                ending.asked(id);
                asked = Some(link);
            }
            drop(self.wait(self.state()));
            if is_there() {
                return Ok(false);
            }
        }
    }

    /// Sends a question to all of these links and waits for the first answer. `None`: the writers have left, and the stream is over.
    fn request(
        &self,
        links: &[Arc<Link>],
        question: impl FnOnce(u64) -> MxnMessage,
    ) -> Result<Option<MxnMessage>> {
        let id = self.state().inbox.new_question();
        let question = question(id);
        for link in links {
            // If it cannot be sent, the link's thread finds out why.
            let _ = link.send(&question);
        }
        let answer = self.await_answer(links, id);
        self.state().inbox.forget_question(id);
        answer
    }

    fn await_answer(&self, links: &[Arc<Link>], id: u64) -> Result<Option<MxnMessage>> {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        loop {
            if let Some(answer) = state.inbox.take_answer(id) {
                return Ok(Some(answer));
            }
            self.party.check(Operation::Read)?;
            if !links.iter().any(|link| self.party.has(link)) {
                return Ok(None);
            }
            state = self.wait(state);
            drop(state);
            monitor.look_around(&self.party, || links.to_vec(), 0, &self.events());
            state = self.state();
        }
    }

    /// A link to each of these writers, but for those that have left in order.
    fn links_to_writers(&self, ranks: std::ops::Range<usize>) -> Result<Vec<Arc<Link>>> {
        let links = ranks.map(|rank| Ok(self.writer_links(rank)?.and_then(|links| links.into_iter().next())));
        links.filter_map(Result::transpose).collect()
    }

    /// Size of the file when the writers have closed it.
    pub(super) fn size(&self) -> Result<u64> {
        if self.party.options.policy != Policy::All {
            return self.selected_size();
        }
        self.last_size()
    }

    fn last_size(&self) -> Result<u64> {
        if let Some(size) = self.state().inbox.size() {
            return Ok(size);
        }
        // All writers: one that waits for room must learn that this reader waits for the end of the file.
        let links = self.links_to_writers(0..self.writers().len())?;
        let answer = self.request(&links, |id| MxnMessage::SizeWanted { id, last: true })?;
        let inbox = &mut self.state().inbox;
        if let Some(MxnMessage::Size { size, .. }) = answer {
            inbox.learn_size(size);
        }
        let untold = || {
            Error::new(ErrorKind::Io, Operation::GetSize).with_detail(
                "the writers have closed \
                                                                                   the stream",
            )
        };
        inbox.size().ok_or_else(untold)
    }

    /// Commits what was read so far: a reader that is started again does not get it again.
    pub(super) fn mark(&self) -> Result<()> {
        for link in self.party.links() {
            if link.peer().side == Side::Writer {
                // A writer that has left does not need it.
                let _ = link.send(&MxnMessage::Kept { below: 0 });
            }
        }
        Ok(())
    }

    /// Collective: this program reads no more.
    pub(super) fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        let started: Vec<u64> = self.state().calls.keys().copied().collect();
        let finished = started.into_iter().try_for_each(|call| self.wait_for(call).map(drop));
        let (taken, size) = self.state().inbox.count();
        let mine = [taken.to_le_bytes(), size.to_le_bytes()].concat();
        let all = ranks.all_gather(&mine)?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let words = all.iter().filter(|bytes| bytes.len() == 16);
        let counts: Vec<(u64, u64)> = words.map(|bytes| (number(&bytes[..8]), number(&bytes[8..]))).collect();
        let leave = self.state().inbox.leave(&counts);
        if leave == Leave::TellWriters && self.party.rank() == 0 && !self.party.has_failed() {
            self.leave();
        }
        if finished.is_ok() {
            // Nothing can be lost any more, in whatever order ranks leave.
            self.party.enter(Stage::Closing);
        }
        let met = ranks.all_gather(&[]).map(drop);
        finished.and(met)
    }

    /// Tells every writer that this program wants nothing more. Writers that are gone know already.
    fn leave(&self) {
        let everything = vec![Range { offset: 0, len: u64::MAX }];
        let deadline = Instant::now() + self.party.options.timeout;
        // Rank 0 last: it lets the program in again if it is killed in between and started again (`seaway_mxn_lost=wait`).
        for writer in self.writers().iter().rev() {
            // One deadline for all, since any of them may be stopped. Writers that cannot be reached see this rank's links end.
            let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            if let Ok(link) = self.party.link_within(writer, &self.events(), left) {
                let _ = link.send(&MxnMessage::Skip { ranges: everything.clone() });
            }
        }
    }
}

fn unexpected(message: &str) -> Error {
    Error::new(ErrorKind::Internal, Operation::Read).with_detail(format!(
        "a reader received the unexpected \
                                                                          message {message}"
    ))
}

#[cfg(test)]
mod tests;
