// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Inbox`]: the decisions of a reader rank. It knows what was requested from which writer, what has arrived, which writers have
//! the rest, and whether the writers have left; its driver copies and waits.

mod choosing;
mod ending;
mod knowledge;
mod reading;
mod want;

use std::collections::BTreeMap;
use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Policy};

use super::selection::{Choice, Selection};
use super::{Flaws, Line, Memory};

pub use self::choosing::Chosen;
pub use self::ending::{Ending, Leave, NOT_YET, Settled, Verdict};
pub use self::knowledge::{Knowledge, Owners};
pub use self::reading::{Reading, Step, wanted_parts};
pub use self::want::{Asked, Got, Outcome, Want, Whom};

/// The question of a program that wants to read.
pub const ATTACHING: u64 = 0;

#[derive(Debug)]
pub struct Inbox<L, M> {
    flaws: Flaws,
    policy: Policy,
    wants: BTreeMap<u64, Want<L, M>>,
    next_id: u64,
    /// Keyed by question number, while the answer is awaited.
    answers: BTreeMap<u64, Option<MxnMessage>>,
    /// Size of the file, once the writers have closed it.
    size: Option<u64>,
    /// The writers have left. They do so only when all readers have received everything.
    is_drained: bool,
    /// Ranks of this program that want to know when the writers have left.
    asking: Vec<(Arc<L>, u64)>,
    /// Bytes that were taken, for good.
    taken: u64,
    pub knowledge: Knowledge,
    /// Where the last part that was taken as it was shown ends.
    offered_until: u64,
    /// What this rank is about to read in order.
    announced: Extent,
    /// Where the last read in order, of all ranks, ends.
    in_order_until: u64,
    /// Reads in order have passed over bytes. They stay where they are, and may fill the window of a writer that knows of no
    /// reader that waits.
    leaves_behind: bool,
    /// The steps that this program reads, if it does not read all.
    selection: Option<Selection>,
}

impl<L: Line, M: Memory> Inbox<L, M> {
    pub fn new(policy: Policy, flaws: Flaws) -> Self {
        let selection = match policy {
            Policy::All => None,
            Policy::Every(steps) => Some(Selection::new(Choice::Every(steps))),
            Policy::Latest => Some(Selection::new(Choice::Latest)),
        };
        Self {
            flaws,
            policy,
            wants: BTreeMap::new(),
            next_id: 1,
            answers: BTreeMap::new(),
            size: None,
            is_drained: false,
            asking: Vec::new(),
            taken: 0,
            knowledge: Knowledge::default(),
            offered_until: 0,
            announced: Extent::new(0, 0),
            in_order_until: 0,
            leaves_behind: false,
            selection,
        }
    }

    pub fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Its answer is kept until it is taken.
    pub fn new_question(&mut self) -> u64 {
        let id = self.new_id();
        self.await_answer(id);
        id
    }

    /// The answer to this question is kept until it is taken.
    pub fn await_answer(&mut self, id: u64) {
        self.answers.insert(id, None);
    }

    pub fn take_answer(&mut self, id: u64) -> Option<MxnMessage> {
        let answer = self.answers.get_mut(&id)?.take()?;
        self.answers.remove(&id);
        Some(answer)
    }

    pub fn forget_question(&mut self, id: u64) {
        self.answers.remove(&id);
    }

    /// Size of the file, once the writers have closed it.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    pub fn learn_size(&mut self, size: u64) {
        self.size = Some(size);
    }

    /// First byte that some call still waits for.
    pub fn first_missing(&self) -> u64 {
        let first = |want: &Want<L, M>| want.missing.iter().next().map(|extent| extent.offset);
        self.wants.values().filter_map(first).min().unwrap_or(0)
    }

    /// What this rank is about to read in order.
    pub fn announced(&self) -> Extent {
        self.announced
    }

    /// A writer, or a rank of this program, has said something. `Here` and `Data` do not come here: their bytes are claimed by
    /// [`Inbox::claim`]. What to answer at once; an error, if a reader does not expect it.
    pub fn hear(&mut self, link: &Arc<L>, message: MxnMessage) -> Result<Option<MxnMessage>, String> {
        match message {
            MxnMessage::End { id, size } => {
                self.size = Some(size);
                self.nothing_more(id, link.number());
            }
            MxnMessage::Retracted { id } => self.nothing_more(id, link.number()),
            MxnMessage::Gone { id, range } => {
                if let Some(want) = self.wants.get_mut(&id) {
                    want.gone = Some(Extent::new(range.offset, range.len));
                }
            }
            MxnMessage::Attached { .. } | MxnMessage::Refused { .. } => self.answered(ATTACHING, message),
            MxnMessage::Steps { id, .. } | MxnMessage::Size { id, .. } => self.answered(id, message),
            // From another rank of this program: have the writers left?
            MxnMessage::SizeWanted { id, .. } => {
                if self.size.is_none() {
                    return Ok(Some(MxnMessage::Size { id, size: NOT_YET }));
                }
                self.asking.push((link.clone(), id));
            }
            other => return Err(format!("{other:?}")),
        }
        Ok(None)
    }

    /// Several may be asked one question: the first answer counts.
    fn answered(&mut self, id: u64, answer: MxnMessage) {
        if let Some(awaited) = self.answers.get_mut(&id) {
            awaited.get_or_insert(answer);
        }
    }

    /// Adds what writers have said about steps. `false`: it cannot be right.
    #[must_use]
    pub fn learn(&mut self, answer: &MxnMessage) -> bool {
        let MxnMessage::Steps { steps, ordered, end, .. } = answer else { return false };
        if !self.knowledge.learn(steps, *ordered, *end) {
            return false;
        }
        self.size = self.size.or(*end);
        true
    }

    /// Instead of the answer of writers that have left: the stream is over.
    pub fn no_more_steps(&self) -> MxnMessage {
        MxnMessage::Steps { id: 0, steps: Vec::new(), ordered: true, end: self.size }
    }
}
