// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sessions of this process: one of each rank with each host, shared by its files. A rank is a process, or one thread of
//! it: so a session belongs to the thread that opens files, in whatever group.

use std::process;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, ThreadId};

use seaway_device::Result;

use super::daemon::Daemon;
use super::options::RemoteOptions;
use super::session::Session;
use super::target::Target;

#[derive(Debug)]
struct Known {
    /// A child after a fork has inherited this list, and no connection: the threads that serve it are the parent's.
    process: u32,
    thread: ThreadId,
    /// What the program asked for.
    asked: String,
    /// As others are told.
    daemon: String,
    session: Weak<Session>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The session with the daemon at `target`, for the rank that speaks for all, and what the others must know.
pub(super) fn find(target: &Target, options: &RemoteOptions) -> Result<(Arc<Session>, String)> {
    let asked = asked(target, options);
    if let Some(known) = look_up(&asked) {
        return Ok(known);
    }
    let (daemon, channel) = Daemon::find(target, options)?;
    let told = daemon.to_text();
    let session = Arc::new(Session::begin_on(channel, Box::new(daemon), options.timeout)?);
    remember(asked, told.clone(), &session);
    Ok((session, told))
}

/// The session with the daemon that rank 0 has found. `None`: what was told makes no sense.
pub(super) fn join(told: &str, target: &Target, options: &RemoteOptions) -> Result<Option<Arc<Session>>> {
    if let Some((session, _)) = look_up(told) {
        return Ok(Some(session));
    }
    let Some(daemon) = Daemon::from_text(told) else { return Ok(None) };
    let session = Arc::new(Session::begin(Box::new(daemon), options.timeout)?);
    // In another group this rank may speak for all.
    remember(asked(target, options), told.to_owned(), &session);
    Ok(Some(session))
}

fn asked(target: &Target, options: &RemoteOptions) -> String {
    format!("{target:?} {:?} {:?}", options.route, options.timeout)
}

fn look_up(asked: &str) -> Option<(Arc<Session>, String)> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.session.strong_count() > 0);
    let mine = (process::id(), thread::current().id());
    let is_mine = |known: &&Known| (known.process, known.thread) == mine;
    let is_same = |known: &&Known| is_mine(known) && (known.asked == asked || known.daemon == asked);
    let found = known.iter().filter(is_same);
    let usable = found.filter_map(|known| Some((known.session.upgrade()?, known.daemon.clone())));
    let usable: Vec<_> = usable.collect();
    // A session that is dropped says goodbye, which may take a while.
    drop(known);
    usable.into_iter().find(|(session, _)| !session.is_lost())
}

fn remember(asked: String, daemon: String, session: &Arc<Session>) {
    let (process, thread) = (process::id(), thread::current().id());
    let known = Known { process, thread, asked, daemon, session: Arc::downgrade(session) };
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(known);
}
