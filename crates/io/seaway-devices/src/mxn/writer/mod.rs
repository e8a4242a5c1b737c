// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Writer`]: a rank that writes a stream. Its [`Outbox`] decides which bytes are kept and sent; this module has the lock, the
//! window, the spill file and the threads that carry out the decisions.

mod calls;
mod end;
mod messages;
mod offering;
mod patience;
mod serving;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_memory::Spot;
use seaway_messages::MxnMessage;
use seaway_roles::stream::Time;
use seaway_roles::stream::bytes::{Flaws, Options};

use self::offering::Showing;
use super::large_pages::UsedRanges;
use super::options::Late;
use super::party::Party;
use super::spill::Spill;
use crate::link::Window;
use crate::mxn::{Link, LinkEvents};

type Outbox = seaway_roles::stream::bytes::Outbox<Link, Spot>;
type Action = seaway_roles::stream::bytes::Action<Link, Spot>;
type Call = seaway_roles::stream::bytes::Call<Spot>;
type Next = seaway_roles::stream::bytes::Next<Spot>;
type Located = seaway_roles::stream::bytes::Located<Spot>;
type Location = seaway_roles::stream::bytes::Location<Spot>;

#[derive(Debug)]
pub(super) struct Writer {
    pub(super) party: Arc<Party>,
    me: Weak<Writer>,
    window: Arc<Window>,
    spill: OnceLock<Spill>,
    /// Where large writes came from lately.
    sources: UsedRanges,
    /// Notified when none of the bytes of a lingering call are in its memory any more. Other changes (requests and
    /// completions of each reader) would only wake it needlessly.
    settled: Condvar,
    showing: Showing,
    has_told_of_slow_readers: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    outbox: Outbox,
    /// Calls that were started, and where their bytes are.
    calls: HashMap<u64, Call>,
    /// Calls that give readers time to come.
    lingering: Vec<u64>,
    /// No reader has come, and no call has waited for one.
    hopes_for_readers: bool,
    /// Sizes that other writers told, for a call of ours.
    sizes: HashMap<u64, u64>,
}

impl Writer {
    pub(super) fn new(party: Arc<Party>, window: Arc<Window>) -> Arc<Self> {
        let options = Options {
            name: party.name.clone(),
            rank: party.rank(),
            readers: party.options.readers,
            window_bytes: window.bytes(),
            late: party.options.late,
            lost: party.options.lost,
            visible_at_close: party.options.visible_at_close,
            flaws: Flaws::default(),
        };
        let outbox = Outbox::new(options, party.group().to_vec());
        // What late readers miss by choice, they need not be waited for.
        let hopes_for_readers = party.options.late != Late::Drop && !party.options.visible_at_close;
        let state = State {
            outbox,
            calls: HashMap::new(),
            lingering: Vec::new(),
            hopes_for_readers,
            sizes: HashMap::new(),
        };
        let writer = Arc::new_cyclic(|me| Self {
            party,
            me: me.clone(),
            window,
            spill: OnceLock::new(),
            sources: UsedRanges::default(),
            settled: Condvar::new(),
            showing: Showing::default(),
            has_told_of_slow_readers: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        writer.stop_showing_for_options();
        writer
    }

    pub(super) fn events(&self) -> Arc<LinkEvents> {
        self.me.upgrade().expect("the caller holds it")
    }

    /// How far this rank has come, for messages.
    pub(super) fn offset(&self) -> u64 {
        self.state().outbox.end()
    }

    #[cfg(test)]
    pub(super) fn keeps_nothing(&self) -> bool {
        self.state().outbox.keeps_nothing()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Time {
        self.party.time(Instant::now())
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let waited = self.party.changed.wait_timeout(state, super::party::LOOK);
        waited.unwrap_or_else(PoisonError::into_inner).0
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
        let (announced, end) = self.act(|state, actions| state.outbox.announce(start, lengths, actions));
        if announced.is_empty() {
            // No write will tell readers that expect something here.
            self.window.board().pass(end);
        }
        Ok(())
    }

    /// Collective: what was written since the last time belongs together.
    pub(super) fn mark(&self, ranks: &dyn seaway_device_api::Ranks) -> Result<()> {
        let mine = self.offset();
        let end = largest(&ranks.all_gather(&mine.to_le_bytes())?);
        self.act(|state, actions| state.outbox.mark(end, actions));
        Ok(())
    }

    /// First byte behind all that this program has written so far.
    pub(super) fn size(&self) -> Result<u64> {
        self.party.check(Operation::GetSize)?;
        let (mut size, id) = {
            let outbox = &mut self.state().outbox;
            if let Some(size) = outbox.ended() {
                return Ok(size);
            }
            (outbox.end(), outbox.new_number())
        };
        let events = self.events();
        for peer in self.party.fellows() {
            let link = self.party.link_to_fellow(peer, Operation::GetSize, &events)?;
            link.send(&MxnMessage::SizeWanted { id, last: false })?;
            size = size.max(self.await_size(&link, id)?);
        }
        Ok(size)
    }

    fn await_size(&self, link: &Arc<Link>, id: u64) -> Result<u64> {
        let mut monitor = super::wait_monitor::WaitMonitor::new(&self.party);
        let mut state = self.state();
        loop {
            if let Some(size) = state.sizes.remove(&id) {
                return Ok(size);
            }
            self.party.check(Operation::GetSize)?;
            state = self.wait(state);
            drop(state);
            monitor.look(&self.party, || vec![link.clone()], 0, &self.events());
            state = self.state();
        }
    }

    /// Called on one rank: extends the file, or cuts what this rank alone has written behind `size`.
    pub(super) fn set_size(&self, size: u64) -> Result<()> {
        let now = self.size()?;
        if !self.state().outbox.set_size(size, now) {
            let text = format!(
                "a stream of {now} bytes cannot be truncated: readers may have received them \
                                already"
            );
            return Err(Error::new(ErrorKind::Unsupported, Operation::SetSize)
                .with_detail(text)
                .with_extent(Extent::new(size, now - size)));
        }
        self.leave_order();
        Ok(())
    }

    /// Something was written outside of rank order: readers must ask all writers from now on.
    fn leave_order(&self) {
        let is_first = self.act(|state, actions| state.outbox.leave_order(actions));
        if !is_first {
            return;
        }
        for peer in self.party.fellows() {
            // A rank that cannot be reached makes the stream fail elsewhere.
            let link = self.party.link_to_fellow(peer, Operation::Write, &self.events());
            let _ = link.and_then(|link| link.send(&MxnMessage::Unordered));
            if self.party.has_failed() {
                return;
            }
        }
    }
}

/// The largest of the ranks' numbers.
fn largest(all: &[Vec<u8>]) -> u64 {
    let number = |bytes: &Vec<u8>| bytes.as_slice().try_into().map_or(0, u64::from_le_bytes);
    all.iter().map(number).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
