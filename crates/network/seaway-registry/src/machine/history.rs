// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`History`]: the last events, for watches that begin at a revision of the past.

use std::collections::VecDeque;

use seaway_messages::{RegistryEntry, RegistryEvent};

use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::registry::Revision;

const MOST_EVENTS: usize = 1 << 16;
const MOST_BYTES: usize = 32 << 20;
/// Of one answer; more events follow in the next.
const ANSWER_BYTES: usize = 8 << 20;

#[derive(Debug)]
pub(super) struct History {
    /// Events up to here are gone.
    gone: Revision,
    events: VecDeque<RegistryEvent>,
    bytes: usize,
}

impl History {
    pub(super) fn after(revision: Revision) -> Self {
        Self { gone: revision, events: VecDeque::new(), bytes: 0 }
    }

    pub(super) fn push(&mut self, event: RegistryEvent) {
        self.bytes += event_bytes(&event);
        self.events.push_back(event);
        while self.events.len() > MOST_EVENTS || self.bytes > MOST_BYTES {
            self.drop_oldest_revision();
        }
    }

    /// The events of a prefix after a revision, and the revision up to which these are all. Not more than fit
    /// into one answer, but always whole revisions.
    pub(super) fn since(
        &self,
        after: Revision,
        prefix: &str,
        current: Revision,
    ) -> Result<(Revision, Vec<RegistryEvent>)> {
        if after < self.gone {
            let text = format!(
                "events after revision {after} are gone, up to {}; list {prefix:?} and watch from there",
                self.gone
            );
            return Err(RegistryError::new(RegistryErrorKind::Compacted, text));
        }
        let first = self.events.partition_point(|event| event.revision <= after);
        let (mut found, mut bytes) = (Vec::<RegistryEvent>::new(), 0);
        for event in self.events.range(first..).filter(|event| event.key.starts_with(prefix)) {
            match found.last() {
                Some(last) if bytes > ANSWER_BYTES && last.revision < event.revision => {
                    return Ok((last.revision, found));
                }
                _ => {}
            }
            bytes += event_bytes(event);
            found.push(event.clone());
        }
        // A watch may ask for the future.
        Ok((current.max(after), found))
    }

    fn drop_oldest_revision(&mut self) {
        let Some(oldest) = self.events.front().map(|event| event.revision) else { return };
        while let Some(event) = self.events.pop_front_if(|event| event.revision == oldest) {
            self.bytes -= event_bytes(&event);
        }
        self.gone = oldest;
    }
}

fn event_bytes(event: &RegistryEvent) -> usize {
    32 + event.key.len() + event.entry.as_ref().map_or(0, entry_bytes)
}

pub(super) fn entry_bytes(entry: &RegistryEntry) -> usize {
    48 + entry.key.len() + entry.value.len()
}
