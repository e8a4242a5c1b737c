// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Conversation`]: a task for services that answer one request at a time, at once or later. It never blocks:
//! a partial request or a partly sent answer is kept here until the next turn.

use std::io::{self, IoSlice, IoSliceMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_messages::{HEADER_BYTES, decode_header};

use crate::door::Counted;
use crate::lot::{Interest, Next, Task, Turn, Waker};

/// A client that does not take its answer within this time is disconnected.
const TAKE_WITHIN: Duration = Duration::from_secs(10);
const READ_BYTES: usize = 16 << 10;
/// What a client may send while it waits for an answer.
const MAX_AHEAD: usize = 64 << 10;

/// The request handler of a service.
pub(crate) trait Answers: Send {
    /// The answer to a request, as a frame. An error ends the conversation.
    fn answer(&mut self, kind: u16, body: &[u8]) -> io::Result<Answer>;
}

pub(crate) enum Answer {
    /// Further requests may follow.
    Next(Vec<u8>),
    Last(Vec<u8>),
    /// The answer comes when this is filled. Further requests wait.
    Later(Later),
}

/// An answer that another thread gives.
#[derive(Debug)]
pub(crate) struct Later(Arc<Mutex<Filled>>);

/// Gives the answer. If it is dropped instead, the conversation ends.
#[derive(Debug)]
pub(crate) struct Reply {
    answer: Arc<Mutex<Filled>>,
    waker: Waker,
}

#[derive(Debug, Default)]
enum Filled {
    #[default]
    NotYet,
    Frame(Vec<u8>),
    /// There will be none.
    Never,
}

impl Later {
    pub(crate) fn new(waker: Waker) -> (Self, Reply) {
        let answer = Arc::<Mutex<Filled>>::default();
        (Self(Arc::clone(&answer)), Reply { answer, waker })
    }

    fn take(&self) -> Filled {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Reply {
    pub(crate) fn give(self, frame: Vec<u8>) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Filled::Frame(frame);
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*answer, Filled::NotYet) {
            *answer = Filled::Never;
        }
        drop(answer);
        self.waker.wake();
    }
}

pub(crate) struct Conversation<A> {
    channel: Arc<Channel>,
    answers: A,
    received: Vec<u8>,
    /// An answer, and how many of its bytes have been sent.
    answer: Vec<u8>,
    gone: usize,
    is_unflushed: bool,
    is_last: bool,
    later: Option<Later>,
    /// Deadline for the client's request or for taking its answer.
    deadline: Option<Instant>,
    _counted: Counted,
}

impl<A: Answers> Conversation<A> {
    /// The first request must arrive before `deadline`, if any.
    pub(crate) fn new(
        channel: Arc<Channel>,
        answers: A,
        deadline: Option<Instant>,
        counted: Counted,
    ) -> Self {
        let (received, answer) = (Vec::new(), Vec::new());
        let (is_unflushed, is_last) = (false, false);
        Self {
            channel,
            answers,
            received,
            answer,
            gone: 0,
            is_unflushed,
            is_last,
            later: None,
            deadline,
            _counted: counted,
        }
    }

    fn work(&mut self, turn: &mut Turn<'_>) -> io::Result<Next> {
        loop {
            if !self.send()? {
                return self.park(Interest { readable: false, writable: true }, turn);
            }
            if self.is_last {
                return Ok(Next::End);
            }
            if self.later.is_some() && !self.take_later()? {
                return self.park_for_later(turn);
            }
            if !self.answer.is_empty() {
                continue;
            }
            if self.answer_next()? {
                continue;
            }
            if !self.receive()? {
                self.channel.release_buffers();
                return self.park(Interest::READABLE, turn);
            }
            if turn.is_over() {
                return Ok(Next::Yield);
            }
        }
    }

    fn park(&self, interest: Interest, turn: &Turn<'_>) -> io::Result<Next> {
        if turn.hung_up || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Next::End);
        }
        Ok(Next::Park { channels: [interest, Interest::NONE], until: self.deadline })
    }

    /// False: the answer is not there yet.
    fn take_later(&mut self) -> io::Result<bool> {
        let Some(later) = &self.later else { return Ok(true) };
        match later.take() {
            Filled::NotYet => return Ok(false),
            Filled::Never => return Err(io::ErrorKind::BrokenPipe.into()),
            Filled::Frame(frame) => self.answer = frame,
        }
        self.later = None;
        self.gone = 0;
        self.deadline = Some(Instant::now() + TAKE_WITHIN);
        Ok(true)
    }

    /// Reads meanwhile, to notice a client that disconnects.
    fn park_for_later(&mut self, turn: &Turn<'_>) -> io::Result<Next> {
        while self.received.len() < MAX_AHEAD {
            if !self.receive()? {
                self.channel.release_buffers();
                return self.park(Interest::READABLE, turn);
            }
        }
        self.park(Interest::NONE, turn)
    }

    /// Answers the next request, if it is complete.
    fn answer_next(&mut self) -> io::Result<bool> {
        let Some(header) = self.received.first_chunk::<HEADER_BYTES>() else { return Ok(false) };
        let header = decode_header(header)?;
        let frame = HEADER_BYTES + header.body_bytes;
        if self.received.len() < frame {
            return Ok(false);
        }
        let answer = self.answers.answer(header.kind, &self.received[HEADER_BYTES..frame])?;
        self.received.drain(..frame);
        if self.received.is_empty() {
            self.received = Vec::new();
        }
        (self.answer, self.is_last) = match answer {
            Answer::Next(frame) => (frame, false),
            Answer::Last(frame) => (frame, true),
            Answer::Later(later) => {
                self.later = Some(later);
                self.deadline = None;
                return Ok(true);
            }
        };
        self.gone = 0;
        self.deadline = Some(Instant::now() + TAKE_WITHIN);
        Ok(true)
    }

    /// False: nothing has arrived.
    fn receive(&mut self) -> io::Result<bool> {
        let mut bytes = [0; READ_BYTES];
        match self.channel.try_read_vectored(&mut [IoSliceMut::new(&mut bytes)]) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(received) => {
                self.received.extend_from_slice(&bytes[..received]);
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// False: the line accepts no more for now.
    fn send(&mut self) -> io::Result<bool> {
        while self.gone < self.answer.len() {
            match self.channel.try_write_vectored(&[IoSlice::new(&self.answer[self.gone..])]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(sent) => {
                    self.gone += sent;
                    self.is_unflushed = true;
                }
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        if self.is_unflushed {
            match self.channel.try_flush() {
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(false),
                flushed => flushed?,
            }
            self.is_unflushed = false;
            self.deadline = None;
            self.answer = Vec::new();
            self.gone = 0;
        }
        Ok(true)
    }
}

impl<A: Answers> Task for Conversation<A> {
    fn turn(&mut self, turn: &mut Turn<'_>) -> Next {
        // A client that disconnects early misses nothing.
        self.work(turn).unwrap_or(Next::End)
    }
}

impl<A> Drop for Conversation<A> {
    fn drop(&mut self) {
        self.channel.shut_down();
    }
}
