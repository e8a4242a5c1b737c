// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`FarFile`]: an open thing whose home is another node. Accesses are messages to that node's agent, which carry the epoch;
//! long ones are cut into pieces, of which several are under way.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_device_api::pieces::{pieces, pieces_mut};
use seaway_device_api::{
    Error, ErrorKind, Extent, OpenFlags, Operation, RangeLock, Result, Segments, SegmentsMut,
};
use seaway_messages::{
    HomeAddress, MAX_THING_BYTES, Range, ThingKind, ThingMessage, ThingQuestion, ThingStatus,
};

use super::far_requests::{cut, ranges_of, requests};
use super::file::NewThing;
use super::home_connection::{Attempt, HomeConnection, Said, failure, receive};
use super::row::Row;

/// Pieces that are under way at a time.
const IN_FLIGHT: usize = 4;
/// How long the home of a thing with a second copy may be silent.
const ASK_AFTER: Duration = Duration::from_secs(2);
/// For closing without a promise.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// Pauses while another holds a lock.
const FIRST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct FarFile {
    connection: Arc<HomeConnection>,
    name: String,
    flags: OpenFlags,
    epoch: u64,
    /// How long an answer may take. Shorter where another node could take over.
    patience: Duration,
    opening: Mutex<FarOpening>,
    /// Locks do not outlive the session that they were taken in.
    locks: AtomicUsize,
    closed: AtomicBool,
}

/// What the home calls it, in one beginning of the session.
#[derive(Debug, Clone, Copy)]
struct FarOpening {
    number: u64,
    beginning: u64,
}

/// Where opening has led to.
#[derive(Debug)]
pub(super) enum FarOpened {
    Here {
        file: FarFile,
        created: bool,
        status: ThingStatus,
    },
    /// It has moved on.
    Elsewhere(HomeAddress),
}

/// The outcome of an access.
#[derive(Debug)]
pub(super) enum Far<T> {
    Done(T),
    /// Its home is another node by now.
    NotHere,
}

impl FarFile {
    /// A thing of which `opening` stands for the bytes, at a node that is about to become its home.
    pub(super) fn arriving(
        connection: &Arc<HomeConnection>,
        name: &str,
        epoch: u64,
        number: u64,
        beginning: u64,
    ) -> Self {
        Self {
            connection: Arc::clone(connection),
            name: name.to_owned(),
            flags: OpenFlags::WRITE,
            epoch,
            patience: connection.timeout(),
            opening: Mutex::new(FarOpening { number, beginning }),
            // It cannot be opened again.
            locks: AtomicUsize::new(1),
            closed: AtomicBool::new(true),
        }
    }

    /// `kind` and `size` are for a thing that is created by this. `follows`: it was open at its former home.
    pub(super) fn open(
        connection: &Arc<HomeConnection>,
        name: &str,
        flags: OpenFlags,
        further: u8,
        new: NewThing,
    ) -> Result<FarOpened> {
        let NewThing { kind, size } = new;
        let bits = flags.bits() | further;
        let request = |id| ThingMessage::Open { id, name: name.to_owned(), flags: bits, kind, size };
        let said = connection.request(Operation::Open, None, connection.timeout(), request)?;
        match said {
            (Said::Answer(ThingMessage::Opened { opening, created, status, .. }), beginning) => {
                let file = Self {
                    connection: Arc::clone(connection),
                    name: name.to_owned(),
                    flags,
                    epoch: status.epoch,
                    patience: connection.timeout().min(if status.copies > 1 {
                        ASK_AFTER
                    } else {
                        Duration::MAX
                    }),
                    opening: Mutex::new(FarOpening { number: opening, beginning }),
                    locks: AtomicUsize::new(0),
                    closed: AtomicBool::new(false),
                };
                Ok(FarOpened::Here { file, created, status })
            }
            (Said::Answer(ThingMessage::Elsewhere { home, .. }), _) => Ok(FarOpened::Elsewhere(home)),
            (Said::Answer(other), _) => Err(connection.unexpected(Operation::Open, &other)),
            (Said::NotHere | Said::Forgotten, _) => Err(connection.gone(Operation::Open)),
        }
    }

    pub(super) fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<Far<u64>> {
        let mut places: Vec<(u64, &mut [u8])> = Vec::new();
        for (offset, piece) in pieces_mut(extents, target) {
            let (mut offset, mut rest) = (offset, piece);
            while !rest.is_empty() {
                let len = rest.len().min(usize::try_from(MAX_THING_BYTES).unwrap_or(usize::MAX));
                let (first, others) = rest.split_at_mut(len);
                places.push((offset, first));
                (offset, rest) = (offset + len as u64, others);
            }
        }
        let lengths: Vec<(u64, usize)> =
            places.iter().map(|(offset, place)| (*offset, place.len())).collect();
        let requests = requests(&lengths);
        // What has arrived need not come again if the line is cut.
        let (mut arrived, mut total, mut ended) = (0, 0_u64, false);
        self.attempt(Operation::Read, |opening, channel| {
            let mut under_way = VecDeque::new();
            let (mut next, mut failed) = (arrived, None);
            loop {
                while next < requests.len() && under_way.len() < IN_FLIGHT && !ended && failed.is_none() {
                    let ranges = ranges_of(&lengths[requests[next].clone()]);
                    let (id, epoch) = (self.connection.id(), self.epoch);
                    send(channel, &ThingMessage::Read { id, opening, epoch, ranges }, &[])?;
                    under_way.push_back(next);
                    next += 1;
                }
                let Some(request) = under_way.pop_front() else { break };
                match self.next_answer(channel)? {
                    ThingMessage::Bytes { count, .. } => {
                        let wanted: u64 =
                            lengths[requests[request].clone()].iter().map(|(_, len)| *len as u64).sum();
                        if count > wanted {
                            return Err(io::ErrorKind::InvalidData.into());
                        }
                        let keeps = !ended && failed.is_none();
                        take(channel, count, &mut places[requests[request].clone()], keeps)?;
                        if keeps {
                            (arrived, total) = (arrived + 1, total + count);
                        }
                        ended |= count < wanted;
                    }
                    other => failed = Some(failed.unwrap_or(other)),
                }
            }
            Ok(match failed {
                Some(answer) => Err(answer),
                None => Ok(total),
            })
        })
    }

    pub(super) fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<Far<()>> {
        self.must_be_writable(Operation::Write)?;
        let mut places: Vec<(u64, &[u8])> = Vec::new();
        for (offset, piece) in pieces(extents, source) {
            cut(offset, piece.len(), |at, range| places.push((at, &piece[range])));
        }
        let lengths: Vec<(u64, usize)> =
            places.iter().map(|(offset, place)| (*offset, place.len())).collect();
        let requests = requests(&lengths);
        // What was acknowledged need not be sent again if the line is cut.
        let mut acknowledged = 0;
        self.attempt(Operation::Write, |opening, channel| {
            let (mut next, mut under_way, mut failed) = (acknowledged, 0, None);
            loop {
                while next < requests.len() && under_way < IN_FLIGHT && failed.is_none() {
                    let part = requests[next].clone();
                    let ranges = ranges_of(&lengths[part.clone()]);
                    let count = ranges.iter().map(|range| range.len).sum();
                    let bytes: Vec<IoSlice<'_>> =
                        places[part].iter().map(|(_, place)| IoSlice::new(place)).collect();
                    let (id, epoch) = (self.connection.id(), self.epoch);
                    send(channel, &ThingMessage::Write { id, opening, epoch, count, ranges }, &bytes)?;
                    (next, under_way) = (next + 1, under_way + 1);
                }
                if under_way == 0 {
                    break;
                }
                under_way -= 1;
                match self.next_answer(channel)? {
                    ThingMessage::Done { .. } => acknowledged += usize::from(failed.is_none()),
                    other => failed = Some(failed.unwrap_or(other)),
                }
            }
            Ok(failed.map_or(Ok(()), Err))
        })
    }

    /// One that was frozen for good is followed for reading.
    fn must_be_writable(&self, operation: Operation) -> Result<()> {
        let is_writable = self.flags.contains(OpenFlags::WRITE);
        if is_writable { Ok(()) } else { Err(Error::new(ErrorKind::ReadOnly, operation)) }
    }

    /// What the home calls it.
    pub(super) fn number(&self) -> u64 {
        self.opening().number
    }

    /// Its home is lost: there is nothing to close.
    pub(super) fn forget(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    pub(super) fn ask(&self, operation: Operation, question: ThingQuestion) -> Result<Far<u64>> {
        use ThingQuestion::{Preallocate, SetSize, Update};
        if matches!(question, SetSize(_) | Preallocate(_) | Update { .. }) {
            self.must_be_writable(operation)?;
        }
        loop {
            let FarOpening { number: opening, beginning } = self.opening();
            let epoch = self.epoch;
            let request = |id| ThingMessage::Ask { id, opening, epoch, question };
            let patience = self.patience;
            match self.connection.request(operation, Some(beginning), patience, request)?.0 {
                Said::Answer(ThingMessage::Answer { number, .. }) => return Ok(Far::Done(number)),
                Said::Answer(other) => return Err(self.connection.unexpected(operation, &other)),
                Said::NotHere => return Ok(Far::NotHere),
                Said::Forgotten if matches!(question, ThingQuestion::Update { .. }) => {
                    return Err(self.connection.gone(operation));
                }
                Said::Forgotten => {
                    if let Far::NotHere = self.open_again(operation, beginning)? {
                        return Ok(Far::NotHere);
                    }
                }
            }
        }
    }

    /// Combines numbers with those that are there.
    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<Far<()>> {
        self.must_be_writable(Operation::Write)?;
        let FarOpening { number: opening, beginning } = self.opening();
        let request = |id| row.request(id, opening, self.epoch);
        let (operation, patience) = (Operation::Write, self.connection.timeout());
        match self.connection.request(operation, Some(beginning), patience, request)?.0 {
            Said::Answer(ThingMessage::Done { .. }) => Ok(Far::Done(())),
            Said::Answer(other) => Err(self.connection.unexpected(operation, &other)),
            Said::NotHere => Ok(Far::NotHere),
            // It may have been carried out.
            Said::Forgotten => Err(self.connection.gone(operation)),
        }
    }

    /// Waits until no other holds a conflicting lock.
    pub(super) fn lock(&self, extent: Extent, lock: RangeLock) -> Result<Far<()>> {
        let range = Range { offset: extent.offset, len: extent.len };
        let question = ThingQuestion::TryLock { range, exclusive: lock == RangeLock::Exclusive };
        let mut pause = FIRST_PAUSE;
        loop {
            match self.ask(Operation::Lock, question)? {
                Far::Done(0) => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Far::Done(_) => {
                    self.locks.fetch_add(1, Ordering::Relaxed);
                    return Ok(Far::Done(()));
                }
                Far::NotHere => return Ok(Far::NotHere),
            }
        }
    }

    pub(super) fn unlock(&self, extent: Extent) -> Result<Far<()>> {
        let range = Range { offset: extent.offset, len: extent.len };
        let unlocked = self.ask(Operation::Lock, ThingQuestion::Unlock { range });
        self.locks.fetch_sub(1, Ordering::Relaxed);
        Ok(match unlocked? {
            Far::Done(_) => Far::Done(()),
            Far::NotHere => Far::NotHere,
        })
    }

    /// `complete`: others may rely on the bytes. Once.
    pub(super) fn close(&self, complete: bool) -> Result<()> {
        if self.closed.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let FarOpening { number: opening, beginning } = self.opening();
        let request = |id| ThingMessage::Close { id, opening, complete };
        // The home closes what it hears nothing of, as incomplete.
        let timeout = self.patience;
        let patience = if complete { timeout } else { timeout.min(CLOSE_WITHIN) };
        let said = self.connection.request(Operation::Close, Some(beginning), patience, request);
        // A reader has nothing to lose.
        let closed = match said {
            _ if !self.flags.contains(OpenFlags::WRITE) => Ok(()),
            Ok((Said::Answer(_), _)) => Ok(()),
            Ok(_) => Err(self.connection.gone(Operation::Close)),
            Err(error) => Err(error),
        };
        // With a second copy it is tried again.
        let is_over = closed.is_ok() || self.patience == self.connection.timeout();
        self.closed.store(is_over, Ordering::Relaxed);
        closed
    }

    /// Where it is, as its former home knows.
    pub(super) fn locate(&self) -> Result<(HomeAddress, ThingStatus)> {
        let FarOpening { number: opening, beginning } = self.opening();
        let request = |id| ThingMessage::Locate { id, opening };
        let patience = self.patience;
        match self.connection.request(Operation::Open, Some(beginning), patience, request)?.0 {
            Said::Answer(ThingMessage::Elsewhere { home, status, .. }) => Ok((home, status)),
            Said::Answer(other) => Err(self.connection.unexpected(Operation::Open, &other)),
            Said::NotHere | Said::Forgotten => Err(self.connection.gone(Operation::Open)),
        }
    }

    /// The timeout is that of each answer, not of all of a long transfer.
    fn next_answer(&self, channel: &Channel) -> io::Result<ThingMessage> {
        channel.set_deadline(Some(Instant::now() + self.patience));
        receive(channel)
    }

    /// Carries out a transfer, from its beginning if the line is cut: its pieces may be moved twice.
    fn attempt<T>(
        &self,
        operation: Operation,
        mut transfer: impl FnMut(u64, &Channel) -> io::Result<std::result::Result<T, ThingMessage>>,
    ) -> Result<Far<T>> {
        loop {
            let FarOpening { number, beginning } = self.opening();
            let patience = self.patience;
            let attempted = self.connection.on_line(operation, patience, |channel, now| {
                if now != beginning {
                    return Ok(Attempt::Forgotten);
                }
                transfer(number, channel).map(Attempt::Done)
            })?;
            match attempted {
                Attempt::Done(Ok(done)) => return Ok(Far::Done(done)),
                Attempt::Done(Err(ThingMessage::NotHere { .. })) => return Ok(Far::NotHere),
                Attempt::Done(Err(ThingMessage::Failed { kind, text, .. })) => {
                    return Err(failure(operation, kind, &text));
                }
                Attempt::Done(Err(other)) => return Err(self.connection.unexpected(operation, &other)),
                Attempt::Forgotten => {
                    if let Far::NotHere = self.open_again(operation, beginning)? {
                        return Ok(Far::NotHere);
                    }
                }
            }
        }
    }

    /// The home does not know the session any more. The thing may still be the same one.
    fn open_again(&self, operation: Operation, beginning: u64) -> Result<Far<()>> {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if opening.beginning != beginning {
            return Ok(Far::Done(()));
        }
        if self.locks.load(Ordering::Relaxed) > 0 {
            return Err(self.connection.gone(operation));
        }
        let flags = self.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
        let new = NewThing { kind: ThingKind::Memory, size: 0 };
        match Self::open(&self.connection, &self.name, flags, 0, new) {
            Ok(FarOpened::Here { file, status, .. }) if status.epoch == self.epoch => {
                *opening = file.opening();
                file.closed.store(true, Ordering::Relaxed);
                Ok(Far::Done(()))
            }
            Ok(FarOpened::Elsewhere(_)) => Ok(Far::NotHere),
            Ok(FarOpened::Here { .. }) => Err(self.another(operation)),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Err(self.another(operation)),
            Err(error) => Err(error),
        }
    }

    fn another(&self, operation: Operation) -> Error {
        let detail =
            format!("it was lost or deleted at its home {}: open it again", self.connection.home().node);
        Error::new(ErrorKind::PeerLost, operation).with_detail(detail)
    }

    fn opening(&self) -> FarOpening {
        *self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FarFile {
    fn drop(&mut self) {
        let _ = self.close(false);
    }
}

fn send(channel: &Channel, message: &ThingMessage, bytes: &[IoSlice<'_>]) -> io::Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame)?;
    let mut slices = Vec::with_capacity(bytes.len() + 1);
    slices.push(IoSlice::new(&frame));
    slices.extend_from_slice(bytes);
    channel.write_all_vectored(&slices)
}

/// Receives bytes into their places, or drops them.
fn take(channel: &Channel, count: u64, places: &mut [(u64, &mut [u8])], keeps: bool) -> io::Result<()> {
    let mut left = usize::try_from(count).unwrap_or(usize::MAX);
    for (_, place) in places {
        let len = place.len().min(left);
        if keeps {
            channel.read_exact(&mut place[..len])?;
        } else {
            channel.read_exact(&mut vec![0; len])?;
        }
        left -= len;
    }
    Ok(())
}
