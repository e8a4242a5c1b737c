// SPDX-License-Identifier: MIT OR Apache-2.0
//! The daemon: the queues, and a disk that keeps groups of records as a whole or not at all.

use std::collections::BTreeMap;

use seaway_messages::{QueueMessage, QueueRecord};
use seaway_roles::queue::{Defect, Output, Queues};

use super::{Event, Sender, World};
use crate::core::{MILLISECOND, SECOND};

pub(super) struct Daemon {
    /// `None`: it is down.
    queues: Option<Queues>,
    life: u64,
    disk: Vec<QueueRecord>,
    /// What is being committed.
    committing: Option<Output>,
    /// What has arrived meanwhile.
    inbox: Vec<(Sender, QueueMessage)>,
    tickets: u64,
    senders: BTreeMap<u64, Sender>,
    defect: Defect,
}

impl Daemon {
    pub(super) fn new(defect: Defect) -> Self {
        let (disk, inbox, senders) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { queues: None, life: 0, disk, committing: None, inbox, tickets: 0, senders, defect }
    }

    pub(super) fn start(&mut self, world: &mut World) {
        let mut queues = Queues::with_defect(self.defect);
        self.disk.iter().for_each(|record| queues.replay(record));
        queues.begin(world.milliseconds());
        if world.choices.once_in(3) {
            self.disk = queues.snapshot();
        }
        self.queues = Some(queues);
        self.plan(world);
    }

    /// Of the group that was being committed, all or nothing is on the disk.
    pub(super) fn crash(&mut self, world: &mut World) {
        if self.queues.take().is_none() {
            return;
        }
        world.done.crashes += 1;
        self.life += 1;
        if let Some(output) = self.committing.take()
            && world.choices.once_in(2)
        {
            self.disk.extend(output.records);
        }
        self.inbox.clear();
        self.senders.clear();
        let pause = world.choices.within(MILLISECOND..2 * SECOND);
        world.events.after(pause, Event::DaemonStarts);
    }

    pub(super) fn receive(&mut self, world: &mut World, sender: Sender, message: QueueMessage) {
        if self.queues.is_some() {
            self.inbox.push((sender, message));
            self.work(world);
        }
    }

    pub(super) fn due(&mut self, world: &mut World, life: u64) {
        if life == self.life {
            self.work(world);
        }
    }

    pub(super) fn committed(&mut self, world: &mut World, life: u64) {
        if life != self.life {
            return;
        }
        let Some(output) = self.committing.take() else { return };
        self.disk.extend(output.records);
        for (ticket, answer) in output.answers {
            if let Some(sender) = self.senders.remove(&ticket) {
                world.carry(|| Event::FromDaemon(sender, answer.clone()));
            }
        }
        self.work(world);
    }

    /// One group.
    fn work(&mut self, world: &mut World) {
        let Some(queues) = self.queues.as_mut().filter(|_| self.committing.is_none()) else { return };
        let (now, mut output) = (world.milliseconds(), Output::default());
        for (sender, message) in self.inbox.drain(..) {
            self.tickets += 1;
            self.senders.insert(self.tickets, sender);
            queues.apply(now, self.tickets, message, &mut output);
        }
        queues.settle(now, &mut output);
        if output.answers.is_empty() && output.records.is_empty() {
            return self.plan(world);
        }
        self.committing = Some(output);
        let time = world.choices.within(100..20 * MILLISECOND);
        world.events.after(time, Event::Committed(self.life));
        self.plan(world);
    }

    fn plan(&self, world: &mut World) {
        if let Some(due) = self.queues.as_ref().and_then(Queues::due) {
            let at = (due * MILLISECOND).max(world.events.now() + MILLISECOND);
            world.events.at(at, Event::DaemonDue(self.life));
        }
    }
}
