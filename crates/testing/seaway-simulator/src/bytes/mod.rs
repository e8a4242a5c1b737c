// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bytes of a stream: a writing program and one or two reading ones, of one to three ranks each. Writers
//! write in rank order or anywhere, into windows of a few bytes; readers read in rank order, in any order, or
//! only some of the steps; some come late or leave early. Messages are delayed, connections freeze and break,
//! processes are paused and killed, or leave too early.
//!
//! Checked: each byte that a read returns is the one that was written, and arrives once, into memory that the
//! program has lent; reads end where the file ends; programs that lost no rank succeed; ranks that learn of a
//! loss end soon.

mod harm;
mod links;
mod memory;
mod plan;
mod programs;
mod reading;
mod tasks;
mod writing;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, Range};
use std::rc::{Rc, Weak};
use std::time::Duration;

use seaway_messages::{MxnMessage, Side};
use seaway_roles::stream::bytes::{Flaws, Options, Outbox};

use self::harm::Harm;
use self::links::{HeldLink, Message};
use self::plan::{Plan, ReaderProgram};
use self::reading::Reader;
use self::tasks::{Handle, Stop, Task, Tasks};
use self::writing::Writer;
use crate::core::{Choices, Delivery, Events, MILLISECOND, Network, SECOND, Time, Violation};
use crate::many::{self, Report};

pub const SCENARIO: &str = "bytes";
/// How long a peer may be silent.
const TIMEOUT: Time = 4 * SECOND;
/// How long a rank may take to end after it has learned of a loss.
const AFTER_TOLD: Time = 3 * SECOND;
/// Longer than any schedule lasts.
const END: Time = 60 * SECOND;

type Rank = usize;

#[derive(Debug)]
enum Event {
    Arrive(Delivery<Message>),
    /// Threads of a rank check whether they can continue.
    Wake(Rank),
    /// A rank learns that the stream has failed.
    LearnOfFailure(Rank),
    /// A rank that has learned of a failure must have ended.
    MustBeOver(Rank),
    Suffer,
    /// The monitor of silent ranks, which has a simulation of its own, has found out who is lost.
    Watch,
    /// The same monitor checks whether the other program has left.
    WatchForGone,
    /// A reading program that was killed is started again.
    Return(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Open,
    /// Losses do no harm any more.
    Closing,
    Closed,
}

#[derive(Debug)]
struct Process {
    program: usize,
    is_alive: bool,
    /// It is dead and will be started again.
    returns: bool,
    /// How often it was started again.
    returned: u64,
    paused_until: Time,
    stage: Stage,
    has_failed: bool,
    is_over: bool,
    collective_calls: u64,
    /// Counts events that threads may wait for.
    changes: u64,
}

/// How much work the schedules did, to show that they are not empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub events: u64,
    pub links: u64,
    pub writes: u64,
    pub spills: u64,
    pub reads: u64,
    pub bytes: u64,
    pub retractions: u64,
    /// Reading programs that were started again.
    pub returns: u64,
    pub errors: u64,
    pub failed: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.events += other.events;
        self.links += other.links;
        self.writes += other.writes;
        self.spills += other.spills;
        self.reads += other.reads;
        self.bytes += other.bytes;
        self.retractions += other.retractions;
        self.returns += other.returns;
        self.errors += other.errors;
        self.failed += other.failed;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, flaws: Flaws) -> Result<Done, Box<Violation>> {
    let mut simulation = Simulation::new(seed, flaws);
    let ended = simulation.run();
    let world = simulation.world.borrow();
    match ended {
        Ok(()) => Ok(world.done),
        Err(what) => Err(Box::new(Violation { scenario: SCENARIO, seed, at: world.events.now(), what })),
    }
}

/// Runs `schedules` seeds from `first` on.
pub fn run_many(first: u64, schedules: u64, flaws: Flaws) -> Report<Done> {
    many::run_many(first, schedules, |seed| run(seed, flaws))
}

struct World {
    me: Weak<RefCell<World>>,
    events: Events<Event>,
    choices: Choices,
    network: Network,
    plan: Plan,
    writers: Vec<Writer>,
    readers: Vec<Reader>,
    ranks: Vec<Process>,
    ends: BTreeMap<u64, HeldLink>,
    spawned: Vec<(Rank, Task)>,
    /// What the ranks of a program exchange, by collective call.
    collective_calls: BTreeMap<(usize, u64), BTreeMap<Rank, Vec<u64>>>,
    shared: BTreeMap<(usize, u64), MxnMessage>,
    /// Where programs read in rank order.
    rounds: BTreeMap<usize, Vec<(u64, Vec<u64>)>>,
    /// The first round that a program reads if it is started again, and where it says so.
    kept: BTreeMap<usize, u64>,
    keeps: BTreeMap<(usize, u64), bool>,
    /// Programs that have begun to tell writers that they want no more.
    leaving: BTreeSet<usize>,
    flaws: Flaws,
    /// The last step that a program has chosen.
    chosen: BTreeMap<usize, usize>,
    harm: Option<Harm>,
    /// A rank or a connection is lost for good.
    is_harmed: bool,
    progress: u64,
    violation: Option<String>,
    done: Done,
}

struct Simulation {
    world: Rc<RefCell<World>>,
    tasks: Tasks,
}

impl Simulation {
    fn new(seed: u64, flaws: Flaws) -> Self {
        let mut choices = Choices::seeded(seed);
        let plan = Plan::new(&mut choices);
        let world = Rc::new_cyclic(|me| RefCell::new(World::new(me.clone(), plan, choices, flaws)));
        let count = world.borrow().ranks.len();
        let mut tasks = Tasks::new(count);
        for rank in 0..count {
            let handle = Handle { world: world.clone(), rank };
            let is_writer = world.borrow().is_writer(rank);
            let task: Task = match is_writer {
                true => Box::pin(writing::play(handle)),
                false => Box::pin(programs::play(handle)),
            };
            tasks.add(rank, task);
            world.borrow_mut().events.after(0, Event::Wake(rank));
        }
        Self { world, tasks }
    }

    fn run(&mut self) -> Result<(), String> {
        loop {
            let mut world = self.world.borrow_mut();
            let Some(event) = world.events.next() else { break };
            world.done.events += 1;
            if world.events.now() > END {
                break;
            }
            let rank = match &event {
                Event::Arrive(delivery) => Some(world.receiver(delivery)),
                Event::Wake(rank) | Event::LearnOfFailure(rank) => Some(*rank),
                Event::MustBeOver(_)
                | Event::Suffer
                | Event::Watch
                | Event::WatchForGone
                | Event::Return(_) => None,
            };
            if let Some(process) = rank.map(|rank| &world.ranks[rank]) {
                let until = process.paused_until;
                if !process.is_alive {
                    continue;
                }
                if until > world.events.now() {
                    world.events.at(until, event);
                    continue;
                }
            }
            world.happen(event);
            drop(world);
            if let Some(rank) = rank {
                self.tasks.run(rank, &self.world);
            } else {
                self.end_tasks_of_the_dead();
            }
            let world = self.world.borrow();
            if let Some(what) = &world.violation {
                return Err(what.clone());
            }
            let has_ended = |process: &Process| process.is_over || !(process.is_alive || process.returns);
            if world.ranks.iter().all(has_ended) {
                break;
            }
        }
        self.world.borrow().check_end()
    }

    fn end_tasks_of_the_dead(&mut self) {
        let world = self.world.borrow();
        let dead = world.ranks.iter().enumerate().filter(|(_, process)| !process.is_alive);
        dead.for_each(|(rank, _)| self.tasks.end(rank));
    }
}

impl World {
    fn new(me: Weak<RefCell<World>>, plan: Plan, mut choices: Choices, flaws: Flaws) -> Self {
        let options = |rank: usize| Options {
            name: "mxn:simulated".into(),
            rank: u32::try_from(rank).unwrap_or(0),
            readers: u32::try_from(plan.programs.len()).unwrap_or(0),
            window_bytes: plan.window_bytes,
            late: plan.late,
            lost: plan.lost,
            visible_at_close: plan.visible_at_close,
            flaws,
        };
        let group = vec![programs::contact(Side::Writer, 0); plan.writers];
        let writer = |rank| Writer::new(Outbox::new(options(rank), group.clone()), plan.window_bytes);
        let reader = |program: &ReaderProgram| Reader::new(program.policy, flaws);
        let programs = std::iter::once(plan.writers).chain(plan.programs.iter().map(|program| program.ranks));
        let ranks =
            programs.enumerate().flat_map(|(program, ranks)| (0..ranks).map(move |_| Process::of(program)));
        let mut world = Self {
            me,
            events: Events::default(),
            network: Network::default(),
            writers: (0..plan.writers).map(writer).collect(),
            readers: plan
                .programs
                .iter()
                .flat_map(|program| (0..program.ranks).map(|_| reader(program)))
                .collect(),
            ranks: ranks.collect(),
            ends: BTreeMap::new(),
            spawned: Vec::new(),
            collective_calls: BTreeMap::new(),
            shared: BTreeMap::new(),
            rounds: BTreeMap::new(),
            kept: BTreeMap::new(),
            keeps: BTreeMap::new(),
            leaving: BTreeSet::new(),
            flaws,
            chosen: BTreeMap::new(),
            harm: None,
            is_harmed: false,
            progress: 0,
            violation: None,
            done: Done::default(),
            plan,
            choices: Choices::seeded(choices.number()),
        };
        world.plan_harm();
        world
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Arrive(delivery) => self.arrive(delivery),
            Event::Wake(_) => {}
            Event::LearnOfFailure(rank) => self.learn_of_failure(rank),
            Event::MustBeOver(rank) => {
                if self.ranks[rank].is_alive && !self.ranks[rank].is_over {
                    self.violate(format!(
                        "rank {rank} learned that the stream has failed, and keeps waiting"
                    ));
                }
            }
            Event::Suffer => self.suffer(),
            Event::Watch => {
                for rank in 0..self.ranks.len() {
                    self.events.after(0, Event::LearnOfFailure(rank));
                }
            }
            Event::WatchForGone => self.watch_for_gone(),
            Event::Return(program) => self.return_program(program),
        }
    }

    /// This rank finds that the stream cannot continue. How the other ranks learn of it has a simulation of
    /// its own.
    fn fail(&mut self, rank: Rank, why: &str) {
        if !self.is_harmed {
            self.violate(format!("the stream fails although nobody was lost: {why} (rank {rank})"));
        }
        if self.ranks[rank].has_failed {
            return;
        }
        self.learn_of_failure(rank);
        for other in 0..self.ranks.len() {
            let delay = self.choices.below(100 * MILLISECOND);
            self.events.after(delay, Event::LearnOfFailure(other));
        }
    }

    fn learn_of_failure(&mut self, rank: Rank) {
        if !std::mem::replace(&mut self.ranks[rank].has_failed, true) {
            self.touch(rank);
            self.events.after(AFTER_TOLD, Event::MustBeOver(rank));
        }
    }

    /// The program of a rank has ended.
    fn end_program(&mut self, rank: Rank, ended: Result<(), Stop>) {
        self.done.failed += u64::from(ended.is_err());
        let process = &mut self.ranks[rank];
        (process.is_over, process.stage) = (true, Stage::Closed);
        for end in self.all_links_of(rank) {
            self.close(&end, ended.is_ok());
        }
    }

    fn check_end(&self) -> Result<(), String> {
        let waits = |process: &&Process| process.is_alive && !process.is_over;
        match self.ranks.iter().filter(waits).count() {
            0 => Ok(()),
            count => {
                let ranks: Vec<usize> =
                    (0..self.ranks.len()).filter(|rank| waits(&&self.ranks[*rank])).collect();
                let (writers, harm) = (self.writers.len(), self.harm);
                Err(format!(
                    "{count} ranks wait forever: {ranks:?} of {} ({writers} writers, {harm:?})",
                    self.ranks.len()
                ))
            }
        }
    }

    fn violate(&mut self, what: String) {
        self.violation.get_or_insert(what);
    }

    /// Something has changed that threads of a rank may wait for.
    fn touch(&mut self, rank: Rank) {
        self.ranks[rank].changes += 1;
        self.progress += 1;
    }

    fn time(&self) -> Duration {
        Duration::from_micros(self.events.now())
    }

    fn handle(&self, rank: Rank) -> Handle {
        Handle { world: self.me.upgrade().expect("the simulation holds it"), rank }
    }

    fn is_writer(&self, rank: Rank) -> bool {
        rank < self.writers.len()
    }

    /// All ranks of a rank's program.
    fn program_of(&self, rank: Rank) -> Range<Rank> {
        let program = self.ranks[rank].program;
        let start = self.ranks.partition_point(|process| process.program < program);
        start..self.ranks.partition_point(|process| process.program <= program)
    }

    fn reader_program(&self, rank: Rank) -> &ReaderProgram {
        &self.plan.programs[self.ranks[rank].program - 1]
    }
}

impl Process {
    fn of(program: usize) -> Self {
        Self {
            program,
            is_alive: true,
            returns: false,
            returned: 0,
            paused_until: 0,
            stage: Stage::Open,
            has_failed: false,
            is_over: false,
            collective_calls: 0,
            changes: 0,
        }
    }
}
