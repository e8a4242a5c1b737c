// SPDX-License-Identifier: MIT OR Apache-2.0
//! Accesses on devices with asynchronous transfers that are started now and complete later: nonblocking and
//! split collective calls.

use seaway_device_api::{Operation, Result};

use super::access::Positioning;
use crate::file::Settings;
use crate::independent;
use crate::strategy::Direction;
use crate::transfer::Transfer;
use crate::{File, ReadBuffer, Request, Status, WriteBuffer};

impl File {
    /// Whether nonblocking accesses run asynchronously. A device takes sorted, disjoint pieces; views that
    /// cannot provide them are accessed piece by piece, at once. So are accesses that must hold a lock.
    pub(super) fn starts_transfers(&self, settings: &Settings, direction: Direction) -> bool {
        let writes_gaps =
            || direction == Direction::Write && independent::may_be_rewritten(&self.storage, &settings.hints);
        let is_free = !self.storage.discipline().needs_locks() || !(self.atomicity() || writes_gaps());
        is_free && self.storage.device.transfers().is_some() && !settings.view.jumps_back()
    }

    /// Whether each rank carries out split collective calls independently, completing when they are ended.
    pub(super) fn splits_go_on(&self) -> bool {
        self.settings().terms.facets.discipline.split_calls_go_on(self.atomicity())
    }

    pub(super) fn start_transfer<'a>(
        &self,
        start: impl FnOnce() -> Result<Option<Transfer<'a>>>,
    ) -> Request<'a> {
        let started = start().map(|transfer| match transfer {
            Some(transfer) => Request::under_way(transfer),
            None => Request::done(Ok(Status::default())),
        });
        // MPI reports errors of a nonblocking call when it is waited for.
        started.unwrap_or_else(|error| Request::done(Err(self.explain(error))))
    }

    /// `None`: there is nothing to be written.
    pub(super) fn write_transfer<'a>(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Option<Transfer<'a>>> {
        let range = self.place(settings, positioning, buffer.items(), Operation::Write)?;
        if range.is_empty() {
            return Ok(None);
        }
        match self.converted(&range, buffer)? {
            None => Transfer::write(&self.storage, &range, buffer).map(Some),
            Some(converted) => {
                let status = Status { bytes: buffer.items().bytes };
                Transfer::write_copy(&self.storage, &range, converted.into_bytes(), status).map(Some)
            }
        }
    }

    /// This rank's share of a split collective call. Ranks agree on the outcome when it is ended, whatever
    /// happened here.
    pub(super) fn begin_transfer_write(
        &self,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Begun> {
        let settings = self.settings();
        let range = self.place(&settings, positioning, buffer.items(), Operation::Write)?;
        if range.is_empty() || !self.starts_transfers(&settings, Direction::Write) {
            return self.write_range(&settings, &range, buffer).map(Begun::Done);
        }
        let transfer = match self.converted(&range, buffer)? {
            None => Transfer::write(&self.storage, &range, buffer)?,
            Some(converted) => {
                let status = Status { bytes: buffer.items().bytes };
                Transfer::write_copy(&self.storage, &range, converted.into_bytes(), status)?
            }
        };
        Ok(Begun::UnderWay(transfer))
    }

    pub(super) fn begin_transfer_read(
        &self,
        positioning: Positioning,
        buffer: &mut ReadBuffer<'_>,
    ) -> Result<Begun> {
        let settings = self.settings();
        let range = self.place(&settings, positioning, buffer.items(), Operation::Read)?;
        if !range.is_empty()
            && self.starts_transfers(&settings, Direction::Read)
            && let Some(transfer) =
                Transfer::read_begun(&self.storage, &range, buffer, positioning.reads_once())?
        {
            return Ok(Begun::UnderWay(transfer));
        }
        self.read_range(&settings, positioning, &range, buffer).map(Begun::Done)
    }
}

/// One rank's share of a split collective call.
#[derive(Debug)]
pub(super) enum Begun {
    Done(Status),
    UnderWay(Transfer<'static>),
}

impl Begun {
    pub(super) fn end(self) -> Result<Status> {
        match self {
            Self::Done(status) => Ok(status),
            Self::UnderWay(mut transfer) => transfer.wait(),
        }
    }
}
