// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Names`]: which things there are in the space, and which node is the home of each, in the space's registry. Bytes, sizes
//! and openings are the home's business.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::Result;
use seaway_messages::{ThingKind, ThingStatus};
use seaway_registry::{Change, Events, LeaseId, NewEntry, RegistryEntry, Revision};

use super::membership::{Membership, WITHIN};

const PREFIX: &str = "thing/";

#[derive(Debug)]
pub(super) struct Names {
    membership: Arc<Membership>,
}

/// What the registry knows of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Registered {
    pub(super) home: String,
    pub(super) kind: ThingKind,
    /// Changes with the home.
    pub(super) epoch: u64,
    /// The epoch of the former home, whose bytes this one has. 0: there was none.
    pub(super) before: u64,
    /// Of the entry.
    pub(super) revision: Revision,
    /// That the entry ends with.
    pub(super) lease: Option<LeaseId>,
    /// How many copies it is to have.
    pub(super) copies: u32,
    /// The node that takes over if the home is lost, and the number of its copy in this epoch.
    pub(super) backup: Option<String>,
    pub(super) copy: u64,
    /// The lease under which the home acts, if the entry does not end with it.
    pub(super) under: Option<LeaseId>,
}

impl Names {
    pub(super) fn new(membership: &Arc<Membership>) -> Self {
        Self { membership: Arc::clone(membership) }
    }

    /// Its epoch. `None`: there is a thing of this name.
    pub(super) fn create(&self, name: &str, kind: ThingKind, copies: u32) -> Result<Option<u64>> {
        let home = self.membership.node().to_owned();
        let under = self.membership.lease_id().filter(|_| copies > 1);
        self.register(name, &Registered { copies, under, ..Registered::new(home, kind) })
    }

    /// The copy at this node becomes the thing, in a new epoch. `None`: the entry has changed.
    pub(super) fn take_over(&self, name: &str, found: &Registered) -> Result<Option<u64>> {
        let home = self.membership.node().to_owned();
        let (copies, under) = (found.copies, self.membership.lease_id());
        let taken = Registered { before: found.epoch, copies, under, ..Registered::new(home, found.kind) };
        self.replace(name, &taken, found.revision, None)
    }

    /// A thing of this node goes on in a new epoch, under a new lease and without a backup. `None`: the entry has changed.
    pub(super) fn keep(&self, name: &str, found: &Registered) -> Result<Option<u64>> {
        self.take_over(name, found)
    }

    /// The thing of this node and epoch has a whole copy there. False: the entry has changed.
    pub(super) fn name_backup(&self, name: &str, epoch: u64, node: &str, copy: u64) -> Result<bool> {
        let is_it = |found: &Registered| found.home == self.membership.node() && found.epoch == epoch;
        let Some(found) = self.find(name)?.filter(is_it) else { return Ok(false) };
        let revision = found.revision;
        let named = Registered { backup: Some(node.to_owned()), copy, ..found };
        Ok(self.replace(name, &named, revision, None)?.is_some())
    }

    /// There is no backup any more. False: the entry has changed.
    pub(super) fn forget_backup(&self, name: &str, found: &Registered) -> Result<bool> {
        let alone = Registered { backup: None, copy: 0, ..found.clone() };
        Ok(self.replace(name, &alone, found.revision, None)?.is_some())
    }

    /// Deletes the entry of a thing of this node and epoch. False: it is another one's.
    pub(super) fn delete_own(&self, name: &str, epoch: u64) -> Result<bool> {
        let is_it = |found: &Registered| found.home == self.membership.node() && found.epoch == epoch;
        while let Some(found) = self.find(name)?.filter(is_it) {
            if self.forget(name, found.revision)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Registers a thing on disk that was found here, in a new epoch. `None`: another node has a thing of this name.
    pub(super) fn announce(&self, name: &str) -> Result<Option<u64>> {
        loop {
            if let Some(epoch) = self.create(name, ThingKind::Disk, 1)? {
                return Ok(Some(epoch));
            }
            let Some(found) = self.find(name)? else { continue };
            if found.home != self.membership.node() {
                return Ok(None);
            }
            let revision = found.revision;
            let found = Registered { kind: ThingKind::Disk, epoch: 0, ..found };
            if let Some(epoch) = self.replace(name, &found, revision, None)? {
                return Ok(Some(epoch));
            }
        }
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Registered>> {
        let found = self.membership.registry().get(&key(name), deadline())?;
        Ok(found.value.as_ref().and_then(Registered::parse))
    }

    /// One that this node is the home of.
    pub(super) fn delete(&self, name: &str) -> Result<()> {
        while let Some(found) = self.find(name)?.filter(|found| found.home == self.membership.node()) {
            // It has changed since: look again.
            if self.forget(name, found.revision)? {
                break;
            }
        }
        Ok(())
    }

    /// Deletes an entry as it was read. False: it has changed since.
    pub(super) fn forget(&self, name: &str, revision: Revision) -> Result<bool> {
        let answer = self.membership.registry().delete(&key(name), revision, deadline())?;
        Ok(matches!(answer.value, Change::Made))
    }

    /// The new name first, so that the thing always has one. False: there is a thing of the new name.
    pub(super) fn rename(&self, from: &str, to: &str) -> Result<bool> {
        let Some(registered) = self.find(from)? else { return Ok(false) };
        if self.register(to, &registered)?.is_none() {
            return Ok(false);
        }
        self.delete(from)?;
        Ok(true)
    }

    /// Waits for a change of this name after a revision, or of another that begins with it.
    pub(super) fn watch(&self, name: &str, after: Revision, patience: Duration) -> Result<Revision> {
        let deadline = Instant::now() + patience;
        let Events { revision, .. } = self.membership.registry().watch(&key(name), after, deadline)?;
        Ok(revision)
    }

    /// Moves a thing of this node and epoch to another home, or to this one in a new epoch. `None`: it has changed.
    pub(super) fn give(
        &self,
        name: &str,
        epoch: u64,
        to: &str,
        lease: Option<LeaseId>,
    ) -> Result<Option<u64>> {
        self.give_as(name, epoch, to, lease, None)
    }

    /// As [`Self::give`]; it is of another kind from then on.
    pub(super) fn give_as(
        &self,
        name: &str,
        epoch: u64,
        to: &str,
        lease: Option<LeaseId>,
        kind: Option<ThingKind>,
    ) -> Result<Option<u64>> {
        let is_it = |found: &Registered| found.home == self.membership.node() && found.epoch == epoch;
        let Some(found) = self.find(name)?.filter(is_it) else { return Ok(None) };
        let kind = kind.unwrap_or(found.kind);
        let (copies, under) = (found.copies, lease.filter(|_| found.copies > 1));
        let lease = lease.filter(|_| kind == ThingKind::Memory && found.copies == 1);
        let given = Registered { before: epoch, copies, under, ..Registered::new(to.to_owned(), kind) };
        self.replace(name, &given, found.revision, lease)
    }

    /// What is registered now, and as of which revision.
    pub(super) fn look(&self, name: &str) -> Result<(Option<Registered>, Revision)> {
        let found = self.membership.registry().get(&key(name), deadline())?;
        Ok((found.value.as_ref().and_then(Registered::parse), found.revision))
    }

    fn register(&self, name: &str, registered: &Registered) -> Result<Option<u64>> {
        let lease = self.lease_of(registered.kind).filter(|_| registered.copies == 1);
        let entry = NewEntry { key: key(name), value: registered.to_text().into_bytes(), lease };
        let answer = self.membership.registry().create(entry, deadline())?;
        Ok(matches!(answer.value, Change::Made).then_some(answer.revision))
    }

    /// The new epoch, unless one is given.
    fn replace(
        &self,
        name: &str,
        registered: &Registered,
        expected: Revision,
        lease: Option<LeaseId>,
    ) -> Result<Option<u64>> {
        let entry = NewEntry { key: key(name), value: registered.to_text().into_bytes(), lease };
        let answer = self.membership.registry().replace(&entry, expected, deadline())?;
        Ok(matches!(answer.value, Change::Made).then_some(answer.revision))
    }

    /// What is in memory ends with its agent; what is on disk is back when the agent is.
    fn lease_of(&self, kind: ThingKind) -> Option<LeaseId> {
        match kind {
            ThingKind::Memory => self.membership.lease_id(),
            ThingKind::Disk => None,
        }
    }
}

impl Registered {
    pub(super) fn new(home: String, kind: ThingKind) -> Self {
        let (epoch, before, revision, copy) = (0, 0, 0, 0);
        let (lease, backup, under) = (None, None, None);
        Self { home, kind, epoch, before, revision, lease, copies: 1, backup, copy, under }
    }

    /// What is known without asking its home.
    pub(super) fn status(&self, name: &str) -> ThingStatus {
        ThingStatus {
            name: name.to_owned(),
            kind: self.kind,
            home: self.home.clone(),
            epoch: self.epoch,
            size: 0,
            reserved: 0,
            readers: 0,
            writers: 0,
            published: false,
            created: 0,
            copies: self.copies,
            backup: self.backup.clone().unwrap_or_default(),
        }
    }

    /// Without an epoch it is the revision of the entry.
    fn to_text(&self) -> String {
        let kind = if self.kind == ThingKind::Memory { "memory" } else { "disk" };
        let mut text =
            format!("kind={kind}\nepoch={}\nbefore={}\nhome={}\n", self.epoch, self.before, self.home);
        if self.copies > 1 {
            let (under, backup) = (self.under.unwrap_or(0), self.backup.as_deref().unwrap_or_default());
            text += &format!("copies={}\nunder={under}\nbackup={backup}\ncopy={}\n", self.copies, self.copy);
        }
        text
    }

    fn parse(entry: &RegistryEntry) -> Option<Self> {
        let (revision, lease) = (entry.revision, entry.lease);
        let mut found = Self { revision, lease, ..Self::new(String::new(), ThingKind::Memory) };
        for line in std::str::from_utf8(&entry.value).ok()?.lines() {
            match line.split_once('=')? {
                ("kind", "memory") => found.kind = ThingKind::Memory,
                ("kind", "disk") => found.kind = ThingKind::Disk,
                ("epoch", epoch) => found.epoch = epoch.parse().ok()?,
                ("before", before) => found.before = before.parse().ok()?,
                ("home", home) => home.clone_into(&mut found.home),
                ("copies", copies) => found.copies = copies.parse().ok()?,
                ("under", lease) => found.under = lease.parse().ok().filter(|lease| *lease != 0),
                ("backup", node) => found.backup = (!node.is_empty()).then(|| node.to_owned()),
                ("copy", copy) => found.copy = copy.parse().ok()?,
                // From a newer agent.
                _ => {}
            }
        }
        if found.epoch == 0 {
            found.epoch = revision;
        }
        Some(found)
    }
}

fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

fn deadline() -> Instant {
    Instant::now() + WITHIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_creates_a_name_and_epochs_grow() {
        let membership = Membership::alone("node17", 1000, Duration::from_secs(10)).unwrap();
        let names = Names::new(&Arc::new(membership));
        let first = names.create("a", ThingKind::Memory, 1).unwrap().unwrap();
        assert!(first > 1000);
        assert_eq!(names.create("a", ThingKind::Disk, 1).unwrap(), None);
        let found = names.find("a").unwrap().unwrap();
        assert_eq!((&*found.home, found.kind, found.epoch), ("node17", ThingKind::Memory, first));
        assert!(names.rename("a", "b").unwrap());
        assert_eq!(names.find("b").unwrap().unwrap().epoch, first, "it is the same thing");
        assert_eq!(names.find("a").unwrap(), None);
        assert!(names.create("a", ThingKind::Disk, 1).unwrap().unwrap() > first);
        assert!(!names.rename("a", "b").unwrap() && !names.rename("c", "d").unwrap());
        names.delete("b").unwrap();
        names.delete("b").unwrap();
        assert_eq!(names.find("b").unwrap(), None);
    }

    #[test]
    fn thing_on_disk_that_is_found_again_has_a_new_epoch() {
        let membership = Membership::alone("node17", 1000, Duration::from_secs(10)).unwrap();
        let names = Names::new(&Arc::new(membership));
        let first = names.announce("a").unwrap().unwrap();
        let second = names.announce("a").unwrap().unwrap();
        assert!(second > first);
        assert_eq!(names.find("a").unwrap().unwrap().epoch, second);
    }

    #[test]
    fn copy_takes_over_only_from_the_entry_that_names_it() {
        let membership = Membership::alone("node17", 1000, Duration::from_secs(10)).unwrap();
        let names = Names::new(&Arc::new(membership));
        let epoch = names.create("a", ThingKind::Memory, 2).unwrap().unwrap();
        assert!(names.name_backup("a", epoch, "node18", 3).unwrap());
        let named = names.find("a").unwrap().unwrap();
        assert_eq!((named.epoch, named.backup.as_deref(), named.copy), (epoch, Some("node18"), 3));
        assert!(names.forget_backup("a", &named).unwrap());
        assert!(!names.forget_backup("a", &named).unwrap(), "it has changed since");
        assert_eq!(names.take_over("a", &named).unwrap(), None);
        let alone = names.find("a").unwrap().unwrap();
        assert_eq!((alone.epoch, alone.backup.as_deref(), alone.copies), (epoch, None, 2));
        let taken = names.take_over("a", &alone).unwrap().unwrap();
        assert!(taken > epoch);
        assert_eq!(names.find("a").unwrap().unwrap().before, epoch);
        assert!(!names.delete_own("a", epoch).unwrap() && names.delete_own("a", taken).unwrap());
    }
}
