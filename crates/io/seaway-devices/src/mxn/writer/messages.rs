// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of readers and of other writer ranks to a writer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{CopyMethod, MxnMessage, Side};
use seaway_roles::stream::bytes::{Slot, Unheard};

use super::Writer;
use crate::link::Events;
use crate::mxn::Link;
use crate::mxn::failure::Failure;
use crate::mxn::options::Lost;

impl Events<MxnMessage> for Writer {
    fn connected(&self, link: &Arc<Link>) {
        self.party.register(link);
        self.party.tell_latecomer(link);
        if link.peer().side == Side::Reader
            && !matches!(link.way(), CopyMethod::ProcessMemory | CopyMethod::SameProcess)
        {
            self.stop_showing();
        }
        let ended = self.state().outbox.ended();
        if let Some(size) = ended {
            let _ = link.send(&MxnMessage::End { id: 0, size });
        }
        if self.party.is_closed() {
            link.close();
        }
    }

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let Some(message) = self.party.answer(link, message, &self.events()) else { return Ok(()) };
        self.act(|state, actions| {
            if let MxnMessage::Size { id, size } = message {
                state.sizes.insert(id, size);
                return Ok(());
            }
            let heard = state.outbox.hear(link, message, self.now(), actions);
            self.watch_readers(&mut state.outbox);
            heard.map_err(unheard)
        })?;
        self.give_back_spilled();
        Ok(())
    }

    fn lost(&self, link: &Arc<Link>, why: Error) {
        self.party.forget(link);
        let reader = self.state().outbox.lost(link.number());
        self.tell_change();
        let is_fatal = link.peer().side == Side::Writer || self.party.options.lost == Lost::Fail;
        let is_concerned = reader.is_some() || link.peer().side == Side::Writer;
        let is_done = || reader.is_some_and(|reader| self.is_done_with(reader));
        if is_concerned && is_fatal && !self.party.is_closing() && !is_done() {
            let text = format!("is gone ({})", why.reason());
            self.party.fail(&Failure::of(link.peer(), self.offset(), text), &self.events());
        }
    }

    fn left(&self, link: &Arc<Link>) {
        self.party.forget(link);
        self.state().outbox.left(link.number());
        self.tell_change();
    }
}

impl Writer {
    /// All ranks of this program know each other now: readers that have come before are answered.
    pub(in crate::mxn) fn admit_readers(&self) {
        self.act(|state, actions| {
            state.outbox.admit(self.party.group().to_vec(), actions);
            self.watch_readers(&mut state.outbox);
        });
    }

    /// Rank 0 watches the readers that are attached. Called with the state locked, so that the latest list wins.
    fn watch_readers(&self, outbox: &mut super::Outbox) {
        let Some((readers, are_looked_after)) = outbox.take_new_readers() else { return };
        self.party.identity.trunks.learn(Side::Reader, &readers);
        self.party.set_others(if are_looked_after { readers } else { Vec::new() });
    }

    /// Whether a reader whose link broke was leaving: a link that is made at that moment ends without a goodbye. Waits a little,
    /// because other ranks of its program may still have to say that they want nothing more.
    fn is_done_with(&self, reader: Slot) -> bool {
        const PATIENCE: Duration = Duration::from_secs(1);
        let since = Instant::now();
        let mut state = self.state();
        while state.outbox.ended().is_some() && !self.party.is_closing() && since.elapsed() < PATIENCE {
            if state.outbox.is_done_with(reader) {
                return true;
            }
            state = self.wait(state);
        }
        self.party.is_closing()
    }
}

fn unheard(why: Unheard) -> Error {
    let text = match why {
        Unheard::NoSuchReader(slot) => format!("no reader {} has joined", slot.unwrap_or(u32::MAX)),
        Unheard::Unexpected(message) => format!("a writer received the unexpected message {message}"),
    };
    Error::new(ErrorKind::Internal, Operation::Read).with_detail(text)
}
