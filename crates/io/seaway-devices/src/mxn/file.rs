// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MxnFile`]: a stream as one rank has it open, from one of its two ends.

use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{
    Costs, DeviceFile, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality, Operation, Ranks,
    Region, Result, Segments, SegmentsMut, Stream, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut, Spot};

use super::party::{Party, Stage};
use super::reader::Reader;
use super::rendezvous::Announcement;
use super::writer::Writer;
use crate::link::ListenerGuard;

#[derive(Debug)]
pub(super) struct MxnFile {
    end: End,
    /// Peers can reach this rank, and readers find the writers, as long as these are held.
    doors: Mutex<Option<(ListenerGuard, Option<Announcement>)>>,
}

#[derive(Debug)]
pub(super) enum End {
    Writer(Arc<Writer>),
    Reader(Arc<Reader>),
}

impl MxnFile {
    pub(super) fn new(end: End, listener: ListenerGuard, announcement: Option<Announcement>) -> Self {
        let doors = Mutex::new(Some((listener, announcement)));
        Self { end, doors }
    }

    fn party(&self) -> &Arc<Party> {
        match &self.end {
            End::Writer(writer) => &writer.party,
            End::Reader(reader) => &reader.party,
        }
    }

    fn writer(&self, operation: Operation) -> Result<&Writer> {
        match &self.end {
            End::Writer(writer) => Ok(writer),
            End::Reader(_) => Err(Error::new(ErrorKind::ReadOnly, operation)
                .with_path(&self.party().name)
                .with_detail("this program reads the stream")),
        }
    }

    fn reader(&self, operation: Operation) -> Result<&Reader> {
        match &self.end {
            End::Reader(reader) => Ok(reader),
            End::Writer(_) => Err(Error::new(ErrorKind::AccessDenied, operation)
                .with_path(&self.party().name)
                .with_detail("this program writes the stream")),
        }
    }

    fn shut(&self) {
        let doors = self.doors.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(doors);
    }
}

impl DeviceFile for MxnFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.reader(Operation::Read)?.read(extents, &spots_mut(target), false)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.writer(Operation::Write)?.write(extents, &spots(source))
    }

    fn size(&self) -> Result<u64> {
        match &self.end {
            End::Writer(writer) => writer.size(),
            End::Reader(reader) => reader.size(),
        }
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.writer(Operation::SetSize)?.set_size(size)
    }

    fn sync(&self, _durability: Durability) -> Result<()> {
        self.party().check(Operation::Sync)
    }

    fn guarantees(&self) -> Guarantees {
        // A call is a message there and one back; on one host a byte is one copy.
        let costs = Costs {
            call_nanoseconds: 20_000.0,
            byte_nanoseconds: 0.2,
            new_byte_nanoseconds: 0.2,
            ..Costs::NETWORK
        };
        Guarantees { locality: Locality::Network, coherent: true, sparse: true, block_bytes: 4096, costs }
    }

    fn stream(&self) -> Option<&dyn Stream> {
        Some(self)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        Some(self)
    }

    fn hints_in_use(&self) -> Hints {
        self.party().options.in_use()
    }
}

impl Stream for MxnFile {
    fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()> {
        self.writer(Operation::Write)?.will_write_in_order(start, lengths)
    }

    fn will_read_in_order(&self, start: u64, lengths: &[u64], ranks: &dyn Ranks) -> Result<()> {
        self.reader(Operation::Read)?.will_read_in_order(start, lengths, ranks)
    }

    fn read_once(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.reader(Operation::Read)?.read(extents, &spots_mut(target), true)
    }

    fn mark(&self, ranks: &dyn Ranks) -> Result<()> {
        self.party().check(Operation::Sync)?;
        match &self.end {
            End::Writer(writer) => writer.mark(ranks),
            End::Reader(reader) => reader.mark(),
        }
    }

    fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        let ended = match &self.end {
            End::Writer(writer) => writer.end(ranks),
            End::Reader(reader) => reader.end(ranks),
        };
        // From here on, peers may go.
        self.party().enter(Stage::Closed);
        self.shut();
        if ended.is_ok() {
            self.party().close_links();
        } else {
            self.party().cut_links();
        }
        ended
    }

    fn failure(&self) -> Option<Error> {
        let party = self.party();
        let events = match &self.end {
            End::Writer(writer) => writer.events(),
            End::Reader(reader) => reader.events(),
        };
        party.waits_in_vain(&events);
        party.error(Operation::Wait)
    }

    fn misses_a_rank(&self) {
        let (offset, events) = match &self.end {
            End::Writer(writer) => (writer.offset(), writer.events()),
            End::Reader(reader) => (reader.offset(), reader.events()),
        };
        self.party().find_lost(offset, &events);
    }

    fn transport(&self) -> String {
        self.party().transport()
    }
}

impl Transfers for MxnFile {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        self.writer(Operation::Write)?.start_write(&extents(place)?, memory.pieces()).map(Ticket)
    }

    fn start_read(&self, place: Region, memory: LentMut, once: bool) -> Result<Ticket> {
        self.reader(Operation::Read)?.start_read(&extents(place)?, memory.pieces(), once).map(Ticket)
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        match &self.end {
            End::Writer(writer) => writer.poll(ticket.0),
            End::Reader(reader) => reader.poll(ticket.0),
        }
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        match &self.end {
            End::Writer(writer) => writer.wait_for(ticket.0),
            End::Reader(reader) => reader.wait_for(ticket.0),
        }
    }
}

/// Memory of a call that returns only when no thread uses it any more.
fn spots(source: &Segments<'_>) -> Vec<Spot> {
    source.pieces().iter().map(|piece| Spot::of_slice(piece)).collect()
}

fn spots_mut(target: &mut SegmentsMut<'_, '_>) -> Vec<Spot> {
    target.pieces().iter_mut().map(|piece| Spot::of_slice_mut(piece)).collect()
}

/// There is no facet by which a shape could come here.
fn extents(place: Region) -> Result<Vec<Extent>> {
    match place {
        Region::Extents(extents) => Ok(extents),
        Region::Shaped { .. } => Err(Error::new(ErrorKind::Unsupported, Operation::Wait)),
    }
}

impl Drop for MxnFile {
    fn drop(&mut self) {
        self.shut();
        // Without an end, peers see that this rank is lost.
        if !self.party().is_closed() {
            self.party().cut_links();
        }
    }
}
