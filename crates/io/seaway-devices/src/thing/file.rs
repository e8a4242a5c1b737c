// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ThingFile`]: an open thing, wherever its home is. When the home changes, it is opened at the new one, and what was not
//! done is done there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use seaway_device_api::pieces::check;
use seaway_device_api::{
    DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality, MapCandidate,
    MappedRange, Mapping, OpenFlags, Operation, RangeLock, RangeLocks, Result, Segments, SegmentsMut,
};
use seaway_messages::{
    COPIED, FOLLOWS, HomeAddress, NumberChange, ThingKind, ThingMessage, ThingQuestion, ThingStatus,
};

use super::agent::AgentConnection;
use super::far_file::{Far, FarFile, FarOpened};
use super::here_file::HereFile;
use super::home_connection::HomeConnection;
use super::lost_home::Lost;
use super::opening::Opening;
use super::options::SpaceOptions;
use super::row::Row;
use crate::ufs::UfsDevice;

/// How often a thing is followed that moves on while it is opened.
const TRIES: usize = 64;

#[derive(Debug)]
pub(super) struct ThingFile {
    pub(super) door: Door,
    pub(super) place: RwLock<Arc<HereOrFar>>,
    /// Held by the one who follows it to another home.
    pub(super) following: Mutex<()>,
    /// Something was written that others have not been told of.
    is_changed: AtomicBool,
    hints: Hints,
    /// When it was created, and in how many copies.
    pub(super) created: u64,
    pub(super) copies: u32,
}

/// What opening it needs, once more if it moves.
#[derive(Debug, Clone)]
pub(super) struct Door {
    pub(super) agent: Arc<AgentConnection>,
    pub(super) name: String,
    /// What errors call it, if that is not its name.
    pub(super) label: Option<String>,
    pub(super) flags: OpenFlags,
    pub(super) options: SpaceOptions,
    pub(super) hints: Hints,
}

#[derive(Debug)]
pub(super) enum HereOrFar {
    Here(HereFile),
    Far(FarFile),
}

/// What a thing gets that is created by opening it.
#[derive(Debug, Clone, Copy)]
pub struct NewThing {
    pub kind: ThingKind,
    /// Reserved at once.
    pub size: u64,
}

/// Where it was opened, whether that has created it, and what is known of it.
pub(super) type HomeOpening = (HereOrFar, bool, ThingStatus);

/// One that was opened.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) file: ThingFile,
    pub(super) created: bool,
    pub(super) status: ThingStatus,
}

impl Door {
    pub(super) fn open(self, new: NewThing) -> Result<Found> {
        let found = match self.find(None, false, new) {
            Err(error) if self.may_spill(&error, self.options.copies) && new.kind == ThingKind::Memory => {
                self.find(None, false, NewThing { kind: ThingKind::Disk, ..new })
            }
            other => other,
        };
        let (place, created, status) = found.map_err(|error| self.named(error))?;
        let in_use =
            SpaceOptions { kind: status.kind, copies: status.copies, ..self.options.clone() }.in_use();
        let (place, following) = (RwLock::new(Arc::new(place)), Mutex::default());
        let is_changed = AtomicBool::new(false);
        let file = ThingFile {
            door: self,
            place,
            following,
            is_changed,
            hints: in_use,
            created: status.created,
            copies: status.copies,
        };
        Ok(Found { file, created, status })
    }

    /// Opens it at `home`, or where the node's agent says.
    fn find(&self, home: Option<HomeAddress>, follows: bool, new: NewThing) -> Result<HomeOpening> {
        let (mut home, mut was_asked) = (home, false);
        for _ in 0..TRIES {
            // A thing with a second copy is accessed by messages on its own node, too.
            let next = match home.take().filter(|home| was_asked || home.node != self.agent.node()) {
                None => match self.open_here(follows, new)? {
                    Ok(found) => return Ok(found),
                    Err((elsewhere, _)) => {
                        was_asked = true;
                        elsewhere
                    }
                },
                Some(far) => {
                    let space = &self.options.space;
                    let connection = HomeConnection::shared(space, &far, self.options.timeout)?;
                    match FarFile::open(&connection, &self.name, self.flags, self.further(follows), new)? {
                        FarOpened::Here { file, created, status } => {
                            return Ok((HereOrFar::Far(file), created, status));
                        }
                        FarOpened::Elsewhere(home) => home,
                    }
                }
            };
            home = Some(next);
        }
        let detail = "its home changes again and again";
        Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
    }

    /// Asks the agent of this node, which has it or knows who has.
    pub(super) fn open_here(
        &self,
        follows: bool,
        new: NewThing,
    ) -> Result<std::result::Result<HomeOpening, (HomeAddress, ThingStatus)>> {
        let NewThing { kind, size } = new;
        let (name, flags) = (self.name.clone(), self.flags.bits() | self.further(follows));
        let request = |id| match self.options.home.clone() {
            Some(home) => ThingMessage::OpenAt { id, name, flags, kind, size, home },
            None => ThingMessage::Open { id, name, flags, kind, size },
        };
        match self.agent.ask(Operation::Open, request)? {
            (ThingMessage::Opened { opening, slot, created, status, .. }, Some(descriptor)) => {
                let path = self.path();
                let opening = Opening::new(&self.agent, opening, slot, &status, self.flags, path.clone());
                let memory =
                    (status.kind == ThingKind::Memory).then(|| descriptor.try_clone().ok()).flatten();
                let bytes = UfsDevice.adopt(&DevicePath::new(path), descriptor, &self.hints)?;
                Ok(Ok((HereOrFar::Here(HereFile::new(bytes, memory, opening)), created, status)))
            }
            (ThingMessage::Elsewhere { home, status, .. }, _) => Ok(Err((home, status))),
            (other, _) => Err(self.agent.unexpected(Operation::Open, &other)),
        }
    }

    /// What else the home is told in the flags.
    pub(super) fn further(&self, follows: bool) -> u8 {
        let copied = self.flags.contains(OpenFlags::CREATE) && self.options.copies > 1;
        (if follows { FOLLOWS } else { 0 }) | (if copied { COPIED } else { 0 })
    }

    fn path(&self) -> String {
        format!("thing:{}", self.label.as_ref().unwrap_or(&self.name))
    }

    pub(super) fn named(&self, error: Error) -> Error {
        error.with_path(self.path())
    }
}

impl HereOrFar {
    /// The outcome of an access to bytes that were here.
    fn outcome<T>(here: &HereFile, outcome: Result<T>) -> Result<Far<T>> {
        match outcome {
            Err(_) if here.has_moved() => Ok(Far::NotHere),
            other => other.map(Far::Done),
        }
    }
}

impl ThingFile {
    /// It has another name by now.
    pub(super) fn is_named(&mut self, name: &str) {
        name.clone_into(&mut self.door.name);
        self.door.label = None;
    }

    /// Whether its bytes are on this node.
    pub(super) fn is_here(&self) -> bool {
        matches!(*self.place(), HereOrFar::Here(_))
    }

    /// Changes one number in one step, at its home.
    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        self.must_be_writable(Operation::Write)?;
        self.run_once(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.update(offset, change)),
            HereOrFar::Far(far) => far.ask(Operation::Write, ThingQuestion::Update { offset, change }),
        })
    }

    /// Combines numbers with those that are there, each in one step, at its home.
    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        self.run_once(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.accumulate(row)),
            HereOrFar::Far(far) => far.accumulate(row),
        })
    }

    /// Has those who wait for the next version look, before it is closed.
    fn tell_of_changes(&self) -> Result<()> {
        if !self.is_changed.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.publish()),
            HereOrFar::Far(far) => self.ask(Operation::Sync, far, ThingQuestion::Sync { durable: false }),
        })
    }

    pub(super) fn is_deleted(&self) -> bool {
        match &*self.place() {
            HereOrFar::Here(here) => here.is_deleted(),
            HereOrFar::Far(far) => {
                !matches!(far.ask(Operation::Open, ThingQuestion::IsDeleted), Ok(Far::Done(0)))
            }
        }
    }

    /// Carries out an access where the thing is, and once more where its second copy has taken over.
    pub(super) fn run<T>(&self, access: impl FnMut(&HereOrFar) -> Result<Far<T>>) -> Result<T> {
        self.run_while(access, true)
    }

    /// As [`Self::run`], for what must not be done twice. If the home is lost meanwhile, the outcome is not known.
    fn run_once<T>(&self, access: impl FnMut(&HereOrFar) -> Result<Far<T>>) -> Result<T> {
        self.run_while(access, false)
    }

    fn run_while<T>(
        &self,
        mut access: impl FnMut(&HereOrFar) -> Result<Far<T>>,
        may_repeat: bool,
    ) -> Result<T> {
        let mut lost = Lost::new(self.door.options.timeout);
        for _ in 0..TRIES {
            let place = self.place();
            let outcome = access(&place).and_then(|outcome| match outcome {
                Far::Done(done) => Ok(Some(done)),
                Far::NotHere => self.follow(&place).map(|()| None),
            });
            match outcome {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => {}
                Err(error) if self.copies > 1 && error.kind() == ErrorKind::PeerLost => {
                    let found = self.find_again(&place, &mut lost);
                    if !found || !may_repeat {
                        return Err(self.door.named(error));
                    }
                }
                Err(error) => return Err(self.door.named(error)),
            }
        }
        let detail = "its home changes again and again";
        Err(self.door.named(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail)))
    }

    /// Opens it at its new home.
    fn follow(&self, from: &Arc<HereOrFar>) -> Result<()> {
        let _one = self.following.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(from, &self.place()) {
            return Ok(());
        }
        let (home, known) = match &**from {
            HereOrFar::Here(here) => here.locate()?,
            HereOrFar::Far(far) => far.locate()?,
        };
        let flags = self.door.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
        let options = SpaceOptions { home: None, ..self.door.options.clone() };
        let door = Door { name: known.name.clone(), flags, options, ..self.door.clone() };
        let new = NewThing { kind: known.kind, size: 0 };
        let found = match door.find(Some(home.clone()), true, new) {
            // It was frozen for good: it can still be read.
            Err(error) if error.kind() == ErrorKind::ReadOnly => {
                Door { flags: door.flags - OpenFlags::WRITE, ..door }.find(Some(home), true, new)
            }
            other => other,
        };
        let (place, _, status) = found?;
        if status.epoch < known.epoch || status.created != known.created {
            let detail = "it was deleted while its home changed, and another thing has its name";
            return Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
        }
        *self.place.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(place);
        Ok(())
    }

    pub(super) fn place(&self) -> Arc<HereOrFar> {
        Arc::clone(&self.place.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn ask(&self, operation: Operation, far: &FarFile, question: ThingQuestion) -> Result<Far<()>> {
        Ok(match far.ask(operation, question)? {
            Far::Done(_) => Far::Done(()),
            Far::NotHere => Far::NotHere,
        })
    }

    /// Looked at first, so that ranks that write do not share a cache line.
    pub(super) fn note_change(&self) {
        if !self.is_changed.load(Ordering::Relaxed) {
            self.is_changed.store(true, Ordering::Relaxed);
        }
    }

    fn must_be_writable(&self, operation: Operation) -> Result<()> {
        if self.door.flags.contains(OpenFlags::WRITE) {
            return Ok(());
        }
        Err(self.door.named(Error::new(ErrorKind::ReadOnly, operation)))
    }

    fn check(&self, operation: Operation, extents: &[Extent], total: u64) -> Result<()> {
        check(operation, extents, total).map_err(|error| self.door.named(error))
    }
}

impl DeviceFile for ThingFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.read(extents, target)),
            HereOrFar::Far(far) => {
                self.check(Operation::Read, extents, target.total())?;
                far.read(extents, target)
            }
        })
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.must_be_writable(Operation::Write)?;
        self.check(Operation::Write, extents, source.total())?;
        self.note_change();
        self.run_or_spill(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.write(extents, source)),
            HereOrFar::Far(far) => far.write(extents, source),
        })
    }

    fn size(&self) -> Result<u64> {
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.size()),
            HereOrFar::Far(far) => far.ask(Operation::GetSize, ThingQuestion::Size),
        })
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::SetSize)?;
        self.check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        self.note_change();
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.set_size(size)),
            HereOrFar::Far(far) => self.ask(Operation::SetSize, far, ThingQuestion::SetSize(size)),
        })
    }

    fn size_was_changed(&self) {
        if let HereOrFar::Here(here) = &*self.place() {
            here.size_was_changed();
        }
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.must_be_writable(Operation::Preallocate)?;
        self.check(Operation::Preallocate, &[Extent::new(0, size)], size)?;
        self.run_or_spill(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.preallocate(size)),
            HereOrFar::Far(far) => self.ask(Operation::Preallocate, far, ThingQuestion::Preallocate(size)),
        })
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        let durable = durability == Durability::Durable;
        self.is_changed.store(false, Ordering::Relaxed);
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.sync(durability)),
            HereOrFar::Far(far) => self.ask(Operation::Sync, far, ThingQuestion::Sync { durable }),
        })
    }

    fn close(&self) -> Result<()> {
        let place = self.place();
        // Its new home waits for its writers.
        if self.door.flags.contains(OpenFlags::WRITE)
            && matches!(&*place, HereOrFar::Here(here) if here.has_moved())
        {
            self.follow(&place).map_err(|error| self.door.named(error))?;
        }
        // An error is one of closing it, too.
        let _ = self.tell_of_changes();
        if self.copies > 1 {
            return self.run(|place| match place {
                HereOrFar::Here(here) => here.close().map(Far::Done),
                HereOrFar::Far(far) => far.close(true).map(Far::Done),
            });
        }
        match &*self.place() {
            HereOrFar::Here(here) => here.close(),
            HereOrFar::Far(far) => far.close(true).map_err(|error| self.door.named(error)),
        }
    }

    fn guarantees(&self) -> Guarantees {
        match &*self.place() {
            HereOrFar::Here(here) => here.guarantees(),
            HereOrFar::Far(_) => Guarantees {
                locality: Locality::Network,
                coherent: true,
                sparse: true,
                ..Guarantees::default()
            },
        }
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        Some(self)
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        match &*self.place() {
            HereOrFar::Here(here) if here.can_be_mapped() => Some(self),
            _ => None,
        }
    }

    fn hints_in_use(&self) -> Hints {
        self.hints.clone()
    }
}

impl RangeLocks for ThingFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.run(|place| match place {
            HereOrFar::Here(here) => HereOrFar::outcome(here, here.lock(extent, lock)),
            HereOrFar::Far(far) => far.lock(extent, lock),
        })
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        let unlocked = match &*self.place() {
            HereOrFar::Here(here) => return here.unlock(extent),
            HereOrFar::Far(far) => far.unlock(extent),
        };
        // Locks do not move with a thing.
        unlocked.map(|_| ()).map_err(|error| self.door.named(error))
    }
}

impl Mapping for ThingFile {
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        match &*self.place() {
            HereOrFar::Here(here) => here.map_for_reading(extent),
            HereOrFar::Far(_) => Err(self.cannot_be_mapped()),
        }
    }

    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        self.note_change();
        match &*self.place() {
            HereOrFar::Here(here) => here.map_for_writing(extent),
            HereOrFar::Far(_) => Err(self.cannot_be_mapped()),
        }
    }

    fn comes_again(&self, access: &MapCandidate) -> bool {
        match &*self.place() {
            HereOrFar::Here(here) => here.comes_again(access),
            HereOrFar::Far(_) => false,
        }
    }
}

impl ThingFile {
    fn cannot_be_mapped(&self) -> Error {
        let detail = "its home is another node";
        self.door.named(Error::new(ErrorKind::Unsupported, Operation::Map).with_detail(detail))
    }
}
