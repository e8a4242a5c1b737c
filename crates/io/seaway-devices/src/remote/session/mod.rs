// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Session`]: one connection of one rank to one host, shared by the files that it has open there.
//!
//! One thread sends and one receives, so that bytes flow both ways while the program computes. A thread that
//! waits for a request also monitors the daemon. A lost connection is re-established, and unanswered requests
//! are sent again in the old order; the daemon applies each once. Acknowledged writes are kept until they are
//! durable, and sent again if the daemon has restarted.

mod files;
mod incoming;
mod receiving;
mod renewal;
mod sending;
mod shapes;
mod state;
mod task;
mod unsynced;

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, FileShape, OpenFlags, Operation, Result};
use seaway_messages::StoreMessage;
use seaway_roles::store::{Liveness, Look};

use self::incoming::Incoming;
use self::shapes::Shapes;
use self::state::{Line, SessionState};
pub(super) use self::task::{Answer, FileKey, Question, RemotePath, Task};

/// How a connection to the daemon is established, the first time and again.
pub(super) trait Connector: Send + Sync + fmt::Debug {
    /// Returns a connection whose ends have authenticated each other.
    fn connect(&self, deadline: Instant) -> Result<Channel>;

    /// `remote://host:port`, for error messages.
    fn host(&self) -> String;
}

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);
/// Maximum interval at which waiting threads check the daemon.
const LONGEST_TICK: Duration = Duration::from_secs(1);
/// Stack of a thread: it must be large enough for TLS.
const STACK_BYTES: usize = 2 << 20;

#[derive(Debug)]
pub(super) struct Session {
    core: Arc<Core>,
}

#[derive(Debug)]
struct Core {
    connector: Box<dyn Connector>,
    /// Maximum silence before an error.
    timeout: Duration,
    started: Instant,
    state: Mutex<SessionState>,
    /// A request has made progress, or the connection's state has changed.
    changed: Condvar,
    /// There may be something to send.
    work: Condvar,
    /// Threads that are still running.
    threads: Mutex<u32>,
    ended: Condvar,
}

impl Session {
    /// Connects, and starts the session's threads. Up to `unsynced` bytes of writes are kept until they are
    /// durable.
    pub(super) fn begin(connector: Box<dyn Connector>, timeout: Duration, unsynced: u64) -> Result<Session> {
        let channel = connector.connect(Instant::now() + timeout)?;
        Self::begin_on(channel, connector, timeout, unsynced)
    }

    /// Starts a session on an existing connection.
    pub(super) fn begin_on(
        channel: Channel,
        connector: Box<dyn Connector>,
        timeout: Duration,
        unsynced: u64,
    ) -> Result<Session> {
        let state = SessionState::new(unsynced, connector.host());
        let core = Arc::new(Core {
            connector,
            timeout,
            started: Instant::now(),
            state: Mutex::new(state),
            changed: Condvar::new(),
            work: Condvar::new(),
            threads: Mutex::new(0),
            ended: Condvar::new(),
        });
        channel.set_deadline(Some(Instant::now() + timeout));
        let (incoming, credit) = core.restore(&channel).map_err(|error| {
            let detail = format!("{} does not accept the connection", core.connector.host());
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
        })?;
        channel.set_deadline(None);
        let channel = Arc::new(channel);
        let mut state = core.lock();
        (state.line, state.credit, state.heard) = (Line::Up(channel.clone()), credit, Instant::now());
        drop(state);
        let session = Session { core };
        session.spawn("seaway-send", Core::send_all)?;
        session.spawn("seaway-receive", |core| core.stay_connected(channel, incoming))?;
        Ok(session)
    }

    fn spawn(&self, name: &str, life: impl FnOnce(&Core) + Send + 'static) -> Result<()> {
        let core = self.core.clone();
        *core.threads.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let of_thread = self.core.clone();
        let run = move || {
            life(&of_thread);
            *of_thread.threads.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
            of_thread.ended.notify_all();
        };
        let spawned = crate::link::spawn_as(name, STACK_BYTES, run);
        spawned.map(drop).inspect_err(|_| {
            *core.threads.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        })
    }

    /// No connection can be established any more: this session is useless.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self.core.lock().line, Line::Lost(_))
    }

    /// Whether a shape can be sent to the daemon.
    pub(super) fn takes(shape: &FileShape) -> bool {
        Shapes::takes(shape)
    }

    pub(super) fn open(&self, path: RemotePath, flags: OpenFlags) -> Result<FileKey> {
        let id = self.submit(Task::Look(task::Look::Open { path: path.clone(), flags }));
        match self.wait(id)? {
            Answer::Opened(opened) => {
                let mut state = self.core.lock();
                let file = state.files.insert(path, flags, opened);
                state.roles.opened(file.0);
                Ok(file)
            }
            _ => Err(senseless(Operation::Open)),
        }
    }

    /// Adds the file to an error.
    pub(super) fn named(&self, file: FileKey, error: Error) -> Error {
        match self.core.lock().files.name(file) {
            Some(name) => error.with_path(name),
            None => error,
        }
    }

    /// Identity of the file on its host, whatever its name.
    pub(super) fn identity(&self, file: FileKey) -> Option<(String, (u64, u64))> {
        let state = self.core.lock();
        Some((state.files.host.clone(), state.files.identity(file)?))
    }

    pub(super) fn delete(&self, path: RemotePath) -> Result<()> {
        let id = self.submit(Task::Look(task::Look::Delete { path }));
        self.wait(id).map(drop)
    }

    pub(super) fn rename(&self, path: RemotePath, to: String, replace: bool) -> Result<()> {
        let id = self.submit(Task::Look(task::Look::Rename { path, to, replace }));
        self.wait(id).map(drop)
    }

    /// Makes a request whose outcome will be waited for.
    pub(super) fn submit(&self, task: Task) -> u64 {
        self.submit_as(task, false)
    }

    /// Makes a request that is not waited for. [`take_deferred`](Self::take_deferred) reports the error of a
    /// write.
    pub(super) fn submit_behind(&self, task: Task) {
        self.submit_as(task, true);
    }

    fn submit_as(&self, task: Task, unattended: bool) -> u64 {
        let mut state = self.core.lock();
        let id = state.submit(task, unattended);
        // The thread that reconnects sleeps until a connection is needed.
        let is_down = matches!(state.line, Line::Down);
        drop(state);
        self.core.work.notify_one();
        if is_down {
            self.core.changed.notify_all();
        }
        id
    }

    pub(super) fn ask(&self, file: FileKey, question: Question) -> Result<Answer> {
        let id = self.submit(Task::Ask { file, question });
        self.wait(id)
    }

    pub(super) fn wait(&self, id: u64) -> Result<Answer> {
        self.core.wait_until(|state| state.take_outcome(id))
    }

    pub(super) fn poll(&self, id: u64) -> Option<Result<Answer>> {
        let mut state = self.core.lock();
        let outcome = state.take_outcome(id);
        if let (None, Some(request)) = (&outcome, state.requests.get(&id)) {
            let since = request.since;
            self.core.look_after(&mut state, since);
        }
        outcome
    }

    /// Discards the outcome of this read, which owns its memory.
    pub(super) fn forget(&self, id: u64) {
        self.core.lock().forget(id);
    }

    /// Waits until at most `bytes` of asynchronous writes are in flight.
    pub(super) fn wait_behind(&self, file: FileKey, bytes: u64) {
        self.core.wait_until(|state| (state.files.behind(file) <= bytes).then_some(()));
    }

    pub(super) fn take_deferred(&self, file: FileKey) -> Result<()> {
        self.core.lock().files.take_deferred(file).map_or(Ok(()), Err)
    }

    /// Closes the file and returns the outcome reported by its file system.
    pub(super) fn close_and_wait(&self, file: FileKey) -> Result<()> {
        self.ask(file, Question::Close).map(drop)
    }

    /// Other processes may now overwrite what was written to the file so far: it must not be sent again.
    pub(super) fn published(&self, file: FileKey) {
        let mut state = self.core.lock();
        let released = state.roles.published(file.0);
        state.unsynced.release(&released);
    }

    /// Closes the file without waiting for the daemon.
    pub(super) fn close(&self, file: FileKey) {
        self.submit_behind(Task::Ask { file, question: Question::Close });
    }
}

impl Core {
    fn lock(&self) -> MutexGuard<'_, SessionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_work<'a>(&self, state: MutexGuard<'a, SessionState>) -> MutexGuard<'a, SessionState> {
        self.work.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn liveness(&self) -> Liveness {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX / 4);
        Liveness { timeout: micros(self.timeout), longest_tick: micros(LONGEST_TICK) }
    }

    /// Microseconds since the session began.
    fn micros(&self, time: Instant) -> u64 {
        u64::try_from(time.saturating_duration_since(self.started).as_micros()).unwrap_or(u64::MAX)
    }

    /// The interval at which waiting threads check the daemon.
    fn tick(&self) -> Duration {
        Duration::from_micros(self.liveness().tick())
    }

    /// Waits for something that the daemon must do, and checks that the daemon is alive.
    fn wait_until<T>(&self, mut ready: impl FnMut(&mut SessionState) -> Option<T>) -> T {
        let since = Instant::now();
        let mut state = self.lock();
        loop {
            if let Some(value) = ready(&mut state) {
                return value;
            }
            let waited = self.changed.wait_timeout(state, self.tick());
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            self.look_after(&mut state, since);
        }
    }

    /// Pings a daemon that has been silent for long. If it does not answer, the connection is cut, and the
    /// thread that reads it makes another.
    fn look_after(&self, state: &mut SessionState, since: Instant) {
        let Line::Up(channel) = &state.line else { return };
        let (now, heard, since) = (Instant::now(), state.heard, since);
        let at = |time| self.micros(time);
        match self.liveness().look(at(now), at(heard), at(since), state.asked_for_life) {
            Look::Fine => {}
            Look::Cut => channel.shut_down(),
            Look::Ping => {
                state.asked_for_life = true;
                state.urgent.push(StoreMessage::Ping { number: 0 });
                self.work.notify_one();
            }
        }
    }
}

impl Drop for Session {
    /// Pending requests are still sent, and the daemon learns that nothing follows.
    fn drop(&mut self) {
        let core = &*self.core;
        core.lock().leaving = true;
        core.work.notify_all();
        core.changed.notify_all();
        let threads = core.threads.lock().unwrap_or_else(PoisonError::into_inner);
        drop(core.ended.wait_timeout_while(threads, GOODBYE, |threads| *threads > 0));
        if let Line::Up(channel) = &core.lock().line {
            channel.shut_down();
        }
    }
}

fn senseless(operation: Operation) -> Error {
    Error::new(ErrorKind::Io, operation).with_detail("the daemon sent an invalid answer")
}
