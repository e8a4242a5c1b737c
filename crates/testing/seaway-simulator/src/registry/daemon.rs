// SPDX-License-Identifier: MIT OR Apache-2.0
//! The daemon with its registry, and a disk that keeps batches as a whole or not at all.

use std::collections::BTreeMap;

use seaway_messages::{RegistryEntry, RegistryMessage};
use seaway_registry::{Machine, MemoryStore, Output, Store};

use super::{Defect, Event, Sender, World};
use crate::core::{MILLISECOND, SECOND};

pub(super) struct Daemon {
    /// `None`: it is down.
    machine: Option<Machine>,
    life: u64,
    disk: MemoryStore,
    committing: Option<Output>,
    /// What has arrived meanwhile.
    inbox: Vec<(Sender, RegistryMessage)>,
    tickets: u64,
    senders: BTreeMap<u64, Sender>,
    defect: Defect,
}

impl Daemon {
    pub(super) fn new(defect: Defect) -> Self {
        let (disk, inbox, senders) = (MemoryStore::default(), Vec::new(), BTreeMap::new());
        Self { machine: None, life: 0, disk, committing: None, inbox, tickets: 0, senders, defect }
    }

    /// What is on the disk.
    pub(super) fn entries(&mut self) -> Vec<RegistryEntry> {
        self.disk.load().map(|contents| contents.entries).unwrap_or_default()
    }

    pub(super) fn start(&mut self, world: &mut World) {
        match self.disk.load() {
            Ok(contents) => self.machine = Some(Machine::new(contents, world.milliseconds())),
            Err(error) => world.wrong(error.text),
        }
        self.plan(world);
    }

    pub(super) fn crash(&mut self, world: &mut World) {
        if self.machine.take().is_none() {
            return;
        }
        world.done.crashes += 1;
        self.life += 1;
        if let Some(output) = self.committing.take()
            && world.choices.once_in(2)
        {
            self.keep(world, &output);
        }
        self.inbox.clear();
        self.senders.clear();
        let pause = world.choices.within(MILLISECOND..2 * SECOND);
        world.events.after(pause, Event::DaemonStarts);
    }

    pub(super) fn receive(&mut self, world: &mut World, sender: Sender, request: RegistryMessage) {
        if self.machine.is_some() {
            self.inbox.push((sender, request));
            self.work(world);
        }
    }

    pub(super) fn due(&mut self, world: &mut World, life: u64) {
        if life == self.life {
            self.work(world);
        }
    }

    pub(super) fn committed(&mut self, world: &mut World, life: u64) {
        if life == self.life
            && let Some(mut output) = self.committing.take()
        {
            self.keep(world, &output);
            self.tell(world, &mut output);
            self.work(world);
        }
    }

    fn keep(&mut self, world: &mut World, output: &Output) {
        if let Err(error) = self.disk.commit(&output.batch) {
            world.wrong(error.text);
        }
    }

    fn tell(&mut self, world: &mut World, output: &mut Output) {
        for (ticket, answer) in output.answers.drain(..) {
            if let Some(sender) = self.senders.remove(&ticket) {
                world.carry(Event::FromDaemon(sender, answer));
            }
        }
    }

    /// One group.
    fn work(&mut self, world: &mut World) {
        let Some(machine) = self.machine.as_mut().filter(|_| self.committing.is_none()) else { return };
        let (now, mut output) = (world.milliseconds(), Output::default());
        for (sender, request) in self.inbox.drain(..) {
            self.tickets += 1;
            self.senders.insert(self.tickets, sender);
            machine.apply(now, self.tickets, request, &mut output);
        }
        machine.settle(now, &mut output);
        if self.defect == Defect::AnswersEarly {
            self.tell(world, &mut output);
        }
        if !output.answers.is_empty() || !output.batch.is_empty() {
            self.committing = Some(output);
            let time = world.choices.within(100..50 * MILLISECOND);
            world.events.after(time, Event::Committed(self.life));
        }
        self.plan(world);
    }

    fn plan(&self, world: &mut World) {
        if let Some(due) = self.machine.as_ref().and_then(Machine::due) {
            let at = (due * MILLISECOND).max(world.events.now() + MILLISECOND);
            world.events.at(at, Event::DaemonDue(self.life));
        }
    }
}
