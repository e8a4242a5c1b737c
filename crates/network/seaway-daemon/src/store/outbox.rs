// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outbox`]: pending replies to a client, from its connection's own turns and from slow jobs.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_device_api::{Error, Result};
use seaway_messages::StoreMessage;

use crate::activity::ConnectionActivity;
use crate::lot::Waker;

/// Bytes of replies that may be pending; with more, the client's next messages are not read.
const MAX_ANSWERS: usize = 64 << 10;
/// The same for jobs.
const MAX_JOBS: usize = 64;

pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    waker: Waker,
    activity: Arc<ConnectionActivity>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Whole frames.
    answers: Vec<u8>,
    jobs: usize,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// When all replies have been sent.
    Flushed,
    Now,
}

impl Outbox {
    pub(super) fn new(waker: Waker, activity: Arc<ConnectionActivity>) -> Self {
        Self { waiting: Mutex::default(), waker, activity }
    }

    /// From the connection's own turn. False: the connection has ended.
    pub(super) fn answer(&self, message: &StoreMessage) -> bool {
        let mut waiting = self.lock();
        waiting.end.is_none() && message.encode(&mut waiting.answers).is_ok()
    }

    pub(super) fn fail(&self, id: u64, error: &Error) -> bool {
        self.answer(&self.failure(id, error))
    }

    /// The reply for an error, which is counted.
    pub(super) fn failure(&self, id: u64, error: &Error) -> StoreMessage {
        self.activity.failed();
        failed(id, error)
    }

    /// A job for this client begins, which ends with `finish_job`.
    pub(super) fn begin_job(&self) {
        self.lock().jobs += 1;
    }

    /// A job ends, and its outcome is sent. False: the connection has ended.
    pub(super) fn finish_job(&self, id: u64, outcome: Result<()>) -> bool {
        let told = match outcome {
            Ok(()) => self.answer(&StoreMessage::Done { id }),
            Err(error) => self.fail(id, &error),
        };
        self.lock().jobs -= 1;
        self.waker.wake();
        told
    }

    pub(super) fn jobs(&self) -> usize {
        self.lock().jobs
    }

    /// Whether to stop reading requests.
    pub(super) fn is_full(&self) -> bool {
        let waiting = self.lock();
        waiting.answers.len() >= MAX_ANSWERS || waiting.jobs >= MAX_JOBS
    }

    /// Takes the pending frames, to be sent next. Recycles the memory of `spent`.
    pub(super) fn take(&self, mut spent: Vec<u8>) -> Vec<u8> {
        spent.clear();
        mem::replace(&mut self.lock().answers, spent)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().answers.is_empty()
    }

    /// Releases memory that is not needed for now.
    pub(super) fn release(&self) {
        let mut waiting = self.lock();
        if waiting.answers.is_empty() {
            waiting.answers = Vec::new();
        }
    }

    /// Ends the connection with a `Bye` after all pending replies.
    pub(super) fn leave(&self) {
        let mut waiting = self.lock();
        if waiting.end.is_none() {
            // A frame without a body always fits.
            let _ = StoreMessage::Bye.encode(&mut waiting.answers);
            waiting.end = Some(End::Flushed);
        }
        drop(waiting);
        self.waker.wake();
    }

    /// Sends nothing more.
    pub(super) fn end(&self) {
        self.lock().end = Some(End::Now);
    }

    pub(super) fn ending(&self) -> Option<End> {
        self.lock().end
    }

    pub(super) fn waker(&self) -> &Waker {
        &self.waker
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn failed(id: u64, error: &Error) -> StoreMessage {
    StoreMessage::Failed { id, kind: error.kind().code(), text: error.to_string() }
}
