// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment of a simulation, without roles: [`Events`] is virtual time, [`Choices`] are seeded,
//! [`Network`] carries messages and fails. A schedule is a pure function of its seed: nothing in here reads a
//! clock, an address or a hash map's order.
//!
//! A simulation owns one of each and loops: take the next event, pass it to a role, carry out the role's
//! actions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::ops::Range;

/// Virtual time in microseconds since the start.
pub type Time = u64;
pub const MILLISECOND: Time = 1_000;
pub const SECOND: Time = 1_000_000;

/// The source of choices: a seed, and nothing else.
#[derive(Debug)]
pub struct Choices(fastrand::Rng);

impl Choices {
    pub fn seeded(seed: u64) -> Self {
        // Neighbouring seeds give unrelated schedules.
        Self(fastrand::Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5ea_3a7))
    }

    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.0.u64(..end) }
    }

    pub fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.below(range.end.saturating_sub(range.start))
    }

    pub fn index(&mut self, len: usize) -> usize {
        if len == 0 { 0 } else { self.0.usize(..len) }
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn number(&mut self) -> u64 {
        self.0.u64(..)
    }
}

/// Events in order of time; those at the same time in the order in which they were scheduled.
#[derive(Debug)]
pub struct Events<E> {
    now: Time,
    planned: u64,
    queue: BinaryHeap<Reverse<Planned<E>>>,
}

#[derive(Debug)]
struct Planned<E> {
    at: (Time, u64),
    event: E,
}

impl<E> PartialEq for Planned<E> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}
impl<E> Eq for Planned<E> {}
impl<E> PartialOrd for Planned<E> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<E> Ord for Planned<E> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

impl<E> Default for Events<E> {
    fn default() -> Self {
        Self { now: 0, planned: 0, queue: BinaryHeap::new() }
    }
}

impl<E> Events<E> {
    pub fn now(&self) -> Time {
        self.now
    }

    /// A time in the past means now.
    pub fn at(&mut self, time: Time, event: E) {
        self.planned += 1;
        self.queue.push(Reverse(Planned { at: (time.max(self.now), self.planned), event }));
    }

    pub fn after(&mut self, delay: Time, event: E) {
        self.at(self.now.saturating_add(delay), event);
    }

    /// The next event; advances the clock to its time.
    #[allow(clippy::should_implement_trait, reason = "moves the clock, which an iterator would hide")]
    pub fn next(&mut self) -> Option<E> {
        let Reverse(next) = self.queue.pop()?;
        self.now = next.at.0;
        Some(next.event)
    }
}

/// One end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The side that connected.
    Client,
    Server,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Side::Client => Side::Server,
            Side::Server => Side::Client,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkId(pub u64);

/// What comes out of a link. Schedule it as an event of the simulation, and pass it to [`Network::arrived`]
/// when its time has come.
#[derive(Debug, Clone)]
pub struct Delivery<M> {
    pub link: LinkId,
    pub to: Side,
    pub what: Arrival<M>,
    /// Sequence number in the flow when this was sent: a later freeze delays it.
    number: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival<M> {
    Message(M),
    /// The first part of a message whose rest is lost; the link ends after it.
    Torn(M),
    End,
}

/// Links like those of TCP: in order, without loss within a link, and cut at any point. What one side has
/// sent may still arrive long after that side has closed the link and made another.
#[derive(Debug)]
pub struct Network {
    links: BTreeMap<LinkId, Link>,
    next: u64,
    /// How long a message takes.
    pub delays: Range<Time>,
}

#[derive(Debug, Default)]
struct Link {
    flows: [Flow; 2],
}

#[derive(Debug, Default)]
struct Flow {
    /// When the last message arrives; none overtakes it.
    last: Time,
    /// Nothing arrives before.
    frozen_until: Time,
    /// Messages with a number from here on are lost, and the first of them is torn.
    cut_from: Option<u64>,
    sent: u64,
    /// The receiver does not listen any more.
    deaf: bool,
    ended: bool,
}

impl Default for Network {
    fn default() -> Self {
        Self { links: BTreeMap::new(), next: 0, delays: 50..2 * MILLISECOND }
    }
}

impl Network {
    pub fn connect(&mut self) -> LinkId {
        let id = LinkId(self.next);
        self.next += 1;
        self.links.insert(id, Link::default());
        id
    }

    /// Sends a message; returns when it arrives, and the delivery to schedule for then. `None`: the link has
    /// ended.
    pub fn send<M>(
        &mut self,
        now: Time,
        choices: &mut Choices,
        link: LinkId,
        from: Side,
        message: M,
    ) -> Option<(Time, Delivery<M>)> {
        self.plan(now, choices, link, from, Arrival::Message(message))
    }

    /// One side closes: what it has sent still arrives, then the end. It receives nothing more itself.
    pub fn close<M>(
        &mut self,
        now: Time,
        choices: &mut Choices,
        link: LinkId,
        side: Side,
    ) -> Option<(Time, Delivery<M>)> {
        self.flow(link, side.other())?.deaf = true;
        let end = self.plan(now, choices, link, side, Arrival::End);
        self.flow(link, side)?.ended = true;
        end
    }

    /// What `from` sends does not arrive before `until`, including messages in flight.
    pub fn freeze(&mut self, link: LinkId, from: Side, until: Time) {
        if let Some(flow) = self.flow(link, from) {
            flow.frozen_until = flow.frozen_until.max(until);
        }
    }

    /// Both directions break: the last `lost` messages in flight in each never arrive, and the first of these
    /// may be torn. Both sides see an end, as after a reset.
    pub fn cut<M>(
        &mut self,
        now: Time,
        choices: &mut Choices,
        link: LinkId,
        lost: u64,
    ) -> Vec<(Time, Delivery<M>)> {
        let mut ends = Vec::new();
        for from in [Side::Client, Side::Server] {
            ends.extend(self.plan(now, choices, link, from, Arrival::End));
            if let Some(flow) = self.flow(link, from) {
                // The end itself is the last, and arrives.
                flow.cut_from = Some(flow.sent.saturating_sub(lost + 1));
                flow.ended = true;
            }
        }
        ends
    }

    /// A host dies: nothing listens on its links any more, and what it has sent but not yet passed to the
    /// network is lost. The other side notices nothing.
    pub fn host_died(&mut self, link: LinkId, side: Side) {
        if let Some(flow) = self.flow(link, side.other()) {
            flow.deaf = true;
        }
        if let Some(flow) = self.flow(link, side) {
            flow.ended = true;
        }
    }

    /// What becomes of a delivery whose time has come.
    pub fn arrived<M>(&mut self, now: Time, choices: &mut Choices, mut delivery: Delivery<M>) -> Outcome<M> {
        let from = delivery.to.other();
        let Some(flow) = self.flow(delivery.link, from) else { return Outcome::Lost };
        if flow.frozen_until > now {
            return Outcome::Later(flow.frozen_until, delivery);
        }
        if flow.deaf {
            return Outcome::Lost;
        }
        let is_end = matches!(delivery.what, Arrival::End);
        match flow.cut_from {
            Some(cut) if delivery.number > cut && !is_end => Outcome::Lost,
            Some(cut) if delivery.number == cut && !is_end => match delivery.what {
                Arrival::Message(message) if choices.once_in(2) => {
                    delivery.what = Arrival::Torn(message);
                    Outcome::Arrives(delivery)
                }
                _ => Outcome::Lost,
            },
            _ => Outcome::Arrives(delivery),
        }
    }

    fn plan<M>(
        &mut self,
        now: Time,
        choices: &mut Choices,
        link: LinkId,
        from: Side,
        what: Arrival<M>,
    ) -> Option<(Time, Delivery<M>)> {
        let delay = choices.within(self.delays.clone());
        let flow = self.flow(link, from)?;
        if flow.ended {
            return None;
        }
        let number = flow.sent;
        flow.sent += 1;
        flow.last = (now + delay).max(flow.last);
        // A freeze takes effect on arrival, where it delays all messages alike: their order stays.
        Some((flow.last, Delivery { link, to: from.other(), what, number }))
    }

    fn flow(&mut self, link: LinkId, from: Side) -> Option<&mut Flow> {
        let index = match from {
            Side::Client => 0,
            Side::Server => 1,
        };
        self.links.get_mut(&link).map(|link| &mut link.flows[index])
    }
}

#[derive(Debug)]
pub enum Outcome<M> {
    Arrives(Delivery<M>),
    /// Schedule it again for then: the connection is frozen.
    Later(Time, Delivery<M>),
    Lost,
}

/// A violation found by a schedule, and how to reproduce it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The scenario, as named on the command line.
    pub scenario: &'static str,
    pub seed: u64,
    pub at: Time,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scenario, seed, at, what } = self;
        write!(
            f,
            "{what} (at {at} us); reproduce with: cargo run --release -p seaway-simulator -- --scenario {scenario} --schedules 1 --seed {seed}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_order_of_time_and_of_scheduling() {
        let mut events = Events::default();
        events.at(5, 'c');
        events.at(3, 'a');
        events.at(3, 'b');
        assert_eq!([events.next(), events.next()], [Some('a'), Some('b')]);
        events.at(1, 'd');
        assert_eq!((events.next(), events.now()), (Some('d'), 3));
        assert_eq!((events.next(), events.now(), events.next()), (Some('c'), 5, None));
    }

    /// What arrives, and when, if everything is delivered.
    fn run(
        network: &mut Network,
        choices: &mut Choices,
        planned: Vec<(Time, Delivery<u8>)>,
    ) -> Vec<(Time, Arrival<u8>)> {
        let mut events = Events::default();
        planned.into_iter().for_each(|(time, delivery)| events.at(time, delivery));
        let mut seen = Vec::new();
        while let Some(delivery) = events.next() {
            match network.arrived(events.now(), choices, delivery) {
                Outcome::Arrives(delivery) => seen.push((events.now(), delivery.what)),
                Outcome::Later(time, delivery) => events.at(time, delivery),
                Outcome::Lost => {}
            }
        }
        seen
    }

    #[test]
    fn messages_of_a_closed_link_still_arrive_after_a_freeze() {
        let (mut network, mut choices) = (Network::default(), Choices::seeded(1));
        let link = network.connect();
        let mut planned: Vec<_> =
            (0..3).filter_map(|m| network.send(0, &mut choices, link, Side::Client, m)).collect();
        network.freeze(link, Side::Client, 20 * SECOND);
        planned.extend(network.close(1, &mut choices, link, Side::Client));
        let seen = run(&mut network, &mut choices, planned);
        assert!(seen.iter().all(|(time, _)| *time >= 20 * SECOND));
        let messages: Vec<_> = seen.into_iter().map(|(_, what)| what).collect();
        let [a, b, c] = [0, 1, 2].map(Arrival::Message);
        assert_eq!(messages, [a, b, c, Arrival::End]);
        assert!(network.send(2, &mut choices, link, Side::Client, 9).is_none());
    }

    #[test]
    fn cut_loses_the_last_messages_and_both_sides_see_the_end() {
        for seed in 0..50 {
            let (mut network, mut choices) = (Network::default(), Choices::seeded(seed));
            let link = network.connect();
            let mut planned: Vec<_> =
                (0..4).filter_map(|m| network.send(0, &mut choices, link, Side::Client, m)).collect();
            planned.extend(network.cut(0, &mut choices, link, 2));
            let seen = run(&mut network, &mut choices, planned);
            let messages = seen.iter().filter(|(_, what)| matches!(what, Arrival::Message(_))).count();
            let ends = seen.iter().filter(|(_, what)| *what == Arrival::End).count();
            assert_eq!((messages, ends), (2, 2), "seed {seed}: {seen:?}");
        }
    }
}
