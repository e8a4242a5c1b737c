// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`WaitMonitor`]: a waiting call checks that the peers it waits for are alive.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_messages::MxnMessage;
use seaway_roles::stream::{Liveness, Verdict};

use super::failure::Failure;
use super::party::Party;
use crate::mxn::{Link, LinkEvents};

/// State of one waiting call.
#[derive(Debug)]
pub(super) struct WaitMonitor {
    since: Instant,
    liveness: Liveness,
    has_told: bool,
}

impl WaitMonitor {
    pub(super) fn new(party: &Party) -> Self {
        let since = Instant::now();
        Self { since, liveness: Liveness::new(party.options.timeout, party.time(since)), has_told: false }
    }

    pub(super) fn lasts(&self) -> Duration {
        self.since.elapsed()
    }

    /// Once after five seconds.
    pub(super) fn tell_once(&mut self, text: impl FnOnce() -> String) {
        const PATIENCE: Duration = Duration::from_secs(5);
        if !self.has_told && self.lasts() > PATIENCE {
            self.has_told = true;
            super::notice::tell(&text());
        }
    }

    /// Pings `peers`, and fails the stream if one has been silent for too long. `peers` is called only when a check is due.
    pub(super) fn look(
        &mut self,
        party: &Arc<Party>,
        peers: impl FnOnce() -> Vec<Arc<Link>>,
        offset: u64,
        events: &Arc<LinkEvents>,
    ) {
        if self.liveness.is_due(party.time(Instant::now())) {
            look_at(party, &mut self.liveness, &peers(), offset, events);
        }
    }

    /// As [`look`](Self::look); after a while rank 0 is also asked to watch all ranks.
    pub(super) fn look_around(
        &mut self,
        party: &Arc<Party>,
        peers: impl FnOnce() -> Vec<Arc<Link>>,
        offset: u64,
        events: &Arc<LinkEvents>,
    ) {
        self.look(party, peers, offset, events);
        if self.lasts() > party.suspect_after() {
            party.suspect(events);
        }
    }
}

/// Applies the verdicts of `liveness` to these links.
fn look_at(
    party: &Arc<Party>,
    liveness: &mut Liveness,
    links: &[Arc<Link>],
    offset: u64,
    events: &Arc<LinkEvents>,
) {
    let heard = links.iter().map(|link| (link.number(), party.time(link.last_heard())));
    for verdict in liveness.look(party.time(Instant::now()), heard) {
        let (Verdict::Ask(number) | Verdict::Silent(number, _)) = verdict;
        let Some(link) = links.iter().find(|link| link.number() == number) else { continue };
        match verdict {
            Verdict::Ask(_) => ask(link),
            Verdict::Silent(_, silence) => {
                return party.fail(&Failure::silent(link.peer(), offset, silence), events);
            }
        }
    }
}

/// Pings a peer. If sending fails, the link's thread reports why.
pub(super) fn ask(link: &Link) {
    let _ = link.send(&MxnMessage::Ping { number: 0 });
}
