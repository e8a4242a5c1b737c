// SPDX-License-Identifier: MIT OR Apache-2.0
//! How all ranks learn that the stream has failed. [`Recipients`] decides who informs whom.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, Operation};
use seaway_messages::{Contact, Side};
use seaway_roles::stream::{Position, Recipients};

use super::{PING, Party};
use crate::mxn::failure::Failure;
use crate::mxn::{Link, LinkEvents};

/// How long this rank delays its own error so that peers with full sockets can be informed first.
const NEWS: Duration = Duration::from_millis(250);

impl Party {
    /// This rank has detected the failure. Without an offset, its own position is reported.
    pub(in crate::mxn) fn fail(self: &Arc<Self>, failure: &Failure, events: &Arc<LinkEvents>) {
        let mut failure = failure.clone();
        if failure.offset == 0 {
            failure.offset = self.reached.load(Ordering::Relaxed);
        }
        self.learn(&failure, None, events);
    }

    /// As [`fail`](Self::fail), by a call of the program: the error it returns, once peers have been informed. If the stream
    /// has failed before, the error is that failure's.
    pub(in crate::mxn) fn fail_call(
        self: &Arc<Self>,
        failure: &Failure,
        operation: Operation,
        events: &Arc<LinkEvents>,
    ) -> Error {
        self.fail(failure, events);
        // Another thread may still be informing peers of an earlier failure.
        let until = Instant::now() + 2 * NEWS;
        while !self.has_failed() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.as_error(self.failure.get().unwrap_or(failure), operation)
    }

    /// A rank of side `from` has reported the failure.
    pub(super) fn hear(self: &Arc<Self>, failure: &Failure, from: Side, events: &Arc<LinkEvents>) {
        self.learn(failure, Some(from), events);
    }

    fn learn(self: &Arc<Self>, failure: &Failure, from: Option<Side>, events: &Arc<LinkEvents>) {
        if self.failure.set(failure.clone()).is_err() {
            return;
        }
        // Peers hear of it before the calls of this rank do: a program that gets the error may exit at once, and peers would
        // see its connections end and blame this rank instead of the one that is lost.
        let message = failure.message();
        let deadline = Instant::now() + NEWS;
        let (to_lost, to_others): (Vec<_>, Vec<_>) =
            self.links().into_iter().partition(|link| failure.is_of(link.peer()));
        to_others.iter().for_each(|link| drop(link.send_until(&message, deadline)));
        self.failure_is_published.store(true, Ordering::Release);
        self.changed.notify_all();
        to_lost.iter().for_each(|link| drop(link.send(&message)));
        let recipients = Recipients::of(Position {
            is_rank_0: self.leader().is_none(),
            was_told_by_own: from == Some(self.side()),
            rank_0_is_lost: self.leader().is_some_and(|first| failure.is_of(first)),
        });
        if recipients == Recipients::Nobody {
            return;
        }
        // In a thread of its own: a stopped process makes it wait, and the thread of a link must go on answering.
        let (party, failure, events) = (self.clone(), failure.clone(), events.clone());
        let told = crate::link::spawn(move || {
            let is_told = |first: &Contact| party.tell(first, &failure, &events);
            match recipients {
                Recipients::Rank0 if party.leader().is_some_and(is_told) => {}
                Recipients::Everybody => {
                    party.tell_all(party.fellows().chain(&party.others()), &failure, &events)
                }
                _ => party.tell_all(party.fellows(), &failure, &events),
            }
        });
        // If no thread can be started, ranks without a link find out when they wait for this one.
        drop(told);
    }

    /// Informs these ranks, except those that cannot be reached.
    fn tell_all<'a>(
        &self,
        peers: impl Iterator<Item = &'a Contact>,
        failure: &Failure,
        events: &Arc<LinkEvents>,
    ) {
        /// Ranks that are informed at a time: each may be stopped and then takes a second.
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

    fn tell(&self, peer: &Contact, failure: &Failure, events: &Arc<LinkEvents>) -> bool {
        Link::connect(peer, &self.identity, events, PING)
            .and_then(|link| {
                link.send(&failure.message())?;
                link.close();
                Ok(())
            })
            .is_ok()
    }

    /// A link was made after the failure: its peer may have been stopped when the others were informed.
    pub(in crate::mxn) fn tell_latecomer(&self, link: &Link) {
        if let Some(failure) = self.failure.get() {
            let _ = link.send(&failure.message());
        }
    }
}
