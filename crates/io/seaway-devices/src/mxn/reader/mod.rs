// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reader`]: a rank that reads a stream. It asks those writers that have, or may get, the bytes it wants, and takes
//! them from where they are.

mod calls;
mod expecting;
mod knowledge;
mod messages;
mod offered;
mod selecting;
mod together;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Extent, Operation, Ranks, Result};
use seaway_proto::{Contact, MxnMessage, Policy, Range, Side};

use self::calls::Want;
use self::knowledge::Knowledge;
use self::together::Copying;
use super::large_pages::Places;
use super::party::Party;
use super::selection::{Choice, Selection};
use super::vigil::Vigil;
use crate::link::{Events, Link};

/// A rank does not know of an end.
const NOT_YET: u64 = u64::MAX;
/// The question of a program that wants to read.
const ATTACHING: u64 = 0;

#[derive(Debug)]
pub(super) struct Reader {
    pub(super) party: Arc<Party>,
    me: Weak<Reader>,
    /// By rank.
    writers: OnceLock<Vec<Contact>>,
    /// Where large reads went to lately.
    targets: Places,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    wants: HashMap<u64, Want>,
    /// Reads that were started, and the wants they consist of.
    calls: HashMap<u64, Vec<u64>>,
    next_id: u64,
    /// Long copies that a waiting rank may help with.
    copying: Vec<Arc<Copying>>,
    /// By the numbers of questions, as long as somebody waits for the answer.
    answers: HashMap<u64, Option<MxnMessage>>,
    /// Size of the file, once the writers have closed it.
    size: Option<u64>,
    /// The writers have left, and nobody leaves before everybody has had everything.
    is_drained: bool,
    /// Ranks of this program that want to know when the writers have left.
    asking: Vec<(Arc<Link>, u64)>,
    /// Bytes that were taken, for good.
    taken: u64,
    knowledge: Knowledge,
    /// Where the last part that was taken as it was shown ends.
    offered_until: u64,
    /// What this rank is about to read in order.
    announced: Extent,
    /// Where the last read in order, of all ranks, ends.
    in_order_until: u64,
    /// Reads in order have passed over bytes. They stay where they are, and may fill the window of a writer that knows of
    /// no reader that waits.
    leaves_behind: bool,
    /// The steps that this program reads, if it does not read all.
    selection: Option<Selection>,
}

impl Reader {
    pub(super) fn new(party: Arc<Party>) -> Arc<Self> {
        let selection = match party.options.policy {
            Policy::All => None,
            Policy::Every(steps) => Some(Selection::new(Choice::Every(steps))),
            Policy::Latest => Some(Selection::new(Choice::Latest)),
        };
        let state = State {
            wants: HashMap::new(),
            calls: HashMap::new(),
            next_id: 1,
            copying: Vec::new(),
            answers: HashMap::new(),
            size: None,
            is_drained: false,
            asking: Vec::new(),
            taken: 0,
            knowledge: Knowledge::new(),
            offered_until: 0,
            announced: Extent::new(0, 0),
            in_order_until: 0,
            leaves_behind: false,
            selection,
        };
        let writers = OnceLock::new();
        let state = Mutex::new(state);
        Arc::new_cyclic(|me| Self { party, me: me.clone(), writers, targets: Places::default(), state })
    }

    /// Rank 0: asks the writers, whose rank 0 is `first`, to read their stream.
    pub(super) fn attach(&self, first: &Contact) -> Result<MxnMessage> {
        let link = self.party.link_to(first, &self.events())?;
        let (contacts, policy) = (self.party.group().to_vec(), self.party.options.policy);
        self.state().answers.insert(ATTACHING, None);
        link.send(&MxnMessage::Attach { contacts, policy, once: self.party.options.reads_once })?;
        let gone = || Error::new(ErrorKind::PeerLost, Operation::Open);
        self.await_answer(&[link], ATTACHING)?.ok_or_else(gone)
    }

    /// What rank 0 was told.
    pub(super) fn set_attached(&self, number: u32, writers: Vec<Contact>) {
        if self.party.rank() == 0 && self.state().size.is_none() {
            self.party.set_others(writers.clone());
        }
        self.party.identity.trunks.learn(Side::Writer, &writers);
        self.party.set_greeting(MxnMessage::Join { reader: number });
        let _ = self.writers.set(writers);
    }

    fn writers(&self) -> &[Contact] {
        self.writers.get().map_or(&[], Vec::as_slice)
    }

    pub(super) fn events(&self) -> Arc<dyn Events> {
        self.me.upgrade().expect("whoever calls holds it")
    }

    /// How far this rank has come, for messages.
    pub(super) fn offset(&self) -> u64 {
        let state = self.state();
        state.first_missing().max(state.announced.offset)
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
        if !is_there() && self.is_over(is_there)? {
            return Ok(None);
        }
        links.map(Some).or_else(|error| {
            let text = format!("cannot be reached ({})", error.detail().unwrap_or("no connection"));
            self.party.fail(&super::failure::Failure::of(writer, 0, text), &self.events());
            self.party.check(Operation::Read)?;
            Err(error)
        })
    }

    fn is_awaited(&self, link: &Link) -> bool {
        self.state().wants.values().any(|want| want.awaits(link.number()))
    }

    /// Whether a writer that is not there has left in order. None leaves before every reader has had everything, and rank
    /// 0, which has a link to the writers' rank 0, hears when they do. Looks again whether it `is_there`: one that only
    /// was too busy to answer waits for this reader, and would never leave.
    fn is_over(&self, mut is_there: impl FnMut() -> bool) -> Result<bool> {
        /// The last word of the writers may still be on its way to rank 0.
        const PATIENCE: Duration = Duration::from_secs(1);
        let since = Instant::now();
        let mut question = None;
        loop {
            let has_ended = {
                let mut state = self.state();
                question = question.and_then(|asked| self.hear_of_end(&mut state, asked));
                if state.is_drained {
                    return Ok(true);
                }
                state.size.is_some()
            };
            // Rank 0 answers at once that they have not ended, and else when they have left.
            let is_near = has_ended || question.is_some();
            let patience = if is_near { self.party.options.timeout } else { PATIENCE };
            if since.elapsed() > patience {
                return Ok(false);
            }
            self.party.check(Operation::Read)?;
            if let (None, Some(first)) = (&question, self.party.leader()) {
                let link = self.party.link_to(first, &self.events())?;
                let id = self.state().new_question();
                // If it cannot be sent, the link's thread finds out why.
                let _ = link.send(&MxnMessage::SizeWanted { id, last: true });
                question = Some((link, id));
            }
            drop(self.wait(self.state()));
            if is_there() {
                return Ok(false);
            }
        }
    }

    /// Takes rank 0's answer to whether the writers have left; the question, while it may still be answered.
    fn hear_of_end(&self, state: &mut State, asked: (Arc<Link>, u64)) -> Option<(Arc<Link>, u64)> {
        match state.take_answer(asked.1) {
            Some(MxnMessage::Size { size, .. }) if size != NOT_YET => {
                (state.size, state.is_drained) = (Some(size), true);
                None
            }
            Some(_) => None,
            None => self.party.has(&asked.0).then_some(asked),
        }
    }

    /// Sends a question to all of these and waits for the first answer. `None`: they have left, and the stream is over.
    fn request(
        &self,
        links: &[Arc<Link>],
        question: impl FnOnce(u64) -> MxnMessage,
    ) -> Result<Option<MxnMessage>> {
        let id = self.state().new_question();
        let question = question(id);
        for link in links {
            // If it cannot be sent, the link's thread finds out why.
            let _ = link.send(&question);
        }
        let answer = self.await_answer(links, id);
        self.state().answers.remove(&id);
        answer
    }

    fn await_answer(&self, links: &[Arc<Link>], id: u64) -> Result<Option<MxnMessage>> {
        let mut vigil = Vigil::new();
        let mut state = self.state();
        loop {
            if let Some(answer) = state.take_answer(id) {
                return Ok(Some(answer));
            }
            self.party.check(Operation::Read)?;
            if !links.iter().any(|link| self.party.has(link)) {
                return Ok(None);
            }
            state = self.wait(state);
            drop(state);
            vigil.look_around(&self.party, || links.to_vec(), 0, &self.events());
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
        if let Some(size) = self.state().size {
            return Ok(size);
        }
        // All of them: a writer that waits for room learns that waiting would last for ever.
        let links = self.links_to_writers(0..self.writers().len())?;
        let answer = self.request(&links, |id| MxnMessage::SizeWanted { id, last: true })?;
        let mut state = self.state();
        if let Some(MxnMessage::Size { size, .. }) = answer {
            state.size = Some(size);
        }
        let untold = || Error::new(ErrorKind::Io, Operation::GetSize).with_detail("the writers have left");
        state.size.ok_or_else(untold)
    }

    /// What was read so far is done with: a reader that is started again need not see it.
    pub(super) fn mark(&self) -> Result<()> {
        for link in self.party.links() {
            if link.peer().side == Side::Writer {
                // One that has left in order needs not hear it.
                let _ = link.send(&MxnMessage::Kept { below: 0 });
            }
        }
        Ok(())
    }

    /// Collective: this program reads no more.
    pub(super) fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        let started: Vec<u64> = self.state().calls.keys().copied().collect();
        let finished = started.into_iter().try_for_each(|call| self.wait_for(call).map(drop));
        let (taken, size) = {
            let state = self.state();
            (state.taken, state.size.unwrap_or(u64::MAX))
        };
        let mine = [taken.to_le_bytes(), size.to_le_bytes()].concat();
        let all = ranks.all_gather(&mine)?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let words = || all.iter().filter(|bytes| bytes.len() == 16);
        let taken: u64 = words().map(|bytes| number(&bytes[..8])).sum();
        let size = words().map(|bytes| number(&bytes[8..])).min().unwrap_or(u64::MAX);
        if taken != size && self.party.rank() == 0 && !self.party.has_failed() {
            self.leave();
        }
        if finished.is_ok() {
            // Nothing can be lost any more, whoever goes first.
            self.party.set_closing();
        }
        let met = ranks.all_gather(&[]).map(drop);
        finished.and(met)
    }

    /// Tells every writer that nothing more is wanted. Those that are gone know already.
    fn leave(&self) {
        let everything = vec![Range { offset: 0, len: u64::MAX }];
        for rank in 0..self.writers().len() {
            let links = self.party.links_to(&self.writers()[rank], &self.events());
            if let Ok(links) = links {
                let _ = links[0].send(&MxnMessage::Skip { ranges: everything.clone() });
            }
        }
    }
}

impl State {
    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Its answer is kept until it is taken.
    fn new_question(&mut self) -> u64 {
        let id = self.new_id();
        self.answers.insert(id, None);
        id
    }

    fn take_answer(&mut self, id: u64) -> Option<MxnMessage> {
        let answer = self.answers.get_mut(&id)?.take()?;
        self.answers.remove(&id);
        Some(answer)
    }

    /// Several may be asked one question: the first answer counts.
    fn answered(&mut self, id: u64, answer: MxnMessage) {
        if let Some(awaited) = self.answers.get_mut(&id) {
            awaited.get_or_insert(answer);
        }
    }
}

fn unexpected(message: &MxnMessage) -> Error {
    Error::new(ErrorKind::Internal, Operation::Read).with_detail(format!("a reader got {message:?}"))
}

#[cfg(test)]
mod tests;
