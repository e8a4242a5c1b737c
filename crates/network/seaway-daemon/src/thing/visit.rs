// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Visit`]: what a program of another node has open, and its accesses. Each counts only if the thing was here, in the epoch that
//! the program knows, before and after it.

use std::io::{IoSlice, IoSliceMut};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{
    DeviceFile, Durability, Error, ErrorKind, Extent, Operation, RangeLock, Result, Segments, SegmentsMut,
};
use seaway_devices::thing::{Delivery, bytes_of};
use seaway_messages::{MAX_THING_BYTES, NumberChange, Range, ThingKind, ThingMessage, ThingQuestion};
use seaway_roles::thing::{Row, Verdict};

use super::held_copy::{CopyTerms, HeldCopy};
use super::storage::Storage;
use super::visitor::{Answer, Inside, Visitors};

/// How long moving a thing may take.
const FROZEN_AT_MOST: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub(super) struct Visit {
    pub(super) bytes: Box<dyn DeviceFile>,
    pub(super) kind: ThingKind,
    pub(super) writes: bool,
    pub(super) arriving: Option<Arriving>,
    /// A second copy, which its home writes.
    pub(super) copy: Option<Arc<HeldCopy>>,
}

/// The bytes of a thing that is about to come here.
#[derive(Debug)]
pub(super) struct Arriving {
    pub(super) name: String,
    pub(super) epoch: u64,
    pub(super) storage: Mutex<Storage>,
}

impl Visitors {
    pub(super) fn receive(
        &self,
        inside: &mut Inside,
        id: u64,
        name: String,
        kind: ThingKind,
        epoch: u64,
    ) -> Result<ThingMessage> {
        let (storage, descriptor) = self.home.receive(&name, kind, epoch)?;
        let bytes = bytes_of(&name, descriptor)?;
        // Not one that the home gives out.
        let opening = u64::MAX - self.next.fetch_add(1, Ordering::Relaxed);
        let arriving = Some(Arriving { name, epoch, storage: Mutex::new(storage) });
        inside.openings.insert(opening, Visit { bytes, kind, writes: true, arriving, copy: None });
        Ok(ThingMessage::Answer { id, number: opening })
    }

    /// As [`Self::receive`], for a second copy.
    pub(super) fn hold_copy(&self, inside: &mut Inside, id: u64, terms: CopyTerms) -> Result<ThingMessage> {
        let opening = u64::MAX - self.next.fetch_add(1, Ordering::Relaxed);
        let (bytes, copy) = self.home.hold_copy(terms)?;
        let visit = Visit { bytes, kind: ThingKind::Memory, writes: true, arriving: None, copy: Some(copy) };
        inside.openings.insert(opening, visit);
        Ok(ThingMessage::Answer { id, number: opening })
    }

    pub(super) fn read(
        &self,
        inside: &Inside,
        id: u64,
        opening: u64,
        epoch: u64,
        ranges: &[Range],
    ) -> Result<Answer> {
        let visit = visit(inside, opening)?;
        let extents = extents(ranges);
        let total: u64 = extents.iter().map(|extent| extent.len).sum();
        if total > MAX_THING_BYTES {
            return Err(
                Error::new(ErrorKind::Argument, Operation::Read).with_detail("too many bytes at once")
            );
        }
        let mut bytes = vec![0; usize::try_from(total).unwrap_or(0)];
        let done = self.access(visit, opening, epoch, || {
            let mut into = [IoSliceMut::new(&mut bytes)];
            visit.bytes.read(&extents, &mut SegmentsMut::new(&mut into))
        })?;
        let Some(count) = done else { return Ok((ThingMessage::NotHere { id }, Vec::new())) };
        bytes.truncate(usize::try_from(count).unwrap_or(0));
        Ok((ThingMessage::Bytes { id, count }, bytes))
    }

    pub(super) fn write(
        &self,
        inside: &Inside,
        id: u64,
        opening: u64,
        epoch: u64,
        ranges: &[Range],
        bytes: &[u8],
    ) -> Result<ThingMessage> {
        let visit = visit(inside, opening)?;
        let extents = extents(ranges);
        if let Some(copy) = &visit.copy {
            let is_done = copy.write(epoch, &extents, bytes)?;
            return Ok(if is_done { ThingMessage::Done { id } } else { ThingMessage::NotHere { id } });
        }
        let done = self.access(visit, opening, epoch, || {
            self.reserve(visit, opening, &extents)?;
            let write = || visit.bytes.write(&extents, &Segments::new(&[IoSlice::new(bytes)]));
            self.change(visit, opening, &|backup| backup.write_all(&extents, bytes), write)
        })?;
        Ok(done.flatten().map_or(ThingMessage::NotHere { id }, |()| ThingMessage::Done { id }))
    }

    /// Makes a change: by the backup first, if there is one. `None`: this node is not the home any more.
    fn change<T>(
        &self,
        visit: &Visit,
        opening: u64,
        send: &dyn Fn(&Delivery) -> Result<()>,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        if visit.arriving.is_some() {
            return make().map(Some);
        }
        self.home.change(&self.home.opened(opening, Operation::Write)?, send, make)
    }

    pub(super) fn ask(
        &self,
        inside: &Inside,
        id: u64,
        opening: u64,
        epoch: u64,
        question: ThingQuestion,
    ) -> Result<ThingMessage> {
        let visit = visit(inside, opening)?;
        if let (Some(copy), ThingQuestion::SetSize(size)) = (&visit.copy, question) {
            let is_done = copy.set_size(epoch, size)?;
            return Ok(if is_done {
                ThingMessage::Answer { id, number: 0 }
            } else {
                ThingMessage::NotHere { id }
            });
        }
        if let ThingQuestion::Update { offset, change } = question {
            return self.update(visit, id, opening, epoch, offset, change);
        }
        let done = self.access(visit, opening, epoch, || match question {
            ThingQuestion::SetSize(size) => {
                self.change(visit, opening, &|backup| backup.set_size(size), || {
                    self.answer_question(visit, opening, question)
                })
            }
            ThingQuestion::Preallocate(size) => {
                // A home without memory must fail before its backup has grown.
                self.reserve(visit, opening, &[Extent::new(0, size)])?;
                let grown = size.max(visit.bytes.size()?);
                let make = || self.answer_question(visit, opening, question);
                self.change(visit, opening, &|backup| backup.set_size(grown), make)
            }
            _ => self.answer_question(visit, opening, question).map(Some),
        })?;
        Ok(done.flatten().map_or(ThingMessage::NotHere { id }, |number| ThingMessage::Answer { id, number }))
    }

    /// In one step: once it is done it is done, whatever happens to the thing afterwards.
    fn update(
        &self,
        visit: &Visit,
        id: u64,
        opening: u64,
        epoch: u64,
        offset: u64,
        change: NumberChange,
    ) -> Result<ThingMessage> {
        loop {
            if !self.is_here(visit, opening, epoch)? {
                return Ok(ThingMessage::NotHere { id });
            }
            let thing = self.home.opened(opening, Operation::Write)?;
            let make = || self.home.update(opening, offset, change);
            match self.home.change(&thing, &|backup| send_update(visit, backup, offset, change), make) {
                Ok(Some(number)) => return Ok(ThingMessage::Answer { id, number }),
                Ok(None) => return Ok(ThingMessage::NotHere { id }),
                // It was frozen since.
                Err(error) if error.kind() == ErrorKind::PeerLost => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// As [`Self::update`].
    pub(super) fn accumulate(
        &self,
        inside: &Inside,
        id: u64,
        opening: u64,
        epoch: u64,
        row: Row<'_>,
    ) -> Result<ThingMessage> {
        let visit = visit(inside, opening)?;
        loop {
            if !self.is_here(visit, opening, epoch)? {
                return Ok(ThingMessage::NotHere { id });
            }
            let thing = self.home.opened(opening, Operation::Write)?;
            let make = || self.home.accumulate(opening, row);
            match self.home.change(&thing, &|backup| send_row(visit, backup, row), make) {
                Ok(Some(())) => return Ok(ThingMessage::Done { id }),
                Ok(None) => return Ok(ThingMessage::NotHere { id }),
                // It was frozen since.
                Err(error) if error.kind() == ErrorKind::PeerLost => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn reserve(&self, visit: &Visit, opening: u64, extents: &[Extent]) -> Result<()> {
        match &visit.arriving {
            _ if visit.kind == ThingKind::Disk => {}
            Some(arriving) => {
                arriving.storage.lock().unwrap_or_else(PoisonError::into_inner).reserve(extents)?;
            }
            None => _ = self.home.reserve(opening, extents)?,
        }
        Ok(())
    }

    fn answer_question(&self, visit: &Visit, opening: u64, question: ThingQuestion) -> Result<u64> {
        let home = &self.home;
        match question {
            ThingQuestion::Size => return visit.bytes.size(),
            ThingQuestion::SetSize(size) if visit.kind == ThingKind::Memory && visit.arriving.is_none() => {
                home.resize(opening, size)?;
                visit.bytes.size_was_changed();
            }
            ThingQuestion::SetSize(size) => visit.bytes.set_size(size)?,
            ThingQuestion::Preallocate(size) => {
                self.reserve(visit, opening, &[Extent::new(0, size)])?;
                visit.bytes.preallocate(size)?;
            }
            ThingQuestion::Sync { durable } => {
                visit.bytes.sync(if durable { Durability::Durable } else { Durability::Visible })?;
                if visit.writes {
                    home.publish(opening)?;
                }
            }
            ThingQuestion::Update { offset, change } => return home.update(opening, offset, change),
            ThingQuestion::TryLock { range, exclusive } => {
                let lock = if exclusive { RangeLock::Exclusive } else { RangeLock::Shared };
                return locks(visit)?.try_lock(Extent::new(range.offset, range.len), lock).map(u64::from);
            }
            ThingQuestion::Unlock { range } => {
                locks(visit)?.unlock(Extent::new(range.offset, range.len))?;
            }
            ThingQuestion::IsDeleted => return home.is_deleted(opening).map(u64::from),
        }
        Ok(0)
    }

    /// Carries out an access, which counts only if the thing is here afterwards. `None`: it is not.
    fn access<T>(
        &self,
        visit: &Visit,
        opening: u64,
        epoch: u64,
        access: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        if !self.is_here(visit, opening, epoch)? {
            return Ok(None);
        }
        let outcome = access();
        if !self.is_here(visit, opening, epoch)? {
            return Ok(None);
        }
        outcome.map(Some)
    }

    fn is_here(&self, visit: &Visit, opening: u64, epoch: u64) -> Result<bool> {
        if let Some(arriving) = &visit.arriving {
            return Ok(arriving.epoch == epoch);
        }
        let since = Instant::now();
        loop {
            self.home.confirm()?;
            match self.home.verdict(opening, epoch)? {
                Verdict::Serve => return Ok(true),
                Verdict::NotHere => return Ok(false),
                Verdict::Wait if since.elapsed() > FROZEN_AT_MOST => {
                    let detail = "it is being moved, and that takes too long";
                    return Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
                }
                Verdict::Wait => std::thread::sleep(PAUSE),
            }
        }
    }
}

/// The backup gets the number that comes of it: all changes are made one after the other.
fn send_update(visit: &Visit, backup: &Delivery, offset: u64, change: NumberChange) -> Result<()> {
    let mut bytes = [0; 8];
    let mut into = [IoSliceMut::new(&mut bytes)];
    let extents = [Extent::new(offset, 8)];
    // What is refused here changes nothing there.
    if !offset.is_multiple_of(8) || visit.bytes.read(&extents, &mut SegmentsMut::new(&mut into))? != 8 {
        return Ok(());
    }
    let before = u64::from_le_bytes(bytes);
    match change.apply(before) {
        after if after == before => Ok(()),
        after => backup.write(offset, &after.to_le_bytes()),
    }
}

/// As [`send_update`].
fn send_row(visit: &Visit, backup: &Delivery, row: Row<'_>) -> Result<()> {
    let mut bytes = vec![0; row.bytes.len()];
    let mut into = [IoSliceMut::new(&mut bytes)];
    let extents = [Extent::new(row.offset, row.bytes.len() as u64)];
    let read = visit.bytes.read(&extents, &mut SegmentsMut::new(&mut into))?;
    if row.check().is_err() || read != row.bytes.len() as u64 {
        return Ok(());
    }
    row.combine_with(&mut bytes);
    backup.write(row.offset, &bytes)
}

pub(super) fn visit(inside: &Inside, opening: u64) -> Result<&Visit> {
    inside.openings.get(&opening).ok_or_else(not_open)
}

fn locks(visit: &Visit) -> Result<&dyn seaway_device_api::RangeLocks> {
    let none = || Error::new(ErrorKind::Unsupported, Operation::Lock).with_detail("it cannot be locked");
    visit.bytes.range_locks().ok_or_else(none)
}

pub(super) fn not_open() -> Error {
    Error::new(ErrorKind::BadFile, Operation::Open).with_detail("it is not open")
}

fn extents(ranges: &[Range]) -> Vec<Extent> {
    ranges.iter().map(|range| Extent::new(range.offset, range.len)).collect()
}
