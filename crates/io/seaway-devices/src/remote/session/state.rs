// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`State`]: the requests of a session, from the moment they are made until somebody has heard what came of them. All of
//! it is behind one lock; no call in here waits.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use seaway_device::{Error, ErrorKind, Operation, Place, Result};
use seaway_proto::StoreMessage;
use seaway_wire::Channel;

use super::super::memory::{Cursor, Source, Target};
use super::files::Files;
use super::shapes::Shapes;
use super::task::{Answer, Question, Task};

#[derive(Debug)]
pub(super) struct State {
    pub(super) line: Line,
    /// This program leaves: what is asked already is still sent, and nothing is asked again.
    pub(super) leaving: bool,
    pub(super) said_goodbye: bool,
    next_id: u64,
    pub(super) requests: BTreeMap<u64, Request>,
    /// Not sent yet, in their order.
    pub(super) queue: VecDeque<u64>,
    /// The write whose bytes are being sent.
    pub(super) writing: Option<Writing>,
    /// A thread reads the memory of this request now.
    pub(super) sending: Option<u64>,
    /// Said before anything else: pings, credit.
    pub(super) urgent: Vec<StoreMessage>,
    /// Bytes that the daemon takes.
    pub(super) credit: u64,
    pub(super) files: Files,
    pub(super) shapes: Shapes,
    /// When something came from the daemon.
    pub(super) heard: Instant,
    pub(super) asked_for_life: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Line {
    Up(Arc<Channel>),
    /// Lost, and not made anew yet.
    Down,
    /// Lost, and given up.
    Lost(Error),
}

#[derive(Debug)]
pub(super) struct Request {
    pub(super) task: Task,
    /// Nobody waits for it: an error is told to who uses the file next.
    unattended: bool,
    pub(super) since: Instant,
    /// Bytes of a read that have come.
    pub(super) got: u64,
    pub(super) cursor: Cursor,
    /// May have been carried out on a connection that was lost.
    pub(super) asked_before: bool,
    outcome: Option<Result<Answer>>,
}

#[derive(Debug)]
pub(super) struct Writing {
    pub(super) id: u64,
    pub(super) memory: Source,
    pub(super) cursor: Cursor,
    pub(super) left: u64,
}

impl State {
    pub(super) fn new(channel: Arc<Channel>) -> Self {
        Self {
            line: Line::Up(channel),
            leaving: false,
            said_goodbye: false,
            next_id: 1,
            requests: BTreeMap::new(),
            queue: VecDeque::new(),
            writing: None,
            sending: None,
            urgent: Vec::new(),
            credit: 0,
            files: Files::default(),
            shapes: Shapes::default(),
            heard: Instant::now(),
            asked_for_life: false,
        }
    }

    /// Makes a request. `unattended`: nobody will ask for its outcome.
    pub(super) fn submit(&mut self, task: Task, unattended: bool) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        if let (true, Task::Write { file, place, .. }) = (unattended, &task) {
            self.files.sent_behind(*file, bytes_of(place));
        }
        let cursor = match &task {
            Task::Write { memory, .. } => memory.start(),
            Task::Read { memory, .. } => memory.start(),
            _ => Cursor::default(),
        };
        let since = Instant::now();
        let request = Request { task, unattended, since, got: 0, cursor, asked_before: false, outcome: None };
        self.requests.insert(id, request);
        match &self.line {
            Line::Lost(error) => {
                let error = error.clone();
                self.complete(id, Err(error));
            }
            _ => self.queue.push_back(id),
        }
        id
    }

    /// What came of a request. A second answer counts for nothing.
    pub(super) fn complete(&mut self, id: u64, outcome: Result<Answer>) {
        let Some(request) = self.requests.get_mut(&id).filter(|request| request.outcome.is_none()) else {
            return;
        };
        let outcome = outcome.map_err(|error| self.files.explain(&request.task, error));
        if self.writing.as_ref().is_some_and(|writing| writing.id == id) {
            // Refused before all of it was sent.
            self.writing = None;
            self.urgent.push(StoreMessage::Cancel { id });
        }
        if !request.unattended {
            request.outcome = Some(outcome);
            return;
        }
        match self.requests.remove(&id).map(|request| request.task) {
            Some(Task::Write { file, place, .. }) => {
                self.files.came_of_behind(file, bytes_of(&place), outcome.err());
            }
            Some(Task::Ask { file, question: Question::Close }) => self.files.remove(file),
            _ => {}
        }
    }

    /// The outcome, once no thread has the request's memory any more. Once told it is gone.
    pub(super) fn take_outcome(&mut self, id: u64) -> Option<Result<Answer>> {
        if self.sending == Some(id) {
            return None;
        }
        match self.requests.get(&id) {
            Some(request) if request.outcome.is_none() => None,
            Some(_) => self.requests.remove(&id).and_then(|request| request.outcome),
            None => Some(Err(Error::new(ErrorKind::Request, Operation::Wait)
                .with_detail("the outcome of this request was told already"))),
        }
    }

    /// Nobody will ask for the outcome of this read, whose memory is its own.
    pub(super) fn forget(&mut self, id: u64) {
        match self.requests.get_mut(&id) {
            Some(request) if request.outcome.is_none() => request.unattended = true,
            _ => {
                self.requests.remove(&id);
            }
        }
    }

    pub(super) fn has_unanswered(&self) -> bool {
        self.requests.values().any(|request| request.outcome.is_none())
    }

    /// The connection is gone: what was not answered is to be asked again, in the old order.
    pub(super) fn line_lost(&mut self) {
        self.line = Line::Down;
        self.writing = None;
        self.urgent.clear();
        self.credit = 0;
        self.shapes = Shapes::default();
        self.asked_for_life = false;
        self.queue.clear();
        for (&id, request) in &mut self.requests {
            if request.outcome.is_some() {
                continue;
            }
            request.got = 0;
            request.asked_before = true;
            if let Task::Read { memory, .. } = &request.task {
                request.cursor = memory.start();
            }
            self.queue.push_back(id);
        }
    }

    /// No connection will be had any more: everybody is told.
    pub(super) fn give_up(&mut self, error: &Error) {
        self.line = Line::Lost(error.clone());
        self.queue.clear();
        self.writing = None;
        let unanswered: Vec<u64> = self.requests.keys().copied().collect();
        for id in unanswered {
            self.complete(id, Err(error.clone()));
        }
        self.urgent.clear();
    }

    /// Takes the memory of a read out, to fill it without the lock.
    pub(super) fn lend_target(&mut self, id: u64, bytes: u64) -> Option<(Target, Cursor)> {
        let request = self.requests.get_mut(&id).filter(|request| request.outcome.is_none())?;
        let Task::Read { place, memory, .. } = &mut request.task else { return None };
        if request.got.checked_add(bytes)? > bytes_of(place) {
            return None;
        }
        Some((std::mem::replace(memory, Target::nothing()), request.cursor))
    }

    pub(super) fn give_target_back(&mut self, id: u64, filled: Target, cursor: Cursor, bytes: u64) {
        if let Some(request) = self.requests.get_mut(&id)
            && let Task::Read { memory, .. } = &mut request.task
        {
            *memory = filled;
            request.cursor = cursor;
            request.got += bytes;
        }
    }

    /// A read has all that there is.
    pub(super) fn read_ended(&mut self, id: u64, bytes: u64) -> Option<Result<Answer>> {
        let request = self.requests.get_mut(&id)?;
        if request.got != bytes {
            return None;
        }
        let Task::Read { memory, .. } = &mut request.task else { return None };
        match memory {
            Target::Lent(_) => Some(Ok(Answer::Number(bytes))),
            Target::Owned(buffer) => {
                let mut buffer = std::mem::take(buffer);
                buffer.truncate(usize::try_from(bytes).unwrap_or(usize::MAX));
                Some(Ok(Answer::Bytes(buffer)))
            }
        }
    }

    /// How many bytes a write has that was answered.
    pub(super) fn written_bytes(&self, id: u64) -> u64 {
        match self.requests.get(&id).map(|request| &request.task) {
            Some(Task::Write { place, .. }) => bytes_of(place),
            _ => 0,
        }
    }
}

pub(super) fn bytes_of(place: &Place) -> u64 {
    match place {
        Place::Extents(extents) => extents.iter().map(|extent| extent.len).sum(),
        Place::Shaped { positions, .. } => positions.end - positions.start,
    }
}
