// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things of this node that have a second copy elsewhere: changes go to the backup first, one after the other; a backup that does not
//! answer is forgotten in the registry before anything is acknowledged without it; and another one is filled while the thing is in
//! use.

use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::Delivery;
use seaway_messages::MAX_THING_BYTES;
use seaway_roles::thing::{Copied, CopyFlaws, Course, Mirror};

use super::home::{Home, refused};
use super::homed_thing::{MovedTo, Thing};

/// After an attempt to fill a copy has failed.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(2);
/// How often an entry is read that others change.
const TRIES: usize = 16;

/// Held while a change is made.
#[derive(Debug)]
pub(super) struct Mirrored {
    role: Mirror,
    link: Option<Link>,
    /// When the next copy may be begun.
    not_before: Option<Instant>,
}

/// The way to the backup.
#[derive(Debug)]
struct Link {
    node: String,
    delivery: Delivery,
}

impl Mirrored {
    pub(super) fn alone() -> Self {
        Self { role: Mirror::alone(0), link: None, not_before: None }
    }

    pub(super) fn lacks_a_copy(&self) -> bool {
        self.role.is_alone() && self.not_before.is_none_or(|time| Instant::now() >= time)
    }

    fn send(&mut self, copy: u64, send: &dyn Fn(&Delivery) -> Result<()>) -> Course {
        let sent = self.link.as_ref().is_some_and(|link| send(&link.delivery).is_ok());
        if !sent {
            (self.link, self.not_before) = (None, Some(Instant::now() + TRY_AGAIN_AFTER));
        }
        self.role.copied(copy, if sent { Copied::Done } else { Copied::Failed }, CopyFlaws::default())
    }
}

impl Home {
    /// Makes a change: by the backup first, if there is one. `None`: this node is not the home any more.
    pub(super) fn change<T>(
        &self,
        thing: &Arc<Thing>,
        send: &dyn Fn(&Delivery) -> Result<()>,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(mut mirrored) = thing.mirrored() else { return make().map(Some) };
        loop {
            let course = match mirrored.role.course() {
                Course::Both { copy } => mirrored.send(copy, send),
                other => other,
            };
            match course {
                Course::Alone | Course::Both { .. } => return make().map(Some),
                Course::Settle => self.settle_backup(thing, &mut mirrored)?,
                Course::NotHere => return Ok(None),
            }
        }
    }

    /// The backup hears how many write it, and whether they are done.
    pub(super) fn tell_backup(&self, thing: &Arc<Thing>) {
        if thing.has_copies() {
            let (published, awaited, version) = thing.legacy();
            // The next change finds out what is wrong.
            let _ = self.change(thing, &|delivery| delivery.tell(published, awaited, version), || Ok(()));
        }
    }

    /// From here on there is one copy, until another one is filled. Before the thing gets another name or home.
    pub(super) fn without_backup(&self, thing: &Arc<Thing>) -> Result<()> {
        let Some(mut mirrored) = thing.mirrored() else { return Ok(()) };
        mirrored.role.drop_backup();
        mirrored.not_before = Some(Instant::now() + TRY_AGAIN_AFTER);
        if let Some(link) = mirrored.link.take() {
            link.delivery.abandon();
        }
        if mirrored.role.needs_settling() {
            self.settle_backup(thing, &mut mirrored)?;
        }
        match mirrored.role.course() {
            Course::NotHere => Err(refused(ErrorKind::NoSuchFile, Operation::Open)),
            _ => Ok(()),
        }
    }

    /// The registry forgets the backup; or it names another home, and this one ends.
    fn settle_backup(&self, thing: &Arc<Thing>, mirrored: &mut Mirrored) -> Result<()> {
        let name = thing.name();
        for _ in 0..TRIES {
            // One whose lease has ended may have been replaced already.
            self.membership.confirm()?;
            match self.names.find(&name)? {
                Some(found) if found.home == self.node() && found.epoch == thing.epoch() => {
                    // Replaced even if it names none: a request to name one may still be under way, and comes to nothing then.
                    if self.names.forget_backup(&name, &found)? {
                        mirrored.role.dropped();
                        thing.show_backup(None);
                        return Ok(());
                    }
                }
                found => {
                    mirrored.role.end();
                    self.take_out(&name, thing);
                    match found {
                        Some(found) => {
                            let to = MovedTo { node: found.home, epoch: found.epoch };
                            thing.moved(to, false)?;
                        }
                        None => thing.give_up(),
                    }
                    self.tell();
                    return Ok(());
                }
            }
        }
        Err(Error::new(ErrorKind::PeerLost, Operation::Write)
            .with_detail("its entry in the registry changes all the time"))
    }

    /// Waits until members change, or for a while, and sees to second copies.
    pub(super) fn tend(&self) {
        const TURN: Duration = Duration::from_secs(1);
        const SOON: Duration = Duration::from_millis(50);
        const SWEEP_EVERY: u64 = 10;
        let after = self.membership.revision();
        let done = self.membership.confirm().and_then(|()| self.tend_copies());
        self.fill_copies();
        let turn = self.turns.fetch_add(1, Ordering::Relaxed);
        if turn % SWEEP_EVERY == SWEEP_EVERY - 1 {
            let _ = self.sweep_copies();
        }
        match (done, after) {
            (Ok(true), _) => std::thread::sleep(SOON),
            (Ok(false), Ok(after)) => {
                if self.membership.watch(after, TURN).is_err() {
                    std::thread::sleep(SOON);
                }
            }
            // Without the registry nothing can be decided.
            _ => std::thread::sleep(SOON),
        }
    }

    /// Fills second copies of things that have none. Called when members change, and now and then.
    pub(super) fn fill_copies(&self) {
        let things: Vec<(String, Arc<Thing>)> =
            self.lock().things.iter().map(|(name, thing)| (name.clone(), Arc::clone(thing))).collect();
        for (name, thing) in things.iter().filter(|(_, thing)| thing.lacks_a_copy()) {
            // Another node may be better, later.
            let _ = self.fill_copy(name, thing);
        }
    }

    /// Fills a second copy, on another node.
    pub(super) fn fill_copy(&self, name: &str, thing: &Arc<Thing>) -> Result<()> {
        let Some(node) = self.node_for_copy(name)? else { return Ok(()) };
        let Some(copy) = self.begin_copy(name, thing, &node)? else { return Ok(()) };
        let file = std::fs::File::from(thing.descriptor()?);
        let mut buffer = vec![0; usize::try_from(MAX_THING_BYTES).unwrap_or(1 << 20)];
        let mut offset = 0;
        loop {
            // Changes are made in between.
            let Some(mut mirrored) = thing.mirrored() else { return Ok(()) };
            if mirrored.role.course() != (Course::Both { copy }) {
                return Ok(());
            }
            let size = file.metadata().map_err(|error| Error::from_io(Operation::Read, error))?.len();
            if offset >= size {
                return self.name_copy(name, thing, &mut mirrored, copy, size);
            }
            let len = usize::try_from(size - offset).unwrap_or(buffer.len()).min(buffer.len());
            file.read_exact_at(&mut buffer[..len], offset)
                .map_err(|error| Error::from_io(Operation::Read, error))?;
            let part = &buffer[..len];
            // Holes take no memory there, either.
            if part.iter().any(|byte| *byte != 0) {
                mirrored.send(copy, &|delivery| delivery.write(offset, part));
            }
            offset += len as u64;
        }
    }

    fn begin_copy(&self, name: &str, thing: &Arc<Thing>, node: &str) -> Result<Option<u64>> {
        let Some(mut mirrored) = thing.mirrored() else { return Ok(None) };
        let Some(copy) = mirrored.role.fill() else { return Ok(None) };
        let lease = self.membership.lease_id().unwrap_or(0);
        let begun = self.membership.address_of(node).and_then(|address| {
            let connection = Arc::new(self.peers.another_within(&address, self.session_patience())?);
            Delivery::copy(connection, name, thing.epoch(), copy, self.node(), lease, thing.created())
        });
        match begun {
            Ok(delivery) => {
                mirrored.link = Some(Link { node: node.to_owned(), delivery });
                Ok(Some(copy))
            }
            Err(error) => {
                mirrored.role.copied(copy, Copied::Failed, CopyFlaws::default());
                mirrored.not_before = Some(Instant::now() + TRY_AGAIN_AFTER);
                Err(error)
            }
        }
    }

    /// All bytes are there.
    fn name_copy(
        &self,
        name: &str,
        thing: &Arc<Thing>,
        mirrored: &mut Mirrored,
        copy: u64,
        size: u64,
    ) -> Result<()> {
        let (published, awaited, version) = thing.legacy();
        mirrored.send(copy, &|delivery| {
            delivery.set_size(size)?;
            delivery.tell(published, awaited, version)
        });
        let Some(node) = mirrored.link.as_ref().map(|link| link.node.clone()) else { return Ok(()) };
        if !mirrored.role.name(copy) {
            return Ok(());
        }
        match self.names.name_backup(name, thing.epoch(), &node, copy) {
            Ok(true) => {
                mirrored.role.named(copy);
                thing.show_backup(Some(&node));
                Ok(())
            }
            other => {
                // Whatever is under way is decided by this.
                mirrored.role.drop_backup();
                mirrored.link = None;
                self.settle_backup(thing, mirrored)?;
                other.map(|_| ())
            }
        }
    }

    /// Another member, chosen by the name, so that copies are spread.
    fn node_for_copy(&self, name: &str) -> Result<Option<String>> {
        let mut others = self.membership.members()?;
        others.retain(|node| node != self.node());
        if others.is_empty() {
            return Ok(None);
        }
        let sum: usize = name.bytes().map(usize::from).sum();
        Ok(Some(others.swap_remove(sum % others.len())))
    }

    /// The lease has ended, and there is a new one. A thing that has a second copy goes on here, unless the copy was quicker.
    pub(super) fn keep_after_lost_lease(&self, name: &str, thing: &Arc<Thing>) -> Result<()> {
        let Some(mut mirrored) = thing.mirrored() else { return Ok(()) };
        let epoch = thing.epoch();
        let kept = match self.names.find(name)?.filter(|found| found.home == self.node()) {
            Some(found) if found.epoch == epoch => self.names.keep(name, &found)?,
            // An earlier attempt has succeeded, and its answer was lost.
            Some(found) if found.before == epoch && found.under == self.membership.lease_id() => {
                Some(found.epoch)
            }
            _ => None,
        };
        mirrored.role.end();
        mirrored.link = None;
        drop(mirrored);
        match kept {
            Some(epoch) => self.goes_on(name, thing, epoch),
            None => {
                match self.names.find(name)? {
                    Some(found) => {
                        _ = thing.moved(MovedTo { node: found.home, epoch: found.epoch }, false)?
                    }
                    None => thing.give_up(),
                }
                Ok(())
            }
        }
    }
}
