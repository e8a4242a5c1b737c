// SPDX-License-Identifier: MIT OR Apache-2.0
//! A watcher that mirrors the whole registry: it lists once, watches from there, and lists again if the past is gone.

use std::collections::BTreeMap;

use seaway_messages::{RegistryEntry, RegistryMessage};

use super::{Event, Party, Sender, World};
use crate::core::{MILLISECOND, SECOND};

#[derive(Debug, Default)]
pub(super) struct Watcher {
    id: u64,
    is_open: bool,
    mirror: BTreeMap<String, RegistryEntry>,
    /// What the mirror shows; `None`: nothing yet.
    revision: Option<u64>,
}

impl Watcher {
    pub(super) fn next(&mut self, world: &mut World) {
        self.id += 1;
        self.is_open = true;
        let request = match self.revision {
            None => RegistryMessage::List { prefix: String::new() },
            Some(after) => {
                let milliseconds = world.choices.within(10..2_000);
                RegistryMessage::Watch { prefix: String::new(), after, milliseconds }
            }
        };
        world.ask(Sender { party: Party::Watcher, id: self.id }, request, 3 * SECOND);
    }

    pub(super) fn answered(&mut self, world: &mut World, id: u64, answer: Option<RegistryMessage>) {
        if id != self.id || !std::mem::take(&mut self.is_open) {
            return;
        }
        match answer {
            Some(RegistryMessage::Entries { revision, entries }) => {
                self.mirror = entries.into_iter().map(|entry| (entry.key.clone(), entry)).collect();
                self.revision = Some(revision);
            }
            Some(RegistryMessage::Events { revision, events }) => {
                world.done.events += events.len() as u64;
                for event in events {
                    if Some(event.revision) <= self.revision || event.revision > revision {
                        world.wrong(format!("{event:?} comes after revision {:?}", self.revision));
                    }
                    match event.entry {
                        Some(entry) => _ = self.mirror.insert(event.key, entry),
                        None => _ = self.mirror.remove(&event.key),
                    }
                }
                self.revision = Some(revision);
            }
            // The daemon has restarted, and changes were made that it does not remember.
            Some(RegistryMessage::Failed { .. }) => self.revision = None,
            Some(other) => world.wrong(format!("the watcher is told {other:?}")),
            None => {}
        }
        let pause = world.choices.within(0..100 * MILLISECOND);
        world.events.after(pause, Event::Next(Party::Watcher));
    }

    /// The mirror shows what there is.
    pub(super) fn check(&self, entries: Vec<RegistryEntry>) -> Result<(), String> {
        let mirror: Vec<RegistryEntry> = self.mirror.values().cloned().collect();
        if mirror == entries {
            Ok(())
        } else {
            Err(format!("the watcher shows {mirror:?} instead of {entries:?}"))
        }
    }
}
