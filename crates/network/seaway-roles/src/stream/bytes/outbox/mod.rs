// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outbox`]: the decisions of a writer rank. It knows what was written, where it is and which readers want it; its driver copies
//! and sends.

mod calls;
mod confirming;
mod messages;
mod offering;
mod ordering;
mod serving;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::{Contact, MxnMessage};

use self::confirming::Unconfirmed;
use self::ordering::Order;
use self::serving::Want;
use super::ranges::RangeSet;
use super::store::{Located, Slot, Store};
use super::{Flaws, Late, Line, Lost, Memory};

pub use self::calls::{Begun, Call, Next};
pub use self::messages::Unheard;

/// Settings of a writer rank.
#[derive(Debug, Clone)]
pub struct Options {
    /// Of the file, for messages.
    pub name: String,
    /// Of this writer.
    pub rank: u32,
    /// Reader programs that are expected.
    pub readers: u32,
    pub window_bytes: u64,
    pub late: Late,
    pub lost: Lost,
    pub visible_at_close: bool,
    pub flaws: Flaws,
}

#[derive(Debug)]
pub struct Outbox<L, M> {
    options: Options,
    store: Store<M>,
    next_call: u64,
    wants: BTreeMap<(u64, u64), Want<L>>,
    /// By the links' numbers.
    joined: HashMap<u64, Joined>,
    readers: Vec<ReaderSlot>,
    /// All ranks of this program, once they know each other.
    group: Vec<Contact>,
    /// Readers that have come before.
    attaching: Vec<(Arc<L>, Vec<Contact>)>,
    /// The set of attached readers has changed since [`take_new_readers`](Outbox::take_new_readers).
    has_new_readers: bool,
    order: Order<L>,
    /// Size of the file, once all ranks have come to close it.
    ended: Option<u64>,
    /// The file is being closed without a reader: none is admitted any more.
    is_shut: bool,
    /// Readers that want to know the last size.
    size_wanted: Vec<(Arc<L>, u64)>,
    dropped_bytes: u64,
    /// By the links' numbers.
    unconfirmed: BTreeMap<u64, Unconfirmed<L>>,
    /// Threads that send what was decided.
    sending: usize,
}

/// What the driver has to send.
#[derive(Debug)]
pub enum Action<L, M> {
    Send(Arc<L>, MxnMessage),
    /// Where these bytes are, for a reader that takes them by itself. They are pinned until it says that it has them.
    Here {
        link: Arc<L>,
        id: u64,
        parts: Vec<Located<M>>,
    },
    /// Bytes that go over the socket; they are pinned until [`Outbox::sent`] or [`Outbox::unsent`].
    Data {
        link: Arc<L>,
        id: u64,
        parts: Vec<Located<M>>,
    },
}

/// A reader rank on a link.
#[derive(Debug)]
struct Joined {
    slot: Slot,
    /// What it has received but may request again if it is lost and returns.
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
    /// A link broke with bytes on it that it had not acknowledged.
    may_miss_bytes: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    #[default]
    Expected,
    Here,
    Lost,
    Left,
}

/// Whether a writer that closes may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drained {
    No,
    Yes,
    /// No reader has come: this many bytes were dropped in total.
    Dropped(u64),
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// `group`: all ranks of this program, if they know each other already.
    pub fn new(options: Options, group: Vec<Contact>) -> Self {
        Self {
            store: Store::new(options.window_bytes, options.readers),
            next_call: 1,
            wants: BTreeMap::new(),
            joined: HashMap::new(),
            readers: (0..options.readers).map(|_| ReaderSlot::default()).collect(),
            group,
            attaching: Vec::new(),
            has_new_readers: false,
            order: Order::new(options.rank),
            ended: None,
            is_shut: false,
            size_wanted: Vec::new(),
            dropped_bytes: 0,
            unconfirmed: BTreeMap::new(),
            sending: 0,
            options,
        }
    }

    /// First byte behind all that this rank has written.
    pub fn end(&self) -> u64 {
        self.store.end()
    }

    /// Size of the file, once all ranks have come to close it.
    pub fn ended(&self) -> Option<u64> {
        self.ended
    }

    pub fn has_readers(&self) -> bool {
        !self.joined.is_empty()
    }

    /// Changes whenever readers make progress.
    pub fn copies(&self) -> u64 {
        self.store.copies()
    }

    /// A number for a call or a question.
    pub fn new_number(&mut self) -> u64 {
        let number = self.next_call;
        self.next_call += 1;
        number
    }

    pub fn keeps_nothing(&self) -> bool {
        self.store.is_drained()
    }

    /// Places of the spill file that hold nothing any more.
    pub fn take_unspilled(&mut self) -> Vec<(u64, u64)> {
        self.store.take_unspilled()
    }

    pub fn presence(&self, reader: Slot) -> Option<Presence> {
        self.readers.get(reader as usize).map(|reader| reader.presence)
    }

    /// Whether a reader program has read otherwise than by the shared pointer.
    pub fn looks(&self, reader: Slot) -> bool {
        self.readers.get(reader as usize).is_some_and(|reader| reader.looks)
    }

    /// A thread begins to carry out actions: the file is not closed before it has done so.
    pub fn begin_sending(&mut self) {
        self.sending += 1;
    }

    pub fn end_sending(&mut self) {
        self.sending -= 1;
    }

    /// This rank has come to close the file. Whether readers have come, as far as it knows; all ranks tell each other. Where
    /// none has come and none is waited for, none is admitted any more: other ranks drop what it would read.
    pub fn begin_close(&mut self) -> bool {
        let has_come = |reader: &ReaderSlot| reader.presence != Presence::Expected;
        let has_readers = !self.joined.is_empty() || self.readers.iter().any(has_come);
        self.is_shut = !has_readers && self.options.late == Late::Drop && !self.options.flaws.drops_alone;
        has_readers
    }

    /// All ranks have come to close the file. `has_readers`: one of them knows of a reader; `links`: all that there are.
    pub fn close(
        &mut self,
        size: u64,
        has_readers: bool,
        links: impl IntoIterator<Item = Arc<L>>,
        actions: &mut Vec<Action<L, M>>,
    ) {
        self.ended = Some(size);
        self.is_shut &= !has_readers;
        let end = |link| Action::Send(link, MxnMessage::End { id: 0, size });
        actions.extend(links.into_iter().map(end));
        self.serve(Extent::new(0, u64::MAX), actions);
        self.answer_queries(actions);
        for (link, id) in std::mem::take(&mut self.size_wanted) {
            actions.push(Action::Send(link, MxnMessage::Size { id, size }));
        }
    }

    /// Whether no reader will request anything more. Rank 0 stays until every expected reader has come: even an empty file must be
    /// opened by its readers.
    pub fn drain(&mut self) -> Drained {
        let nobody = self.readers.iter().all(|reader| reader.presence == Presence::Expected);
        let drops_alone = self.options.flaws.drops_alone && nobody && self.joined.is_empty();
        if self.is_shut || (drops_alone && self.options.late == Late::Drop) {
            let left = self.store.drop_oldest(u64::MAX);
            return match self.dropped_bytes + left {
                0 => Drained::Yes,
                bytes => Drained::Dropped(bytes),
            };
        }
        let all_came = self.readers.iter().all(|reader| reader.presence != Presence::Expected);
        // A reader that requests dropped bytes must get an answer. It has not received everything, so it says when it leaves.
        let has_left = |reader: &ReaderSlot| reader.presence == Presence::Left;
        let is_unheard = self.dropped_bytes > 0 && !self.readers.iter().all(has_left);
        if is_unheard && !self.options.flaws.drops_alone {
            return Drained::No;
        }
        match self.has_sent_all() && self.is_confirmed() && (all_came || self.options.rank != 0) {
            true => Drained::Yes,
            false => Drained::No,
        }
    }

    /// Whether readers have taken or been sent all that they want.
    fn has_sent_all(&self) -> bool {
        let is_sending = self.sending > 0 && !self.options.flaws.leaves_while_sending;
        self.ended.is_some() && self.store.is_drained() && !is_sending
    }

    /// Extends the file to `size`, or cuts it there if only this rank has written behind it, and no reader has received that;
    /// `now` is the size so far. `false`: it cannot be cut.
    #[must_use]
    pub fn set_size(&mut self, size: u64, now: u64) -> bool {
        if size < now {
            let own_alone = self.store.end() == now;
            if !own_alone || self.store.check(Extent::new(size, now - size)).is_err() {
                return false;
            }
            self.store.cut(size);
        }
        self.store.reach(size);
        true
    }

    /// Whether bytes that a reader has received may be requested again.
    fn keeps_what_was_taken(&self) -> bool {
        self.options.lost == Lost::Wait
    }
}
