// SPDX-License-Identifier: MIT OR Apache-2.0
//! A worker, and the agent of its node, which renews its lease while its process runs.

use seaway_messages::{AssignedTask, QueueMessage, TaskReport};
use seaway_roles::queue::Refusal;

use super::requests::Requests;
use super::{Event, LEASE, Party, QUEUE, Sender, World};
use crate::core::{MILLISECOND, SECOND};

pub(super) struct Worker {
    index: usize,
    requests: Requests,
    /// Given by the daemon; 0: not yet.
    number: u64,
    sequence: u64,
    tasks: Vec<AssignedTask>,
    reports: Vec<TaskReport>,
    /// What the request under way reports.
    reported: Vec<TaskReport>,
    state: State,
    /// What came while it was stopped.
    held_up: Vec<Event>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Dead,
    Runs,
    Stopped,
}

impl Worker {
    pub(super) fn new(index: usize) -> Self {
        Self {
            index,
            requests: Requests::of(Party::Worker(index)),
            number: 0,
            sequence: 0,
            tasks: Vec::new(),
            reports: Vec::new(),
            reported: Vec::new(),
            state: State::Dead,
            held_up: Vec::new(),
        }
    }

    pub(super) fn start(&mut self, world: &mut World) {
        if self.state == State::Dead {
            self.state = State::Runs;
            self.join(world);
            world.events.after(LEASE * MILLISECOND / 3, Event::Renew(self.index));
        }
    }

    fn join(&mut self, world: &mut World) {
        (self.number, self.sequence) = (0, 0);
        (self.tasks, self.reports) = (Vec::new(), Vec::new());
        self.requests.send(world, QueueMessage::Join { queue: QUEUE.into(), node: String::new() });
    }

    pub(super) fn die(&mut self, world: &mut World) {
        if self.state == State::Dead {
            return;
        }
        world.done.worker_deaths += 1;
        self.state = State::Dead;
        self.requests.end();
        self.held_up.clear();
        // If its agent lives, it tells at once.
        if world.choices.once_in(2) {
            self.by_agent(world, QueueMessage::Leave { queue: QUEUE.into(), worker: self.number });
        }
        let pause = world.choices.within(MILLISECOND..3 * SECOND);
        world.events.after(pause, Event::WorkerStarts(self.index));
    }

    pub(super) fn stop(&mut self, world: &mut World) {
        if self.state == State::Runs {
            self.state = State::Stopped;
            let pause = world.choices.within(MILLISECOND..4 * SECOND);
            world.events.after(pause, Event::Continue(self.index));
        }
    }

    pub(super) fn resume(&mut self, world: &mut World) {
        if self.state == State::Stopped {
            self.state = State::Runs;
            self.held_up.drain(..).for_each(|event| world.events.after(0, event));
        }
    }

    /// The agent looks after it.
    pub(super) fn renew(&mut self, world: &mut World) {
        if self.state == State::Dead {
            return;
        }
        if self.state == State::Runs {
            self.by_agent(world, QueueMessage::Renew { queue: QUEUE.into(), workers: vec![self.number] });
        }
        world.events.after(LEASE * MILLISECOND / 3, Event::Renew(self.index));
    }

    fn by_agent(&self, world: &mut World, message: QueueMessage) {
        let sender = Sender { party: Party::Agent(self.index), life: 0, id: 0 };
        world.carry(|| Event::ToDaemon(sender, message.clone()));
    }

    pub(super) fn resend(&mut self, world: &mut World, sender: Sender) {
        match self.state {
            State::Stopped => self.held_up.push(Event::Resend(sender)),
            _ => self.requests.resend(world, sender),
        }
    }

    pub(super) fn answered(&mut self, world: &mut World, sender: Sender, message: QueueMessage) {
        if self.state == State::Stopped {
            return self.held_up.push(Event::FromDaemon(sender, message));
        }
        if !self.requests.is_answer(sender) {
            return;
        }
        match message {
            QueueMessage::Joined { worker, .. } => {
                self.number = worker;
                self.ask(world);
            }
            QueueMessage::Assigned { accepted, tasks } => {
                for (report, is_accepted) in self.reported.drain(..).zip(accepted) {
                    if is_accepted && !report.failed {
                        world.checker.accepted(report.number, self.number);
                    }
                }
                world.done.attempts += tasks.len() as u64;
                self.tasks = tasks;
                self.next_task(world);
            }
            QueueMessage::Failed { kind, .. } if kind == Refusal::LeaseEnded.code() => self.join(world),
            // It was stopped after joining, before anybody had heard of the queue.
            QueueMessage::Failed { kind, .. } if kind == Refusal::NoSuchQueue.code() => self.join(world),
            other => world.checker.wrong(format!("a worker is told {other:?}")),
        }
    }

    pub(super) fn worked(&mut self, world: &mut World, life: u64) {
        if life != self.requests.life {
            return;
        }
        if self.state == State::Stopped {
            return self.held_up.push(Event::Worked { worker: self.index, life });
        }
        if let Some(AssignedTask { task, attempt }) = self.tasks.pop() {
            let failed = world.choices.once_in(10);
            let result = self.number.to_le_bytes().to_vec();
            self.reports.push(TaskReport { number: task.number, attempt, failed, result });
        }
        self.next_task(world);
    }

    fn next_task(&mut self, world: &mut World) {
        if self.tasks.is_empty() {
            return self.ask(world);
        }
        let is_slow = world.choices.once_in(12);
        let time =
            world.choices.within(if is_slow { SECOND..6 * SECOND } else { MILLISECOND..300 * MILLISECOND });
        world.events.after(time, Event::Worked { worker: self.index, life: self.requests.life });
    }

    fn ask(&mut self, world: &mut World) {
        self.sequence += 1;
        self.reported = std::mem::take(&mut self.reports);
        let want = 1 + u32::try_from(world.choices.below(4)).unwrap_or(0);
        let milliseconds = world.choices.within(10..800);
        self.requests.send(
            world,
            QueueMessage::Work {
                queue: QUEUE.into(),
                worker: self.number,
                sequence: self.sequence,
                reports: self.reported.clone(),
                want,
                milliseconds,
            },
        );
    }
}
