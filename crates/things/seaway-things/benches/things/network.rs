// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things whose home is another host: two network namespaces, each with an agent. Client and servers have a core each, as the
//! raw socket's and Redis's have.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use seaway_device_api::Hints;
use seaway_testkit::{Cluster, Node};
use seaway_things::{Kind, Space};
use tempfile::TempDir;

use crate::bars::{Bars, Limit};
use crate::raw_socket;
use crate::redis;
use crate::times::{LARGE, SMALL, median, medians, place, timed};

const SPACE: &str = "bench-network";
const AGENT_PORT: u16 = 7201;
const RAW_PORT: u16 = 7202;
const REDIS_PORT: u16 = 7203;
const MEGABITS: u32 = 1000;
const ROUNDS: usize = 20;
const READS: usize = 500;
const BULK_ROUNDS: usize = 3;

pub(crate) fn run_latency(bars: &mut Bars) {
    println!("\nAcross network namespaces, without a limit");
    let Some(hosts) = Hosts::start(None) else { return };
    let (server, client) = (hosts.cluster.node(0), hosts.cluster.node(1));
    let raw = format!("{}:{RAW_PORT}", server.address());
    let _raw = hosts.ready(server, "1", &["--raw", &raw]);
    let redis = redis::obstacle();
    let _redis = redis.is_none().then(|| {
        let mut command = server.command("taskset");
        command.args(["-c", "1", redis::PROGRAM]);
        let (address, port) = (server.address().to_string(), REDIS_PORT.to_string());
        redis::Server::start(command, &["--port", &port, "--bind", &address, "--protected-mode", "no"])
    });
    let redis_address =
        redis.map_or_else(|| format!("{}:{REDIS_PORT}", server.address()), |_| "-".to_owned());
    let numbers = hosts.measure(client, &["--latency", &raw, &redis_address]);
    let [raw, things, ranges] = numbers[..] else { panic!("the client has not measured: {numbers:?}") };
    println!(
        "4 KiB: raw ping-pong {:.1} us, read {:.1} us, Redis GETRANGE {:.1} us",
        raw * 1e6,
        things * 1e6,
        ranges * 1e6
    );
    bars.record("things.far.read.4k.of_raw".to_owned(), things / raw, Limit::AtMost(1.15));
    match redis {
        Some(obstacle) => println!("{obstacle}"),
        None => bars.record("things.far.read.4k.of_redis".to_owned(), things / ranges, Limit::AtMost(0.6)),
    }
}

pub(crate) fn run_bulk(bars: &mut Bars) {
    println!("\nAcross a link of {MEGABITS} Mbit/s");
    let Some(hosts) = Hosts::start(Some(MEGABITS)) else { return };
    let (server, client) = (hosts.cluster.node(0), hosts.cluster.node(1));
    let raw = format!("{}:{RAW_PORT}", server.address());
    let _raw = hosts.ready(server, "1", &["--raw", &raw]);
    let numbers = hosts.measure(client, &["--bulk", &raw]);
    let [raw, read, write] = numbers[..] else { panic!("the client has not measured: {numbers:?}") };
    let part = |seconds: f64| LARGE as f64 * 8e-6 / seconds / f64::from(MEGABITS);
    println!("64 MiB: raw {:.2}, read {:.2}, write {:.2} of the link", part(raw), part(read), part(write));
    bars.record("things.far.read.bulk.of_link".to_owned(), part(read), Limit::AtLeast(0.9));
    bars.record("things.far.write.bulk.of_link".to_owned(), part(write), Limit::AtLeast(0.9));
}

/// In the client's process: seconds of a raw request, of a read and of a Redis request.
pub(crate) fn measure_latency(words: &[&str]) {
    let [raw, redis] = words[..] else { panic!("two addresses are needed") };
    let thing = far_thing();
    let mut stream = raw_socket::connect(raw).unwrap();
    let [mut first, mut second, mut third] = [(); 3].map(|()| vec![0; SMALL]);
    let mut client = (redis != "-").then(|| redis::Client::<TcpStream>::to(redis));
    let times = medians(
        ROUNDS,
        READS,
        [
            &mut |_| raw_socket::get(&mut stream, &mut first).unwrap(),
            &mut |turn| assert_eq!(thing.read_at(&mut second, place(turn)).unwrap(), SMALL),
            &mut |turn| {
                if let Some(client) = &mut client {
                    client.get_range(place(turn), &mut third);
                }
            },
        ],
    );
    println!("measured {} {} {}", times[0], times[1], times[2]);
}

/// In the client's process: seconds of `LARGE` bytes from a raw socket, of a read and of a write.
pub(crate) fn measure_bulk(words: &[&str]) {
    let thing = far_thing();
    let mut stream = raw_socket::connect(words[0]).unwrap();
    let mut buffer = vec![0; LARGE];
    let (mut raws, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BULK_ROUNDS {
        raws.push(timed(|| raw_socket::get(&mut stream, &mut buffer).unwrap()));
        reads.push(timed(|| assert_eq!(thing.read_at(&mut buffer, 0).unwrap(), LARGE)));
        writes.push(timed(|| thing.write_at(&buffer, 0).unwrap()));
    }
    let [raw, read, write] = [raws, reads, writes].map(median);
    println!("measured {raw} {read} {write}");
}

/// A thing of `LARGE` bytes at the first host.
fn far_thing() -> seaway_things::Thing {
    let hints = Hints::new().with("seaway_space", SPACE).with("seaway_node", "client");
    let space = Space::enter_with(&hints.with("seaway_thing_home", "server")).unwrap();
    let thing = space.create("bench", Kind::Memory, LARGE as u64).unwrap();
    thing.write_at(&vec![1; LARGE], 0).unwrap();
    thing
}

/// Two hosts with an agent each.
struct Hosts {
    cluster: Cluster,
    folder: TempDir,
    agents: Vec<Running>,
}

impl Hosts {
    /// `None`: there are no namespaces here, which is said.
    fn start(megabits: Option<u32>) -> Option<Self> {
        if let Some(obstacle) = Cluster::obstacle() {
            println!("skipped: {obstacle}");
            return None;
        }
        let cluster = Cluster::new(2, megabits).expect("namespaces can be made");
        let mut hosts = Self { cluster, folder: tempfile::tempdir().unwrap(), agents: Vec::new() };
        let address = |index: usize| format!("{}:{AGENT_PORT}", hosts.cluster.node(index).address());
        let (server, client) = (address(0), address(1));
        for (index, name, own, join) in [(0, "server", &server, "-"), (1, "client", &client, server.as_str())]
        {
            let folder = hosts.folder.path().join(name);
            let words = ["--agent", SPACE, name, folder.to_str().unwrap(), own, join];
            let agent = hosts.ready(hosts.cluster.node(index), "1", &words);
            hosts.agents.push(agent);
        }
        Some(hosts)
    }

    /// This program, in another part, on one core of a host.
    fn command(&self, node: &Node, core: &str, words: &[&str]) -> Command {
        let mut command = node.command("taskset");
        command.args(["-c", core]).arg(env::current_exe().unwrap()).args(words);
        command.env("SEAWAY_SECRET_FILE", self.folder.path().join("secret"));
        command.stdout(Stdio::piped());
        command
    }

    /// One that says when it serves.
    fn ready(&self, node: &Node, core: &str, words: &[&str]) -> Running {
        let mut child = self.command(node, core, words).stdin(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n", "{words:?}");
        Running { child, is_agent: words[0] == "--agent" }
    }

    fn measure(&self, node: &Node, words: &[&str]) -> Vec<f64> {
        let output = self.command(node, "0", words).stderr(Stdio::inherit()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers = text.lines().find_map(|line| line.strip_prefix("measured ")).unwrap_or_default();
        numbers.split(' ').filter_map(|number| number.parse().ok()).collect()
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        // The one that joined first, while there is a registry to leave.
        while let Some(agent) = self.agents.pop() {
            drop(agent);
        }
    }
}

/// A process that plays a part. An agent ends when its standard input does, and leaves its space.
struct Running {
    child: Child,
    is_agent: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.stdin.take();
        if !self.is_agent {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
