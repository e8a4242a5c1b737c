// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is sent, in which order: what is urgent, then requests as they were made. The bytes of a write follow it as far as
//! the daemon has given credit, and no other write comes between them.

use std::io::IoSlice;
use std::sync::Arc;

use seaway_device::{Error, ErrorKind, Result};
use seaway_proto::{MAX_CHUNK, Place as WirePlace, StoreMessage};
use seaway_wire::Channel;

use super::super::memory::{Cursor, Source};
use super::Core;
use super::state::{Line, State, Writing, bytes_of};
use super::task::{Task, range};

/// Small requests go together, up to so many bytes of frames.
const FRAMES_TOGETHER: usize = 64 << 10;

/// What to do next.
enum Step {
    Wait,
    Send(Sending),
    /// This program has said goodbye.
    End,
}

struct Sending {
    channel: Arc<Channel>,
    frames: Vec<u8>,
    /// Bytes behind them, and whose they are.
    payload: Option<(u64, Source, Cursor, u64)>,
}

impl Core {
    /// The life of the thread that sends.
    pub(super) fn send_all(&self) {
        let mut state = self.lock();
        loop {
            match state.next_step() {
                Step::End => return,
                Step::Wait => state = self.wait_for_work(state),
                Step::Send(sending) => {
                    state.sending = sending.payload.as_ref().map(|(id, ..)| *id);
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
    /// A connection that breaks is noticed by the thread that reads it.
    fn carry_out(&self) {
        let sent = match &self.payload {
            None => self.channel.write_all_vectored(&[IoSlice::new(&self.frames)]),
            Some((_, memory, cursor, bytes)) => {
                let mut slices = vec![IoSlice::new(&self.frames)];
                slices.extend(memory.next(&mut cursor.clone(), *bytes));
                self.channel.write_all_vectored(&slices)
            }
        };
        if sent.is_err() {
            self.channel.shut_down();
        }
    }
}

impl State {
    fn next_step(&mut self) -> Step {
        let channel = match &self.line {
            Line::Up(channel) => channel.clone(),
            Line::Lost(_) => return Step::End,
            Line::Down if self.leaving => return Step::End,
            Line::Down => return Step::Wait,
        };
        let mut frames = Vec::new();
        for message in std::mem::take(&mut self.urgent) {
            // These are a few numbers each.
            let _ = message.encode(&mut frames);
        }
        while self.writing.is_none() && frames.len() < FRAMES_TOGETHER {
            let Some(id) = self.queue.pop_front() else { break };
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

    /// Once all that was asked is sent.
    fn say_goodbye(&mut self, channel: Arc<Channel>) -> Step {
        if self.said_goodbye {
            return Step::End;
        }
        self.said_goodbye = true;
        let mut frames = Vec::new();
        let _ = StoreMessage::Bye.encode(&mut frames);
        Step::Send(Sending { channel, frames, payload: None })
    }

    /// Appends what asks for request `id`.
    fn begin(&mut self, id: u64, frames: &mut Vec<u8>) -> Result<()> {
        let Some(request) = self.requests.get(&id) else { return Ok(()) };
        let (file, place) = match &request.task {
            Task::Look(look) => return encode(&look.message(id), frames),
            Task::Ask { file, question } => {
                return encode(&question.message(id, self.files.handle(*file)?), frames);
            }
            Task::Write { file, place, .. } | Task::Read { file, place, .. } => (*file, place.clone()),
        };
        let (file, place) = (self.files.handle(file)?, self.wire_place(&place, frames)?);
        let Some(request) = self.requests.get(&id) else { return Ok(()) };
        match &request.task {
            Task::Write { place: whole, memory, .. } => {
                let (left, memory, cursor) = (bytes_of(whole), memory.clone(), request.cursor);
                encode(&StoreMessage::Write { id, file, place }, frames)?;
                self.writing = Some(Writing { id, memory, cursor, left });
                Ok(())
            }
            _ => encode(&StoreMessage::Read { id, file, place }, frames),
        }
    }

    fn wire_place(&mut self, place: &seaway_device::Place, frames: &mut Vec<u8>) -> Result<WirePlace> {
        match place {
            seaway_device::Place::Extents(extents) => {
                Ok(WirePlace::Extents(extents.iter().map(range).collect()))
            }
            seaway_device::Place::Shaped { shape, positions } => {
                let (number, messages) = self.shapes.tell(shape);
                messages.iter().try_for_each(|message| encode(message, frames))?;
                let len = positions.end - positions.start;
                Ok(WirePlace::Shaped { shape: number, position: positions.start, len })
            }
        }
    }

    /// The next bytes of the write that is being sent, if the daemon takes any.
    fn next_chunk(&mut self, frames: &mut Vec<u8>) -> Option<(u64, Source, Cursor, u64)> {
        let writing = self.writing.as_mut()?;
        let bytes = writing.left.min(MAX_CHUNK).min(self.credit);
        if bytes == 0 {
            return None;
        }
        encode(&StoreMessage::Chunk { id: writing.id, len: bytes }, frames).ok()?;
        let payload = (writing.id, writing.memory.clone(), writing.cursor, bytes);
        self.credit -= bytes;
        writing.left -= bytes;
        writing.memory.skip(&mut writing.cursor, bytes);
        if writing.left == 0 {
            self.writing = None;
        }
        Some(payload)
    }
}

pub(super) fn encode(message: &StoreMessage, frames: &mut Vec<u8>) -> Result<()> {
    message.encode(frames).map_err(|error| {
        Error::new(ErrorKind::Argument, seaway_device::Operation::Wait)
            .with_detail(format!("a request cannot be said: {error}"))
            .with_source(error)
    })
}
