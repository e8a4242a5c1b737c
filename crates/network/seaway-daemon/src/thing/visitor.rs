// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Visitors`]: programs and agents of other nodes. Each connection has a thread, which answers one request after the other.
//! What a visitor has open belongs to its session, which outlives a connection for a while. A newer connection of a session
//! replaces the older one: nothing that arrives there is carried out any more, so that a late write undoes nothing.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_device_api::{Error, ErrorKind, OpenFlags, Operation, Result};
use seaway_devices::thing::bytes_of;
use seaway_messages::{Service as Kind, ThingMessage, is_thing_name};
use seaway_roles::thing::Row;

use super::entering::{Entered, Entrance, Wanted};
use super::guest::failed;
use super::held_copy::CopyTerms;
use super::home::Home;
use super::homed_thing::Frozen;
use super::visit::{Arriving, Visit, not_open, visit};
use crate::door::{Admitted, Counted, Service};

const STACK_BYTES: usize = 256 << 10;
/// A connection has this long to say what it wants.
const ATTACH_WITHIN: Duration = Duration::from_secs(10);
/// The next request may come so soon that sleeping would take longer.
const SPIN: Duration = Duration::from_micros(50);
/// A request that has begun arrives, and its answer is taken, within this time.
const MOVE_WITHIN: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Visitors {
    pub(super) home: Arc<Home>,
    pub(super) next: AtomicU64,
    sessions: Mutex<HashMap<[u8; 16], Arc<Session>>>,
    /// When this agent is to end, as another node has asked.
    stop_by: Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct Session {
    /// Its newest connection.
    line: Mutex<Option<Arc<Channel>>>,
    inside: Mutex<Inside>,
}

/// Held while a request is carried out.
#[derive(Debug, Default)]
pub(super) struct Inside {
    /// The number of its newest connection.
    connection: u64,
    pub(super) openings: HashMap<u64, Visit>,
    /// The last request that changes something, and its answer: it may come again.
    last: Option<(u64, ThingMessage)>,
    /// Since when it has had no connection.
    left: Option<Instant>,
}

/// An answer, and bytes that follow it.
pub(super) type Answer = (ThingMessage, Vec<u8>);

impl Visitors {
    pub(super) fn new(home: Arc<Home>) -> Arc<Self> {
        let (sessions, stop_by) = (Mutex::default(), Mutex::default());
        Arc::new(Self { home, next: AtomicU64::new(1), sessions, stop_by })
    }

    pub(super) fn asked_to_stop(&self) -> Option<Instant> {
        *self.stop_by.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sessions that have something open.
    pub(super) fn count(&self) -> usize {
        let sessions: Vec<_> = self.lock().values().cloned().collect();
        sessions.iter().filter(|session| !session.lock().openings.is_empty()).count()
    }

    /// Ends sessions whose programs have not been heard of for longer than a lease.
    pub(super) fn sweep(&self, patience: Duration) {
        let mut sessions = self.lock();
        if sessions.is_empty() {
            return;
        }
        let mut ended = Vec::new();
        sessions.retain(|_, session| {
            // Locked: busy.
            let Ok(mut inside) = session.inside.try_lock() else { return true };
            let is_over = inside.left.is_some_and(|left| left.elapsed() > patience);
            if is_over {
                ended.extend(inside.openings.drain());
            }
            !is_over
        });
        drop(sessions);
        for (opening, visit) in ended {
            let _ = match visit.arriving {
                // Its home may be lost, and then it takes over.
                _ if visit.copy.is_some() => Ok(()),
                Some(arriving) => {
                    arriving.storage.into_inner().unwrap_or_else(PoisonError::into_inner).remove()
                }
                None => self.home.close(opening, false),
            };
        }
    }

    fn converse(&self, channel: &Arc<Channel>) -> io::Result<()> {
        channel.set_deadline(Some(Instant::now() + ATTACH_WITHIN));
        let Some((kind, body)) = read_frame(&mut &**channel)? else { return Ok(()) };
        let ThingMessage::Attach { space, node, session, .. } = ThingMessage::decode(kind, &body)? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if space != self.home.space() || node != self.home.node() {
            let (own_space, own_node) = (self.home.space(), self.home.node());
            let text = format!("this is node {own_node} of space {own_space}, not {node} of {space}");
            let kind = ErrorKind::PeerLost.code();
            return send(channel, &ThingMessage::Failed { id: 0, kind, text }, &[]);
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (session, known) = self.attach(session, number, channel);
        let incarnation = self.home.incarnation();
        channel.spin_before_sleeping(SPIN);
        let outcome = send(channel, &ThingMessage::Attached { incarnation, known }, &[])
            .and_then(|()| self.serve_session(channel, &session, number));
        let mut inside = session.lock();
        if inside.connection == number {
            inside.left = Some(Instant::now());
        }
        outcome
    }

    /// From here on nothing of an older connection is carried out.
    fn attach(&self, key: [u8; 16], number: u64, channel: &Arc<Channel>) -> (Arc<Session>, bool) {
        let mut sessions = self.lock();
        let known = sessions.contains_key(&key);
        let session = Arc::clone(sessions.entry(key).or_default());
        // Before the lock of all sessions is released, so that it is not ended as idle.
        if let Ok(mut inside) = session.inside.try_lock() {
            inside.left = None;
        }
        drop(sessions);
        let older = session.line.lock().unwrap_or_else(PoisonError::into_inner).replace(Arc::clone(channel));
        if let Some(older) = older {
            older.shut_down();
        }
        // Waits for the request that is being carried out.
        let mut inside = session.lock();
        if inside.connection < number {
            (inside.connection, inside.left) = (number, None);
        }
        drop(inside);
        (session, known)
    }

    fn serve_session(&self, channel: &Arc<Channel>, session: &Session, number: u64) -> io::Result<()> {
        let mut buffer = Vec::new();
        loop {
            channel.set_deadline(None);
            let Some((kind, body)) = read_frame(&mut &**channel)? else { return Ok(()) };
            channel.set_deadline(Some(Instant::now() + MOVE_WITHIN));
            let request = ThingMessage::decode(kind, &body)?;
            if let ThingMessage::Write { count, .. } = &request {
                buffer.resize(usize::try_from(*count).unwrap_or(0), 0);
                channel.read_exact(&mut buffer)?;
            }
            let mut inside = session.lock();
            if inside.connection != number {
                return Ok(());
            }
            let (answer, bytes) = self.answer(&mut inside, channel, request, &buffer)?;
            drop(inside);
            channel.set_deadline(Some(Instant::now() + MOVE_WITHIN));
            send(channel, &answer, &bytes)?;
        }
    }

    fn answer(
        &self,
        inside: &mut Inside,
        channel: &Channel,
        request: ThingMessage,
        bytes: &[u8],
    ) -> io::Result<Answer> {
        use ThingMessage::{Await, List, Read, Stat, Watch, Write};
        let Some(id) = id_of(&request) else { return Err(io::ErrorKind::InvalidData.into()) };
        let may_be_repeated = matches!(
            request,
            Read { .. } | Write { .. } | Stat { .. } | List { .. } | Await { .. } | Watch { .. }
        );
        if let Some((_, answer)) = inside.last.as_ref().filter(|(last, _)| *last == id && !may_be_repeated) {
            return Ok((answer.clone(), Vec::new()));
        }
        let outcome = self.home.confirm().and_then(|()| match request {
            Read { opening, epoch, ranges, .. } => self.read(inside, id, opening, epoch, &ranges),
            other => self.carry_out(inside, channel, id, other, bytes).map(|answer| (answer, Vec::new())),
        });
        let (answer, bytes) = outcome.unwrap_or_else(|error| (failed(id, &error), Vec::new()));
        if !may_be_repeated {
            inside.last = Some((id, answer.clone()));
        }
        Ok((answer, bytes))
    }

    fn carry_out(
        &self,
        inside: &mut Inside,
        channel: &Channel,
        id: u64,
        request: ThingMessage,
        bytes: &[u8],
    ) -> Result<ThingMessage> {
        let home = &self.home;
        match request {
            ThingMessage::Open { name, flags, kind, size, .. } => {
                return self.open(inside, id, &Wanted::new(name, flags, kind, size, None));
            }
            ThingMessage::Close { opening, complete, .. } => {
                let visit = inside.openings.remove(&opening).ok_or_else(not_open)?;
                match visit.copy {
                    Some(copy) => home.drop_copy(&copy),
                    None => home.close(opening, complete)?,
                }
            }
            ThingMessage::Copy { name, epoch, copy, home, lease, created, .. } => {
                let terms = CopyTerms { name, epoch, copy, home, lease, created };
                return self.hold_copy(inside, id, terms);
            }
            ThingMessage::CopyState { opening, published, awaited, version, .. } => {
                visit(inside, opening)?
                    .copy
                    .as_ref()
                    .ok_or_else(not_open)?
                    .tell(published, awaited, version)?;
            }
            ThingMessage::Write { opening, epoch, ranges, .. } => {
                return self.write(inside, id, opening, epoch, &ranges, bytes);
            }
            ThingMessage::Ask { opening, epoch, question, .. } => {
                return self.ask(inside, id, opening, epoch, question);
            }
            ThingMessage::Locate { opening, .. } => {
                visit(inside, opening)?;
                let (home, status) = home.locate(opening)?;
                return Ok(ThingMessage::Elsewhere { id, home, status });
            }
            ThingMessage::Receive { name, kind, epoch, .. } => {
                return self.receive(inside, id, name, kind, epoch);
            }
            ThingMessage::Deliver { opening, created, published, awaited, version, immutable, .. } => {
                let visit = inside.openings.remove(&opening).ok_or_else(not_open)?;
                let Arriving { name, epoch, storage } = visit.arriving.ok_or_else(not_open)?;
                drop(visit.bytes);
                let storage = storage.into_inner().unwrap_or_else(PoisonError::into_inner);
                let number = home.deliver(
                    &name,
                    storage,
                    Frozen { epoch, created, published, awaited, version, immutable },
                )?;
                return Ok(ThingMessage::Answer { id, number });
            }
            ThingMessage::Take { name, .. } => home.take(&name)?,
            ThingMessage::Migrate { name, to, .. } => home.migrate(&name, &to)?,
            ThingMessage::Convert { name, fate, .. } => home.convert(&name, fate)?,
            ThingMessage::Hold { names, .. } => {
                return Ok(ThingMessage::Answer { id, number: home.hold(&names)? });
            }
            ThingMessage::CopyHeld { hold, name, to, .. } => home.copy_held(hold, &name, &to)?,
            ThingMessage::Release { hold, .. } => home.release(hold)?,
            ThingMessage::Delete { name, .. } => home.delete(&name)?,
            ThingMessage::Rename { from, to, replace, .. } => home.rename(&from, &to, replace)?,
            ThingMessage::Stat { name, .. } => {
                return Ok(ThingMessage::StatIs { id, status: home.stat(&name)? });
            }
            ThingMessage::List { prefix, after, .. } => {
                let (things, more) = home.list(&prefix, &after);
                return Ok(ThingMessage::Listed { id, things, more });
            }
            ThingMessage::Stop { patience, .. } => {
                let by = Instant::now() + Duration::from_millis(patience.min(1 << 32));
                *self.stop_by.lock().unwrap_or_else(PoisonError::into_inner) = Some(by);
            }
            ThingMessage::Accumulate { opening, epoch, offset, combination, number, bytes, .. } => {
                let row = Row { offset, combination, number, bytes: &bytes };
                return self.accumulate(inside, id, opening, epoch, row);
            }
            ThingMessage::Watch { name, past, patience, .. } => {
                let deadline = Instant::now() + Duration::from_millis(patience).min(MOVE_WITHIN);
                let version = home.watch(&name, past, deadline, || !channel.has_ended());
                return Ok(ThingMessage::VersionIs { id, version });
            }
            ThingMessage::Await { name, until, patience, .. } => {
                let deadline = Instant::now() + Duration::from_millis(patience).min(MOVE_WITHIN);
                if !home.wait(&name, until, deadline, || !channel.has_ended()) {
                    return Err(Error::new(ErrorKind::NoSuchFile, Operation::Open));
                }
            }
            _ => {
                let detail = "this request is for the agent of the program's own node";
                return Err(Error::new(ErrorKind::Unsupported, Operation::Open).with_detail(detail));
            }
        }
        Ok(ThingMessage::Done { id })
    }

    fn open(&self, inside: &mut Inside, id: u64, wanted: &Wanted) -> Result<ThingMessage> {
        if !is_thing_name(&wanted.name) {
            return Err(Error::new(ErrorKind::BadFileName, Operation::Open));
        }
        match self.home.enter(wanted)? {
            Entered::Elsewhere { home, status } => Ok(ThingMessage::Elsewhere { id, home, status }),
            Entered::Here(Entrance { opening, opened, created, status }) => {
                let bytes = match bytes_of(&wanted.name, opened.descriptor) {
                    Ok(bytes) => bytes,
                    Err(error) => {
                        let _ = self.home.close(opening, true);
                        return Err(error);
                    }
                };
                let writes = wanted.flags.contains(OpenFlags::WRITE);
                let visit = Visit { bytes, kind: status.kind, writes, arriving: None, copy: None };
                inside.openings.insert(opening, visit);
                Ok(ThingMessage::Opened { id, opening, slot: opened.slot, created, status })
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<[u8; 16], Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service for Visitors {
    fn kind(&self) -> Kind {
        Kind::Thing
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, counted, .. } = admitted;
        let visitors = self;
        // Where no thread can be started, the connection ends.
        let _ = Builder::new().name("seaway-visitor".into()).stack_size(STACK_BYTES).spawn(move || {
            let _counted: Counted = counted;
            let _ = visitors.converse(&channel);
            channel.shut_down();
        });
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let (kind, text) = (ErrorKind::Io.code(), reason.to_owned());
        let _ = send(channel, &ThingMessage::Failed { id: 0, kind, text }, &[]);
    }

    /// Connections that wait for their next request end.
    fn leave(&self) {
        let sessions: Vec<_> = self.lock().values().cloned().collect();
        for session in sessions {
            if let Some(line) = &*session.line.lock().unwrap_or_else(PoisonError::into_inner) {
                line.shut_down();
            }
        }
    }
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn id_of(request: &ThingMessage) -> Option<u64> {
    match request {
        ThingMessage::Read { id, .. }
        | ThingMessage::Write { id, .. }
        | ThingMessage::Ask { id, .. }
        | ThingMessage::Receive { id, .. }
        | ThingMessage::Deliver { id, .. }
        | ThingMessage::Hold { id, .. }
        | ThingMessage::CopyHeld { id, .. }
        | ThingMessage::Release { id, .. }
        | ThingMessage::Take { id, .. }
        | ThingMessage::Copy { id, .. }
        | ThingMessage::CopyState { id, .. } => Some(*id),
        other => super::guest::id_of(other),
    }
}

fn send(channel: &Channel, message: &ThingMessage, bytes: &[u8]) -> io::Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame)?;
    channel.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(bytes)])
}
