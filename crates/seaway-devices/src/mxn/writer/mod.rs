// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Writer`]: a rank that writes a stream. It keeps what it wrote until the readers have had it, and gives it to those
//! who ask.

mod calls;
mod end;
mod messages;
mod offering;
mod patience;
mod serving;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;

use seaway_device::{Error, ErrorKind, Extent, Operation, Result};
use seaway_proto::{Contact, MxnMessage};

use self::calls::Call;
use self::offering::Showing;
use self::serving::{Action, Want};
use super::large_pages::Places;
use super::options::Lost;
use super::order::{StepLog, owners};
use super::party::Party;
use super::ranges::RangeSet;
use super::spill::Spill;
use super::store::{Slot, Store};
use crate::link::{Events, Link, Window};

#[derive(Debug)]
pub(super) struct Writer {
    pub(super) party: Arc<Party>,
    me: Weak<Writer>,
    window: Arc<Window>,
    spill: OnceLock<Spill>,
    /// Where large writes came from lately.
    sources: Places,
    /// Told when nothing of a call that lingers is in its memory any more. What else changes meanwhile (somebody asks for
    /// a part, somebody has had one) would only wake it for nothing, for each reader twice.
    settled: Condvar,
    showing: Showing,
    has_told_of_slow_readers: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    store: Store,
    /// Calls that were started, and where their bytes are.
    calls: HashMap<u64, Call>,
    next_call: u64,
    /// Calls that give readers time to come.
    lingering: Vec<u64>,
    wants: BTreeMap<(u64, u64), Want>,
    /// By the links' numbers.
    joined: HashMap<u64, Joined>,
    readers: Vec<ReaderSlot>,
    order: Order,
    /// Size of the file, once all ranks have come to close it.
    ended: Option<u64>,
    /// Readers that want to know the last size.
    size_wanted: Vec<(Arc<Link>, u64)>,
    /// Sizes that other writers told, for a call of ours.
    sizes: HashMap<u64, u64>,
    dropped_bytes: u64,
    /// Threads that send what was decided.
    sending: usize,
}

/// A reader rank on a link.
#[derive(Debug)]
struct Joined {
    slot: Slot,
    /// What it has had but may want again if it is lost.
    uncommitted: RangeSet,
}

/// A reader program that is expected or here.
#[derive(Debug, Default)]
struct ReaderSlot {
    presence: Presence,
    /// Known at rank 0.
    contacts: Vec<Contact>,
    /// It has read otherwise than by the shared pointer: bytes stay until it leaves.
    looks: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Presence {
    #[default]
    Expected,
    Here,
    Lost,
    Left,
}

/// The ordered writes.
#[derive(Debug)]
struct Order {
    /// Of this writer.
    rank: u32,
    log: StepLog,
    /// Every write so far was announced.
    is_kept: bool,
    /// Where this rank is about to write.
    announced: Extent,
    /// Readers that wait for steps.
    queries: Vec<Query>,
    /// Where the last marked part of an unordered stream ended.
    marked: u64,
}

impl Order {
    /// Whether some of these ranges are another rank's, or nobody's, or it cannot be told whose.
    fn belies(&self, ranges: &RangeSet) -> bool {
        !self.is_kept
            || ranges.iter().any(|range| {
                let known = range.len.min(self.log.end().saturating_sub(range.offset));
                let owned = owners(self.log.from(range.offset), range);
                let own: u64 =
                    owned.iter().filter(|owned| owned.rank == self.rank).map(|owned| owned.part.len).sum();
                own < known
            })
    }
}

/// A reader waits for a step at or behind an offset.
#[derive(Debug)]
struct Query {
    link: Arc<Link>,
    id: u64,
    offset: u64,
    since: Instant,
}

impl Writer {
    pub(super) fn new(party: Arc<Party>, window: Arc<Window>) -> Arc<Self> {
        let readers = party.options.readers;
        let state = State {
            store: Store::new(window.bytes(), readers),
            calls: HashMap::new(),
            next_call: 1,
            lingering: Vec::new(),
            wants: BTreeMap::new(),
            joined: HashMap::new(),
            readers: (0..readers).map(|_| ReaderSlot::default()).collect(),
            order: Order {
                rank: party.rank(),
                log: StepLog::new(),
                is_kept: true,
                announced: Extent::new(0, 0),
                queries: Vec::new(),
                marked: 0,
            },
            ended: None,
            size_wanted: Vec::new(),
            sizes: HashMap::new(),
            dropped_bytes: 0,
            sending: 0,
        };
        let writer = Arc::new_cyclic(|me| Self {
            party,
            me: me.clone(),
            window,
            spill: OnceLock::new(),
            sources: Places::default(),
            settled: Condvar::new(),
            showing: Showing::default(),
            has_told_of_slow_readers: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        writer.stop_showing_for_options();
        writer
    }

    pub(super) fn events(&self) -> Arc<dyn Events> {
        self.me.upgrade().expect("whoever calls holds it")
    }

    /// How far this rank has come, for messages.
    pub(super) fn offset(&self) -> u64 {
        self.state().store.end()
    }

    #[cfg(test)]
    pub(super) fn keeps_nothing(&self) -> bool {
        self.state().store.is_drained()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let waited = self.party.changed.wait_timeout(state, super::party::LOOK);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Where byte `offset` of the window is in this process.
    fn window_address(&self, offset: u64) -> usize {
        self.window.address() + usize::try_from(offset).unwrap_or(usize::MAX)
    }

    fn spill(&self) -> Result<&Spill> {
        if let Some(spill) = self.spill.get() {
            return Ok(spill);
        }
        let made = Spill::create()?;
        Ok(self.spill.get_or_init(|| made))
    }

    /// Collective: each rank is about to write its length, in rank order.
    pub(super) fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()> {
        let rank = usize::try_from(self.party.rank()).unwrap_or(usize::MAX);
        let before: u64 = lengths.iter().take(rank).sum();
        let (is_empty, end) = self.act(|state, actions| {
            let order = &mut state.order;
            order.announced = Extent::new(start + before, lengths.get(rank).copied().unwrap_or(0));
            if order.is_kept && !order.log.push(start, lengths) {
                order.is_kept = false;
            }
            let told = (order.announced.is_empty(), order.log.end());
            state.answer_queries(actions);
            told
        });
        if is_empty {
            // No write will tell readers that expect something here.
            self.window.board().pass(end);
        }
        Ok(())
    }

    /// Collective: what was written since the last time belongs together.
    pub(super) fn mark(&self, ranks: &dyn seaway_device::Ranks) -> Result<()> {
        let mine = self.state().store.end();
        let end = largest(&ranks.all_gather(&mine.to_le_bytes())?);
        self.act(|state, actions| {
            let order = &mut state.order;
            if !order.is_kept && end > order.marked {
                let start = order.marked.max(order.log.end());
                let is_logged = end > start && order.log.push(start, &[end - start]);
                order.marked = end;
                if is_logged {
                    state.answer_queries(actions);
                }
            }
        });
        Ok(())
    }

    /// First byte behind all that this program has written so far.
    pub(super) fn size(&self) -> Result<u64> {
        self.party.check(Operation::GetSize)?;
        let (mut size, id) = {
            let mut state = self.state();
            if let Some(size) = state.ended {
                return Ok(size);
            }
            let id = state.next_call;
            state.next_call += 1;
            (state.store.end(), id)
        };
        let events = self.events();
        for peer in self.party.fellows() {
            let link = self.party.link_to(peer, &events)?;
            link.send(&MxnMessage::SizeWanted { id, last: false })?;
            size = size.max(self.await_size(&link, id)?);
        }
        Ok(size)
    }

    fn await_size(&self, link: &Arc<Link>, id: u64) -> Result<u64> {
        let mut vigil = super::vigil::Vigil::new();
        let mut state = self.state();
        loop {
            if let Some(size) = state.sizes.remove(&id) {
                return Ok(size);
            }
            self.party.check(Operation::GetSize)?;
            state = self.wait(state);
            drop(state);
            vigil.look(&self.party, || vec![link.clone()], 0, &self.events());
            state = self.state();
        }
    }

    /// Called on one rank: extends the file, or cuts what this rank alone has written behind `size`.
    pub(super) fn set_size(&self, size: u64) -> Result<()> {
        let now = self.size()?;
        let mut state = self.state();
        if size < now {
            let own_alone = state.store.end() == now;
            let cut = Extent::new(size, now - size);
            if !own_alone || state.store.check(cut).is_err() {
                let text =
                    format!("a stream of {now} bytes cannot be cut: readers may have had them already");
                return Err(Error::new(ErrorKind::Unsupported, Operation::SetSize)
                    .with_detail(text)
                    .with_extent(cut));
            }
            state.store.cut(size);
        }
        state.store.reach(size);
        drop(state);
        self.leave_order();
        Ok(())
    }

    /// Something was written that no vector of lengths tells: readers must ask everybody from now on.
    fn leave_order(&self) {
        let is_first = self.act(|state, actions| {
            let was_kept = std::mem::replace(&mut state.order.is_kept, false);
            state.answer_queries(actions);
            was_kept
        });
        if !is_first {
            return;
        }
        for peer in self.party.fellows() {
            // A rank that cannot be reached makes the stream fail elsewhere.
            let link = self.party.link_to(peer, &self.events());
            let _ = link.and_then(|link| link.send(&MxnMessage::Unordered));
        }
    }
}

impl State {
    fn answer_queries(&mut self, actions: &mut Vec<Action>) {
        let queries = std::mem::take(&mut self.order.queries);
        for query in queries {
            match self.steps_from(query.id, query.offset) {
                Some(answer) => actions.push(Action::Send(query.link, answer)),
                None => self.order.queries.push(query),
            }
        }
        self.correct_expectations(actions);
    }

    /// Tells readers that wait here for what somebody else writes.
    fn correct_expectations(&mut self, actions: &mut Vec<Action>) {
        let expected = self.wants.iter().filter(|(_, want)| want.is_expected);
        let keys: Vec<(u64, u64)> = expected.map(|(key, _)| *key).collect();
        keys.into_iter().for_each(|key| self.correct_expectation(key, actions));
    }

    fn correct_expectation(&mut self, key: (u64, u64), actions: &mut Vec<Action>) {
        let Some(want) = self.wants.get_mut(&key).filter(|want| self.order.belies(&want.missing)) else {
            return;
        };
        want.is_expected = false;
        let first = want.missing.iter().next().map_or(0, |extent| extent.offset);
        let link = want.link.clone();
        if let Some(answer) = self.steps_from(key.1, first) {
            actions.push(Action::Send(link, answer));
        }
    }

    /// What can be told about steps at or behind `offset`, if anything.
    fn steps_from(&self, id: u64, offset: u64) -> Option<MxnMessage> {
        /// Steps go in one frame; a reader asks again for what follows.
        const FRAME_BYTES: usize = 1 << 20;
        let mut bytes = 0;
        let mut steps = Vec::new();
        for step in self.order.log.from(offset) {
            let step = seaway_proto::Step { start: step.start(), lengths: step.runs().collect() };
            bytes += step.encoded_bytes();
            if !steps.is_empty() && bytes > FRAME_BYTES {
                break;
            }
            steps.push(step);
        }
        let is_known = !steps.is_empty() || !self.order.is_kept || self.ended.is_some();
        is_known.then_some(MxnMessage::Steps { id, steps, ordered: self.order.is_kept, end: self.ended })
    }

    /// Whether bytes that a reader has had may be wanted again.
    fn keeps_what_was_taken(party: &Party) -> bool {
        party.options.lost == Lost::Wait
    }
}

/// The largest of the numbers that ranks told.
fn largest(all: &[Vec<u8>]) -> u64 {
    let number = |bytes: &Vec<u8>| bytes.as_slice().try_into().map_or(0, u64::from_le_bytes);
    all.iter().map(number).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
