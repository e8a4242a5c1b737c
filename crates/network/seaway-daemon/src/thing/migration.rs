// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moving a thing to another home while it is in use, in the steps that the simulator checks: it is frozen, its bytes are copied,
//! the registry names the new home in a new epoch, and the new home begins to serve it. Until the registry has decided, no
//! program is served; a thing that stays continues in another epoch.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::Delivery;
use seaway_messages::{HomeAddress, MAX_THING_BYTES, ThingKind, ThingMessage, ThingStatus};
use seaway_roles::thing::Held;

use super::elsewhere::done;
use super::home::{Home, refused};
use super::homed_thing::{Frozen, MovedTo, Thing};
use super::names::Registered;
use super::storage::Storage;

/// How long a move may take, of any size.
pub(super) const MOVE_WITHIN: Duration = Duration::from_secs(3600);
pub(super) const PAUSE: Duration = Duration::from_millis(100);
/// Bytes that are read at a time, so that several pieces are under way.
pub(super) const PIECE_BYTES: usize = 8 << 20;

/// A thing whose bytes have come, before the registry names this node.
#[derive(Debug)]
pub(super) struct Coming {
    /// As of the home that they come from.
    told: Frozen,
    storage: Storage,
    since: Instant,
}

impl Home {
    /// Moves a thing, wherever it is, to another home.
    pub(super) fn migrate_anywhere(&self, name: &str, to: &str) -> Result<()> {
        self.anywhere(
            name,
            || self.migrate(name, to),
            |peer| {
                // It takes long: other requests have a connection of their own.
                let peer = self.peers.another(peer.home())?;
                let (name, to) = (name.to_owned(), to.to_owned());
                done(&peer.ask_within(Operation::Open, MOVE_WITHIN, |id| ThingMessage::Migrate {
                    id,
                    name,
                    to,
                })?)
            },
        )
    }

    /// Moves a thing of this node to another home.
    pub(super) fn migrate(&self, name: &str, to: &str) -> Result<()> {
        let _claim = self.claim(&[name]);
        let Some(thing) = self.find_here(name) else {
            return Err(refused(ErrorKind::NoSuchFile, Operation::Open));
        };
        if to == self.node() {
            return Ok(());
        }
        let address = self.membership.address_of(to)?;
        self.without_backup(&thing)?;
        let Some(frozen) = thing.freeze() else {
            let detail = "it is being deleted, or its node has lost its lease";
            return Err(refused(ErrorKind::FileInUse, Operation::Open).with_detail(detail));
        };
        let outcome = self.copy_to(&address, name, &thing, frozen);
        let given = outcome.and_then(|lease| self.names.give(name, frozen.epoch, to, lease));
        match given {
            Ok(Some(epoch)) => self.gave(name, &thing, to, epoch),
            other => {
                // Decides whatever is still under way.
                let moved = self.settle(name, &thing, frozen, to)?;
                match other {
                    _ if moved => Ok(()),
                    Err(error) => Err(error),
                    Ok(_) => {
                        let detail = format!("node {to} has left the space meanwhile");
                        Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
                    }
                }
            }
        }
    }

    /// Returns the lease of the new home.
    fn copy_to(&self, to: &HomeAddress, name: &str, thing: &Thing, frozen: Frozen) -> Result<Option<u64>> {
        let file = std::fs::File::from(thing.descriptor()?);
        let failed = |error| Error::from_io(Operation::Read, error);
        let size = file.metadata().map_err(failed)?.len();
        let connection = Arc::new(self.peers.another(to)?);
        let delivery = Delivery::begin(connection, name, thing.kind(), frozen.epoch, size)?;
        let mut buffer = vec![0; PIECE_BYTES];
        let mut offset = 0;
        while offset < size {
            let piece = usize::try_from(size - offset).unwrap_or(PIECE_BYTES).min(PIECE_BYTES);
            std::os::unix::fs::FileExt::read_exact_at(&file, &mut buffer[..piece], offset).map_err(failed)?;
            // Holes take no memory there, either.
            for (index, bytes) in
                buffer[..piece].chunks(usize::try_from(MAX_THING_BYTES).unwrap_or(1)).enumerate()
            {
                if bytes.iter().any(|byte| *byte != 0) {
                    delivery.write(offset + index as u64 * MAX_THING_BYTES, bytes)?;
                }
            }
            offset += piece as u64;
        }
        delivery.set_size(size)?;
        let lease = delivery.finish(
            frozen.created,
            frozen.published,
            frozen.awaited,
            frozen.version,
            frozen.immutable,
        )?;
        Ok((lease != 0).then_some(lease))
    }

    /// The registry has given it away.
    fn gave(&self, name: &str, thing: &Arc<Thing>, to: &str, epoch: u64) -> Result<()> {
        self.take_out(name, thing);
        thing.moved(MovedTo { node: to.to_owned(), epoch }, false)?;
        self.tell();
        // It finds out by itself when a program asks for it.
        if let Ok(peer) = self.peer(to) {
            let _ = peer.ask(Operation::Open, |id| ThingMessage::Take { id, name: name.to_owned() });
        }
        Ok(())
    }

    /// Asks the registry who the home is, until it answers or the lease ends. True: the other node.
    pub(super) fn settle(&self, name: &str, thing: &Arc<Thing>, frozen: Frozen, to: &str) -> Result<bool> {
        loop {
            self.membership.confirm()?;
            let own = self.node().to_owned();
            match self.names.give(name, frozen.epoch, &own, self.membership.lease_id()) {
                Ok(Some(epoch)) => return self.stays(name, thing, frozen, epoch).map(|()| false),
                Ok(None) => match self.names.find(name)? {
                    Some(found) if found.home == to && found.before == frozen.epoch => {
                        return self.gave(name, thing, to, found.epoch).map(|()| true);
                    }
                    // An earlier attempt has succeeded, and its answer was lost.
                    Some(found) if found.home == own && found.before == frozen.epoch => {
                        return self.stays(name, thing, frozen, found.epoch).map(|()| false);
                    }
                    _ => {
                        self.take_out(name, thing);
                        thing.give_up();
                        let detail = "it lost its name while it was being moved";
                        return Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
                    }
                },
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    /// It was not moved, and continues here in another epoch.
    fn stays(&self, name: &str, thing: &Arc<Thing>, frozen: Frozen, epoch: u64) -> Result<()> {
        self.continues(name, thing, frozen.arrived(epoch), frozen.created)
    }

    /// A thing with a second copy that goes on here in another epoch, as its lease has ended.
    pub(super) fn goes_on(&self, name: &str, thing: &Arc<Thing>, epoch: u64) -> Result<()> {
        let (published, awaited, version) = thing.legacy();
        let held = Held::arrived(epoch, published, awaited).with_version(version);
        self.continues(name, thing, held, thing.created())
    }

    fn continues(&self, name: &str, thing: &Arc<Thing>, held: Held, created: u64) -> Result<()> {
        let to = MovedTo { node: self.node().to_owned(), epoch: held.epoch() };
        let Some(storage) = thing.moved(to, true)? else { return Ok(()) };
        let new = Thing::created_at(created, name, held, storage, &self.table);
        self.put_in(name, if thing.has_copies() { new.with_copies() } else { new });
        self.tell();
        Ok(())
    }

    /// Makes room for a thing that is about to come: a descriptor to write it to, and what it stands for.
    pub(super) fn receive(&self, name: &str, kind: ThingKind, epoch: u64) -> Result<(Storage, OwnedFd)> {
        let storage = match kind {
            ThingKind::Memory => self.new_storage(kind, name)?,
            // Not under its name: the registry has not decided yet.
            ThingKind::Disk => Storage::Disk { path: self.folder.create_arriving(name, epoch)? },
        };
        let descriptor = storage.descriptor(true)?;
        Ok((storage, descriptor))
    }

    /// All bytes have come. Returns the lease of this node.
    pub(super) fn deliver(&self, name: &str, storage: Storage, told: Frozen) -> Result<u64> {
        let coming = Coming { told, storage, since: Instant::now() };
        // Those of an attempt that was given up may come later than those of the next.
        self.expect(name, coming, |known, new| known.told.epoch < new.told.epoch);
        Ok(self.membership.lease_id().unwrap_or(0))
    }

    /// The registry may name this node.
    pub(super) fn take(&self, name: &str) -> Result<()> {
        let _claim = self.claim(&[name]);
        if let Some(found) = self.names.find(name)?
            && !self.adopt(name, &found)?
        {
            self.forget_what_nobody_has(name)?;
        }
        Ok(())
    }

    /// Serves a thing that has come, if the registry says that it is this node's. The name is claimed.
    pub(super) fn adopt(&self, name: &str, found: &Registered) -> Result<bool> {
        if found.home != self.node() || found.before == 0 || self.find_here(name).is_some() {
            return Ok(false);
        }
        // Only under the lease that the entry ends with.
        let lease = if found.copies > 1 { found.under } else { found.lease };
        if found.kind == ThingKind::Memory && lease != self.membership.lease_id() {
            return Ok(false);
        }
        let Some(coming) = self.come(name, |coming| coming.told.epoch == found.before) else {
            return Ok(false);
        };
        let Coming { mut storage, told, .. } = coming;
        storage.rename(name, &self.folder)?;
        if told.immutable {
            storage.protect()?;
        }
        let held = told.arrived(found.epoch);
        let thing = Thing::created_at(told.created, name, held, storage, &self.table);
        self.put_in(name, if found.copies > 1 { thing.with_copies() } else { thing });
        self.tell();
        Ok(true)
    }

    /// Drops what has come and is not this node's after all. Called now and then.
    pub(super) fn sweep_coming(&self) {
        let patience = self.session_patience() * 2;
        for name in self.coming_since(|coming| coming.since.elapsed() > patience) {
            let _claim = self.claim(&[&name]);
            match self.names.find(&name) {
                Ok(Some(found)) if self.adopt(&name, &found).unwrap_or(true) => {}
                Ok(_) => {
                    if let Some(coming) = self.come(&name, |coming| coming.since.elapsed() > patience) {
                        let _ = coming.storage.remove();
                    }
                }
                // Nobody knows.
                Err(_) => {}
            }
        }
    }

    /// Where the thing of an opening has moved.
    pub(super) fn locate(&self, opening: u64) -> Result<(HomeAddress, ThingStatus)> {
        let thing = self.opened(opening, Operation::Open)?;
        let Some((MovedTo { node, epoch }, name)) = thing.moved_to() else {
            let detail = "its home has lost touch with the registry of its space, and the thing with it: open it again";
            return Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
        };
        let home = match node == self.node() {
            true => HomeAddress { node: node.clone(), addresses: self.membership.addresses() },
            false => self.membership.address_of(&node)?,
        };
        let registered = Registered { epoch, ..Registered::new(node, thing.kind()) };
        Ok((home, ThingStatus { created: thing.created(), ..registered.status(&name) }))
    }
}
