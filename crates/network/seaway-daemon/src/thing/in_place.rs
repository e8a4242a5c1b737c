// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things that become others where they are: immutable, or on disk instead of in memory. As one that moves, a thing is frozen, its
//! bytes are copied, and it goes on in a new epoch: writes that were under way when it was frozen do not reach the copy, and are
//! not acknowledged.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::thread;

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::{ThingFate, ThingKind, ThingMessage};

use super::elsewhere::done;
use super::home::{Home, refused};
use super::homed_thing::{Frozen, MovedTo, Thing};
use super::migration::{MOVE_WITHIN, PAUSE, PIECE_BYTES};
use super::storage::Storage;

impl Home {
    pub(super) fn convert_anywhere(&self, name: &str, fate: ThingFate) -> Result<()> {
        self.anywhere(
            name,
            || self.convert(name, fate),
            |peer| {
                let peer = self.peers.another(peer.home())?;
                let request = |id| ThingMessage::Convert { id, name: name.to_owned(), fate };
                done(&peer.ask_within(Operation::Open, MOVE_WITHIN, request)?)
            },
        )
    }

    /// Of a thing of this node. One that is so already stays as it is.
    pub(super) fn convert(&self, name: &str, fate: ThingFate) -> Result<()> {
        let _claim = self.claim(&[name]);
        let Some(thing) = self.find_here(name) else {
            return Err(refused(ErrorKind::NoSuchFile, Operation::Open));
        };
        let kind = match fate {
            ThingFate::Immutable if thing.is_immutable() => return Ok(()),
            ThingFate::OnDisk if thing.kind() == ThingKind::Disk => return Ok(()),
            ThingFate::Immutable => thing.kind(),
            ThingFate::OnDisk => ThingKind::Disk,
        };
        if thing.has_copies() {
            let detail = format!(
                "{name:?} has a second copy, which can neither be frozen nor go to disk: copy it to a thing with one copy, and use that"
            );
            return Err(refused(ErrorKind::Unsupported, Operation::Open).with_detail(detail));
        }
        let Some(mut frozen) = thing.freeze() else {
            let detail = "it is being deleted, or its node has lost its lease";
            return Err(refused(ErrorKind::FileInUse, Operation::Open).with_detail(detail));
        };
        match self.copied(&thing, name, kind, frozen.epoch) {
            Ok(storage) => {
                frozen.immutable |= fate == ThingFate::Immutable;
                self.go_on_as(name, &thing, frozen, storage)
            }
            Err(error) => {
                // No node has this name: it stays here, as it was.
                self.settle(name, &thing, frozen, "")?;
                Err(error)
            }
        }
    }

    /// The bytes of a thing that is frozen, once more.
    pub(super) fn copied(&self, thing: &Thing, name: &str, kind: ThingKind, epoch: u64) -> Result<Storage> {
        let from = File::from(thing.descriptor()?);
        let (mut storage, descriptor) = self.receive(name, kind, epoch)?;
        let copied = copy(&from, &mut storage, &File::from(descriptor));
        if let Err(error) = copied {
            let _ = storage.remove();
            return Err(error);
        }
        Ok(storage)
    }

    /// The registry gives it a new epoch, until which nobody accesses it.
    fn go_on_as(&self, name: &str, thing: &Arc<Thing>, frozen: Frozen, storage: Storage) -> Result<()> {
        let (own, kind) = (self.node().to_owned(), storage.kind());
        loop {
            self.membership.confirm()?;
            let lease = self.membership.lease_id();
            match self.names.give_as(name, frozen.epoch, &own, lease, Some(kind)) {
                Ok(Some(epoch)) => return self.replace_by(name, thing, frozen, epoch, storage),
                Ok(None) => match self.names.find(name)? {
                    // An earlier attempt has succeeded, and its answer was lost.
                    Some(found) if found.home == own && found.before == frozen.epoch => {
                        return self.replace_by(name, thing, frozen, found.epoch, storage);
                    }
                    _ => {
                        let _ = storage.remove();
                        self.take_out(name, thing);
                        thing.give_up();
                        let detail = "its name was lost while it was frozen";
                        return Err(refused(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
                    }
                },
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    fn replace_by(
        &self,
        name: &str,
        thing: &Arc<Thing>,
        frozen: Frozen,
        epoch: u64,
        mut storage: Storage,
    ) -> Result<()> {
        storage.rename(name, &self.folder)?;
        if frozen.immutable {
            storage.protect()?;
        }
        // What it had before is given back, but for a file, which the new one has replaced.
        drop(thing.moved(MovedTo { node: self.node().to_owned(), epoch }, true)?);
        let held = frozen.arrived(epoch);
        self.put_in(name, Thing::created_at(frozen.created, name, held, storage, &self.table));
        self.tell();
        Ok(())
    }
}

fn copy(from: &File, storage: &mut Storage, to: &File) -> Result<()> {
    let failed = |error| Error::from_io(Operation::Write, error);
    let size = from.metadata().map_err(failed)?.len();
    let (mut buffer, mut offset) = (vec![0; PIECE_BYTES.min(1 << 20)], 0);
    while offset < size {
        let piece = usize::try_from(size - offset).unwrap_or(buffer.len()).min(buffer.len());
        let bytes = &mut buffer[..piece];
        from.read_exact_at(bytes, offset).map_err(failed)?;
        // Holes take no memory there, either.
        if bytes.iter().any(|byte| *byte != 0) {
            storage.reserve(&[Extent::new(offset, piece as u64)])?;
            to.write_all_at(bytes, offset).map_err(failed)?;
        }
        offset += piece as u64;
    }
    storage.set_size(size).map(|_| ())
}
