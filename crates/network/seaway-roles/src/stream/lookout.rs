// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lookout`]: a rank that waits for long asks rank 0 of its program to watch all ranks, and watches rank 0 itself. So the loss
//! of a rank that no call waits for directly is detected too, and only rank 0 watches many.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Liveness, Time, Verdict};

/// After this time, rank 0 is asked to watch. It has the rest of the timeout to detect a loss.
const SUSPECT: Duration = Duration::from_secs(2);
/// How long a goodbye may be on its way to a rank that has no link from its sender.
const GOODBYE: Duration = Duration::from_secs(1);
/// How often rank 0 is asked to go on.
const REQUEST_EVERY: Duration = Duration::from_secs(1);
/// Ranks that are dialed at a time: each may be stopped, and then dialing takes the whole limit.
const MOST_DIALS: usize = 16;

/// How long a call waits before it asks rank 0 to watch.
pub fn suspect_after(timeout: Duration) -> Duration {
    SUSPECT.min(timeout / 4)
}

#[derive(Debug)]
pub struct Lookout {
    /// The timeout less the time that passed before rank 0 was asked.
    limit: Duration,
    liveness: Liveness,
    next_request: Time,
    dialing: BTreeSet<u64>,
}

/// A watched rank.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// The driver's number for it.
    pub peer: u64,
    /// When it was last heard, if there is a link to it.
    pub heard: Option<Time>,
}

/// What the driver has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Ping it.
    Ask(u64),
    /// Ask it to watch all ranks.
    Request(u64),
    /// Make a link to it within this time, then call [`Lookout::dialed`]. A rank that does not answer is silent.
    Dial(u64, Duration),
    /// It has been silent for this long: the stream fails.
    Silent(u64, Duration),
}

impl Lookout {
    pub fn new(timeout: Duration, now: Time) -> Self {
        let limit = timeout.saturating_sub(suspect_after(timeout));
        let liveness = Liveness::at_once(limit, now);
        Self { limit, liveness, next_request: now, dialing: BTreeSet::new() }
    }

    /// How often to look.
    pub fn every(&self) -> Duration {
        Duration::from_millis(100).min(self.limit / 8)
    }

    /// `is_leader`: this is rank 0 itself. `seen`: the ranks that this one watches now.
    pub fn look(&mut self, now: Time, is_leader: bool, seen: &[Seen]) -> Vec<Order> {
        let mut orders = Vec::new();
        for seen in seen.iter().filter(|seen| seen.heard.is_none()) {
            if self.dialing.len() < MOST_DIALS && self.dialing.insert(seen.peer) {
                orders.push(Order::Dial(seen.peer, self.limit));
            }
        }
        let linked = || seen.iter().filter_map(|seen| Some((seen.peer, seen.heard?)));
        if !is_leader && now >= self.next_request && linked().next().is_some() {
            self.next_request = now + REQUEST_EVERY;
            orders.extend(linked().map(|(peer, _)| Order::Request(peer)));
        }
        orders.extend(self.liveness.look(now, linked()).into_iter().map(|verdict| match verdict {
            Verdict::Ask(peer) => Order::Ask(peer),
            Verdict::Silent(peer, silence) => Order::Silent(peer, silence),
        }));
        orders
    }

    /// Dialing has ended: there is a link, or the driver has handled the failure.
    pub fn dialed(&mut self, peer: u64) {
        self.dialing.remove(&peer);
    }
}

/// A rank that was dialed and does not listen any more. It has left in order, and its goodbye may still be on its way; or it is
/// lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// It is of this rank's own program.
    pub is_fellow: bool,
    /// This rank is closing the file, and nothing can be lost any more.
    pub is_closing: bool,
    /// It has said goodbye, or it is no longer needed.
    pub has_left: bool,
    /// A link from it is still up. The end of that link shows whether it has left.
    pub is_linked: bool,
}

impl Absence {
    /// How long its goodbye may be on its way.
    pub fn patience(self, timeout: Duration) -> Duration {
        // The ranks of a program leave together: one that is killed in the last collective call is missed, but the others may
        // wait in it for the whole limit.
        match self.is_fellow && self.is_closing {
            true => timeout.saturating_sub(suspect_after(timeout)),
            false => GOODBYE,
        }
    }

    /// Whether it is over without harm: nothing more need be waited for.
    pub fn is_settled(self) -> bool {
        self.has_left || (self.is_closing && !self.is_fellow)
    }

    /// Whether it does no harm that it is gone, once [`patience`](Self::patience) has passed.
    pub fn is_harmless(self) -> bool {
        self.is_settled() || (self.is_linked && !self.is_fellow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Time {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn who_has_asked_looks_after_rank_0_and_rank_0_after_everybody() {
        let timeout = at(4000);
        assert_eq!(suspect_after(timeout), at(1000));
        let seen = |heard| Seen { peer: 0, heard };
        let mut asking = Lookout::new(timeout, at(0));
        assert_eq!(asking.look(at(0), false, &[seen(None)]), [Order::Dial(0, at(3000))]);
        assert_eq!(asking.look(at(50), false, &[seen(None)]), [], "a call is pending");
        asking.dialed(0);
        let orders = asking.look(at(100), false, &[seen(Some(at(90)))]);
        assert_eq!(orders, [Order::Request(0)], "as soon as there is a link");
        let orders = asking.look(at(1000), false, &[seen(Some(at(110)))]);
        assert_eq!(orders, [Order::Ask(0)]);
        // The limit and what the one who waits had waited before make up the timeout.
        assert_eq!(asking.look(at(3900), false, &[seen(Some(at(110)))]), [Order::Request(0)]);
        assert_eq!(asking.look(at(4001), false, &[seen(Some(at(110)))]), [Order::Silent(0, at(3001))]);
    }

    #[test]
    fn many_ranks_are_dialed_a_few_at_a_time() {
        let all: Vec<Seen> = (0..100).map(|peer| Seen { peer, heard: None }).collect();
        let mut leader = Lookout::new(at(4000), at(0));
        assert_eq!(leader.look(at(0), true, &all).len(), MOST_DIALS);
        assert_eq!(leader.look(at(100), true, &all), []);
        leader.dialed(3);
        assert_eq!(leader.look(at(200), true, &all).len(), 1);
    }
}
