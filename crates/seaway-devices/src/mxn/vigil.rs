// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Vigil`]: a call that waits looks after those it waits for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_proto::MxnMessage;

use super::failure::Failure;
use super::party::{PING, Party, SUSPECT};
use crate::link::{Events, Link};

/// A call that waits, and those it waits for.
#[derive(Debug)]
pub(super) struct Vigil {
    since: Instant,
    next_ping: Instant,
    has_told: bool,
}

impl Vigil {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { since: now, next_ping: now + PING, has_told: false }
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

    /// Asks `peers` whether they live, and fails the stream if one has not for too long. Who they are is only asked for
    /// when it is time.
    pub(super) fn look(
        &mut self,
        party: &Arc<Party>,
        peers: impl FnOnce() -> Vec<Arc<Link>>,
        offset: u64,
        events: &Arc<dyn Events>,
    ) {
        let now = Instant::now();
        if now < self.next_ping {
            return;
        }
        self.next_ping = now + PING.min(party.options.timeout / 4);
        for link in peers() {
            let silence = now - link.last_heard().max(self.since);
            if silence > party.options.timeout {
                let text =
                    format!("has been silent for {} s: stopped, or its host is gone", silence.as_secs());
                return party.fail(&Failure::of(link.peer(), offset, text), events);
            }
            let _ = link.send(&MxnMessage::Ping { number: 0 });
        }
    }

    /// As [`look`](Self::look), and if it lasts, rank 0 looks after everybody.
    pub(super) fn look_around(
        &mut self,
        party: &Arc<Party>,
        peers: impl FnOnce() -> Vec<Arc<Link>>,
        offset: u64,
        events: &Arc<dyn Events>,
    ) {
        self.look(party, peers, offset, events);
        if self.lasts() > SUSPECT.min(party.options.timeout / 2) {
            party.ask_for_a_look(events);
        }
    }
}
