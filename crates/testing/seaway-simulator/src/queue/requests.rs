// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Requests`]: one request at a time, sent again until it is answered, as the client library does.

use seaway_messages::QueueMessage;

use super::{Event, Party, Sender, World};
use crate::core::{MILLISECOND, SECOND};

#[derive(Debug)]
pub(super) struct Requests {
    party: Party,
    pub(super) life: u64,
    id: u64,
    open: Option<QueueMessage>,
}

impl Requests {
    pub(super) fn of(party: Party) -> Self {
        Self { party, life: 0, id: 0, open: None }
    }

    /// Its process has ended: nothing under way concerns the next.
    pub(super) fn end(&mut self) {
        self.life += 1;
        self.open = None;
    }

    pub(super) fn send(&mut self, world: &mut World, message: QueueMessage) {
        self.id += 1;
        self.open = Some(message);
        self.transmit(world);
    }

    pub(super) fn resend(&mut self, world: &mut World, sender: Sender) {
        if sender == self.sender() && self.open.is_some() {
            self.transmit(world);
        }
    }

    /// Whether this is the answer to the request that is under way.
    pub(super) fn is_answer(&mut self, sender: Sender) -> bool {
        sender == self.sender() && self.open.take().is_some()
    }

    fn sender(&self) -> Sender {
        Sender { party: self.party, life: self.life, id: self.id }
    }

    fn transmit(&mut self, world: &mut World) {
        let (sender, Some(message)) = (self.sender(), &self.open) else { return };
        world.carry(|| Event::ToDaemon(sender, message.clone()));
        let patience = world.choices.within(500 * MILLISECOND..2 * SECOND);
        world.events.after(patience, Event::Resend(sender));
    }
}
