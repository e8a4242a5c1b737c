// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is sent, and in which order: urgent messages, then requests in the order in which they were made. The
//! bytes of a write follow it as far as the daemon has given credit, and no other write comes between them.

use std::io::IoSlice;
use std::sync::{Arc, Mutex, PoisonError};

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Result};
use seaway_messages::{MAX_CHUNK, Region as WirePlace, StoreMessage};

use super::super::memory::{Cursor, WriteMemory};
use super::Core;
use super::state::{Line, SessionState, Writing, bytes_of};
use super::task::{Task, range};

/// Small requests are batched up to this many bytes of frames.
const FRAMES_TOGETHER: usize = 64 << 10;

/// What to do next.
enum Step {
    Wait,
    Send(Sending),
    /// This client has said goodbye.
    End,
}

struct Sending {
    channel: Arc<Channel>,
    frames: Vec<u8>,
    payload: Option<Payload>,
}

/// Bytes that follow the frames, and their owner.
struct Payload {
    id: u64,
    memory: WriteMemory,
    cursor: Cursor,
    bytes: u64,
    /// Where a copy is kept until it is durable.
    copy: Option<Arc<Mutex<Vec<u8>>>>,
    /// Bytes of the write before these.
    position: u64,
}

impl Core {
    /// Main loop of the sending thread.
    pub(super) fn send_all(&self) {
        let mut state = self.lock();
        loop {
            match state.next_step() {
                Step::End => return,
                Step::Wait => state = self.wait_for_work(state),
                Step::Send(sending) => {
                    state.sending = sending.payload.as_ref().map(|payload| payload.id);
                    drop(state);
                    sending.carry_out();
                    state = self.lock();
                    if state.sending.take().is_some() {
                        self.changed.notify_all();
                    }
                }
            }
        }
    }
}

impl Sending {
    /// A broken connection is noticed by the thread that reads it.
    fn carry_out(&self) {
        let sent = match &self.payload {
            None => self.channel.write_all_vectored(&[IoSlice::new(&self.frames)]),
            Some(payload) => {
                let mut slices = vec![IoSlice::new(&self.frames)];
                slices.extend(payload.memory.next(&mut payload.cursor.clone(), payload.bytes));
                payload.keep(&slices[1..]);
                self.channel.write_all_vectored(&slices)
            }
        };
        if sent.is_err() {
            self.channel.shut_down();
        }
    }
}

impl Payload {
    /// Called before they are sent: once they are acknowledged, the copy is complete.
    fn keep(&self, slices: &[IoSlice<'_>]) {
        let Some(copy) = &self.copy else { return };
        let mut copy = copy.lock().unwrap_or_else(PoisonError::into_inner);
        // Bytes that were sent on an earlier connection have already been copied.
        if copy.len() as u64 == self.position {
            slices.iter().for_each(|slice| copy.extend_from_slice(slice));
        }
    }
}

impl SessionState {
    fn next_step(&mut self) -> Step {
        let channel = match &self.line {
            Line::Up(channel) => channel.clone(),
            Line::Lost(_) => return Step::End,
            Line::Down if self.leaving => return Step::End,
            Line::Down => return Step::Wait,
        };
        let mut frames = Vec::new();
        self.urgent.extend(self.roles.heard().map(|id| StoreMessage::Heard { id }));
        for message in std::mem::take(&mut self.urgent) {
            // These are a few numbers each.
            let _ = message.encode(&mut frames);
        }
        while self.writing.is_none() && frames.len() < FRAMES_TOGETHER {
            let Some(id) = self.roles.next_to_send() else { break };
            if let Err(error) = self.begin(id, &mut frames) {
                self.complete(id, Err(error));
            }
        }
        let payload = self.next_chunk(&mut frames);
        if !frames.is_empty() {
            return Step::Send(Sending { channel, frames, payload });
        }
        if self.leaving && self.writing.is_none() {
            return self.say_goodbye(channel);
        }
        Step::Wait
    }

    /// Once all requests have been sent.
    fn say_goodbye(&mut self, channel: Arc<Channel>) -> Step {
        if self.said_goodbye {
            return Step::End;
        }
        self.said_goodbye = true;
        let mut frames = Vec::new();
        let _ = StoreMessage::Bye.encode(&mut frames);
        Step::Send(Sending { channel, frames, payload: None })
    }

    /// Appends the frames of request `id`.
    fn begin(&mut self, id: u64, frames: &mut Vec<u8>) -> Result<()> {
        let Some((task, _)) = self.task(id) else { return Ok(()) };
        let (file, place) = match task {
            Task::Look(look) => return encode(&look.message(id), frames),
            Task::Ask { file, question } => {
                return encode(&question.message(id, self.files.handle(*file)?), frames);
            }
            Task::Write { file, place, .. } | Task::Read { file, place, .. } => (*file, place.clone()),
        };
        let (file, place) = (self.files.handle(file)?, self.wire_place(&place, frames)?);
        let Some((task, cursor)) = self.task(id) else { return Ok(()) };
        match task {
            Task::Write { place: whole, memory, .. } => {
                let (left, memory) = (bytes_of(whole), memory.clone());
                encode(&StoreMessage::Write { id, file, place }, frames)?;
                let copy = self.copy_of(id, &memory);
                self.writing = (left > 0).then_some(Writing { id, memory, cursor, left, copy, sent: 0 });
                Ok(())
            }
            _ => encode(&StoreMessage::Read { id, file, place }, frames),
        }
    }

    /// Where the program's memory is copied if it must be kept.
    fn copy_of(&mut self, id: u64, memory: &WriteMemory) -> Option<Arc<Mutex<Vec<u8>>>> {
        if !self.roles.keeps(id) || matches!(memory, WriteMemory::Owned(_)) {
            return None;
        }
        let request = self.requests.get_mut(&id)?;
        let kept = &mut self.unsynced;
        Some(request.copy.get_or_insert_with(|| Arc::new(Mutex::new(kept.buffer()))).clone())
    }

    fn wire_place(&mut self, place: &seaway_device_api::Region, frames: &mut Vec<u8>) -> Result<WirePlace> {
        match place {
            seaway_device_api::Region::Extents(extents) => {
                Ok(WirePlace::Extents(extents.iter().map(range).collect()))
            }
            seaway_device_api::Region::Shaped { shape, positions } => {
                let (number, messages) = self.shapes.tell(shape);
                messages.iter().try_for_each(|message| encode(message, frames))?;
                let len = positions.end - positions.start;
                Ok(WirePlace::Shaped { shape: number, position: positions.start, len })
            }
        }
    }

    /// The next bytes of the write being sent, if the daemon has given credit.
    fn next_chunk(&mut self, frames: &mut Vec<u8>) -> Option<Payload> {
        let writing = self.writing.as_mut()?;
        let bytes = writing.left.min(MAX_CHUNK).min(self.credit);
        if bytes == 0 {
            return None;
        }
        encode(&StoreMessage::Chunk { id: writing.id, len: bytes }, frames).ok()?;
        let (memory, copy) = (writing.memory.clone(), writing.copy.clone());
        let payload =
            Payload { id: writing.id, memory, cursor: writing.cursor, bytes, copy, position: writing.sent };
        self.credit -= bytes;
        writing.left -= bytes;
        writing.sent += bytes;
        writing.memory.skip(&mut writing.cursor, bytes);
        if writing.left == 0 {
            self.writing = None;
        }
        Some(payload)
    }
}

pub(super) fn encode(message: &StoreMessage, frames: &mut Vec<u8>) -> Result<()> {
    message.encode(frames).map_err(|error| {
        Error::new(ErrorKind::Argument, seaway_device_api::Operation::Wait)
            .with_detail(format!("a request cannot be encoded: {error}"))
            .with_source(error)
    })
}
