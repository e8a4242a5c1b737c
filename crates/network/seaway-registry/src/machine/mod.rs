// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Machine`]: the decisions of the embedded registry. Requests and times come in; answers, and records for
//! the disk, come out. No clock, no disk, no thread: a caller applies requests, commits the records, and only
//! then delivers the answers, those of reads as well.

mod history;
mod leases;

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use seaway_messages::{Change, NewEntry, RegistryEntry, RegistryEvent, RegistryMessage};

use self::history::History;
use self::leases::Leases;
use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::group_commit::Ticket;
use crate::registry::{LeaseId, Revision, check_entries, check_key};
use crate::store::{Batch, Contents, Record};

/// Milliseconds since a moment that the caller chooses. Never goes back.
pub(crate) type Time = u64;

/// Of a list, so that it fits into one frame.
const MAX_ANSWER: usize = 48 << 20;
/// A watch is answered after this time at the latest.
const LONGEST_WATCH: Time = 3_600_000;

#[derive(Debug)]
pub struct Machine {
    revision: Revision,
    entries: BTreeMap<String, RegistryEntry>,
    leases: Leases,
    history: History,
    watches: HashMap<Ticket, Watch>,
}

#[derive(Debug)]
struct Watch {
    prefix: String,
    after: Revision,
    until: Time,
}

/// What came of some requests.
#[derive(Debug, Default)]
pub struct Output {
    /// To be delivered when `batch` has been committed.
    pub answers: Vec<(Ticket, RegistryMessage)>,
    pub batch: Batch,
}

impl Machine {
    /// Restores what was stored. All leases start over: nobody could keep them alive meanwhile.
    pub fn new(contents: Contents, now: Time) -> Self {
        let Contents { revision, last_lease, entries, leases } = contents;
        let mut machine = Self {
            revision,
            entries: BTreeMap::new(),
            leases: Leases::new(last_lease, leases, now),
            history: History::after(revision),
            watches: HashMap::new(),
        };
        for entry in entries {
            machine.leases.bind(entry.lease, &entry.key);
            machine.entries.insert(entry.key.clone(), entry);
        }
        machine
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Answers a request, except for a watch without events, which is answered later.
    pub fn apply(&mut self, now: Time, ticket: Ticket, request: RegistryMessage, output: &mut Output) {
        // Before anything else: the keys of an ended lease must not be seen.
        self.end_leases(now, output);
        let answer = match request {
            RegistryMessage::Create { entries } => self.create(entries, output),
            RegistryMessage::Replace { key, expected, value, lease } => {
                self.replace(NewEntry { key, value, lease }, expected, output)
            }
            RegistryMessage::Delete { key, expected } => self.delete(&key, expected, output),
            RegistryMessage::Get { key } => check_key(&key).map(|()| self.listed(self.entries.get(&key))),
            RegistryMessage::List { prefix } => self.list(&prefix),
            RegistryMessage::Grant { milliseconds } => Ok(self.grant(now, milliseconds, output)),
            RegistryMessage::KeepAlive { lease } => self.leases.keep_alive(lease, now).map(|milliseconds| {
                RegistryMessage::Granted { revision: self.revision, lease, milliseconds }
            }),
            RegistryMessage::Revoke { lease } => self.revoke(lease, output),
            RegistryMessage::Watch { prefix, after, milliseconds } => {
                let until = now.saturating_add(milliseconds.min(LONGEST_WATCH));
                self.watches.insert(ticket, Watch { prefix, after, until });
                return;
            }
            answer => Err(RegistryError::new(
                RegistryErrorKind::Protocol,
                format!("a message of kind {:#06x} is not a request", answer.kind()),
            )),
        };
        output.answers.push((ticket, answer.unwrap_or_else(|error| error.to_message())));
    }

    /// To be called after the requests of a group, and when [`Self::due`] has come: ends leases and answers
    /// watches.
    pub fn settle(&mut self, now: Time, output: &mut Output) {
        self.end_leases(now, output);
        let (revision, history) = (self.revision, &self.history);
        self.watches.retain(|ticket, watch| {
            let answer = match history.since(watch.after, &watch.prefix, revision) {
                Ok((_, events)) if events.is_empty() && now < watch.until => return true,
                Ok((revision, events)) => RegistryMessage::Events { revision, events },
                Err(error) => error.to_message(),
            };
            output.answers.push((*ticket, answer));
            false
        });
    }

    /// When [`Self::settle`] has something to do, if no request comes before.
    pub fn due(&self) -> Option<Time> {
        let watches = self.watches.values().map(|watch| watch.until).min();
        [self.leases.first_end(), watches].into_iter().flatten().min()
    }

    /// The caller no longer waits for this answer.
    pub fn forget(&mut self, ticket: Ticket) {
        self.watches.remove(&ticket);
    }

    fn create(&mut self, new: Vec<NewEntry>, output: &mut Output) -> Result<RegistryMessage> {
        check_entries(&new)?;
        let mut absent = new.iter().filter(|entry| !self.entries.contains_key(&entry.key));
        absent.try_for_each(|entry| self.leases.check(entry.lease))?;
        let revision = self.revision + 1;
        let mut outcomes = Vec::with_capacity(new.len());
        for NewEntry { key, value, lease } in new {
            outcomes.push(match self.entries.get(&key) {
                Some(current) => Change::Refused { current: Some(current.clone()) },
                None => {
                    self.put(RegistryEntry { key, value, revision, created: revision, lease }, output);
                    Change::Made
                }
            });
        }
        Ok(RegistryMessage::Changed { revision: self.revision, outcomes })
    }

    fn replace(&mut self, new: NewEntry, expected: Revision, output: &mut Output) -> Result<RegistryMessage> {
        check_entries(std::slice::from_ref(&new))?;
        let NewEntry { key, value, lease } = new;
        let Some(created) = self.fits(&key, expected) else { return Ok(self.refused(&key)) };
        self.leases.check(lease)?;
        self.put(RegistryEntry { key, value, revision: self.revision + 1, created, lease }, output);
        Ok(self.made())
    }

    fn delete(&mut self, key: &str, expected: Revision, output: &mut Output) -> Result<RegistryMessage> {
        check_key(key)?;
        if self.fits(key, expected).is_none() {
            return Ok(self.refused(key));
        }
        self.remove(key, self.revision + 1, output);
        Ok(self.made())
    }

    /// The creation of a key whose revision is the expected one.
    fn fits(&self, key: &str, expected: Revision) -> Option<Revision> {
        self.entries.get(key).filter(|entry| entry.revision == expected).map(|entry| entry.created)
    }

    fn made(&self) -> RegistryMessage {
        RegistryMessage::Changed { revision: self.revision, outcomes: vec![Change::Made] }
    }

    fn refused(&self, key: &str) -> RegistryMessage {
        let outcomes = vec![Change::Refused { current: self.entries.get(key).cloned() }];
        RegistryMessage::Changed { revision: self.revision, outcomes }
    }

    fn listed<'e>(&self, entries: impl IntoIterator<Item = &'e RegistryEntry>) -> RegistryMessage {
        RegistryMessage::Entries { revision: self.revision, entries: entries.into_iter().cloned().collect() }
    }

    fn list(&self, prefix: &str) -> Result<RegistryMessage> {
        let found = || {
            let from = (Bound::Included(prefix), Bound::Unbounded);
            let entries = self.entries.range::<str, _>(from).map(|(_, entry)| entry);
            entries.take_while(|entry| entry.key.starts_with(prefix))
        };
        let bytes: usize = found().map(history::entry_bytes).sum();
        if bytes > MAX_ANSWER {
            let text =
                format!("the entries below {prefix:?} have {bytes} bytes; list them by longer prefixes");
            return Err(RegistryError::new(RegistryErrorKind::TooLarge, text));
        }
        Ok(self.listed(found()))
    }

    fn grant(&mut self, now: Time, milliseconds: u64, output: &mut Output) -> RegistryMessage {
        let (lease, milliseconds) = self.leases.grant(milliseconds, now);
        output.batch.push(Record::Lease { lease, milliseconds });
        RegistryMessage::Granted { revision: self.revision, lease, milliseconds }
    }

    fn revoke(&mut self, lease: LeaseId, output: &mut Output) -> Result<RegistryMessage> {
        self.leases.check(Some(lease))?;
        self.end_lease(lease, output);
        Ok(RegistryMessage::Revoked { revision: self.revision })
    }

    fn end_leases(&mut self, now: Time, output: &mut Output) {
        while let Some(lease) = self.leases.next_ended(now) {
            self.end_lease(lease, output);
        }
    }

    /// All keys of a lease vanish in one revision.
    fn end_lease(&mut self, lease: LeaseId, output: &mut Output) {
        let revision = self.revision + 1;
        for key in self.leases.end(lease) {
            self.remove(&key, revision, output);
        }
        output.batch.push(Record::EndLease { lease });
    }

    fn put(&mut self, entry: RegistryEntry, output: &mut Output) {
        let previous = self.entries.insert(entry.key.clone(), entry.clone());
        self.leases.unbind(previous.and_then(|entry| entry.lease), &entry.key);
        self.leases.bind(entry.lease, &entry.key);
        self.revision = entry.revision;
        output.batch.push(Record::Put(entry.clone()));
        let (revision, key) = (entry.revision, entry.key.clone());
        self.history.push(RegistryEvent { revision, key, entry: Some(entry) });
    }

    fn remove(&mut self, key: &str, revision: Revision, output: &mut Output) {
        let Some(entry) = self.entries.remove(key) else { return };
        self.leases.unbind(entry.lease, key);
        self.revision = revision;
        output.batch.push(Record::Remove { key: key.into(), revision });
        self.history.push(RegistryEvent { revision, key: key.into(), entry: None });
    }
}
