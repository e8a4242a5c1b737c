// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sessions of this process: one per rank and host, shared by the rank's files. A rank is a process, or a
//! thread of one: so a session belongs to the thread that opens files, whatever its communicator.

use std::process;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, ThreadId};

use seaway_channel::Serves;
use seaway_device_api::Result;

use super::daemon::{Daemon, Search};
use super::options::RemoteOptions;
use super::session::Session;
use super::target::Target;

#[derive(Debug)]
struct Known {
    /// After a fork the child has inherited this list, but no connection: the threads that serve them are the
    /// parent's.
    process: u32,
    thread: ThreadId,
    /// What the program requested.
    asked: String,
    /// As sent to other ranks.
    daemon: String,
    /// What the daemon serves, if known: other files may need another daemon.
    serves: Option<Serves>,
    session: Weak<Session>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The session with the daemon for a file, for rank 0, and the description that the others need.
pub(super) fn find(search: &Search<'_>) -> Result<(Arc<Session>, String)> {
    let asked = asked(&search.name.target, search.options);
    let path = &search.name.path;
    if let Some(known) = look_up(&asked, |serves| serves.contains(path, search.writes)) {
        return Ok(known);
    }
    let (daemon, channel) = Daemon::find(search)?;
    let (description, serves) = (daemon.to_text()?, daemon.serves.clone());
    let session = Arc::new(Session::begin_on(
        channel,
        Box::new(daemon),
        search.options.timeout,
        search.options.unsynced,
    )?);
    remember(asked, description.clone(), serves, &session);
    Ok((session, description))
}

/// The session with the daemon that rank 0 has found. `None`: the description is malformed.
pub(super) fn join(
    description: &str,
    target: &Target,
    options: &RemoteOptions,
) -> Result<Option<Arc<Session>>> {
    if let Some((session, _)) = look_up(description, |_| true) {
        return Ok(Some(session));
    }
    let Some(daemon) = Daemon::from_text(description) else { return Ok(None) };
    let session = Arc::new(Session::begin(Box::new(daemon), options.timeout, options.unsynced)?);
    // In another communicator this rank may be rank 0.
    remember(asked(target, options), description.to_owned(), None, &session);
    Ok(Some(session))
}

fn asked(target: &Target, options: &RemoteOptions) -> String {
    format!("{target:?} {:?} {:?} {}", options.route, options.timeout, options.unsynced)
}

fn look_up(asked: &str, suits: impl Fn(&Serves) -> bool) -> Option<(Arc<Session>, String)> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.session.strong_count() > 0);
    let mine = (process::id(), thread::current().id());
    let is_mine = |known: &&Known| (known.process, known.thread) == mine;
    let is_same = |known: &&Known| is_mine(known) && (known.asked == asked || known.daemon == asked);
    let is_same = |known: &&Known| is_same(known) && known.serves.as_ref().is_none_or(&suits);
    let found = known.iter().filter(is_same);
    let usable = found.filter_map(|known| Some((known.session.upgrade()?, known.daemon.clone())));
    let usable: Vec<_> = usable.collect();
    // Dropping a session says goodbye, which may take a while.
    drop(known);
    usable.into_iter().find(|(session, _)| !session.is_lost())
}

fn remember(asked: String, daemon: String, serves: Option<Serves>, session: &Arc<Session>) {
    let (process, thread) = (process::id(), thread::current().id());
    let known = Known { process, thread, asked, daemon, serves, session: Arc::downgrade(session) };
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(known);
}
