// SPDX-License-Identifier: MIT OR Apache-2.0
//! A caller that creates, replaces, deletes and reads two keys at random, and records what came of it.

use seaway_messages::{Change, NewEntry, RegistryEntry, RegistryMessage};

use super::one_key::{Action, KeyCall, Outcome};
use super::{Event, Party, Sender, World};
use crate::core::{MILLISECOND, SECOND, Time};
use crate::linearizability::Timed;

const KEYS: [&str; 2] = ["x", "y"];
const MOST_CALLS: u64 = 25;

#[derive(Debug)]
pub(super) struct Caller {
    index: usize,
    id: u64,
    open: Option<Open>,
    /// Last seen of each key.
    revisions: [u64; 2],
}

#[derive(Debug)]
struct Open {
    began: Time,
    key: usize,
    action: Action,
}

impl Caller {
    pub(super) fn new(index: usize) -> Self {
        Self { index, id: 0, open: None, revisions: [0; 2] }
    }

    pub(super) fn next(&mut self, world: &mut World) {
        if self.id == MOST_CALLS {
            return;
        }
        self.id += 1;
        let key = world.choices.index(KEYS.len());
        let value = format!("{}/{}", self.index, self.id).into_bytes();
        let expected = self.revisions[key];
        let action = match world.choices.below(5) {
            0 => Action::Create { value },
            1 | 2 => Action::Replace { value, expected },
            3 => Action::Delete { expected },
            _ => Action::Get,
        };
        let request = request(KEYS[key], &action);
        self.open = Some(Open { began: world.events.now(), key, action });
        let patience = world.choices.within(500 * MILLISECOND..2 * SECOND);
        world.ask(Sender { party: Party::Caller(self.index), id: self.id }, request, patience);
    }

    pub(super) fn answered(&mut self, world: &mut World, id: u64, answer: Option<RegistryMessage>) {
        let Some(Open { began, key, action }) = self.open.take_if(|_| id == self.id) else { return };
        let outcome = answer.map_or(Ok(Outcome::Unknown), outcome);
        let outcome = outcome.unwrap_or_else(|wrong| {
            world.wrong(wrong);
            Outcome::Unknown
        });
        if let Outcome::Made(revision) | Outcome::Found(Some((_, revision))) = outcome {
            self.revisions[key] = revision;
        }
        let is_known = outcome != Outcome::Unknown;
        world.done.calls += 1;
        world.done.unknown += u64::from(!is_known);
        let ended = is_known.then(|| world.events.now());
        let call = KeyCall { key: KEYS[key].into(), action, outcome };
        world.calls.push(Timed { began, ended, call });
        let pause = world.choices.within(0..300 * MILLISECOND);
        world.events.after(pause, Event::Next(Party::Caller(self.index)));
    }
}

fn request(key: &str, action: &Action) -> RegistryMessage {
    let key = key.to_owned();
    match action.clone() {
        Action::Create { value } => {
            RegistryMessage::Create { entries: vec![NewEntry { key, value, lease: None }] }
        }
        Action::Replace { value, expected } => RegistryMessage::Replace { key, expected, value, lease: None },
        Action::Delete { expected } => RegistryMessage::Delete { key, expected },
        Action::Get => RegistryMessage::Get { key },
    }
}

fn outcome(answer: RegistryMessage) -> Result<Outcome, String> {
    let seen = |entry: RegistryEntry| (entry.value, entry.revision);
    match answer {
        RegistryMessage::Changed { revision, outcomes } => match <[Change; 1]>::try_from(outcomes) {
            Ok([Change::Made]) => Ok(Outcome::Made(revision)),
            Ok([Change::Refused { current }]) => Ok(Outcome::Found(current.map(seen))),
            Err(outcomes) => Err(format!("one change has the outcomes {outcomes:?}")),
        },
        RegistryMessage::Entries { entries, .. } => Ok(Outcome::Found(entries.into_iter().next().map(seen))),
        other => Err(format!("a caller is told {other:?}")),
    }
}
