// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a reader determines whether a writer that no longer listens has left in order, and how a reader leaves.

use std::sync::Arc;
use std::time::Duration;

use seaway_messages::MxnMessage;

use super::Inbox;
use crate::stream::Time;
use crate::stream::bytes::{Line, Memory};

/// The size is not known yet.
pub const NOT_YET: u64 = u64::MAX;
/// The goodbye of the writers may still be in transit to rank 0.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether a writer that does not answer has left in order. Writers leave only when every reader has acknowledged everything,
/// and rank 0, which has a link to the writers' rank 0, receives their goodbye.
#[derive(Debug)]
pub struct Ending {
    since: Time,
    /// How long a peer may be silent.
    timeout: Duration,
    /// What rank 0 was asked.
    question: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It has.
    Left,
    /// It has not: it is lost, unless it is there after all.
    NotLeft,
    /// Rank 0 of this program is to be asked, if this is another rank. Then comes [`Ending::asked`].
    Ask,
    Wait,
}

impl Ending {
    pub fn new(timeout: Duration, now: Time) -> Self {
        Self { since: now, timeout, question: None }
    }

    /// `has_rank_0`: the link to rank 0, by which it was asked, has not ended.
    pub fn judge<L: Line, M: Memory>(
        &mut self,
        inbox: &mut Inbox<L, M>,
        has_rank_0: bool,
        now: Time,
    ) -> Verdict {
        if let Some(id) = self.question {
            match inbox.take_answer(id) {
                Some(MxnMessage::Size { size, .. }) if size != NOT_YET => {
                    (inbox.size, inbox.is_drained) = (Some(size), true);
                    self.question = None;
                }
                Some(_) => self.question = None,
                None if has_rank_0 => {}
                None => self.question = None,
            }
        }
        if inbox.is_drained {
            return Verdict::Left;
        }
        // Rank 0 answers at once that they have not ended, and else when they have left.
        let is_near = inbox.size.is_some() || self.question.is_some();
        let patience = if is_near { self.timeout } else { PATIENCE };
        match () {
            () if now.saturating_sub(self.since) > patience => Verdict::NotLeft,
            () if self.question.is_none() => Verdict::Ask,
            () => Verdict::Wait,
        }
    }

    /// Rank 0 was asked by a question of this number.
    pub fn asked(&mut self, id: u64) {
        self.question = Some(id);
    }
}

/// What is known about a link that something could not be sent by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The stream is over: nothing comes by it any more.
    Over,
    Wait,
    /// The reason for its end was not found in time.
    TooLong,
}

/// What a reader program does that closes the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// It has received everything: the writers know.
    Silently,
    /// Rank 0 tells every writer that nothing more is wanted.
    TellWriters,
}

impl<L: Line, M: Memory> Inbox<L, M> {
    /// The thread of a link that has ended finds out why: the stream is over, or has failed. `is_there`: it has not yet.
    pub fn settle_link(&self, is_there: bool, lasts: Duration, timeout: Duration) -> Settled {
        match () {
            () if !is_there && self.size.is_some() => Settled::Over,
            () if lasts > timeout && !self.flaws.end_unlimited => Settled::TooLong,
            () => Settled::Wait,
        }
    }

    /// A peer has said goodbye. `is_writer`: by itself, and not because this side has closed the link.
    pub fn left(&mut self, link: u64, is_writer: bool) {
        self.is_drained |= is_writer && self.size.is_some();
        self.forget_link(link);
    }

    /// The writers have left, and all readers had received everything.
    pub fn is_drained(&self) -> bool {
        self.is_drained
    }

    /// Answers for the ranks that asked whether the writers have left, once they have.
    pub fn take_asking(&mut self) -> Vec<(Arc<L>, MxnMessage)> {
        if !self.is_drained {
            return Vec::new();
        }
        let size = self.size.unwrap_or(0);
        let asking = std::mem::take(&mut self.asking);
        asking.into_iter().map(|(link, id)| (link, MxnMessage::Size { id, size })).collect()
    }

    /// What this rank contributes when the program closes: bytes taken, and the size of the file if known.
    pub fn count(&self) -> (u64, u64) {
        (self.taken, self.size.unwrap_or(NOT_YET))
    }

    /// Decides from the counts of all ranks.
    pub fn leave(&self, counts: &[(u64, u64)]) -> Leave {
        let taken: u64 = counts.iter().map(|(taken, _)| *taken).sum();
        let size = counts.iter().map(|(_, size)| *size).min().unwrap_or(NOT_YET);
        match taken == size || self.flaws.leaves_without_a_word {
            true => Leave::Silently,
            false => Leave::TellWriters,
        }
    }
}
