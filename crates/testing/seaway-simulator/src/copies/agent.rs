// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agents: homes, which make one change after the other, and nodes that hold a copy.

use std::collections::VecDeque;
use std::time::Duration;

use seaway_roles::thing::{Backup, Copied, Course, Lease, Mirror};

use super::registry::{Entry, LEASE, RegistryAnswer, RegistryRequest};
use super::{Asker, Cells, Event, Message, NODES, PROGRAMS, Reply, World};
use crate::core::{MILLISECOND, SECOND, Time};

/// How long a backup may take to answer.
const ANSWER_WITHIN: Time = SECOND;
/// How often an agent sees to copies.
const TEND_EVERY: Time = 200 * MILLISECOND;

#[derive(Debug, Default)]
pub(super) struct Agent {
    alive: bool,
    life: u64,
    pub(super) stopped_until: Time,
    pub(super) lease: Option<(u64, Lease)>,
    pub(super) home: Option<Home>,
    pub(super) copy: Option<Copy>,
    /// The newest access of each program: older ones are late, and come to nothing, as in a session.
    fences: [u64; PROGRAMS],
}

#[derive(Debug)]
pub(super) struct Home {
    pub(super) epoch: u64,
    /// The lease with which it became the home. It acts under no other.
    pub(super) under: u64,
    pub(super) cells: Cells,
    pub(super) mirror: Mirror,
    /// Where the copy is that is being filled, or named.
    pub(super) backup: usize,
    /// Of which the first is being made.
    pub(super) tasks: VecDeque<Task>,
    /// Numbers what is sent to the backup and asked of the registry for the first task. Older answers are late.
    pub(super) attempt: u64,
    /// Since when the backup is to be forgotten. The answer to an earlier request says nothing about it.
    pub(super) settling_since: Duration,
}

/// What a home does, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Write { program: usize, turn: u64, cell: usize, value: u64 },
    Begin { copy: u64 },
    Fill { copy: u64, cell: usize },
    Name { copy: u64 },
}

/// A copy that a node holds.
#[derive(Debug)]
pub(super) struct Copy {
    pub(super) backup: Backup,
    pub(super) cells: Cells,
    /// Of the home's newest message: older ones come to nothing, as in a session.
    pub(super) newest: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    KeepAlive,
    Tend,
    /// A read that was admitted is answered, if the home may still act.
    Answer {
        program: usize,
        turn: u64,
        epoch: u64,
        cell: usize,
    },
    /// The backup, or the registry, has not answered.
    Silence {
        attempt: u64,
    },
}

impl World {
    pub(super) fn start(&mut self, node: usize) {
        let agent = &mut self.agents[node];
        if !agent.alive {
            *agent = Agent { alive: true, life: agent.life + 1, ..Agent::default() };
            self.agent_asks(node, RegistryRequest::Grant);
            self.agent_will(node, TEND_EVERY, Step::Tend);
        }
    }

    /// Its memory is gone.
    pub(super) fn kill(&mut self, node: usize) {
        if !self.agents[node].alive {
            return;
        }
        self.done.kills += 1;
        let life = self.agents[node].life;
        self.agents[node] = Agent { life, ..Agent::default() };
        let after = self.choices.within(10 * MILLISECOND..10 * SECOND);
        self.events.after(after, Event::Start { node });
    }

    /// Whether the agent can act now. One that is stopped gets the event later.
    fn agent_acts(&mut self, node: usize, life: Option<u64>, event: Event) -> bool {
        let agent = &self.agents[node];
        if !agent.alive || life.is_some_and(|life| life != agent.life) {
            return false;
        }
        if agent.stopped_until > self.events.now() {
            self.events.at(agent.stopped_until, event);
            return false;
        }
        true
    }

    pub(super) fn agent_hears(&mut self, node: usize, message: Message, event: Event) {
        if !self.agent_acts(node, None, event) {
            return;
        }
        match message {
            Message::Read { program, turn, epoch, cell } => {
                if self.serves(node, epoch) {
                    let delay = self.choices.below(MILLISECOND);
                    self.agent_will(node, delay, Step::Answer { program, turn, epoch, cell });
                } else {
                    self.reply(program, turn, Reply::NotHere);
                }
            }
            Message::Write { program, turn, epoch, cell, value } => {
                let fence = &mut self.agents[node].fences[program];
                let is_late = turn < *fence;
                *fence = turn.max(*fence);
                if is_late {
                    return;
                }
                if self.serves(node, epoch) {
                    self.add_task(node, Task::Write { program, turn, cell, value });
                } else {
                    self.reply(program, turn, Reply::NotHere);
                }
            }
            Message::Create { program, turn } => {
                if let Some((under, _)) = self.agents[node].lease {
                    let (epoch, before, incarnation, revision) = (0, 0, 0, 0);
                    let entry =
                        Entry { home: node, epoch, before, incarnation, under, backup: None, revision };
                    self.agent_asks(node, RegistryRequest::Create { entry });
                }
                self.reply(program, turn, Reply::NotHere);
            }
            Message::Begin { from, attempt, epoch, copy } => {
                let is_newer = |held: &Copy| (held.backup.epoch, held.backup.copy) < (epoch, copy);
                if self.agents[node].copy.as_ref().is_none_or(is_newer) {
                    let (backup, cells) = (Backup::new(epoch, copy), Cells::default());
                    self.agents[node].copy = Some(Copy { backup, cells, newest: attempt });
                }
                self.send(from, Message::Copied { attempt, is_done: true });
            }
            Message::Change { from, attempt, epoch, copy, cell, value } => {
                let flaws = self.flaws;
                let mut is_done = false;
                if let Some(held) = &mut self.agents[node].copy {
                    let is_late = held.backup.epoch == epoch && attempt < held.newest;
                    is_done = held.backup.admits(epoch, copy, flaws) && !is_late;
                    if is_done {
                        (held.cells[cell], held.newest) = (value, attempt);
                    }
                }
                self.send(from, Message::Copied { attempt, is_done });
            }
            Message::Copied { attempt, is_done } => {
                self.is_copied(node, attempt, if is_done { Copied::Done } else { Copied::Failed });
            }
        }
    }

    /// Whether this node is the home in this epoch, and may act.
    fn serves(&self, node: usize, epoch: u64) -> bool {
        let agent = &self.agents[node];
        let Some(home) = agent.home.as_ref().filter(|home| home.epoch == epoch) else { return false };
        let is_over = |(id, lease): &(u64, Lease)| *id != home.under || lease.is_over(self.clock());
        self.flaws.lease_ignored || !agent.lease.as_ref().is_none_or(is_over)
    }

    fn add_task(&mut self, node: usize, task: Task) {
        let Some(home) = &mut self.agents[node].home else { return };
        home.tasks.push_back(task);
        if home.tasks.len() == 1 {
            self.begin_task(node);
        }
    }

    /// Begins the first task, or tries it once more.
    pub(super) fn begin_task(&mut self, node: usize) {
        let now = self.clock();
        let Some(home) = &mut self.agents[node].home else { return };
        let Some(task) = home.tasks.front().copied() else { return };
        home.attempt += 1;
        if home.mirror.needs_settling() {
            home.settling_since = home.settling_since.max(now);
        }
        let (attempt, epoch, backup) = (home.attempt, home.epoch, home.backup);
        match (home.mirror.course(), task) {
            (Course::NotHere, _) => self.give_up(node),
            (Course::Settle, _) => {
                self.agent_asks(node, RegistryRequest::Get);
                self.agent_will(node, 2 * ANSWER_WITHIN, Step::Silence { attempt });
            }
            // A write is done here; the attempt to fill a copy is over.
            (Course::Alone, _) => self.end_task(node),
            (Course::Both { copy }, Task::Write { cell, value, .. }) => {
                if self.flaws.made_at_home_first {
                    home.cells[cell] = value;
                }
                self.send(backup, Message::Change { from: node, attempt, epoch, copy, cell, value });
                if self.flaws.acknowledged_alone {
                    return self.end_task(node);
                }
                self.agent_will(node, ANSWER_WITHIN, Step::Silence { attempt });
            }
            (
                Course::Both { copy: now },
                Task::Begin { copy } | Task::Fill { copy, .. } | Task::Name { copy },
            ) if copy != now => self.end_task(node),
            (Course::Both { .. }, Task::Begin { copy }) => {
                self.send(backup, Message::Begin { from: node, attempt, epoch, copy });
                self.agent_will(node, ANSWER_WITHIN, Step::Silence { attempt });
            }
            (Course::Both { .. }, Task::Fill { copy, cell }) => {
                let value = home.cells[cell];
                self.send(backup, Message::Change { from: node, attempt, epoch, copy, cell, value });
                self.agent_will(node, ANSWER_WITHIN, Step::Silence { attempt });
            }
            (Course::Both { .. }, Task::Name { copy }) => {
                home.mirror.name(copy);
                self.agent_asks(node, RegistryRequest::Get);
                self.agent_will(node, 2 * ANSWER_WITHIN, Step::Silence { attempt });
            }
        }
    }

    /// The first task is done, as far as it can be.
    pub(super) fn end_task(&mut self, node: usize) {
        let Some(home) = &mut self.agents[node].home else { return };
        let Some(task) = home.tasks.pop_front() else { return };
        home.attempt += 1;
        let epoch = home.epoch;
        if let Task::Write { program, turn, cell, value } = task {
            home.cells[cell] = value;
            let reply = if self.serves(node, epoch) { Reply::Done { value } } else { Reply::NotHere };
            self.reply(program, turn, reply);
        }
        self.begin_task(node);
    }

    /// The backup has answered, or has not.
    fn is_copied(&mut self, node: usize, attempt: u64, outcome: Copied) {
        let flaws = self.flaws;
        let Some(home) = self.agents[node].home.as_mut().filter(|home| home.attempt == attempt) else {
            return;
        };
        let Course::Both { copy } = home.mirror.course() else { return };
        match (home.mirror.copied(copy, outcome, flaws), home.tasks.front()) {
            // The registry is asked, and its answer comes.
            (Course::Both { .. }, Some(Task::Name { .. })) => {}
            (Course::Both { .. } | Course::Alone, _) => self.end_task(node),
            (Course::Settle | Course::NotHere, _) => self.begin_task(node),
        }
    }

    pub(super) fn agent_steps(&mut self, node: usize, life: u64, step: Step, event: Event) {
        if !self.agent_acts(node, Some(life), event) {
            return;
        }
        match step {
            Step::KeepAlive => {
                if let Some((lease, _)) = self.agents[node].lease {
                    self.agent_asks(node, RegistryRequest::KeepAlive { lease });
                }
            }
            Step::Tend => {
                self.tend(node);
                self.agent_will(node, TEND_EVERY, Step::Tend);
            }
            Step::Answer { program, turn, epoch, cell } => {
                let value = self.agents[node].home.as_ref().map_or(0, |home| home.cells[cell]);
                let reply = if self.serves(node, epoch) { Reply::Done { value } } else { Reply::NotHere };
                self.reply(program, turn, reply);
            }
            Step::Silence { attempt } => {
                let is_it = |home: &&mut Home| home.attempt == attempt;
                let Some(home) = self.agents[node].home.as_mut().filter(is_it) else { return };
                let asks_registry =
                    home.mirror.needs_settling() || matches!(home.tasks.front(), Some(Task::Name { .. }));
                if asks_registry {
                    // Whatever is under way is decided by the next answer.
                    home.mirror.drop_backup();
                    self.begin_task(node);
                } else {
                    self.is_copied(node, attempt, Copied::Failed);
                }
            }
        }
    }

    /// Fills a copy where there is none, and looks whether one has to take over.
    fn tend(&mut self, node: usize) {
        let other = (node + 1 + self.choices.index(NODES - 1)) % NODES;
        let agent = &mut self.agents[node];
        if let Some(home) = agent.home.as_mut().filter(|home| home.tasks.is_empty())
            && let Some(copy) = home.mirror.fill()
        {
            home.backup = other;
            self.add_task(node, Task::Begin { copy });
            for cell in 0..PROGRAMS {
                self.add_task(node, Task::Fill { copy, cell });
            }
            self.add_task(node, Task::Name { copy });
        }
        let agent = &self.agents[node];
        if agent.copy.is_some() || agent.home.is_none() {
            self.agent_asks(node, RegistryRequest::Get);
        }
    }

    pub(super) fn agent_is_answered(
        &mut self,
        node: usize,
        life: u64,
        asked: Time,
        request: RegistryRequest,
        answer: RegistryAnswer,
        event: Event,
    ) {
        if !self.agent_acts(node, Some(life), event) {
            return;
        }
        let asked = Duration::from_micros(asked);
        match (request, answer) {
            (RegistryRequest::Grant, RegistryAnswer::Lease(id)) => {
                self.agents[node].lease = Some((id, Lease::new(Duration::from_micros(LEASE), asked)));
                self.plan_renewal(node);
                // A home whose lease had ended goes on, unless its backup was quicker.
                self.agent_asks(node, RegistryRequest::Get);
            }
            (RegistryRequest::KeepAlive { .. }, RegistryAnswer::Lease(id)) => {
                if let Some((own, lease)) = &mut self.agents[node].lease
                    && *own == id
                {
                    lease.renewed(asked);
                    self.plan_renewal(node);
                }
            }
            (RegistryRequest::KeepAlive { lease }, RegistryAnswer::LeaseEnded)
                if self.agents[node].lease.is_some_and(|(own, _)| own == lease) =>
            {
                self.agents[node].lease = None;
                self.agent_asks(node, RegistryRequest::Grant);
            }
            (RegistryRequest::Get, RegistryAnswer::Found { entry: Some(entry), home_is_lost }) => {
                self.sees(node, entry, home_is_lost);
            }
            (RegistryRequest::Get, RegistryAnswer::Found { entry: None, .. }) => self.give_up(node),
            (_, RegistryAnswer::Made(entry)) => self.is_made(node, asked, entry),
            _ => {}
        }
    }

    /// Another node is the home.
    pub(super) fn give_up(&mut self, node: usize) {
        let Some(home) = self.agents[node].home.take() else { return };
        for task in home.tasks {
            if let Task::Write { program, turn, .. } = task {
                self.reply(program, turn, Reply::NotHere);
            }
        }
    }

    fn plan_renewal(&mut self, node: usize) {
        let Some((_, lease)) = &self.agents[node].lease else { return };
        let wait = lease.renew_at().saturating_sub(self.clock());
        let wait = Time::try_from(wait.as_micros()).unwrap_or(0).max(MILLISECOND);
        self.agent_will(node, wait, Step::KeepAlive);
    }

    pub(super) fn agent_asks(&mut self, node: usize, request: RegistryRequest) {
        let from = Asker::Agent { node, life: self.agents[node].life, asked: self.events.now() };
        self.ask_registry(from, request);
    }

    fn agent_will(&mut self, node: usize, after: Time, step: Step) {
        let life = self.agents[node].life;
        self.events.after(after, Event::AgentStep { node, life, step });
    }
}
