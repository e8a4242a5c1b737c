// SPDX-License-Identifier: MIT OR Apache-2.0
//! How everybody learns that the stream has failed. Whoever finds it out tells its links and rank 0 of its program; rank 0
//! tells all of its program, and those of the other that it knows of. So nobody is told by more than a few, and ranks
//! that have no link yet hear it too.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use seaway_proto::{Contact, Side};

use super::{PING, Party};
use crate::link::{Events, Link};
use crate::mxn::failure::Failure;

impl Party {
    /// This rank is the first to know. Where nobody knows at which offset that is, it is where this rank is.
    pub(in crate::mxn) fn fail(self: &Arc<Self>, failure: &Failure, events: &Arc<dyn Events>) {
        let mut failure = failure.clone();
        if failure.offset == 0 {
            failure.offset = self.reached.load(Ordering::Relaxed);
        }
        self.learn(&failure, None, events);
    }

    /// A rank of `from` has told.
    pub(super) fn hear(self: &Arc<Self>, failure: &Failure, from: Side, events: &Arc<dyn Events>) {
        self.learn(failure, Some(from), events);
    }

    fn learn(self: &Arc<Self>, failure: &Failure, from: Option<Side>, events: &Arc<dyn Events>) {
        if !self.note(failure) {
            return;
        }
        let message = failure.message();
        for link in self.links() {
            let _ = link.send(&message);
        }
        if from == Some(self.side()) && self.leader().is_some() {
            return;
        }
        // In a thread of its own: a stopped process makes it wait, and the thread of a link must go on answering.
        let (party, failure, events) = (self.clone(), failure.clone(), events.clone());
        let told = crate::link::spawn(move || match party.leader() {
            Some(first) if party.tell(first, &failure, &events) => {}
            Some(_) => party.tell_all(party.fellows(), &failure, &events),
            None => party.tell_all(party.fellows().chain(&party.others()), &failure, &events),
        });
        // Without threads there is nobody to tell more; those who wait for us find us gone.
        drop(told);
    }

    /// Whoever cannot be reached any more need not be told.
    fn tell_all<'a>(
        &self,
        peers: impl Iterator<Item = &'a Contact>,
        failure: &Failure,
        events: &Arc<dyn Events>,
    ) {
        /// Told at a time: each of them may be stopped, and then takes a second.
        const AT_ONCE: usize = 16;
        let peers: Vec<&Contact> = peers.collect();
        std::thread::scope(|scope| {
            for part in peers.chunks(peers.len().div_ceil(AT_ONCE).max(1)) {
                scope.spawn(move || {
                    part.iter().for_each(|peer| {
                        self.tell(peer, failure, events);
                    });
                });
            }
        });
    }

    fn tell(&self, peer: &Contact, failure: &Failure, events: &Arc<dyn Events>) -> bool {
        Link::connect(peer, &self.identity, events, PING)
            .and_then(|link| {
                link.send(&failure.message())?;
                link.close();
                Ok(())
            })
            .is_ok()
    }

    fn note(&self, failure: &Failure) -> bool {
        let mut known = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_some() {
            return false;
        }
        *known = Some(failure.clone());
        self.failed.store(true, Ordering::Release);
        drop(known);
        self.changed.notify_all();
        true
    }
}
