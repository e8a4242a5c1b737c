// SPDX-License-Identifier: MIT OR Apache-2.0
//! The store service under simulation: programs with sessions write, truncate, sync, read and lock files
//! through one daemon, while connections freeze and break, the daemon's host is paused, killed or loses
//! power, and its disk stalls and fails.
//!
//! Each program has a file and a name of its own; all share one file, which they write only under its lock.

mod checker;
mod client;
mod disk;
mod message;
mod server;

use std::ops::AddAssign;

use seaway_roles::store::Flaws;

use self::checker::Checker;
use self::client::Program;
use self::disk::{CELLS, Disk};
use self::message::Message;
use self::server::Server;
use crate::core::{
    Arrival, Choices, Delivery, Events, LinkId, MILLISECOND, Network, Outcome, SECOND, Side, Time, Violation,
};
use crate::many::{self, Report};

pub const SCENARIO: &str = "store";
/// Timeout of every session, and the grace period that the daemon gives it.
const TIMEOUT: Time = 8 * SECOND;
/// A timeout may be noticed this much later.
const SLACK: Time = SECOND;
/// Longer than any schedule lasts.
const MOST_EVENTS: u64 = 50_000;

#[derive(Debug)]
enum Event {
    Delivery(Delivery<Message>),
    /// A program continues.
    Step(usize),
    /// A client checks its daemon.
    Look(usize),
    Connect(usize),
    /// The daemon has finished a piece of work. The first number is its incarnation.
    Applied(u64, LinkId),
    Synced(u64, LinkId, u64, usize),
    DrainEnds(u64, LinkId),
    GraceEnds(u64),
    Start,
    Fault(u64),
}

/// How much work a schedule did, to show that schedules are not empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub events: u64,
    pub syncs: u64,
    pub connections: u64,
    pub restarts: u64,
    /// Programs that were told of bytes or locks that may be lost.
    pub troubles: u64,
    pub given_up: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.events += other.events;
        self.syncs += other.syncs;
        self.connections += other.connections;
        self.restarts += other.restarts;
        self.troubles += other.troubles;
        self.given_up += other.given_up;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, flaws: Flaws) -> Result<Done, Box<Violation>> {
    let mut world = World::new(seed, flaws);
    let ended = world.run();
    let at = world.events.now();
    match ended {
        Ok(()) => Ok(world.done),
        Err(what) => Err(Box::new(Violation { scenario: SCENARIO, seed, at, what })),
    }
}

/// Runs `schedules` seeds from `first` on.
pub fn run_many(first: u64, schedules: u64, flaws: Flaws) -> Report<Done> {
    many::run_many(first, schedules, |seed| run(seed, flaws))
}

struct World {
    events: Events<Event>,
    choices: Choices,
    network: Network,
    disk: Disk,
    server: Server,
    programs: Vec<Program>,
    checker: Checker,
    flaws: Flaws,
    faults_left: u64,
    disk_fails: bool,
    /// Requests so far, of all programs.
    sequence: u64,
    done: Done,
}

impl World {
    fn new(seed: u64, flaws: Flaws) -> Self {
        let mut choices = Choices::seeded(seed);
        let count = 1 + choices.index(3);
        let most_kept = [0, 900, 1 << 20][choices.index(3)];
        let programs = (0..count).map(|number| Program::new(number, count, most_kept, flaws)).collect();
        let (faults_left, disk_fails) = (choices.below(6), choices.once_in(4));
        let mut world = Self {
            events: Events::default(),
            network: Network::default(),
            disk: Disk::new(count + 1),
            server: Server::default(),
            programs,
            checker: Checker::new(count + 1),
            flaws,
            faults_left,
            disk_fails,
            sequence: 0,
            done: Done::default(),
            choices,
        };
        world.start_server();
        for number in 0..count {
            let delay = world.choices.below(MILLISECOND);
            world.events.after(delay, Event::Connect(number));
        }
        world.plan_fault();
        world
    }

    fn run(&mut self) -> Result<(), String> {
        while let Some(event) = self.events.next() {
            self.done.events += 1;
            if self.done.events > MOST_EVENTS {
                let waiting: Vec<String> = self.programs.iter().map(Program::to_string).collect();
                return Err(format!("the schedule does not end: {}", waiting.join("; ")));
            }
            // Continue after the last program has ended: late bytes may still arrive.
            self.handle(event)?;
        }
        self.check_end()
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        if let Some(until) = self.server_is_paused(&event) {
            self.events.at(until, event);
            return Ok(());
        }
        match event {
            Event::Delivery(delivery) => self.deliver(delivery)?,
            Event::Step(number) => self.step(number)?,
            Event::Look(number) => self.look(number)?,
            Event::Connect(number) => self.connect(number)?,
            Event::Applied(life, link) => self.applied(life, link)?,
            Event::Synced(life, link, id, file) => self.sync_ended(life, link, id, file)?,
            Event::DrainEnds(life, link) => self.drain_ends(life, link),
            Event::GraceEnds(life) => self.grace_ends(life)?,
            Event::Start => self.start_server(),
            Event::Fault(kind) => self.fault(kind)?,
        }
        Ok(())
    }

    fn deliver(&mut self, delivery: Delivery<Message>) -> Result<(), String> {
        let now = self.events.now();
        match self.network.arrived(now, &mut self.choices, delivery) {
            Outcome::Lost => Ok(()),
            Outcome::Later(time, delivery) => {
                self.events.at(time, Event::Delivery(delivery));
                Ok(())
            }
            Outcome::Arrives(Delivery { link, to: Side::Client, what, .. }) => match what {
                Arrival::Message(message) => self.client_hears(link, message),
                Arrival::Torn(_) => Ok(()),
                Arrival::End => self.client_lost(link),
            },
            Outcome::Arrives(Delivery { link, to: Side::Server, what, .. }) => match what {
                Arrival::Message(message) => self.server_hears(link, message),
                // Part of a cell does not count: cells are written atomically.
                Arrival::Torn(_) => Ok(()),
                Arrival::End => self.server_hears(link, Message::End),
            },
        }
    }

    fn send(&mut self, link: LinkId, from: Side, message: Message) {
        let now = self.events.now();
        if let Some((time, delivery)) = self.network.send(now, &mut self.choices, link, from, message) {
            self.events.at(time, Event::Delivery(delivery));
        }
    }

    fn close(&mut self, link: LinkId, side: Side) {
        let now = self.events.now();
        if let Some((time, delivery)) = self.network.close(now, &mut self.choices, link, side) {
            self.events.at(time, Event::Delivery(delivery));
        }
    }

    fn plan_fault(&mut self) {
        if self.faults_left > 0 {
            self.faults_left -= 1;
            let (delay, kind) = (self.choices.below(3 * SECOND), self.choices.below(6));
            self.events.after(delay, Event::Fault(kind));
        }
    }

    fn fault(&mut self, kind: u64) -> Result<(), String> {
        let now = self.events.now();
        let links: Vec<LinkId> = self.programs.iter().filter_map(Program::link).collect();
        match (kind, links.is_empty()) {
            (0 | 1, false) => {
                let link = links[self.choices.index(links.len())];
                let until = now + self.choices.below(20 * SECOND);
                self.network.freeze(link, Side::Client, until);
                if self.choices.once_in(2) {
                    self.network.freeze(link, Side::Server, until);
                }
            }
            (2, false) => {
                let link = links[self.choices.index(links.len())];
                let lost = self.choices.below(5);
                let ends = self.network.cut(now, &mut self.choices, link, lost);
                ends.into_iter().for_each(|(time, delivery)| self.events.at(time, Event::Delivery(delivery)));
            }
            (3, _) => {
                let length = self.choices.below(10 * SECOND);
                self.server.pause_until(now + length);
            }
            (4, _) => self.kill_server(false)?,
            (5, _) => self.kill_server(true)?,
            _ => {}
        }
        self.plan_fault();
        Ok(())
    }

    fn check_end(&mut self) -> Result<(), String> {
        for number in 0..self.programs.len() {
            if !self.programs[number].has_ended() {
                return Err(format!("program {number} waits forever"));
            }
            self.checker.check_durable(number, &self.disk.synced(number))?;
            // A program that has given up does not know the outcome of requests in flight.
            if !self.programs[number].has_given_up() {
                self.checker.check_end(number, &self.disk.seen(number))?;
            }
        }
        Ok(())
    }
}
