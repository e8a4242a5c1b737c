// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Session`]: one connection of one rank to one host, shared by the files that it has open there.
//!
//! One thread sends and one receives, so that bytes flow both ways while the program computes. Whoever makes a request and
//! waits for it also looks whether the daemon still lives. A connection that is lost is made anew, and what was not answered
//! is asked again in the old order: a write that is applied twice leaves what it leaves once.

mod files;
mod incoming;
mod receiving;
mod renewal;
mod sending;
mod shapes;
mod state;
mod task;

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, FileShape, OpenFlags, Operation, Result};
use seaway_proto::StoreMessage;
use seaway_wire::Channel;

use self::incoming::Incoming;
use self::shapes::Shapes;
use self::state::{Line, State};
pub(super) use self::task::{Answer, FileKey, Look, Question, RemotePath, Task};

/// How a connection to the daemon is had, the first time and again.
pub(super) trait Connector: Send + Sync + fmt::Debug {
    /// One whose ends have proved the secret to each other.
    fn connect(&self, deadline: Instant) -> Result<Channel>;

    /// `remote://host:port`, for messages.
    fn host(&self) -> String;
}

/// How long goodbyes may take.
const GOODBYE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Session {
    core: Arc<Core>,
}

#[derive(Debug)]
struct Core {
    connector: Box<dyn Connector>,
    /// From the last sign of life to an error.
    timeout: Duration,
    state: Mutex<State>,
    /// Something came of a request, or the line has changed.
    changed: Condvar,
    /// There may be something to send.
    work: Condvar,
    /// Threads that still run.
    threads: Mutex<u32>,
    ended: Condvar,
}

impl Session {
    /// Connects, and starts the session's threads.
    pub(super) fn begin(connector: Box<dyn Connector>, timeout: Duration) -> Result<Session> {
        let channel = connector.connect(Instant::now() + timeout)?;
        Self::begin_on(channel, connector, timeout)
    }

    /// Goes on with a connection that was made already.
    pub(super) fn begin_on(
        channel: Channel,
        connector: Box<dyn Connector>,
        timeout: Duration,
    ) -> Result<Session> {
        channel.set_deadline(None);
        let channel = Arc::new(channel);
        let mut state = State::new(channel.clone());
        state.files.host = connector.host();
        state.urgent.push(StoreMessage::Credit { bytes: receiving::CREDIT });
        let core = Arc::new(Core {
            connector,
            timeout,
            state: Mutex::new(state),
            changed: Condvar::new(),
            work: Condvar::new(),
            threads: Mutex::new(0),
            ended: Condvar::new(),
        });
        let session = Session { core };
        session.spawn("seaway-send", Core::send_all)?;
        session.spawn("seaway-receive", |core| core.stay_connected(channel))?;
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
        let spawned = thread::Builder::new().name(name.into()).spawn(run);
        spawned.map(drop).map_err(|error| {
            *core.threads.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
            Error::from_io(Operation::Open, error).with_detail("no thread for a connection could be started")
        })
    }

    /// No connection can be had any more: this session is of no use.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self.core.lock().line, Line::Lost(_))
    }

    /// Whether a shape can be told to the daemon.
    pub(super) fn takes(shape: &FileShape) -> bool {
        Shapes::takes(shape)
    }

    pub(super) fn open(&self, path: RemotePath, flags: OpenFlags) -> Result<FileKey> {
        let id = self.submit(Task::Look(Look::Open { path: path.clone(), flags }));
        match self.wait(id)? {
            Answer::Opened(opened) => Ok(self.core.lock().files.insert(path, flags, opened)),
            _ => Err(senseless(Operation::Open)),
        }
    }

    /// Says in an error which file it is about.
    pub(super) fn named(&self, file: FileKey, error: Error) -> Error {
        match self.core.lock().files.name(file) {
            Some(name) => error.with_path(name),
            None => error,
        }
    }

    /// Which file of which host it is, whatever its name.
    pub(super) fn identity(&self, file: FileKey) -> Option<(String, (u64, u64))> {
        let state = self.core.lock();
        Some((state.files.host.clone(), state.files.identity(file)?))
    }

    pub(super) fn delete(&self, path: RemotePath) -> Result<()> {
        let id = self.submit(Task::Look(Look::Delete { path }));
        self.wait(id).map(drop)
    }

    /// Makes a request whose outcome somebody will ask for.
    pub(super) fn submit(&self, task: Task) -> u64 {
        self.submit_as(task, false)
    }

    /// Makes a request that nobody waits for. An error of a write is told by [`take_deferred`](Self::take_deferred).
    pub(super) fn submit_behind(&self, task: Task) {
        self.submit_as(task, true);
    }

    fn submit_as(&self, task: Task, unattended: bool) -> u64 {
        let mut state = self.core.lock();
        let id = state.submit(task, unattended);
        // Who would make the connection anew sleeps until somebody needs one.
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

    /// Nobody will ask for the outcome of this read, whose memory is its own.
    pub(super) fn forget(&self, id: u64) {
        self.core.lock().forget(id);
    }

    /// Waits until at most `bytes` of writes that nobody waits for are under way.
    pub(super) fn wait_behind(&self, file: FileKey, bytes: u64) {
        self.core.wait_until(|state| (state.files.behind(file) <= bytes).then_some(()));
    }

    pub(super) fn take_deferred(&self, file: FileKey) -> Result<()> {
        self.core.lock().files.take_deferred(file).map_or(Ok(()), Err)
    }

    /// The file is not used any more. Nobody waits for the daemon to hear of it.
    pub(super) fn close(&self, file: FileKey) {
        self.submit_behind(Task::Ask { file, question: Question::Close });
    }
}

impl Core {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_work<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.work.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// How often those who wait look after the daemon.
    fn tick(&self) -> Duration {
        (self.timeout / 8).min(Duration::from_secs(1))
    }

    /// Waits for something that the daemon must do, and sees to it that it still lives.
    fn wait_until<T>(&self, mut ready: impl FnMut(&mut State) -> Option<T>) -> T {
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

    /// A daemon that was silent for long is asked for a sign of life. If it gives none, the connection is cut, and the
    /// thread that reads it makes another.
    fn look_after(&self, state: &mut State, since: Instant) {
        let Line::Up(channel) = &state.line else { return };
        let silent = state.heard.max(since).elapsed();
        if silent > self.timeout / 2 {
            channel.shut_down();
        } else if silent > self.tick() && !state.asked_for_life {
            state.asked_for_life = true;
            state.urgent.push(StoreMessage::Ping { number: 0 });
            self.work.notify_one();
        }
    }
}

impl Drop for Session {
    /// What was asked is still sent, and the daemon hears that nothing follows.
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
    Error::new(ErrorKind::Io, operation).with_detail("the daemon's answer makes no sense")
}
