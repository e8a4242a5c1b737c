// SPDX-License-Identifier: MIT OR Apache-2.0
//! Second copies under simulation: three nodes, a registry, and programs that read and write one thing whose home sends each change to
//! a backup first. Nodes are killed and stopped; messages are lost, late and repeated; the registry of some schedules ends leases
//! early, as etcd can. Checked: a read sees every write that was acknowledged before it began, whichever node is the home by then, and
//! nothing that a later read does not see; nothing is read that was never written.

mod agent;
mod checker;
mod deciding;
mod program;
mod registry;

use std::ops::AddAssign;
use std::time::Duration;

use seaway_roles::thing::CopyFlaws;

use self::agent::Agent;
use self::checker::Checker;
use self::program::Program;
use self::registry::{Entry, Registry, RegistryAnswer, RegistryRequest};
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};

pub const SCENARIO: &str = "copies";
const NODES: usize = 3;
const PROGRAMS: usize = 3;
/// When faults end; what is under way comes to its end.
const LENGTH: Time = 60 * SECOND;
/// Far more than any schedule takes.
const MOST_EVENTS: u64 = 400_000;

/// One number for each program, which alone writes it: 1, 2, 3, ...
type Cells = [u64; PROGRAMS];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub writes: u64,
    pub reads: u64,
    pub kills: u64,
    pub stops: u64,
    /// Copies that were filled and named.
    pub copies: u64,
    /// Copies that became the home.
    pub taken_over: u64,
    /// Things that were lost with their only copy.
    pub lost: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.writes += other.writes;
        self.reads += other.reads;
        self.kills += other.kills;
        self.stops += other.stops;
        self.copies += other.copies;
        self.taken_over += other.taken_over;
        self.lost += other.lost;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, flaws: CopyFlaws) -> Result<Done, Box<Violation>> {
    let mut world = World::new(seed, flaws);
    world.run().map_err(|what| Box::new(Violation { scenario: SCENARIO, seed, at: world.events.now(), what }))
}

#[derive(Debug, Clone, Copy)]
enum Message {
    /// From a program.
    Read {
        program: usize,
        turn: u64,
        epoch: u64,
        cell: usize,
    },
    Write {
        program: usize,
        turn: u64,
        epoch: u64,
        cell: usize,
        value: u64,
    },
    Create {
        program: usize,
        turn: u64,
    },
    /// From a home to the node that is to have a copy, or has one.
    Begin {
        from: usize,
        attempt: u64,
        epoch: u64,
        copy: u64,
    },
    Change {
        from: usize,
        attempt: u64,
        epoch: u64,
        copy: u64,
        cell: usize,
        value: u64,
    },
    /// The answer.
    Copied {
        attempt: u64,
        is_done: bool,
    },
}

/// What a program hears.
#[derive(Debug, Clone, Copy)]
enum Reply {
    Done { value: u64 },
    NotHere,
    Registry(Option<Entry>),
}

#[derive(Debug, Clone, Copy)]
enum Event {
    ToAgent { node: usize, message: Message },
    ToProgram { program: usize, turn: u64, reply: Reply },
    ToRegistry { from: Asker, request: RegistryRequest },
    FromRegistry { node: usize, life: u64, asked: Time, request: RegistryRequest, answer: RegistryAnswer },
    AgentStep { node: usize, life: u64, step: agent::Step },
    ProgramStep { program: usize, turn: u64 },
    Kill { node: usize },
    Start { node: usize },
    Stop { node: usize },
    EndLeases,
}

#[derive(Debug, Clone, Copy)]
enum Asker {
    Agent { node: usize, life: u64, asked: Time },
    Program { program: usize, turn: u64 },
}

struct World {
    choices: Choices,
    events: Events<Event>,
    flaws: CopyFlaws,
    /// The registry ends leases that were renewed in time.
    ends_early: bool,
    registry: Registry,
    agents: Vec<Agent>,
    programs: Vec<Program>,
    checker: Checker,
    done: Done,
}

impl World {
    fn new(seed: u64, flaws: CopyFlaws) -> Self {
        let mut choices = Choices::seeded(seed);
        let mut events = Events::default();
        (0..NODES).for_each(|node| events.at(0, Event::Start { node }));
        for program in 0..PROGRAMS {
            events.at(choices.below(SECOND), Event::ProgramStep { program, turn: 0 });
        }
        let ends_early = choices.once_in(3);
        for _ in 0..choices.below(10) {
            let node = choices.index(NODES);
            let fault = match choices.below(5) {
                0 | 1 => Event::Kill { node },
                2 if ends_early => Event::EndLeases,
                _ => Event::Stop { node },
            };
            events.at(choices.below(LENGTH), fault);
        }
        Self {
            choices,
            events,
            flaws,
            ends_early,
            registry: Registry::default(),
            agents: (0..NODES).map(|_| Agent::default()).collect(),
            programs: (0..PROGRAMS).map(|_| Program::default()).collect(),
            checker: Checker::default(),
            done: Done::default(),
        }
    }

    fn run(&mut self) -> Result<Done, String> {
        for _ in 0..MOST_EVENTS {
            let Some(event) = self.events.next() else { return Ok(self.done) };
            self.handle(event)?;
            if self.events.now() > LENGTH + 20 * SECOND {
                return Ok(self.done);
            }
        }
        Err("the schedule does not end".into())
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::ToAgent { node, message } => self.agent_hears(node, message, event),
            Event::FromRegistry { node, life, asked, request, answer } => {
                self.agent_is_answered(node, life, asked, request, answer, event);
            }
            Event::AgentStep { node, life, step } => self.agent_steps(node, life, step, event),
            Event::ToProgram { program, turn, reply } => return self.program_hears(program, turn, reply),
            Event::ProgramStep { program, turn } => self.program_steps(program, turn),
            Event::ToRegistry { from, request } => self.registry_hears(from, request),
            Event::Kill { node } => self.kill(node),
            Event::Start { node } => self.start(node),
            Event::Stop { node } => {
                self.done.stops += 1;
                let until = self.events.now() + self.choices.within(100 * MILLISECOND..12 * SECOND);
                self.agents[node].stopped_until = self.agents[node].stopped_until.max(until);
            }
            Event::EndLeases => self.registry.end_all_leases(),
        }
        Ok(())
    }

    fn registry_hears(&mut self, from: Asker, request: RegistryRequest) {
        let answer = self.registry.answer(self.events.now(), request);
        let delay = self.delay();
        match from {
            Asker::Agent { node, life, asked } => {
                self.events.after(delay, Event::FromRegistry { node, life, asked, request, answer });
            }
            Asker::Program { program, turn } => {
                let RegistryAnswer::Found { entry, .. } = answer else { return };
                self.events.after(delay, Event::ToProgram { program, turn, reply: Reply::Registry(entry) });
            }
        }
    }

    fn ask_registry(&mut self, from: Asker, request: RegistryRequest) {
        let delay = self.delay();
        self.events.after(delay, Event::ToRegistry { from, request });
    }

    /// May be lost, and may come twice.
    fn send(&mut self, node: usize, message: Message) {
        for _ in 0..if self.choices.once_in(50) { 2 } else { 1 } {
            if !self.choices.once_in(200) {
                let delay = self.delay();
                self.events.after(delay, Event::ToAgent { node, message });
            }
        }
    }

    fn reply(&mut self, program: usize, turn: u64, reply: Reply) {
        let delay = self.delay();
        self.events.after(delay, Event::ToProgram { program, turn, reply });
    }

    /// Of a message: usually short, sometimes seconds.
    fn delay(&mut self) -> Time {
        if self.choices.once_in(60) {
            self.choices.within(MILLISECOND..3 * SECOND)
        } else {
            self.choices.within(20..2 * MILLISECOND)
        }
    }

    /// As the roles count time.
    fn clock(&self) -> Duration {
        Duration::from_micros(self.events.now())
    }
}
