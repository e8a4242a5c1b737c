// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sessions of this process: one of each rank with each host, shared by its files.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use seaway_device::Result;

use super::daemon::Daemon;
use super::options::RemoteOptions;
use super::session::Session;
use super::target::Target;

#[derive(Debug)]
struct Known {
    /// Ranks may be threads of this process: each has its own connection.
    rank: usize,
    /// What rank 0 was asked for; of other ranks, what they were told.
    asked: String,
    /// As others are told.
    daemon: String,
    session: Weak<Session>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The session with the daemon at `target`, for the rank that speaks for all, and what the others must know.
pub(super) fn find(target: &Target, options: &RemoteOptions, rank: usize) -> Result<(Arc<Session>, String)> {
    let asked = format!("{target:?} {:?} {:?}", options.route, options.timeout);
    if let Some(known) = look_up(rank, &asked) {
        return Ok(known);
    }
    let (daemon, channel) = Daemon::find(target, options)?;
    let told = daemon.to_text();
    let session = Arc::new(Session::begin_on(channel, Box::new(daemon), options.timeout)?);
    remember(rank, asked, told.clone(), &session);
    Ok((session, told))
}

/// The session with the daemon that rank 0 has found. `None`: what was told makes no sense.
pub(super) fn join(told: &str, options: &RemoteOptions, rank: usize) -> Result<Option<Arc<Session>>> {
    if let Some((session, _)) = look_up(rank, told) {
        return Ok(Some(session));
    }
    let Some(daemon) = Daemon::from_text(told) else { return Ok(None) };
    let session = Arc::new(Session::begin(Box::new(daemon), options.timeout)?);
    remember(rank, told.to_owned(), told.to_owned(), &session);
    Ok(Some(session))
}

fn look_up(rank: usize, asked: &str) -> Option<(Arc<Session>, String)> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.session.strong_count() > 0);
    let found = known.iter().filter(|known| known.rank == rank && known.asked == asked);
    let usable = found.filter_map(|known| Some((known.session.upgrade()?, known.daemon.clone())));
    let usable: Vec<_> = usable.collect();
    // A session that is dropped says goodbye, which may take a while.
    drop(known);
    usable.into_iter().find(|(session, _)| !session.is_lost())
}

fn remember(rank: usize, asked: String, daemon: String, session: &Arc<Session>) {
    let known = Known { rank, asked, daemon, session: Arc::downgrade(session) };
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).push(known);
}
