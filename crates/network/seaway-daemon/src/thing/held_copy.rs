// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HeldCopy`]: the second copy of a thing whose home is another node. It gets each change before the home makes it, and takes over
//! when the registry's entry names it and the home has lost its lease.

use std::io::IoSlice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_device_api::{DeviceFile, Error, ErrorKind, Extent, Operation, Result, Segments};
use seaway_devices::thing::{bytes_of, now};
use seaway_messages::{ThingKind, ThingMessage};
use seaway_roles::thing::{Backup, CopyFlaws, Held};

use super::home::Home;
use super::homed_thing::Thing;
use super::names::Registered;
use super::storage::Storage;

#[derive(Debug)]
pub(super) struct HeldCopy {
    pub(super) name: String,
    /// Name of the home, and the lease under which it acts.
    pub(super) home: String,
    pub(super) lease: u64,
    inside: Mutex<Inside>,
}

#[derive(Debug)]
struct Inside {
    backup: Backup,
    /// Until it takes over.
    storage: Option<Storage>,
    bytes: Box<dyn DeviceFile>,
    created: u64,
    published: bool,
    awaited: u32,
    version: u64,
}

/// What the home says of a copy that is about to come.
#[derive(Debug)]
pub(super) struct CopyTerms {
    pub(super) name: String,
    pub(super) epoch: u64,
    pub(super) copy: u64,
    pub(super) home: String,
    pub(super) lease: u64,
    pub(super) created: u64,
}

impl HeldCopy {
    /// Writes at the places one after the other. False: it is not the copy of this epoch any more.
    pub(super) fn write(&self, epoch: u64, extents: &[Extent], bytes: &[u8]) -> Result<bool> {
        let mut inside = self.lock();
        if !inside.admits(epoch) {
            return Ok(false);
        }
        inside.storage()?.reserve(extents)?;
        inside.bytes.write(extents, &Segments::new(&[IoSlice::new(bytes)])).map(|()| true)
    }

    pub(super) fn set_size(&self, epoch: u64, size: u64) -> Result<bool> {
        let mut inside = self.lock();
        if !inside.admits(epoch) {
            return Ok(false);
        }
        inside.storage()?.set_size(size)?;
        inside.bytes.size_was_changed();
        Ok(true)
    }

    /// What the home knows of writers.
    pub(super) fn tell(&self, published: bool, awaited: u32, version: u64) -> Result<()> {
        let mut inside = self.lock();
        if inside.backup.is_over() {
            return Err(
                Error::new(ErrorKind::PeerLost, Operation::Sync).with_detail("the copy has taken over")
            );
        }
        (inside.published, inside.awaited, inside.version) = (published, awaited, version);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// The number of the copy is that of the opening through which it is written.
    fn admits(&self, epoch: u64) -> bool {
        self.backup.admits(epoch, self.backup.copy, CopyFlaws::default())
    }

    fn storage(&mut self) -> Result<&mut Storage> {
        let gone =
            || Error::new(ErrorKind::PeerLost, Operation::Write).with_detail("the copy has taken over");
        self.storage.as_mut().ok_or_else(gone)
    }
}

impl Home {
    /// Makes room for a copy, in place of an older one.
    pub(super) fn hold_copy(&self, terms: CopyTerms) -> Result<(Box<dyn DeviceFile>, Arc<HeldCopy>)> {
        let CopyTerms { name, epoch, copy, home, lease, created } = terms;
        let storage = self.new_storage(ThingKind::Memory, &name)?;
        let bytes = bytes_of(&name, storage.descriptor(true)?)?;
        let visible = bytes_of(&name, storage.descriptor(false)?)?;
        let (backup, storage) = (Backup::new(epoch, copy), Some(storage));
        let inside = Inside { backup, storage, bytes, created, published: false, awaited: 0, version: 0 };
        let held = Arc::new(HeldCopy { name: name.clone(), home, lease, inside: Mutex::new(inside) });
        self.lock().copies.insert(name, Arc::clone(&held));
        Ok((visible, held))
    }

    /// The home does not want it any more.
    pub(super) fn drop_copy(&self, held: &Arc<HeldCopy>) {
        let mut inside = self.lock();
        if inside.copies.get(&held.name).is_some_and(|known| Arc::ptr_eq(known, held)) {
            inside.copies.remove(&held.name);
        }
    }

    /// Takes over where homes have lost their leases, and drops what is of no use any more. Called when members change, and now
    /// and then.
    ///
    /// True: one is about to take over.
    pub(super) fn tend_copies(&self) -> Result<bool> {
        let copies: Vec<Arc<HeldCopy>> = self.lock().copies.values().cloned().collect();
        if copies.is_empty() {
            return Ok(false);
        }
        let leases = self.membership.leases()?;
        let mut is_pending = false;
        for held in copies {
            let is_lost = leases.get(&held.home) != Some(&held.lease);
            if is_lost {
                self.take_over(&held)?;
                is_pending |= held.lock().backup.is_waiting();
            } else {
                held.lock().backup.home_is_there();
            }
        }
        Ok(is_pending)
    }

    /// Drops copies that no entry names, and whose homes do not fill them any more.
    pub(super) fn sweep_copies(&self) -> Result<()> {
        let copies: Vec<Arc<HeldCopy>> = self.lock().copies.values().cloned().collect();
        for held in copies {
            let epoch = held.lock().backup.epoch;
            match self.names.find(&held.name)? {
                Some(found) if found.epoch == epoch => {}
                // Of a home that has been replaced, or of a thing that was deleted or renamed.
                Some(found) if found.home == self.node() && found.before == epoch => {}
                _ => self.drop_copy(&held),
            }
        }
        Ok(())
    }

    /// The home has lost a thing: its backup should look whether it has it.
    pub(super) fn ask_backup(&self, name: &str, found: &Registered) {
        let Some(backup) = found.backup.as_deref().filter(|backup| *backup != self.node()) else {
            return self.forget_what_nobody_has(name).unwrap_or(());
        };
        if let Ok(peer) = self.peer(backup) {
            let _ = peer.ask(Operation::Open, |id| ThingMessage::Take { id, name: name.to_owned() });
        }
    }

    /// Both nodes of a thing have lost it: its name is free. The name is claimed.
    pub(super) fn forget_what_nobody_has(&self, name: &str) -> Result<()> {
        let Some(found) = self.names.find(name)?.filter(|found| found.backup.as_deref() == Some(self.node()))
        else {
            return Ok(());
        };
        let home_is_there = self.membership.leases()?.get(&found.home).copied() == found.under;
        if !home_is_there && !self.lock().copies.contains_key(name) {
            self.names.forget(name, found.revision)?;
        }
        Ok(())
    }

    fn take_over(&self, held: &Arc<HeldCopy>) -> Result<()> {
        let _claim = self.claim(&[&held.name]);
        // Nothing is carried out for the former home meanwhile.
        let mut inside = held.lock();
        let flaws = CopyFlaws::default();
        if !inside.backup.home_is_lost(now(), self.membership.grace(), flaws) || inside.backup.is_over() {
            return Ok(());
        }
        let Some(found) = self.names.find(&held.name)? else {
            drop(inside);
            self.drop_copy(held);
            return Ok(());
        };
        let epoch = if found.home == self.node() && found.before == inside.backup.epoch {
            // An earlier attempt has succeeded, and its answer was lost.
            (found.under == self.membership.lease_id()).then_some(found.epoch)
        } else if found.backup.as_deref() == Some(self.node())
            && inside.backup.may_take_over(found.epoch, found.copy, true, flaws)
        {
            self.names.take_over(&held.name, &found)?
        } else {
            None
        };
        if let Some(epoch) = epoch {
            self.begin_as_home(held, &mut inside, &Registered { epoch, ..found });
        }
        Ok(())
    }

    fn begin_as_home(&self, held: &Arc<HeldCopy>, inside: &mut Inside, found: &Registered) {
        inside.backup.took_over();
        let Some(storage) = inside.storage.take() else { return };
        let role = Held::arrived(found.epoch, inside.published, inside.awaited).with_version(inside.version);
        let thing = Thing::created_at(inside.created, &held.name, role, storage, &self.table);
        let thing = if found.copies > 1 { thing.with_copies() } else { thing };
        self.put_in(&held.name, thing);
        self.drop_copy(held);
        self.tell();
    }
}
