// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening a thing, and creating it: here, unless another node has it or is to have it.

use std::sync::Arc;

use seaway_device_api::{ErrorKind, OpenFlags, Operation, Result};
use seaway_messages::{COPIED, FOLLOWS, HomeAddress, ThingKind, ThingStatus};
use seaway_roles::thing::Held;

use super::home::{Home, refused};
use super::homed_thing::{Opened, Thing};
use super::names::Registered;
use super::storage::Storage;

/// What a program asks to open.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) flags: OpenFlags,
    /// Of a thing that is created by this.
    pub(super) kind: ThingKind,
    pub(super) size: u64,
    /// Where such a thing is to be. `None`: here.
    pub(super) home: Option<String>,
    /// The program has had it open at its former home.
    pub(super) follows: bool,
    /// Such a thing is to have a second copy.
    pub(super) copies: u32,
    /// The program is on this node, and would get the bytes themselves.
    pub(super) is_guest: bool,
}

impl Wanted {
    /// As a program puts it.
    pub(super) fn new(name: String, flags: u8, kind: ThingKind, size: u64, home: Option<String>) -> Self {
        let (follows, copies) = (flags & FOLLOWS != 0, if flags & COPIED == 0 { 1 } else { 2 });
        let flags = OpenFlags::from_bits_truncate(flags & !(FOLLOWS | COPIED));
        Self { name, flags, kind, size, home, follows, copies, is_guest: false }
    }

    /// By a program of this node.
    pub(super) fn by_guest(self) -> Self {
        Self { is_guest: true, ..self }
    }
}

/// The outcome.
#[derive(Debug)]
pub(super) enum Entered {
    Here(Entrance),
    /// `status` is what the registry knows: nothing, for a thing that is to be created there.
    Elsewhere {
        home: HomeAddress,
        status: ThingStatus,
    },
}

#[derive(Debug)]
pub(super) struct Entrance {
    pub(super) opening: u64,
    pub(super) opened: Opened,
    pub(super) created: bool,
    pub(super) status: ThingStatus,
}

enum Created {
    Here(Arc<Thing>),
    Elsewhere {
        home: HomeAddress,
        status: ThingStatus,
    },
    /// Another program was quicker: look again.
    ByAnother,
}

impl Home {
    pub(super) fn enter(&self, wanted: &Wanted) -> Result<Entered> {
        loop {
            let found = self.lock().things.get(&wanted.name).cloned();
            let (thing, created) = match found {
                Some(_) if wanted.flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE) => {
                    return Err(refused(ErrorKind::FileExists, Operation::Open));
                }
                // All changes go through the agent, which sends them to the backup first.
                Some(thing) if wanted.is_guest && thing.has_copies() => {
                    return Ok(Entered::Elsewhere {
                        home: self.own_address(),
                        status: thing.status(self.node())?,
                    });
                }
                Some(thing) => (thing, false),
                None => match self.create(wanted)? {
                    Created::Here(thing) => (thing, true),
                    Created::Elsewhere { home, status } => return Ok(Entered::Elsewhere { home, status }),
                    Created::ByAnother => continue,
                },
            };
            let opening = self.lock().opening();
            let Some(opened) =
                thing.open(opening, wanted.flags.contains(OpenFlags::WRITE), wanted.follows)?
            else {
                // Deleted or moved since it was found: look again when that is done.
                drop(self.claim(&[&wanted.name]));
                continue;
            };
            let status = match thing.status(self.node()) {
                Ok(status) => status,
                Err(error) => {
                    thing.close(opening, true);
                    return Err(error);
                }
            };
            self.lock().openings.insert(opening, Arc::clone(&thing));
            if created {
                self.changed.notify_all();
            }
            if wanted.flags.contains(OpenFlags::WRITE) {
                self.tell_backup(&thing);
            }
            return Ok(Entered::Here(Entrance { opening, opened, created, status }));
        }
    }

    /// Creates a thing that is not here, unless another node has it.
    fn create(&self, wanted: &Wanted) -> Result<Created> {
        let Wanted { name, kind, size, flags, home, copies, .. } = wanted;
        let _claim = self.claim(&[name]);
        if self.lock().things.contains_key(name) {
            return Ok(Created::ByAnother);
        }
        let found = self.names.find(name)?;
        if found.as_ref().map(|found| self.adopt(name, found)).transpose()? == Some(true) {
            return Ok(Created::ByAnother);
        }
        if let Some(found) = self.elsewhere(name, found)? {
            if flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE) {
                return Err(refused(ErrorKind::FileExists, Operation::Open));
            }
            let home =
                self.membership.address_of(&found.home).inspect_err(|_| self.ask_backup(name, &found))?;
            return Ok(Created::Elsewhere { home, status: found.status(name) });
        }
        if !flags.contains(OpenFlags::CREATE) {
            return Err(refused(ErrorKind::NoSuchFile, Operation::Open));
        }
        if let Some(home) = home.as_deref().map(|wish| self.placed_at(wish)).transpose()?.flatten() {
            let status = Registered::new(home.node.clone(), *kind).status(name);
            return Ok(Created::Elsewhere { home, status });
        }
        if *copies > 1 {
            self.check_copies(*kind)?;
            if wanted.is_guest {
                let home = self.own_address();
                let status = Registered::new(home.node.clone(), *kind).status(name);
                return Ok(Created::Elsewhere { home, status });
            }
        }
        let storage = Storage::create(*kind, name, *size, &self.budget, &self.folder)?;
        let epoch = match self.names.create(name, *kind, *copies) {
            Ok(Some(epoch)) => epoch,
            // Another node was quicker, or nobody knows.
            other => {
                storage.remove()?;
                return other.map(|_| Created::ByAnother);
            }
        };
        let thing = Thing::new(name, Held::new(epoch), storage, &self.table);
        let thing = Arc::new(if *copies > 1 { thing.with_copies() } else { thing });
        self.lock().things.insert(name.clone(), Arc::clone(&thing));
        if *copies > 1 {
            // Where no other node can have it now, it gets its second copy later, as after the loss of a node.
            let _ = self.fill_copy(name, &thing);
        }
        Ok(Created::Here(thing))
    }

    fn check_copies(&self, kind: ThingKind) -> Result<()> {
        let detail = match kind {
            _ if self.membership.is_alone() => {
                "seaway_thing_copies=2 needs a space of several nodes: seaway space start --listen"
            }
            ThingKind::Disk => {
                "seaway_thing_copies=2 is for things in memory; those on disk are there again with their node"
            }
            ThingKind::Memory => return Ok(()),
        };
        Err(refused(ErrorKind::Unsupported, Operation::Open).with_detail(detail))
    }

    /// How programs reach this agent as others do.
    pub(super) fn own_address(&self) -> HomeAddress {
        HomeAddress { node: self.node().to_owned(), addresses: self.membership.addresses() }
    }

    /// For a name that this node does not have, and has claimed: which other node has it.
    fn elsewhere(&self, name: &str, found: Option<Registered>) -> Result<Option<Registered>> {
        match found {
            Some(found) if found.home != self.node() => Ok(Some(found)),
            Some(found) if found.backup.is_some() => {
                self.ask_backup(name, &found);
                let backup = found.backup.unwrap_or_default();
                let detail =
                    format!("this node has lost it; its copy on node {backup} is about to take over");
                Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
            }
            // Created by a request whose answer was lost, or its file was removed.
            Some(Registered { revision, .. }) => self.names.forget(name, revision).map(|_| None),
            None => Ok(None),
        }
    }
}
