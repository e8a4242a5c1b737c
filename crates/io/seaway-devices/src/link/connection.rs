// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Link`]: one authenticated connection to a peer, with one thread that reads it.

use std::io::{IoSlice, IoSliceMut};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, CopyMethod};

use super::descriptor::FIRST_PUSH;
use super::identity::{Identity, describe};
use super::incoming::{Incoming, ReceiveError};
use super::memory::{Board, Fetch, fetch_here};
use super::message::{Control, LinkMessage, encoded};
use super::outgoing::{Outgoing, Patience, Progress};
use super::setup::{self, CopyMethods, Introduced, Reach};
use super::socket::Socket;
use super::threads::spawn;
use super::trunk::Permit;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);
/// How long a peer may accept no bytes, unless the owner of the link sets another limit.
const USUAL_PATIENCE: Duration = Duration::from_secs(30);

/// The source of an error when the peer did not answer within the time limit.
#[derive(Debug, thiserror::Error)]
#[error("no answer for {} s", .0.as_secs_f64())]
pub(crate) struct Silent(Duration);

/// Whether an error of `Link::connect` means that the peer accepted the connection but did not answer.
pub(crate) fn is_silence(error: &Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<Silent>())
}

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// The owner of links is notified of their events, on each link's own thread.
pub(crate) trait Events<M: LinkMessage>: Send + Sync + 'static {
    /// The link is up, connected or accepted.
    fn connected(&self, link: &Arc<Link<M>>);

    /// For `Data`, the handler takes the whole payload with `Link::receive_payload` before it returns. An error ends
    /// the link. Pings are answered by the link itself, in turn with other messages, and do not come here; their
    /// answers do.
    fn message(&self, link: &Arc<Link<M>>, message: M) -> Result<()>;

    /// The link has ended, and the peer has not said `Bye`.
    fn lost(&self, link: &Arc<Link<M>>, why: Error);

    /// The peer has said `Bye`, or this side has called `close`.
    fn left(&self, link: &Arc<Link<M>>);
}

#[derive(Debug)]
pub(crate) struct Link<M> {
    number: u64,
    peer: Contact,
    way: CopyMethod,
    reach: Reach,
    socket: Socket,
    outgoing: Outgoing,
    incoming: Mutex<Incoming>,
    heard: Heard,
    thread: OnceLock<ThreadId>,
    /// This side has sent its goodbye.
    closed: AtomicBool,
    /// The thread has stopped reading.
    ended: Mutex<bool>,
    ending: Condvar,
    _permit: Option<Permit>,
    _carries: PhantomData<fn() -> M>,
}

/// When the peer was last known to be alive.
#[derive(Debug)]
struct Heard {
    base: Instant,
    microseconds: AtomicU64,
    /// How long the peer may accept no bytes.
    patience: OnceLock<Duration>,
}

/// Links of this process, over connections or channels. A link with both ends in this process counts twice.
pub(crate) fn open_links() -> usize {
    OPEN.load(Ordering::Relaxed)
}

impl<M: LinkMessage> Link<M> {
    /// Connects within `timeout`. Errors: `NoSuchFile` if the connection is refused, `AccessDenied` for another secret or user.
    pub(crate) fn connect(
        to: &Contact,
        me: &Arc<Identity>,
        events: &Arc<dyn Events<M>>,
        timeout: Duration,
    ) -> Result<Arc<Self>> {
        Self::connect_by(CopyMethods::of_environment(), to, me, events, timeout)
    }

    /// As `connect`, with the copy methods that may be used.
    pub(crate) fn connect_by(
        methods: CopyMethods,
        to: &Contact,
        me: &Arc<Identity>,
        events: &Arc<dyn Events<M>>,
        timeout: Duration,
    ) -> Result<Arc<Self>> {
        let deadline = Instant::now() + timeout;
        let introduced = setup::connect(to, me, (M::SERVICE, methods), timeout).map_err(|error| {
            if Instant::now() < deadline {
                return error;
            }
            let detail = format!("{} does not answer", describe(to));
            Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(Silent(timeout))
        })?;
        let link = Self::new(introduced);
        let (of_thread, events) = (Arc::clone(&link), Arc::clone(events));
        spawn(move || of_thread.run(&*events))?;
        Ok(link)
    }

    pub(super) fn new(introduced: Introduced) -> Arc<Self> {
        let Introduced { socket, peer, way, reach, permit } = introduced;
        OPEN.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self {
            number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
            peer,
            way,
            reach,
            socket,
            outgoing: Outgoing::default(),
            incoming: Mutex::new(Incoming::new()),
            heard: Heard { base: Instant::now(), microseconds: AtomicU64::new(0), patience: OnceLock::new() },
            thread: OnceLock::new(),
            closed: AtomicBool::new(false),
            ended: Mutex::new(false),
            ending: Condvar::new(),
            _permit: permit,
            _carries: PhantomData,
        })
    }

    /// Unique in this process.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn peer(&self) -> &Contact {
        &self.peer
    }

    pub(crate) fn way(&self) -> CopyMethod {
        self.way
    }

    /// Whether it has no connection of its own.
    #[cfg(test)]
    pub(super) fn is_channel(&self) -> bool {
        matches!(self.socket, Socket::Channel(_))
    }

    pub(crate) fn last_heard(&self) -> Instant {
        self.heard.base + Duration::from_micros(self.heard.microseconds.load(Ordering::Relaxed))
    }

    /// A peer that accepts no bytes for this long is lost. Only the first call has an effect.
    pub(crate) fn set_patience(&self, patience: Duration) {
        let _ = self.heard.patience.set(patience);
    }

    /// May be called on any thread. On the link's own thread it never waits.
    pub(crate) fn send(&self, message: &M) -> Result<()> {
        let own = self.is_own_thread();
        let patience = if own { Patience::Never } else { Patience::WhileMoving(&self.heard) };
        let frame = encoded(message)?;
        match self.outgoing.send(&self.socket, &frame, patience).map_err(|error| self.broken(error)) {
            // The thread continues to read: the peer may have said goodbye before.
            Err(_) if own => Ok(()),
            sent => sent,
        }
    }

    /// As [`send`](Self::send). A peer that has not taken the message by `deadline` is lost.
    pub(crate) fn send_until(&self, message: &M, deadline: Instant) -> Result<()> {
        if self.is_own_thread() {
            return self.send(message);
        }
        let frame = encoded(message)?;
        let sent = self.outgoing.send(&self.socket, &frame, Patience::Until(deadline));
        sent.map_err(|error| self.broken(error))
    }

    /// May be called on any thread. Returns when everything has been sent and the memory is no longer needed.
    pub(crate) fn send_data(&self, message: &M, payload: &[IoSlice<'_>]) -> Result<()> {
        let frame = encoded(message)?;
        let sent = self.outgoing.send_with_payload(&self.socket, &frame, payload, &self.heard);
        sent.map_err(|error| self.broken(error))
    }

    /// Receives the payload, or its next part, of the message that is being handled. Only in `Events::message`.
    pub(crate) fn receive_payload(&self, into: &mut [IoSliceMut<'_>]) -> Result<()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let received = incoming.receive_payload(&self.socket, into, &self.heard);
        received.map_err(|error| self.lost_because(error))
    }

    /// Copies bytes from the peer's memory to addresses that the caller may write. The peer keeps the bytes until it receives
    /// `Done`.
    pub(crate) fn fetch(&self, pieces: &[Fetch]) -> Result<()> {
        let window = match &self.reach {
            Reach::Process(_, window) => window.as_ref(),
            Reach::Window(window) => Some(window),
            Reach::Here(_) | Reach::None => None,
        };
        let mut by_address = Vec::new();
        for &(piece, target) in pieces {
            if target.len() as u64 > piece.len {
                return Err(Error::new(ErrorKind::Internal, Operation::Read)
                    .with_detail("a request exceeds the length of its piece"));
            }
            match (window, piece.window) {
                (Some(window), Some(at)) => window.fetch(at, target)?,
                _ => by_address.push((piece.address, target)),
            }
        }
        match &self.reach {
            _ if by_address.is_empty() => Ok(()),
            Reach::Here(_) => fetch_here(&by_address),
            Reach::Process(process, _) => process.fetch(&by_address),
            Reach::Window(_) | Reach::None => Err(Error::new(ErrorKind::Internal, Operation::Read)
                .with_detail(format!("the memory of {} cannot be read", describe(&self.peer)))),
        }
    }

    /// The board on which the peer announces bytes that can be copied from its memory without a request.
    pub(crate) fn board(&self) -> Option<&Board> {
        match &self.reach {
            Reach::Process(_, window) => window.as_ref()?.board(),
            Reach::Here(board) => board.as_ref(),
            Reach::Window(_) | Reach::None => None,
        }
    }

    /// Says goodbye and ends the link. The peer receives what was sent before; what it sends from now on is discarded.
    pub(crate) fn close(&self) {
        let deadline = Instant::now() + GOODBYE;
        if self.say_goodbye(deadline) {
            self.end(deadline);
        }
    }

    /// Closes all links under one deadline, since any of the peers may be stopped.
    pub(crate) fn close_all(links: &[Arc<Self>], within: Duration) {
        let deadline = Instant::now() + within.min(GOODBYE);
        // Links that another thread is closing are ended by that thread.
        let ours: Vec<&Arc<Self>> = links.iter().filter(|link| link.say_goodbye(deadline)).collect();
        ours.into_iter().for_each(|link| link.end(deadline));
    }

    /// `false` if another thread has said goodbye.
    fn say_goodbye(&self, deadline: Instant) -> bool {
        if self.closed.swap(true, Ordering::Relaxed) {
            return false;
        }
        if let Ok(frame) = encoded(&M::bye()) {
            let _ = self.outgoing.send(&self.socket, &frame, Patience::Until(deadline));
        }
        true
    }

    fn end(&self, deadline: Instant) {
        // Another thread may still be writing, with the goodbye queued behind its bytes.
        self.outgoing.wait_until_free(deadline);
        if !self.socket.is_local() {
            // Over TCP or a trunk the goodbye may still be in flight. It would be lost if this side refused incoming bytes, so the
            // peer ends the connection after receiving it.
            self.socket.end_sending();
            if self.is_own_thread() {
                return;
            }
            self.wait_until_ended(deadline);
        }
        self.socket.shut_down();
    }

    /// Waits until the link's thread has stopped reading, at most until `deadline`.
    fn wait_until_ended(&self, deadline: Instant) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*ended && Instant::now() < deadline {
            let waited = self.ending.wait_timeout(ended, FIRST_PUSH);
            ended = waited.unwrap_or_else(PoisonError::into_inner).0;
            // The last bytes may be stuck, with the goodbye behind them.
            self.socket.push();
        }
    }

    /// Its thread has stopped reading and has notified the owner, or is about to.
    pub(crate) fn has_ended(&self) -> bool {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the link without a goodbye: both sides see it as lost.
    pub(crate) fn cut(&self) {
        self.socket.shut_down();
    }

    /// Main function of the link's thread.
    pub(super) fn run(self: &Arc<Self>, events: &dyn Events<M>) {
        let _ = self.thread.set(thread::current().id());
        let ended = catch_unwind(AssertUnwindSafe(|| {
            events.connected(self);
            self.receive_all(events)
        }));
        self.socket.shut_down();
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ending.notify_all();
        let ended = ended.unwrap_or_else(|_| {
            Err(Error::new(ErrorKind::Internal, Operation::Read)
                .with_detail("a thread of a link has panicked"))
        });
        match ended {
            Ok(()) => events.left(self),
            Err(_) if self.closed.load(Ordering::Relaxed) => events.left(self),
            Err(why) => events.lost(self, why),
        }
    }

    /// Handles messages until the peer says goodbye.
    fn receive_all(self: &Arc<Self>, events: &dyn Events<M>) -> Result<()> {
        loop {
            let message = self.receive()?;
            match message.control() {
                Some(Control::Bye) => return Ok(()),
                Some(Control::Ping(number)) => self.send(&M::pong(number))?,
                None if self.closed.load(Ordering::Relaxed) => self.skip_payload()?,
                None => match events.message(self, message) {
                    Err(error) if error.kind() == ErrorKind::PeerLost && self.goodbye_lies_unread() => {
                        return Ok(());
                    }
                    handled => handled?,
                },
            }
        }
    }

    /// After a handler failed to send: whether the peer had said goodbye before, which is not a loss.
    fn goodbye_lies_unread(&self) -> bool {
        self.socket.shut_down();
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let next: Result<M, _> = incoming
                .skip_payload(&self.socket, &self.heard)
                .and_then(|()| incoming.receive(&self.socket));
            match next {
                Ok(message) if message.control() == Some(Control::Bye) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    fn skip_payload(&self) -> Result<()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        incoming.skip_payload(&self.socket, &self.heard).map_err(|error| self.lost_because(error))
    }

    fn receive(&self) -> Result<M> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        if self.closed.load(Ordering::Relaxed) && incoming.is_empty() {
            // Closed by a handler on this thread: no other thread limits the wait for the peer.
            let heard = self.socket.wait(PollFlags::IN, Some(Instant::now() + GOODBYE));
            heard.map_err(|error| self.lost_because(error.into()))?;
        }
        // An answer may be waiting for room: wait for room or for a message, whichever comes first.
        while incoming.is_empty() && self.outgoing.flush(&self.socket).unwrap_or(false) {
            let ready = self
                .socket
                .wait(PollFlags::IN | PollFlags::OUT, None)
                .map_err(|error| self.lost_because(error.into()))?;
            if ready != PollFlags::OUT {
                break;
            }
        }
        if incoming.is_empty() {
            // Bytes that this thread sent last may be stuck; no other thread checks.
            self.socket.see_off().map_err(|error| self.lost_because(error.into()))?;
        }
        let message = incoming.receive(&self.socket).map_err(|error| self.lost_because(error))?;
        self.heard.made();
        Ok(message)
    }

    fn is_own_thread(&self) -> bool {
        self.thread.get() == Some(&thread::current().id())
    }

    /// Handles a failed send. The link's thread still reads what the peer sent before it ended.
    fn broken(&self, error: std::io::Error) -> Error {
        self.socket.shut_down();
        self.lost_because(error.into())
    }

    fn lost_because(&self, error: ReceiveError) -> Error {
        let detail = format!("{} is lost: {error}", describe(&self.peer));
        Error::new(ErrorKind::PeerLost, Operation::Read).with_detail(detail).with_source(error)
    }
}

impl Progress for Heard {
    fn made(&self) {
        let now = u64::try_from(self.base.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_max(now, Ordering::Relaxed);
    }

    fn deadline(&self) -> Option<Instant> {
        Some(Instant::now() + *self.patience.get().unwrap_or(&USUAL_PATIENCE))
    }
}

impl<M> Drop for Link<M> {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}
