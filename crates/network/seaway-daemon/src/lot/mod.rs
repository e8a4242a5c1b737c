// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lot`]: many connections, served by few threads. Idle connections are parked in one epoll set and need
//! neither thread nor buffer. When one becomes ready, a worker takes it, and its [`Task`] runs until it would
//! block on its peer; then it is parked again. All state of a task is in the task, never on a stack.
//!
//! Idle workers wait in `epoll_wait` themselves, so that a parked connection is one wake-up away from its
//! worker, as with a dedicated thread. A worker stays with a busy connection for a moment after it has fallen
//! silent ([`Turn::linger`]): a client that sends one request after the other does not go through the set for
//! each.

mod entry;
mod workers;
mod workspace;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, epoll, eventfd};
use seaway_channel::Channel;

use self::entry::Entry;
pub(crate) use self::entry::Waker;
use self::workers::{Found, Workers};
pub(crate) use self::workspace::Workspace;

/// Maximum number of workers. More than processors, since they wait for disks.
pub(crate) const MAX_WORKERS: usize = 24;
/// A worker that is idle for this long exits, except for the last.
const IDLE: Duration = Duration::from_secs(2);
/// How long a worker stays with a silent connection if no other task needs it.
const LINGER: Duration = Duration::from_millis(2);
/// Time slice of a task while others wait for a worker.
const QUANTUM: Duration = Duration::from_millis(5);
/// The token of the event that wakes workers for `ready` and `timers`.
const BELL: u64 = 0;

/// The work of a connection's service.
pub(crate) trait Task: Send {
    /// Works until it would block. One thread at a time; a panic ends the task.
    fn turn(&mut self, turn: &mut Turn<'_>) -> Next;
}

/// What a task waits for, after its turn.
#[derive(Debug)]
pub(crate) enum Next {
    /// For its channels, in the order in which they were entered; for a wake-up; or for a point in time.
    Park {
        channels: [Interest; 2],
        until: Option<Instant>,
    },
    /// For nothing: its time slice is over, and others wait.
    Yield,
    End,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Interest {
    pub(crate) readable: bool,
    pub(crate) writable: bool,
}

/// How a task is treated when the daemon is about to exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manners {
    /// It is notified otherwise, and finishes what it has begun.
    Finishes,
    /// It has nothing to finish: its channels are shut down.
    CutOff,
}

/// One turn of a task, as seen by the task.
pub(crate) struct Turn<'t> {
    pub(crate) workspace: &'t mut Workspace,
    /// The peer has closed both directions: nothing can be sent to it any more.
    pub(crate) hung_up: bool,
    lot: &'t Lot,
    began: Instant,
}

#[derive(Debug)]
pub(crate) struct Lot {
    epoll: OwnedFd,
    bell: OwnedFd,
    inside: Mutex<Inside>,
    workers: Workers,
}

#[derive(Debug, Default)]
struct Inside {
    entries: HashMap<u64, Arc<Entry>>,
    last: u64,
    /// Woken by other events than their channels', or interrupted by the end of their time slice.
    ready: VecDeque<u64>,
    timers: BTreeSet<(Instant, u64)>,
    closed: bool,
}

/// Numbers for `seaway status` and metrics.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LotStatus {
    pub(crate) parked: usize,
    pub(crate) workers: usize,
    pub(crate) busy: usize,
    pub(crate) ready: usize,
}

impl Lot {
    pub(crate) fn new() -> io::Result<Arc<Self>> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK | EventfdFlags::SEMAPHORE;
        let bell = eventfd(0, flags)?;
        epoll::add(&epoll, &bell, epoll::EventData::new_u64(BELL), epoll::EventFlags::IN)?;
        let lot = Arc::new(Self { epoll, bell, inside: Mutex::default(), workers: Workers::default() });
        lot.start_worker()?;
        Ok(lot)
    }

    /// Adds a new task, which gets its first turn soon. `make` receives a handle to wake it. One or two
    /// channels.
    pub(crate) fn enter(
        self: &Arc<Self>,
        channels: Vec<Arc<Channel>>,
        manners: Manners,
        make: impl FnOnce(Waker) -> Box<dyn Task>,
    ) -> io::Result<()> {
        let token = {
            let mut inside = self.lock();
            inside.last += 1;
            inside.last
        };
        let entry = Arc::new_cyclic(|entry| {
            let waker = Waker::new(Arc::downgrade(self), entry.clone(), token);
            Entry::new(token, channels, manners, make(waker))
        });
        entry.register(&self.epoll)?;
        let mut inside = self.lock();
        if inside.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        inside.entries.insert(token, entry);
        inside.ready.push_back(token);
        drop(inside);
        self.ring();
        Ok(())
    }

    /// Ends the tasks that have nothing to finish.
    pub(crate) fn leave(&self) {
        let entries: Vec<_> = self.lock().entries.values().cloned().collect();
        entries.iter().for_each(|entry| entry.leave());
    }

    /// Ends all parked tasks; running ones end with their turn. The workers exit too.
    pub(crate) fn close(&self) {
        let mut inside = self.lock();
        inside.closed = true;
        inside.timers.clear();
        inside.ready.clear();
        let entries: Vec<_> = inside.entries.drain().map(|(_, entry)| entry).collect();
        drop(inside);
        entries.iter().for_each(|entry| entry.end(&self.epoll));
        for _ in 0..MAX_WORKERS {
            self.ring();
        }
    }

    pub(crate) fn status(&self) -> LotStatus {
        let inside = self.lock();
        let (workers, idle) = self.workers.counts();
        let busy = workers.saturating_sub(idle);
        LotStatus {
            parked: inside.entries.len().saturating_sub(busy),
            workers,
            busy,
            ready: inside.ready.len(),
        }
    }

    fn wake(&self, entry: &Arc<Entry>) {
        if entry.wake() {
            self.make_ready(entry.token);
        }
    }

    fn make_ready(&self, token: u64) {
        self.lock().ready.push_back(token);
        self.ring();
    }

    /// Wakes one idle worker, or the next that becomes idle.
    fn ring(&self) {
        let _ = rustix::io::write(&self.bell, &1_u64.to_ne_bytes());
    }

    /// Gives an entry a turn and queues or parks it afterwards.
    fn run(self: &Arc<Self>, found: Found, workspace: &mut Workspace) {
        let Found { token, channel, hung_up } = found;
        let Some(entry) = self.lock().entries.get(&token).cloned() else { return };
        if let Some(channel) = channel {
            entry.fired(channel);
        }
        if !entry.begin() {
            return;
        }
        if let Some(until) = entry.take_timer() {
            self.lock().timers.remove(&(until, token));
        }
        let mut turn = Turn { workspace, hung_up, lot: self, began: Instant::now() };
        let next = entry.turn(&mut turn);
        self.put(&entry, next);
    }

    fn put(&self, entry: &Arc<Entry>, next: Next) {
        match next {
            Next::End => self.remove(entry),
            Next::Yield => {
                entry.ready();
                self.make_ready(entry.token);
            }
            Next::Park { channels, until } => {
                if let Some(until) = until {
                    let mut inside = self.lock();
                    let first = inside.timers.first().is_none_or(|&(first, _)| until < first);
                    inside.timers.insert((until, entry.token));
                    drop(inside);
                    entry.set_timer(until);
                    // A longer wait has to be repeated.
                    if first {
                        self.ring();
                    }
                }
                match entry.park(&self.epoll, channels) {
                    Ok(true) => {}
                    // It was woken while it ran.
                    Ok(false) => self.make_ready(entry.token),
                    Err(_) => self.remove(entry),
                }
            }
        }
    }

    fn remove(&self, entry: &Entry) {
        let mut inside = self.lock();
        inside.entries.remove(&entry.token);
        if let Some(until) = entry.take_timer() {
            inside.timers.remove(&(until, entry.token));
        }
        drop(inside);
        entry.end(&self.epoll);
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Whether the task should yield to others, and be continued later.
    pub(crate) fn is_over(&self) -> bool {
        self.lot.workers.are_all_busy() && self.began.elapsed() >= QUANTUM
    }

    /// Waits a moment for the first of the task's channels, if no other task needs this worker. False: it
    /// should be parked.
    pub(crate) fn linger(&self, channel: &Channel, interest: Interest) -> bool {
        if self.lot.workers.are_all_busy() {
            return false;
        }
        let Some(fd) = channel.descriptor() else { return false };
        entry::poll_for(fd.as_fd(), interest, LINGER)
    }
}

impl Interest {
    pub(crate) const READABLE: Self = Self { readable: true, writable: false };
    pub(crate) const NONE: Self = Self { readable: false, writable: false };
}
