// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that travel along nodes under simulation: a head with a source that changes while it is read, nodes
//! that die, restart, are slow or cannot forward, and links that break at any message, noticed at once, late
//! or not at all. Checked: a node shows the content of one version of the source, never a mix; what has
//! arrived is visible; every node that lives gets everything, whatever happens to the others; everything ends.

mod head;
mod node;

use std::collections::BTreeMap;
use std::ops::AddAssign;

use seaway_messages::Want;
use seaway_roles::ring::Defect;

use self::head::Head;
use self::node::Node;
use crate::core::{Choices, Events, MILLISECOND, SECOND, Time, Violation};
use crate::many::{self, Report};

pub const SCENARIO: &str = "ring";
const FAULTS_UNTIL: Time = 8 * SECOND;
/// Far more than any schedule takes after its last fault.
const END: Time = 600 * SECOND;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub arrived: u64,
    pub lost: u64,
    pub links: u64,
    pub deaths: u64,
    pub returns: u64,
    pub cuts: u64,
    pub changes: u64,
    pub chunks: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.arrived += other.arrived;
        self.lost += other.lost;
        self.links += other.links;
        self.deaths += other.deaths;
        self.returns += other.returns;
        self.cuts += other.cuts;
        self.changes += other.changes;
        self.chunks += other.chunks;
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

/// Who is at an end of a link: the head, or a node in one of its lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinkEnd {
    Head,
    Node(usize, u64),
}

/// On a link, both ways. The content of a chunk is the version of the source that it was read from.
#[derive(Debug, Clone)]
enum Message {
    Offer { object: u64, version: u32, chunks: u64 },
    Wanted { object: u64, version: u32, chunks: u64, want: Want },
    Chunk { object: u64, version: u32, index: u64, content: u32 },
    Commit { object: u64, version: u32 },
    Last { objects: u64 },
}

/// From a node to the head.
#[derive(Debug, Clone)]
enum Told {
    Progress { bytes: u64, complete: bool },
    LinkLost { link: u64 },
    CannotForward,
    Arrived,
}

#[derive(Debug)]
enum Event {
    /// Along a link, to the successor or back.
    Forth {
        link: u64,
        message: Message,
    },
    Back {
        link: u64,
        message: Message,
    },
    /// The feeder of a link may send.
    Pump {
        link: u64,
    },
    /// The feeder notices that its link is broken.
    Broken {
        link: u64,
    },
    Heard {
        node: usize,
        life: u64,
        report: Told,
    },
    /// The head's order to a node.
    Feed {
        feeder: LinkEnd,
        node: usize,
        link: u64,
    },
    EndFeed {
        feeder: LinkEnd,
        link: u64,
    },
    /// The head notices the end of its connection to a node.
    Gone {
        node: usize,
        life: u64,
    },
    Restart {
        node: usize,
    },
    Report {
        node: usize,
        life: u64,
    },
    /// A node has made an object visible.
    Shown {
        node: usize,
        life: u64,
        object: u64,
        version: u32,
        content: Vec<u32>,
    },
    Tick,
    Fault,
}

/// A connection from a feeder to a node.
#[derive(Debug)]
struct Link {
    from: LinkEnd,
    to: (usize, u64),
    is_cut: bool,
    /// When the last message arrives: none overtakes it.
    last: [Time; 2],
    pump_planned: bool,
}

struct World {
    events: Events<Event>,
    choices: Choices,
    links: BTreeMap<u64, Link>,
    done: Done,
    defect: Defect,
    is_quiet: bool,
}

impl World {
    fn milliseconds(&self) -> u64 {
        self.events.now() / MILLISECOND
    }

    /// Messages stay in order, and are lost with their link.
    fn send(&mut self, link: u64, forth: bool, message: Message) {
        let delay = self.choices.within(50..3 * MILLISECOND);
        let now = self.events.now();
        let Some(line) = self.links.get_mut(&link).filter(|line| !line.is_cut) else { return };
        let last = &mut line.last[usize::from(forth)];
        *last = (now + delay).max(*last);
        let at = *last;
        self.events
            .at(at, if forth { Event::Forth { link, message } } else { Event::Back { link, message } });
    }

    fn pump(&mut self, link: u64, delay: Time) {
        if let Some(line) = self.links.get_mut(&link).filter(|line| !line.pump_planned) {
            line.pump_planned = true;
            self.events.after(delay, Event::Pump { link });
        }
    }

    fn tell(&mut self, node: usize, life: u64, report: Told) {
        let delay = self.choices.within(50..5 * MILLISECOND);
        self.events.after(delay, Event::Heard { node, life, report });
    }

    /// What is in flight is lost. The feeder notices at once, late, or not at all.
    fn cut(&mut self, link: u64, may_hide: bool) {
        let Some(line) = self.links.get_mut(&link).filter(|line| !line.is_cut) else { return };
        line.is_cut = true;
        let is_heads = line.from == LinkEnd::Head;
        self.done.cuts += 1;
        if may_hide && !is_heads && self.choices.once_in(4) {
            return;
        }
        let delay = self.choices.within(100..5 * SECOND);
        self.events.after(delay, Event::Broken { link });
    }
}

struct Schedule {
    world: World,
    head: Head,
    nodes: Vec<Node>,
}

impl Schedule {
    fn new(seed: u64, defect: Defect) -> Self {
        let mut choices = Choices::seeded(seed);
        let count = 1 + choices.index(6);
        let mut events = Events::default();
        for _ in 0..choices.below(8) {
            events.at(choices.below(FAULTS_UNTIL), Event::Fault);
        }
        let nodes: Vec<Node> = (0..count).map(|index| Node::new(index, &mut choices, defect)).collect();
        let mut world =
            World { events, choices, links: BTreeMap::new(), done: Done::default(), defect, is_quiet: false };
        let head = Head::new(&mut world, count);
        Self { world, head, nodes }
    }

    fn run(&mut self) -> Result<Done, String> {
        self.head.begin(&mut self.world);
        for node in 0..self.nodes.len() {
            self.world.events.after(MILLISECOND, Event::Report { node, life: 0 });
        }
        while let Some(event) = self.world.events.next() {
            let now = self.world.events.now();
            self.world.is_quiet |= now > FAULTS_UNTIL;
            if now > END {
                return Err(self.stuck());
            }
            self.happens(event)?;
            if self.head.is_over() && self.world.is_quiet {
                return self.verdict();
            }
        }
        Err(self.stuck())
    }

    fn happens(&mut self, event: Event) -> Result<(), String> {
        let world = &mut self.world;
        match event {
            Event::Forth { link, message } => {
                let Some(line) = world.links.get(&link).filter(|line| !line.is_cut) else { return Ok(()) };
                let (node, life) = line.to;
                self.nodes[node].hear(world, life, link, message)?;
            }
            Event::Back { link, message } => {
                let Some(line) = world.links.get(&link).filter(|line| !line.is_cut) else { return Ok(()) };
                match line.from {
                    LinkEnd::Head => self.head.answered(world, link, &message),
                    LinkEnd::Node(node, life) => self.nodes[node].answered(world, life, link, &message),
                }
            }
            Event::Pump { link } => {
                let Some(line) = world.links.get_mut(&link) else { return Ok(()) };
                line.pump_planned = false;
                let (from, to) = (line.from, line.to);
                if line.is_cut {
                    return Ok(());
                }
                let pace = self.nodes[to.0].pace;
                match from {
                    LinkEnd::Head => self.head.pump(world, link, pace),
                    LinkEnd::Node(node, life) => self.nodes[node].pump(world, life, link, pace),
                }
            }
            Event::Broken { link } => match world.links.get(&link).map(|line| line.from) {
                Some(LinkEnd::Head) => self.head.link_lost(world, link),
                Some(LinkEnd::Node(node, life)) => self.nodes[node].link_lost(world, life, link),
                None => {}
            },
            Event::Heard { node, life, report } => {
                if report_counts(&self.nodes[node], life) {
                    self.head.told(world, node, report);
                }
            }
            Event::Feed { feeder, node, link } => self.feed(feeder, node, link),
            Event::EndFeed { feeder, link } => {
                if let Some(line) = world.links.get_mut(&link) {
                    line.is_cut = true;
                }
                if let LinkEnd::Node(node, _) = feeder {
                    self.nodes[node].end_feed(link);
                }
            }
            Event::Gone { node, life } => self.head.gone(world, node, life),
            Event::Restart { node } => {
                let life = self.nodes[node].restart();
                self.head.returned(world, node);
                world.events.after(MILLISECOND, Event::Report { node, life });
            }
            Event::Report { node, life } => self.nodes[node].report(world, life),
            Event::Shown { node, life, object, version, content } => {
                self.nodes[node].shown(world, life, object, version, content);
            }
            Event::Tick => self.head.tick(world),
            Event::Fault => self.fault(),
        }
        Ok(())
    }

    fn feed(&mut self, feeder: LinkEnd, node: usize, link: u64) {
        let (world, from) = (&mut self.world, feeder);
        let is_there = match from {
            LinkEnd::Head => true,
            LinkEnd::Node(index, life) => self.nodes[index].lives(life),
        };
        if !is_there {
            return;
        }
        world.done.links += 1;
        let to = (node, self.nodes[node].life);
        let is_cut = !self.nodes[node].lives(to.1);
        world.links.insert(link, Link { from, to, is_cut, last: [0; 2], pump_planned: false });
        match from {
            LinkEnd::Head => self.head.feed(link),
            LinkEnd::Node(index, _) => self.nodes[index].feed(link),
        }
        if is_cut {
            world.events.after(5 * MILLISECOND, Event::Broken { link });
        }
        world.pump(link, MILLISECOND);
    }

    fn fault(&mut self) {
        let world = &mut self.world;
        let index = world.choices.index(self.nodes.len());
        match world.choices.below(8) {
            0 | 1 => {
                if let Some(life) = self.nodes[index].die(world) {
                    world.done.deaths += 1;
                    let links: Vec<u64> = world
                        .links
                        .iter()
                        .filter(|(_, line)| {
                            line.to == (index, life) || line.from == LinkEnd::Node(index, life)
                        })
                        .map(|(link, _)| *link)
                        .collect();
                    links.iter().for_each(|&link| world.cut(link, false));
                    let notice = world.choices.within(MILLISECOND..4 * SECOND);
                    world.events.after(notice, Event::Gone { node: index, life });
                    if world.choices.once_in(2) {
                        world.events.after(notice + SECOND, Event::Restart { node: index });
                        world.done.returns += 1;
                    }
                }
            }
            2..=4 => {
                let links: Vec<u64> = world.links.keys().copied().collect();
                if !links.is_empty() {
                    let link = links[world.choices.index(links.len())];
                    world.cut(link, true);
                }
            }
            5 => {
                let life = self.nodes[index].life;
                self.nodes[index].cannot_forward = true;
                world.tell(index, life, Told::CannotForward);
            }
            _ => self.head.change_source(world),
        }
    }

    fn verdict(&mut self) -> Result<Done, String> {
        for (index, node) in self.nodes.iter().enumerate() {
            let has_all = node.visible.len() as u64 == self.head.objects;
            match (self.head.has_arrived(index), node.lives(node.life)) {
                (true, _) if !has_all => {
                    return Err(format!("node {index} has not got what has arrived there"));
                }
                (true, _) => self.world.done.arrived += 1,
                // It lives, and was reachable after the last fault.
                (false, true) => return Err(format!("node {index} lives and was given up")),
                (false, false) => self.world.done.lost += 1,
            }
        }
        Ok(self.world.done)
    }

    fn stuck(&self) -> String {
        let lacking: Vec<usize> =
            (0..self.nodes.len()).filter(|&index| !self.head.has_arrived(index)).collect();
        format!("it never ends; nodes {lacking:?} of {} lack something", self.nodes.len())
    }
}

/// What a former life has sent may still arrive, but the head has noticed the end of its connection.
fn report_counts(node: &Node, life: u64) -> bool {
    node.life == life
}
