// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Home`]: the things of this node, by name, and what programs have open of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_devices::thing::TableWriter;
use seaway_messages::{MAX_LISTED_THINGS, NumberChange, SpaceStatus, ThingKind, ThingStatus, Until};
use seaway_roles::thing::{Held, Row, Verdict};

use super::AgentOptions;
use super::budget::Budget;
use super::elsewhere::Peers;
use super::folder::Folder;
use super::groups::Groups;
use super::held_copy::HeldCopy;
use super::homed_thing::Thing;
use super::locks::Locks;
use super::membership::{Membership, Renewal};
use super::migration::Coming;
use super::names::Names;
use super::storage::Storage;

#[derive(Debug)]
pub(super) struct Home {
    options: AgentOptions,
    since: Instant,
    /// Changes when the agent restarts.
    incarnation: u64,
    pub(super) table: Arc<TableWriter>,
    pub(super) budget: Arc<Budget>,
    pub(super) folder: Folder,
    pub(super) membership: Arc<Membership>,
    pub(super) names: Names,
    pub(super) peers: Peers,
    pub(super) locks: Locks,
    pub(super) groups: Groups,
    /// Its things on disk are registered.
    is_settled: AtomicBool,
    /// How often second copies were seen to.
    pub(super) turns: AtomicU64,
    inside: Mutex<Inside>,
    pub(super) changed: Condvar,
}

#[derive(Debug)]
pub(super) struct Inside {
    pub(super) things: BTreeMap<String, Arc<Thing>>,
    /// Names that are being created, deleted or renamed in the registry.
    busy: HashSet<String>,
    pub(super) openings: HashMap<u64, Arc<Thing>>,
    next_opening: u64,
    /// Things whose bytes have come from another home.
    coming: HashMap<String, Coming>,
    /// Second copies of things whose homes are other nodes.
    pub(super) copies: HashMap<String, Arc<HeldCopy>>,
    /// Things with second copies, which this node was the home of when its lease ended.
    lapsed: Vec<(String, Arc<Thing>)>,
}

/// Names that this node changes nowhere else meanwhile. The registry is asked without holding the lock.
pub(super) struct Claim<'h> {
    home: &'h Home,
    names: Vec<String>,
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
        let (busy, coming, copies, lapsed) = (HashSet::new(), HashMap::new(), HashMap::new(), Vec::new());
        let inside = Inside { things, busy, openings, next_opening: 1, coming, copies, lapsed };
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
            locks: Locks::default(),
            groups: Groups::default(),
            is_settled: AtomicBool::new(false),
            turns: AtomicU64::new(0),
            inside,
            changed,
        };
        home.folder.remove_arriving();
        home.announce()?;
        home.show_lease();
        Ok(home)
    }

    /// Registers the things on disk.
    fn announce(&self) -> Result<()> {
        loop {
            let lapsed = self.lock().lapsed.last().cloned();
            let Some((name, thing)) = lapsed else { break };
            self.keep_after_lost_lease(&name, &thing)?;
            self.lock().lapsed.pop();
        }
        for name in self.folder.scan() {
            if self.has(&name) {
                continue;
            }
            let storage = Storage::Disk { path: self.folder.file(&name)? };
            let Some(epoch) = self.names.announce(&name)? else { continue };
            let held = match &storage {
                Storage::Disk { path } if Storage::is_protected(path) => Held::found(epoch).made_immutable(),
                _ => Held::found(epoch),
            };
            let thing = Thing::new(&name, held, storage, &self.table);
            self.lock().things.insert(name, Arc::new(thing));
        }
        self.is_settled.store(true, Ordering::Relaxed);
        self.tell();
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
        if !self.is_settled.load(Ordering::Relaxed) {
            let detail = format!("node {} has just come back to its space: try again", self.node());
            return Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
        }
        self.show_lease();
        Ok(())
    }

    /// Renews the agent's lease. Returns when to do it again.
    pub(super) fn renew(&self) -> Duration {
        let renewed = self.membership.renew().and_then(|renewal| match renewal {
            Renewal::GoesOn if self.is_settled.load(Ordering::Relaxed) => Ok(()),
            // The registry was lost again before all was registered.
            Renewal::GoesOn => self.announce(),
            Renewal::Ended => self.begin_anew(),
        });
        match renewed {
            Ok(()) => {
                self.show_lease();
                self.sweep_coming();
                self.membership.renew_in()
            }
            // If this persists, the lease ends by itself, and programs see that in the table.
            Err(_) => self.membership.retry_in(),
        }
    }

    /// The lease has ended, and what was registered with it has lost its name. Nothing is served before it is given up.
    fn begin_anew(&self) -> Result<()> {
        self.is_settled.store(false, Ordering::Relaxed);
        let lost = std::mem::take(&mut self.lock().things);
        let (copied, lost): (Vec<_>, Vec<_>) = lost.into_iter().partition(|(_, thing)| thing.has_copies());
        lost.iter().for_each(|(_, thing)| thing.give_up());
        drop(lost);
        self.lock().lapsed.extend(copied);
        self.membership.register()?;
        self.announce()
    }

    /// Whether ending the agent would lose bytes.
    pub(super) fn would_be_lost(&self) -> bool {
        self.lock().things.values().any(|thing| thing.kind() == ThingKind::Memory)
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

    pub(super) fn unclaim(&self, names: Vec<String>) {
        drop(Claim { home: self, names });
    }

    pub(super) fn close(&self, opening: u64, complete: bool) -> Result<()> {
        let thing = self.lock().openings.remove(&opening);
        let thing = thing.ok_or_else(|| not_open(Operation::Close))?;
        if thing.close(opening, complete) {
            self.tell();
        }
        self.tell_backup(&thing);
        Ok(())
    }

    pub(super) fn publish(&self, opening: u64) -> Result<()> {
        let thing = self.opened(opening, Operation::Sync)?;
        thing.publish(opening)?;
        // Its version has grown, whether all of its writers are done or not.
        self.tell();
        self.tell_backup(&thing);
        Ok(())
    }

    pub(super) fn reserve(&self, opening: u64, extents: &[Extent]) -> Result<(u64, Vec<Extent>)> {
        self.opened(opening, Operation::Write)?.reserve(opening, extents)
    }

    pub(super) fn resize(&self, opening: u64, size: u64) -> Result<()> {
        self.opened(opening, Operation::SetSize)?.resize(opening, size)?;
        self.tell();
        Ok(())
    }

    pub(super) fn update(&self, opening: u64, offset: u64, change: NumberChange) -> Result<u64> {
        let before = self.opened(opening, Operation::Write)?.update(opening, offset, change)?;
        self.tell();
        Ok(before)
    }

    pub(super) fn accumulate(&self, opening: u64, row: Row<'_>) -> Result<()> {
        self.opened(opening, Operation::Write)?.accumulate(opening, row)?;
        self.tell();
        Ok(())
    }

    pub(super) fn delete(&self, name: &str) -> Result<()> {
        let claim = self.claim(&[name]);
        let thing = self.lock().things.get(name).cloned();
        let thing = thing.ok_or_else(|| refused(ErrorKind::NoSuchFile, Operation::Delete))?;
        if thing.has_copies() {
            // Another node may be the home by now, and then has its name.
            self.without_backup(&thing)?;
            if !self.names.delete_own(name, thing.epoch())? {
                return Err(refused(ErrorKind::NoSuchFile, Operation::Delete));
            }
        }
        thing.delete()?;
        self.lock().things.remove(name);
        if !thing.has_copies() {
            self.names.delete(name)?;
        }
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
        self.without_backup(&thing)?;
        let replaced = self.lock().things.get(to).cloned();
        if let Some(replaced) = &replaced {
            if !replace {
                let detail = format!("a thing named {to:?} already exists");
                return Err(refused(ErrorKind::FileExists, Operation::Open).with_detail(detail));
            }
            self.without_backup(replaced)?;
            replaced.delete()?;
            self.lock().things.remove(to);
            self.names.delete(to)?;
        } else {
            self.make_room(to, replace)?;
        }
        thing.rename(to, &self.folder)?;
        if !self.names.rename(from, to)? {
            let detail = format!("the registry refused to rename {from:?} to {to:?}");
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

    pub(super) fn new_storage(&self, kind: ThingKind, name: &str) -> Result<Storage> {
        Storage::create(kind, name, 0, &self.budget, &self.folder)
    }

    pub(super) fn find_here(&self, name: &str) -> Option<Arc<Thing>> {
        self.lock().things.get(name).cloned()
    }

    /// Unless another thing has its name by now.
    pub(super) fn take_out(&self, name: &str, thing: &Arc<Thing>) {
        let mut inside = self.lock();
        if inside.things.get(name).is_some_and(|known| Arc::ptr_eq(known, thing)) {
            inside.things.remove(name);
        }
    }

    pub(super) fn put_in(&self, name: &str, thing: Thing) {
        self.lock().things.insert(name.to_owned(), Arc::new(thing));
    }

    /// Keeps a thing that has arrived, unless it must not replace an earlier one.
    pub(super) fn expect(&self, name: &str, new: Coming, replaces: impl Fn(&Coming, &Coming) -> bool) {
        let mut inside = self.lock();
        if inside.coming.get(name).is_none_or(|known| replaces(known, &new)) {
            inside.coming.insert(name.to_owned(), new);
        }
    }

    /// A thing that has arrived, if it is the expected one.
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

    /// Some of those whose names begin with `prefix`, starting after the name `after`; and whether there are more.
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
        // Skips things whose files were removed by hand.
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
            // Programs that need the error have synced it themselves.
            let _ = thing.sync();
        }
        self.membership.leave();
        // An empty folder was created by this agent or an earlier one. Others stay.
        let _ = std::fs::remove_dir(self.folder.path());
    }

    pub(super) fn opened(&self, opening: u64, operation: Operation) -> Result<Arc<Thing>> {
        self.lock().openings.get(&opening).cloned().ok_or_else(|| not_open(operation))
    }

    /// Makes waiting threads check again. The lock orders this after their last check.
    pub(super) fn tell(&self) {
        drop(self.lock());
        self.changed.notify_all();
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    pub(super) fn opening(&mut self) -> u64 {
        self.next_opening += 1;
        self.next_opening
    }
}

impl Claim<'_> {
    /// For longer than a call, until [`Home::unclaim`].
    pub(super) fn keep(mut self) -> Vec<String> {
        std::mem::take(&mut self.names)
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
