// SPDX-License-Identifier: MIT OR Apache-2.0
//! The embedded registry under simulation: callers that create, replace, delete and read; a member that keeps a lease alive; a
//! watcher that mirrors everything. Messages are delayed and lost; the daemon is killed, with or without what it was about to
//! commit. Checked: the calls are linearizable, a lease that is kept alive in time does not end, one that is not kept alive does,
//! and the watcher sees every change once and in order.

mod caller;
mod daemon;
mod member;
pub mod one_key;
mod watcher;

use std::ops::AddAssign;

use seaway_messages::RegistryMessage;

use self::caller::Caller;
use self::daemon::Daemon;
use self::member::Member;
use self::one_key::{KeyCall, check_keys};
use self::watcher::Watcher;
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};
use crate::linearizability::Timed;
use crate::many::{self, Report};

pub const SCENARIO: &str = "registry";
const FAULTS_UNTIL: Time = 20 * SECOND;
/// Long enough for all leases to end, and for everybody to hear of it.
const END: Time = 40 * SECOND;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub calls: u64,
    pub unknown: u64,
    pub crashes: u64,
    pub events: u64,
    /// Reads that a lease vouches for.
    pub vouched: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.unknown += other.unknown;
        self.crashes += other.crashes;
        self.events += other.events;
        self.vouched += other.vouched;
    }
}

/// Which the simulation must find.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Defect {
    #[default]
    None,
    /// Answers do not wait for the disk.
    AnswersEarly,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Caller(usize),
    Member,
    Watcher,
}

/// A request. Each is sent once: what comes of a lost one is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sender {
    party: Party,
    id: u64,
}

#[derive(Debug)]
enum Event {
    ToDaemon(Sender, RegistryMessage),
    FromDaemon(Sender, RegistryMessage),
    /// The sender waits no longer.
    GiveUp(Sender),
    /// A party takes its next step.
    Next(Party),
    Committed(u64),
    DaemonDue(u64),
    DaemonStarts,
    Crash,
}

struct World {
    events: Events<Event>,
    choices: Choices,
    calls: Vec<Timed<KeyCall>>,
    wrong: Option<String>,
    done: Done,
}

impl World {
    fn milliseconds(&self) -> u64 {
        self.events.now() / MILLISECOND
    }

    fn is_quiet(&self) -> bool {
        self.events.now() > FAULTS_UNTIL
    }

    fn wrong(&mut self, what: String) {
        self.wrong.get_or_insert(what);
    }

    fn carry(&mut self, event: Event) {
        if !self.is_quiet() && self.choices.once_in(15) {
            return;
        }
        let late = !self.is_quiet() && self.choices.once_in(15);
        let delay = self.choices.within(if late { MILLISECOND..3 * SECOND } else { 50..5 * MILLISECOND });
        self.events.after(delay, event);
    }

    fn ask(&mut self, sender: Sender, request: RegistryMessage, patience: Time) {
        self.carry(Event::ToDaemon(sender, request));
        self.events.after(patience, Event::GiveUp(sender));
    }
}

struct Schedule {
    world: World,
    daemon: Daemon,
    callers: Vec<Caller>,
    member: Member,
    watcher: Watcher,
}

impl Schedule {
    fn new(seed: u64, defect: Defect) -> Self {
        let mut choices = Choices::seeded(seed);
        let mut events = Events::default();
        events.at(0, Event::DaemonStarts);
        let count = 1 + choices.index(3);
        let parties = (0..count).map(Party::Caller).chain([Party::Member, Party::Watcher]);
        parties.for_each(|party| events.at(choices.below(SECOND), Event::Next(party)));
        (0..choices.below(6)).for_each(|_| events.at(choices.below(FAULTS_UNTIL), Event::Crash));
        let world = World { events, choices, calls: Vec::new(), wrong: None, done: Done::default() };
        let callers = (0..count).map(Caller::new).collect();
        Self {
            world,
            daemon: Daemon::new(defect),
            callers,
            member: Member::default(),
            watcher: Watcher::default(),
        }
    }

    fn run(&mut self) -> Result<Done, String> {
        while let Some(event) = self.world.events.next() {
            if self.world.events.now() > END {
                break;
            }
            self.happens(event);
            if let Some(wrong) = self.world.wrong.take() {
                return Err(wrong);
            }
        }
        check_keys(&self.world.calls)?;
        self.watcher.check(self.daemon.entries())?;
        if self.daemon.entries().iter().any(|entry| entry.lease.is_some()) {
            return Err("a lease that nobody keeps alive does not end".into());
        }
        Ok(self.world.done)
    }

    fn happens(&mut self, event: Event) {
        let world = &mut self.world;
        match event {
            Event::ToDaemon(sender, request) => self.daemon.receive(world, sender, request),
            Event::Committed(life) => self.daemon.committed(world, life),
            Event::DaemonDue(life) => self.daemon.due(world, life),
            Event::DaemonStarts => self.daemon.start(world),
            Event::Crash => self.daemon.crash(world),
            Event::Next(party) => match party {
                Party::Caller(index) => self.callers[index].next(world),
                Party::Member => self.member.next(world),
                Party::Watcher => self.watcher.next(world),
            },
            Event::FromDaemon(sender, answer) => self.answered(sender, Some(answer)),
            Event::GiveUp(sender) => self.answered(sender, None),
        }
    }

    fn answered(&mut self, sender: Sender, answer: Option<RegistryMessage>) {
        let world = &mut self.world;
        match sender.party {
            Party::Caller(index) => self.callers[index].answered(world, sender.id, answer),
            Party::Member => self.member.answered(world, sender.id, answer),
            Party::Watcher => self.watcher.answered(world, sender.id, answer),
        }
    }
}
