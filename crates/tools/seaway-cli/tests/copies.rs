// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things with two copies, with agents as processes that are killed and stopped: programs that have such a thing open go on, and
//! what was acknowledged is there. `cargo xtask soak things` runs many of these cases.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(
    clippy::print_stdout,
    reason = "a soak says what it does, and the writing process what it has written"
)]

mod nodes;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustix::process::{Pid, Signal, kill_process};
use seaway_soak::{Bars, Plan};
use seaway_things::Space;

use nodes::{Node, Nodes, PATIENCE, children, etcd_places};

const LEASE: &str = "2";
/// What the writer changes: one number each.
const SLOTS: u64 = 512;
const THING: &str = "ledger";

/// A process of a node that writes 1, 2, 3, ... to the slots of the thing, one after the other, and says so after each.
struct Writer {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    /// The newest number that it has acknowledged.
    last: u64,
}

impl Writer {
    fn start(node: &Node<'_>) -> Self {
        let mut command = node.command_of(&std::env::current_exe().unwrap());
        command.args(["--exact", "writer", "--nocapture"]).env("SEAWAY_TEST_WRITER", THING);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines, last: 0 }
    }

    /// The next number that was acknowledged.
    fn acknowledged(&mut self) -> u64 {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the writer has ended");
            if let Some(number) = line.trim().strip_prefix("wrote ") {
                self.last = number.parse().unwrap();
                return self.last;
            }
            assert!(!line.contains("panicked"), "{line}");
        }
    }

    fn acknowledged_after(&mut self, moment: Instant) -> u64 {
        loop {
            let number = self.acknowledged();
            // What was written before may still be in the pipe.
            if moment.elapsed() > Duration::from_millis(300) {
                return number;
            }
        }
    }

    /// All that it has acknowledged.
    fn end(mut self) -> u64 {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut last = self.last;
        for line in self.lines.by_ref().lines() {
            if let Some(number) = line.unwrap().trim().strip_prefix("wrote ") {
                last = number.parse().unwrap_or(last);
            }
        }
        last
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The writing process of the other tests. Without them it has nothing to write.
#[test]
fn writer() {
    let Ok(name) = std::env::var("SEAWAY_TEST_WRITER") else { return };
    let thing = Space::enter().unwrap().open(&name).unwrap();
    for number in 1_u64.. {
        let offset = number % SLOTS * 8;
        thing.write_at(&number.to_le_bytes(), offset).unwrap();
        // What it has written is what it reads, whichever node is the home by now.
        let mut bytes = [0; 8];
        assert_eq!(thing.read_at(&mut bytes, offset).unwrap(), 8);
        assert_eq!(u64::from_le_bytes(bytes), number);
        println!("wrote {number}");
    }
}

/// Every number up to `last` that was not overwritten is in its slot.
fn check_contents(nodes: &Nodes, node: &Node<'_>, last: u64) {
    node.in_the_end(&["things", "cp", &format!("thing:{THING}"), "out"]);
    let bytes = fs::read(nodes.path("out")).unwrap();
    for (slot, number) in bytes.chunks(8).enumerate() {
        let number = u64::from_le_bytes(number.try_into().unwrap());
        let slot = slot as u64;
        let newest = if last >= slot { last - (last - slot) % SLOTS } else { 0 };
        assert!(number == newest || number == last + 1, "slot {slot} has {number} instead of {newest}");
    }
}

/// Creates the thing at `home`, and waits until another node has the second copy, which is returned.
fn create<'n>(nodes: &Nodes, home: &Node<'_>, all: &'n [&'n Node<'n>]) -> &'n Node<'n> {
    let file = nodes.file("zeros", &vec![0; usize::try_from(SLOTS * 8).unwrap()]);
    home.in_the_end(&["things", "cp", "--copies", "2", &file, &format!("thing:{THING}")]);
    backup(home, all)
}

fn backup<'n>(asks: &Node<'_>, all: &'n [&'n Node<'n>]) -> &'n Node<'n> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let shown = asks.in_the_end(&["things", "stat", THING]);
        if let Some(name) = shown.split("second copy on ").nth(1) {
            let name = name.lines().next().unwrap();
            return all.iter().find(|node| node.name == name).unwrap();
        }
        assert!(Instant::now() < deadline, "no node has a second copy: {shown}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn home_of<'n>(asks: &Node<'_>, all: &'n [&'n Node<'n>]) -> &'n Node<'n> {
    let shown = asks.in_the_end(&["things", "stat", THING]);
    let name = shown.split("memory of ").nth(1).unwrap().split(',').next().unwrap();
    all.iter().find(|node| node.name == name).unwrap()
}

#[test]
fn writer_goes_on_when_homes_are_killed_and_stopped() {
    let nodes = Nodes::new();
    let (a, b, c, d) = (nodes.node("a"), nodes.node("b"), nodes.node("c"), nodes.node("d"));
    a.succeeds(&["space", "start", "--listen", "127.0.0.1:0", "--lease", LEASE]);
    let address = a.address();
    for node in [&b, &c, &d] {
        node.succeeds(&["space", "start", "--join", &address, "--lease", LEASE]);
    }
    let all = [&a, &b, &c, &d];
    create(&nodes, &b, &all);
    let mut writer = Writer::start(&a);
    writer.acknowledged();
    kill_process(b.agent(), Signal::KILL).unwrap();
    writer.acknowledged_after(Instant::now());
    let next = home_of(&a, &all);
    assert_ne!(next.name, "b");
    // There are two copies again before the next loss.
    backup(&a, &all);
    b.succeeds(&["space", "start", "--join", &address, "--lease", LEASE]);
    let last = if next.name == "a" {
        // It holds the registry.
        writer.end()
    } else {
        let stopped = next.agent();
        kill_process(stopped, Signal::STOP).unwrap();
        writer.acknowledged_after(Instant::now());
        kill_process(stopped, Signal::CONT).unwrap();
        thread::sleep(Duration::from_millis(500));
        writer.end()
    };
    check_contents(&nodes, &c, last);
    // The one that was stopped is not the home any more, and says so to those who ask it.
    check_contents(&nodes, next, last);
}

#[test]
fn backup_that_is_lost_is_replaced() {
    let nodes = Nodes::new();
    let (a, b, c) = (nodes.node("a"), nodes.node("b"), nodes.node("c"));
    a.succeeds(&["space", "start", "--listen", "127.0.0.1:0", "--lease", LEASE]);
    let address = a.address();
    b.succeeds(&["space", "start", "--join", &address, "--lease", LEASE]);
    let all = [&a, &b, &c];
    assert_eq!(create(&nodes, &a, &all).name, "b");
    c.succeeds(&["space", "start", "--join", &address, "--lease", LEASE]);
    let mut writer = Writer::start(&c);
    writer.acknowledged();
    kill_process(b.agent(), Signal::KILL).unwrap();
    writer.acknowledged_after(Instant::now());
    let deadline = Instant::now() + PATIENCE;
    while backup(&a, &all).name != "c" {
        assert!(Instant::now() < deadline, "the second copy stays lost");
        thread::sleep(Duration::from_millis(50));
    }
    let last = writer.end();
    check_contents(&nodes, &a, last);
    a.succeeds(&["things", "mv", THING, "renamed"]);
    assert!(c.in_the_end(&["things", "stat", "renamed"]).contains("memory of a"));
    c.in_the_end(&["things", "migrate", "renamed", "c"]);
    assert!(a.in_the_end(&["things", "stat", "renamed"]).contains("memory of c"));
    a.in_the_end(&["things", "rm", "renamed"]);
    assert!(a.fails(&["things", "stat", "renamed"]).contains("no such file"));
}

#[test]
fn copies_that_cannot_be_are_refused() {
    let nodes = Nodes::new();
    let node = nodes.node("a");
    let file = nodes.file("in", b"x");
    let said = node.fails(&["things", "cp", "--copies", "2", &file, "thing:a"]);
    assert!(said.contains("needs a space of several nodes"), "{said}");
    node.succeeds(&["space", "stop", "--force"]);
    node.succeeds(&["space", "start", "--listen", "127.0.0.1:0"]);
    let said = node.fails(&["things", "cp", "--disk", "--copies", "2", &file, "thing:a"]);
    assert!(said.contains("things in memory"), "{said}");
    assert!(node.fails(&["things", "cp", "--copies", "3", &file, "thing:a"]).contains("use 1 or 2"));
    // With no other node for now it has one copy, and shows it.
    node.succeeds(&["things", "cp", "--copies", "2", &file, "thing:a"]);
    assert!(node.succeeds(&["things", "stat", "a"]).contains("second copy is missing"));
}

/// Kills or stops a home, a backup, or with etcd a member of it, again and again while a program writes.
#[test]
fn faults_lose_no_acknowledged_byte() {
    let plan = Plan::of("things", 2);
    let mut bars = Bars::default();
    let (mut events, mut stuck) = (0, 0);
    for (etcd, share) in [(false, 2), (true, 2)] {
        let plan = plan.share(share);
        let done = run_faults(plan, etcd);
        events += done;
        stuck += plan.count().saturating_sub(done);
    }
    bars.at_least("things.faults", events, plan.share(2).count() * 2);
    bars.at_most("things.stuck", stuck, 0);
    bars.end(&plan.repeat(plan.seed()));
}

fn run_faults(plan: Plan, etcd: bool) -> u64 {
    let nodes = Nodes::new();
    // The first holds the registry, and is left alone; with etcd there is none that is needed.
    let (a, b, c, d) = (nodes.node("a"), nodes.node("b"), nodes.node("c"), nodes.node("d"));
    let all = [&a, &b, &c, &d];
    let places = etcd_places(3);
    let start = |node: &Node<'_>, address: &str| match etcd {
        true if node.name == "a" => {
            let registry = format!("etcd://{places}");
            node.in_the_end(&["space", "start", "--registry", &registry, "--lease", LEASE])
        }
        true => node.in_the_end(&["space", "start", "--etcd", &places, "--lease", LEASE]),
        false => node.in_the_end(&["space", "start", "--join", address, "--lease", LEASE]),
    };
    let mut address = String::new();
    if etcd {
        thread::scope(|scope| {
            for node in [&b, &c, &d] {
                let start = &start;
                scope.spawn(move || start(node, ""));
            }
        });
        start(&a, "");
    } else {
        a.succeeds(&["space", "start", "--listen", "127.0.0.1:0", "--lease", LEASE]);
        address = a.address();
        [&b, &c, &d].into_iter().for_each(|node| _ = start(node, &address));
    }
    create(&nodes, &b, &all);
    let mut writer = Writer::start(&a);
    for seed in plan.seeds() {
        let mut rng = Rng::with_seed(seed);
        // Two copies, then a fault.
        let (home, second) = (home_of(&a, &all), backup(&a, &all));
        let hit = [home, second, &c][rng.usize(..3)];
        let hit = if hit.name == "a" { &b } else { hit };
        let agent = hit.agent();
        let member: Vec<Pid> = if etcd && rng.u8(..3) == 0 { children(agent) } else { Vec::new() };
        let victim = member.first().copied().unwrap_or(agent);
        let is_kill = rng.bool();
        println!(
            "things seed {seed}: {} {}{}",
            if is_kill { "kill" } else { "stop" },
            hit.name,
            if member.is_empty() { "" } else { "'s member of etcd" }
        );
        kill_process(victim, if is_kill { Signal::KILL } else { Signal::STOP }).unwrap();
        writer.acknowledged_after(Instant::now());
        if is_kill {
            if member.is_empty() {
                start(hit, &address);
            }
        } else {
            thread::sleep(Duration::from_millis(rng.u64(..3000)));
            kill_process(victim, Signal::CONT).unwrap();
        }
        writer.acknowledged_after(Instant::now());
    }
    let last = writer.end();
    [&a, &c].into_iter().for_each(|node| check_contents(&nodes, node, last));
    plan.count()
}
