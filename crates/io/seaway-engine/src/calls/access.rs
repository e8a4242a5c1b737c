// SPDX-License-Identifier: MIT OR Apache-2.0
//! What every data access does first: find its range in the view, and check that it is permitted.

use seaway_device_api::{Error, ErrorKind, Extent, Operation, RangeLock, Result};

use crate::atomicity::locked;
use crate::buffer::Items;
use crate::file::Settings;
use crate::independent::may_be_rewritten;
use crate::strategy::Direction;
use crate::view::{View, ViewRange};
use crate::{AccessMode, File};

/// Where an access starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Positioning {
    /// Etypes from the start of the view.
    Explicit(i64),
    Individual,
    Shared,
    /// Collective: the shared pointer, in rank order.
    Ordered,
}

impl Positioning {
    /// Bytes read through the shared pointer are not read by any other access through it.
    pub(super) fn reads_once(self) -> bool {
        matches!(self, Self::Shared | Self::Ordered)
    }
}

/// Bytes that `items` take in the file.
pub(super) fn stored_bytes(view: &View, items: &Items, operation: Operation) -> Result<u64> {
    items.check()?;
    let bytes = match view.representation().conversion() {
        None => items.bytes,
        Some(_) => {
            let stored = view.representation().stored_type(&items.datatype)?;
            let too_many = || {
                Error::new(ErrorKind::Count, operation)
                    .with_detail(format!("count {} is too large", items.count))
            };
            items.count.checked_mul(stored.size()).ok_or_else(too_many)?
        }
    };
    let etype_bytes = view.etype_bytes();
    if bytes > 0 && (etype_bytes == 0 || !bytes.is_multiple_of(etype_bytes)) {
        let text = format!(
            "count {} of {} is {bytes} bytes, not a whole number of the view's etypes {} ({etype_bytes} bytes)",
            items.count,
            *items.datatype,
            view.etype()
        );
        return Err(Error::new(ErrorKind::Argument, operation).with_detail(text));
    }
    Ok(bytes)
}

impl File {
    /// The range of the view that an access of `items` touches. Advances the pointer that it uses. If there
    /// is no such range, the individual pointer is left alone; the shared one has moved, since others may
    /// already have advanced it further.
    pub(super) fn place<'v>(
        &self,
        settings: &'v Settings,
        positioning: Positioning,
        items: &Items,
        operation: Operation,
    ) -> Result<ViewRange<'v>> {
        let view = &settings.view;
        let bytes =
            self.check_access(positioning, operation).and_then(|()| stored_bytes(view, items, operation));
        let etypes = bytes.as_ref().map(|&bytes| bytes.checked_div(view.etype_bytes()).unwrap_or(0));
        let offset = match positioning {
            Positioning::Ordered => {
                let etypes = etypes.map_err(|error| error.clone());
                let direction = if operation == Operation::Read { Direction::Read } else { Direction::Write };
                let agrees_again = self.coordinates(settings, direction);
                let offsets =
                    self.shared.advance_in_order(&*self.communicator, etypes, operation, agrees_again)?;
                self.announce(settings, &offsets, operation)?;
                offsets.mine
            }
            _ => self.offset_alone(positioning, etypes.map_err(|error| error.clone())?, operation)?,
        };
        let bytes = bytes?;
        view.range(offset, bytes, operation).inspect_err(|_| {
            if positioning == Positioning::Individual {
                self.individual.take_back(bytes.checked_div(view.etype_bytes()).unwrap_or(0));
            }
        })
    }

    /// Fast path for the most common access: contiguous bytes in a view that is the file's own bytes. `None`:
    /// use the general path; nothing has happened yet.
    #[inline]
    pub(super) fn plain_place(
        &self,
        settings: &Settings,
        positioning: Positioning,
        bytes: u64,
        operation: Operation,
    ) -> Option<Result<Extent>> {
        let start = settings.view.bytes_from()?;
        let etype_bytes = settings.view.etype_bytes();
        let etypes = if etype_bytes == 1 { bytes } else { bytes.checked_div(etype_bytes)? };
        let is_whole = etypes * etype_bytes == bytes;
        if bytes == 0 || !is_whole || self.atomicity() || self.access_mode().contains(AccessMode::SEQUENTIAL)
        {
            return None;
        }
        let extent = |offset: u64| {
            let extent = Extent::new(start.checked_add(offset.checked_mul(etype_bytes)?)?, bytes);
            i64::try_from(extent.end()).is_ok().then_some(extent)
        };
        match positioning {
            Positioning::Explicit(offset) => extent(u64::try_from(offset).ok()?).map(Ok),
            Positioning::Individual => extent(self.individual.advance(etypes)).map(Ok).or_else(|| {
                self.individual.take_back(etypes);
                None
            }),
            // Once the pointer has moved the general path is out of the question: it would move it again.
            Positioning::Shared => Some(self.shared.advance(etypes).and_then(|offset| {
                let too_far = || {
                    Error::new(ErrorKind::Argument, operation)
                        .with_detail(format!("offset {offset} is too large"))
                };
                extent(offset).ok_or_else(too_far)
            })),
            Positioning::Ordered => None,
        }
    }

    /// Whether the ranks coordinate in a collective access to choose a method together. All reach the same
    /// answer.
    pub(super) fn coordinates(&self, settings: &Settings, direction: Direction) -> bool {
        // In atomic mode each rank accesses the file independently, under its lock.
        !self.atomicity() && self.communicator.size() > 1 && settings.terms.coordinates(direction)
    }

    /// Whether each rank carries out its share of a collective access independently, and the ranks then agree
    /// on one outcome.
    pub(super) fn agrees_at_the_end(&self, settings: &Settings, direction: Direction) -> bool {
        settings.terms.facets.discipline.agrees_at_the_end() && !self.coordinates(settings, direction)
    }

    fn offset_alone(&self, positioning: Positioning, etypes: u64, operation: Operation) -> Result<u64> {
        match positioning {
            Positioning::Explicit(offset) => {
                u64::try_from(offset).map_err(|_| self.negative_offset(offset, operation))
            }
            Positioning::Individual => Ok(self.individual.advance(etypes)),
            Positioning::Shared | Positioning::Ordered => self.shared.advance(etypes),
        }
    }

    fn check_access(&self, positioning: Positioning, operation: Operation) -> Result<()> {
        match operation {
            Operation::Write => self.check_writable(operation)?,
            _ => self.check_readable(operation)?,
        }
        match positioning {
            Positioning::Explicit(_) | Positioning::Individual => self.check_random_access(operation),
            Positioning::Shared | Positioning::Ordered => Ok(()),
        }
    }

    /// In atomic mode, holds a lock on everything the access may touch.
    pub(super) fn atomically<T>(
        &self,
        settings: &Settings,
        range: &ViewRange<'_>,
        lock: RangeLock,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if !self.atomicity() || !self.storage.discipline().needs_locks() {
            return work();
        }
        // See what others have written; others see this access once the lock is released.
        let work = || {
            self.storage.synchronise()?;
            let value = work()?;
            if lock == RangeLock::Exclusive {
                self.storage.synchronise()?;
                self.storage.device.published();
            }
            Ok(value)
        };
        // Where gaps may be rewritten, every writer of the file locks it, including ranks of other programs.
        match self.stripes.get() {
            Some(stripes) if !may_be_rewritten(&self.storage, &settings.hints) => {
                stripes.locked(range.hull(), || self.communicator.find_lost(), work)
            }
            _ => locked(&self.storage, range.hull(), lock, work),
        }
    }
}
