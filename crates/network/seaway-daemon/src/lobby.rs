// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lobby`]: holds connections that have not authenticated yet. One thread accepts and watches them all; a
//! connection gets one of a few handshake threads when its first bytes arrive. Silent and slow ones are
//! dropped in favour of new ones, so that they cannot lock others out.

use std::collections::VecDeque;
use std::io;
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, Timespec, epoll, eventfd};
use rustix::net::{Shutdown, shutdown};

use crate::door::Door;
use crate::pool::Pool;

/// A new connection has this long to authenticate.
pub(crate) const PROVE_WITHIN: Duration = Duration::from_secs(10);
/// Connections that are silent, or wait for a thread.
const MAX_WAITING: usize = 64;
/// Concurrent handshakes, each with a thread.
pub(crate) const MAX_HANDSHAKES: usize = 28;
/// When full, a connection that has waited for this long is dropped for the next: legitimate clients are
/// quicker.
const PATIENCE_WHEN_FULL: Duration = Duration::from_secs(1);
/// After an error that would recur at once, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Tokens of the epoll set; those of listeners are their indices.
const BELL: u64 = u64::MAX;
const FIRST_STRANGER: u64 = 1 << 16;

#[derive(Debug)]
pub(crate) struct Lobby(Arc<Shared>);

/// Shared by the watching thread, the handshake threads, and the door.
#[derive(Debug)]
struct Shared {
    closed: AtomicBool,
    waiting: AtomicUsize,
    /// Oldest first.
    handshakes: Mutex<VecDeque<Handshake>>,
    /// Signals a change.
    bell: OwnedFd,
    pool: Arc<Pool>,
}

#[derive(Debug)]
struct Handshake {
    number: u64,
    since: Instant,
    /// A duplicate descriptor, for shutting the connection down, if one could be created.
    connection: Option<OwnedFd>,
}

#[derive(Debug)]
struct Stranger {
    number: u64,
    since: Instant,
    connection: TcpStream,
}

/// The watching thread.
struct Watcher {
    door: Arc<Door>,
    shared: Arc<Shared>,
    set: OwnedFd,
    /// Silent so far, oldest first.
    silent: VecDeque<Stranger>,
    /// Waiting for a handshake thread.
    speaking: VecDeque<Stranger>,
    next: u64,
    /// No connection is accepted before this.
    pause_until: Option<Instant>,
    listens: bool,
}

impl Lobby {
    /// Starts accepting.
    pub(crate) fn open(door: &Arc<Door>) -> io::Result<Self> {
        let set = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        for (index, listener) in door.listeners.iter().enumerate() {
            listener.set_nonblocking(true)?;
            epoll::add(&set, listener, epoll::EventData::new_u64(index as u64), epoll::EventFlags::IN)?;
        }
        epoll::add(&set, &bell, epoll::EventData::new_u64(BELL), epoll::EventFlags::IN)?;
        let shared = Arc::new(Shared {
            closed: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            handshakes: Mutex::default(),
            bell,
            pool: Pool::new("seaway-handshake", MAX_HANDSHAKES),
        });
        let mut watcher = Watcher {
            door: Arc::clone(door),
            shared: Arc::clone(&shared),
            set,
            silent: VecDeque::new(),
            speaking: VecDeque::new(),
            next: FIRST_STRANGER,
            pause_until: None,
            listens: true,
        };
        Builder::new().name("seaway-lobby".into()).spawn(move || watcher.watch())?;
        Ok(Self(shared))
    }

    /// Drops all unauthenticated connections and admits no more.
    pub(crate) fn close(&self) {
        self.0.closed.store(true, Ordering::Relaxed);
        self.0.handshakes().iter().for_each(Handshake::send_away);
        self.0.ring();
    }

    /// Number of unauthenticated connections.
    pub(crate) fn strangers(&self) -> usize {
        self.0.waiting.load(Ordering::Relaxed) + self.0.handshakes().len()
    }
}

impl Watcher {
    fn watch(&mut self) {
        loop {
            let now = Instant::now();
            self.start_handshakes(now);
            self.send_away_late_ones(now);
            self.shared.waiting.store(self.silent.len() + self.speaking.len(), Ordering::Relaxed);
            self.listen(now);
            let timeout = self.next_change().map(|change| change.saturating_duration_since(now));
            let timeout = timeout.map(|timeout| Timespec::try_from(timeout).unwrap_or_default());
            let mut events = [MaybeUninit::uninit(); 64];
            let found = match epoll::wait(&self.set, &mut events, timeout.as_ref()) {
                Ok((found, _)) => &*found,
                Err(_) => &[],
            };
            if self.shared.closed.load(Ordering::Relaxed) {
                return;
            }
            for event in found {
                match event.data.u64() {
                    BELL => _ = rustix::io::read(&self.shared.bell, &mut [0_u8; 8]),
                    stranger if stranger >= FIRST_STRANGER => self.has_spoken(stranger),
                    listener => self.accept(usize::try_from(listener).unwrap_or(0)),
                }
            }
        }
    }

    fn accept(&mut self, listener: usize) {
        let door = Arc::clone(&self.door);
        let Some(listener) = door.listeners.get(listener) else { return };
        while self.has_room(Instant::now()) {
            match listener.accept() {
                Ok((connection, _)) => self.let_wait(connection),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                // Out of descriptors or memory. Drop silent connections to make room.
                Err(_) => {
                    if self.silent.pop_front().is_none() {
                        self.pause_until = Some(Instant::now() + PAUSE);
                        return;
                    }
                }
            }
        }
    }

    fn let_wait(&mut self, connection: TcpStream) {
        let stranger = Stranger { number: self.next, since: Instant::now(), connection };
        self.next += 1;
        let flags = epoll::EventFlags::IN | epoll::EventFlags::ONESHOT;
        if epoll::add(&self.set, &stranger.connection, epoll::EventData::new_u64(stranger.number), flags)
            .is_ok()
        {
            self.silent.push_back(stranger);
        }
    }

    fn has_spoken(&mut self, number: u64) {
        if let Some(index) = self.silent.iter().position(|stranger| stranger.number == number)
            && let Some(stranger) = self.silent.remove(index)
        {
            let _ = epoll::delete(&self.set, &stranger.connection);
            self.speaking.push_back(stranger);
            self.start_handshakes(Instant::now());
        }
    }

    /// As far as threads are available.
    fn start_handshakes(&mut self, now: Instant) {
        while !self.speaking.is_empty() {
            let mut handshakes = self.shared.handshakes();
            if handshakes.len() >= MAX_HANDSHAKES {
                // The oldest is shut down once; it goes when its thread has noticed.
                if let Some(oldest) = handshakes.front_mut().filter(|oldest| is_due(oldest.since, now)) {
                    oldest.send_away();
                    oldest.since = now;
                }
                return;
            }
            let Some(stranger) = self.speaking.pop_front() else { return };
            let connection = stranger.connection.as_fd().try_clone_to_owned().ok();
            handshakes.push_back(Handshake { number: stranger.number, since: now, connection });
            drop(handshakes);
            let (door, place) =
                (Arc::clone(&self.door), HandshakeSlot(Arc::clone(&self.shared), stranger.number));
            let job = move || {
                door.admit(stranger.connection, stranger.since + PROVE_WITHIN);
                drop(place);
            };
            if self.shared.pool.run(job).is_err() {
                // No thread could be started; the connection was dropped.
                return thread::sleep(PAUSE);
            }
        }
    }

    fn send_away_late_ones(&mut self, now: Instant) {
        while self.silent.front().is_some_and(|oldest| now >= oldest.since + PROVE_WITHIN) {
            self.silent.pop_front();
        }
    }

    fn has_room(&mut self, now: Instant) -> bool {
        if self.pause_until.is_some_and(|until| now < until) {
            return false;
        }
        self.pause_until = None;
        if self.silent.len() + self.speaking.len() < MAX_WAITING {
            return true;
        }
        if self.silent.front().is_some_and(|oldest| is_due(oldest.since, now)) {
            self.silent.pop_front();
            return true;
        }
        false
    }

    /// Watches the listeners only while there is room: otherwise they would be ready all the time.
    fn listen(&mut self, now: Instant) {
        let listens = self.has_room(now);
        if listens != self.listens {
            let flags = if listens { epoll::EventFlags::IN } else { epoll::EventFlags::empty() };
            for (index, listener) in self.door.listeners.iter().enumerate() {
                let _ = epoll::modify(&self.set, listener, epoll::EventData::new_u64(index as u64), flags);
            }
            self.listens = listens;
        }
    }

    /// When to act even if nothing arrives.
    fn next_change(&self) -> Option<Instant> {
        let oldest = self.silent.front().map(|oldest| oldest.since);
        let due = |since: Instant| since + PATIENCE_WHEN_FULL;
        let place = if self.listens { None } else { self.pause_until.or(oldest.map(due)) };
        let thread = if self.speaking.is_empty() {
            None
        } else {
            self.shared.handshakes().front().map(|oldest| due(oldest.since))
        };
        [oldest.map(|oldest| oldest + PROVE_WITHIN), place, thread].into_iter().flatten().min()
    }
}

fn is_due(since: Instant, now: Instant) -> bool {
    now >= since + PATIENCE_WHEN_FULL
}

impl Shared {
    fn handshakes(&self) -> MutexGuard<'_, VecDeque<Handshake>> {
        self.handshakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) {
        let _ = rustix::io::write(&self.bell, &1_u64.to_ne_bytes());
    }
}

impl Handshake {
    fn send_away(&self) {
        if let Some(connection) = &self.connection {
            let _ = shutdown(connection, Shutdown::Both);
        }
    }
}

/// A handshake's slot, until dropped.
struct HandshakeSlot(Arc<Shared>, u64);

impl Drop for HandshakeSlot {
    fn drop(&mut self) {
        self.0.handshakes().retain(|handshake| handshake.number != self.1);
        self.0.ring();
    }
}
