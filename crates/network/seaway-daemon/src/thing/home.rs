// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Home`]: the things of this node, by name, and what programs have open of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Extent, OpenFlags, Operation, Result};
use seaway_devices::thing::TableWriter;
use seaway_messages::{
    FOLLOWS, HomeAddress, MAX_LISTED_THINGS, NumberChange, SpaceStatus, ThingKind, ThingStatus, Until,
};
use seaway_roles::thing::{Held, Verdict};

use super::AgentOptions;
use super::budget::Budget;
use super::elsewhere::Peers;
use super::folder::Folder;
use super::homed_thing::{Opened, Thing};
use super::membership::{Membership, Renewal};
use super::migration::Coming;
use super::names::{Names, Registered};
use super::storage::Storage;

#[derive(Debug)]
pub(super) struct Home {
    options: AgentOptions,
    since: Instant,
    /// Changes when the agent restarts.
    incarnation: u64,
    table: Arc<TableWriter>,
    budget: Arc<Budget>,
    folder: Folder,
    pub(super) membership: Arc<Membership>,
    pub(super) names: Names,
    pub(super) peers: Peers,
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Debug)]
struct Inside {
    things: BTreeMap<String, Arc<Thing>>,
    /// Names that are being created, deleted or renamed in the registry.
    busy: HashSet<String>,
    openings: HashMap<u64, Arc<Thing>>,
    next_opening: u64,
    /// Things whose bytes have come from another home.
    coming: HashMap<String, Coming>,
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

/// Names that nobody else of this node changes meanwhile. The registry is asked without holding the lock.
pub(super) struct Claim<'h> {
    home: &'h Home,
    names: Vec<String>,
}

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
}

impl Wanted {
    /// As a program puts it.
    pub(super) fn new(name: String, flags: u8, kind: ThingKind, size: u64, home: Option<String>) -> Self {
        let follows = flags & FOLLOWS != 0;
        Self { name, flags: OpenFlags::from_bits_truncate(flags), kind, size, home, follows }
    }
}

/// What comes of it.
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

impl Home {
    pub(super) fn open(
        options: AgentOptions,
        incarnation: u64,
        membership: Arc<Membership>,
        peers: Peers,
    ) -> Result<Self> {
        let table = TableWriter::new().map_err(|error| Error::from_io(Operation::Open, error))?;
        let (table, budget) = (Arc::new(table), Budget::new(options.memory));
        let folder = Folder::new(options.folder.clone());
        let names = Names::new(&membership);
        let (things, openings) = (BTreeMap::new(), HashMap::new());
        let (busy, coming) = (HashSet::new(), HashMap::new());
        let inside = Inside { things, busy, openings, next_opening: 1, coming };
        let (since, inside, changed) = (Instant::now(), Mutex::new(inside), Condvar::new());
        let home = Self {
            options,
            since,
            incarnation,
            table,
            budget,
            folder,
            membership,
            names,
            peers,
            inside,
            changed,
        };
        home.announce()?;
        home.show_lease();
        Ok(home)
    }

    /// Registers the things on disk.
    fn announce(&self) -> Result<()> {
        for name in self.folder.scan() {
            let storage = Storage::Disk { path: self.folder.file(&name)? };
            let Some(epoch) = self.names.announce(&name)? else { continue };
            let thing = Thing::new(&name, Held::found(epoch), storage, &self.table);
            self.lock().things.insert(name, Arc::new(thing));
        }
        Ok(())
    }

    pub(super) fn space(&self) -> &str {
        self.options.space.as_str()
    }

    pub(super) fn node(&self) -> &str {
        self.membership.node()
    }

    pub(super) fn incarnation(&self) -> u64 {
        self.incarnation
    }

    pub(super) fn table(&self) -> &TableWriter {
        &self.table
    }

    /// How long a program of another node may be out of reach.
    pub(super) fn session_patience(&self) -> Duration {
        self.options.lease
    }

    fn show_lease(&self) {
        self.table.set_lease(self.membership.lease().until());
    }

    /// Confirms that the agent is alive, and may act for its things.
    pub(super) fn confirm(&self) -> Result<()> {
        self.membership.confirm()?;
        self.show_lease();
        Ok(())
    }

    /// Renews the agent's lease. Returns when to do it again.
    pub(super) fn renew(&self) -> Duration {
        let renewed = self.membership.renew().and_then(|renewal| match renewal {
            Renewal::GoesOn => Ok(()),
            Renewal::Ended => self.begin_anew(),
        });
        match renewed {
            Ok(()) => {
                self.show_lease();
                self.sweep_coming();
                self.membership.renew_in()
            }
            // The lease ends by itself if this goes on, and programs see that in the table.
            Err(_) => self.membership.retry_in(),
        }
    }

    /// The lease has ended, and what was registered with it has lost its name. Nothing is served before it is given up.
    fn begin_anew(&self) -> Result<()> {
        let lost = std::mem::take(&mut self.lock().things);
        lost.values().for_each(|thing| thing.give_up());
        drop(lost);
        self.membership.register()?;
        self.announce()?;
        self.tell();
        Ok(())
    }

    /// Whether ending the agent would lose bytes.
    pub(super) fn would_be_lost(&self) -> bool {
        self.lock().things.values().any(|thing| thing.kind() == ThingKind::Memory)
    }

    pub(super) fn enter(&self, wanted: &Wanted) -> Result<Entered> {
        loop {
            let found = self.lock().things.get(&wanted.name).cloned();
            let (thing, created) = match found {
                Some(_) if wanted.flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE) => {
                    return Err(refused(ErrorKind::FileExists, Operation::Open));
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
            self.lock().openings.insert(opening, thing);
            if created {
                self.changed.notify_all();
            }
            return Ok(Entered::Here(Entrance { opening, opened, created, status }));
        }
    }

    /// Creates a thing that is not here, unless another node has it.
    fn create(&self, wanted: &Wanted) -> Result<Created> {
        let Wanted { name, kind, size, flags, home, .. } = wanted;
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
            let home = self.membership.address_of(&found.home)?;
            return Ok(Created::Elsewhere { home, status: found.status(name) });
        }
        if !flags.contains(OpenFlags::CREATE) {
            return Err(refused(ErrorKind::NoSuchFile, Operation::Open));
        }
        if let Some(home) = home.as_deref().map(|wish| self.placed_at(wish)).transpose()?.flatten() {
            let status = Registered::new(home.node.clone(), *kind).status(name);
            return Ok(Created::Elsewhere { home, status });
        }
        let storage = Storage::create(*kind, name, *size, &self.budget, &self.folder)?;
        let epoch = match self.names.create(name, *kind) {
            Ok(Some(epoch)) => epoch,
            // Another node was quicker, or nobody knows.
            other => {
                storage.remove()?;
                return other.map(|_| Created::ByAnother);
            }
        };
        let thing = Arc::new(Thing::new(name, Held::new(epoch), storage, &self.table));
        self.lock().things.insert(name.clone(), Arc::clone(&thing));
        Ok(Created::Here(thing))
    }

    /// For a name that this node does not have, and has claimed: which other node has it.
    fn elsewhere(&self, name: &str, found: Option<Registered>) -> Result<Option<Registered>> {
        match found {
            Some(found) if found.home != self.node() => Ok(Some(found)),
            // Created by a request whose answer was lost, or its file was removed.
            Some(Registered { revision, .. }) => self.names.forget(name, revision).map(|_| None),
            None => Ok(None),
        }
    }

    /// Waits until nobody else changes these names.
    pub(super) fn claim(&self, names: &[&str]) -> Claim<'_> {
        let is_busy = |inside: &mut Inside| names.iter().any(|name| inside.busy.contains(*name));
        let waited = self.changed.wait_while(self.lock(), is_busy);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        inside.busy.extend(names.iter().cloned());
        Claim { home: self, names }
    }

    pub(super) fn close(&self, opening: u64, complete: bool) -> Result<()> {
        let thing = self.lock().openings.remove(&opening);
        let thing = thing.ok_or_else(|| not_open(Operation::Close))?;
        if thing.close(opening, complete) {
            self.tell();
        }
        Ok(())
    }

    pub(super) fn publish(&self, opening: u64) -> Result<()> {
        if self.opened(opening, Operation::Sync)?.publish(opening)? {
            self.tell();
        }
        Ok(())
    }

    pub(super) fn reserve(&self, opening: u64, extents: &[Extent]) -> Result<(u64, Vec<Extent>)> {
        self.opened(opening, Operation::Write)?.reserve(opening, extents)
    }

    pub(super) fn resize(&self, opening: u64, size: u64) -> Result<()> {
        self.opened(opening, Operation::SetSize)?.resize(opening, size)
    }

    pub(super) fn update(&self, opening: u64, offset: u64, change: NumberChange) -> Result<u64> {
        self.opened(opening, Operation::Write)?.update(opening, offset, change)
    }

    pub(super) fn delete(&self, name: &str) -> Result<()> {
        let claim = self.claim(&[name]);
        let thing = self.lock().things.get(name).cloned();
        let thing = thing.ok_or_else(|| refused(ErrorKind::NoSuchFile, Operation::Delete))?;
        thing.delete()?;
        self.lock().things.remove(name);
        self.names.delete(name)?;
        drop(claim);
        self.tell();
        Ok(())
    }

    pub(super) fn rename(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        let claim = self.claim(&[from, to]);
        let missing = || refused(ErrorKind::NoSuchFile, Operation::Open);
        let thing = self.lock().things.get(from).cloned().ok_or_else(missing)?;
        if from == to {
            return Ok(());
        }
        let replaced = self.lock().things.get(to).cloned();
        if let Some(replaced) = &replaced {
            if !replace {
                let detail = format!("there is a thing of the name {to:?}");
                return Err(refused(ErrorKind::FileExists, Operation::Open).with_detail(detail));
            }
            replaced.delete()?;
            self.lock().things.remove(to);
            self.names.delete(to)?;
        } else {
            self.make_room(to, replace)?;
        }
        thing.rename(to, &self.folder)?;
        if !self.names.rename(from, to)? {
            let detail = format!("the registry does not agree that {from:?} becomes {to:?}");
            return Err(refused(ErrorKind::Internal, Operation::Open).with_detail(detail));
        }
        let mut inside = self.lock();
        inside.things.remove(from);
        inside.things.insert(to.to_owned(), thing);
        drop(inside);
        drop(claim);
        self.tell();
        Ok(())
    }

    /// Whether a request that carries this epoch is carried out.
    pub(super) fn verdict(&self, opening: u64, epoch: u64) -> Result<Verdict> {
        let thing = self.opened(opening, Operation::Open)?;
        Ok(thing.admit(epoch, &self.membership.lease()))
    }

    pub(super) fn is_deleted(&self, opening: u64) -> Result<bool> {
        Ok(self.opened(opening, Operation::Open)?.is_deleted())
    }

    pub(super) fn folder(&self) -> &Folder {
        &self.folder
    }

    pub(super) fn table_of_states(&self) -> &Arc<TableWriter> {
        &self.table
    }

    pub(super) fn new_storage(&self, kind: ThingKind, name: &str) -> Result<Storage> {
        Storage::create(kind, name, 0, &self.budget, &self.folder)
    }

    pub(super) fn find_here(&self, name: &str) -> Option<Arc<Thing>> {
        self.lock().things.get(name).cloned()
    }

    pub(super) fn take_out(&self, name: &str) {
        let thing = self.lock().things.remove(name);
        // Releasing gigabytes takes a while: not under the lock.
        drop(thing);
    }

    pub(super) fn put_in(&self, name: &str, thing: Thing) {
        self.lock().things.insert(name.to_owned(), Arc::new(thing));
    }

    /// Keeps a thing that has come, if none has come before that it does not replace.
    pub(super) fn expect(&self, name: &str, new: Coming, replaces: impl Fn(&Coming, &Coming) -> bool) {
        let mut inside = self.lock();
        if inside.coming.get(name).is_none_or(|known| replaces(known, &new)) {
            inside.coming.insert(name.to_owned(), new);
        }
    }

    /// A thing that has come, if it is the one that is meant.
    pub(super) fn come(&self, name: &str, is_it: impl Fn(&Coming) -> bool) -> Option<Coming> {
        let mut inside = self.lock();
        inside.coming.get(name).filter(|coming| is_it(coming))?;
        inside.coming.remove(name)
    }

    pub(super) fn coming_since(&self, is_old: impl Fn(&Coming) -> bool) -> Vec<String> {
        let inside = self.lock();
        inside.coming.iter().filter(|(_, coming)| is_old(coming)).map(|(name, _)| name.clone()).collect()
    }

    /// Whether this node is the home of a thing.
    pub(super) fn has(&self, name: &str) -> bool {
        self.lock().things.contains_key(name)
    }

    pub(super) fn stat(&self, name: &str) -> Result<ThingStatus> {
        let thing = self.lock().things.get(name).cloned();
        thing.ok_or_else(|| refused(ErrorKind::NoSuchFile, Operation::Open))?.status(self.node())
    }

    /// Some of those whose names begin with `prefix`, from the first behind `after`; and whether there are more.
    pub(super) fn list(&self, prefix: &str, after: &str) -> (Vec<ThingStatus>, bool) {
        let inside = self.lock();
        let start = if after < prefix { Bound::Included(prefix) } else { Bound::Excluded(after) };
        let range = inside.things.range::<str, _>((start, Bound::Unbounded));
        let fits = |(name, _): &(&String, &Arc<Thing>)| name.starts_with(prefix);
        let mut things: Vec<_> =
            range.take_while(fits).take(MAX_LISTED_THINGS + 1).map(|(_, thing)| Arc::clone(thing)).collect();
        drop(inside);
        let more = things.len() > MAX_LISTED_THINGS;
        things.truncate(MAX_LISTED_THINGS);
        // One whose file somebody has removed is not there.
        (things.iter().filter_map(|thing| thing.status(self.node()).ok()).collect(), more)
    }

    /// Waits until `name` is there, ready, or gone. `goes_on` is asked now and then. False: in vain.
    pub(super) fn wait(
        &self,
        name: &str,
        until: Until,
        deadline: Instant,
        goes_on: impl Fn() -> bool,
    ) -> bool {
        const LOOK_EVERY: Duration = Duration::from_secs(1);
        let mut inside = self.lock();
        loop {
            let met = match inside.things.get(name) {
                Some(thing) => thing.meets(until),
                None => until == Until::Gone,
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if met || left.is_zero() || !goes_on() {
                return met;
            }
            let waited = self.changed.wait_timeout(inside, left.min(LOOK_EVERY));
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(super) fn status(&self, programs: usize) -> SpaceStatus {
        let count = |kind| self.lock().things.values().filter(|thing| thing.kind() == kind).count() as u64;
        SpaceStatus {
            name: self.space().to_owned(),
            node: self.node().to_owned(),
            pid: std::process::id(),
            uptime: u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX),
            programs: u32::try_from(programs).unwrap_or(u32::MAX),
            memory_things: count(ThingKind::Memory),
            disk_things: count(ThingKind::Disk),
            memory_used: self.budget.used(),
            memory_limit: self.budget.limit(),
            folder: self.folder.path().display().to_string(),
            // Nobody, where the registry cannot be asked.
            members: self.membership.members().unwrap_or_default(),
            addresses: self.membership.addresses(),
        }
    }

    /// The agent ends.
    pub(super) fn end(&self) {
        let things: Vec<_> = self.lock().things.values().cloned().collect();
        for thing in things {
            // Those who wrote it were told to sync it if they care.
            let _ = thing.sync();
        }
        self.membership.leave();
        // One that is empty was made by this agent or one before it. Others stay.
        let _ = std::fs::remove_dir(self.folder.path());
    }

    pub(super) fn opened(&self, opening: u64, operation: Operation) -> Result<Arc<Thing>> {
        self.lock().openings.get(&opening).cloned().ok_or_else(|| not_open(operation))
    }

    /// Has those who wait look again. The lock orders this after their last look.
    pub(super) fn tell(&self) {
        drop(self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn opening(&mut self) -> u64 {
        self.next_opening += 1;
        self.next_opening
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut inside = self.home.lock();
        self.names.iter().for_each(|name| _ = inside.busy.remove(name));
        drop(inside);
        self.home.changed.notify_all();
    }
}

pub(super) fn refused(kind: ErrorKind, operation: Operation) -> Error {
    Error::new(kind, operation)
}

fn not_open(operation: Operation) -> Error {
    Error::new(ErrorKind::BadFile, operation).with_detail("it is not open")
}
