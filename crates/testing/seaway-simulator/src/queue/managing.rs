// SPDX-License-Identifier: MIT OR Apache-2.0
//! A manager that submits tasks and takes their completions. Its successor knows nothing but the tasks.

use seaway_messages::{QueueMessage, QueueTerms, Task};
use seaway_roles::queue::Refusal;

use super::requests::Requests;
use super::{Event, LEASE, Party, QUEUE, Sender, World};
use crate::core::{Choices, MILLISECOND, SECOND};

pub(super) struct Manager {
    requests: Requests,
    tasks: u64,
    terms: QueueTerms,
    epoch: u64,
    /// All before were submitted.
    submitted: u64,
    /// The last completion that it has.
    seen: u64,
    is_alive: bool,
    submitting: Vec<u64>,
}

pub(super) fn terms(choices: &mut Choices) -> QueueTerms {
    let tries = if choices.once_in(4) { 2 } else { 1_000 };
    let straggler = if choices.once_in(2) { choices.within(300..3_000) } else { 0 };
    QueueTerms { tries, lease: LEASE, straggler }
}

impl Manager {
    pub(super) fn new(tasks: u64, terms: QueueTerms) -> Self {
        let (requests, submitting) = (Requests::of(Party::Manager), Vec::new());
        Self { requests, tasks, terms, epoch: 0, submitted: 0, seen: 0, is_alive: false, submitting }
    }

    pub(super) fn start(&mut self, world: &mut World) {
        if self.is_alive {
            return;
        }
        world.done.managers += 1;
        (self.is_alive, self.epoch, self.submitted, self.seen) = (true, 0, 0, 0);
        self.requests.send(world, QueueMessage::Inspect { queue: QUEUE.into() });
    }

    pub(super) fn die(&mut self, world: &mut World) {
        self.is_alive = false;
        self.requests.end();
        let pause = world.choices.within(MILLISECOND..2 * SECOND);
        world.events.after(pause, Event::ManagerStarts);
    }

    pub(super) fn resend(&mut self, world: &mut World, sender: Sender) {
        self.requests.resend(world, sender);
    }

    pub(super) fn answered(&mut self, world: &mut World, sender: Sender, message: QueueMessage) {
        if !self.requests.is_answer(sender) {
            return;
        }
        match message {
            QueueMessage::Counts { epoch, .. } => return self.attach(world, epoch),
            QueueMessage::Failed { kind, .. } if kind == Refusal::NoSuchQueue.code() => {
                return self.attach(world, 0);
            }
            QueueMessage::Failed { kind, .. } if kind == Refusal::Fenced.code() && self.epoch == 0 => {
                return self.requests.send(world, QueueMessage::Inspect { queue: QUEUE.into() });
            }
            QueueMessage::Attached { epoch, .. } => self.epoch = epoch,
            QueueMessage::Submitted { .. } => {
                self.submitted += self.submitting.len() as u64;
                self.submitting.drain(..).for_each(|number| world.checker.submitted(number));
            }
            QueueMessage::Completed { completions } => {
                for completion in completions {
                    self.seen = completion.sequence;
                    world.checker.completed(&completion);
                }
            }
            other => world.checker.wrong(format!("the manager is told {other:?}")),
        }
        self.go_on(world);
    }

    fn attach(&mut self, world: &mut World, epoch: u64) {
        let (token, terms) = (world.choices.number(), self.terms);
        self.requests.send(world, QueueMessage::Attach { queue: QUEUE.into(), epoch, token, terms });
    }

    fn go_on(&mut self, world: &mut World) {
        let (queue, epoch) = (QUEUE.to_owned(), self.epoch);
        let message = if self.submitted < self.tasks && (self.seen == 0 || world.choices.once_in(2)) {
            let end = (self.submitted + world.choices.within(1..10)).min(self.tasks);
            self.submitting = (self.submitted..end).collect();
            let task = |&number: &u64| Task { number, priority: 0, near: String::new(), payload: Vec::new() };
            QueueMessage::Submit { queue, epoch, tasks: self.submitting.iter().map(task).collect() }
        } else {
            let most = 1 + u32::try_from(world.choices.below(8)).unwrap_or(0);
            let milliseconds = world.choices.within(10..800);
            QueueMessage::AwaitDone { queue, epoch, after: self.seen, most, milliseconds }
        };
        self.requests.send(world, message);
    }
}
