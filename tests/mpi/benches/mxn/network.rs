// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cluster of nine hosts with cables of 100 Mbit/s: four writers on four of them, sixteen readers on four
//! others, a file server on the last. The equations of an n x n mesh, 96 n^2 bytes, are transferred by a
//! stream, by a socket between the two ranks 0 with gather and scatter, and by the file server.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;

use mpi_tests::{Installation, folder_in_memory, seaway_library};
use seaway_testkit::{Cluster, Node};

use crate::bars::{Bars, Limit};
use crate::hosts::{assignment, launcher, write_agent};
use crate::pair::MPI;
use crate::sample::Sample;
use crate::{Plan, rounds};

const MEGABITS: u32 = 100;
const MESHES: [u32; 4] = [160, 320, 480, 640];
const WRITERS: usize = 4;
const READERS: usize = 16;
const READER_NODES: usize = 4;
const PORT: &str = "7077";

/// Required slope of the socket version, relative to that of the stream.
const OF_THE_SOCKET: f64 = 6.7;
/// Required share of the rate of the writers' links.
const OF_THE_LINKS: f64 = 0.9;

/// Bytes and seconds, by mesh.
type Times = Vec<(f64, f64)>;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    if !plan.wants("network") {
        return;
    }
    println!(
        "\nNine hosts with {MEGABITS} Mbit/s each, {WRITERS} x {READERS} ranks, seconds for n = {MESHES:?}"
    );
    if let Some(obstacle) = Cluster::obstacle() {
        println!("skipped: {obstacle}");
        return;
    }
    let bench = Bench::new();
    let mut ratios = Ratios::default();
    rounds::measure(plan.rounds.min(3), &mut ratios, |ratios| bench.run_round(ratios), Ratios::is_content);
    bars.record("network.slope.socket".to_owned(), ratios.to_socket.median(), Limit::AtLeast(OF_THE_SOCKET));
    bars.record("network.links".to_owned(), ratios.of_links.median(), Limit::AtLeast(OF_THE_LINKS));
}

/// Of the stream, by the slopes, round by round.
#[derive(Default)]
struct Ratios {
    to_socket: Sample,
    of_links: Sample,
}

impl Ratios {
    fn is_content(&self) -> bool {
        self.to_socket.median() >= OF_THE_SOCKET && self.of_links.median() >= OF_THE_LINKS
    }
}

struct Bench {
    cluster: Cluster,
    program: PathBuf,
    server: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let installation = Installation::named(MPI);
        let program = installation.compile_c("mxn/cluster.c", &["-O2"]);
        let server = installation.compile_c("mxn/file_server.c", &["-O2", "-pthread"]);
        let cluster =
            Cluster::new(WRITERS + READER_NODES + 1, Some(MEGABITS)).expect("namespaces can be made");
        Self { cluster, program, server }
    }

    fn run_round(&self, ratios: &mut Ratios) {
        let [mxn, socket, file] = ["mxn", "socket", "file"].map(|way| {
            let times = self.run(way);
            let seconds: Vec<String> = times.iter().map(|(_, seconds)| format!("{seconds:.3}")).collect();
            let rate = 8e-6 / slope(&times);
            println!("{way:20} {}; by the slope {rate:.1} Mbit/s", seconds.join(", "));
            slope(&times)
        });
        let (to_socket, to_file) = (socket / mxn, file / mxn);
        println!("{:20} slope of socket {to_socket:.2}, of file {to_file:.2} times that of mxn", "");
        ratios.to_socket.push(to_socket);
        ratios.of_links.push(8e-6 / mxn / (f64::from(MEGABITS) * WRITERS as f64));
    }

    fn run(&self, way: &str) -> Times {
        let folder = folder_in_memory();
        let nodes = self.cluster.nodes();
        let (writers, rest) = nodes.split_at(WRITERS);
        let (readers, servers) = rest.split_at(READER_NODES);
        let place = match way {
            "mxn" => format!("mxn:network-{}", std::process::id()),
            "socket" => format!("{}:{PORT}", readers[0].address()),
            _ => format!("{}:{PORT}", servers[0].address()),
        };
        let _server = (way == "file").then(|| self.start_server(&servers[0]));
        let agent = write_agent(folder.path(), nodes);
        let side = |part: &str, hosts: &[Node], ranks: usize| {
            let mut command = launcher(hosts, ranks, &agent);
            command.arg("/usr/bin/env").arg(preload()).arg(assignment("SEAWAY_DIR", folder.path()));
            command.arg(&self.program).args([part, way, &place]).arg(folder.path());
            command.args(MESHES.map(|mesh| mesh.to_string())).stdin(Stdio::null()).stderr(Stdio::inherit());
            String::from_utf8_lossy(&command.output().expect("a launcher can be started").stdout).into_owned()
        };
        let (writer, reader) = thread::scope(|scope| {
            let writer = scope.spawn(|| side("write", writers, WRITERS));
            let reader = side("read", readers, READERS);
            (writer.join().unwrap_or_default(), reader)
        });
        join_times(&writer, &reader)
    }

    fn start_server(&self, node: &Node) -> Server {
        let largest = MESHES.iter().map(|&mesh| 96 * mesh * mesh).max().unwrap_or(0);
        let mut command = node.command(&self.server);
        command.args([PORT, &largest.to_string()]).stdin(Stdio::null());
        Server(command.spawn().expect("a program can be started"))
    }
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // `ip`, `unshare` and `sh` have become the server.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn preload() -> String {
    assignment("LD_PRELOAD", &seaway_library())
}

/// From when the last writer began to when the last reader was done.
fn join_times(writer: &str, reader: &str) -> Times {
    let rows = |text: &str| -> Vec<[f64; 3]> {
        let numbers =
            |line: &str| line.split_whitespace().skip(1).map(str::parse).collect::<Result<Vec<f64>, _>>();
        text.lines().filter_map(|line| numbers(line).ok()?.try_into().ok()).collect()
    };
    let pairs = rows(writer).into_iter().zip(rows(reader));
    pairs.map(|([mesh, begun, _], [_, _, done])| (96.0 * mesh * mesh, done - begun)).collect()
}

/// Seconds a byte, by least squares.
fn slope(times: &Times) -> f64 {
    let count = times.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| times.iter().map(value).sum::<f64>() / count;
    let (bytes, seconds) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let covariance: f64 = times.iter().map(|pair| (pair.0 - bytes) * (pair.1 - seconds)).sum();
    let variance: f64 = times.iter().map(|pair| (pair.0 - bytes).powi(2)).sum();
    covariance / variance
}
