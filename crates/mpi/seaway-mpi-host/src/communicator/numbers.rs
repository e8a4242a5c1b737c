// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Numbers`]: which channels of a family are in use, idle or not yet created.
//!
//! Each rank has its own. Where threads open and close files concurrently, they may differ for a moment; so a
//! number is proposed, reserved and only then agreed on.

use std::collections::{BTreeMap, BTreeSet};

use super::channel::Channel;

#[derive(Debug, Default)]
pub(super) struct Numbers {
    idle: BTreeMap<u32, Channel>,
    /// Below `next`, not in use, and without a channel.
    free: BTreeSet<u32>,
    next: u32,
}

/// A number that no other thread of this rank can get, with its channel if one exists already.
#[derive(Debug)]
pub(super) struct Reservation {
    pub(super) number: u32,
    pub(super) channel: Option<Channel>,
}

impl Numbers {
    /// Lower numbers are reserved permanently.
    pub(super) fn from(first: u32) -> Self {
        Self { next: first, ..Self::default() }
    }

    /// The lowest available number from `least` on.
    pub(super) fn reserve(&mut self, least: u32) -> Reservation {
        let idle = self.idle.range(least..).next().map(|(&number, _)| number);
        let free = self.free.range(least..).next().copied();
        let number = idle.into_iter().chain(free).min().unwrap_or(self.next.max(least));
        self.reserve_exactly(number).expect("it is idle, free or new")
    }

    pub(super) fn reserve_exactly(&mut self, number: u32) -> Option<Reservation> {
        if number >= self.next {
            self.free.extend(self.next..number);
            self.next = number + 1;
            return Some(Reservation { number, channel: None });
        }
        if let Some(channel) = self.idle.remove(&number) {
            return Some(Reservation { number, channel: Some(channel) });
        }
        self.free.remove(&number).then_some(Reservation { number, channel: None })
    }

    pub(super) fn release(&mut self, Reservation { number, channel }: Reservation) {
        match channel {
            Some(channel) => {
                self.idle.insert(number, channel);
            }
            None => {
                self.free.insert(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communicator::node::mapping::Mapping;
    use crate::communicator::node::rendezvous::Rendezvous;
    use crate::communicator::node::table::{Layout, SharedRegion};

    fn channel(number: u32) -> Channel {
        let layout = Layout { slots: 1, notices: 0 };
        let region = SharedRegion::of(Mapping::private(layout.bytes()).unwrap(), layout).unwrap();
        Channel::new(number, Rendezvous::new(region, 0))
    }

    #[test]
    fn idle_channels_come_first() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.reserve(0).number, 0);
        assert_eq!(numbers.reserve(0).number, 1);
        numbers.release(Reservation { number: 1, channel: Some(channel(1)) });
        let again = numbers.reserve(0);
        assert_eq!((again.number, again.channel.map(|channel| channel.number())), (1, Some(1)));
        numbers.release(Reservation { number: 0, channel: None });
        assert_eq!(numbers.reserve(1).number, 2);
        assert_eq!(numbers.reserve(0).number, 0);
        assert_eq!(numbers.reserve(0).number, 3);
    }

    #[test]
    fn what_others_propose_is_taken_once() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.reserve_exactly(3).unwrap().number, 3);
        assert!(numbers.reserve_exactly(3).is_none());
        assert_eq!(numbers.reserve_exactly(1).unwrap().number, 1);
        assert_eq!([0, 0, 0].map(|least| numbers.reserve(least).number), [0, 2, 4]);
    }
}
