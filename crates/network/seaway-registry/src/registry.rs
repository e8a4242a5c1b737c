// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Registry`]: the trait, its types and limits; and its implementation for everything that answers
//! [`RegistryMessage`]s.

use std::fmt;
use std::time::{Duration, Instant};

use seaway_messages::RegistryMessage;
pub use seaway_messages::{Change, NewEntry, RegistryEntry, RegistryEvent};

use crate::error::{RegistryError, RegistryErrorKind, Result};

/// Grows with each change of the registry. 0 is before all of them.
pub type Revision = u64;
pub type LeaseId = u64;

/// Maximum length of a key in bytes.
pub const MAX_KEY: usize = 512;
/// Maximum length of a value in bytes.
pub const MAX_VALUE: usize = 64 << 10;
/// Maximum number of keys that one call creates. etcd allows 128 operations in a transaction, nested ones
/// included.
pub const MAX_BATCH: usize = 100;

/// Agreement among the processes of a space. All calls block until `deadline` at most, and are linearizable:
/// each takes effect at one moment between its call and its return.
///
/// After an error with [`RegistryError::may_have_happened`] a change may have been made, or may still be made
/// later. A change that is repeated must therefore be conditional on a revision read after the error.
pub trait Registry: Send + Sync + fmt::Debug {
    /// Creates each key that does not exist, in one transaction. The outcomes are in the order of `entries`;
    /// for a key that exists the outcome holds its entry. A key may be named once.
    fn create_all(&self, entries: &[NewEntry], deadline: Instant) -> Result<Answer<Vec<Change>>>;

    /// Sets the value and the lease of a key whose revision is `expected`.
    fn replace(&self, entry: &NewEntry, expected: Revision, deadline: Instant) -> Result<Answer<Change>>;

    /// Deletes a key whose revision is `expected`.
    fn delete(&self, key: &str, expected: Revision, deadline: Instant) -> Result<Answer<Change>>;

    fn get(&self, key: &str, deadline: Instant) -> Result<Answer<Option<RegistryEntry>>>;

    /// All entries whose keys begin with `prefix`, sorted by key, as of one revision.
    fn list(&self, prefix: &str, deadline: Instant) -> Result<Answer<Vec<RegistryEntry>>>;

    /// A lease that ends when it is not kept alive for `duration`. The registry may grant a longer one. When
    /// a lease ends, its keys are deleted. A lease never ends earlier than that by the clock of its holder,
    /// if the holder counts from before the call; but a lost lease proves nothing about its former holder.
    fn grant(&self, duration: Duration, deadline: Instant) -> Result<Answer<Lease>>;

    /// Restarts the duration of a lease. `LeaseEnded`: too late.
    fn keep_alive(&self, lease: LeaseId, deadline: Instant) -> Result<Answer<Lease>>;

    /// Ends a lease now.
    fn revoke(&self, lease: LeaseId, deadline: Instant) -> Result<Answer<()>>;

    /// Waits for changes after a revision to keys that begin with `prefix`: the answer holds at least one
    /// event, or none at the deadline. To go on, watch after the answer's revision: no event is missed, and
    /// none comes twice. `Compacted`: list first.
    fn watch(&self, prefix: &str, after: Revision, deadline: Instant) -> Result<Events>;

    /// Creates one key, unless it exists.
    fn create(&self, entry: NewEntry, deadline: Instant) -> Result<Answer<Change>> {
        let answer = self.create_all(&[entry], deadline)?;
        one(answer)
    }
}

/// A value as of a revision. For a change that was made, the revision is that of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    pub revision: Revision,
    pub value: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    pub id: LeaseId,
    /// From the last sign of life to its end.
    pub duration: Duration,
}

/// The answer to a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events {
    /// Nothing else happened up to here.
    pub revision: Revision,
    pub events: Vec<RegistryEvent>,
}

/// Answers one request of a registry.
pub trait Ask: Send + Sync + fmt::Debug {
    /// A `Failed` message is an error already.
    fn ask(&self, request: RegistryMessage, deadline: Instant) -> Result<RegistryMessage>;
}

impl<A: Ask> Registry for A {
    fn create_all(&self, entries: &[NewEntry], deadline: Instant) -> Result<Answer<Vec<Change>>> {
        changed(self.ask(RegistryMessage::Create { entries: entries.to_vec() }, deadline)?, entries.len())
    }

    fn replace(&self, entry: &NewEntry, expected: Revision, deadline: Instant) -> Result<Answer<Change>> {
        let NewEntry { key, value, lease } = entry.clone();
        let request = RegistryMessage::Replace { key, expected, value, lease };
        changed(self.ask(request, deadline)?, 1).and_then(one)
    }

    fn delete(&self, key: &str, expected: Revision, deadline: Instant) -> Result<Answer<Change>> {
        let request = RegistryMessage::Delete { key: key.into(), expected };
        changed(self.ask(request, deadline)?, 1).and_then(one)
    }

    fn get(&self, key: &str, deadline: Instant) -> Result<Answer<Option<RegistryEntry>>> {
        let Answer { revision, value } =
            entries(self.ask(RegistryMessage::Get { key: key.into() }, deadline)?)?;
        Ok(Answer { revision, value: value.into_iter().next() })
    }

    fn list(&self, prefix: &str, deadline: Instant) -> Result<Answer<Vec<RegistryEntry>>> {
        entries(self.ask(RegistryMessage::List { prefix: prefix.into() }, deadline)?)
    }

    fn grant(&self, duration: Duration, deadline: Instant) -> Result<Answer<Lease>> {
        lease(self.ask(RegistryMessage::Grant { milliseconds: milliseconds(duration) }, deadline)?)
    }

    fn keep_alive(&self, id: LeaseId, deadline: Instant) -> Result<Answer<Lease>> {
        lease(self.ask(RegistryMessage::KeepAlive { lease: id }, deadline)?)
    }

    fn revoke(&self, id: LeaseId, deadline: Instant) -> Result<Answer<()>> {
        match self.ask(RegistryMessage::Revoke { lease: id }, deadline)? {
            RegistryMessage::Revoked { revision } => Ok(Answer { revision, value: () }),
            other => Err(RegistryError::unexpected(&other)),
        }
    }

    fn watch(&self, prefix: &str, after: Revision, deadline: Instant) -> Result<Events> {
        let left = deadline.saturating_duration_since(Instant::now());
        // The empty answer should be here before the deadline.
        let wait = left - (left / 8).min(Duration::from_millis(50));
        let request =
            RegistryMessage::Watch { prefix: prefix.into(), after, milliseconds: milliseconds(wait) };
        match self.ask(request, deadline) {
            Ok(RegistryMessage::Events { revision, events }) => Ok(Events { revision, events }),
            Ok(other) => Err(RegistryError::unexpected(&other)),
            Err(error) if error.kind == RegistryErrorKind::TimedOut => {
                Ok(Events { revision: after, events: Vec::new() })
            }
            Err(error) => Err(error),
        }
    }
}

fn changed(answer: RegistryMessage, count: usize) -> Result<Answer<Vec<Change>>> {
    match answer {
        RegistryMessage::Changed { revision, outcomes } if outcomes.len() == count => {
            Ok(Answer { revision, value: outcomes })
        }
        other => Err(RegistryError::unexpected(&other)),
    }
}

pub(crate) fn one(answer: Answer<Vec<Change>>) -> Result<Answer<Change>> {
    let Answer { revision, mut value } = answer;
    let missing = || RegistryError::new(RegistryErrorKind::Protocol, "the registry's answer has no outcome");
    Ok(Answer { revision, value: value.pop().ok_or_else(missing)? })
}

fn entries(answer: RegistryMessage) -> Result<Answer<Vec<RegistryEntry>>> {
    match answer {
        RegistryMessage::Entries { revision, entries } => Ok(Answer { revision, value: entries }),
        other => Err(RegistryError::unexpected(&other)),
    }
}

fn lease(answer: RegistryMessage) -> Result<Answer<Lease>> {
    match answer {
        RegistryMessage::Granted { revision, lease, milliseconds } => {
            let lease = Lease { id: lease, duration: Duration::from_millis(milliseconds) };
            Ok(Answer { revision, value: lease })
        }
        other => Err(RegistryError::unexpected(&other)),
    }
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Rejects what some registry could not hold, so that all reject the same.
pub(crate) fn check_entries(entries: &[NewEntry]) -> Result<()> {
    let refused = |text: String| Err(RegistryError::new(RegistryErrorKind::Argument, text));
    if entries.is_empty() || entries.len() > MAX_BATCH {
        return refused(format!("{} keys to create; between 1 and {MAX_BATCH} are allowed", entries.len()));
    }
    let mut keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.sort_unstable();
    if let Some(pair) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
        return refused(format!("the key {:?} is named twice in one batch", pair[0]));
    }
    for entry in entries {
        check_key(&entry.key)?;
        if entry.value.len() > MAX_VALUE {
            let bytes = entry.value.len();
            return refused(format!(
                "the value of {:?} has {bytes} bytes; at most {MAX_VALUE} are allowed",
                entry.key
            ));
        }
    }
    Ok(())
}

pub(crate) fn check_key(key: &str) -> Result<()> {
    let reason = match key {
        "" => "a key must not be empty".to_owned(),
        _ if key.len() > MAX_KEY => format!("a key of {} bytes; at most {MAX_KEY} are allowed", key.len()),
        _ if key.contains(char::is_control) => format!("the key {key:?} contains a control character"),
        _ => return Ok(()),
    };
    Err(RegistryError::new(RegistryErrorKind::Argument, reason))
}
