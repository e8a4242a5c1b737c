// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Connection`]: the requests of one client, in order. Writes are applied as their bytes arrive, and reads
//! as the line accepts them; slow requests go to a pool of threads, and locks are retried until they are
//! granted. A turn ends when the client has nothing more to say and has taken all replies: everything half
//! done is kept here until the next.

mod changes;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_device_api::{Durability, Error, Operation, Result};
use seaway_messages::{Range, Region, StoreMessage};
use seaway_roles::store::{LockAdmission, Start};

use super::Store;
use super::cursor::Cursor;
use super::incoming::Incoming;
use super::input::Input;
use super::locks::{Waiting, WaitingLocks};
use super::open_file::OpenFile;
use super::outbox::Outbox;
use super::outgoing::Outgoing;
use super::sessions::Pass;
use super::shapes::Shapes;
use super::speaker::{Said, Speaker};
use crate::activity::ConnectionActivity;
use crate::door::Counted;
use crate::lot::{Interest, Next, Task, Turn};

/// Bytes of writes that a client may have in flight: enough for a long line, and none of it is buffered here.
const WINDOW_BYTES: u64 = 32 << 20;
/// Credit is granted in portions.
const CREDIT_BYTES: u64 = WINDOW_BYTES / 8;
/// How long a newer connection waits for what is being applied for an older one. The client then retries.
const DRAIN_WITHIN: Duration = Duration::from_secs(5);
/// Polling interval for that.
const DRAIN_PAUSE: Duration = Duration::from_millis(2);

pub(super) struct Connection {
    store: Arc<Store>,
    channel: Arc<Channel>,
    outbox: Arc<Outbox>,
    activity: Arc<ConnectionActivity>,
    input: Input,
    speaker: Speaker,
    locks: WaitingLocks,
    /// Set by the first message, which names the session.
    pass: Option<Pass>,
    /// Deadline for older connections of its session to drain. Nothing is read or answered before.
    drains_until: Option<Instant>,
    shapes: Shapes,
    /// The write whose chunks are arriving.
    write: Option<Write>,
    /// The chunk whose bytes are arriving: id of the write, and bytes left.
    chunk: Option<(u64, u64)>,
    /// Received, or initially allowed, and not yet returned as credit.
    consumed: u64,
    _counted: Counted,
}

enum Write {
    Going(Incoming),
    /// It was answered: it has failed, or was applied before. The remaining bytes are discarded.
    Answered {
        id: u64,
        left: u64,
    },
}

impl Task for Connection {
    fn turn(&mut self, turn: &mut Turn<'_>) -> Next {
        self.input.attach(&mut turn.workspace.input);
        let next = self.work(turn);
        self.input.detach(&mut turn.workspace.input);
        self.speaker.forget_payload();
        // An error of the line, or a client that violates the protocol.
        next.unwrap_or(Next::End)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(pass) = &self.pass {
            self.locks.give_up(pass);
        }
        self.outbox.end();
        self.channel.shut_down();
    }
}

impl Connection {
    pub(super) fn new(
        store: Arc<Store>,
        channel: Arc<Channel>,
        outbox: Arc<Outbox>,
        activity: Arc<ConnectionActivity>,
        counted: Counted,
    ) -> Self {
        let locks = WaitingLocks::new(Arc::clone(&store.bell), outbox.waker().clone());
        Self {
            store,
            channel,
            outbox,
            activity,
            input: Input::default(),
            speaker: Speaker::default(),
            locks,
            pass: None,
            drains_until: None,
            shapes: Shapes::default(),
            write: None,
            chunk: None,
            consumed: WINDOW_BYTES,
            _counted: counted,
        }
    }

    fn work(&mut self, turn: &mut Turn<'_>) -> io::Result<Next> {
        loop {
            if let Some(until) = self.drains_until
                && let Some(next) = self.drain(until)?
            {
                return Ok(next);
            }
            if let Some(pass) = &self.pass {
                self.locks.retry(pass, &self.outbox);
            }
            let heard = self.hear()?;
            let said = self.speaker.say(&self.channel, &self.outbox, &self.activity, turn.workspace)?;
            if self.has_said_farewell() {
                return Ok(Next::End);
            }
            if heard || said == Said::Something {
                if turn.is_over() {
                    return Ok(Next::Yield);
                }
                continue;
            }
            let interest = Interest { readable: self.may_hear(), writable: said == Said::Blocked };
            if turn.hung_up {
                return Ok(Next::End);
            }
            // A connection that waits for a job or a lock is woken by other events than its line's.
            let is_alone = self.outbox.jobs() == 0 && self.locks.next().is_none();
            if is_alone && turn.linger(&self.channel, interest) {
                continue;
            }
            self.release_memory();
            return Ok(Next::Park { channels: [interest, Interest::NONE], until: self.locks.next() });
        }
    }

    /// All replies are sent, and either side has ended the connection.
    fn has_said_farewell(&self) -> bool {
        self.outbox.ending().is_some() && self.outbox.is_empty() && self.speaker.is_flushed()
    }

    /// Whether more requests may be read now.
    fn may_hear(&self) -> bool {
        self.outbox.ending().is_none()
            && self.drains_until.is_none()
            && !self.outbox.is_full()
            && !self.speaker.is_full()
            && !self.locks.is_full()
    }

    fn release_memory(&mut self) {
        self.channel.release_buffers();
        self.speaker.release();
        self.outbox.release();
    }

    /// Handles received messages, and reads once more; false: nothing has arrived. Allows for replies in
    /// between.
    fn hear(&mut self) -> io::Result<bool> {
        let mut heard = false;
        while self.may_hear() {
            if self.chunk.is_some() {
                if !self.receive_some()? {
                    return Ok(heard);
                }
                heard = true;
                continue;
            }
            match self.input.next()? {
                // It still gets the replies to its earlier requests.
                Some(StoreMessage::Bye) => {
                    if let Some(pass) = &mut self.pass {
                        pass.farewell();
                    }
                    self.outbox.leave();
                }
                Some(message) => self.handle(message)?,
                None if heard => return Ok(true),
                None if self.input.receive(&self.channel, self.write.is_some())? => {}
                None => return Ok(false),
            }
            heard = true;
        }
        Ok(heard)
    }

    /// Assigns the connection to its session.
    fn begin(&mut self, id: [u8; 16], epoch: u64, grace: u64) -> io::Result<()> {
        if self.pass.is_some() {
            return Err(broken());
        }
        self.pass = Some(self.store.sessions.begin((id, epoch, grace), &self.channel, &self.outbox)?);
        let until = Instant::now() + DRAIN_WITHIN;
        self.drains_until = Some(until);
        self.drain(until).map(drop)
    }

    /// Delays all replies until nothing of older connections can change anything any more. `None`: that is
    /// so.
    fn drain(&mut self, until: Instant) -> io::Result<Option<Next>> {
        let now = Instant::now();
        match self.pass()?.start() {
            Start::Ready => {}
            Start::Draining if now < until => {
                let channels = [Interest::NONE, Interest::NONE];
                return Ok(Some(Next::Park { channels, until: Some(now + DRAIN_PAUSE) }));
            }
            Start::Draining | Start::Stale => return Err(ended()),
        }
        self.drains_until = None;
        let pass = self.pass()?;
        self.answer(&pass.began())?;
        for (number, path, writable) in pass.files().all() {
            self.activity.opened(number, path, writable);
        }
        self.give_credit()?;
        Ok(None)
    }

    fn pass(&self) -> io::Result<&Pass> {
        self.pass.as_ref().ok_or_else(broken)
    }

    fn file(&self, number: u32, operation: Operation) -> io::Result<Result<Arc<OpenFile>>> {
        Ok(self.pass()?.files().get(number, operation))
    }

    fn handle(&mut self, message: StoreMessage) -> io::Result<()> {
        match message {
            StoreMessage::Chunk { id, len } => return self.begin_chunk(id, len),
            StoreMessage::Write { id, file, place } => return self.begin_write(id, file, place),
            StoreMessage::Read { id, file, place } => return self.begin_read(id, file, place),
            StoreMessage::Shape { shape, displacement, tree } => {
                return if self.shapes.insert(shape, displacement, &tree) { Ok(()) } else { Err(broken()) };
            }
            StoreMessage::DropShape { shape } => self.shapes.remove(shape),
            StoreMessage::Cancel { id } => return self.cancel(id),
            StoreMessage::Credit { bytes } => self.speaker.add_credit(bytes),
            StoreMessage::Ping { number } => return self.answer(&StoreMessage::Pong { number }),
            StoreMessage::Pong { .. } => {}
            StoreMessage::Sync { id, file, durable } => return self.sync(id, file, durable),
            StoreMessage::Begin { session, epoch, grace } => return self.begin(session, epoch, grace),
            StoreMessage::Heard { id } => self.pass()?.heard(id),
            StoreMessage::Lock { id, file, range, exclusive } => {
                return self.lock(id, file, range, exclusive);
            }
            other => return self.answer_at_once(other),
        }
        Ok(())
    }

    fn begin_read(&mut self, id: u64, file: u32, place: Region) -> io::Result<()> {
        let file = self.file(file, Operation::Read)?;
        let prepared = file.and_then(|file| Ok((file, Cursor::new(place, &self.shapes)?)));
        match prepared {
            Err(error) => self.fail(id, &error),
            Ok((_, cursor)) if cursor.left() == 0 => self.answer(&StoreMessage::ReadEnd { id, bytes: 0 }),
            Ok((file, cursor)) => {
                self.speaker.read(Outgoing::new(id, file, cursor));
                Ok(())
            }
        }
    }

    fn begin_write(&mut self, id: u64, file: u32, place: Region) -> io::Result<()> {
        if self.write.is_some() {
            return Err(broken());
        }
        let left = place.bytes();
        if let Some(outcome) = self.pass()?.known_outcome(id)? {
            self.write = (left > 0).then_some(Write::Answered { id, left });
            return self.answer(&outcome);
        }
        let file = self.file(file, Operation::Write)?;
        match file.and_then(|file| Ok(Incoming::new(id, file, Cursor::new(place, &self.shapes)?))) {
            Ok(_) if left == 0 => self.conclude(id, &StoreMessage::Written { id }),
            Ok(incoming) => {
                self.write = Some(Write::Going(incoming));
                Ok(())
            }
            Err(error) => {
                self.write = (left > 0).then_some(Write::Answered { id, left });
                self.conclude(id, &self.failure(id, &error))
            }
        }
    }

    /// The outcome of a write is recorded before it is sent.
    fn conclude(&self, id: u64, outcome: &StoreMessage) -> io::Result<()> {
        self.pass()?.record(id, outcome);
        self.answer(outcome)
    }

    /// A chunk of the current write.
    fn begin_chunk(&mut self, id: u64, len: u64) -> io::Result<()> {
        let (of, left) = match &self.write {
            Some(Write::Going(incoming)) => (incoming.id(), incoming.left()),
            Some(Write::Answered { id, left }) => (*id, *left),
            None => return Err(broken()),
        };
        // Bytes of no write, or more than announced.
        if of != id || len > left {
            return Err(broken());
        }
        self.consumed += len;
        self.chunk = Some((id, len)).filter(|_| len > 0);
        Ok(())
    }

    /// Some bytes of the chunk. False: none have arrived.
    fn receive_some(&mut self) -> io::Result<bool> {
        let Some((id, left)) = self.chunk else { return Ok(false) };
        let bytes = match &mut self.write {
            Some(Write::Going(incoming)) => {
                let pass = self.pass.as_ref().ok_or_else(broken)?;
                let before = incoming.left();
                // Bytes that arrive after the fence are not applied.
                let entered = pass.enter()?;
                let received = incoming.receive(&self.channel, &mut self.input, left)?;
                let Some((bytes, outcome)) = received else { return Ok(false) };
                let conclusion = match outcome {
                    Err(error) => {
                        let failed = self.outbox.failure(id, &error);
                        Some((failed, Some(Write::Answered { id, left: before - bytes })))
                    }
                    Ok(()) if incoming.left() == 0 => Some((StoreMessage::Written { id }, None)),
                    Ok(()) => None,
                };
                if let Some((outcome, _)) = &conclusion {
                    pass.record(id, outcome);
                }
                drop(entered);
                self.activity.wrote(bytes);
                if let Some((outcome, write)) = conclusion {
                    self.write = write;
                    self.answer(&outcome)?;
                }
                bytes
            }
            Some(Write::Answered { left: to_come, .. }) => {
                let Some(bytes) = drop_some(&self.channel, &mut self.input, left)? else { return Ok(false) };
                *to_come -= bytes;
                bytes
            }
            None => return Err(broken()),
        };
        self.chunk = Some((id, left - bytes)).filter(|_| left > bytes);
        if self.chunk.is_none() {
            self.end_chunk()?;
        }
        Ok(true)
    }

    fn end_chunk(&mut self) -> io::Result<()> {
        if matches!(self.write, Some(Write::Answered { left: 0, .. })) {
            self.write = None;
        }
        if self.consumed >= CREDIT_BYTES { self.give_credit() } else { Ok(()) }
    }

    fn cancel(&mut self, id: u64) -> io::Result<()> {
        match &self.write {
            Some(Write::Going(incoming)) if incoming.id() == id => {
                let error = incoming.cancelled();
                self.write = None;
                self.conclude(id, &self.failure(id, &error))
            }
            Some(Write::Answered { id: failed, .. }) if *failed == id => {
                self.write = None;
                Ok(())
            }
            _ => {
                let pass = self.pass.as_ref().ok_or_else(broken)?;
                match self.speaker.cancel(id).or_else(|| self.locks.cancel(id, pass)) {
                    Some(error) => self.fail(id, &error),
                    None => Ok(()),
                }
            }
        }
    }

    fn sync(&mut self, id: u64, file: u32, durable: bool) -> io::Result<()> {
        let durability = if durable { Durability::Durable } else { Durability::Visible };
        match self.file(file, Operation::Sync)? {
            Err(error) => self.fail(id, &error),
            Ok(file) => {
                let outbox = Arc::clone(&self.outbox);
                outbox.begin_job();
                self.store.pool.run(move || _ = outbox.finish_job(id, file.sync(durability)))
            }
        }
    }

    fn lock(&mut self, id: u64, number: u32, range: Range, exclusive: bool) -> io::Result<()> {
        let file = match self.file(number, Operation::Lock)? {
            Ok(file) => file,
            Err(error) => return self.fail(id, &error),
        };
        let pass = self.pass.as_ref().ok_or_else(broken)?;
        match pass.admit_lock(id)? {
            LockAdmission::Held => return self.answer(&StoreMessage::Done { id }),
            LockAdmission::Awaited => {}
            LockAdmission::Impossible => return Err(broken()),
            LockAdmission::Await => {
                self.locks.lock(Waiting { id, number, file, range, exclusive }, pass, &self.outbox);
            }
        }
        Ok(())
    }

    fn give_credit(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.consumed);
        self.answer(&StoreMessage::Credit { bytes })
    }

    fn answer(&self, message: &StoreMessage) -> io::Result<()> {
        if self.outbox.answer(message) { Ok(()) } else { Err(ended()) }
    }

    fn fail(&self, id: u64, error: &Error) -> io::Result<()> {
        if self.outbox.fail(id, error) { Ok(()) } else { Err(ended()) }
    }

    fn failure(&self, id: u64, error: &Error) -> StoreMessage {
        self.outbox.failure(id, error)
    }
}

/// Discards some of the next `most` bytes. `None`: none have arrived.
fn drop_some(channel: &Channel, input: &mut Input, most: u64) -> io::Result<Option<u64>> {
    let arrived = input.arrived(most).len();
    if arrived > 0 {
        input.consume(arrived);
        return Ok(Some(arrived as u64));
    }
    channel.try_read_in_place(most, |bytes| bytes.len() as u64)
}

pub(super) fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the client violates the protocol")
}

fn ended() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}
