// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Mailboxes`]: messages from rank to rank. Sending never waits; the bytes are moved, not copied.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::doorbell::{Doorbell, Patience};
use super::giving_up::{GiveUp, pointless};
use super::liveness::Liveness;

#[derive(Debug)]
pub(super) struct Mailboxes {
    boxes: Box<[Mailbox]>,
    liveness: Arc<Liveness>,
}

/// Messages for one rank.
#[derive(Debug)]
struct Mailbox {
    letters: Mutex<HashMap<Postmark, Vec<u8>>>,
    doorbell: Arc<Doorbell>,
}

/// Exchanges may be finished in another order than they were started, so messages are found by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Postmark {
    pub(super) exchange: u64,
    pub(super) sender: usize,
}

impl Mailboxes {
    pub(super) fn new(ranks: usize, liveness: &Arc<Liveness>) -> Self {
        let patience = Patience::for_ranks(ranks);
        let new_box = |_| {
            let doorbell = Arc::new(Doorbell::new(patience));
            liveness.watch(&doorbell);
            Mailbox { letters: Mutex::default(), doorbell }
        };
        Self { boxes: (0..ranks).map(new_box).collect(), liveness: Arc::clone(liveness) }
    }

    pub(super) fn send(&self, receiver: usize, postmark: Postmark, bytes: Vec<u8>) -> Result<()> {
        let mailbox = &self.boxes[receiver];
        if mailbox.letters().insert(postmark, bytes).is_some() {
            let detail = format!("a second message to rank {receiver} in one exchange");
            return Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail));
        }
        mailbox.doorbell.ring();
        Ok(())
    }

    pub(super) fn receive(&self, receiver: usize, postmark: Postmark, give_up: &GiveUp) -> Result<Vec<u8>> {
        let mailbox = &self.boxes[receiver];
        let given_up = || give_up.is_time().then(|| Err(pointless(receiver, "for a message")));
        let ready = || {
            // Check departure first: what a rank sent before it left is still delivered.
            let departure = self.liveness.departure(postmark.sender);
            if let Some(bytes) = mailbox.letters().remove(&postmark) {
                return Some(Ok(bytes));
            }
            let sender = postmark.sender;
            let detail = format!("rank {sender} {} while rank {receiver} waits for its message", departure?);
            Some(Err(Error::new(ErrorKind::PeerLost, Operation::Wait).with_detail(detail)))
        };
        mailbox.doorbell.wait_until(ready, give_up.is_possible().then_some(&given_up))
    }
}

impl Mailbox {
    fn letters(&self) -> MutexGuard<'_, HashMap<Postmark, Vec<u8>>> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
