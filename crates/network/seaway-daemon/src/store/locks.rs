// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for locks without a thread. A connection retries its pending locks when another one here has
//! released one ([`LockBell`]), and periodically: other programs do not notify us.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::{Range, StoreMessage};

use super::open_file::OpenFile;
use super::outbox::Outbox;
use super::sessions::Pass;
use crate::lot::Waker;

/// Locks that one connection may wait for; with more, its next messages are not read.
const MAX_WAITING: usize = 64;
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// How many waiters for a file are woken when a lock is released, in the order of their requests.
const WOKEN_AT_ONCE: usize = 4;

/// Device and inode.
pub(super) type Identity = (u64, u64);

/// Which connections wait for locks of which file.
#[derive(Debug, Default)]
pub(super) struct LockBell(Mutex<HashMap<Identity, VecDeque<Waker>>>);

impl LockBell {
    /// A lock of this file was released.
    pub(super) fn ring(&self, file: Identity) {
        let woken: Vec<Waker> =
            self.lock().get(&file).into_iter().flatten().take(WOKEN_AT_ONCE).cloned().collect();
        woken.iter().for_each(Waker::wake);
    }

    fn wait(&self, file: Identity, waker: &Waker) {
        self.lock().entry(file).or_default().push_back(waker.clone());
    }

    fn leave(&self, file: Identity, waker: &Waker) {
        let mut waiting = self.lock();
        if let Some(wakers) = waiting.get_mut(&file) {
            if let Some(index) = wakers.iter().position(|other| other.number() == waker.number()) {
                wakers.remove(index);
            }
            if wakers.is_empty() {
                waiting.remove(&file);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Identity, VecDeque<Waker>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The locks that one connection waits for.
#[derive(Debug)]
pub(super) struct WaitingLocks {
    bell: Arc<LockBell>,
    waker: Waker,
    locks: Vec<Waiting>,
    pause: Duration,
    /// When to retry, even without a notification.
    next: Option<Instant>,
}

/// A lock that a request asks for.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) id: u64,
    pub(super) number: u32,
    pub(super) file: Arc<OpenFile>,
    pub(super) range: Range,
    pub(super) exclusive: bool,
}

impl WaitingLocks {
    pub(super) fn new(bell: Arc<LockBell>, waker: Waker) -> Self {
        Self { bell, waker, locks: Vec::new(), pause: FIRST_PAUSE, next: None }
    }

    /// Acquires the lock and replies, or starts waiting for it.
    pub(super) fn lock(&mut self, waiting: Waiting, pass: &Pass, outbox: &Outbox) {
        if waiting.is_settled(pass, outbox) {
            return;
        }
        self.bell.wait(waiting.file.identity(), &self.waker);
        self.locks.push(waiting);
        self.pause = FIRST_PAUSE;
        // At once: it may have been released before we were registered.
        self.next = Some(Instant::now());
    }

    /// Retries all.
    pub(super) fn retry(&mut self, pass: &Pass, outbox: &Outbox) {
        if self.locks.is_empty() {
            return;
        }
        let (bell, waker) = (&self.bell, &self.waker);
        self.locks.retain(|waiting| {
            let settled = waiting.is_settled(pass, outbox);
            if settled {
                bell.leave(waiting.file.identity(), waker);
                if !waiting.exclusive {
                    // Others may share it.
                    bell.ring(waiting.file.identity());
                }
            }
            !settled
        });
        let now = Instant::now();
        if self.next.is_some_and(|next| next <= now) {
            self.next = Some(now + self.pause);
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        }
        if self.locks.is_empty() {
            self.next = None;
        }
    }

    /// Cancels a lock request.
    pub(super) fn cancel(&mut self, id: u64, pass: &Pass) -> Option<Error> {
        let index = self.locks.iter().position(|waiting| waiting.id == id)?;
        self.locks.remove(index).give_up(pass, &self.bell, &self.waker);
        let error = Error::new(ErrorKind::Request, Operation::Lock);
        Some(error.with_detail("the client has cancelled it"))
    }

    /// The connection ends: its client repeats the requests on the next.
    pub(super) fn give_up(&mut self, pass: &Pass) {
        for waiting in self.locks.drain(..) {
            waiting.give_up(pass, &self.bell, &self.waker);
        }
    }

    pub(super) fn next(&self) -> Option<Instant> {
        self.next
    }

    pub(super) fn is_full(&self) -> bool {
        self.locks.len() >= MAX_WAITING
    }
}

impl Waiting {
    /// Whether the lock was granted, or never can be, and the client was answered.
    fn is_settled(&self, pass: &Pass, outbox: &Outbox) -> bool {
        let Self { id, number, file, range, exclusive } = self;
        match file.try_lock(*range, *exclusive) {
            Ok(false) => return false,
            // HeldLock by the session, even if this connection cannot reply any more: the client asks again.
            Ok(true) if pass.lock_ended(*id, Some((*number, *range))) => {
                let _ = outbox.answer(&StoreMessage::Done { id: *id });
            }
            Ok(true) => drop(file.unlock(*range)),
            Err(error) => {
                let _ = pass.lock_ended(*id, None);
                let _ = outbox.fail(*id, &error);
            }
        }
        true
    }

    fn give_up(self, pass: &Pass, bell: &LockBell, waker: &Waker) {
        let _ = pass.lock_ended(self.id, None);
        bell.leave(self.file.identity(), waker);
    }
}
