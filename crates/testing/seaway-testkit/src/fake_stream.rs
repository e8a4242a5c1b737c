// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`FakeStream`]: a stream in the memory of this process, without window and threads. It shows what the
//! engine asks of a stream: reads wait for bytes that are not there yet, and every call is recorded.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, OpenFlags, OpenOptions,
    OpenTogether, Operation, Ranks, Region, Result, Segments, SegmentsMut, Stream, Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

use crate::lent_memory::{read_spots, write_spots};

/// A device with one stream, under any name.
#[derive(Debug, Clone, Default)]
pub struct FakeStream(Arc<Shared>);

/// The calls of the engine on a rank's end of the stream, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamCall {
    Opened { rank: usize, size: usize },
    WillWrite { rank: usize, start: u64, lengths: Vec<u64> },
    WillRead { rank: usize, start: u64, lengths: Vec<u64> },
    Wrote { rank: usize, extents: Vec<Extent> },
    Read { rank: usize, extents: Vec<Extent>, once: bool },
    Started { rank: usize, pieces: usize },
    Marked { rank: usize },
    Ended { rank: usize },
    SizeAsked { rank: usize },
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// `None`: not written yet.
    bytes: Vec<Option<u8>>,
    ended: bool,
    failure: Option<Error>,
    told: Vec<StreamCall>,
    started: Vec<Option<Started>>,
}

#[derive(Debug, Clone)]
enum Started {
    Write { extents: Vec<Extent>, memory: Lent },
    Read { extents: Vec<Extent>, memory: LentMut },
}

#[derive(Debug)]
struct End {
    shared: Arc<Shared>,
    rank: usize,
    writes: bool,
}

impl FakeStream {
    /// All calls so far.
    pub fn told(&self) -> Vec<StreamCall> {
        self.0.lock().told.clone()
    }

    /// From now on every call fails, including those that wait.
    pub fn fail(&self, detail: &str) {
        let error = Error::new(ErrorKind::Io, Operation::Wait).with_detail(detail);
        self.0.lock().failure = Some(error);
        self.0.changed.notify_all();
    }

    /// Consumes the bytes of started writes, as readers do.
    pub fn take_started(&self) {
        let mut state = self.0.lock();
        for place in 0..state.started.len() {
            if let Some(Started::Write { .. }) = state.started[place] {
                state.carry_out(place).expect("the memory is there");
            }
        }
        self.0.changed.notify_all();
    }
}

impl Device for FakeStream {
    fn open(&self, _: &DevicePath, _: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        Err(Error::new(ErrorKind::Internal, Operation::Open).with_detail("a stream is opened collectively"))
    }

    fn delete(&self, _: &DevicePath) -> Result<()> {
        Err(Error::new(ErrorKind::Internal, Operation::Delete)
            .with_detail("a stream leaves nothing to delete"))
    }

    fn together(&self) -> Option<&dyn OpenTogether> {
        Some(self)
    }
}

impl OpenTogether for FakeStream {
    fn open_together(
        &self,
        _: &DevicePath,
        options: &OpenOptions,
        ranks: &dyn Ranks,
    ) -> Result<Box<dyn DeviceFile>> {
        let everybody = ranks.all_gather(&ranks.rank().to_le_bytes())?;
        let expected: Vec<Vec<u8>> = (0..ranks.size()).map(|rank| rank.to_le_bytes().to_vec()).collect();
        assert_eq!(everybody, expected);
        if options.flags.contains(OpenFlags::READ | OpenFlags::WRITE) {
            return Err(Error::new(ErrorKind::AccessMode, Operation::Open)
                .with_detail("a stream is read or written, not both"));
        }
        let end = End {
            shared: self.0.clone(),
            rank: ranks.rank(),
            writes: options.flags.contains(OpenFlags::WRITE),
        };
        end.note(StreamCall::Opened { rank: end.rank, size: ranks.size() });
        Ok(Box::new(end))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until<T>(&self, mut ready: impl FnMut(&mut State) -> Option<Result<T>>) -> Result<T> {
        let mut state = self.lock();
        loop {
            if let Some(answer) = ready(&mut state) {
                return answer;
            }
            if let Some(failure) = &state.failure {
                return Err(failure.clone());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn put(&mut self, extent: Extent, bytes: &[u8]) {
        let (start, end) = (place(extent.offset), place(extent.end()));
        let len = self.bytes.len().max(end);
        self.bytes.resize(len, None);
        for (place, byte) in self.bytes[start..end].iter_mut().zip(bytes) {
            *place = Some(*byte);
        }
    }

    /// The bytes, once all of them are available or the file has ended.
    fn get(&self, extents: &[Extent]) -> Option<Vec<u8>> {
        let mut got = Vec::new();
        for offset in extents.iter().flat_map(|extent| extent.offset..extent.end()) {
            match self.bytes.get(place(offset)) {
                Some(Some(byte)) => got.push(*byte),
                Some(None) if self.ended => got.push(0),
                None if self.ended => break,
                _ => return None,
            }
        }
        Some(got)
    }

    /// `None`: not yet.
    fn carry_out(&mut self, number: usize) -> Option<u64> {
        let moved = match self.started[number].clone()? {
            Started::Write { extents, memory } => {
                let bytes = read_spots(memory.pieces());
                let mut rest = &bytes[..];
                for extent in extents {
                    let (bytes, later) = rest.split_at(place(extent.len));
                    self.put(extent, bytes);
                    rest = later;
                }
                bytes.len()
            }
            Started::Read { extents, memory } => {
                let bytes = self.get(&extents)?;
                write_spots(memory.pieces(), &bytes);
                bytes.len()
            }
        };
        self.started[number] = None;
        Some(moved as u64)
    }
}

impl End {
    fn note(&self, told: StreamCall) {
        self.shared.lock().told.push(told);
    }

    fn read_as(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>, once: bool) -> Result<u64> {
        self.note(StreamCall::Read { rank: self.rank, extents: extents.to_vec(), once });
        let bytes = self.shared.wait_until(|state| state.get(extents).map(Ok))?;
        let mut rest = &bytes[..];
        for piece in target.pieces() {
            let (now, later) = rest.split_at(rest.len().min(piece.len()));
            piece[..now.len()].copy_from_slice(now);
            rest = later;
        }
        Ok(bytes.len() as u64)
    }

    fn start(&self, started: Started, pieces: usize) -> Result<Ticket> {
        self.note(StreamCall::Started { rank: self.rank, pieces });
        let mut state = self.shared.lock();
        state.started.push(Some(started));
        Ok(Ticket(state.started.len() as u64 - 1))
    }

    /// A blocking write does not wait for a reader.
    fn end_of(&self, ticket: &Ticket, is_awaited: bool) -> impl FnMut(&mut State) -> Option<Result<u64>> {
        let number = place(ticket.0);
        move |state: &mut State| {
            if let Some(failure) = &state.failure {
                state.started[number] = None;
                return Some(Err(failure.clone()));
            }
            match &state.started[number] {
                Some(Started::Write { .. }) if !is_awaited => None,
                Some(_) => state.carry_out(number).map(Ok),
                None => Some(Ok(0)),
            }
        }
    }
}

impl DeviceFile for End {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.read_as(extents, target, false)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.note(StreamCall::Wrote { rank: self.rank, extents: extents.to_vec() });
        let bytes: Vec<u8> = source.pieces().iter().flat_map(|piece| piece.to_vec()).collect();
        let mut state = self.shared.lock();
        if let Some(failure) = &state.failure {
            return Err(failure.clone());
        }
        let mut rest = &bytes[..];
        for extent in extents {
            let (bytes, later) = rest.split_at(place(extent.len));
            state.put(*extent, bytes);
            rest = later;
        }
        self.shared.changed.notify_all();
        Ok(())
    }

    fn size(&self) -> Result<u64> {
        self.note(StreamCall::SizeAsked { rank: self.rank });
        self.shared.wait_until(|state| state.ended.then(|| Ok(state.bytes.len() as u64)))
    }

    fn set_size(&self, _: u64) -> Result<()> {
        Ok(())
    }

    fn sync(&self, _: Durability) -> Result<()> {
        Err(Error::new(ErrorKind::Internal, Operation::Sync)
            .with_detail("a stream has no sync, only steps and an end"))
    }

    fn stream(&self) -> Option<&dyn Stream> {
        Some(self)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        Some(self)
    }
}

impl Transfers for End {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        let (extents, pieces) = (extents(place), memory.pieces().len());
        self.start(Started::Write { extents, memory }, pieces)
    }

    fn start_read(&self, place: Region, memory: LentMut, once: bool) -> Result<Ticket> {
        let (extents, pieces) = (extents(place), memory.pieces().len());
        self.note(StreamCall::Read { rank: self.rank, extents: extents.clone(), once });
        self.start(Started::Read { extents, memory }, pieces)
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        let outcome = self.end_of(ticket, false)(&mut self.shared.lock());
        self.shared.changed.notify_all();
        outcome.transpose()
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        let outcome = self.shared.wait_until(self.end_of(&ticket, true));
        self.shared.changed.notify_all();
        outcome
    }
}

fn extents(place: Region) -> Vec<Extent> {
    match place {
        Region::Extents(extents) => extents,
        Region::Shaped { .. } => panic!("a stream has no shapes"),
    }
}

impl Stream for End {
    fn will_write_in_order(&self, start: u64, lengths: &[u64]) -> Result<()> {
        self.note(StreamCall::WillWrite { rank: self.rank, start, lengths: lengths.to_vec() });
        Ok(())
    }

    fn will_read_in_order(&self, start: u64, lengths: &[u64], ranks: &dyn Ranks) -> Result<()> {
        self.note(StreamCall::WillRead { rank: self.rank, start, lengths: lengths.to_vec() });
        ranks.all_gather(&[]).map(drop)
    }

    fn read_once(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        self.read_as(extents, target, true)
    }

    fn mark(&self, ranks: &dyn Ranks) -> Result<()> {
        self.note(StreamCall::Marked { rank: self.rank });
        ranks.all_gather(&[]).map(drop)
    }

    fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        self.note(StreamCall::Ended { rank: self.rank });
        ranks.all_gather(&[])?;
        if self.writes {
            self.shared.lock().ended = true;
            self.shared.changed.notify_all();
        }
        Ok(())
    }

    fn failure(&self) -> Option<Error> {
        self.shared.lock().failure.clone()
    }

    fn transport(&self) -> String {
        "inside one process".to_owned()
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).expect("test files are small")
}
