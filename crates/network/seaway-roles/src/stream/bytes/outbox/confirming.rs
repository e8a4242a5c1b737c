// SPDX-License-Identifier: MIT OR Apache-2.0
//! Acknowledgement of bytes that went through a socket. They leave the writer's memory when they are sent, but a connection
//! that breaks loses what is on its way. So a writer that closes sends a ping behind the last bytes of each link and waits for
//! the answers: a reader answers when it has received everything before. A link that breaks before that fails the stream.

use std::sync::Arc;

use seaway_messages::MxnMessage;

use super::{Action, Outbox, Presence};
use crate::stream::bytes::store::Slot;
use crate::stream::bytes::{Line, Memory};

/// A link with sent bytes that the reader has not acknowledged.
#[derive(Debug)]
pub(super) struct Unconfirmed<L> {
    link: Arc<L>,
    slot: Slot,
    /// Number of the ping behind the last bytes.
    asked: Option<u64>,
}

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Whether everything else is done and readers are still to be asked for acknowledgements: then comes
    /// [`ask_for_confirmation`](Self::ask_for_confirmation).
    pub fn must_ask_for_confirmation(&self) -> bool {
        self.has_sent_all() && self.unconfirmed.values().any(|sent| sent.asked.is_none())
    }

    pub fn ask_for_confirmation(&mut self, actions: &mut Vec<Action<L, M>>) {
        if !self.must_ask_for_confirmation() {
            return;
        }
        let next_number = &mut self.next_call;
        for sent in self.unconfirmed.values_mut().filter(|sent| sent.asked.is_none()) {
            let number = *next_number;
            *next_number += 1;
            sent.asked = Some(number);
            actions.push(Action::Send(sent.link.clone(), MxnMessage::Ping { number }));
        }
    }

    /// Bytes were sent by a link. A reader that may return reads them again if they were lost: they are kept.
    pub(super) fn note_sent(&mut self, link: &Arc<L>, slot: Slot) {
        if !self.keeps_what_was_taken() && !self.options.flaws.leaves_unconfirmed {
            let sent = Unconfirmed { link: link.clone(), slot, asked: None };
            self.unconfirmed.insert(link.number(), sent);
        }
    }

    /// A ping was answered.
    pub(super) fn confirmed(&mut self, link: u64, number: u64) {
        if self.unconfirmed.get(&link).is_some_and(|sent| sent.asked == Some(number)) {
            self.unconfirmed.remove(&link);
        }
    }

    /// A link is lost: bytes may have been on it.
    pub(super) fn lose_unconfirmed(&mut self, link: u64) {
        if let Some(sent) = self.unconfirmed.remove(&link)
            && let Some(reader) = self.readers.get_mut(sent.slot as usize)
        {
            reader.may_miss_bytes = true;
        }
    }

    /// Whether every reader that has not left has acknowledged what it was sent.
    pub(super) fn is_confirmed(&self) -> bool {
        let has_left = |slot: Slot| self.presence(slot) == Some(Presence::Left);
        let misses =
            self.readers.iter().any(|reader| reader.may_miss_bytes && reader.presence != Presence::Left);
        !misses && self.unconfirmed.values().all(|sent| has_left(sent.slot))
    }
}
