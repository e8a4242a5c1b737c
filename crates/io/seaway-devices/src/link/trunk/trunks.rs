// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Trunks`]: all trunks of one rank, from the first that is needed until the rank leaves.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Result};
use seaway_messages::{Contact, Role, Side};

use super::channel::Channel;
use super::connection::Trunk;
use super::permits::{Permit, Permits};
use super::porters::Porters;
use super::setup::introduce_as_server;
use crate::link::descriptor::Descriptor;
use crate::link::identity::describe;
use seaway_channel::Secret;

/// How long the channels of others may take to end when this rank leaves.
const GOODBYE: Duration = Duration::from_secs(2);

pub(crate) struct Trunks {
    pub(super) me: Contact,
    pub(super) secret: Secret,
    permits: Permits,
    pub(super) porters: Porters,
    /// Accepts channels that end at this rank.
    door: Mutex<Option<Door>>,
    lines: Mutex<Lines>,
}

pub(super) type Door = Arc<dyn Fn(Channel) + Send + Sync>;

#[derive(Default)]
pub(super) struct Lines {
    /// By the peer's Unix socket, which names it: the trunk that new channels take.
    pub(super) by_peer: HashMap<String, Line>,
    all: Vec<Arc<Trunk>>,
    pub(super) is_closed: bool,
}

pub(super) enum Line {
    Up(Arc<Trunk>),
    /// A thread is connecting it; these wait for the result.
    Coming(Vec<Waiter>),
}

/// Called once. It must not block the calling thread.
pub(super) type Waiter = Box<dyn FnOnce(Result<Arc<Trunk>, Refusal>) + Send>;

/// Why there is no trunk or no channel, as reported to the caller.
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    pub(super) kind: ErrorKind,
    pub(super) text: String,
}

impl Trunks {
    /// Those of the rank `me`. Of its links to other hosts, `direct_links` have connections of their own.
    pub(crate) fn new(me: Contact, secret: Secret, direct_links: usize) -> Arc<Self> {
        let (permits, porters) = (Permits::new(direct_links), Porters::default());
        let (door, lines) = (Mutex::default(), Mutex::default());
        Arc::new(Self { me, secret, permits, porters, door, lines })
    }

    /// Sets the ranks of one side.
    pub(crate) fn learn(&self, side: Side, ranks: &[Contact]) {
        self.porters.learn(side, ranks);
    }

    /// A permit for one more link to another host with a connection of its own.
    pub(in crate::link) fn permit(&self) -> Option<Permit> {
        self.permits.take()
    }

    /// Takes channels for this rank from now on.
    pub(in crate::link) fn open_door(&self, door: impl Fn(Channel) + Send + Sync + 'static) {
        *self.door_held() = Some(Arc::new(door));
    }

    pub(in crate::link) fn close_door(&self) {
        drop(self.door_held().take());
    }

    pub(super) fn door(&self) -> Option<Door> {
        self.door_held().clone()
    }

    /// Main function of the thread of an accepted, authenticated trunk connection.
    pub(in crate::link) fn serve(self: &Arc<Self>, connection: Descriptor, deadline: Instant) {
        let mut reserved = None;
        let introduced = introduce_as_server(connection, &self.me, deadline, |peer| {
            self.reserve(peer)?;
            reserved = Some(peer.unix.clone());
            Ok(())
        });
        let Some(name) = reserved else { return };
        let trunk = introduced.and_then(|(connection, peer)| Trunk::start(connection, Role::Server, peer));
        self.come_up(&name, trunk.map_err(Refusal::from));
    }

    /// Reserves the place of the trunk to `peer` for the connection that the peer has made, unless there is a trunk. If both
    /// connect at once, the connection of the lower name is kept; the other side is refused and waits for it.
    fn reserve(&self, peer: &Contact) -> Result<(), Refusal> {
        let mut lines = self.lines();
        if lines.is_closed {
            return Err(Refusal::new(ErrorKind::PeerLost, "the process that forwards it has left"));
        }
        let is_other_kept = match lines.by_peer.get(&peer.unix) {
            Some(Line::Up(trunk)) => !trunk.is_over(),
            Some(Line::Coming(_)) => self.me.unix < peer.unix,
            None => false,
        };
        if is_other_kept {
            return Err(Refusal::new(ErrorKind::FileInUse, "these two already have a shared connection"));
        }
        if !matches!(lines.by_peer.get(&peer.unix), Some(Line::Coming(_))) {
            // So that no other thread of this process starts a second one.
            lines.by_peer.insert(peer.unix.clone(), Line::Coming(Vec::new()));
        }
        Ok(())
    }

    /// Reports the outcome to the callers that wait for a trunk, and reads the trunk until it ends.
    pub(super) fn come_up(self: &Arc<Self>, peer: &str, outcome: Result<Arc<Trunk>, Refusal>) {
        let (waiters, outcome) = self.settle(peer, outcome);
        waiters.into_iter().for_each(|waiter| waiter(outcome.clone()));
        if let Ok(trunk) = outcome {
            self.run(&trunk);
        }
    }

    /// Reads a trunk until it ends.
    pub(super) fn run(self: &Arc<Self>, trunk: &Arc<Trunk>) {
        let ended = catch_unwind(AssertUnwindSafe(|| trunk.receive_all(self)));
        let why = ended.unwrap_or_else(|_| "a thread of it has panicked".to_owned());
        let has_left = {
            let mut lines = self.lines();
            lines.all.retain(|other| !Arc::ptr_eq(other, trunk));
            lines.by_peer.retain(|_, line| !matches!(line, Line::Up(other) if Arc::ptr_eq(other, trunk)));
            lines.is_closed
        };
        trunk.finish(&match has_left {
            true => format!("{}, which carries this link, has left", describe(&self.me)),
            false => format!(
                "the connection that carries this link has ended, to {}: {why}",
                describe(&trunk.peer)
            ),
        });
    }

    /// The result of connecting, and the threads that wait for it.
    fn settle(
        &self,
        peer: &str,
        outcome: Result<Arc<Trunk>, Refusal>,
    ) -> (Vec<Waiter>, Result<Arc<Trunk>, Refusal>) {
        let mut lines = self.lines();
        let waiters = match lines.by_peer.remove(peer) {
            Some(Line::Coming(waiters)) => waiters,
            Some(up @ Line::Up(_)) if outcome.is_err() => {
                lines.by_peer.insert(peer.to_owned(), up);
                Vec::new()
            }
            Some(Line::Up(_)) | None => Vec::new(),
        };
        let outcome = outcome.and_then(|trunk| {
            if lines.is_closed {
                trunk.finish("");
                return Err(Refusal::new(ErrorKind::PeerLost, "the process that forwards it has left"));
            }
            lines.all.push(Arc::clone(&trunk));
            lines.by_peer.insert(peer.to_owned(), Line::Up(Arc::clone(&trunk)));
            Ok(trunk)
        });
        (waiters, outcome)
    }

    /// This rank leaves. Goodbyes of other ranks that are in transit here are still forwarded.
    pub(crate) fn close(&self) {
        let deadline = Instant::now() + GOODBYE;
        let trunks = self.end();
        trunks.iter().for_each(|trunk| trunk.wait_for_others(deadline));
        trunks.iter().for_each(|trunk| trunk.leave(deadline));
    }

    /// This rank fails: all channels through it are lost.
    pub(crate) fn cut(&self) {
        self.end().iter().for_each(|trunk| trunk.descriptor.shut_down());
    }

    fn end(&self) -> Vec<Arc<Trunk>> {
        let mut lines = self.lines();
        lines.is_closed = true;
        lines.all.clone()
    }

    /// Whether new channels can take a trunk to `peer`.
    pub(super) fn is_up(&self, peer: &str) -> bool {
        matches!(self.lines().by_peer.get(peer), Some(Line::Up(trunk)) if !trunk.is_over())
    }

    pub(super) fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn door_held(&self) -> MutexGuard<'_, Option<Door>> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.lines().all.len()
    }
}

impl Refusal {
    pub(super) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::new(error.kind(), error.reason())
    }
}

impl fmt::Debug for Trunks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trunks = self.lines().all.len();
        formatter.debug_struct("Trunks").field("trunks", &trunks).finish_non_exhaustive()
    }
}
