// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteFile`]: an open file on another machine. Small writes are coalesced and small reads prefetched;
//! everything else moves between the program's memory and the connection.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{
    Costs, DeviceFile, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality, OpenFlags,
    Operation, RangeLocks, Region, Result, Segments, SegmentsMut, Shaped, Ticket, Transfers,
};

use super::buffered::Buffered;
use super::memory::{LentSlice, ReadMemory};
use super::options::Buffers;
use super::read_ahead::Found;
use super::session::{Answer, FileKey, Question, Session, Task};
use super::transfer::{Direction, Transfer};
use seaway_device_api::pieces::{check, pieces};

/// Accesses up to this length are coalesced or prefetched: for longer ones a copy costs more than a message.
const SMALL_BYTES: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct RemoteFile {
    pub(super) session: Arc<Session>,
    pub(super) file: FileKey,
    flags: OpenFlags,
    buffers: Buffers,
    hints: Hints,
    pub(super) held: Arc<Buffered>,
    pub(super) started: Mutex<Tickets>,
}

#[derive(Debug, Default)]
pub(super) struct Tickets {
    next: u64,
    pub(super) transfers: HashMap<u64, Transfer>,
}

impl RemoteFile {
    pub(super) fn new(
        session: Arc<Session>,
        file: FileKey,
        flags: OpenFlags,
        buffers: Buffers,
        hints: Hints,
    ) -> Self {
        let held = Buffered::new(session.clone(), file, buffers);
        Self { session, file, flags, buffers, hints, held, started: Mutex::default() }
    }

    /// Before each use of the file: whether it was opened for that, and the errors of writes that have not
    /// been waited for.
    pub(super) fn check(&self, operation: Operation) -> Result<()> {
        self.session.take_deferred(self.file)?;
        self.held.after_others();
        let (refused, text) = match operation {
            Operation::Read if !self.flags.contains(OpenFlags::READ) => {
                (ErrorKind::AccessDenied, "the file was not opened for reading")
            }
            Operation::Write | Operation::SetSize | Operation::Preallocate
                if !self.flags.contains(OpenFlags::WRITE) =>
            {
                (ErrorKind::ReadOnly, "the file was not opened for writing")
            }
            _ => return Ok(()),
        };
        Err(self.named(Error::new(refused, operation).with_detail(text)))
    }

    pub(super) fn named(&self, error: Error) -> Error {
        self.session.named(self.file, error)
    }

    /// Starts an access ordered after all earlier writes.
    pub(super) fn start(&self, direction: Direction, place: &Region, memory: &LentSlice) -> Transfer {
        let mut coalesced = self.held.coalesced();
        self.held.send(&mut coalesced);
        Transfer::start(&self.session, self.file, direction, place, memory)
    }

    /// Buffers a small write.
    pub(super) fn coalesce<'a>(&self, pieces: impl Iterator<Item = (u64, &'a [u8])>) {
        let mut coalesced = self.held.coalesced();
        pieces.for_each(|(offset, bytes)| coalesced.put(offset, bytes));
        if coalesced.weight() >= self.buffers.write_behind {
            self.held.send(&mut coalesced);
            drop(coalesced);
            // Writes in flight are bounded as well.
            self.session.wait_behind(self.file, self.buffers.write_behind);
        }
    }

    pub(super) fn is_small(&self, bytes: u64) -> bool {
        bytes <= SMALL_BYTES.min(self.buffers.write_behind / 2)
    }

    /// Makes a request ordered after all writes.
    pub(super) fn ask_behind_writes(&self, question: Question) -> Result<Answer> {
        self.held.send(&mut self.held.coalesced());
        let answer = self.session.ask(self.file, question);
        self.session.take_deferred(self.file).and(answer)
    }

    /// A small read from prefetched data, if it is there. `None`: it must be requested.
    fn read_prefetched(&self, extent: Extent, target: &mut SegmentsMut<'_, '_>) -> Option<u64> {
        let mut ahead = self.held.ahead();
        let mut forgotten = Vec::new();
        let found = ahead.find(extent, &mut forgotten);
        forgotten.into_iter().for_each(|id| self.session.forget(id));
        if let Found::UnderWay(id) = found {
            match self.session.wait(id) {
                Ok(Answer::Bytes(bytes)) => ahead.arrived(id, bytes),
                // The request for the bytes themselves reports the error.
                _ => {
                    ahead
                        .forget()
                        .into_iter()
                        .filter(|&other| other != id)
                        .for_each(|id| self.session.forget(id));
                }
            }
        }
        let mut rest = ahead.bytes(extent)?;
        for piece in target.pieces() {
            let (now, later) = rest.split_at(piece.len().min(rest.len()));
            piece[..now.len()].copy_from_slice(now);
            rest = later;
        }
        Some(extent.len)
    }

    /// Records a small read, and prefetches those expected next.
    fn look_ahead(&self, extent: Extent) {
        let mut ahead = self.held.ahead();
        if let Some(extents) = ahead.note(extent) {
            let bytes: u64 = extents.iter().map(|extent| extent.len).sum();
            let memory = ReadMemory::Owned(vec![0; usize::try_from(bytes).unwrap_or(0)]);
            let place = Region::Extents(extents.clone());
            let id = self.session.submit(Task::Read { file: self.file, place, memory });
            ahead.asked(extents, id);
        }
    }

    pub(super) fn keep(&self, transfer: Transfer) -> Ticket {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let ticket = started.next;
        started.next += 1;
        started.transfers.insert(ticket, transfer);
        Ticket(ticket)
    }
}

impl DeviceFile for RemoteFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.check(Operation::Read)?;
        check(Operation::Read, extents, target.total()).map_err(|error| self.named(error))?;
        let small = match extents {
            [extent] if extent.len <= SMALL_BYTES && extent.len > 0 => Some(*extent),
            _ => None,
        };
        if let Some(extent) = small
            && let Some(read) = self.read_prefetched(extent, target)
        {
            self.look_ahead(extent);
            return Ok(read);
        }
        let memory = LentSlice::of_call_mut(target);
        let transfer = self.start(
            Direction::Read,
            &Region::Extents(sorted(extents).map_err(|error| self.named(error))?),
            &memory,
        );
        if let Some(extent) = small {
            self.look_ahead(extent);
        }
        transfer.wait(&self.session)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.check(Operation::Write)?;
        check(Operation::Write, extents, source.total()).map_err(|error| self.named(error))?;
        self.held.forget_ahead();
        if self.is_small(source.total()) {
            self.coalesce(pieces(extents, source));
            return Ok(());
        }
        let memory = LentSlice::of_call(source);
        let transfer = self.start(Direction::Write, &Region::Extents(extents.to_vec()), &memory);
        transfer.wait(&self.session).map(drop)
    }

    fn size(&self) -> Result<u64> {
        self.check(Operation::GetSize)?;
        match self.ask_behind_writes(Question::Size)? {
            Answer::Number(size) => Ok(size),
            _ => Err(Error::new(ErrorKind::Io, Operation::GetSize)),
        }
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.check(Operation::SetSize)?;
        self.held.forget_ahead();
        self.ask_behind_writes(Question::SetSize(size)).map(drop)
    }

    fn size_was_changed(&self) {
        self.held.forget_ahead();
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.check(Operation::Preallocate)?;
        self.held.forget_ahead();
        self.ask_behind_writes(Question::Preallocate(size)).map(drop)
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.held.forget_ahead();
        let synced = match durability {
            Durability::Visible => {
                self.held.send(&mut self.held.coalesced());
                Ok(())
            }
            Durability::Durable => self.ask_behind_writes(Question::Sync).map(drop),
        };
        self.session.wait_behind(self.file, 0);
        self.session.take_deferred(self.file).and(synced)
    }

    fn published(&self) {
        self.session.published(self.file);
    }

    fn close(&self) -> Result<()> {
        self.held.close()
    }

    fn guarantees(&self) -> Guarantees {
        let holds_back = self.buffers.write_behind > 0 || self.buffers.read_ahead > 0;
        Guarantees {
            locality: Locality::Network,
            coherent: !holds_back,
            sparse: false,
            block_bytes: 4096,
            costs: Costs::NETWORK,
        }
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        Some(self)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        Some(self)
    }

    fn shaped(&self) -> Option<&dyn Shaped> {
        Some(self)
    }

    fn hints_in_use(&self) -> Hints {
        self.hints.clone()
    }
}

/// The nonempty extents of a read, as the daemon expects them.
fn sorted(extents: &[Extent]) -> Result<Vec<Extent>> {
    if !extents.is_sorted_by(|one, next| one.end() <= next.offset) {
        return Err(Error::new(ErrorKind::Argument, Operation::Read)
            .with_extent(Extent::hull(extents))
            .with_detail("the extents are not sorted and disjoint"));
    }
    Ok(extents.iter().copied().filter(|extent| !extent.is_empty()).collect())
}
