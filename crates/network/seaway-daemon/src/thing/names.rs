// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Names`]: which things there are in the space, and which node is the home of each, in the space's registry. Bytes, sizes
//! and openings are the home's business.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::Result;
use seaway_messages::ThingKind;
use seaway_registry::{
    Batch, Change, Contents, EmbeddedRegistry, NewEntry, Registry, RegistryEntry, Revision, Store,
};

const PREFIX: &str = "thing/";
/// How long a call may take.
const WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Names {
    registry: Arc<dyn Registry>,
    node: String,
}

/// What the registry knows of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Registered {
    pub(super) home: String,
    pub(super) kind: ThingKind,
    pub(super) epoch: u64,
}

impl Names {
    /// In a registry of this process. It ends with the things in its memory, and things on disk are found again: nothing of it
    /// need be kept. Epochs begin behind `newest`. The entries need no lease, since nobody can take over from this process.
    pub(super) fn embedded(node: &str, newest: Revision) -> Result<Self> {
        let registry = EmbeddedRegistry::start(Unkept { newest })?;
        Ok(Self { registry: Arc::new(registry), node: node.to_owned() })
    }

    /// Its epoch. `None`: there is a thing of this name.
    pub(super) fn create(&self, name: &str, kind: ThingKind) -> Result<Option<u64>> {
        self.register(name, &Registered { home: self.node.clone(), kind, epoch: 0 })
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Registered>> {
        let found = self.registry.get(&key(name), deadline())?;
        Ok(found.value.as_ref().and_then(Registered::parse))
    }

    /// One that this node is the home of.
    pub(super) fn delete(&self, name: &str) -> Result<()> {
        let key = key(name);
        while let Some(entry) = self.registry.get(&key, deadline())?.value {
            match self.registry.delete(&key, entry.revision, deadline())?.value {
                Change::Made => break,
                // Somebody has changed it since: look again.
                Change::Refused { .. } => {}
            }
        }
        Ok(())
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

    fn register(&self, name: &str, registered: &Registered) -> Result<Option<u64>> {
        let entry = NewEntry { key: key(name), value: registered.to_text().into_bytes(), lease: None };
        let answer = self.registry.create(entry, deadline())?;
        Ok(matches!(answer.value, Change::Made).then_some(answer.revision))
    }
}

impl Registered {
    /// Without an epoch it is that of the entry's creation.
    fn to_text(&self) -> String {
        let kind = if self.kind == ThingKind::Memory { "memory" } else { "disk" };
        format!("kind={kind}\nepoch={}\nhome={}\n", self.epoch, self.home)
    }

    fn parse(entry: &RegistryEntry) -> Option<Self> {
        let mut found = Self { home: String::new(), kind: ThingKind::Memory, epoch: 0 };
        for line in std::str::from_utf8(&entry.value).ok()?.lines() {
            match line.split_once('=')? {
                ("kind", "memory") => found.kind = ThingKind::Memory,
                ("kind", "disk") => found.kind = ThingKind::Disk,
                ("epoch", epoch) => found.epoch = epoch.parse().ok()?,
                ("home", home) => home.clone_into(&mut found.home),
                // From a newer agent.
                _ => {}
            }
        }
        if found.epoch == 0 {
            found.epoch = entry.created;
        }
        Some(found)
    }
}

/// Keeps nothing but where revisions begin.
#[derive(Debug)]
struct Unkept {
    newest: Revision,
}

impl Store for Unkept {
    fn load(&mut self) -> seaway_registry::Result<Contents> {
        Ok(Contents { revision: self.newest, ..Contents::default() })
    }

    fn commit(&mut self, _batch: &Batch) -> seaway_registry::Result<()> {
        Ok(())
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
        let names = Names::embedded("node17", 1000).unwrap();
        let first = names.create("a", ThingKind::Memory).unwrap().unwrap();
        assert!(first > 1000);
        assert_eq!(names.create("a", ThingKind::Disk).unwrap(), None);
        let registered = Registered { home: "node17".into(), kind: ThingKind::Memory, epoch: first };
        assert_eq!(names.find("a").unwrap(), Some(registered.clone()));
        assert!(names.rename("a", "b").unwrap());
        assert_eq!(names.find("b").unwrap(), Some(registered), "it is the same thing");
        assert_eq!(names.find("a").unwrap(), None);
        assert!(names.create("a", ThingKind::Disk).unwrap().unwrap() > first);
        assert!(!names.rename("a", "b").unwrap() && !names.rename("c", "d").unwrap());
        names.delete("b").unwrap();
        names.delete("b").unwrap();
        assert_eq!(names.find("b").unwrap(), None);
    }
}
