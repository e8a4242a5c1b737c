// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`SessionState`]: the requests of a session, until their outcome has been returned and what they wrote is
//! durable. All of it is behind one lock; no method waits. [`Client`] decides what is sent, kept and sent
//! again; this adds tasks, memory and errors.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Operation, Region, Result};
use seaway_messages::StoreMessage;
use seaway_roles::store::{Answered, Client, Flaws};

use super::super::memory::{Cursor, ReadMemory, WriteMemory};
use super::files::Files;
use super::shapes::Shapes;
use super::task::{Answer, FileKey, Question, Task};
use super::unsynced::Unsynced;

#[derive(Debug)]
pub(super) struct SessionState {
    pub(super) line: Line,
    /// This client is leaving: pending requests are still sent, but not resent.
    pub(super) leaving: bool,
    pub(super) said_goodbye: bool,
    pub(super) roles: Client,
    pub(super) requests: BTreeMap<u64, Request>,
    /// Writes that were acknowledged and are not durable yet.
    pub(super) unsynced: Unsynced,
    /// The daemon's identifier of this session.
    pub(super) identity: [u8; 16],
    /// The write whose bytes are being sent.
    pub(super) writing: Option<Writing>,
    /// A thread is reading the memory of this request.
    pub(super) sending: Option<u64>,
    /// Sent before anything else: pings, credit.
    pub(super) urgent: Vec<StoreMessage>,
    /// Bytes that the daemon accepts.
    pub(super) credit: u64,
    pub(super) files: Files,
    pub(super) shapes: Shapes,
    /// When the daemon was last heard from.
    pub(super) heard: Instant,
    pub(super) asked_for_life: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Line {
    Up(Arc<Channel>),
    /// Lost, and not re-established yet.
    Down,
    /// Lost for good.
    Lost(Error),
}

#[derive(Debug)]
pub(super) struct Request {
    pub(super) task: Task,
    /// Not waited for: an error is reported by the next call on the file.
    pub(super) unattended: bool,
    pub(super) since: Instant,
    /// Bytes of a read that have arrived.
    pub(super) got: u64,
    pub(super) cursor: Cursor,
    /// Copy of the sent bytes of a write, kept until they are durable.
    pub(super) copy: Option<Arc<Mutex<Vec<u8>>>>,
    /// May have been carried out on a connection that was lost.
    pub(super) asked_before: bool,
    outcome: Option<Result<Answer>>,
}

#[derive(Debug)]
pub(super) struct Writing {
    pub(super) id: u64,
    pub(super) memory: WriteMemory,
    pub(super) cursor: Cursor,
    pub(super) left: u64,
    pub(super) sent: u64,
    pub(super) copy: Option<Arc<Mutex<Vec<u8>>>>,
}

impl SessionState {
    /// Keeps at most `unsynced` bytes of writes until they are durable.
    pub(super) fn new(unsynced: u64, host: String) -> Self {
        Self {
            line: Line::Down,
            leaving: false,
            said_goodbye: false,
            roles: Client::new(unsynced, Flaws::default()),
            requests: BTreeMap::new(),
            unsynced: Unsynced::default(),
            identity: [0; 16],
            writing: None,
            sending: None,
            urgent: Vec::new(),
            credit: 0,
            files: Files::new(host),
            shapes: Shapes::default(),
            heard: Instant::now(),
            asked_for_life: false,
        }
    }

    /// Makes a request. `unattended`: its outcome will not be waited for.
    pub(super) fn submit(&mut self, task: Task, unattended: bool) -> u64 {
        if let (true, Task::Write { file, place, .. }) = (unattended, &task) {
            self.files.sent_behind(*file, bytes_of(place));
        }
        let id = self.roles.submit(task.kind(), task.file().map(|file| file.0));
        let cursor = match &task {
            Task::Write { memory, .. } => memory.start(),
            Task::Read { memory, .. } => memory.start(),
            _ => Cursor::default(),
        };
        let since = Instant::now();
        let request = Request {
            task,
            unattended,
            since,
            got: 0,
            cursor,
            copy: None,
            asked_before: false,
            outcome: None,
        };
        self.requests.insert(id, request);
        if let Line::Lost(error) = &self.line {
            let error = error.clone();
            self.roles.forget(id);
            self.finish(id, Err(error));
        }
        id
    }

    /// A request has its answer. A second answer is ignored.
    pub(super) fn complete(&mut self, id: u64, outcome: Result<Answer>) {
        let answered = self.roles.answered(id, outcome.is_ok());
        self.unsynced.release(&answered.released);
        let Answered { is_first, is_kept, .. } = answered;
        if is_first {
            if is_kept && let Some(request) = self.requests.get(&id) {
                self.unsynced.keep(id, request);
            }
            self.finish(id, outcome);
        } else if !is_kept && let Some(task) = self.unsynced.take(id) {
            // It was sent again to a restarted daemon, and is not waited for.
            self.stop_writing(id);
            if let (Err(error), Some(file)) = (outcome, task.file()) {
                let detail = format!(
                    "the daemon has restarted and refuses bytes that it had acknowledged before: {}",
                    error.reason()
                );
                let error = Error::new(error.kind(), Operation::Sync).with_detail(detail);
                let error = self.files.explain(&task, error);
                self.files.defer(file, error);
            }
        }
        while let Some(file) = self.roles.wanted_sync() {
            self.submit(Task::Ask { file: FileKey(file), question: Question::Sync }, true);
        }
    }

    /// Reports the outcome to the waiting caller, or the error to the next call on the file.
    pub(super) fn finish(&mut self, id: u64, outcome: Result<Answer>) {
        self.stop_writing(id);
        let Some(request) = self.requests.get_mut(&id).filter(|request| request.outcome.is_none()) else {
            return;
        };
        let outcome = outcome.map_err(|error| self.files.explain(&request.task, error));
        if let Task::Ask { file, question: Question::Close } = request.task {
            self.files.remove(file);
        }
        if !request.unattended {
            request.outcome = Some(outcome);
            return;
        }
        match self.requests.remove(&id).map(|request| request.task) {
            Some(Task::Write { file, place, .. }) => {
                self.files.came_of_behind(file, bytes_of(&place), outcome.err());
            }
            Some(Task::Ask { file, question: Question::Sync }) => {
                if let Err(error) = outcome {
                    self.files.defer(file, error);
                }
            }
            _ => {}
        }
    }

    /// Answered before all of it was sent: refused, or applied before.
    fn stop_writing(&mut self, id: u64) {
        if self.writing.as_ref().is_some_and(|writing| writing.id == id) {
            self.writing = None;
            self.urgent.push(StoreMessage::Cancel { id });
        }
    }

    /// What to send for request `id`, and from which position.
    pub(super) fn task(&self, id: u64) -> Option<(&Task, Cursor)> {
        match self.requests.get(&id) {
            Some(request) => Some((&request.task, request.cursor)),
            None => self.unsynced.get(id).map(|task| (task, Cursor::default())),
        }
    }

    /// The outcome, once no thread uses the request's memory any more. It is returned once.
    pub(super) fn take_outcome(&mut self, id: u64) -> Option<Result<Answer>> {
        if self.sending == Some(id) {
            return None;
        }
        match self.requests.get(&id) {
            Some(request) if request.outcome.is_none() => None,
            Some(_) => self.requests.remove(&id).and_then(|request| request.outcome),
            None => Some(Err(Error::new(ErrorKind::Request, Operation::Wait)
                .with_detail("this request has already completed"))),
        }
    }

    /// Discards the outcome of this read, which owns its memory.
    pub(super) fn forget(&mut self, id: u64) {
        match self.requests.get_mut(&id) {
            Some(request) if request.outcome.is_none() => request.unattended = true,
            _ => {
                self.requests.remove(&id);
            }
        }
    }

    pub(super) fn has_unanswered(&self) -> bool {
        self.roles.has_unanswered()
    }

    /// The connection is lost: unanswered requests are to be sent again in the old order.
    pub(super) fn line_lost(&mut self) {
        self.line = Line::Down;
        self.writing = None;
        self.urgent.clear();
        self.credit = 0;
        self.shapes = Shapes::default();
        self.asked_for_life = false;
        self.roles.line_lost();
        for request in self.requests.values_mut().filter(|request| request.outcome.is_none()) {
            request.got = 0;
            request.asked_before = true;
            if let Task::Read { memory, .. } = &request.task {
                request.cursor = memory.start();
            }
        }
    }

    /// No connection will be established any more: fails all requests.
    pub(super) fn give_up(&mut self, error: &Error) {
        self.line = Line::Lost(error.clone());
        self.writing = None;
        let unanswered: Vec<u64> = self.requests.keys().copied().collect();
        for id in unanswered {
            self.roles.forget(id);
            self.finish(id, Err(error.clone()));
        }
        self.unsynced = Unsynced::default();
        self.urgent.clear();
    }

    /// Takes the memory of a read out, to fill it without the lock.
    pub(super) fn lend_target(&mut self, id: u64, bytes: u64) -> Option<(ReadMemory, Cursor)> {
        let request = self.requests.get_mut(&id).filter(|request| request.outcome.is_none())?;
        let Task::Read { place, memory, .. } = &mut request.task else { return None };
        if request.got.checked_add(bytes)? > bytes_of(place) {
            return None;
        }
        Some((std::mem::replace(memory, ReadMemory::nothing()), request.cursor))
    }

    pub(super) fn give_target_back(&mut self, id: u64, filled: ReadMemory, cursor: Cursor, bytes: u64) {
        if let Some(request) = self.requests.get_mut(&id)
            && let Task::Read { memory, .. } = &mut request.task
        {
            *memory = filled;
            request.cursor = cursor;
            request.got += bytes;
        }
    }

    /// A read has all the bytes that exist.
    pub(super) fn read_ended(&mut self, id: u64, bytes: u64) -> Option<Result<Answer>> {
        let request = self.requests.get_mut(&id)?;
        if request.got != bytes {
            return None;
        }
        let Task::Read { memory, .. } = &mut request.task else { return None };
        match memory {
            ReadMemory::Lent(_) => Some(Ok(Answer::Number(bytes))),
            ReadMemory::Owned(buffer) => {
                let mut buffer = std::mem::take(buffer);
                buffer.truncate(usize::try_from(bytes).unwrap_or(usize::MAX));
                Some(Ok(Answer::Bytes(buffer)))
            }
        }
    }

    /// Length of an acknowledged write.
    pub(super) fn written_bytes(&self, id: u64) -> u64 {
        match self.requests.get(&id).map(|request| &request.task) {
            Some(Task::Write { place, .. }) => bytes_of(place),
            _ => 0,
        }
    }
}

pub(super) fn bytes_of(place: &Region) -> u64 {
    match place {
        Region::Extents(extents) => extents.iter().map(|extent| extent.len).sum(),
        Region::Shaped { positions, .. } => positions.end - positions.start,
    }
}
