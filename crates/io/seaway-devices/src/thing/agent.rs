// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`AgentConnection`]: the connection of a process to its node's agent: one request at a time, shared by its threads.

use std::io;
use std::os::fd::OwnedFd;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_channel::AgentSocket;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{SpaceStatus, ThingFate, ThingMessage, ThingStatus, Until};

use super::enter::enter_running;
use super::home_connection::failure;
use super::options::{SpaceOptions, Wait};
use super::table::StateTable;

/// A request that waits is repeated this often, so that an agent that has stopped is noticed.
const AWAIT_AT_MOST: Duration = Duration::from_secs(10);

/// Agents give up earlier.
const SNAPSHOT_WITHIN: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub struct AgentConnection {
    socket: Mutex<AgentSocket>,
    pub(super) table: StateTable,
    options: SpaceOptions,
    node: String,
    agent: u32,
    /// The process that it belongs to. A child after a fork must not use it.
    process: u32,
    next: AtomicU64,
    lost: AtomicBool,
}

/// Some of the things of a space, in the order of their names.
#[derive(Debug, Clone)]
pub struct Listing {
    pub things: Vec<ThingStatus>,
    /// Others follow the last one.
    pub more: bool,
}

impl AgentConnection {
    pub(super) fn begin(socket: AgentSocket, options: &SpaceOptions) -> Result<Self> {
        let lost = |error: io::Error| no_answer(options, socket.peer(), Operation::Open, &error);
        socket.set_patience(Some(options.timeout)).map_err(lost)?;
        let (space, program) = (options.space.as_str().to_owned(), program_name());
        let enter = ThingMessage::Enter { space, pid: process::id(), program };
        let (answer, table) = exchange(&socket, &enter).map_err(lost)?;
        let (node, table) = match (answer, table) {
            (ThingMessage::Entered { node, .. }, Some(table)) => (node, table),
            (ThingMessage::Failed { kind, text, .. }, _) => {
                return Err(failure(Operation::Open, kind, &text));
            }
            _ => return Err(lost(io::ErrorKind::InvalidData.into())),
        };
        let table = StateTable::map(std::os::fd::AsFd::as_fd(&table)).map_err(lost)?;
        let (agent, process, next) = (socket.peer(), process::id(), AtomicU64::new(1));
        let (socket, options, lost) = (Mutex::new(socket), options.clone(), AtomicBool::new(false));
        Ok(Self { socket, table, options, node, agent, process, next, lost })
    }

    /// Name of the node.
    pub fn node(&self) -> &str {
        &self.node
    }

    pub fn options(&self) -> &SpaceOptions {
        &self.options
    }

    /// Whether nothing can be asked through it any more.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    pub fn stat(&self, name: &str) -> Result<ThingStatus> {
        let name = name.to_owned();
        match self.ask(Operation::Open, |id| ThingMessage::Stat { id, name })?.0 {
            ThingMessage::StatIs { status, .. } => Ok(status),
            other => Err(self.unexpected(Operation::Open, &other)),
        }
    }

    /// Names that begin with `prefix`, from the first behind `after`.
    pub fn list(&self, prefix: &str, after: &str) -> Result<Listing> {
        let (prefix, after) = (prefix.to_owned(), after.to_owned());
        match self.ask(Operation::Open, |id| ThingMessage::List { id, prefix, after })?.0 {
            ThingMessage::Listed { things, more, .. } => Ok(Listing { things, more }),
            other => Err(self.unexpected(Operation::Open, &other)),
        }
    }

    pub fn delete(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.ask_done(Operation::Delete, |id| ThingMessage::Delete { id, name })
    }

    /// `FileExists` where there is a thing of the new name, unless it is to be replaced.
    pub fn rename(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.ask_done(Operation::Open, |id| ThingMessage::Rename { id, from, to, replace })
    }

    /// Gives a thing another home. Programs that have it open follow it.
    pub fn migrate(&self, name: &str, to: &str) -> Result<()> {
        let (name, to) = (name.to_owned(), to.to_owned());
        self.ask_done(Operation::Open, |id| ThingMessage::Migrate { id, name, to })
    }

    pub fn space(&self) -> Result<SpaceStatus> {
        match self.ask(Operation::Open, |id| ThingMessage::AskSpace { id })?.0 {
            ThingMessage::SpaceIs { space, .. } => Ok(space),
            other => Err(self.unexpected(Operation::Open, &other)),
        }
    }

    /// The agent ends when its programs have left, at the latest after `patience`.
    pub fn stop(&self, patience: Duration) -> Result<()> {
        let patience = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        self.ask_done(Operation::Close, |id| ThingMessage::Stop { id, patience })
    }

    /// Waits until the agent has ended, which ends the connection.
    pub fn wait_for_end(&self, patience: Duration) -> Result<()> {
        let deadline = Instant::now() + patience;
        while self.socket().wait(deadline.saturating_duration_since(Instant::now())) {
            match self.socket().receive() {
                Ok(_) => {}
                Err(_) => return Ok(()),
            }
        }
        let detail =
            format!("the agent of space {} (process {}) has not ended", self.options.space, self.agent);
        Err(Error::new(ErrorKind::PeerLost, Operation::Close).with_detail(detail))
    }

    /// Waits for a thing on a connection of its own, since others must not wait for it. `NoSuchFile`: in vain.
    pub fn wait_for(&self, name: &str, wait: Wait) -> Result<()> {
        let ended =
            || no_answer(&self.options, self.agent, Operation::Open, &io::ErrorKind::NotConnected.into());
        let other = enter_running(&self.options)?.ok_or_else(ended)?;
        let deadline = wait.patience.map(|patience| Instant::now() + patience);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let turn = left.unwrap_or(AWAIT_AT_MOST).min(AWAIT_AT_MOST);
            match other.wait_once(name, wait.until, turn) {
                Err(error)
                    if error.kind() == ErrorKind::NoSuchFile && left.is_none_or(|left| left > turn) => {}
                outcome => return outcome,
            }
        }
    }

    fn wait_once(&self, name: &str, until: Until, turn: Duration) -> Result<()> {
        let patience = u64::try_from(turn.as_millis()).unwrap_or(u64::MAX);
        let lost = |error: io::Error| no_answer(&self.options, self.agent, Operation::Open, &error);
        self.socket().set_patience(Some(turn + self.options.timeout)).map_err(lost)?;
        let name = name.to_owned();
        let outcome = self.ask_done(Operation::Open, |id| ThingMessage::Await { id, name, until, patience });
        self.socket().set_patience(Some(self.options.timeout)).map_err(lost)?;
        outcome
    }

    /// Copies several things as they are at one moment.
    pub fn snapshot(&self, names: &[&str], prefix: &str) -> Result<()> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let connection = self.another()?;
        connection.set_patience(SNAPSHOT_WITHIN)?;
        connection.ask_done(Operation::Open, |id| ThingMessage::Snapshot {
            id,
            names,
            prefix: prefix.to_owned(),
        })
    }

    /// What becomes of a thing, where it is.
    pub fn convert(&self, name: &str, fate: ThingFate) -> Result<()> {
        self.ask_done(Operation::Open, |id| ThingMessage::Convert { id, name: name.to_owned(), fate })
    }

    /// The version of a thing when it is greater than `past`, on a connection of its own. `None`: it was not, for so long.
    pub fn watch(&self, name: &str, past: u64, patience: Option<Duration>) -> Result<Option<u64>> {
        let request = |id, patience| ThingMessage::Watch { id, name: name.to_owned(), past, patience };
        self.another()?.in_turns(Operation::Open, patience, request, |answer| match answer {
            ThingMessage::VersionIs { version, .. } => Some(*version),
            _ => None,
        })
    }

    pub(super) fn set_patience(&self, patience: Duration) -> Result<()> {
        let lost = |error: io::Error| no_answer(&self.options, self.agent, Operation::Open, &error);
        self.socket().set_patience(Some(patience)).map_err(lost)
    }

    /// Another connection to the same agent, for requests that wait.
    pub(super) fn another(&self) -> Result<Self> {
        let ended =
            || no_answer(&self.options, self.agent, Operation::Open, &io::ErrorKind::NotConnected.into());
        enter_running(&self.options)?.ok_or_else(ended)
    }

    /// Repeats a request that waits, until its answer is a number other than 0. `None`: it was 0 to the end.
    pub(super) fn in_turns(
        &self,
        operation: Operation,
        patience: Option<Duration>,
        request: impl Fn(u64, u64) -> ThingMessage,
        number: impl Fn(&ThingMessage) -> Option<u64>,
    ) -> Result<Option<u64>> {
        let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
        let lost = |error: io::Error| no_answer(&self.options, self.agent, operation, &error);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let turn = left.unwrap_or(AWAIT_AT_MOST).min(AWAIT_AT_MOST);
            self.socket().set_patience(Some(turn + self.options.timeout)).map_err(lost)?;
            let milliseconds = u64::try_from(turn.as_millis()).unwrap_or(u64::MAX);
            let (answer, _) = self.ask(operation, |id| request(id, milliseconds))?;
            match number(&answer) {
                None => return Err(self.unexpected(operation, &answer)),
                Some(0) if left.is_some_and(|left| left <= turn) => return Ok(None),
                Some(0) => {}
                Some(number) => return Ok(Some(number)),
            }
        }
    }

    /// The connection carries messages of the queue service from here on.
    pub(super) fn into_queues(self) -> Result<AgentSocket> {
        self.ask_done(Operation::Open, |id| ThingMessage::UseQueues { id })?;
        Ok(self.socket.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The agent confirms that its lease goes on.
    pub(super) fn renew(&self, operation: Operation) -> Result<()> {
        self.ask_done(operation, |id| ThingMessage::Renew { id })
    }

    pub(super) fn ask_done(
        &self,
        operation: Operation,
        make: impl FnOnce(u64) -> ThingMessage,
    ) -> Result<()> {
        match self.ask(operation, make)?.0 {
            ThingMessage::Done { .. } => Ok(()),
            other => Err(self.unexpected(operation, &other)),
        }
    }

    /// The answer to a request, unless that is an error, and the descriptor that came with it.
    pub(super) fn ask(
        &self,
        operation: Operation,
        make: impl FnOnce(u64) -> ThingMessage,
    ) -> Result<(ThingMessage, Option<OwnedFd>)> {
        if self.process != process::id() {
            let detail = "the program has forked, and the thing was opened before that: open it again";
            return Err(Error::new(ErrorKind::BadFile, operation).with_detail(detail));
        }
        let request = make(self.next.fetch_add(1, Ordering::Relaxed));
        let socket = self.socket();
        if self.is_lost() {
            return Err(no_answer(&self.options, self.agent, operation, &io::ErrorKind::NotConnected.into()));
        }
        match exchange(&socket, &request) {
            Ok((ThingMessage::Failed { kind, text, .. }, _)) => Err(failure(operation, kind, &text)),
            Ok(answer) => Ok(answer),
            // Nothing was sent.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(Error::new(ErrorKind::BadFileName, operation).with_detail(error.to_string()))
            }
            Err(error) => {
                // A late answer would be taken for that of the next request.
                self.lost.store(true, Ordering::Relaxed);
                Err(no_answer(&self.options, self.agent, operation, &error))
            }
        }
    }

    pub(super) fn unexpected(&self, operation: Operation, message: &ThingMessage) -> Error {
        let detail =
            format!("the agent answers with message {:#06x}; update Seaway on this node", message.kind());
        Error::new(ErrorKind::Internal, operation).with_detail(detail)
    }

    fn socket(&self) -> std::sync::MutexGuard<'_, AgentSocket> {
        self.socket.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn exchange(socket: &AgentSocket, request: &ThingMessage) -> io::Result<(ThingMessage, Option<OwnedFd>)> {
    let mut frame = Vec::new();
    request.encode(&mut frame).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    socket.send(&frame, None)?;
    let (kind, body, descriptor) = socket.receive()?;
    Ok((ThingMessage::decode(kind, &body)?, descriptor))
}

fn no_answer(options: &SpaceOptions, agent: u32, operation: Operation, error: &io::Error) -> Error {
    let why = match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!("does not answer within {:?}", options.timeout)
        }
        io::ErrorKind::UnexpectedEof
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::NotConnected => "has ended; what it held in memory is lost".to_owned(),
        _ => format!("cannot be used: {error}"),
    };
    let detail = format!("the agent of space {} (process {agent}) {why}", options.space);
    Error::new(ErrorKind::PeerLost, operation).with_detail(detail)
}

pub(super) fn program_name() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
