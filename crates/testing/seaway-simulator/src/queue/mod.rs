// SPDX-License-Identifier: MIT OR Apache-2.0
//! A work queue under simulation: a manager and its successor, workers with their node agents, and the daemon with its disk.
//! Messages are delayed, lost, repeated and reordered; workers die, are stopped and go on; managers die; the daemon is killed, with
//! or without what it was about to commit. Checked: each task has exactly one completion, no acknowledged task or report is lost,
//! and everything ends.

mod checker;
mod daemon;
mod managing;
mod requests;
mod worker;

use std::ops::AddAssign;

use seaway_messages::QueueMessage;
use seaway_roles::queue::Defect;

use self::checker::Checker;
use self::daemon::Daemon;
use self::managing::Manager;
use self::worker::Worker;
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};
use crate::many::{self, Report};

pub const SCENARIO: &str = "queue";
const QUEUE: &str = "pillars";
/// In milliseconds.
const LEASE: u64 = 1_000;
const FAULTS_UNTIL: Time = 20 * SECOND;
/// Far more than any schedule takes after its last fault.
const END: Time = 400 * SECOND;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub tasks: u64,
    pub attempts: u64,
    pub dead: u64,
    pub crashes: u64,
    pub worker_deaths: u64,
    pub managers: u64,
    pub repeated: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.tasks += other.tasks;
        self.attempts += other.attempts;
        self.dead += other.dead;
        self.crashes += other.crashes;
        self.worker_deaths += other.worker_deaths;
        self.managers += other.managers;
        self.repeated += other.repeated;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, defect: Defect) -> Result<Done, Box<Violation>> {
    let mut schedule = Schedule::new(seed, defect);
    schedule.run().map_err(|what| {
        let at = schedule.world.events.now();
        Box::new(Violation { scenario: SCENARIO, seed, at, what })
    })
}

pub fn run_many(first: u64, schedules: u64, defect: Defect) -> Report<Done> {
    many::run_many(first, schedules, |seed| run(seed, defect))
}

/// Who sends requests. A life ends with its process: what was meant for it is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Manager,
    Worker(usize),
    /// Of the worker's node.
    Agent(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sender {
    party: Party,
    life: u64,
    /// Of the request.
    id: u64,
}

#[derive(Debug)]
enum Event {
    ToDaemon(Sender, QueueMessage),
    FromDaemon(Sender, QueueMessage),
    /// A commit of the daemon in this life is on the disk.
    Committed(u64),
    /// Something is due in this life of the daemon.
    DaemonDue(u64),
    DaemonStarts,
    /// The answer to this request is late.
    Resend(Sender),
    /// A worker has finished a task.
    Worked {
        worker: usize,
        life: u64,
    },
    WorkerStarts(usize),
    Continue(usize),
    Renew(usize),
    ManagerStarts,
    Fault,
}

/// What everybody uses.
struct World {
    events: Events<Event>,
    choices: Choices,
    checker: Checker,
    done: Done,
    is_quiet: bool,
}

impl World {
    fn milliseconds(&self) -> u64 {
        self.events.now() / MILLISECOND
    }

    /// Messages take a while, get lost or come twice, as with connections that break and are re-established.
    fn carry(&mut self, event: impl Fn() -> Event) {
        if !self.is_quiet && self.choices.once_in(12) {
            return;
        }
        let delay = self.choices.within(50..5 * MILLISECOND);
        self.events.after(delay, event());
        if !self.is_quiet && self.choices.once_in(12) {
            let late = self.choices.within(50..3 * SECOND);
            self.events.after(late, event());
            self.done.repeated += 1;
        }
    }
}

struct Schedule {
    world: World,
    daemon: Daemon,
    manager: Manager,
    workers: Vec<Worker>,
}

impl Schedule {
    fn new(seed: u64, defect: Defect) -> Self {
        let mut choices = Choices::seeded(seed);
        let tasks = choices.within(1..30);
        let terms = managing::terms(&mut choices);
        let count = 1 + choices.index(4);
        let mut events = Events::default();
        events.at(0, Event::DaemonStarts);
        events.at(0, Event::ManagerStarts);
        for index in 0..count {
            events.at(choices.below(SECOND), Event::WorkerStarts(index));
        }
        for _ in 0..choices.below(12) {
            events.at(choices.below(FAULTS_UNTIL), Event::Fault);
        }
        let (checker, done) = (Checker::new(tasks), Done::default());
        let world = World { events, choices, checker, done, is_quiet: false };
        let workers = (0..count).map(Worker::new).collect();
        Self { world, daemon: Daemon::new(defect), manager: Manager::new(tasks, terms), workers }
    }

    fn run(&mut self) -> Result<Done, String> {
        while let Some(event) = self.world.events.next() {
            let now = self.world.events.now();
            self.world.is_quiet |= now > FAULTS_UNTIL;
            if now > END {
                return Err(self.world.checker.stuck());
            }
            self.happens(event);
            self.world.checker.check()?;
            if self.world.checker.is_finished() {
                self.world.done.tasks = self.world.checker.tasks();
                self.world.done.dead = self.world.checker.dead();
                return Ok(self.world.done);
            }
        }
        Err(self.world.checker.stuck())
    }

    fn happens(&mut self, event: Event) {
        let world = &mut self.world;
        match event {
            Event::ToDaemon(sender, message) => self.daemon.receive(world, sender, message),
            Event::Committed(life) => self.daemon.committed(world, life),
            Event::DaemonDue(life) => self.daemon.due(world, life),
            Event::DaemonStarts => self.daemon.start(world),
            Event::FromDaemon(sender, message) => self.answer(sender, message),
            Event::Resend(sender) => match sender.party {
                Party::Manager => self.manager.resend(world, sender),
                Party::Worker(index) => self.workers[index].resend(world, sender),
                Party::Agent(_) => {}
            },
            Event::Worked { worker, life } => self.workers[worker].worked(world, life),
            Event::WorkerStarts(index) => self.workers[index].start(world),
            Event::Continue(index) => self.workers[index].resume(world),
            Event::Renew(index) => self.workers[index].renew(world),
            Event::ManagerStarts => self.manager.start(world),
            Event::Fault => self.fault(),
        }
    }

    fn answer(&mut self, sender: Sender, message: QueueMessage) {
        match sender.party {
            Party::Manager => self.manager.answered(&mut self.world, sender, message),
            Party::Worker(index) => self.workers[index].answered(&mut self.world, sender, message),
            Party::Agent(_) => {}
        }
    }

    fn fault(&mut self) {
        let world = &mut self.world;
        let worker = world.choices.index(self.workers.len());
        match world.choices.below(6) {
            0 | 1 => self.daemon.crash(world),
            2 => self.manager.die(world),
            3 | 4 => self.workers[worker].die(world),
            _ => self.workers[worker].stop(world),
        }
    }
}
