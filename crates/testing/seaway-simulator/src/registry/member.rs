// SPDX-License-Identifier: MIT OR Apache-2.0
//! A member of the space: it has a key with a lease, keeps it alive for a while, and looks whether the key is there. In the end it
//! does nothing any more.

use seaway_messages::{Change, NewEntry, RegistryMessage};

use super::{Event, FAULTS_UNTIL, Party, Sender, World};
use crate::core::{MILLISECOND, SECOND, Time};

const KEY: &str = "member";
/// In milliseconds.
const LEASE: u64 = 1_500;

#[derive(Debug, Default)]
pub(super) struct Member {
    id: u64,
    open: Option<(Time, Asking)>,
    lease: Option<u64>,
    has_key: bool,
    /// The lease lasts at least until then.
    safe_until: Time,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    Grant,
    Create,
    KeepAlive,
    Look,
}

impl Member {
    pub(super) fn next(&mut self, world: &mut World) {
        if world.events.now() > FAULTS_UNTIL {
            return;
        }
        let key = || KEY.to_owned();
        let (asking, request) = match self.lease {
            None => (Asking::Grant, RegistryMessage::Grant { milliseconds: LEASE }),
            Some(lease) if !self.has_key => {
                let entry = NewEntry { key: format!("{KEY}/{lease}"), value: Vec::new(), lease: Some(lease) };
                (Asking::Create, RegistryMessage::Create { entries: vec![entry] })
            }
            Some(lease) if world.choices.once_in(2) => {
                (Asking::KeepAlive, RegistryMessage::KeepAlive { lease })
            }
            Some(_) => (Asking::Look, RegistryMessage::List { prefix: key() }),
        };
        self.id += 1;
        self.open = Some((world.events.now(), asking));
        world.ask(Sender { party: Party::Member, id: self.id }, request, SECOND);
    }

    pub(super) fn answered(&mut self, world: &mut World, id: u64, answer: Option<RegistryMessage>) {
        let Some((began, asking)) = self.open.take_if(|_| id == self.id) else { return };
        match (asking, answer) {
            (
                Asking::Grant | Asking::KeepAlive,
                Some(RegistryMessage::Granted { lease, milliseconds, .. }),
            ) => {
                self.lease = Some(lease);
                // The daemon counts whole milliseconds.
                self.safe_until = began + (milliseconds - 1) * MILLISECOND;
            }
            (Asking::Create, Some(RegistryMessage::Changed { outcomes, .. })) => {
                self.has_key = true;
                if !matches!(outcomes[..], [Change::Made | Change::Refused { current: Some(_) }]) {
                    world.wrong(format!("the member's key: {outcomes:?}"));
                }
            }
            (Asking::Look, Some(RegistryMessage::Entries { entries, .. })) => {
                let is_there = entries.iter().any(|entry| entry.lease == self.lease);
                let is_vouched = world.events.now() <= self.safe_until;
                world.done.vouched += u64::from(is_vouched);
                if is_vouched && !is_there {
                    world.wrong("a lease ended too early".into());
                }
            }
            (_, Some(RegistryMessage::Failed { .. })) if world.events.now() > self.safe_until => {
                self.start_anew();
            }
            (_, None) => {}
            (asking, answer) => world.wrong(format!("{asking:?} of a member is answered {answer:?}")),
        }
        let pause = world.choices.within(10 * MILLISECOND..600 * MILLISECOND);
        world.events.after(pause, Event::Next(Party::Member));
    }

    /// The lease has ended.
    fn start_anew(&mut self) {
        (self.lease, self.has_key) = (None, false);
    }
}
