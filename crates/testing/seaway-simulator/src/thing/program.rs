// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs: one access after the other, through mapped memory on the home's own node, through messages elsewhere.

use std::time::Duration;

use seaway_roles::thing::{Judgement, Sight, judge};

use super::registry::{Entry, RegistryAnswer, RegistryRequest};
use super::{Access, Asker, Event, LENGTH, Message, NODES, PROGRAMS, Reply, World};
use crate::core::{MILLISECOND, SECOND, Time};

/// How long a program waits for an answer.
const PATIENCE: Time = 2 * SECOND;

#[derive(Debug)]
pub(super) struct Program {
    node: usize,
    /// Counts what it has done and waited for: late answers are those of an older turn.
    turn: u64,
    /// Its next step takes long.
    pub(super) stalls: bool,
    handle: Option<Handle>,
    doing: Doing,
}

/// What it has open.
#[derive(Debug, Clone, Copy)]
struct Handle {
    epoch: u64,
    incarnation: u64,
    route: Route,
}

#[derive(Debug, Clone, Copy)]
enum Route {
    Mapped { arena: usize },
    Messages { home: usize },
}

#[derive(Debug, Clone, Copy)]
enum Doing {
    Nothing,
    LookingUp,
    /// `least`: what a read must see. `read`: what it saw, once the copy is made.
    Before {
        access: Access,
        least: u64,
    },
    After {
        access: Access,
        least: u64,
        read: u64,
    },
    /// The agent is asked; then it looks again.
    Asking {
        access: Access,
        least: u64,
        copied: Option<u64>,
    },
    Remote {
        access: Access,
        least: u64,
    },
}

impl Program {
    pub(super) fn new(number: usize) -> Self {
        let (turn, stalls, handle) = (0, false, None);
        Self { node: number % NODES, turn, stalls, handle, doing: Doing::Nothing }
    }
}

impl World {
    pub(super) fn program_steps(&mut self, program: usize, turn: u64) -> Result<(), String> {
        if self.programs[program].turn != turn {
            return Ok(());
        }
        match self.programs[program].doing {
            Doing::Nothing if self.events.now() > LENGTH => {}
            Doing::Nothing => self.begin(program),
            Doing::Before { access, least } => self.copy(program, access, least),
            Doing::After { access, least, read } => return self.look_again(program, access, least, read),
            // Nobody has answered.
            Doing::LookingUp | Doing::Asking { .. } | Doing::Remote { .. } => self.give_up(program),
        }
        Ok(())
    }

    fn begin(&mut self, program: usize) {
        let Some(handle) = self.programs[program].handle else {
            self.wait_for(program, Doing::LookingUp);
            let turn = self.programs[program].turn;
            return self.ask_registry(Asker::Program { program, turn }, RegistryRequest::Get);
        };
        match self.choices.below(24) {
            0 => {
                let (to, at) = (self.choices.index(NODES), self.home_of(program, handle));
                self.send(at, Message::MoveAway { to });
                self.rest(program);
            }
            1 if self.choices.once_in(4) => {
                let turn = self.programs[program].turn;
                let request =
                    RegistryRequest::Delete { epoch: handle.epoch, incarnation: handle.incarnation };
                self.ask_registry(Asker::Program { program, turn }, request);
                self.give_up(program);
            }
            _ => self.begin_access(program, handle),
        }
    }

    fn begin_access(&mut self, program: usize, handle: Handle) {
        let access = if self.choices.once_in(4) {
            Access::Add
        } else if self.choices.once_in(2) {
            let value = self.checker.begun(handle.incarnation, program) + 1;
            self.checker.begins(handle.incarnation, program, value);
            Access::Write { cell: program, value }
        } else {
            Access::Read { cell: self.choices.index(PROGRAMS) }
        };
        let least = match access {
            Access::Read { cell } => self.checker.settled(handle.incarnation, cell),
            Access::Write { .. } | Access::Add => 0,
        };
        match handle.route {
            // Only the agent can do it in one step.
            Route::Mapped { .. } if access == Access::Add => {
                self.wait_for(program, Doing::Remote { access, least });
                let Program { node, turn, .. } = self.programs[program];
                self.send(node, Message::Access { program, turn, epoch: handle.epoch, access });
            }
            Route::Mapped { .. } => self.look_before(program, access, least),
            Route::Messages { home } => {
                self.wait_for(program, Doing::Remote { access, least });
                let turn = self.programs[program].turn;
                self.send(home, Message::Access { program, turn, epoch: handle.epoch, access });
            }
        }
    }

    fn look_before(&mut self, program: usize, access: Access, least: u64) {
        match self.judged(program) {
            Judgement::Proceed => self.go_on(program, Doing::Before { access, least }),
            Judgement::AskAgent => self.ask_agent(program, Doing::Asking { access, least, copied: None }),
            // It has not begun: it can begin again.
            Judgement::Wait => self.rest(program),
            Judgement::LookUp => self.give_up(program),
        }
    }

    fn copy(&mut self, program: usize, access: Access, least: u64) {
        let Some(Handle { route: Route::Mapped { arena }, .. }) = self.programs[program].handle else {
            return;
        };
        let cells = &mut self.arenas[arena].cells;
        let read = match access {
            Access::Read { cell } => cells[cell],
            Access::Write { cell, value } => {
                cells[cell] = value;
                value
            }
            // Never through mapped memory.
            Access::Add => return,
        };
        self.go_on(program, Doing::After { access, least, read });
    }

    fn look_again(&mut self, program: usize, access: Access, least: u64, read: u64) -> Result<(), String> {
        let judged = if self.flaws.no_second_look { Judgement::Proceed } else { self.judged(program) };
        match judged {
            Judgement::Proceed => {
                let Some(handle) = self.programs[program].handle else { return Ok(()) };
                self.checker.served(handle.incarnation)?;
                self.succeed(program, handle.incarnation, access, least, read)
            }
            Judgement::AskAgent => {
                self.ask_agent(program, Doing::Asking { access, least, copied: Some(read) });
                Ok(())
            }
            Judgement::Wait => {
                self.go_on(program, Doing::After { access, least, read });
                Ok(())
            }
            Judgement::LookUp => {
                self.give_up(program);
                Ok(())
            }
        }
    }

    fn succeed(
        &mut self,
        program: usize,
        incarnation: u64,
        access: Access,
        least: u64,
        value: u64,
    ) -> Result<(), String> {
        self.rest(program);
        match access {
            Access::Write { cell, value } => {
                self.done.writes += 1;
                self.checker.acknowledged(incarnation, cell, value);
                Ok(())
            }
            Access::Add => {
                self.done.adds += 1;
                self.checker.added(incarnation, value)
            }
            Access::Read { cell } => {
                self.done.reads += 1;
                self.checker.read(incarnation, cell, value, least)
            }
        }
    }

    pub(super) fn program_hears(&mut self, program: usize, turn: u64, reply: Reply) -> Result<(), String> {
        if self.programs[program].turn != turn {
            return Ok(());
        }
        match (self.programs[program].doing, reply) {
            (Doing::LookingUp, Reply::Registry(answer)) => self.looked_up(program, answer),
            (Doing::Asking { access, least, copied }, Reply::Renewed) => match copied {
                Some(read) => self.go_on(program, Doing::After { access, least, read }),
                None => self.look_before(program, access, least),
            },
            (Doing::Remote { access, least }, Reply::Done { value }) => {
                let Some(handle) = self.programs[program].handle else { return Ok(()) };
                return self.succeed(program, handle.incarnation, access, least, value);
            }
            (Doing::Asking { .. } | Doing::Remote { .. }, _) => self.give_up(program),
            _ => {}
        }
        Ok(())
    }

    fn looked_up(&mut self, program: usize, answer: RegistryAnswer) {
        let node = self.programs[program].node;
        match answer {
            RegistryAnswer::Entry(entry) => self.attach(program, entry),
            // It creates the thing at its own node.
            _ => {
                let can_act = self.agents[node].stopped_until <= self.events.now();
                if let Some((lease, _)) = self.agents[node].lease
                    && can_act
                {
                    self.agent_asks(node, RegistryRequest::Create { home: node, lease });
                }
                self.rest(program);
            }
        }
    }

    /// At its own node it gets the memory; elsewhere it sends messages.
    fn attach(&mut self, program: usize, entry: Entry) {
        let Entry { home, epoch, incarnation, .. } = entry;
        let node = self.programs[program].node;
        let here = self.agents[home].thing.as_ref().filter(|here| here.held.epoch() == epoch);
        let route = match here {
            Some(here) if home == node => Route::Mapped { arena: here.arena },
            // Not yet. Messages would be a second way to the same bytes, and a late one would undo what was written since.
            None if home == node => return self.rest(program),
            _ => Route::Messages { home },
        };
        self.programs[program].handle = Some(Handle { epoch, incarnation, route });
        self.rest(program);
    }

    fn ask_agent(&mut self, program: usize, doing: Doing) {
        self.wait_for(program, doing);
        let Program { node, turn, .. } = self.programs[program];
        self.send(node, Message::Renew { program, turn });
    }

    fn judged(&self, program: usize) -> Judgement {
        let Some(Handle { route: Route::Mapped { arena }, epoch, .. }) = self.programs[program].handle else {
            return Judgement::LookUp;
        };
        let sight = self.arenas[arena].sight;
        let lease_until = if self.flaws.lease_ignored { Duration::MAX } else { sight.lease_until };
        judge(&Sight { lease_until, ..sight }, epoch, self.clock())
    }

    fn home_of(&self, program: usize, handle: Handle) -> usize {
        match handle.route {
            Route::Mapped { .. } => self.programs[program].node,
            Route::Messages { home } => home,
        }
    }

    /// The outcome of what it did, if anything, is not known, and its idea of the home may be old.
    fn give_up(&mut self, program: usize) {
        if !matches!(self.programs[program].doing, Doing::Nothing | Doing::LookingUp) {
            self.done.unknown += 1;
        }
        self.programs[program].handle = None;
        self.rest(program);
    }

    /// Before the next access.
    fn rest(&mut self, program: usize) {
        let pause = self.choices.within(10 * MILLISECOND..600 * MILLISECOND);
        self.plan(program, Doing::Nothing, pause);
    }

    fn go_on(&mut self, program: usize, doing: Doing) {
        let stalls = std::mem::take(&mut self.programs[program].stalls) || self.choices.once_in(200);
        let pause = if stalls {
            self.choices.within(100 * MILLISECOND..20 * SECOND)
        } else {
            self.choices.below(2 * MILLISECOND)
        };
        self.plan(program, doing, pause);
    }

    fn wait_for(&mut self, program: usize, doing: Doing) {
        self.plan(program, doing, PATIENCE);
    }

    fn plan(&mut self, program: usize, doing: Doing, after: Time) {
        let state = &mut self.programs[program];
        state.turn += 1;
        state.doing = doing;
        let turn = state.turn;
        self.events.after(after, Event::ProgramStep { program, turn });
    }
}
