// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the registry service: small values under short keys, with revisions, leases and watches.

use crate::wire::{Body, Field, WireError, impossible, messages, record, text};

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryEntry {
    pub key: String,
    pub value: Vec<u8>,
    /// Of the last change of this key.
    pub revision: u64,
    /// When the key was created: differs between two lives of one name.
    pub created: u64,
    /// The key is deleted when this lease ends.
    pub lease: Option<u64>,
}
record!(RegistryEntry { key: String, value: Vec<u8>, revision: u64, created: u64, lease: Option<u64> });

/// A key to be created, unless it exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    pub key: String,
    pub value: Vec<u8>,
    pub lease: Option<u64>,
}
record!(NewEntry { key: String, value: Vec<u8>, lease: Option<u64> });

/// The outcome of a conditional change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Made,
    /// The condition did not hold: this is the entry now.
    Refused {
        current: Option<RegistryEntry>,
    },
}

/// 1: made; 2: refused, and the current entry.
impl Field for Change {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self {
            Change::Made => 1_u8.put(out),
            Change::Refused { current } => {
                2_u8.put(out)?;
                current.put(out)
            }
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        match u8::take(body)? {
            1 => Ok(Change::Made),
            2 => Ok(Change::Refused { current: Field::take(body)? }),
            other => Err(impossible("the outcome of a change", other)),
        }
    }
}

/// What happened to one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryEvent {
    pub revision: u64,
    pub key: String,
    /// The new entry; `None`: the key was deleted.
    pub entry: Option<RegistryEntry>,
}
record!(RegistryEvent { revision: u64, key: String, entry: Option<RegistryEntry> });

messages! {
    /// Requests and answers of a registry. A connection carries one request at a time.
    pub enum RegistryMessage {
        /// Creates each of these keys that does not exist. One revision for all.
        0x8001 Create { entries: Vec<NewEntry> },
        /// Sets the value if the key's revision is `expected`.
        0x0002 Replace { key: String, expected: u64, value: Vec<u8>, lease: Option<u64> },
        /// Deletes the key if its revision is `expected`.
        0x0003 Delete { key: String, expected: u64 },
        0x0004 Get { key: String },
        0x0005 List { prefix: String },
        /// A lease that ends unless it is kept alive within this time.
        0x0006 Grant { milliseconds: u64 },
        0x0007 KeepAlive { lease: u64 },
        /// Ends a lease and deletes its keys.
        0x0008 Revoke { lease: u64 },
        /// Answered at the first change of a key with this prefix after the revision, or without any events
        /// after this time.
        0x0009 Watch { prefix: String, after: u64, milliseconds: u64 },
        /// The outcomes of `Create`, `Replace` and `Delete`, in order.
        0x8011 Changed { revision: u64, outcomes: Vec<Change> },
        /// Answers `Get` and `List`, sorted by key.
        0x8012 Entries { revision: u64, entries: Vec<RegistryEntry> },
        /// Answers `Grant` and `KeepAlive`.
        0x0013 Granted { revision: u64, lease: u64, milliseconds: u64 },
        0x0014 Revoked { revision: u64 },
        /// Everything up to `revision` that the watch asks for.
        0x8015 Events { revision: u64, events: Vec<RegistryEvent> },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0016 Failed { kind: u16, text: String as text },
    }
}
