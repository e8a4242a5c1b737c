// SPDX-License-Identifier: MIT OR Apache-2.0
//! Detection of silent ranks. [`Lookout`] decides who watches whom, and for how long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::Error;
use seaway_messages::{Contact, MxnMessage};
use seaway_roles::stream::{Absence, Lookout, Order, Seen, suspect_after};

use super::{PING, Party};
use crate::link::is_silence;
use crate::mxn::failure::Failure;
use crate::mxn::wait_monitor::ask;
use crate::mxn::{Link, LinkEvents};

#[derive(Debug, Default)]
pub(super) struct Attention {
    /// Until when a thread watches others, unless it is asked again.
    until: Option<Instant>,
    is_looking: bool,
    /// A collective call waits for ranks of the own program.
    waiting: Option<Waiting>,
}

#[derive(Debug, Clone, Copy)]
struct Waiting {
    since: Instant,
    last: Instant,
}

fn held(lookout: &Mutex<Lookout>) -> MutexGuard<'_, Lookout> {
    lookout.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Party {
    /// Starts to watch others for a while: rank 0 watches all, other ranks watch rank 0. Uses a thread, because a stopped
    /// process may block it.
    pub(in crate::mxn) fn suspect(self: &Arc<Self>, events: &Arc<LinkEvents>) {
        let mut attention = self.attention();
        attention.until = Some(Instant::now() + 3 * PING);
        if std::mem::replace(&mut attention.is_looking, true) {
            return;
        }
        drop(attention);
        let (party, events) = (self.clone(), events.clone());
        let looked = crate::link::spawn(move || party.look_after(&events));
        if looked.is_err() {
            self.attention().is_looking = false;
        }
    }

    /// How long a call waits before it asks rank 0 to watch.
    pub(in crate::mxn) fn suspect_after(&self) -> Duration {
        suspect_after(self.options.timeout)
    }

    fn look_after(self: &Arc<Self>, events: &Arc<LinkEvents>) {
        let now = || self.time(Instant::now());
        let lookout = Arc::new(Mutex::new(Lookout::new(self.options.timeout, now())));
        let every = held(&lookout).every();
        while self.goes_on_looking() {
            let peers = self.looked_after();
            let links: Vec<Option<Arc<Link>>> = peers.iter().map(|peer| self.known_link_to(peer)).collect();
            let seen: Vec<Seen> = (0..)
                .zip(&links)
                .map(|(peer, link)| Seen {
                    peer,
                    heard: link.as_ref().map(|link| self.time(link.last_heard())),
                })
                .collect();
            let orders = held(&lookout).look(now(), self.leader().is_none(), &seen);
            for order in orders {
                let (Order::Ask(index)
                | Order::Request(index)
                | Order::Dial(index, _)
                | Order::Silent(index, _)) = order;
                let at = usize::try_from(index).unwrap_or(usize::MAX);
                match (order, links.get(at).cloned().flatten(), peers.get(at)) {
                    (Order::Ask(_), Some(link), _) => ask(&link),
                    (Order::Request(_), Some(link), _) => drop(link.send(&MxnMessage::Suspect)),
                    (Order::Dial(_, within), _, Some(peer)) => {
                        self.dial(index, peer, within, &lookout, events)
                    }
                    (Order::Silent(_, silence), _, Some(peer)) => {
                        self.fail(&Failure::silent(peer, 0, silence), events);
                    }
                    _ => {}
                }
            }
            std::thread::sleep(every);
        }
    }

    /// The ranks that this one watches. While the file is being closed, ranks of the other program may go.
    fn looked_after(&self) -> Vec<Contact> {
        if let Some(first) = self.leader() {
            return vec![first.clone()];
        }
        let others = if self.is_closing() { Vec::new() } else { self.others() };
        self.fellows().cloned().chain(others).collect()
    }

    /// Makes a link to a watched rank, in a thread because that rank may be stopped.
    fn dial(
        self: &Arc<Self>,
        index: u64,
        peer: &Contact,
        within: Duration,
        lookout: &Arc<Mutex<Lookout>>,
        events: &Arc<LinkEvents>,
    ) {
        let (party, events, peer) = (self.clone(), events.clone(), peer.clone());
        let of_thread = lookout.clone();
        let dialed = crate::link::spawn(move || {
            if let Err(error) = party.link_within(&peer, &events, within) {
                party.not_reached(&peer, &error, &events);
            }
            held(&of_thread).dialed(index);
        });
        if dialed.is_err() {
            held(lookout).dialed(index);
        }
    }

    fn not_reached(self: &Arc<Self>, peer: &Contact, error: &Error, events: &Arc<LinkEvents>) {
        let is_harmless = if is_silence(error) { self.is_closed() } else { self.is_over_soon(peer) };
        if !is_harmless && !self.has_failed() {
            self.fail(&Failure::unanswered(peer, 0, error), events);
        }
    }

    /// Finds out which rank of this program is gone.
    pub(in crate::mxn) fn find_lost(self: &Arc<Self>, offset: u64, events: &Arc<LinkEvents>) {
        for peer in self.fellows() {
            if self.has_failed() {
                return;
            }
            if !self.is_there(peer, events) {
                return self.fail(&Failure::of(peer, offset, "is gone"), events);
            }
        }
    }

    fn goes_on_looking(&self) -> bool {
        let mut attention = self.attention();
        let is_over = self.has_failed() || self.is_closed();
        attention.is_looking = !is_over && attention.until.is_some_and(|until| Instant::now() < until);
        attention.is_looking
    }

    /// Whether the absence of a peer is harmless: its goodbye may still be in transit.
    fn is_over_soon(&self, peer: &Contact) -> bool {
        let until = Instant::now() + self.absence(peer).patience(self.options.timeout);
        while !self.absence(peer).is_settled() && !self.has_failed() && Instant::now() < until {
            std::thread::sleep(PING / 50);
        }
        self.absence(peer).is_harmless()
    }

    fn absence(&self, peer: &Contact) -> Absence {
        let is_fellow = peer.side == self.side();
        Absence {
            is_fellow,
            is_closing: self.is_closing(),
            has_left: if is_fellow { self.is_closed() } else { !self.others().contains(peer) },
            is_linked: self.links_held().has_any(peer),
        }
    }

    /// Called repeatedly while a collective call waits for ranks of this program; if that takes long, a rank may be gone.
    /// Returns whether waiting is pointless.
    pub(in crate::mxn) fn waits_in_vain(self: &Arc<Self>, events: &Arc<LinkEvents>) -> bool {
        if self.has_failed() || self.is_closed() {
            return self.has_failed();
        }
        let now = Instant::now();
        let since = {
            let mut attention = self.attention();
            let fresh = Waiting { since: now, last: now };
            let current = attention.waiting.filter(|waiting| now - waiting.last < PING).unwrap_or(fresh);
            attention.waiting = Some(Waiting { last: now, ..current });
            current.since
        };
        if now - since > self.suspect_after() {
            self.suspect(events);
        }
        self.has_failed()
    }

    fn attention(&self) -> MutexGuard<'_, Attention> {
        self.attention.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
