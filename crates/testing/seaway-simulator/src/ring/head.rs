// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head: a source that changes, the conductor, and the links that it feeds itself.

use std::collections::BTreeMap;

use seaway_roles::ring::{Action, Conductor, Fate, Feed, Feeder, Holdings, Patience, Reading, Shape, Step};

use super::{Event, LinkEnd, Message, Told, World};
use crate::core::{MILLISECOND, Time};

pub(super) struct Head {
    pub(super) objects: u64,
    /// By object: how often its file has changed.
    source: Vec<u32>,
    chunks: Vec<u64>,
    /// By object: the state of the file when its version began.
    began: Vec<u32>,
    held: Holdings,
    reading: Reading<u32>,
    feeds: BTreeMap<u64, Feed>,
    conductor: Conductor,
    lives: Vec<u64>,
    /// Nodes that restart, and will be there again.
    expected: Vec<bool>,
}

impl Head {
    pub(super) fn new(world: &mut World, nodes: usize) -> Self {
        let objects = 1 + world.choices.below(8);
        let chunks: Vec<u64> = (0..objects).map(|_| world.choices.below(20)).collect();
        let shape = if world.choices.once_in(3) { Shape::Tree } else { Shape::Chain };
        let conductor = Conductor::new(shape, nodes, 1, Patience::default()).with_defect(world.defect);
        let mut head = Self {
            objects,
            source: vec![0; chunks.len()],
            began: vec![0; chunks.len()],
            held: Holdings::default(),
            reading: Reading::default(),
            feeds: BTreeMap::new(),
            conductor,
            lives: vec![0; nodes],
            expected: vec![false; nodes],
            chunks,
        };
        (0..objects).for_each(|object| head.offer(object));
        head.held.last(objects);
        head
    }

    fn at(object: u64) -> usize {
        usize::try_from(object).unwrap_or(0)
    }

    /// A new version of an object, from the file as it is now.
    fn offer(&mut self, object: u64) {
        let chunks = self.chunks[Self::at(object)];
        let version = self.reading.begin(object, usize::try_from(chunks).unwrap_or(0));
        self.began[Self::at(object)] = self.source[Self::at(object)];
        self.held.offered(object, version, chunks);
        self.held.complete(object, version);
        self.commit(object, version);
    }

    /// If it was read to the end and is still the same file.
    fn commit(&mut self, object: u64, version: u32) {
        if self.reading.is_whole(object, version) {
            if self.began[Self::at(object)] == self.source[Self::at(object)] {
                self.held.commit(object, version);
            } else {
                self.offer(object);
            }
        }
    }

    pub(super) fn change_source(&mut self, world: &mut World) {
        let object = world.choices.below(self.objects);
        self.source[Self::at(object)] += 1;
        world.done.changes += 1;
    }

    pub(super) fn begin(&mut self, world: &mut World) {
        let actions = self.conductor.begin(0);
        self.act(world, actions);
        world.events.after(10 * MILLISECOND, Event::Tick);
    }

    pub(super) fn tick(&mut self, world: &mut World) {
        let actions = self.conductor.tick(world.milliseconds());
        self.act(world, actions);
        world.events.after(10 * MILLISECOND, Event::Tick);
    }

    fn act(&mut self, world: &mut World, actions: Vec<Action>) {
        for action in actions {
            let delay = world.choices.within(50..5 * MILLISECOND);
            let place = |feeder| match feeder {
                Feeder::Head => LinkEnd::Head,
                Feeder::Node(node) => LinkEnd::Node(node, self.lives[node]),
            };
            let event = match action {
                Action::Feed { feeder, node, link } => Event::Feed { feeder: place(feeder), node, link },
                Action::EndFeed { feeder, link } => Event::EndFeed { feeder: place(feeder), link },
            };
            world.events.after(delay, event);
        }
    }

    pub(super) fn feed(&mut self, link: u64) {
        self.feeds.insert(link, Feed::default());
    }

    pub(super) fn answered(&mut self, world: &mut World, link: u64, message: &Message) {
        if let (Some(feed), Message::Wanted { object, version, chunks, want }) =
            (self.feeds.get_mut(&link), message)
        {
            feed.wanted(*object, *version, *chunks, want);
            world.pump(link, 100);
        }
    }

    pub(super) fn pump(&mut self, world: &mut World, link: u64, pace: Time) {
        let Some(feed) = self.feeds.get_mut(&link) else { return };
        let Some(step) = feed.step(&self.held) else { return };
        let mut pace = if matches!(step, Step::Chunk { .. }) { pace } else { 100 };
        let message = match step {
            Step::Offer { object, version } => {
                Some(Message::Offer { object, version, chunks: self.chunks[Self::at(object)] })
            }
            Step::Chunk { object, version, index } => {
                let content = self.source[Self::at(object)];
                if self.reading.read(object, version, index, content) {
                    self.commit(object, version);
                    Some(Message::Chunk { object, version, index, content })
                } else {
                    if self.reading.version(object) == Some(version) {
                        self.offer(object);
                    }
                    pace = 100;
                    None
                }
            }
            Step::Commit { object, version } => Some(Message::Commit { object, version }),
            Step::Last { objects } => Some(Message::Last { objects }),
            Step::Sums { .. } => None,
        };
        if let Some(message) = message {
            world.send(link, true, message);
        }
        // Whatever has changed concerns all links.
        let links: Vec<u64> = self.feeds.keys().copied().filter(|&other| other != link).collect();
        links.iter().for_each(|&other| world.pump(other, 100));
        world.pump(link, pace);
    }

    pub(super) fn link_lost(&mut self, world: &mut World, link: u64) {
        self.feeds.remove(&link);
        let actions = self.conductor.link_lost(world.milliseconds(), link);
        self.act(world, actions);
    }

    pub(super) fn told(&mut self, world: &mut World, node: usize, report: Told) {
        let now = world.milliseconds();
        match report {
            Told::Progress { bytes, complete } => self.conductor.progress(now, node, bytes, complete),
            Told::Arrived => self.conductor.arrived(now, node),
            Told::LinkLost { link } => {
                let actions = self.conductor.link_lost(now, link);
                self.act(world, actions);
            }
            Told::CannotForward => {
                let actions = self.conductor.cannot_forward(now, node);
                self.act(world, actions);
            }
        }
    }

    pub(super) fn gone(&mut self, world: &mut World, node: usize, life: u64) {
        if self.lives[node] == life {
            let actions = self.conductor.lost(world.milliseconds(), node);
            self.act(world, actions);
        }
    }

    pub(super) fn returned(&mut self, world: &mut World, node: usize) {
        self.lives[node] += 1;
        self.expected[node] = false;
        let actions = self.conductor.returned(world.milliseconds(), node);
        self.act(world, actions);
    }

    pub(super) fn is_over(&self) -> bool {
        self.conductor.is_over() && !self.expected.contains(&true)
    }

    pub(super) fn has_arrived(&self, node: usize) -> bool {
        self.conductor.fate(node) == Fate::Arrived
    }
}
