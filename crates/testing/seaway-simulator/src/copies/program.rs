// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs: one access after the other, each repeated where the thing is until it is done.

use super::{Asker, Event, LENGTH, Message, NODES, PROGRAMS, RegistryRequest, Reply, World};
use crate::core::{MILLISECOND, SECOND};

/// After this it is asked again where the thing is.
const PATIENCE: u64 = 2 * SECOND;

#[derive(Debug, Default)]
pub(super) struct Program {
    /// Of its newest attempt: answers to others are late.
    turn: u64,
    access: Option<Access>,
    is_asked: bool,
}

/// What it is about to do.
#[derive(Debug, Clone, Copy)]
struct Access {
    incarnation: u64,
    cell: usize,
    /// The number to write; or what a read must see at least.
    number: u64,
    writes: bool,
}

impl World {
    /// Begins an access, or the next attempt at one.
    pub(super) fn program_steps(&mut self, program: usize, turn: u64) {
        if self.programs[program].turn != turn {
            return;
        }
        let turn = turn + 1;
        (self.programs[program].turn, self.programs[program].is_asked) = (turn, false);
        self.ask_registry(Asker::Program { program, turn }, RegistryRequest::Get);
        self.events.after(PATIENCE, Event::ProgramStep { program, turn });
    }

    pub(super) fn program_hears(&mut self, program: usize, turn: u64, reply: Reply) -> Result<(), String> {
        if self.programs[program].turn != turn {
            return Ok(());
        }
        match reply {
            Reply::Registry(_) if self.programs[program].is_asked => {}
            Reply::Registry(None) => {
                self.programs[program].access = None;
                let node = self.choices.index(NODES);
                self.send(node, Message::Create { program, turn });
            }
            Reply::Registry(Some(entry)) => {
                self.programs[program].is_asked = true;
                let access = self.access(program, entry.incarnation);
                let (epoch, Access { cell, number, .. }) = (entry.epoch, access);
                let message = if access.writes {
                    Message::Write { program, turn, epoch, cell, value: number }
                } else {
                    Message::Read { program, turn, epoch, cell }
                };
                self.send(entry.home, message);
            }
            Reply::NotHere => {
                let pause = self.choices.within(MILLISECOND..100 * MILLISECOND);
                self.events.after(pause, Event::ProgramStep { program, turn });
            }
            Reply::Done { value } => return self.is_done(program, turn, value),
        }
        Ok(())
    }

    fn is_done(&mut self, program: usize, turn: u64, value: u64) -> Result<(), String> {
        if let Some(Access { incarnation, cell, number, writes }) = self.programs[program].access.take() {
            if writes {
                self.done.writes += 1;
                self.checker.acknowledged(incarnation, cell, number);
            } else {
                self.done.reads += 1;
                self.checker.read(incarnation, cell, value, number)?;
            }
        }
        let pause = self.choices.within(MILLISECOND..400 * MILLISECOND);
        if self.events.now() < LENGTH + 10 * SECOND {
            self.events.after(pause, Event::ProgramStep { program, turn });
        }
        Ok(())
    }

    /// The one that is to be repeated, or another. A thing that was lost and created again is another one.
    fn access(&mut self, program: usize, incarnation: u64) -> Access {
        if let Some(access) = self.programs[program].access.filter(|access| access.incarnation == incarnation)
        {
            return access;
        }
        let writes = self.choices.once_in(2);
        let cell = if writes { program } else { self.choices.index(PROGRAMS) };
        let number = match writes {
            true => self.checker.begins(incarnation, cell),
            false => self.checker.settled(incarnation, cell),
        };
        let access = Access { incarnation, cell, number, writes };
        self.programs[program].access = Some(access);
        access
    }
}
