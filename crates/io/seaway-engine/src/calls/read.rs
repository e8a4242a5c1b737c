// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading. A status with fewer bytes than requested means end of file.

use seaway_device_api::{Operation, RangeLock, Result};

use super::access::Positioning::{self, Explicit, Individual, Ordered, Shared};
use super::conversion::Converted;
use crate::collective;
use crate::file::Settings;
use crate::memory_side::MemoryTarget;
use crate::strategy::Direction;
use crate::transfer::Transfer;
use crate::view::ViewRange;
use crate::{AccessMethod, File, ReadBuffer, Request, Status, independent};

impl File {
    /// Reads at etype `offset` of the view.
    pub fn read_at<'a>(&self, offset: i64, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_alone(Explicit(offset), &mut buffer.into())
    }

    /// Collective [`read_at`](File::read_at).
    pub fn read_at_all<'a>(&self, offset: i64, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_together(Explicit(offset), &mut buffer.into())
    }

    /// Starts a [`read_at`](File::read_at).
    pub fn iread_at<'a>(&self, offset: i64, buffer: impl Into<ReadBuffer<'a>>) -> Request<'a> {
        self.start_read(Explicit(offset), buffer.into())
    }

    /// Starts a [`read_at_all`](File::read_at_all).
    pub fn iread_at_all<'a>(&self, offset: i64, buffer: impl Into<ReadBuffer<'a>>) -> Request<'a> {
        self.start_read(Explicit(offset), buffer.into())
    }

    /// Reads at the individual pointer.
    pub fn read<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_alone(Individual, &mut buffer.into())
    }

    /// Collective [`read`](File::read).
    pub fn read_all<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_together(Individual, &mut buffer.into())
    }

    /// Starts a [`read`](File::read).
    pub fn iread<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Request<'a> {
        self.start_read(Individual, buffer.into())
    }

    /// Starts a [`read_all`](File::read_all).
    pub fn iread_all<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Request<'a> {
        self.start_read(Individual, buffer.into())
    }

    /// Reads at the shared pointer.
    pub fn read_shared<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_alone(Shared, &mut buffer.into())
    }

    /// Starts a [`read_shared`](File::read_shared).
    pub fn iread_shared<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Request<'a> {
        self.start_read(Shared, buffer.into())
    }

    /// Collective. Reads at the shared pointer, in rank order.
    pub fn read_ordered<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<Status> {
        self.read_together(Ordered, &mut buffer.into())
    }

    fn read_alone(&self, positioning: Positioning, buffer: &mut ReadBuffer<'_>) -> Result<Status> {
        let settings = self.settings();
        let outcome = match self.read_plain(&settings, positioning, buffer) {
            Some(outcome) => outcome,
            None => self.read_placed(&settings, positioning, buffer),
        };
        outcome.map_err(|error| self.explain(error))
    }

    fn read_plain(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &mut ReadBuffer<'_>,
    ) -> Option<Result<Status>> {
        let bytes = buffer.as_one_piece().filter(|_| self.access_mode().can_read())?;
        let placed = self.plain_place(settings, positioning, bytes.len() as u64, Operation::Read)?;
        Some(placed.and_then(|extent| {
            self.storage.tally.note(AccessMethod::OneCall, Direction::Read, extent.len, || extent.offset);
            let reader = self.storage.reader(positioning.reads_once());
            reader.read_piece(extent, bytes).map(|bytes| Status { bytes })
        }))
    }

    fn read_placed(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &mut ReadBuffer<'_>,
    ) -> Result<Status> {
        let range = self.place(settings, positioning, buffer.items(), Operation::Read)?;
        self.read_range(settings, positioning, &range, buffer)
    }

    pub(super) fn read_range(
        &self,
        settings: &Settings,
        positioning: Positioning,
        range: &ViewRange<'_>,
        buffer: &mut ReadBuffer<'_>,
    ) -> Result<Status> {
        let bytes = into_memory(buffer, range, |mut memory| {
            self.read_directly(settings, positioning, range, &mut memory)
        })?;
        Ok(Status { bytes })
    }

    fn read_directly(
        &self,
        settings: &Settings,
        positioning: Positioning,
        range: &ViewRange<'_>,
        memory: &mut MemoryTarget<'_, '_>,
    ) -> Result<u64> {
        self.atomically(settings, range, RangeLock::Shared, || {
            let reader = self.storage.reader(positioning.reads_once());
            independent::read(reader, &settings.hints, range, memory)
        })
    }

    pub(super) fn read_together(
        &self,
        positioning: Positioning,
        buffer: &mut ReadBuffer<'_>,
    ) -> Result<Status> {
        let settings = self.settings();
        if self.agrees_at_the_end(&settings, Direction::Read) {
            self.flush_before(&settings, Operation::Read)?;
            drop(settings);
            return self.all(Operation::Read, self.read_alone(positioning, buffer));
        }
        if !self.coordinates(&settings, Direction::Read) {
            let ordered = positioning == Ordered;
            return if ordered {
                self.read_in_order(&settings, buffer)
            } else {
                self.read_alone(positioning, buffer)
            };
        }
        let party = self.party(&settings);
        let placed = self.place(&settings, positioning, buffer.items(), Operation::Read);
        let converted = placed.and_then(|range| Ok((room_to_convert(&range)?, range)));
        let bytes = match converted {
            Err(error) => collective::read(&party, Err(error)),
            Ok((None, range)) => with_target(buffer, |memory| collective::read(&party, Ok((range, memory)))),
            Ok((Some(mut converted), range)) => {
                let got = converted.with_target(|memory| collective::read(&party, Ok((range, memory))));
                // A rank that fails here does not coordinate with the others again: a rank may have nothing
                // to convert.
                got.and_then(|got| {
                    self.all(Operation::Read, converted.to_memory(&settings.view, got, buffer))
                })
            }
        };
        bytes.map(|bytes| Status { bytes }).map_err(|error| self.explain(error))
    }

    /// Ordered reads where the ranks coordinate only on their offsets.
    fn read_in_order(&self, settings: &Settings, buffer: &mut ReadBuffer<'_>) -> Result<Status> {
        self.read_placed(settings, Ordered, buffer).map_err(|error| self.explain(error))
    }

    /// As [`start_write`](File::start_write): starting a nonblocking collective call does not wait for other
    /// ranks.
    fn start_read<'a>(&self, positioning: Positioning, mut buffer: ReadBuffer<'a>) -> Request<'a> {
        let settings = self.settings();
        if self.starts_transfers(&settings, Direction::Read) {
            return self.start_transfer(|| {
                let range = self.place(&settings, positioning, buffer.items(), Operation::Read)?;
                let read = || Transfer::read(&self.storage, &range, buffer, positioning.reads_once());
                (!range.is_empty()).then(read).transpose()
            });
        }
        Request::done(
            self.read_placed(&settings, positioning, &mut buffer).map_err(|error| self.explain(error)),
        )
    }
}

/// Has `read` fill the buffer directly, or a temporary one that is then converted. Returns the bytes of
/// memory that were filled.
fn into_memory(
    buffer: &mut ReadBuffer<'_>,
    range: &ViewRange<'_>,
    read: impl FnOnce(MemoryTarget<'_, '_>) -> Result<u64>,
) -> Result<u64> {
    let Some(mut converted) = room_to_convert(range)? else { return with_target(buffer, read) };
    let got = converted.with_target(read)?;
    converted.to_memory(range.view(), got, buffer)
}

fn room_to_convert(range: &ViewRange<'_>) -> Result<Option<Converted>> {
    let converts = range.view().representation().conversion().is_some();
    converts.then(|| Converted::room(range.bytes(), Operation::Read)).transpose()
}

fn with_target<T>(buffer: &mut ReadBuffer<'_>, read: impl FnOnce(MemoryTarget<'_, '_>) -> T) -> T {
    let (memory, items) = buffer.parts();
    read(MemoryTarget { layout: items.layout(), memory })
}
