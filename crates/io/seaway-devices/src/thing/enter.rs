// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finding the agent of a space on this node, or starting it. Its abstract socket is its lock: of several that are started at
//! the same time one stays.

use std::env;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use seaway_channel::AgentSocket;
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::agent::AgentConnection;
use super::options::{DEFAULT_PROGRAM, SpaceOptions};
use super::sys::own_file;
use crate::launch::{Process, StartError};

/// What an agent prints on its standard output when it serves.
const READY: &str = "seaway-agent ready";
/// The space of a user that has no other name.
const DEFAULT_NAME: &str = "user";
const MAX_NAME: usize = 64;
/// How often a program that found an agent which was about to end looks again.
const TRIES: usize = 16;
const PAUSE: Duration = Duration::from_millis(5);

/// The name of a space: letters, digits, `.`, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpaceName(String);

impl SpaceName {
    /// Nothing stands for the user's own space.
    pub fn parse(name: &str) -> Result<Self> {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if name.len() > MAX_NAME || !name.bytes().all(is_fit) || name.starts_with('.') {
            let detail = format!(
                "{name:?} is not a valid name of a space; use up to {MAX_NAME} letters, digits, '.', '_' and '-'"
            );
            return Err(Error::new(ErrorKind::Argument, Operation::Open).with_detail(detail));
        }
        Ok(Self(if name.is_empty() { DEFAULT_NAME.to_owned() } else { name.to_owned() }))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The abstract socket of its agent on each node, or on the node of this name where a host has several.
    pub fn socket(&self, node: Option<&str>) -> String {
        let node = node.map(|node| format!("@{node}")).unwrap_or_default();
        format!("seaway-space-{}-{}{node}", rustix::process::geteuid().as_raw(), self.0)
    }

    /// The line by which an agent says that it serves.
    pub fn ready_line(&self) -> String {
        format!("{READY} {}", self.0)
    }
}

impl fmt::Display for SpaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A connection of this process. A child after a fork needs its own.
struct Known {
    process: u32,
    socket: String,
    connection: Weak<AgentConnection>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The connection of this process to the agent of a space, which is started if there is none.
pub fn enter(options: &SpaceOptions) -> Result<Arc<AgentConnection>> {
    // Held while an agent is started: other threads need the same one.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.connection.strong_count() > 0);
    let (own, socket) = (process::id(), options.socket());
    let is_own = |known: &&Known| known.process == own && known.socket == socket;
    let found = known.iter().filter(is_own).filter_map(|known| known.connection.upgrade());
    if let Some(connection) = found.into_iter().find(|connection| !connection.is_lost()) {
        return Ok(connection);
    }
    let connection = Arc::new(connect_or_start(options)?);
    known.push(Known { process: own, socket, connection: Arc::downgrade(&connection) });
    Ok(connection)
}

/// A connection to an agent that runs. `None`: there is none.
pub fn enter_running(options: &SpaceOptions) -> Result<Option<AgentConnection>> {
    match AgentSocket::connect(&options.socket()) {
        Ok(socket) => AgentConnection::begin(socket, options).map(Some),
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(None),
        Err(error) => Err(not_reached(options, error)),
    }
}

/// A connection to the queues of a space, for one request at a time. Its agent is started if there is none.
pub fn enter_queues(options: &SpaceOptions) -> Result<AgentSocket> {
    connect_or_start(options)?.into_queues()
}

fn connect_or_start(options: &SpaceOptions) -> Result<AgentConnection> {
    let deadline = Instant::now() + options.timeout;
    let mut last = None;
    for _ in 0..TRIES {
        match enter_running(options) {
            Ok(Some(connection)) => return Ok(connection),
            Ok(None) => start(options, deadline)?,
            // It was about to end.
            Err(error) if error.kind() == ErrorKind::PeerLost => last = Some(error),
            Err(error) => return Err(error),
        }
        if Instant::now() > deadline {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    Err(last.unwrap_or_else(|| {
        let detail = format!("the agent of space {} ends as soon as it was started", options.space);
        Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail)
    }))
}

/// Starts an agent, and waits until it serves, or another does.
fn start(options: &SpaceOptions, deadline: Instant) -> Result<()> {
    let words = ["space", "agent", "--space", options.space.as_str()];
    let mut words: Vec<String> = [program(options)].into_iter().chain(words.map(str::to_owned)).collect();
    words.extend(options.node.iter().flat_map(|node| ["--node".to_owned(), node.clone()]));
    words.extend(options.folder.iter().flat_map(|folder| ["--folder".to_owned(), folder.clone()]));
    words.extend(options.agent_arguments.iter().cloned());
    words.extend(joining(options));
    let ready = options.space.ready_line();
    let is_ready = |line: &str| (line.trim_end() == ready).then_some(());
    let started = Process::start(&words, b"").and_then(|mut process| process.line(deadline, is_ready));
    let why = match started {
        Ok(()) => return Ok(()),
        // Another agent may have been quicker.
        Err(StartError::Ended { .. }) if AgentSocket::connect(&options.socket()).is_ok() => {
            return Ok(());
        }
        Err(StartError::NotRun(error)) if error.kind() == io::ErrorKind::NotFound => {
            "there is no such program; put it into PATH, or set SEAWAY_PROGRAM".to_owned()
        }
        Err(StartError::NotRun(error)) => error.to_string(),
        Err(StartError::Ended { said }) => format!("it ended: {}", said.trim()),
        Err(StartError::Silent { said }) => format!("it does not say that it serves. {}", said.trim()),
    };
    let detail =
        format!("the agent of space {} could not be started by `{}`: {why}", options.space, words.join(" "));
    Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
}

/// How an agent joins the space that the environment names, unless the command line says something else.
fn joining(options: &SpaceOptions) -> Vec<String> {
    let is_said = |word: &String| ["--join", "--listen", "--registry", "--etcd"].contains(&word.as_str());
    let is_said = options.agent_arguments.iter().any(is_said);
    let Some(join) = options.join.as_ref().filter(|_| !is_said) else { return Vec::new() };
    let job = options.job_lease.iter().flat_map(|lease| ["--job", "--lease", lease]);
    ["--join", join].into_iter().chain(job).map(str::to_owned).collect()
}

/// What the program or the environment names; or else the `seaway` that belongs to this library: itself, beside it, or in
/// the folder for programs of the same installation; or else the one in PATH.
fn program(options: &SpaceOptions) -> String {
    if options.program != DEFAULT_PROGRAM {
        return options.program.clone();
    }
    let own = [env::current_exe().ok().filter(|path| path.ends_with(DEFAULT_PROGRAM)), beside_this_library()];
    let own = own.into_iter().flatten().find_map(|path| path.into_os_string().into_string().ok());
    own.unwrap_or_else(|| DEFAULT_PROGRAM.to_owned())
}

fn beside_this_library() -> Option<PathBuf> {
    let library = own_file()?;
    let folder = library.parent()?;
    let places = [folder.join(DEFAULT_PROGRAM), folder.join("../bin").join(DEFAULT_PROGRAM)];
    places.into_iter().find(|place| place.is_file())
}

fn not_reached(options: &SpaceOptions, error: io::Error) -> Error {
    let detail = format!("the agent of space {} cannot be reached: {error}", options.space);
    Error::from_io(Operation::Open, error).with_detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_spaces() {
        assert_eq!(SpaceName::parse("").unwrap().as_str(), "user");
        assert_eq!(SpaceName::parse("run-7_b.c").unwrap().as_str(), "run-7_b.c");
        for name in ["a b", "a/b", "..", "größe", "a\0", &"x".repeat(65)] {
            assert_eq!(SpaceName::parse(name).unwrap_err().kind(), ErrorKind::Argument, "{name}");
        }
        let (a, b) = (SpaceName::parse("a").unwrap(), SpaceName::parse("b").unwrap());
        assert_ne!(a.socket(None), b.socket(None));
        assert_ne!(a.socket(Some("left")), a.socket(Some("right")));
    }
}
