// SPDX-License-Identifier: MIT OR Apache-2.0
//! Accesses that are started now and end later, where the device goes on by itself: nonblocking calls, and split
//! collective ones.

use seaway_device::{Operation, Result};

use super::access::Positioning;
use crate::file::Settings;
use crate::independent;
use crate::transfer::Transfer;
use crate::{File, ReadBuffer, Request, Status, WriteBuffer};

impl File {
    /// Whether nonblocking accesses go on by themselves. A device is handed sorted pieces, none of them twice; views that
    /// do not have them are accessed piece by piece, at once. So is what must hold a lock.
    pub(super) fn starts_transfers(&self, settings: &Settings) -> bool {
        let locks = || self.atomicity() || independent::may_be_rewritten(&self.storage, &settings.hints);
        let is_free = self.storage.is_stream || !locks();
        is_free && self.storage.device.transfers().is_some() && !settings.view.jumps_back()
    }

    /// Whether split collective calls are carried out by each rank alone, and end when they are ended.
    pub(super) fn splits_go_on(&self) -> bool {
        self.storage.is_stream || (self.storage.device.transfers().is_some() && !self.atomicity())
    }

    pub(super) fn start_transfer<'a>(
        &self,
        start: impl FnOnce() -> Result<Option<Transfer<'a>>>,
    ) -> Request<'a> {
        let started = start().map(|transfer| match transfer {
            Some(transfer) => Request::streaming(transfer),
            None => Request::done(Ok(Status::default())),
        });
        Request::from_start(started.map_err(|error| self.explain(error)))
    }

    /// `None`: there is nothing to be written.
    pub(super) fn write_transfer<'a>(
        &self,
        settings: &Settings,
        positioning: Positioning,
        buffer: &WriteBuffer<'a>,
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

    /// This rank's part of a split collective call. Ranks meet when it is ended, whatever became of it here.
    pub(super) fn begin_transfer_write(
        &self,
        positioning: Positioning,
        buffer: &WriteBuffer<'_>,
    ) -> Result<Begun> {
        let settings = self.settings();
        let range = self.place(&settings, positioning, buffer.items(), Operation::Write)?;
        if range.is_empty() || !self.starts_transfers(&settings) {
            return self.write_range(&settings, &range, buffer).map(Begun::Done);
        }
        let transfer = match self.converted(&range, buffer)? {
            None => Transfer::write_begun(&self.storage, &range, buffer)?,
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
            && self.starts_transfers(&settings)
            && let Some(transfer) =
                Transfer::read_begun(&self.storage, &range, buffer, positioning.reads_once())?
        {
            return Ok(Begun::UnderWay(transfer));
        }
        self.read_range(&settings, positioning, &range, buffer).map(Begun::Done)
    }
}

/// One rank's part of a split collective call.
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
