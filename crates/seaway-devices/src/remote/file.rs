// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteFile`]: an open file of another machine. Small writes are gathered and small reads foreseen; all else goes
//! between the program's memory and the connection.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_device::{
    Costs, DeviceFile, Durability, Error, ErrorKind, Extent, FileShape, Guarantees, Hints, Locality, OpenFlags,
    Operation, Place, RangeLock, RangeLocks, Result, Segments, SegmentsMut, Shaped, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

use super::memory::{Part, Source, Target};
use super::options::Buffers;
use super::read_ahead::{Found, ReadAhead};
use super::session::{Answer, FileKey, Question, Session, Task};
use super::transfer::{Direction, Transfer};
use super::write_behind::Gathered;
use crate::pieces::{check, pieces};

/// Accesses up to this length are gathered or foreseen: for longer ones a copy is worse than a message.
const SMALL_BYTES: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct RemoteFile {
    session: Arc<Session>,
    file: FileKey,
    flags: OpenFlags,
    buffers: Buffers,
    hints: Hints,
    /// Held while writes are handed to the session, so that they stay in their order.
    gathered: Mutex<Gathered>,
    ahead: Mutex<ReadAhead>,
    started: Mutex<Tickets>,
}

#[derive(Debug, Default)]
struct Tickets {
    next: u64,
    transfers: HashMap<u64, Transfer>,
}

impl RemoteFile {
    pub(super) fn new(
        session: Arc<Session>,
        file: FileKey,
        flags: OpenFlags,
        buffers: Buffers,
        hints: Hints,
    ) -> Self {
        Self {
            session,
            file,
            flags,
            buffers,
            hints,
            gathered: Mutex::default(),
            ahead: Mutex::new(ReadAhead::new(buffers.read_ahead)),
            started: Mutex::default(),
        }
    }

    /// Before each use of the file: whether it was opened for it, and what became of writes that nobody waited for.
    fn check(&self, operation: Operation) -> Result<()> {
        self.session.take_deferred(self.file)?;
        let refused = match operation {
            Operation::Read if !self.flags.contains(OpenFlags::READ) => ErrorKind::AccessDenied,
            Operation::Write | Operation::SetSize | Operation::Preallocate
                if !self.flags.contains(OpenFlags::WRITE) =>
            {
                ErrorKind::ReadOnly
            }
            _ => return Ok(()),
        };
        Err(Error::new(refused, operation).with_detail("the file was not opened for it"))
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands what was gathered to the session, before anything that follows.
    fn send_gathered(&self, gathered: &mut Gathered) {
        for batch in gathered.take() {
            let memory = Source::Owned(Arc::new(batch.bytes));
            let place = Place::Extents(batch.extents);
            self.session.submit_behind(Task::Write { file: self.file, place, memory });
        }
    }

    fn forget_ahead(&self) {
        let under_way = self.ahead.lock().unwrap_or_else(PoisonError::into_inner).forget();
        under_way.into_iter().for_each(|id| self.session.forget(id));
    }

    /// Starts an access behind all that was written before it.
    fn start(&self, direction: Direction, place: &Place, memory: &Part) -> Transfer {
        let mut gathered = self.gathered();
        self.send_gathered(&mut gathered);
        Transfer::start(&self.session, self.file, direction, place, memory)
    }

    /// Keeps a small write for later.
    fn gather<'a>(&self, pieces: impl Iterator<Item = (u64, &'a [u8])>) {
        let mut gathered = self.gathered();
        pieces.for_each(|(offset, bytes)| gathered.put(offset, bytes));
        if gathered.weight() >= self.buffers.write_behind {
            self.send_gathered(&mut gathered);
            drop(gathered);
            // What is under way is bounded as well.
            self.session.wait_behind(self.file, self.buffers.write_behind);
        }
    }

    fn is_small(&self, bytes: u64) -> bool {
        bytes <= SMALL_BYTES.min(self.buffers.write_behind / 2)
    }

    /// Asks something that must come behind all writes.
    fn ask_behind_writes(&self, question: Question) -> Result<Answer> {
        self.send_gathered(&mut self.gathered());
        let answer = self.session.ask(self.file, question);
        self.session.take_deferred(self.file).and(answer)
    }

    /// A small read, from what was fetched ahead if it is there. `None`: it must be asked for.
    fn read_foreseen(&self, extent: Extent, target: &mut SegmentsMut<'_, '_>) -> Option<u64> {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let mut forgotten = Vec::new();
        let found = ahead.find(extent, &mut forgotten);
        forgotten.into_iter().for_each(|id| self.session.forget(id));
        if let Found::UnderWay(id) = found {
            match self.session.wait(id) {
                Ok(Answer::Bytes(bytes)) => ahead.arrived(id, bytes),
                // Whoever asks for the bytes themselves is told what is wrong.
                _ => {
                    ahead.forget().into_iter().filter(|&other| other != id).for_each(|id| self.session.forget(id));
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

    /// Notes a small read, and asks for what will follow.
    fn look_ahead(&self, extent: Extent) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(extents) = ahead.note(extent) {
            let bytes: u64 = extents.iter().map(|extent| extent.len).sum();
            let memory = Target::Owned(vec![0; usize::try_from(bytes).unwrap_or(0)]);
            let place = Place::Extents(extents.clone());
            let id = self.session.submit(Task::Read { file: self.file, place, memory });
            ahead.asked(extents, id);
        }
    }

    fn keep(&self, transfer: Transfer) -> Ticket {
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
        check(Operation::Read, extents, target.total())?;
        let small = match extents {
            [extent] if extent.len <= SMALL_BYTES && extent.len > 0 => Some(*extent),
            _ => None,
        };
        if let Some(extent) = small
            && let Some(read) = self.read_foreseen(extent, target)
        {
            self.look_ahead(extent);
            return Ok(read);
        }
        let memory = Part::of_mut(&LentMut::new(target.pieces()));
        let transfer = self.start(Direction::Read, &Place::Extents(sorted(extents)?), &memory);
        if let Some(extent) = small {
            self.look_ahead(extent);
        }
        transfer.wait(&self.session)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.check(Operation::Write)?;
        check(Operation::Write, extents, source.total())?;
        self.forget_ahead();
        if self.is_small(source.total()) {
            self.gather(pieces(extents, source));
            return Ok(());
        }
        let memory = Part::of(&Lent::new(source.pieces()));
        let transfer = self.start(Direction::Write, &Place::Extents(extents.to_vec()), &memory);
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
        self.forget_ahead();
        self.ask_behind_writes(Question::SetSize(size)).map(drop)
    }

    fn size_was_changed(&self) {
        self.forget_ahead();
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.check(Operation::Preallocate)?;
        self.forget_ahead();
        self.ask_behind_writes(Question::Preallocate(size)).map(drop)
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.forget_ahead();
        let synced = match durability {
            Durability::Visible => {
                self.send_gathered(&mut self.gathered());
                Ok(())
            }
            Durability::Durable => self.ask_behind_writes(Question::Sync).map(drop),
        };
        self.session.wait_behind(self.file, 0);
        self.session.take_deferred(self.file).and(synced)
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

impl Shaped for RemoteFile {
    fn takes(&self, shape: &FileShape) -> bool {
        Session::takes(shape)
    }

    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()> {
        let place = Place::Shaped { shape: shape.clone(), positions };
        let ticket = self.start_write(place, Lent::new(source.pieces()))?;
        self.wait(ticket).map(drop)
    }

    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64> {
        let place = Place::Shaped { shape: shape.clone(), positions };
        let ticket = self.start_read(place, LentMut::new(target.pieces()), false)?;
        self.wait(ticket)
    }
}

impl Transfers for RemoteFile {
    fn start_write(&self, place: Place, memory: Lent) -> Result<Ticket> {
        self.check(Operation::Write)?;
        let memory = Part::of(&memory);
        check_place(Operation::Write, &place, memory.len())?;
        self.forget_ahead();
        if let Place::Extents(extents) = &place
            && self.is_small(memory.len())
        {
            let source = Source::Lent(memory.clone());
            let slices = source.next(&mut source.start(), memory.len());
            self.gather(pieces(extents, &Segments::new(&slices)));
            return Ok(self.keep(Transfer::done(memory.len())));
        }
        Ok(self.keep(self.start(Direction::Write, &place, &memory)))
    }

    fn start_read(&self, place: Place, memory: LentMut, _once: bool) -> Result<Ticket> {
        self.check(Operation::Read)?;
        let memory = Part::of_mut(&memory);
        check_place(Operation::Read, &place, memory.len())?;
        Ok(self.keep(self.start(Direction::Read, &place, &memory)))
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let transfer = started.transfers.get_mut(&ticket.0).ok_or_else(told_already)?;
        if !transfer.poll(&self.session) {
            return Ok(None);
        }
        let transfer = started.transfers.remove(&ticket.0).ok_or_else(told_already)?;
        transfer.outcome().map(Some)
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        let transfer = self.started.lock().unwrap_or_else(PoisonError::into_inner).transfers.remove(&ticket.0);
        transfer.ok_or_else(told_already)?.wait(&self.session)
    }
}

impl RangeLocks for RemoteFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.check(Operation::Lock)?;
        // What others wrote before they gave their lock back is to be seen.
        self.forget_ahead();
        self.session.ask(self.file, Question::Lock { extent, exclusive: lock == RangeLock::Exclusive }).map(drop)
    }

    /// Behind the writes that it protects.
    fn unlock(&self, extent: Extent) -> Result<()> {
        let unlocked = self.ask_behind_writes(Question::Unlock(extent)).map(drop);
        self.session.wait_behind(self.file, 0);
        self.session.take_deferred(self.file).and(unlocked)
    }
}

impl Drop for RemoteFile {
    /// What was written goes to the daemon, even if nobody has asked for it.
    fn drop(&mut self) {
        self.forget_ahead();
        self.send_gathered(&mut self.gathered());
        self.session.wait_behind(self.file, 0);
        self.session.close(self.file);
    }
}

/// The extents of a read, which the daemon wants without those that are empty.
fn sorted(extents: &[Extent]) -> Result<Vec<Extent>> {
    if !extents.is_sorted_by(|one, next| one.end() <= next.offset) {
        return Err(Error::new(ErrorKind::Argument, Operation::Read)
            .with_extent(Extent::hull(extents))
            .with_detail("the extents are not sorted and disjoint"));
    }
    Ok(extents.iter().copied().filter(|extent| !extent.is_empty()).collect())
}

fn check_place(operation: Operation, place: &Place, bytes: u64) -> Result<()> {
    match place {
        Place::Extents(extents) => check(operation, extents, bytes),
        Place::Shaped { positions, .. } if positions.end.checked_sub(positions.start) == Some(bytes) => Ok(()),
        Place::Shaped { .. } => Err(Error::new(ErrorKind::Argument, operation)
            .with_detail("the positions do not add up to the memory's bytes")),
    }
}

fn told_already() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("the outcome of this transfer was told already")
}
