// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Thing`]: one thing at its home: its bytes, who has it open, and its place in the table of states.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_devices::thing::{TableWriter, now};
use seaway_messages::{NumberChange, ThingKind, ThingStatus, Until};
use seaway_roles::thing::{Flaws, Held, Lease, Row, State, Verdict};

use super::folder::Folder;
use super::mirrored::Mirrored;
use super::storage::Storage;

#[derive(Debug)]
pub(super) struct Thing {
    table: Arc<TableWriter>,
    kind: ThingKind,
    created: u64,
    /// If it is to have a second copy. Locked before `inside`.
    mirrored: Option<Mutex<Mirrored>>,
    /// The node that has it.
    backup: Mutex<Option<String>>,
    inside: Mutex<Inside>,
}

#[derive(Debug)]
struct Inside {
    name: String,
    held: Held,
    storage: Storage,
    /// While a program has it open.
    slot: Option<u32>,
    /// How often memory was released.
    cuts: u64,
    /// Where it is, if it has moved.
    moved_to: Option<MovedTo>,
}

/// The next home of a thing.
#[derive(Debug, Clone)]
pub(super) struct MovedTo {
    pub(super) node: String,
    pub(super) epoch: u64,
}

/// What the next home of a thing must know of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frozen {
    pub(super) epoch: u64,
    pub(super) created: u64,
    pub(super) published: bool,
    pub(super) awaited: u32,
    pub(super) version: u64,
    pub(super) immutable: bool,
}

impl Frozen {
    /// As it was, in its next epoch.
    pub(super) fn arrived(&self, epoch: u64) -> Held {
        let held = Held::arrived(epoch, self.published, self.awaited).with_version(self.version);
        if self.immutable { held.made_immutable() } else { held }
    }
}

/// One that a program has just opened.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) slot: u32,
    pub(super) descriptor: OwnedFd,
}

impl Thing {
    pub(super) fn new(name: &str, mut held: Held, storage: Storage, table: &Arc<TableWriter>) -> Self {
        let clock = clock();
        held.change(clock);
        Self::created_at(clock / 1000, name, held, storage, table)
    }

    /// One that was created elsewhere.
    pub(super) fn created_at(
        created: u64,
        name: &str,
        held: Held,
        storage: Storage,
        table: &Arc<TableWriter>,
    ) -> Self {
        let kind = storage.kind();
        let inside = Inside { name: name.to_owned(), held, storage, slot: None, cuts: 1, moved_to: None };
        let (table, inside) = (Arc::clone(table), Mutex::new(inside));
        Self { table, kind, created, mirrored: None, backup: Mutex::default(), inside }
    }

    /// Is to have a second copy, and has none yet.
    pub(super) fn with_copies(self) -> Self {
        Self { mirrored: Some(Mutex::new(Mirrored::alone())), ..self }
    }

    pub(super) fn has_copies(&self) -> bool {
        self.mirrored.is_some()
    }

    /// `None`: it has one copy.
    pub(super) fn mirrored(&self) -> Option<MutexGuard<'_, Mirrored>> {
        self.mirrored.as_ref().map(|mirrored| mirrored.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a second copy should be filled. Not while a change is being made.
    pub(super) fn lacks_a_copy(&self) -> bool {
        let mirrored = self.mirrored.as_ref().and_then(|mirrored| mirrored.try_lock().ok());
        mirrored.is_some_and(|mirrored| mirrored.lacks_a_copy()) && self.lock().held.state() == State::Served
    }

    pub(super) fn show_backup(&self, node: Option<&str>) {
        *self.backup.lock().unwrap_or_else(PoisonError::into_inner) = node.map(str::to_owned);
    }

    pub(super) fn name(&self) -> String {
        self.lock().name.clone()
    }

    pub(super) fn epoch(&self) -> u64 {
        self.lock().held.epoch()
    }

    /// Whether a writer has published it, how many are at it, and its version.
    pub(super) fn legacy(&self) -> (bool, u32, u64) {
        let inside = self.lock();
        let (published, awaited) = inside.held.legacy();
        (published, awaited, inside.held.version())
    }

    pub(super) fn kind(&self) -> ThingKind {
        self.kind
    }

    /// `None`: it has been deleted.
    /// `follows`: the program has had it open at its former home.
    pub(super) fn open(&self, opening: u64, writes: bool, follows: bool) -> Result<Option<Opened>> {
        let mut inside = self.lock();
        if inside.held.state() != State::Served {
            return Ok(None);
        }
        if writes && inside.held.is_immutable() {
            let detail = "it was frozen, and cannot be changed; delete it, or create another";
            return Err(Error::new(ErrorKind::ReadOnly, Operation::Open).with_detail(detail));
        }
        let descriptor = inside.storage.descriptor(writes)?;
        let slot = match inside.slot {
            Some(slot) => slot,
            None => {
                let taken = self.table.take_slot();
                let slot = taken.map_err(|error| Error::from_io(Operation::Open, error))?;
                self.table.show(slot, inside.held.epoch(), State::Served, inside.cuts);
                inside.slot = Some(slot);
                slot
            }
        };
        if follows {
            inside.held.follow(opening, writes);
        } else {
            inside.held.open(opening, writes);
        }
        Ok(Some(Opened { slot, descriptor }))
    }

    /// True: waiting threads should check again.
    pub(super) fn close(&self, opening: u64, complete: bool) -> bool {
        let mut inside = self.lock();
        let Some(closed) = inside.held.close(opening, complete) else { return false };
        let is_here = matches!(inside.held.state(), State::Served | State::Deleted);
        if closed.last_writer && is_here && inside.storage.trim() {
            self.note_cut(&mut inside);
        }
        if inside.held.readers() + inside.held.writers() == 0
            && let Some(slot) = inside.slot.take()
        {
            self.table.free_slot(slot);
        }
        closed.is_published
    }

    /// True: waiting threads should check again.
    pub(super) fn publish(&self, opening: u64) -> Result<bool> {
        let mut inside = self.writable(opening, Operation::Sync)?;
        inside.held.change(clock());
        Ok(inside.held.synced(opening))
    }

    /// The ranges, and as of how many cuts.
    pub(super) fn reserve(&self, opening: u64, extents: &[Extent]) -> Result<(u64, Vec<Extent>)> {
        let mut inside = self.writable(opening, Operation::Write)?;
        let ranges = inside.storage.reserve(extents)?;
        Ok((inside.cuts, ranges))
    }

    pub(super) fn resize(&self, opening: u64, size: u64) -> Result<()> {
        let mut inside = self.writable(opening, Operation::SetSize)?;
        if inside.storage.set_size(size)? {
            self.note_cut(&mut inside);
        }
        inside.held.change(clock());
        Ok(())
    }

    pub(super) fn update(&self, opening: u64, offset: u64, change: NumberChange) -> Result<u64> {
        let mut inside = self.writable(opening, Operation::Write)?;
        inside.storage.reserve(&[Extent::new(offset, 8)])?;
        let before = inside.storage.update(offset, change)?;
        inside.held.change(clock());
        Ok(before)
    }

    pub(super) fn accumulate(&self, opening: u64, row: Row<'_>) -> Result<()> {
        let mut inside = self.writable(opening, Operation::Write)?;
        inside.storage.reserve(&[Extent::new(row.offset, row.bytes.len() as u64)])?;
        inside.storage.accumulate(row)?;
        inside.held.change(clock());
        Ok(())
    }

    pub(super) fn is_immutable(&self) -> bool {
        self.lock().held.is_immutable()
    }

    pub(super) fn version(&self) -> u64 {
        self.lock().held.version()
    }

    /// The name is gone.
    pub(super) fn delete(&self) -> Result<()> {
        let mut inside = self.lock();
        inside.storage.remove()?;
        inside.held.delete();
        if let Some(slot) = inside.slot {
            self.table.set_state(slot, State::Deleted);
        }
        Ok(())
    }

    /// Another thing may have its name by now: programs that have it open must not rely on any access.
    pub(super) fn give_up(&self) {
        let mut inside = self.lock();
        inside.held.moved();
        if let Some(slot) = inside.slot {
            self.table.set_state(slot, State::Moved);
        }
    }

    /// Nobody may access it until its next home is known. `None`: it cannot be moved now.
    pub(super) fn freeze(&self) -> Option<Frozen> {
        let mut inside = self.lock();
        if !inside.held.freeze() {
            return None;
        }
        if let Some(slot) = inside.slot {
            self.table.set_state(slot, State::Frozen);
        }
        let (published, awaited) = inside.held.legacy();
        let (epoch, version) = (inside.held.epoch(), inside.held.version());
        let immutable = inside.held.is_immutable();
        Some(Frozen { epoch, created: self.created, published, awaited, version, immutable })
    }

    /// For the agent, which copies them to the next home.
    pub(super) fn descriptor(&self) -> Result<OwnedFd> {
        self.lock().storage.descriptor(false)
    }

    /// It continues at another home, or here as another thing. Returns the bytes, unless they are not here any more.
    pub(super) fn moved(&self, to: MovedTo, keeps: bool) -> Result<Option<Storage>> {
        let mut inside = self.lock();
        inside.held.moved();
        if let Some(slot) = inside.slot {
            self.table.set_state(slot, State::Moved);
        }
        inside.moved_to = Some(to);
        if keeps {
            let gone = Storage::Disk { path: std::path::PathBuf::new() };
            return Ok(Some(std::mem::replace(&mut inside.storage, gone)));
        }
        inside.storage.remove().map(|()| None)
    }

    /// Where it is, and its name when it went.
    pub(super) fn moved_to(&self) -> Option<(MovedTo, String)> {
        let inside = self.lock();
        inside.moved_to.clone().map(|to| (to, inside.name.clone()))
    }

    pub(super) fn created(&self) -> u64 {
        self.created
    }

    pub(super) fn rename(&self, to: &str, folder: &Folder) -> Result<()> {
        let mut inside = self.lock();
        inside.storage.rename(to, folder)?;
        to.clone_into(&mut inside.name);
        Ok(())
    }

    /// Whether a request of another node that carries this epoch is carried out.
    pub(super) fn admit(&self, epoch: u64, lease: &Lease) -> Verdict {
        self.lock().held.admit(epoch, lease, now(), Flaws::default())
    }

    pub(super) fn is_deleted(&self) -> bool {
        self.lock().held.state() == State::Deleted
    }

    pub(super) fn meets(&self, until: Until) -> bool {
        self.lock().held.meets(until)
    }

    pub(super) fn sync(&self) -> Result<()> {
        self.lock().storage.sync()
    }

    pub(super) fn status(&self, home: &str) -> Result<ThingStatus> {
        let inside = self.lock();
        let (size, reserved) = inside.storage.sizes()?;
        Ok(ThingStatus {
            name: inside.name.clone(),
            kind: self.kind,
            home: home.to_owned(),
            epoch: inside.held.epoch(),
            size,
            reserved,
            readers: inside.held.readers(),
            writers: inside.held.writers(),
            published: inside.held.is_published(),
            created: self.created,
            copies: if self.has_copies() { 2 } else { 1 },
            backup: self.backup.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default(),
        })
    }

    /// Programs have to reserve again what they are about to write.
    fn note_cut(&self, inside: &mut Inside) {
        inside.cuts += 1;
        if let Some(slot) = inside.slot {
            self.table.set_cuts(slot, inside.cuts);
        }
    }

    fn writable(&self, opening: u64, operation: Operation) -> Result<MutexGuard<'_, Inside>> {
        let inside = self.lock();
        if !matches!(inside.held.state(), State::Served | State::Deleted) {
            // The program looks at the table, and waits or follows it.
            return Err(Error::new(ErrorKind::PeerLost, operation).with_detail("it is being moved"));
        }
        if inside.held.may_write(opening) {
            return Ok(inside);
        }
        Err(Error::new(ErrorKind::ReadOnly, operation).with_detail("it was not opened for writing"))
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Microseconds since 1970.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(0)
}
