// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two programs and a stream between them: they open it, the readers take a few pieces of each writer, both
//! close. Meanwhile processes are stopped, temporarily or forever, killed, or lost with their hosts, and the
//! network between hosts is cut.
//!
//! Checked: every waiting rank learns of a permanent failure within the timeout and a second; a stop or a cut
//! that is shorter than the allowance ends nothing; every piece that is read is the one that was requested.

mod life;
mod links;
mod plan;
mod watching;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::time::Duration;

use seaway_roles::stream::{
    Absence, Liveness, Look, Lookout, Order, Position, Recipients, Search, SearchDefect, Seen, Step, Tried,
    Try, Verdict, suspect_after,
};

use self::plan::{Plan, When};
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};

pub const SCENARIO: &str = "stream";
/// How often a waiting rank checks.
const LOOK: Time = 100 * MILLISECOND;
/// How long a rank that learns of a failure may take to answer, and how long a goodbye may be in flight.
const TELL: Time = SECOND;
const GRACE: Time = SECOND;
const STEPS: u64 = 4;
/// Everything is over by then.
const END: Time = 200 * SECOND;

/// Defects that the simulation is to find.
#[derive(Debug, Clone, Copy, Default)]
pub struct Defects {
    pub search: Option<SearchDefect>,
    /// Ranks that wait for others of their program do not monitor rank 0.
    pub nobody_looks_after_rank_0: bool,
    /// Rank 0 of the readers does not monitor its program while it searches for the writers.
    pub search_looks_after_nobody: bool,
    /// A closing rank considers a killed rank of its program to have left.
    pub closing_waits_for_the_dead: bool,
    /// A rank that connects to one that knows of a failure is not told: it may have missed it while it was
    /// stopped.
    pub late_ones_are_not_told: bool,
    /// A reader that has left is considered killed while its goodbye is still in flight.
    pub refusal_is_loss: bool,
}

/// What a schedule has seen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    pub ranks_done: u64,
    pub ranks_failed: u64,
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.ranks_done += other.ranks_done;
        self.ranks_failed += other.ranks_failed;
    }
}

type Rank = usize;
type Host = usize;
type LinkNumber = u64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Message {
    /// A connection and the first half of its handshake.
    Hello,
    Welcome,
    /// The second half: now both ends have a link.
    Up,
    /// The kernel reports that nothing listens.
    Refused,
    Attach,
    Attached,
    Want(u64),
    Data(u64),
    Ping,
    Pong,
    Suspect,
    /// Who is lost, if it is one rank.
    Failed(Option<Rank>),
    Bye,
    /// The kernel reports that the other end is gone.
    End,
}

/// Why a rank connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Search,
    Read,
    Lookout,
    /// To report a failure; if rank 0 cannot be reached, to all others of the program.
    Tell(Option<Rank>),
}

#[derive(Debug)]
enum Event {
    Start(Rank),
    Arrives {
        link: LinkNumber,
        from: Rank,
        to: Rank,
        message: Message,
    },
    Look(Rank),
    TryWriter,
    DialOver(Rank, LinkNumber),
    /// The last message of a rank that had left has had time to arrive.
    OverSoon(Rank, Rank),
    /// A rank's contribution to a collective call has arrived at rank 0.
    Gathered(Rank, Rank, u64),
    /// A collective call has ended: successfully, or with an error of rank 0.
    CollectiveOver(Rank, u64, bool),
    Next(Rank),
    Suffer(usize),
}

/// What a rank is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    NotStarted,
    /// Rank 0 of the readers searches for the writers.
    Searching,
    /// Waits for other ranks of its program, in this collective call.
    Collective(u64),
    /// A reader, for a piece of a writer.
    Reading(Rank, u64),
    /// Between two calls.
    Computing,
    /// A writer, until all readers have said goodbye.
    Draining,
    Done,
    Failed,
}

struct Process {
    is_writer: bool,
    host: Host,
    doing: Doing,
    since: Time,
    is_alive: bool,
    stopped_until: Time,
    links: BTreeMap<LinkNumber, End>,
    liveness: Option<Liveness>,
    lookout: Option<(Lookout, Time)>,
    step: u64,
    goodbyes: u64,
    has_asked: bool,
    /// Rank 0 knows the ranks of the other program.
    knows_others: bool,
    /// When its waiting was last justified.
    excused_at: Time,
}

/// This end of a link.
#[derive(Clone, Copy)]
struct End {
    peer: Rank,
    heard: Time,
    is_up: bool,
    /// Why this end has connected; `None` at the other end.
    purpose: Option<Purpose>,
}

struct World {
    seed: u64,
    timeout: Time,
    writers: usize,
    /// A reader finds the writers by a record, alternating with its own host; otherwise only on its own host.
    has_folder: bool,
    choices: Choices,
    events: Events<Event>,
    processes: Vec<Process>,
    plans: Vec<Plan>,
    network: links::Network,
    links: u64,
    arrived_at: BTreeMap<(bool, u64), BTreeSet<Rank>>,
    search: Option<Search>,
    looks: u32,
    /// The link of the current attempt, its location, and when it began.
    trying: Option<(LinkNumber, u32, Time)>,
    /// A reader that has asked before the writers knew each other.
    attaching: Option<(LinkNumber, Rank)>,
    has_met: bool,
    rendezvous_at: Time,
    /// When the last permanent harm was done.
    harmed_at: Option<Time>,
    /// When the last permanent harm was done to ranks, or began to affect a waiting one.
    struck: Option<Time>,
    defects: Defects,
    violation: Option<String>,
}

/// One schedule.
pub fn run(seed: u64, defects: Defects) -> Result<Summary, Violation> {
    let mut world = World::new(seed, defects);
    world.play()
}

impl Process {
    fn new(is_writer: bool, host: Host) -> Self {
        Self {
            is_writer,
            host,
            doing: Doing::NotStarted,
            since: 0,
            is_alive: true,
            stopped_until: 0,
            links: BTreeMap::new(),
            liveness: None,
            lookout: None,
            step: 0,
            goodbyes: 0,
            has_asked: false,
            knows_others: false,
            excused_at: 0,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.doing, Doing::Done | Doing::Failed)
    }

    /// A link for requests: readers use only those that they have made themselves.
    fn link_to(&self, peer: Rank) -> Option<(LinkNumber, End)> {
        let is_it = |end: &End| end.peer == peer && end.is_up && (self.is_writer || end.purpose.is_some());
        self.links.iter().find(|(_, end)| is_it(end)).map(|(number, end)| (*number, *end))
    }
}

fn duration(time: Time) -> Duration {
    Duration::from_micros(time)
}

fn microseconds(duration: Duration) -> Time {
    Time::try_from(duration.as_micros()).unwrap_or(Time::MAX)
}

impl World {
    fn new(seed: u64, defects: Defects) -> Self {
        let mut choices = Choices::seeded(seed);
        let (writers, readers) = (1 + choices.index(3), 1 + choices.index(3));
        let timeout = [SECOND, 4 * SECOND, 30 * SECOND][choices.index(3)];
        let mut events = Events::default();
        let hosts = plan::hosts(&mut choices, writers, readers);
        for rank in 0..writers + readers {
            let start = if choices.once_in(3) { choices.below(3 * SECOND) } else { choices.below(SECOND) };
            events.at(start, Event::Start(rank));
        }
        let plans = plan::plans(&mut choices, &hosts, timeout);
        for (index, plan) in plans.iter().enumerate() {
            if let When::At(time) = plan.when {
                events.at(time, Event::Suffer(index));
            }
        }
        // If all are on one host, they need no record.
        let has_folder = hosts.iter().any(|host| *host != hosts[0]) || choices.once_in(2);
        Self {
            seed,
            timeout,
            writers,
            has_folder,
            choices,
            events,
            processes: (0..).zip(hosts).map(|(rank, host)| Process::new(rank < writers, host)).collect(),
            plans,
            network: links::Network::default(),
            links: 0,
            arrived_at: BTreeMap::new(),
            search: None,
            looks: 0,
            trying: None,
            attaching: None,
            has_met: false,
            rendezvous_at: 0,
            harmed_at: None,
            struck: None,
            defects,
            violation: None,
        }
    }

    fn play(&mut self) -> Result<Summary, Violation> {
        while let Some(event) = self.events.next() {
            let now = self.events.now();
            self.happen(event);
            if let Some(what) = self.violation.take() {
                return Err(self.violated(now, what));
            }
            if self.is_settled() {
                break;
            }
            if now > END {
                return Err(self.violated(now, format!("the ranks still wait: {:?}", self.doings())));
            }
        }
        let count = |doing| self.processes.iter().filter(|process| process.doing == doing).count() as u64;
        let seen = Summary { ranks_done: count(Doing::Done), ranks_failed: count(Doing::Failed) };
        let has_lasted = self.plans.iter().any(|plan| plan.harm.lasts() && plan.is_done);
        if !has_lasted && seen.ranks_done < self.processes.len() as u64 {
            let what = format!("nobody was lost, but not all ranks succeeded: {:?}", self.doings());
            return Err(self.violated(self.events.now(), what));
        }
        Ok(seen)
    }

    /// Nothing relevant will happen any more.
    fn is_settled(&self) -> bool {
        // A rank may still be told, or arrive.
        let limit =
            self.struck.max(self.harmed_at).map(|at| at.max(self.rendezvous_at) + self.timeout + 4 * SECOND);
        let is_late = limit.is_some_and(|limit| self.events.now() > limit);
        (0..self.processes.len()).all(|rank| {
            let process = &self.processes[rank];
            process.is_over() || self.is_lost(rank) || (is_late && self.may_wait(rank))
        })
    }

    /// Checks that a waiting rank was notified in time.
    fn check(&mut self, rank: Rank) {
        self.notice_cut(rank);
        let Some(struck) = self.struck else { return };
        if self.may_wait(rank) {
            self.processes[rank].excused_at = self.events.now();
            return;
        }
        let process = &self.processes[rank];
        let is_waiting = !process.is_over() && process.doing != Doing::Computing;
        // Before the rendezvous, no program knows the ranks of the other.
        let since = struck.max(process.since).max(self.rendezvous_at).max(process.excused_at);
        let waited = self.events.now().saturating_sub(since);
        if is_waiting && waited > self.timeout + GRACE {
            let what = format!(
                "rank {rank} waits longer than allowed, since {since} us: {:?}, {} writers, timeout {} s, harm {:?}",
                self.doings(),
                self.writers,
                self.timeout / SECOND,
                self.plans
            );
            self.violation = Some(what);
        }
    }

    /// A cut harms nobody before a rank waits for one beyond it.
    fn notice_cut(&mut self, rank: Rank) {
        if self.struck.is_some() || self.processes[rank].is_over() {
            return;
        }
        let now = self.events.now();
        let is_cut = |peer: Rank| {
            let hosts = (self.processes[rank].host, self.processes[peer].host);
            self.network.is_cut_for_ever(hosts.0, hosts.1)
        };
        let all = 0..self.processes.len();
        let is_struck = match self.processes[rank].doing {
            Doing::Collective(1..) => is_cut(self.first_of(rank)),
            Doing::Reading(writer, _) => is_cut(writer),
            Doing::Searching => self.is_announced() && is_cut(0),
            Doing::Draining => {
                let process = &self.processes[rank];
                let looks_after_all = rank == 0 && process.knows_others;
                let is_linked = |peer: Rank| process.links.values().any(|end| end.peer == peer && end.is_up);
                let is_needed = |peer: &Rank| {
                    *peer == 0 || looks_after_all || is_linked(*peer) || (rank == 0 && *peer < self.writers)
                };
                all.filter(is_needed).any(is_cut)
            }
            _ => false,
        };
        if is_struck {
            self.struck = Some(now);
        }
    }

    /// Before ranks of a program know each other, only MPI waits for those that are missing. And before the
    /// rendezvous, each program waits for the other indefinitely; but a writer that can be found and does not
    /// answer counts as present.
    fn may_wait(&self, rank: Rank) -> bool {
        let is_complete = self.arrived_at.get(&(self.is_writer(rank), 0)).map_or(0, BTreeSet::len);
        if is_complete < self.program_of(rank).len() || self.processes[rank].doing == Doing::Collective(0) {
            return true;
        }
        // Rank 0 monitors all, and all monitor rank 0.
        let leader = self.first_of(rank);
        if self.has_met || self.program_of(rank).any(|other| self.is_harmed(other, leader)) {
            return false;
        }
        let first = &self.processes[0];
        let is_refused = !first.is_alive && !self.network.is_host_gone(first.host);
        // It answers pings, and itself waits for ranks that have not opened yet.
        let is_incomplete = first.doing == Doing::Collective(0) && !self.is_harmed(0, self.writers);
        self.is_writer(rank) || is_refused || is_incomplete || !self.is_announced()
    }

    /// Whether something permanent has happened to `peer`, as `rank` sees it.
    fn is_harmed(&self, peer: Rank, rank: Rank) -> bool {
        let hosts = (self.processes[peer].host, self.processes[rank].host);
        self.is_lost(peer) || self.network.is_cut_for_ever(hosts.0, hosts.1)
    }

    fn is_lost(&self, rank: Rank) -> bool {
        !self.processes[rank].is_alive || self.processes[rank].stopped_until > END
    }

    /// Readers can find the writers, or what is left of them.
    fn is_announced(&self) -> bool {
        let complete = self.arrived_at.get(&(true, 0)).is_some_and(|here| here.len() == self.writers);
        let listens = self.processes[0].doing != Doing::NotStarted;
        if self.has_folder {
            complete && !matches!(self.processes[0].doing, Doing::Collective(0))
        } else {
            listens
        }
    }

    fn doings(&self) -> Vec<Doing> {
        self.processes.iter().map(|process| process.doing).collect()
    }

    fn violated(&self, at: Time, what: String) -> Violation {
        Violation { scenario: SCENARIO, seed: self.seed, at, what }
    }

    /// A stopped process acts later, a dead one never.
    fn happen(&mut self, event: Event) {
        let now = self.events.now();
        let whose = match &event {
            Event::Start(rank) | Event::Look(rank) | Event::Next(rank) => Some(*rank),
            Event::DialOver(rank, _) | Event::OverSoon(rank, _) | Event::CollectiveOver(rank, ..) => {
                Some(*rank)
            }
            Event::Gathered(rank, ..) => Some(*rank),
            Event::TryWriter => Some(self.writers),
            Event::Arrives { to, .. } => Some(*to),
            Event::Suffer(_) => None,
        };
        let event = match event {
            Event::Arrives { link, from, to, message } => match self.pass(link, from, to, message) {
                Some(event) => event,
                None => return,
            },
            event => event,
        };
        if let Some(process) = whose.map(|rank| &self.processes[rank]) {
            if !process.is_alive {
                return;
            }
            if process.stopped_until > now {
                if process.stopped_until < END {
                    self.events.at(process.stopped_until, event);
                }
                return;
            }
        }
        match event {
            Event::Start(rank) => self.start(rank),
            Event::Arrives { link, from, to, message } => self.arrives(link, from, to, message),
            Event::Look(rank) => self.look(rank),
            Event::TryWriter => self.try_writer(),
            Event::DialOver(rank, link) => self.dial_over(rank, link),
            Event::OverSoon(rank, peer) => self.over_soon(rank, peer),
            Event::Gathered(first, rank, call) => self.gathered(first, rank, call),
            Event::CollectiveOver(rank, call, is_well) => self.collective_over(rank, call, is_well),
            Event::Next(rank) => self.next_call(rank),
            Event::Suffer(index) => self.suffer(index),
        }
    }

    fn is_writer(&self, rank: Rank) -> bool {
        rank < self.writers
    }

    fn program_of(&self, rank: Rank) -> std::ops::Range<Rank> {
        if self.is_writer(rank) { 0..self.writers } else { self.writers..self.processes.len() }
    }

    fn first_of(&self, rank: Rank) -> Rank {
        self.program_of(rank).start
    }
}

#[cfg(test)]
mod tests;
