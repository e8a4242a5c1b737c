// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Sessions`]: the clients' sessions, which outlive their connections. [`Served`] makes the decisions; this
//! module has the locks and waits around them, and what a session owns: open files, the locks on them, and
//! outcomes that its client may not have received.
//!
//! A [`Pass`] is a connection's part in a session. Every change goes through [`Pass::enter`], which fails as
//! soon as the client has a newer connection; and that one is answered only when all that had entered have
//! left.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use seaway_channel::{Channel, random_bytes};
use seaway_messages::{Range, StoreMessage};
use seaway_roles::store::{Admission, Flaws, HeldLock, LockAdmission, Served, Start};

use super::connection::broken;
use super::open_file::OpenFiles;
use super::outbox::Outbox;

/// How long a session may stay without a connection, whatever its client asks for.
const LONGEST_GRACE: Duration = Duration::from_secs(600);
/// Maximum number of sessions without a connection; beyond that the oldest ends.
const MAX_LOST: usize = 1024;

/// Of the thread that ends lost sessions.
const STACK_BYTES: usize = 128 << 10;

type SessionId = [u8; 16];

#[derive(Debug)]
pub(super) struct Sessions {
    /// Changes with each start of the daemon.
    verifier: u64,
    /// Sessions created so far.
    made: AtomicU64,
    started: Instant,
    table: Mutex<Table>,
    /// Notifies the thread that ends sessions whose grace period is over.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Table {
    sessions: HashMap<SessionId, Arc<Session>>,
    /// Whether a thread waits for grace periods to end.
    is_watched: bool,
    leaving: bool,
}

#[derive(Debug)]
pub(super) struct Session {
    id: SessionId,
    /// Changes when a session of the same name is created again.
    incarnation: u64,
    state: Mutex<State>,
    files: Mutex<OpenFiles>,
}

#[derive(Debug)]
struct State {
    served: Served<StoreMessage>,
    grace: Duration,
    /// The newest connection.
    channel: Weak<Channel>,
    outbox: Weak<Outbox>,
}

/// One connection of a session.
#[derive(Debug)]
pub(super) struct Pass {
    sessions: Arc<Sessions>,
    session: Arc<Session>,
    epoch: u64,
    /// The client has sent `Bye`.
    farewell: bool,
}

/// A change is being applied, until this is dropped.
#[derive(Debug)]
pub(super) struct Entered<'s>(&'s Session);

impl Sessions {
    pub(super) fn new() -> Arc<Self> {
        // Without random numbers, the start time also differs each time.
        let verifier = random_bytes::<8>().map(u64::from_le_bytes).unwrap_or_else(|_| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            since.as_secs().rotate_left(32) ^ u64::from(since.subsec_nanos())
        });
        let (table, changed) = (Mutex::default(), Condvar::new());
        Arc::new(Self { verifier, made: AtomicU64::new(0), started: Instant::now(), table, changed })
    }

    /// A connection begins: from now on no new changes of older connections of its session are applied. It
    /// may be served when [`Pass::start`] says so.
    pub(super) fn begin(
        self: &Arc<Self>,
        (id, epoch, grace): (SessionId, u64, u64),
        channel: &Arc<Channel>,
        outbox: &Arc<Outbox>,
    ) -> io::Result<Pass> {
        let session = self.find(id);
        let mut state = session.lock();
        if state.served.begin(epoch) == Start::Stale {
            return Err(io::Error::other("this session has a newer connection"));
        }
        let older = (std::mem::take(&mut state.channel), std::mem::take(&mut state.outbox));
        state.channel = Arc::downgrade(channel);
        state.outbox = Arc::downgrade(outbox);
        state.grace = Duration::from_millis(grace).min(LONGEST_GRACE);
        drop(state);
        // From here on this connection owns the session: if it cannot be served, it ends with its line.
        older.1.upgrade().inspect(|outbox| outbox.end());
        older.0.upgrade().inspect(|channel| channel.shut_down());
        Ok(Pass { sessions: Arc::clone(self), session, epoch, farewell: false })
    }

    /// The daemon is about to exit: no client returns.
    pub(super) fn leave(&self) {
        self.lock().leaving = true;
        self.changed.notify_all();
    }

    fn find(&self, id: SessionId) -> Arc<Session> {
        let mut table = self.lock();
        if let Some(session) = table.sessions.get(&id) {
            return Arc::clone(session);
        }
        let state = State {
            served: Served::new(Flaws::default()),
            grace: Duration::ZERO,
            channel: Weak::new(),
            outbox: Weak::new(),
        };
        let incarnation = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        let session =
            Arc::new(Session { id, incarnation, state: Mutex::new(state), files: Mutex::default() });
        table.sessions.insert(id, Arc::clone(&session));
        session
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The connection of a session has ended, and its client may return.
    fn line_lost(self: &Arc<Self>, session: &Session, epoch: u64) {
        let until = {
            let mut state = session.lock();
            let until = self.now() + u64::try_from(state.grace.as_millis()).unwrap_or(0);
            state.served.line_lost(epoch, until);
            state.served.lost_until()
        };
        if until.is_none() {
            return;
        }
        let mut table = self.lock();
        let lost = |session: &Arc<Session>| Some((session.lock().served.lost_until()?, Arc::clone(session)));
        let mut all: Vec<_> = table.sessions.values().filter_map(lost).collect();
        all.sort_by_key(|(until, _)| *until);
        let too_many = all.len().saturating_sub(MAX_LOST);
        all.iter().take(too_many).for_each(|(until, session)| table.expire(session, *until));
        if !table.is_watched {
            let sessions = Arc::clone(self);
            let watch = Builder::new().name("seaway-grace".into()).stack_size(STACK_BYTES);
            table.is_watched = watch.spawn(move || sessions.watch()).is_ok();
        }
        let is_watched = table.is_watched;
        drop(table);
        self.changed.notify_all();
        if !is_watched {
            // Without a thread it would never be ended: end it now.
            self.lock().expire_all(u64::MAX);
        }
    }

    /// Ends sessions whose clients do not return, until there are none.
    fn watch(&self) {
        let mut table = self.lock();
        loop {
            let now = if table.leaving { u64::MAX } else { self.now() };
            table.expire_all(now);
            let next = table.sessions.values().filter_map(|session| session.lock().served.lost_until()).min();
            let Some(next) = next else {
                table.is_watched = false;
                return;
            };
            // At least a moment: a change being applied delays the end of a session.
            let wait = Duration::from_millis(next.saturating_sub(now).max(20));
            table = self.changed.wait_timeout(table, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn expire_all(&mut self, now: u64) {
        let all: Vec<_> = self.sessions.values().cloned().collect();
        all.iter().for_each(|session| self.expire(session, now));
    }

    fn expire(&mut self, session: &Arc<Session>, now: u64) {
        if session.lock().served.expire(now) {
            self.sessions.remove(&session.id);
            session.give_up_files();
        }
    }
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up_files(&self) {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        drop(files);
    }
}

impl Pass {
    /// Whether this connection may be served: no changes of older ones are being applied any more.
    pub(super) fn start(&self) -> Start {
        self.session.lock().served.start(self.epoch)
    }

    /// The reply to `Begin`.
    pub(super) fn began(&self) -> StoreMessage {
        StoreMessage::Began { verifier: self.sessions.verifier, incarnation: self.session.incarnation }
    }

    pub(super) fn files(&self) -> MutexGuard<'_, OpenFiles> {
        self.session.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Called before each change. An error: the client has a newer connection.
    pub(super) fn enter(&self) -> io::Result<Entered<'_>> {
        if self.session.lock().served.enter(self.epoch) {
            Ok(Entered(&self.session))
        } else {
            Err(io::Error::other("this session has a newer connection"))
        }
    }

    /// The outcome of a change that was applied before.
    pub(super) fn known_outcome(&self, id: u64) -> io::Result<Option<StoreMessage>> {
        match self.session.lock().served.admit(id) {
            Admission::Apply => Ok(None),
            Admission::Repeat(outcome) => Ok(Some(outcome)),
            Admission::Impossible => Err(broken()),
        }
    }

    pub(super) fn record(&self, id: u64, outcome: &StoreMessage) {
        if id != 0 {
            self.session.lock().served.record(id, outcome.clone());
        }
    }

    pub(super) fn heard(&self, id: u64) {
        self.session.lock().served.heard(self.epoch, id);
    }

    /// A lock is requested. If the caller has to wait for it, the session stays entered until
    /// [`Self::lock_ended`]: a newer connection is not served before.
    pub(super) fn admit_lock(&self, id: u64) -> io::Result<LockAdmission> {
        let mut state = self.session.lock();
        let admission = state.served.admit_lock(id);
        if admission == LockAdmission::Await && !state.served.enter(self.epoch) {
            let _ = state.served.lock_ended(id, None);
            return Err(io::Error::other("this session has a newer connection"));
        }
        Ok(admission)
    }

    /// The wait for a lock has ended, with the lock or without. False: the lock must be released.
    #[must_use]
    pub(super) fn lock_ended(&self, id: u64, lock: Option<(u32, Range)>) -> bool {
        let held = lock.map(|(file, range)| HeldLock { file, start: range.offset, end: end(range) });
        let mut state = self.session.lock();
        let is_wanted = state.served.lock_ended(id, held);
        state.served.leave();
        is_wanted
    }

    pub(super) fn unlocked(&self, file: u32, range: Range) {
        self.session.lock().served.unlocked(file, range.offset, end(range));
    }

    /// The client leaves for good: its session is discarded.
    pub(super) fn farewell(&mut self) {
        self.farewell = true;
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if !self.farewell {
            return self.sessions.line_lost(&self.session, self.epoch);
        }
        if self.session.lock().served.end(self.epoch) {
            self.sessions.lock().sessions.remove(&self.session.id);
            self.session.give_up_files();
        }
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.lock().served.leave();
    }
}

fn end(range: Range) -> u64 {
    range.offset.saturating_add(range.len)
}
