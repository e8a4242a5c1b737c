// SPDX-License-Identifier: MIT OR Apache-2.0
//! The watch over ranks that have gone silent: whoever waits for long asks rank 0 of its program, and that one looks
//! after everybody.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use seaway_device::Error;
use seaway_proto::{Contact, MxnMessage};

use super::{PING, Party, SUSPECT, Waiting};
use crate::link::Events;
use crate::mxn::failure::Failure;
use crate::mxn::vigil::Vigil;

impl Party {
    /// Looks after everybody for a while: a thread of its own, because a stopped process may make it wait.
    pub(super) fn suspect(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
        suspicion.until = Some(Instant::now() + 3 * PING);
        if std::mem::replace(&mut suspicion.is_looking, true) {
            return;
        }
        drop(suspicion);
        let (party, events) = (self.clone(), events.clone());
        let looked = crate::link::spawn(move || party.look_after(&events));
        if looked.is_err() {
            self.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        }
    }

    fn look_after(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let mut vigil = Vigil::new();
        while self.goes_on_looking() {
            let others = self.others();
            let mut links = Vec::new();
            for peer in self.fellows().chain(&others) {
                match self.link_to(peer, events) {
                    Ok(link) => links.push(link),
                    Err(_) if self.is_over_soon(peer) => {}
                    Err(error) => {
                        self.fail(&Failure::of(peer, 0, unanswered(&error)), events);
                    }
                }
            }
            vigil.look(self, || links, 0, events);
            std::thread::sleep(PING / 2);
        }
    }

    /// A rank of this program is gone: which?
    pub(in crate::mxn) fn find_lost(self: &Arc<Self>, offset: u64, events: &Arc<dyn Events>) {
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
        let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = self.has_failed() || self.is_closing();
        suspicion.is_looking = !is_over && suspicion.until.is_some_and(|until| Instant::now() < until);
        suspicion.is_looking
    }

    /// Whether a peer that does not answer has closed the file in order: what it said last may still be on its way.
    fn is_over_soon(&self, peer: &Contact) -> bool {
        let until = Instant::now() + PING;
        while !self.is_over(peer) && !self.has_failed() && Instant::now() < until {
            std::thread::sleep(PING / 50);
        }
        self.is_over(peer)
    }

    /// Whether nobody needs `peer` any more.
    fn is_over(&self, peer: &Contact) -> bool {
        let is_other = peer.side != self.side();
        self.is_closing() || (is_other && !self.others().contains(peer))
    }

    /// Asked again and again while a collective call waits for the own program's ranks: if that takes long, somebody may
    /// be gone.
    pub(in crate::mxn) fn waits_for_own(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let now = Instant::now();
        let since = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = Waiting { since: now, last: now };
            let current = waiting.filter(|waiting| now - waiting.last < PING).unwrap_or(fresh);
            *waiting = Some(Waiting { last: now, ..current });
            current.since
        };
        if now - since > SUSPECT {
            self.ask_for_a_look(events);
        }
    }

    /// Rank 0 looks after everybody.
    pub(in crate::mxn) fn ask_for_a_look(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let Some(first) = self.leader().cloned() else { return self.suspect(events) };
        {
            let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            if suspicion.is_looking || suspicion.until.is_some_and(|until| until > now) {
                return;
            }
            suspicion.until = Some(now + PING);
            suspicion.is_looking = true;
        }
        let (party, events) = (self.clone(), events.clone());
        let asked = crate::link::spawn(move || {
            match party.link_to(&first, &events).and_then(|link| link.send(&MxnMessage::Suspect)) {
                Ok(()) => {}
                Err(_) if party.has_failed() || party.is_closing() => {}
                Err(error) => party.fail(&Failure::of(&first, 0, unanswered(&error)), &events),
            }
            party.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        });
        if asked.is_err() {
            self.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        }
    }
}

fn unanswered(error: &Error) -> String {
    format!("does not answer ({})", error.reason())
}
