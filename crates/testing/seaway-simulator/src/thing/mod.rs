// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things under simulation: agents of three nodes, a registry, and programs that create, read, write, move and delete one thing,
//! through the shared memory of its home or through messages. Agents are killed and started again, and stopped for longer than
//! their leases, as are programs in the middle of an access. Checked (`checker`): a read sees every write that was acknowledged
//! before it began; no two additions begin at the same number; nobody is served by a home that has been replaced; nothing is read
//! that was never written.

mod agent;
mod checker;
mod program;
mod registry;

use std::ops::AddAssign;
use std::time::Duration;

use seaway_roles::thing::Flaws;

use self::agent::Agent;
use self::checker::Checker;
use self::program::Program;
use self::registry::{Registry, RegistryAnswer, RegistryRequest};
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};

pub const SCENARIO: &str = "thing";
const NODES: usize = 3;
const PROGRAMS: usize = 4;
/// When faults end; what is under way comes to its end.
const LENGTH: Time = 40 * SECOND;
/// Far more than any schedule takes.
const MOST_EVENTS: u64 = 200_000;

/// One number for each program, which alone writes it: 1, 2, 3, ... The last is one that all of them add to.
type Cells = [u64; PROGRAMS + 1];
const COUNTER: usize = PROGRAMS;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub writes: u64,
    pub reads: u64,
    pub adds: u64,
    pub moves: u64,
    pub kills: u64,
    /// Things that were lost with their homes.
    pub lost: u64,
    /// Accesses whose outcome was not known.
    pub unknown: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.writes += other.writes;
        self.reads += other.reads;
        self.adds += other.adds;
        self.moves += other.moves;
        self.kills += other.kills;
        self.lost += other.lost;
        self.unknown += other.unknown;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, flaws: Flaws) -> Result<Done, Box<Violation>> {
    let mut world = World::new(seed, flaws);
    world.run().map_err(|what| Box::new(Violation { scenario: SCENARIO, seed, at: world.events.now(), what }))
}

/// A message from one node to another, or within one.
#[derive(Debug, Clone, Copy)]
enum Message {
    /// To an agent.
    Access {
        program: usize,
        turn: u64,
        epoch: u64,
        access: Access,
    },
    Renew {
        program: usize,
        turn: u64,
    },
    MoveAway {
        to: usize,
    },
    /// The bytes of a thing that moves, from its home of an epoch.
    Bytes {
        from: usize,
        epoch: u64,
        cells: Cells,
    },
    Stored {
        from: usize,
        lease: u64,
        epoch: u64,
    },
    Take,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read {
        cell: usize,
    },
    Write {
        cell: usize,
        value: u64,
    },
    /// Adds one to the counter, at the home, in one step. Answered by the number before.
    Add,
}

/// What a program hears.
#[derive(Debug, Clone, Copy)]
enum Reply {
    /// The value that was read or written.
    Done {
        value: u64,
    },
    NotHere,
    Renewed,
    Registry(RegistryAnswer),
}

#[derive(Debug, Clone, Copy)]
enum Event {
    ToAgent {
        node: usize,
        message: Message,
    },
    ToProgram {
        program: usize,
        turn: u64,
        reply: Reply,
    },
    ToRegistry {
        from: Asker,
        request: RegistryRequest,
    },
    FromRegistry {
        node: usize,
        life: u64,
        asked: Time,
        request: RegistryRequest,
        answer: RegistryAnswer,
    },
    /// The next step of what an agent or a program does.
    AgentStep {
        node: usize,
        life: u64,
        step: agent::Step,
    },
    ProgramStep {
        program: usize,
        turn: u64,
    },
    Kill {
        node: usize,
    },
    Start {
        node: usize,
    },
    Stop {
        node: usize,
    },
    Stall {
        program: usize,
    },
}

#[derive(Debug, Clone, Copy)]
enum Asker {
    Agent { node: usize, life: u64, asked: Time },
    Program { program: usize, turn: u64 },
}

/// The memory of a thing and its place in the table, both of which programs of the node have mapped even when the agent is gone.
#[derive(Debug, Clone, Copy)]
struct Arena {
    cells: Cells,
    sight: seaway_roles::thing::Sight,
}

struct World {
    choices: Choices,
    events: Events<Event>,
    flaws: Flaws,
    registry: Registry,
    agents: Vec<Agent>,
    programs: Vec<Program>,
    arenas: Vec<Arena>,
    checker: Checker,
    done: Done,
}

impl World {
    fn new(seed: u64, flaws: Flaws) -> Self {
        let mut choices = Choices::seeded(seed);
        let mut events = Events::default();
        (0..NODES).for_each(|node| events.at(0, Event::Start { node }));
        for program in 0..PROGRAMS {
            events.at(choices.below(SECOND), Event::ProgramStep { program, turn: 0 });
        }
        for _ in 0..choices.below(12) {
            let (node, program) = (choices.index(NODES), choices.index(PROGRAMS));
            let fault = match choices.below(4) {
                0 => Event::Kill { node },
                1 => Event::Stall { program },
                _ => Event::Stop { node },
            };
            events.at(choices.below(LENGTH), fault);
        }
        Self {
            choices,
            events,
            flaws,
            registry: Registry::default(),
            agents: (0..NODES).map(|_| Agent::default()).collect(),
            programs: (0..PROGRAMS).map(Program::new).collect(),
            arenas: Vec::new(),
            checker: Checker::default(),
            done: Done::default(),
        }
    }

    fn run(&mut self) -> Result<Done, String> {
        for _ in 0..MOST_EVENTS {
            let Some(event) = self.events.next() else { return Ok(self.done) };
            self.handle(event)?;
            if self.events.now() > LENGTH + 30 * SECOND {
                return Ok(self.done);
            }
        }
        Err("the schedule does not end".into())
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::ToAgent { node, message } => self.agent_hears(node, message, event),
            Event::FromRegistry { node, life, asked, request, answer } => {
                self.agent_is_answered(node, life, asked, request, answer, event)
            }
            Event::AgentStep { node, life, step } => self.agent_steps(node, life, step, event),
            Event::ToProgram { program, turn, reply } => self.program_hears(program, turn, reply),
            Event::ProgramStep { program, turn } => self.program_steps(program, turn),
            Event::ToRegistry { from, request } => {
                self.registry_hears(from, request);
                Ok(())
            }
            Event::Kill { node } => {
                self.kill(node);
                Ok(())
            }
            Event::Start { node } => {
                self.start(node);
                Ok(())
            }
            Event::Stop { node } => {
                let until = self.events.now() + self.choices.within(100 * MILLISECOND..25 * SECOND);
                self.agents[node].stopped_until = self.agents[node].stopped_until.max(until);
                Ok(())
            }
            Event::Stall { program } => {
                self.programs[program].stalls = true;
                Ok(())
            }
        }
    }

    fn registry_hears(&mut self, from: Asker, request: RegistryRequest) {
        let now = self.events.now();
        let answer = self.registry.answer(now, request);
        if let (RegistryRequest::Create { .. }, RegistryAnswer::Entry(entry)) = (request, answer) {
            self.checker.created(entry.incarnation);
        }
        if let (RegistryRequest::Delete { incarnation, .. }, RegistryAnswer::Deleted) = (request, answer) {
            self.checker.deleted(incarnation);
        }
        self.done.lost += self.registry.take_lost();
        let delay = self.delay();
        match from {
            Asker::Agent { node, life, asked } => {
                self.events.after(delay, Event::FromRegistry { node, life, asked, request, answer });
            }
            Asker::Program { program, turn } => {
                self.events.after(delay, Event::ToProgram { program, turn, reply: Reply::Registry(answer) });
            }
        }
    }

    fn ask_registry(&mut self, from: Asker, request: RegistryRequest) {
        let delay = self.delay();
        self.events.after(delay, Event::ToRegistry { from, request });
    }

    fn send(&mut self, node: usize, message: Message) {
        let delay = self.delay();
        self.events.after(delay, Event::ToAgent { node, message });
    }

    fn reply(&mut self, program: usize, turn: u64, reply: Reply) {
        let delay = self.delay();
        self.events.after(delay, Event::ToProgram { program, turn, reply });
    }

    /// Of a message: usually short, sometimes seconds.
    fn delay(&mut self) -> Time {
        if self.choices.once_in(40) {
            self.choices.within(MILLISECOND..4 * SECOND)
        } else {
            self.choices.within(20..2 * MILLISECOND)
        }
    }

    /// As the roles count time.
    fn clock(&self) -> Duration {
        Duration::from_micros(self.events.now())
    }
}
