// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node: what it holds, whom it feeds, and what is visible on its disk.

use std::collections::BTreeMap;

use seaway_messages::Want;
use seaway_roles::ring::{Defect, Feed, Holdings, Offered, Received, Step};

use super::{Event, Message, Told, World};
use crate::core::{Choices, MILLISECOND, Time};

pub(super) struct Node {
    index: usize,
    pub(super) life: u64,
    is_alive: bool,
    /// How long a chunk takes on its line.
    pub(super) pace: Time,
    pub(super) cannot_forward: bool,
    held: Holdings,
    chunks: BTreeMap<(u64, u32), u64>,
    /// Content by object, version and chunk: each version has a file of its own.
    files: BTreeMap<(u64, u32), BTreeMap<u64, u32>>,
    feeds: BTreeMap<u64, Feed>,
    /// Survives a crash.
    pub(super) visible: BTreeMap<u64, Vec<u32>>,
    showing: BTreeMap<u64, u32>,
    has_told: bool,
    defect: Defect,
}

impl Node {
    pub(super) fn new(index: usize, choices: &mut Choices, defect: Defect) -> Self {
        let pace = if choices.once_in(5) {
            40 * MILLISECOND
        } else {
            choices.within(2 * MILLISECOND..10 * MILLISECOND)
        };
        Self {
            index,
            life: 0,
            is_alive: true,
            pace,
            cannot_forward: false,
            held: Holdings::with_defect(defect),
            chunks: BTreeMap::new(),
            files: BTreeMap::new(),
            feeds: BTreeMap::new(),
            visible: BTreeMap::new(),
            showing: BTreeMap::new(),
            has_told: false,
            defect,
        }
    }

    pub(super) fn lives(&self, life: u64) -> bool {
        self.is_alive && self.life == life
    }

    /// The life that has ended.
    pub(super) fn die(&mut self, _world: &mut World) -> Option<u64> {
        std::mem::replace(&mut self.is_alive, false).then_some(self.life)
    }

    /// Memory is lost; what is visible stays.
    pub(super) fn restart(&mut self) -> u64 {
        let visible = std::mem::take(&mut self.visible);
        let mut choices = Choices::seeded(0);
        *self = Self {
            life: self.life + 1,
            visible,
            pace: self.pace,
            ..Self::new(self.index, &mut choices, self.defect)
        };
        self.life
    }

    pub(super) fn hear(
        &mut self,
        world: &mut World,
        life: u64,
        link: u64,
        message: Message,
    ) -> Result<(), String> {
        if !self.lives(life) {
            return Ok(());
        }
        match message {
            Message::Offer { object, version, chunks } => {
                let offered = self.held.offered(object, version, chunks);
                if offered == Offered::New {
                    self.chunks.insert((object, version), chunks);
                    self.showing.remove(&object);
                }
                let missing = self.held.missing(object, version);
                let want = match missing {
                    None => Want::Nothing,
                    Some(missing) if missing.is_full() && chunks > 0 => Want::Everything,
                    Some(missing) => Want::Chunks(missing.to_bytes()),
                };
                world.send(link, false, Message::Wanted { object, version, chunks, want });
            }
            Message::Chunk { object, version, index, content } => {
                world.done.chunks += 1;
                if self.held.received(object, version, index) == Received::Store {
                    let file = match self.defect {
                        Defect::MixesVersions => 0,
                        _ => version,
                    };
                    self.files.entry((object, file)).or_default().insert(index, content);
                    self.held.stored(object, version, index);
                }
                self.show(world, object);
            }
            Message::Commit { object, version } => {
                self.held.commit(object, version);
                self.show(world, object);
            }
            Message::Last { objects } => self.held.last(objects),
            Message::Wanted { .. } => {}
        }
        let links: Vec<u64> = self.feeds.keys().copied().collect();
        links.iter().for_each(|&link| world.pump(link, 100));
        self.check()
    }

    /// Making an object visible takes a while.
    fn show(&mut self, world: &mut World, object: u64) {
        let Some(version) = self.held.ready(object) else { return };
        if self.showing.insert(object, version) == Some(version) {
            return;
        }
        let file = if self.defect == Defect::MixesVersions { 0 } else { version };
        let content =
            self.files.get(&(object, file)).map(|file| file.values().copied().collect()).unwrap_or_default();
        let delay = world.choices.within(100..20 * MILLISECOND);
        let (node, life) = (self.index, self.life);
        world.events.after(delay, Event::Shown { node, life, object, version, content });
    }

    pub(super) fn shown(
        &mut self,
        _world: &mut World,
        life: u64,
        object: u64,
        version: u32,
        content: Vec<u32>,
    ) {
        if self.lives(life) && self.held.settle(object, version) {
            self.visible.insert(object, content);
        }
    }

    /// Never a mix.
    fn check(&self) -> Result<(), String> {
        for (object, content) in &self.visible {
            if content.windows(2).any(|pair| pair[0] != pair[1]) {
                return Err(format!(
                    "node {} shows a mix of versions of object {object}: {content:?}",
                    self.index
                ));
            }
        }
        Ok(())
    }

    pub(super) fn feed(&mut self, link: u64) {
        // A link that is made anew after another.
        let feed =
            self.feeds.values().next_back().map_or_else(|| Feed::with_defect(self.defect), Feed::after);
        self.feeds.insert(link, feed);
    }

    pub(super) fn end_feed(&mut self, link: u64) {
        if self.defect != Defect::TrustsTheLink {
            self.feeds.remove(&link);
        }
    }

    pub(super) fn link_lost(&mut self, world: &mut World, life: u64, link: u64) {
        if self.lives(life) && self.feeds.contains_key(&link) {
            world.tell(self.index, life, Told::LinkLost { link });
        }
    }

    pub(super) fn answered(&mut self, world: &mut World, life: u64, link: u64, message: &Message) {
        if let (true, Message::Wanted { object, version, chunks, want }) = (self.lives(life), message) {
            if let Some(feed) = self.feeds.get_mut(&link) {
                feed.wanted(*object, *version, *chunks, want);
            }
            world.pump(link, 100);
        }
    }

    pub(super) fn pump(&mut self, world: &mut World, life: u64, link: u64, pace: Time) {
        if !self.lives(life) || self.cannot_forward {
            return;
        }
        let Some(feed) = self.feeds.get_mut(&link) else { return };
        let Some(step) = feed.step(&self.held) else { return };
        let message = match step {
            Step::Offer { object, version } => Message::Offer {
                object,
                version,
                chunks: self.chunks.get(&(object, version)).copied().unwrap_or(0),
            },
            Step::Chunk { object, version, index } => {
                let file = if self.defect == Defect::MixesVersions { 0 } else { version };
                let content = self.files.get(&(object, file)).and_then(|file| file.get(&index)).copied();
                Message::Chunk { object, version, index, content: content.unwrap_or(u32::MAX) }
            }
            Step::Commit { object, version } => Message::Commit { object, version },
            Step::Last { objects } => Message::Last { objects },
            // Nodes of the simulation never ask for checksums.
            Step::Sums { .. } => return,
        };
        let pace = if matches!(message, Message::Chunk { .. }) { pace.max(self.pace) } else { 100 };
        world.send(link, true, message);
        world.pump(link, pace);
    }

    pub(super) fn report(&mut self, world: &mut World, life: u64) {
        if !self.lives(life) {
            return;
        }
        let bytes =
            self.visible.len() as u64 * 1000 + self.files.values().map(|file| file.len() as u64).sum::<u64>();
        let complete = self.held.is_everything();
        world.tell(self.index, life, Told::Progress { bytes, complete });
        if complete && !std::mem::replace(&mut self.has_told, true) {
            world.tell(self.index, life, Told::Arrived);
        }
        if self.cannot_forward {
            world.tell(self.index, life, Told::CannotForward);
        }
        world.events.after(50 * MILLISECOND, Event::Report { node: self.index, life });
    }
}
