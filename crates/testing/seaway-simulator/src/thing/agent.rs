// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agents: leases, requests of programs on other nodes, and moving a thing.

use std::time::Duration;

use seaway_roles::thing::{Held, Lease, Sight, State, Verdict};

use super::registry::{Entry, LEASE, RegistryAnswer, RegistryRequest};
use super::{Access, Arena, Asker, COUNTER, Cells, Event, Message, PROGRAMS, Reply, World};
use crate::core::{MILLISECOND, SECOND, Time};

#[derive(Debug, Default)]
pub(super) struct Agent {
    alive: bool,
    /// Which of the processes on this node.
    pub(super) life: u64,
    pub(super) stopped_until: Time,
    pub(super) lease: Option<(u64, Lease)>,
    pub(super) thing: Option<Here>,
    /// Bytes of a thing that is about to come here, from its home of an epoch.
    coming: Option<(u64, Cells)>,
    /// The newest access of each program: older ones are late, and come to nothing, as in a session of the store service.
    fences: [u64; PROGRAMS],
}

/// A thing at its home.
#[derive(Debug)]
pub(super) struct Here {
    pub(super) held: Held,
    pub(super) arena: usize,
    pub(super) incarnation: u64,
}

/// What an agent does next.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    KeepAlive,
    /// Carries out an access that was admitted, then looks once more.
    Apply {
        program: usize,
        turn: u64,
        epoch: u64,
        arena: usize,
        access: Access,
    },
    Answer {
        program: usize,
        turn: u64,
        epoch: u64,
        value: u64,
    },
    /// Reads the bytes of a frozen thing.
    CopyAway {
        to: usize,
        epoch: u64,
    },
    /// Nobody has answered: asks the registry who the home is.
    Settle {
        epoch: u64,
    },
}

impl World {
    pub(super) fn start(&mut self, node: usize) {
        let agent = &mut self.agents[node];
        if agent.alive {
            return;
        }
        *agent = Agent { alive: true, life: agent.life + 1, ..Agent::default() };
        self.agent_asks(node, RegistryRequest::Grant);
    }

    /// Its memory is gone, but programs of the node have the pages mapped, and the table says what it said last.
    pub(super) fn kill(&mut self, node: usize) {
        if !self.agents[node].alive {
            return;
        }
        self.done.kills += 1;
        let life = self.agents[node].life;
        self.agents[node] = Agent { life, ..Agent::default() };
        let after = self.choices.within(10 * MILLISECOND..20 * SECOND);
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

    pub(super) fn agent_hears(&mut self, node: usize, message: Message, event: Event) -> Result<(), String> {
        if !self.agent_acts(node, None, event) {
            return Ok(());
        }
        match message {
            Message::Access { program, turn, epoch, access } => {
                self.admit(node, program, turn, epoch, access)
            }
            Message::Renew { program, turn } => {
                // It serves only if the registry has confirmed its lease lately.
                let is_over =
                    self.agents[node].lease.as_ref().is_none_or(|(_, lease)| lease.is_over(self.clock()));
                self.reply(program, turn, if is_over { Reply::NotHere } else { Reply::Renewed });
            }
            Message::MoveAway { to } => self.begin_move(node, to),
            Message::Bytes { from, epoch, cells } => {
                let Some((lease, _)) = self.agents[node].lease else { return Ok(()) };
                // Those of an attempt that was given up may come later than those of the next.
                if self.agents[node].coming.is_none_or(|(newest, _)| newest < epoch) {
                    self.agents[node].coming = Some((epoch, cells));
                }
                self.send(from, Message::Stored { from: node, lease, epoch });
            }
            Message::Stored { from, lease, epoch } => {
                let is_moving =
                    |here: &Here| here.held.epoch() == epoch && here.held.state() == State::Frozen;
                if self.agents[node].thing.as_ref().is_some_and(is_moving) {
                    self.agent_asks(node, RegistryRequest::Move { epoch, to: from, lease });
                }
            }
            Message::Take => self.agent_asks(node, RegistryRequest::Get),
        }
        Ok(())
    }

    fn admit(&mut self, node: usize, program: usize, turn: u64, epoch: u64, access: Access) {
        let fence = &mut self.agents[node].fences[program];
        *fence = turn.max(*fence);
        match self.verdict(node, epoch) {
            Verdict::Serve => {
                let Some(arena) = self.agents[node].thing.as_ref().map(|here| here.arena) else { return };
                if access == Access::Add && !self.flaws.updates_in_two_steps {
                    if turn >= self.agents[node].fences[program] {
                        let value = self.add(arena);
                        self.reply(program, turn, Reply::Done { value });
                    }
                    return;
                }
                let delay = self.choices.below(MILLISECOND);
                self.agent_will(node, delay, Step::Apply { program, turn, epoch, arena, access });
            }
            Verdict::Wait => {
                let message = Message::Access { program, turn, epoch, access };
                self.events.after(10 * MILLISECOND, Event::ToAgent { node, message });
            }
            Verdict::NotHere => {
                // It may have become the home without hearing of it.
                if self.agents[node].coming.is_some() {
                    self.agent_asks(node, RegistryRequest::Get);
                }
                self.reply(program, turn, Reply::NotHere);
            }
        }
    }

    fn add(&mut self, arena: usize) -> u64 {
        let counter = &mut self.arenas[arena].cells[COUNTER];
        *counter += 1;
        *counter - 1
    }

    fn verdict(&self, node: usize, epoch: u64) -> Verdict {
        let (agent, now) = (&self.agents[node], self.clock());
        match (&agent.thing, &agent.lease) {
            (Some(here), Some((_, lease))) => here.held.admit(epoch, lease, now, self.flaws),
            _ => Verdict::NotHere,
        }
    }

    pub(super) fn agent_steps(
        &mut self,
        node: usize,
        life: u64,
        step: Step,
        event: Event,
    ) -> Result<(), String> {
        if !self.agent_acts(node, Some(life), event) {
            return Ok(());
        }
        match step {
            Step::KeepAlive => {
                if let Some((lease, _)) = self.agents[node].lease {
                    self.agent_asks(node, RegistryRequest::KeepAlive { lease });
                }
            }
            Step::Apply { program, turn, epoch, arena, access } => {
                if turn < self.agents[node].fences[program] {
                    return Ok(());
                }
                let cells = &mut self.arenas[arena].cells;
                let value = match access {
                    Access::Read { cell } => cells[cell],
                    Access::Write { cell, value } => {
                        cells[cell] = value;
                        value
                    }
                    Access::Add => {
                        let value = self.add(arena);
                        self.reply(program, turn, Reply::Done { value });
                        return Ok(());
                    }
                };
                let delay = self.choices.below(MILLISECOND);
                self.agent_will(node, delay, Step::Answer { program, turn, epoch, value });
            }
            Step::Answer { program, turn, epoch, value } => {
                let looks = !self.flaws.no_second_look;
                if looks && self.verdict(node, epoch) != Verdict::Serve {
                    self.reply(program, turn, Reply::NotHere);
                    return Ok(());
                }
                let Some(here) = &self.agents[node].thing else { return Ok(()) };
                self.checker.served(here.incarnation)?;
                self.reply(program, turn, Reply::Done { value });
            }
            Step::CopyAway { to, epoch } => {
                let Some(here) = &self.agents[node].thing else { return Ok(()) };
                if here.held.epoch() == epoch && here.held.state() == State::Frozen {
                    let cells = self.arenas[here.arena].cells;
                    self.send(to, Message::Bytes { from: node, epoch, cells });
                    self.agent_will(node, 3 * SECOND, Step::Settle { epoch });
                }
            }
            Step::Settle { epoch } => {
                let is_frozen =
                    |here: &Here| here.held.epoch() == epoch && here.held.state() == State::Frozen;
                if self.agents[node].thing.as_ref().is_some_and(is_frozen) {
                    self.take_back(node, epoch);
                }
            }
        }
        Ok(())
    }

    fn begin_move(&mut self, node: usize, to: usize) {
        let Some(here) = &mut self.agents[node].thing else { return };
        if to == node || !here.held.freeze() {
            return;
        }
        let (arena, epoch) = (here.arena, here.held.epoch());
        self.arenas[arena].sight.state = State::Frozen;
        let delay = self.choices.below(2 * MILLISECOND);
        self.agent_will(node, delay, Step::CopyAway { to, epoch });
    }

    pub(super) fn agent_is_answered(
        &mut self,
        node: usize,
        life: u64,
        asked: Time,
        request: RegistryRequest,
        answer: RegistryAnswer,
        event: Event,
    ) -> Result<(), String> {
        if !self.agent_acts(node, Some(life), event) {
            return Ok(());
        }
        let asked = Duration::from_micros(asked);
        match (request, answer) {
            (RegistryRequest::Grant, RegistryAnswer::Lease(id)) => {
                let lease = Lease::new(Duration::from_micros(LEASE), asked);
                self.agents[node].lease = Some((id, lease));
                self.plan_renewal(node);
            }
            (RegistryRequest::KeepAlive { .. }, RegistryAnswer::Lease(id)) => {
                match &mut self.agents[node].lease {
                    Some((own, lease)) if *own == id => lease.renewed(asked),
                    // Of a lease that has ended since.
                    _ => return Ok(()),
                }
                self.show_lease(node);
                self.plan_renewal(node);
            }
            // Everything here has lost its name: start over.
            (RegistryRequest::KeepAlive { lease }, RegistryAnswer::LeaseEnded)
                if self.agents[node].lease.is_some_and(|(own, _)| own == lease) =>
            {
                self.agents[node].lease = None;
                self.give_up_things(node);
                self.agent_asks(node, RegistryRequest::Grant);
            }
            (RegistryRequest::Create { .. }, RegistryAnswer::Entry(entry)) => {
                self.serve(node, entry, Cells::default())
            }
            (RegistryRequest::Move { epoch, .. }, RegistryAnswer::Entry(entry)) => {
                self.moved(node, epoch, entry)
            }
            (RegistryRequest::Move { epoch, .. }, RegistryAnswer::Other(entry)) => match entry {
                // Its new home had no lease any more. It goes on here in another epoch: bytes that were sent in this one
                // must not be taken for those of the next attempt.
                Some(entry) if entry.home == node && entry.epoch == epoch => self.take_back(node, epoch),
                // It has been taken back, and the answer to that comes or came.
                Some(entry) if entry.home == node => {}
                _ => self.give_up_things(node),
            },
            (RegistryRequest::Get, RegistryAnswer::Entry(entry)) if entry.home == node => {
                self.adopt(node, entry)
            }
            _ => {}
        }
        Ok(())
    }

    /// The registry has given the thing to a node, which may be this one.
    fn moved(&mut self, node: usize, epoch: u64, entry: Entry) {
        let Some(here) = self.agents[node].thing.as_mut().filter(|here| here.held.epoch() == epoch) else {
            return;
        };
        let (arena, cells) = (here.arena, self.arenas[here.arena].cells);
        here.held.moved();
        self.arenas[arena].sight.state = State::Moved;
        self.agents[node].thing = None;
        if entry.home == node {
            return self.serve(node, entry, cells);
        }
        self.done.moves += 1;
        self.send(entry.home, Message::Take);
    }

    /// A request to move it may still be under way: taking the name away from it settles that.
    fn take_back(&mut self, node: usize, epoch: u64) {
        if let Some((lease, _)) = self.agents[node].lease {
            self.agent_asks(node, RegistryRequest::Move { epoch, to: node, lease });
        }
    }

    /// The bytes came before the registry named this node, so that they are the last of their home.
    fn adopt(&mut self, node: usize, entry: Entry) {
        if self.agents[node].thing.as_ref().is_some_and(|here| here.held.epoch() == entry.epoch) {
            return;
        }
        if let Some((epoch, cells)) = self.agents[node].coming
            && epoch == entry.before
        {
            self.agents[node].coming = None;
            self.serve(node, entry, cells);
        }
    }

    fn serve(&mut self, node: usize, entry: Entry, cells: Cells) {
        // Answers may be late: only under the lease that the entry ends with.
        let Some((id, lease)) = self.agents[node].lease else { return };
        let newest = self.agents[node].thing.as_ref().map_or(0, |here| here.held.epoch());
        if id != entry.lease || lease.is_over(self.clock()) || entry.epoch <= newest {
            return;
        }
        self.give_up_things(node);
        let sight = Sight { epoch: entry.epoch, state: State::Served, lease_until: lease.until() };
        self.arenas.push(Arena { cells, sight });
        let (held, arena) = (Held::new(entry.epoch), self.arenas.len() - 1);
        self.agents[node].thing = Some(Here { held, arena, incarnation: entry.incarnation });
    }

    fn give_up_things(&mut self, node: usize) {
        if let Some(here) = self.agents[node].thing.take() {
            self.arenas[here.arena].sight.state = State::Moved;
        }
    }

    fn show_lease(&mut self, node: usize) {
        let agent = &self.agents[node];
        if let (Some(here), Some((_, lease))) = (&agent.thing, &agent.lease) {
            self.arenas[here.arena].sight.lease_until = lease.until();
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
