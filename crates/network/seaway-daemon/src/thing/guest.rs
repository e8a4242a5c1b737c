// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Guests`]: the programs that have entered. Each connection has a thread, which answers one request at a time.

use std::collections::{HashMap, HashSet};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_channel::AgentSocket;
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::{Range, ThingMessage};
use seaway_roles::thing::Row;

use super::entering::{Entered, Entrance, Wanted};
use super::home::Home;
use super::queues::{Queues, QueuesAt};

const STACK_BYTES: usize = 128 << 10;
/// Threads: one for each.
const MOST_GUESTS: usize = 8192;
/// A program that has connected has this long to say what it wants.
const ENTER_WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Guests {
    home: Arc<Home>,
    queues: Arc<Queues>,
    next: AtomicU64,
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    sockets: HashMap<u64, Arc<AgentSocket>>,
    /// When the agent is to end, as a program has asked.
    stop_by: Option<Instant>,
}

/// One connection.
struct Guest {
    guests: Arc<Guests>,
    home: Arc<Home>,
    number: u64,
    socket: Arc<AgentSocket>,
    openings: HashSet<u64>,
    /// Tokens of the locks that it has.
    locks: HashSet<u64>,
}

/// An answer, and a descriptor that goes with it.
type Answer = (ThingMessage, Option<OwnedFd>);

impl Guests {
    pub(super) fn new(home: Arc<Home>, queues: Arc<Queues>) -> Arc<Self> {
        Arc::new(Self { home, queues, next: AtomicU64::new(0), inside: Mutex::default() })
    }

    pub(super) fn count(&self) -> usize {
        self.lock().sockets.len()
    }

    pub(super) fn asked_to_stop(&self) -> Option<Instant> {
        self.lock().stop_by
    }

    pub(super) fn admit(self: &Arc<Self>, socket: AgentSocket) {
        let (socket, number) = (Arc::new(socket), self.next.fetch_add(1, Ordering::Relaxed));
        let mut inside = self.lock();
        if inside.sockets.len() >= MOST_GUESTS || crate::descriptors::is_reserved(&*socket) {
            drop(inside);
            return refuse(&socket);
        }
        inside.sockets.insert(number, Arc::clone(&socket));
        drop(inside);
        let (guests, home) = (Arc::clone(self), Arc::clone(&self.home));
        let (openings, locks) = (HashSet::new(), HashSet::new());
        let mut guest = Guest { guests, home, number, socket, openings, locks };
        // The guest is dropped where no thread can be started, and its connection ends.
        let _ = Builder::new().name("seaway-guest".into()).stack_size(STACK_BYTES).spawn(move || {
            let _ = guest.converse();
        });
    }

    pub(super) fn send_away(&self) {
        self.lock().sockets.values().for_each(|socket| socket.shut_down());
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    fn converse(&mut self) -> io::Result<()> {
        self.socket.set_patience(Some(ENTER_WITHIN))?;
        let first = self.receive()?;
        let (answer, table) = self.enter(&first)?;
        self.send(&answer, table.as_ref())?;
        self.socket.set_patience(None)?;
        loop {
            let request = self.receive()?;
            if let ThingMessage::UseQueues { id } = request {
                return self.use_queues(id);
            }
            let (answer, descriptor) = self.answer(request)?;
            self.send(&answer, descriptor.as_ref())?;
        }
    }

    fn enter(&self, first: &ThingMessage) -> io::Result<Answer> {
        let ThingMessage::Enter { space, .. } = first else { return Err(io::ErrorKind::InvalidData.into()) };
        if space != self.home.space() {
            let text = format!("this is the agent of space {}, not of {space}", self.home.space());
            return Ok((ThingMessage::Failed { id: 0, kind: ErrorKind::Argument.code(), text }, None));
        }
        let (node, incarnation) = (self.home.node().to_owned(), self.home.incarnation());
        let entered = ThingMessage::Entered { node, incarnation, pid: std::process::id() };
        Ok((entered, Some(self.home.table().descriptor()?)))
    }

    fn answer(&mut self, request: ThingMessage) -> io::Result<Answer> {
        let Some(id) = id_of(&request) else { return Err(io::ErrorKind::InvalidData.into()) };
        if needs_lease(&request)
            && let Err(error) = self.home.confirm()
        {
            return Ok((failed(id, &error), None));
        }
        let outcome = match request {
            ThingMessage::Open { name, flags, kind, size, .. } => {
                self.open(id, &Wanted::new(name, flags, kind, size, None).by_guest())
            }
            ThingMessage::OpenAt { name, flags, kind, size, home, .. } => {
                self.open(id, &Wanted::new(name, flags, kind, size, Some(home)).by_guest())
            }
            ThingMessage::Close { opening, complete, .. } => self.close(id, opening, complete),
            other => self.answer_plainly(id, other).map(|answer| (answer, None)),
        };
        Ok(outcome.unwrap_or_else(|error| (failed(id, &error), None)))
    }

    fn answer_plainly(&mut self, id: u64, request: ThingMessage) -> Result<ThingMessage> {
        let home = &self.home;
        match request {
            ThingMessage::Publish { opening, .. } => home.publish(self.own(opening)?)?,
            ThingMessage::Reserve { opening, ranges, .. } => {
                let extents: Vec<_> =
                    ranges.iter().map(|range| Extent::new(range.offset, range.len)).collect();
                let (cuts, reserved) = home.reserve(self.own(opening)?, &extents)?;
                let range = |extent: &Extent| Range { offset: extent.offset, len: extent.len };
                return Ok(ThingMessage::Reserved { id, cuts, ranges: reserved.iter().map(range).collect() });
            }
            ThingMessage::Resize { opening, size, .. } => home.resize(self.own(opening)?, size)?,
            ThingMessage::Update { opening, offset, change, .. } => {
                let before = home.update(self.own(opening)?, offset, change)?;
                return Ok(ThingMessage::Updated { id, before });
            }
            ThingMessage::Locate { opening, .. } => {
                let (home, status) = home.locate(self.own(opening)?)?;
                return Ok(ThingMessage::Elsewhere { id, home, status });
            }
            ThingMessage::Migrate { name, to, .. } => home.migrate_anywhere(&name, &to)?,
            ThingMessage::Convert { name, fate, .. } => home.convert_anywhere(&name, fate)?,
            ThingMessage::Snapshot { names, prefix, .. } => home.snapshot(&names, &prefix)?,
            ThingMessage::Delete { name, .. } => home.delete_anywhere(&name)?,
            ThingMessage::Rename { from, to, replace, .. } => home.rename_anywhere(&from, &to, replace)?,
            ThingMessage::Stat { name, .. } => {
                return Ok(ThingMessage::StatIs { id, status: home.stat_anywhere(&name)? });
            }
            ThingMessage::List { prefix, after, .. } => {
                let (things, more) = home.list_everywhere(&prefix, &after)?;
                return Ok(ThingMessage::Listed { id, things, more });
            }
            ThingMessage::Await { name, until, patience, .. } => {
                let deadline = Instant::now() + Duration::from_millis(patience.min(1 << 32));
                // A program that goes away while it waits sends nothing: its end can be received.
                if !home.wait_anywhere(&name, until, deadline, || !self.socket.wait(Duration::ZERO))? {
                    return Err(Error::new(ErrorKind::NoSuchFile, Operation::Open));
                }
            }
            ThingMessage::Accumulate { opening, offset, combination, number, bytes, .. } => {
                home.accumulate(self.own(opening)?, Row { offset, combination, number, bytes: &bytes })?;
            }
            ThingMessage::Watch { name, past, patience, .. } => {
                let deadline = Instant::now() + Duration::from_millis(patience.min(1 << 32));
                let version =
                    home.watch_anywhere(&name, past, deadline, || !self.socket.wait(Duration::ZERO))?;
                return Ok(ThingMessage::VersionIs { id, version });
            }
            ThingMessage::Lock { name, patience, .. } => {
                let (deadline, pid) =
                    (Instant::now() + Duration::from_millis(patience.min(1 << 32)), self.socket.peer());
                let token = home.lock_name(&name, pid, deadline, || !self.socket.wait(Duration::ZERO))?;
                self.locks.extend((token != 0).then_some(token));
                return Ok(ThingMessage::Locked { id, token });
            }
            ThingMessage::Unlock { token, .. } => {
                self.locks.remove(&token);
                home.unlock_name(token)?;
            }
            ThingMessage::AskLock { token, .. } => home.holds(token)?,
            // It needs a lease.
            ThingMessage::Renew { .. } => {}
            ThingMessage::AskSpace { .. } => {
                return Ok(ThingMessage::SpaceIs { id, space: home.status(self.guests.count()) });
            }
            ThingMessage::Stop { patience, .. } => {
                let by = Instant::now() + Duration::from_millis(patience.min(1 << 32));
                self.guests.lock().stop_by = Some(by);
                // The program that asks need not leave first.
                self.guests.lock().sockets.remove(&self.number);
            }
            _ => return Err(Error::new(ErrorKind::Internal, Operation::Open).with_detail("not a request")),
        }
        Ok(ThingMessage::Done { id })
    }

    /// From here on the connection carries messages of queues.
    fn use_queues(&self, id: u64) -> io::Result<()> {
        match self.guests.queues.get() {
            Ok(queues) => {
                self.send(&ThingMessage::Done { id }, None)?;
                match queues {
                    QueuesAt::Here(queues) => queues.converse(&self.socket),
                    QueuesAt::Elsewhere(queues) => queues.converse(&self.socket),
                }
            }
            Err(error) => self.send(&failed(id, &error), None),
        }
    }

    fn open(&mut self, id: u64, wanted: &Wanted) -> Result<Answer> {
        let Entrance { opening, opened, created, status } = match self.home.enter(wanted)? {
            Entered::Here(entrance) => entrance,
            Entered::Elsewhere { home, status } => {
                return Ok((ThingMessage::Elsewhere { id, home, status }, None));
            }
        };
        self.openings.insert(opening);
        let answer = ThingMessage::Opened { id, opening, slot: opened.slot, created, status };
        Ok((answer, Some(opened.descriptor)))
    }

    fn close(&mut self, id: u64, opening: u64, complete: bool) -> Result<Answer> {
        self.home.close(self.own(opening)?, complete)?;
        self.openings.remove(&opening);
        Ok((ThingMessage::Done { id }, None))
    }

    /// One program must not close what another has open.
    fn own(&self, opening: u64) -> Result<u64> {
        let not_open = || Error::new(ErrorKind::BadFile, Operation::Open).with_detail("it is not open");
        self.openings.contains(&opening).then_some(opening).ok_or_else(not_open)
    }

    fn receive(&self) -> io::Result<ThingMessage> {
        let (kind, body, _) = self.socket.receive()?;
        Ok(ThingMessage::decode(kind, &body)?)
    }

    fn send(&self, message: &ThingMessage, descriptor: Option<&OwnedFd>) -> io::Result<()> {
        let mut frame = Vec::new();
        message.encode(&mut frame)?;
        self.socket.send(&frame, descriptor.map(AsFd::as_fd))
    }
}

impl Drop for Guest {
    /// What it has not closed is closed, and counts as incomplete: the program may have been killed.
    fn drop(&mut self) {
        for opening in self.openings.drain() {
            let _ = self.home.close(opening, false);
        }
        for token in self.locks.drain() {
            let _ = self.home.unlock_name(token);
        }
        self.guests.lock().sockets.remove(&self.number);
    }
}

pub(super) fn id_of(request: &ThingMessage) -> Option<u64> {
    match request {
        ThingMessage::Open { id, .. }
        | ThingMessage::OpenAt { id, .. }
        | ThingMessage::Locate { id, .. }
        | ThingMessage::Migrate { id, .. }
        | ThingMessage::Close { id, .. }
        | ThingMessage::Publish { id, .. }
        | ThingMessage::Reserve { id, .. }
        | ThingMessage::Resize { id, .. }
        | ThingMessage::Update { id, .. }
        | ThingMessage::Delete { id, .. }
        | ThingMessage::Rename { id, .. }
        | ThingMessage::Stat { id, .. }
        | ThingMessage::List { id, .. }
        | ThingMessage::Await { id, .. }
        | ThingMessage::Accumulate { id, .. }
        | ThingMessage::Watch { id, .. }
        | ThingMessage::Lock { id, .. }
        | ThingMessage::Unlock { id, .. }
        | ThingMessage::AskLock { id, .. }
        | ThingMessage::Convert { id, .. }
        | ThingMessage::Snapshot { id, .. }
        | ThingMessage::Renew { id, .. }
        | ThingMessage::AskSpace { id, .. }
        | ThingMessage::Stop { id, .. } => Some(*id),
        // Replies, which a program never sends.
        _ => None,
    }
}

/// Whether it is about a thing: an agent without a lease says nothing about those.
fn needs_lease(request: &ThingMessage) -> bool {
    use ThingMessage::{AskSpace, Close, Stop};
    !matches!(request, AskSpace { .. } | Close { .. } | Stop { .. })
}

pub(super) fn failed(id: u64, error: &Error) -> ThingMessage {
    let text = error.detail().map_or_else(String::new, str::to_owned);
    ThingMessage::Failed { id, kind: error.kind().code(), text }
}

fn refuse(socket: &AgentSocket) {
    let (kind, text) = (ErrorKind::Io.code(), crate::descriptors::refusal("programs"));
    let mut frame = Vec::new();
    if (ThingMessage::Failed { id: 0, kind, text }).encode(&mut frame).is_ok() {
        let _ = socket.send(&frame, None);
    }
}
