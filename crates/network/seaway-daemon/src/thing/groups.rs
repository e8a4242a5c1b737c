// SPDX-License-Identifier: MIT OR Apache-2.0
//! Snapshots of several things as they are at one moment. The homes of all of them freeze theirs; then all are frozen at the same
//! time, and are copied; then they go on, each in a new epoch. A home releases what nobody has released for some seconds, so that
//! programs do not wait for an agent that was lost, and then says that the snapshot has failed.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{ThingMessage, is_thing_name};
use seaway_roles::thing::Held;

use super::elsewhere::{done, unexpected};
use super::home::{Home, refused};
use super::homed_thing::{Frozen, Thing};

/// Less than programs wait for a thing that is frozen.
const HELD_AT_MOST: Duration = Duration::from_secs(15);
/// How often things are looked for that move meanwhile.
const TRIES: usize = 4;

/// The groups of things that are held.
#[derive(Debug, Default)]
pub(super) struct Groups {
    next: AtomicU64,
    held: Mutex<HashMap<u64, Group>>,
}

#[derive(Debug)]
struct Group {
    /// Names that nobody changes.
    names: Vec<String>,
    things: HashMap<String, (Arc<Thing>, Frozen)>,
    since: Instant,
}

/// What one home has to do.
type Copies = Vec<(String, String)>;

impl Home {
    /// Of things of any nodes. The names of the copies are those of the things behind `prefix`; none of them may exist.
    pub(super) fn snapshot(&self, names: &[String], prefix: &str) -> Result<()> {
        let mut last = refused(ErrorKind::NoSuchFile, Operation::Open);
        for _ in 0..TRIES {
            match self.try_snapshot(names, prefix) {
                // One may have moved since it was looked for.
                Err(error) if error.kind() == ErrorKind::NoSuchFile => last = error,
                outcome => return outcome,
            }
        }
        Err(last)
    }

    fn try_snapshot(&self, names: &[String], prefix: &str) -> Result<()> {
        // In the order of nodes, so that two snapshots do not wait for each other.
        let mut homes: BTreeMap<String, Copies> = BTreeMap::new();
        for name in names {
            let to = format!("{prefix}{name}");
            if !is_thing_name(&to) || names.contains(&to) {
                let detail = format!("{to:?} cannot be the name of a copy");
                return Err(refused(ErrorKind::BadFileName, Operation::Open).with_detail(detail));
            }
            let missing = || {
                let detail = format!("there is no thing of the name {name:?}");
                refused(ErrorKind::NoSuchFile, Operation::Open).with_detail(detail)
            };
            let home = self.names.find(name)?.ok_or_else(missing)?.home;
            homes.entry(home).or_default().push((name.clone(), to));
        }
        let (mut held, mut created) = (Vec::new(), Vec::new());
        let copied = self.copy_all(&homes, &mut held, &mut created);
        // Whatever has happened, programs go on.
        let mut outcome = copied;
        for (node, hold) in held {
            outcome = outcome.and(self.release_at(node, hold));
        }
        if outcome.is_err() {
            // All of them, or none.
            created.into_iter().for_each(|to| _ = self.delete_anywhere(to));
        }
        outcome
    }

    fn copy_all<'h>(
        &self,
        homes: &'h BTreeMap<String, Copies>,
        held: &mut Vec<(&'h str, u64)>,
        created: &mut Vec<&'h str>,
    ) -> Result<()> {
        for (_, to) in homes.values().flatten() {
            if self.names.find(to)?.is_some() {
                let detail = format!("there is a thing of the name {to:?}");
                return Err(refused(ErrorKind::FileExists, Operation::Open).with_detail(detail));
            }
        }
        for (node, copies) in homes {
            let names: Vec<String> = copies.iter().map(|(name, _)| name.clone()).collect();
            held.push((node, self.hold_at(node, names)?));
        }
        // All are frozen now.
        for ((node, hold), copies) in held.iter().zip(homes.values()) {
            for (name, to) in copies {
                self.copy_at(node, *hold, name, to)?;
                created.push(to);
            }
        }
        Ok(())
    }

    fn hold_at(&self, node: &str, names: Vec<String>) -> Result<u64> {
        if node == self.node() {
            return self.hold(&names);
        }
        match self.peer(node)?.ask(Operation::Open, |id| ThingMessage::Hold { id, names })? {
            ThingMessage::Answer { number, .. } => Ok(number),
            other => Err(unexpected(&other)),
        }
    }

    fn copy_at(&self, node: &str, hold: u64, name: &str, to: &str) -> Result<()> {
        if node == self.node() {
            return self.copy_held(hold, name, to);
        }
        let (name, to) = (name.to_owned(), to.to_owned());
        let request = |id| ThingMessage::CopyHeld { id, hold, name, to };
        done(&self.peer(node)?.ask_within(Operation::Open, HELD_AT_MOST * 2, request)?)
    }

    fn release_at(&self, node: &str, hold: u64) -> Result<()> {
        if node == self.node() {
            return self.release(hold);
        }
        done(&self.peer(node)?.ask(Operation::Open, |id| ThingMessage::Release { id, hold })?)
    }

    /// Freezes all of these things of this node, or none.
    pub(super) fn hold(&self, names: &[String]) -> Result<u64> {
        let claim = self.claim(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for name in names {
            if self.find_here(name).is_some_and(|thing| thing.has_copies()) {
                let detail = format!(
                    "{name:?} has a second copy, and cannot be in a snapshot: copy it to a thing with one copy, and use that"
                );
                return Err(refused(ErrorKind::Unsupported, Operation::Open).with_detail(detail));
            }
        }
        let mut things = HashMap::new();
        for name in names {
            let frozen = self.find_here(name).and_then(|thing| thing.freeze().map(|frozen| (thing, frozen)));
            let Some(frozen) = frozen else {
                self.thaw(things);
                let detail = format!("{name:?} is not here, or is about to move");
                return Err(refused(ErrorKind::NoSuchFile, Operation::Open).with_detail(detail));
            };
            things.insert(name.clone(), frozen);
        }
        let hold = self.groups.next.fetch_add(1, Ordering::Relaxed) + 1;
        let group = Group { names: claim.keep(), things, since: Instant::now() };
        self.groups.lock().insert(hold, group);
        Ok(hold)
    }

    pub(super) fn copy_held(&self, hold: u64, name: &str, to: &str) -> Result<()> {
        let held = self.groups.lock().get(&hold).and_then(|group| group.things.get(name).cloned());
        let (thing, frozen) = held.ok_or_else(too_late)?;
        let _claim = self.claim(&[to]);
        let mut storage = self.copied(&thing, to, thing.kind(), frozen.epoch)?;
        let epoch = match self.names.create(to, thing.kind(), 1) {
            Ok(Some(epoch)) => epoch,
            other => {
                storage.remove()?;
                let exists = || {
                    let detail = format!("there is a thing of the name {to:?}");
                    refused(ErrorKind::FileExists, Operation::Open).with_detail(detail)
                };
                return other.and_then(|_| Err(exists()));
            }
        };
        storage.rename(to, &self.folder)?;
        // Complete, as a thing is that was found.
        self.put_in(to, Thing::new(to, Held::found(epoch), storage, &self.table));
        self.tell();
        Ok(())
    }

    /// They go on. Fails if they have gone on before.
    pub(super) fn release(&self, hold: u64) -> Result<()> {
        let group = self.groups.lock().remove(&hold).ok_or_else(too_late)?;
        self.thaw(group.things);
        self.unclaim(group.names);
        Ok(())
    }

    /// Releases what nobody has released. Called now and then.
    pub(super) fn sweep_groups(&self) {
        let is_old = |group: &Group| group.since.elapsed() > HELD_AT_MOST;
        let held = self.groups.lock();
        let old: Vec<u64> = held.iter().filter(|(_, group)| is_old(group)).map(|(hold, _)| *hold).collect();
        drop(held);
        old.into_iter().for_each(|hold| _ = self.release(hold));
    }

    /// No node has an empty name: they stay here.
    fn thaw(&self, things: HashMap<String, (Arc<Thing>, Frozen)>) {
        for (name, (thing, frozen)) in things {
            // One whose name was lost is given up.
            let _ = self.settle(&name, &thing, frozen, "");
        }
    }
}

impl Groups {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Group>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_late() -> Error {
    let detail = "copying the things took too long: programs would have waited for more than 15 s";
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail)
}
