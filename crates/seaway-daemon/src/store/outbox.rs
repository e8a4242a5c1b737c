// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outbox`]: what goes back to a client. Answers go before bytes that were asked for; the thread that receives puts
//! them here and need not wait for the line, unless far too many wait already.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use seaway_device::Error;
use seaway_proto::StoreMessage;
use seaway_wire::Channel;

use super::outgoing::{Outgoing, Sender};
use crate::activity::ConnectionActivity;

/// Bytes of answers, and reads, that may wait; who asks more waits.
const MAX_ANSWERS: usize = 64 << 10;
const MAX_READS: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Whole frames.
    answers: Vec<u8>,
    reads: VecDeque<Outgoing>,
    /// Whether the first of the reads is being carried out, and whether it is not wanted any more.
    reading: Option<(u64, bool)>,
    credit: u64,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// When all answers have gone.
    Flushed,
    Now,
}

/// What to do next.
enum Next {
    Answers(Vec<u8>),
    /// With bytes that may be sent.
    Read(Outgoing, u64),
    Nothing,
}

impl Outbox {
    /// False: the connection has ended.
    pub(super) fn answer(&self, message: &StoreMessage) -> bool {
        let mut waiting = self.wait_while(|waiting| waiting.answers.len() >= MAX_ANSWERS);
        if waiting.end.is_some() || message.encode(&mut waiting.answers).is_err() {
            return false;
        }
        self.changed.notify_all();
        true
    }

    pub(super) fn fail(&self, id: u64, error: &Error) -> bool {
        self.answer(&StoreMessage::Failed { id, kind: error.kind().code(), text: error.to_string() })
    }

    pub(super) fn read(&self, read: Outgoing) -> bool {
        let mut waiting = self.wait_while(|waiting| waiting.reads.len() >= MAX_READS);
        waiting.reads.push_back(read);
        self.changed.notify_all();
        waiting.end.is_none()
    }

    pub(super) fn add_credit(&self, bytes: u64) {
        let mut waiting = self.lock();
        waiting.credit = waiting.credit.saturating_add(bytes);
        self.changed.notify_all();
    }

    /// Whether `id` was a read that had not ended. It is answered as failed then.
    pub(super) fn cancel(&self, id: u64) {
        let mut waiting = self.lock();
        if let Some((reading, cancelled)) = &mut waiting.reading
            && *reading == id
        {
            *cancelled = true;
        } else if let Some(index) = waiting.reads.iter().position(|read| read.id() == id) {
            let read = waiting.reads.remove(index);
            drop(waiting);
            if let Some(read) = read {
                self.fail(id, &read.cancelled());
            }
        }
    }

    /// Ends the connection when all answers so far have gone, with a word of farewell.
    pub(super) fn leave(&self) {
        let mut waiting = self.lock();
        if waiting.end.is_none() {
            // A frame without a body always fits.
            let _ = StoreMessage::Bye.encode(&mut waiting.answers);
            waiting.end = Some(End::Flushed);
        }
        self.changed.notify_all();
    }

    pub(super) fn end(&self) {
        self.lock().end = Some(End::Now);
        self.changed.notify_all();
    }

    /// Sends until the end, on a thread of its own. The channel is shut down then.
    pub(super) fn send_all(&self, channel: &Channel, activity: &ConnectionActivity) {
        let mut sender = Sender::new(channel, activity);
        let outcome = self.send_until_end(channel, &mut sender);
        drop(outcome);
        self.end();
        channel.shut_down();
    }

    fn send_until_end(&self, channel: &Channel, sender: &mut Sender<'_>) -> io::Result<()> {
        let mut spent = Vec::new();
        loop {
            match self.next(mem::take(&mut spent)) {
                Next::Nothing => return Ok(()),
                Next::Answers(frames) => {
                    channel.write_all_vectored(&[IoSlice::new(&frames)])?;
                    spent = frames;
                }
                Next::Read(mut read, allowed) => {
                    let sent = sender.send_some(&mut read, allowed)?;
                    self.put_back(read, allowed - sent.bytes, sent.is_last);
                }
            }
        }
    }

    /// `spent` is memory for later answers.
    fn next(&self, mut spent: Vec<u8>) -> Next {
        spent.clear();
        let idle = |waiting: &Waiting| {
            waiting.answers.is_empty()
                && (waiting.reads.is_empty() || waiting.credit == 0)
                && waiting.end.is_none()
        };
        let mut waiting = self.lock();
        while idle(&waiting) {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.end == Some(End::Now) {
            return Next::Nothing;
        }
        if !waiting.answers.is_empty() {
            let answers = mem::replace(&mut waiting.answers, spent);
            self.changed.notify_all();
            return Next::Answers(answers);
        }
        if waiting.end.is_some() {
            return Next::Nothing;
        }
        match waiting.reads.pop_front() {
            Some(read) => {
                let allowed = waiting.credit.min(read.left());
                waiting.credit -= allowed;
                waiting.reading = Some((read.id(), false));
                self.changed.notify_all();
                Next::Read(read, allowed)
            }
            None => Next::Nothing,
        }
    }

    fn put_back(&self, read: Outgoing, unused: u64, was_last: bool) {
        let mut waiting = self.lock();
        waiting.credit = waiting.credit.saturating_add(unused);
        let cancelled = waiting.reading.take().is_some_and(|(_, cancelled)| cancelled);
        if was_last {
            return;
        }
        if cancelled {
            drop(waiting);
            self.fail(read.id(), &read.cancelled());
        } else {
            waiting.reads.push_front(read);
        }
    }

    fn wait_while(&self, is_full: impl Fn(&Waiting) -> bool) -> MutexGuard<'_, Waiting> {
        let full = |waiting: &mut Waiting| is_full(waiting) && waiting.end.is_none();
        self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
