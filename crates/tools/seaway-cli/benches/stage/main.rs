// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway cp` to one node and to many, over links of 200 Mbit/s: beside one raw TCP stream, rsync, and itself with one node.
//! Words on the command line choose measurements by parts of their names.
//!
//! The nodes' disks are memory, if there is a file system for that: one disk cannot stand for those of many nodes.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

mod site;

use std::env;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use seaway_testkit::Cluster;

use site::{Copied, ROLE, Site, complete};

const MEGABITS: u32 = 200;
const ROUNDS: usize = 3;
const PIECE: usize = 1 << 20;

fn main() -> ExitCode {
    match env::var(ROLE).as_deref() {
        Ok("sink") => sink(),
        Ok("pump") => pump(),
        _ => return measure(),
    }
    ExitCode::SUCCESS
}

fn measure() -> ExitCode {
    if let Some(obstacle) = Cluster::obstacle() {
        println!("copies over links are not measured: {obstacle}");
        return ExitCode::SUCCESS;
    }
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let mut bars = Bars::default();
    if ["one", "eight", "slow", "rsync"].into_iter().any(is_wanted) {
        let site = Site::new(8, MEGABITS, 64 << 20);
        let one = site.median(ROUNDS, 1);
        if is_wanted("one") {
            let raw = middle((0..ROUNDS).map(|_| raw(&site)).collect());
            let rsync = middle((0..ROUNDS).map(|_| rsync(&site, 1)).collect());
            println!("64 MiB: raw TCP {raw:.2} s, rsync {rsync:.2} s, cp to one node {one:.2} s");
            bars.at_least("cp.one.of_raw_tcp", raw / one, 0.98);
            bars.at_least("cp.one.of_rsync", rsync / one, 1.0);
        }
        if is_wanted("eight") {
            let eight = site.median(ROUNDS, 8);
            println!("64 MiB: cp to eight nodes {eight:.2} s, to one {one:.2} s");
            bars.at_most("cp.eight.of_one", eight / one, 1.08);
            if is_wanted("rsync") {
                let rsync = rsync(&site, 8);
                println!("64 MiB: rsync to eight nodes at a time {rsync:.2} s");
                bars.at_least("cp.eight.of_rsync", rsync / eight, 6.0);
            }
        }
        if is_wanted("slow") {
            let alone = site.copy(1).slowest_but(None);
            // Neither the first nor the last.
            let slow = 3;
            site.limit(slow, MEGABITS / 4);
            let others = middle((0..ROUNDS).map(|_| site.copy(8).slowest_but(Some(slow))).collect());
            site.limit(slow, MEGABITS);
            println!("64 MiB: to seven nodes beside a slow one {others:.2} s, to one {alone:.2} s");
            bars.at_most("cp.slow.others_of_one", others / alone, 1.2);
        }
    }
    if is_wanted("sixteen") {
        let site = Site::new(16, MEGABITS, 256 << 20);
        let (one, sixteen) = (site.median(1, 1), site.median(1, 16));
        println!("256 MiB: cp to sixteen nodes {sixteen:.2} s, to one {one:.2} s");
        bars.at_most("cp.sixteen.of_one", sixteen / one, 1.05);
    }
    if bars.short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Bars {
    short: usize,
}

impl Bars {
    fn at_least(&mut self, name: &str, value: f64, target: f64) {
        self.show(name, value, ">=", target, value >= target);
    }

    fn at_most(&mut self, name: &str, value: f64, target: f64) {
        self.show(name, value, "<=", target, value <= target);
    }

    /// A copy that failed is a time without end.
    fn show(&mut self, name: &str, value: f64, relation: &str, target: f64, held: bool) {
        self.short += usize::from(!held);
        println!("bar {name} {value:.2} {relation} {target} {}", if held { "ok" } else { "SHORT" });
    }
}

impl Site {
    fn median(&self, rounds: usize, nodes: usize) -> f64 {
        middle((0..rounds).map(|_| self.copy(nodes).seconds).collect())
    }
}

impl Copied {
    /// When the last of the nodes had everything, but for one that does not count.
    fn slowest_but(&self, left_out: Option<usize>) -> f64 {
        let counted = self.nodes.iter().enumerate().filter(|(node, _)| Some(*node) != left_out);
        let slowest = counted.map(|(_, seconds)| *seconds).fold(0.0, f64::max);
        if self.seconds.is_finite() { slowest } else { f64::INFINITY }
    }
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// One stream from the head's memory to a node's.
fn raw(site: &Site) -> f64 {
    let own = env::current_exe().unwrap();
    let address = format!("{}:7300", site.node(0).address());
    let role = |command: &mut Command, role: &str| -> Command {
        command.env(ROLE, role).env("ADDRESS", &address).env("BYTES", site.bytes.to_string());
        std::mem::replace(command, Command::new("true"))
    };
    let mut sink = role(&mut site.node(0).command(&own), "sink").spawn().unwrap();
    let output = role(&mut site.head().command(&own), "pump").stderr(Stdio::inherit()).output().unwrap();
    sink.wait().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().expect("the other process has measured")
}

fn pump() {
    let (address, bytes) = (env::var("ADDRESS").unwrap(), total());
    let until = Instant::now() + Duration::from_secs(10);
    let mut stream = loop {
        match TcpStream::connect(&address) {
            Ok(stream) => break stream,
            Err(error) => assert!(Instant::now() < until, "{address}: {error}"),
        }
        thread::sleep(Duration::from_millis(10));
    };
    let piece = vec![7; PIECE];
    let begun = Instant::now();
    (0..bytes / PIECE).for_each(|_| stream.write_all(&piece).unwrap());
    // The other end says that it has all.
    stream.read_exact(&mut [0]).unwrap();
    println!("{}", begun.elapsed().as_secs_f64());
}

fn sink() {
    let bytes = total();
    let (mut stream, _) = TcpListener::bind(env::var("ADDRESS").unwrap()).unwrap().accept().unwrap();
    let mut piece = vec![0; PIECE];
    (0..bytes / PIECE).for_each(|_| stream.read_exact(&mut piece).unwrap());
    stream.write_all(&[1]).unwrap();
}

fn total() -> usize {
    env::var("BYTES").unwrap().parse().unwrap()
}

/// To all of the first `nodes` at a time, whole files.
fn rsync(site: &Site, nodes: usize) -> f64 {
    let begin = |node: usize| {
        let folder = site.folder_of(node);
        let config = folder.join("rsyncd.conf");
        let text =
            format!("use chroot = no\n[in]\npath = {}\nread only = no\nuid = 0\ngid = 0\n", folder.display());
        std::fs::write(&config, text).unwrap();
        let mut daemon = site.node(node).command("rsync");
        daemon.args(["--daemon", "--no-detach", "--port=7400", "--config"]).arg(&config);
        daemon.stdin(Stdio::null()).spawn().unwrap()
    };
    let mut daemons: Vec<_> = (0..nodes).map(begin).collect();
    thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    let copies: Vec<_> = (0..nodes)
        .map(|node| {
            let mut command = site.head().command("rsync");
            command.args(["--whole-file", "--times"]).arg(site.source());
            command.arg(format!("rsync://{}:7400/in/by-rsync", site.node(node).address()));
            command.stdin(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let limit = site.limit_of_time(nodes);
    let succeeded = copies
        .into_iter()
        .filter_map(|copy| complete(copy, begun + limit))
        .filter(|status| status.success())
        .count();
    let seconds = begun.elapsed().as_secs_f64();
    for (node, daemon) in daemons.iter_mut().enumerate() {
        let _ = daemon.kill();
        let _ = daemon.wait();
        let _ = std::fs::remove_file(site.folder_of(node).join("by-rsync"));
    }
    assert_eq!(succeeded, nodes, "rsync has failed");
    seconds
}
