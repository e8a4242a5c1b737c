// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Visit`]: what a program of another node has open, and its accesses. Each counts only if the thing was here, in the epoch that
//! the program knows, before and after it.

use std::io::{IoSlice, IoSliceMut};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{
    DeviceFile, Durability, Error, ErrorKind, Extent, Operation, RangeLock, Result, Segments, SegmentsMut,
};
use seaway_devices::thing::bytes_of;
use seaway_messages::{MAX_THING_BYTES, NumberChange, Range, ThingKind, ThingMessage, ThingQuestion};
use seaway_roles::thing::Verdict;

use super::combine::Row;
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
        inside.openings.insert(opening, Visit { bytes, kind, writes: true, arriving });
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
        let done = self.access(visit, opening, epoch, || {
            self.reserve(visit, opening, &extents)?;
            visit.bytes.write(&extents, &Segments::new(&[IoSlice::new(bytes)]))
        })?;
        Ok(done.map_or(ThingMessage::NotHere { id }, |()| ThingMessage::Done { id }))
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
        if let ThingQuestion::Update { offset, change } = question {
            return self.update(visit, id, opening, epoch, offset, change);
        }
        let done = self.access(visit, opening, epoch, || self.answer_question(visit, opening, question))?;
        Ok(done.map_or(ThingMessage::NotHere { id }, |number| ThingMessage::Answer { id, number }))
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
            match self.home.update(opening, offset, change) {
                Ok(number) => return Ok(ThingMessage::Answer { id, number }),
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
            match self.home.accumulate(opening, row) {
                Ok(()) => return Ok(ThingMessage::Done { id }),
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
