// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links between simulated ranks, with a queue at each end that the link's thread drains.

use std::collections::VecDeque;
use std::sync::Arc;

use seaway_messages::{CopyMethod, MxnMessage};
use seaway_roles::stream::bytes::Line;

use super::{Event, Rank, Stage, World, reading, writing};
use crate::core::{Arrival, Delivery, LinkId, Outcome, Side};

/// What is sent over a link.
#[derive(Debug, Clone)]
pub(super) enum Message {
    Said(MxnMessage),
    /// `Data`, with its bytes.
    Bytes {
        id: u64,
        offset: u64,
        bytes: Vec<u8>,
    },
    Bye,
}

/// What a link's thread receives.
#[derive(Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// The link has ended without a goodbye.
    Lost,
    /// This side has closed it.
    Closed,
}

/// One end of a link.
#[derive(Debug)]
pub(super) struct End {
    pub(super) number: u64,
    link: LinkId,
    side: Side,
    pub(super) owner: Rank,
    pub(super) peer: Rank,
    way: CopyMethod,
}

impl Line for End {
    fn number(&self) -> u64 {
        self.number
    }

    fn way(&self) -> CopyMethod {
        self.way
    }
}

#[derive(Debug)]
pub(super) struct HeldLink {
    pub(super) end: Arc<End>,
    queue: VecDeque<Incoming>,
    /// The owner still has it: it has neither noticed its end nor closed it.
    pub(super) is_up: bool,
    is_closed: bool,
}

impl World {
    /// A link from this rank to one that listens.
    pub(super) fn dial(&mut self, rank: Rank, peer: Rank) -> Option<Arc<End>> {
        let ways = [CopyMethod::Socket, CopyMethod::ProcessMemory, CopyMethod::Window, CopyMethod::Socket];
        let is_between_fellows = self.ranks[rank].program == self.ranks[peer].program;
        let way = if is_between_fellows { CopyMethod::Socket } else { ways[self.choices.index(ways.len())] };
        self.dial_by(rank, peer, way)
    }

    /// All links that a reader asks a writer by: several if bytes go through sockets and the program wants that.
    pub(super) fn links_to(&mut self, rank: Rank, writer: Rank) -> Option<Vec<Arc<End>>> {
        let first = self.link_to(rank, writer).or_else(|| self.dial(rank, writer))?;
        let wanted = if first.way == CopyMethod::Socket { self.plan.links } else { 1 };
        let mut links: Vec<Arc<End>> = self.own_links_to(rank, writer).collect();
        while links.len() < wanted {
            links.push(self.dial_by(rank, writer, CopyMethod::Socket)?);
        }
        Some(links)
    }

    fn dial_by(&mut self, rank: Rank, peer: Rank, way: CopyMethod) -> Option<Arc<End>> {
        if !self.listens(peer) {
            return None;
        }
        let link = self.network.connect();
        for (side, owner, peer) in [(Side::Client, rank, peer), (Side::Server, peer, rank)] {
            let number = number(link, side);
            let end = Arc::new(End { number, link, side, owner, peer, way });
            let held = HeldLink { end: end.clone(), queue: VecDeque::new(), is_up: true, is_closed: false };
            self.ends.insert(number, held);
            let handle = self.handle(owner);
            let is_writer = self.is_writer(owner);
            let task: super::tasks::Task = match is_writer {
                true => Box::pin(writing::serve(handle, end)),
                false => Box::pin(reading::listen(handle, end)),
            };
            self.spawned.push((owner, task));
        }
        self.done.links += 1;
        let own = self.ends[&number(link, Side::Client)].end.clone();
        if self.is_writer(peer) && !self.is_writer(rank) {
            let accepted = self.ends[&number(link, Side::Server)].end.clone();
            if let Some(size) = self.writers[peer].outbox.ended() {
                self.say(&accepted, Message::Said(MxnMessage::End { id: 0, size }));
            }
            if let Some(reader) = self.readers[rank - self.writers.len()].slot {
                self.say(&own, Message::Said(MxnMessage::Join { reader }));
            }
        }
        Some(own)
    }

    /// Whether the rank accepts connections.
    pub(super) fn listens(&self, rank: Rank) -> bool {
        self.ranks[rank].is_alive && self.ranks[rank].stage != Stage::Closed
    }

    /// The link that this rank has made to another, if it is up.
    pub(super) fn link_to(&self, rank: Rank, peer: Rank) -> Option<Arc<End>> {
        self.own_links_to(rank, peer).next()
    }

    fn own_links_to(&self, rank: Rank, peer: Rank) -> impl Iterator<Item = Arc<End>> {
        let is_it = move |held: &&HeldLink| {
            held.is_up && held.end.owner == rank && held.end.peer == peer && held.end.side == Side::Client
        };
        self.ends.values().filter(is_it).map(|held| held.end.clone())
    }

    pub(super) fn has(&self, end: &End) -> bool {
        self.ends[&end.number].is_up
    }

    pub(super) fn links_of(&self, rank: Rank) -> Vec<Arc<End>> {
        let is_own = |held: &&HeldLink| held.is_up && held.end.owner == rank;
        self.ends.values().filter(is_own).map(|held| held.end.clone()).collect()
    }

    pub(super) fn all_links_of(&self, rank: Rank) -> Vec<Arc<End>> {
        self.ends.values().filter(|held| held.end.owner == rank).map(|held| held.end.clone()).collect()
    }

    /// `false`: the link has ended.
    pub(super) fn say(&mut self, end: &End, message: Message) -> bool {
        if self.ends[&end.number].is_closed {
            return false;
        }
        let now = self.events.now();
        match self.network.send(now, &mut self.choices, end.link, end.side, message) {
            Some((time, delivery)) => {
                self.events.at(time, Event::Arrive(delivery));
                true
            }
            None => false,
        }
    }

    /// With a goodbye, or without: what was sent before still arrives.
    pub(super) fn close(&mut self, end: &End, with_goodbye: bool) {
        if with_goodbye {
            self.say(end, Message::Bye);
        }
        let now = self.events.now();
        if let Some((time, delivery)) = self.network.close(now, &mut self.choices, end.link, end.side) {
            self.events.at(time, Event::Arrive(delivery));
        }
        if let Some(held) = self.ends.get_mut(&end.number) {
            (held.is_up, held.is_closed) = (false, true);
        }
    }

    /// Both directions break, losing the last messages.
    pub(super) fn cut(&mut self, end: &End) {
        let (now, lost) = (self.events.now(), self.choices.below(4));
        for (time, delivery) in self.network.cut(now, &mut self.choices, end.link, lost) {
            self.events.at(time, Event::Arrive(delivery));
        }
    }

    pub(super) fn freeze(&mut self, end: &End, until: crate::core::Time) {
        self.network.freeze(end.link, end.side, until);
    }

    /// The rank that receives this delivery.
    pub(super) fn receiver(&self, delivery: &Delivery<Message>) -> Rank {
        self.ends[&number(delivery.link, delivery.to)].end.owner
    }

    pub(super) fn arrive(&mut self, delivery: Delivery<Message>) {
        let now = self.events.now();
        match self.network.arrived(now, &mut self.choices, delivery) {
            Outcome::Lost => {}
            Outcome::Later(time, delivery) => self.events.at(time, Event::Arrive(delivery)),
            Outcome::Arrives(Delivery { link, to, what, .. }) => {
                let Some(held) = self.ends.get_mut(&number(link, to)) else { return };
                held.queue.push_back(match what {
                    Arrival::Message(message) => Incoming::Message(message),
                    Arrival::Torn(_) | Arrival::End => Incoming::Lost,
                });
            }
        }
    }

    /// What the link's thread finds next.
    pub(super) fn next_incoming(&mut self, end: &End) -> Option<Incoming> {
        let held = self.ends.get_mut(&end.number)?;
        if held.is_closed {
            return Some(Incoming::Closed);
        }
        held.queue.pop_front()
    }

    /// The owner has noticed the end.
    pub(super) fn forget(&mut self, end: &End) {
        if let Some(held) = self.ends.get_mut(&end.number) {
            held.is_up = false;
        }
    }
}

fn number(link: LinkId, side: Side) -> u64 {
    link.0 * 2 + u64::from(side == Side::Server)
}
