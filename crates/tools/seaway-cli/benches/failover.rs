// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things with two copies: how long a program waits when the home is killed or stopped, with both registries, and how fast it
//! writes over a link of 1 Gbit/s, beside a raw socket in the same run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../tests/nodes/mod.rs"]
mod nodes;

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};
use seaway_device_api::Hints;
use seaway_testkit::{Cluster, Node as Host};
use seaway_things::{Kind, Space};

use nodes::{Node, Nodes, children, etcd_places};

const ROLE: &str = "SEAWAY_BENCH_ROLE";
const THING: &str = "bench";
const ROUNDS: usize = 3;
const MEGABITS: u32 = 1000;
const BULK: usize = 64 << 20;
const PIECE: usize = 16 << 20;

fn main() -> ExitCode {
    match env::var(ROLE).as_deref() {
        Ok("write") => write_one_by_one(),
        Ok("bulk") => write_in_bulk(),
        Ok("sink") => sink(),
        Ok("pump") => pump(),
        _ => return measure(),
    }
    ExitCode::SUCCESS
}

fn measure() -> ExitCode {
    let mut held = vec![
        bar("things.failover.embedded.killed.s", embedded(Signal::KILL), "<=", 5.0),
        bar("things.failover.embedded.stopped.s", embedded(Signal::STOP), "<=", 5.0),
        bar("things.failover.etcd.leader_lost.s", etcd(), "<=", 8.0),
    ];
    match Cluster::obstacle() {
        Some(obstacle) => println!("writes over a link are not measured: {obstacle}"),
        None => held.push(bar("things.write.two_copies.of_link", link(), ">=", 0.45)),
    }
    if held.into_iter().all(|held| held) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The longest wait of a writer whose home is lost.
fn embedded(signal: Signal) -> f64 {
    let waits = (0..ROUNDS).map(|_| {
        let nodes = Nodes::new();
        let (a, b, c) = (nodes.node("a"), nodes.node("b"), nodes.node("c"));
        a.succeeds(&["space", "start", "--listen", "127.0.0.1:0", "--lease", "3"]);
        let address = a.address();
        [&b, &c]
            .iter()
            .for_each(|node| _ = node.succeeds(&["space", "start", "--join", &address, "--lease", "3"]));
        let home = b.agent();
        let mut writer = begin(&nodes, &b, &a);
        kill_process(home, signal).unwrap();
        let wait = writer.longest_wait();
        if signal == Signal::STOP {
            kill_process(home, Signal::CONT).unwrap();
        }
        wait
    });
    longest("home lost, embedded registry", waits.collect())
}

/// The home, and with it the leader of etcd.
fn etcd() -> f64 {
    let waits = (0..ROUNDS).map(|_| {
        let nodes = Nodes::new();
        let (a, b, c) = (nodes.node("a"), nodes.node("b"), nodes.node("c"));
        let (all, places) = ([&a, &b, &c], etcd_places(3));
        thread::scope(|scope| {
            for node in all {
                let places = &places;
                scope.spawn(move || node.succeeds(&["space", "start", "--etcd", places, "--lease", "2"]));
            }
        });
        let leader = all.iter().position(|node| leads(node)).expect("etcd has a leader");
        let writer = begin(&nodes, all[leader], all[(leader + 1) % 3]);
        let (home, mut writer) = (all[leader].agent(), writer);
        // The member of etcd ends with its agent.
        kill_process(home, Signal::KILL).unwrap();
        writer.longest_wait()
    });
    longest("home and leader lost, etcd", waits.collect())
}

/// Whether a node's member of etcd leads: it says so at its metrics.
fn leads(node: &Node<'_>) -> bool {
    let member = children(node.agent())[0].as_raw_nonzero();
    let words = std::fs::read(format!("/proc/{member}/cmdline")).unwrap();
    let words: Vec<String> =
        words.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    let place = words.iter().position(|word| word == "--listen-client-urls").unwrap();
    let address = words[place + 1].trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(format!("GET /metrics HTTP/1.0\r\nHost: {address}\r\n\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().any(|line| line == "etcd_server_is_leader 1")
}

/// A thing at `home` with its second copy, and a program on `node` that writes it.
fn begin(nodes: &Nodes, home: &Node<'_>, node: &Node<'_>) -> Writer {
    let file = nodes.file("zeros", &[0; 4096]);
    home.succeeds(&["things", "cp", "--copies", "2", &file, &format!("thing:{THING}")]);
    while !home.succeeds(&["things", "stat", THING]).contains("second copy on ") {
        thread::sleep(Duration::from_millis(20));
    }
    let mut command = node.command_of(&env::current_exe().unwrap());
    let mut child = command.env(ROLE, "write").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    Writer { child, lines }
}

struct Writer {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Writer {
    /// Of one write and one read, as the writer has measured it.
    fn longest_wait(&mut self) -> f64 {
        let begun = Instant::now();
        let mut longest = 0.0_f64;
        while longest < 0.5 && begun.elapsed() < Duration::from_secs(30) {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the writer has failed");
            longest = longest.max(line.trim().parse().unwrap());
        }
        longest
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_one_by_one() {
    let thing = Space::enter().unwrap().open(THING).unwrap();
    for number in 1_u64.. {
        let begun = Instant::now();
        thing.write_at(&number.to_le_bytes(), 8).unwrap();
        let mut bytes = [0; 8];
        thing.read_at(&mut bytes, 8).unwrap();
        assert_eq!(u64::from_le_bytes(bytes), number);
        println!("{:.3}", begun.elapsed().as_secs_f64());
    }
}

/// Of what a raw socket carries over the same link, a write with two copies: program, home and backup are on three hosts.
fn link() -> f64 {
    let cluster = Cluster::new(3, Some(MEGABITS)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let space = format!("bench-failover-{}", std::process::id());
    let on = |host: &Host, program: &str| {
        let mut command = host.command(program);
        command.env("SEAWAY_SPACE", &space).env("XDG_DATA_HOME", folder.path());
        command.env("SEAWAY_SECRET_FILE", folder.path().join("secret"));
        command.env("SEAWAY_PROGRAM", env!("CARGO_BIN_EXE_seaway")).stdin(Stdio::null());
        command
    };
    let seaway = |host: usize, words: &[&str]| {
        let output = on(cluster.node(host), env!("CARGO_BIN_EXE_seaway")).args(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let registry = format!("{}:7200", cluster.node(0).address());
    seaway(0, &["space", "start", "--listen", &registry, "--memory", "512m"]);
    (1..3).for_each(|host| seaway(host, &["space", "start", "--join", &registry, "--memory", "512m"]));
    let own = env::current_exe().unwrap();
    let own = own.to_str().unwrap();
    let seconds = |command: &mut Command| -> f64 {
        let output = command.stderr(Stdio::inherit()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse().expect("the other process has measured")
    };
    let sink_at = format!("{}:7300", cluster.node(0).address());
    let (mut raw, mut both) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut sink = on(cluster.node(0), own).env(ROLE, "sink").env("ADDRESS", &sink_at).spawn().unwrap();
        raw.push(seconds(on(cluster.node(2), own).env(ROLE, "pump").env("ADDRESS", &sink_at)));
        sink.wait().unwrap();
        both.push(seconds(on(cluster.node(2), own).env(ROLE, "bulk")));
    }
    for host in [2, 1, 0] {
        seaway(host, &["space", "stop", "--force", "--patience", "0"]);
    }
    let (raw, both) = (middle(raw), middle(both));
    println!("{} MiB over 1 Gbit/s: raw socket {raw:.2} s, write with two copies {both:.2} s", BULK >> 20);
    raw / both
}

fn write_in_bulk() {
    let hints = Hints::new().with("seaway_thing_home", "node0");
    let space = Space::enter_with(&hints).unwrap().with_copies(2).unwrap();
    let name = format!("bulk-{}", std::process::id());
    let thing = space.create(&name, Kind::Memory, BULK as u64).unwrap();
    let bytes = vec![7; PIECE];
    let begun = Instant::now();
    for offset in (0..BULK).step_by(PIECE) {
        thing.write_at(&bytes, offset as u64).unwrap();
    }
    println!("{}", begun.elapsed().as_secs_f64());
    let status = space.stat(&name).unwrap();
    assert!(!status.backup.is_empty(), "both copies were written");
    drop(thing);
    space.delete(&name).unwrap();
}

fn pump() {
    let address = env::var("ADDRESS").unwrap();
    let mut stream = loop {
        match TcpStream::connect(&address) {
            Ok(stream) => break stream,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let bytes = vec![7; PIECE];
    let begun = Instant::now();
    (0..BULK / PIECE).for_each(|_| stream.write_all(&bytes).unwrap());
    // The other end says that it has all.
    stream.read_exact(&mut [0]).unwrap();
    println!("{}", begun.elapsed().as_secs_f64());
}

fn sink() {
    let (mut stream, _) = TcpListener::bind(env::var("ADDRESS").unwrap()).unwrap().accept().unwrap();
    let mut bytes = vec![0; PIECE];
    (0..BULK / PIECE).for_each(|_| stream.read_exact(&mut bytes).unwrap());
    stream.write_all(&[1]).unwrap();
}

fn longest(what: &str, waits: Vec<f64>) -> f64 {
    println!("{what}: a write and a read take {waits:.2?} s");
    waits.into_iter().fold(0.0, f64::max)
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn bar(name: &str, value: f64, relation: &str, target: f64) -> bool {
    let held = if relation == "<=" { value <= target } else { value >= target };
    println!("bar {name} {value:.2} {relation} {target} {}", if held { "ok" } else { "SHORT" });
    held
}
