// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HomeConnection`]: a session with the agent of another node, over authenticated TCP. One request, or one transfer of many
//! pieces, at a time. A connection that is lost is made again, and what was not answered is sent again: the home carries out
//! nothing that arrives on the older one, and repeats the answer to a request that it has carried out already.

use std::fmt;
use std::io::{self, IoSlice};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, random_bytes, read_frame};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{HomeAddress, Role, Service, ThingMessage};

use super::agent::program_name;
use super::enter::SpaceName;

/// Between attempts to connect again.
const PAUSE: Duration = Duration::from_millis(20);
/// An answer may come so soon that sleeping would take longer.
const SPIN: Duration = Duration::from_micros(50);
/// A line that has just answered is not asked whether it has ended.
const FRESH: Duration = Duration::from_millis(1);

pub struct HomeConnection {
    space: SpaceName,
    home: HomeAddress,
    secret: Secret,
    timeout: Duration,
    session: [u8; 16],
    /// The process that it belongs to. A child after a fork must not use it.
    process: u32,
    next: AtomicU64,
    line: Mutex<Line>,
}

#[derive(Debug, Default)]
struct Line {
    channel: Option<Channel>,
    /// Counts the times that the home has begun the session: what was open before is not.
    beginning: u64,
    incarnation: Option<u64>,
    /// When it was used last, successfully.
    used: Option<Instant>,
}

/// What a home says.
#[derive(Debug)]
pub(super) enum Said {
    Answer(ThingMessage),
    /// The thing is not there in this epoch.
    NotHere,
    /// The home has begun the session anew, and knows nothing of what it had open.
    Forgotten,
}

/// One attempt at something that needs the line.
pub(super) enum Attempt<T> {
    Done(T),
    Forgotten,
}

struct Known {
    process: u32,
    space: SpaceName,
    home: HomeAddress,
    connection: Weak<HomeConnection>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

impl HomeConnection {
    /// The connection that this process shares. It is made on first use.
    pub fn shared(space: &SpaceName, home: &HomeAddress, timeout: Duration) -> Result<Arc<Self>> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|known| known.connection.strong_count() > 0);
        let process = process::id();
        let is_it = |known: &&Known| (known.process, &known.space, &known.home) == (process, space, home);
        if let Some(connection) = known.iter().find(is_it).and_then(|known| known.connection.upgrade()) {
            return Ok(connection);
        }
        let connection = Arc::new(Self::new(space, home, timeout, Secret::load()?)?);
        let (space, home) = (space.clone(), home.clone());
        known.push(Known { process, space, home, connection: Arc::downgrade(&connection) });
        Ok(connection)
    }

    pub fn new(space: &SpaceName, home: &HomeAddress, timeout: Duration, secret: Secret) -> Result<Self> {
        Ok(Self {
            space: space.clone(),
            home: home.clone(),
            secret,
            timeout,
            session: random_bytes()?,
            process: process::id(),
            next: AtomicU64::new(1),
            line: Mutex::default(),
        })
    }

    pub fn home(&self) -> &HomeAddress {
        &self.home
    }

    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(super) fn id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// The answer to a request that needs nothing open, unless it is an error.
    pub fn ask(&self, operation: Operation, make: impl FnOnce(u64) -> ThingMessage) -> Result<ThingMessage> {
        self.ask_within(operation, self.timeout, make)
    }

    /// As [`Self::ask`], with more time.
    pub fn ask_within(
        &self,
        operation: Operation,
        patience: Duration,
        make: impl FnOnce(u64) -> ThingMessage,
    ) -> Result<ThingMessage> {
        match self.request(operation, None, patience, make)?.0 {
            Said::Answer(answer) => Ok(answer),
            Said::NotHere | Said::Forgotten => Err(self.gone(operation)),
        }
    }

    /// The answer, and in which beginning of the session it was given. `opened_in`: the request is about something that was
    /// opened in that one.
    pub(super) fn request(
        &self,
        operation: Operation,
        opened_in: Option<u64>,
        patience: Duration,
        make: impl FnOnce(u64) -> ThingMessage,
    ) -> Result<(Said, u64)> {
        let request = make(self.id());
        let mut frame = Vec::new();
        request
            .encode(&mut frame)
            .map_err(|error| Error::new(ErrorKind::BadFileName, operation).with_detail(error.to_string()))?;
        let mut asked_in = None;
        let exchanged = self.on_line(operation, patience, |channel, beginning| {
            if opened_in.is_some_and(|opened_in| opened_in != beginning) {
                return Ok(Attempt::Forgotten);
            }
            // The home that has begun anew does not know whether it has carried this out.
            if changes_something(&request) && *asked_in.get_or_insert(beginning) != beginning {
                return Ok(Attempt::Forgotten);
            }
            channel.write_all_vectored(&[IoSlice::new(&frame)])?;
            Ok(Attempt::Done((receive(channel)?, beginning)))
        })?;
        match exchanged {
            Attempt::Forgotten => Ok((Said::Forgotten, 0)),
            Attempt::Done((ThingMessage::Failed { kind, text, .. }, _)) => {
                Err(failure(operation, kind, &text))
            }
            Attempt::Done((ThingMessage::NotHere { .. }, beginning)) => Ok((Said::NotHere, beginning)),
            Attempt::Done((answer, beginning)) => Ok((Said::Answer(answer), beginning)),
        }
    }

    /// Runs `work` with a connection, and again with another one if that was lost.
    pub(super) fn on_line<T>(
        &self,
        operation: Operation,
        patience: Duration,
        mut work: impl FnMut(&Channel, u64) -> io::Result<T>,
    ) -> Result<T> {
        if self.process != process::id() {
            let detail = "the program has forked, and the thing was opened before that: open it again";
            return Err(Error::new(ErrorKind::BadFile, operation).with_detail(detail));
        }
        let mut line = self.line();
        let mut cut_at = None;
        loop {
            let deadline = Instant::now() + patience;
            let outcome = self.connected(&mut line, deadline).and_then(|()| {
                let Line { channel: Some(channel), beginning, .. } = &*line else {
                    return Err(Lost::Line(io::ErrorKind::NotConnected.into()));
                };
                channel.set_deadline(Some(deadline));
                work(channel, *beginning).map_err(Lost::Line)
            });
            match outcome {
                Ok(done) => {
                    line.used = Some(Instant::now());
                    return Ok(done);
                }
                Err(Lost::Line(error))
                    if is_repeatable(&error)
                        && cut_at.get_or_insert_with(Instant::now).elapsed() < patience =>
                {
                    line.channel = None;
                    thread::sleep(PAUSE);
                }
                Err(Lost::Line(error)) => {
                    // A late answer would be taken for that of the next request.
                    line.channel = None;
                    return Err(self.no_answer(operation, &error));
                }
                Err(Lost::Home(error)) => {
                    line.channel = None;
                    return Err(error);
                }
            }
        }
    }

    fn connected(&self, line: &mut Line, deadline: Instant) -> std::result::Result<(), Lost> {
        let is_fresh = line.used.take().is_some_and(|used| used.elapsed() < FRESH);
        if line.channel.as_ref().is_some_and(|channel| is_fresh || !channel.has_ended()) {
            return Ok(());
        }
        line.channel = None;
        let channel = self.connect(deadline)?;
        channel.set_deadline(Some(deadline));
        let (space, node) = (self.space.as_str().to_owned(), self.home.node.clone());
        let (session, pid, program) = (self.session, process::id(), program_name());
        let mut frame = Vec::new();
        let attach = ThingMessage::Attach { space, node, session, pid, program };
        attach.encode(&mut frame).map_err(|error| Lost::Line(error.into()))?;
        let exchange = || {
            channel.write_all_vectored(&[IoSlice::new(&frame)])?;
            receive(&channel)
        };
        match exchange().map_err(Lost::Line)? {
            ThingMessage::Attached { incarnation, known } => {
                if !known || line.incarnation != Some(incarnation) {
                    line.beginning += 1;
                }
                channel.spin_before_sleeping(SPIN);
                line.incarnation = Some(incarnation);
                line.channel = Some(channel);
                Ok(())
            }
            ThingMessage::Failed { kind, text, .. } => Err(Lost::Home(failure(Operation::Open, kind, &text))),
            _ => Err(Lost::Line(io::ErrorKind::InvalidData.into())),
        }
    }

    fn connect(&self, deadline: Instant) -> std::result::Result<Channel, Lost> {
        let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the node has no address");
        for (index, address) in self.home.addresses.iter().enumerate() {
            // One that drops all packets must leave time for the next.
            let left = deadline.saturating_duration_since(Instant::now());
            let share = u32::try_from(self.home.addresses.len() - index).unwrap_or(u32::MAX);
            match Channel::connect(&address.to_string(), Instant::now() + left / share) {
                Ok(channel) => {
                    channel.set_deadline(Some(deadline));
                    return match channel.authenticate(Role::Client, Service::Thing, &self.secret) {
                        Ok(_) => Ok(channel),
                        Err(error) if error.kind() == ErrorKind::PeerLost && Instant::now() < deadline => {
                            Err(Lost::Line(io::Error::new(io::ErrorKind::UnexpectedEof, error.to_string())))
                        }
                        // Another process may have the port by now.
                        Err(error) => Err(Lost::Home(self.unreachable(&error))),
                    };
                }
                Err(error) => last = error,
            }
        }
        Err(Lost::Home(self.unreachable(&last)))
    }

    fn unreachable(&self, why: &dyn fmt::Display) -> Error {
        let detail = format!("the agent of node {} cannot be reached: {why}", self.home.node);
        Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail)
    }

    fn no_answer(&self, operation: Operation, error: &io::Error) -> Error {
        let why = match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
                format!("does not answer within {:?}", self.timeout)
            }
            _ => format!("cannot be used: {error}"),
        };
        let detail = format!("the agent of node {} {why}", self.home.node);
        Error::new(ErrorKind::PeerLost, operation).with_detail(detail)
    }

    pub(super) fn gone(&self, operation: Operation) -> Error {
        let detail = format!(
            "the agent of node {} has restarted, or was out of reach for long; whether the last request was carried out is \
             not known",
            self.home.node
        );
        Error::new(ErrorKind::PeerLost, operation).with_detail(detail)
    }

    pub(super) fn unexpected(&self, operation: Operation, message: &ThingMessage) -> Error {
        let detail = format!(
            "the agent of node {} answers with message {:#06x}; update Seaway there",
            self.home.node,
            message.kind()
        );
        Error::new(ErrorKind::Internal, operation).with_detail(detail)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for HomeConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HomeConnection").field("home", &self.home).finish_non_exhaustive()
    }
}

enum Lost {
    /// Another connection may be better.
    Line(io::Error),
    Home(Error),
}

/// The line was cut, and not: the home takes too long.
fn is_repeatable(error: &io::Error) -> bool {
    use io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, UnexpectedEof, WriteZero,
    };
    matches!(
        error.kind(),
        BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | UnexpectedEof | WriteZero
    )
}

fn changes_something(request: &ThingMessage) -> bool {
    use ThingMessage::{Await, List, Stat, Watch};
    !matches!(request, Stat { .. } | List { .. } | Await { .. } | Watch { .. })
}

pub(super) fn receive(channel: &Channel) -> io::Result<ThingMessage> {
    let (kind, body) = read_frame(&mut &*channel)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(ThingMessage::decode(kind, &body)?)
}

pub(super) fn failure(operation: Operation, kind: u16, text: &str) -> Error {
    let error = Error::new(ErrorKind::from_code(kind).unwrap_or(ErrorKind::Internal), operation);
    if text.is_empty() { error } else { error.with_detail(text) }
}
