// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two clusters of four hosts and a gateway, with one link of 1 Gbit/s between them: cubes of integers, split
//! along x, y or z, are written and read by PnetCDF, collectively and independently, from open to close. The
//! baselines are as many raw TCP connections, and `scp`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use mpi_tests::{Daemon, Installation, SecretFile, folder_in_memory, seaway_library, seaway_program};
use seaway_testkit::{Cluster, Node, Outside, Sites};
use tempfile::TempDir;

use crate::bars::{Bars, Limit};
use crate::hosts::{assignment, launcher, write_agent};
use crate::raw_server::{self, RawServer, raw_program};
use crate::sample::Sample;
use crate::times::read_times;
use crate::{MPI, Plan, scp};

const MEGABITS: u32 = 1000;
/// The capacity of the link, in GB/s.
const LINK: f64 = MEGABITS as f64 / 8e3;
const HOSTS: usize = 4;
const EDGES: [usize; 4] = [16, 64, 128, 256];
const RANKS: [usize; 2] = [2, 4];
const AXES: [&str; 3] = ["x", "y", "z"];
const TASKS: [&str; 4] = ["write", "read", "write-alone", "read-alone"];
/// For each case.
const SECONDS: &str = "0.5";
const PORT: u16 = 7117;

/// Independent access may take this many times as long as collective access.
const ALONE: f64 = 1.5;

/// Required share of the link's rate, for the largest cube.
fn target(axis: &str) -> f64 {
    if axis == "z" { 0.9 } else { 0.85 }
}

/// GB/s over the rounds, by case.
type Rates = BTreeMap<String, Sample>;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    if !plan.wants("link") {
        return;
    }
    println!(
        "\nTwo clusters with one link of {MEGABITS} Mbit/s, PnetCDF from open to close, shares of the link's rate"
    );
    if let Some(obstacle) = Cluster::obstacle() {
        println!("skipped: {obstacle}");
        return;
    }
    let bench = Bench::new();
    for edge in EDGES {
        bench.show_scp(edge);
    }
    for ranks in RANKS {
        let mut rates = Rates::new();
        for _ in 0..plan.rounds {
            bench.run(ranks, &mut rates);
        }
        for edge in EDGES {
            show(edge, ranks, &rates);
        }
        record(ranks, &rates, bars);
    }
}

struct Bench {
    sites: Sites,
    folder: TempDir,
    agent: PathBuf,
    secret: SecretFile,
    cube: PathBuf,
    raw: PathBuf,
    daemon: Daemon,
    _server: RawServer,
}

impl Bench {
    fn new() -> Self {
        let sites = Sites::new(HOSTS, Some(MEGABITS), Outside::Routed).expect("namespaces can be made");
        let (folder, secret) = (folder_in_memory(), SecretFile::new());
        let agent = write_agent(folder.path(), sites.near());
        let host = &sites.far()[0];
        let mut serve = host.command(seaway_program());
        serve.args(["serve", "--listen", &format!("{}:{PORT}", host.address()), "--export"]);
        serve.arg(folder.path());
        let daemon = Daemon::start(serve, &secret);
        let server = RawServer::start(|program| host.command(program), EDGES[3].pow(3) * 4);
        let cube = Installation::named(MPI).compile_c("bench/pnetcdf.c", &["-O2", "-lpnetcdf"]);
        Self { folder, agent, secret, cube, raw: raw_program(), daemon, _server: server, sites }
    }

    fn host(&self) -> &Node {
        &self.sites.far()[0]
    }

    /// All cases once, and the raw ones.
    fn run(&self, ranks: usize, rates: &mut Rates) {
        let raw = |edge: usize| format!("raw-{edge}.{}", edge.pow(3) * 4 / ranks);
        let raw_cases: Vec<String> = EDGES
            .iter()
            .flat_map(|&edge| ["write", "read"].map(|task| format!("{}.{task}", raw(edge))))
            .collect();
        let place = format!("{}:{}", self.host().address(), raw_server::PORT);
        self.launch(&self.raw, ranks, &place, &raw_cases, rates);
        let place = self.daemon.name_of(self.folder.path());
        for edge in EDGES {
            let cases: Vec<String> =
                AXES.iter().flat_map(|axis| TASKS.map(|task| format!("cube.{axis}-{edge}.{task}"))).collect();
            self.launch(&self.cube, ranks, &place, &cases, rates);
        }
    }

    fn launch(&self, program: &Path, ranks: usize, place: &str, cases: &[String], rates: &mut Rates) {
        let mut command = launcher(&self.sites.near()[..ranks], ranks, &self.agent);
        command.arg("/usr/bin/env").arg(assignment("LD_PRELOAD", &seaway_library()));
        command.arg(assignment("SEAWAY_SECRET_FILE", &self.secret.path()));
        command.arg(program).args([place, SECONDS]).args(cases);
        let output = command.stdin(Stdio::null()).output().expect("a launcher can be started");
        if !output.status.success() {
            println!("failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        }
        for (case, measured) in read_times(&String::from_utf8_lossy(&output.stdout)) {
            rates.entry(case).or_default().push(measured.amount / measured.seconds);
        }
    }

    fn show_scp(&self, edge: usize) {
        let bytes = edge.pow(3) * 4;
        match scp::copy(&self.sites.near()[0], self.host(), bytes) {
            Some(seconds) => println!(
                "scp of {edge}^3 integers: {seconds:.3} s, {:.2} of the link's rate",
                bytes as f64 / seconds / 1e9 / LINK
            ),
            None => println!("scp of {edge}^3 integers: not measured"),
        }
    }
}

/// The median, as a share of the link's rate.
fn part(rates: &Rates, case: &str) -> f64 {
    rates.get(case).map_or(f64::NAN, |sample| sample.median() / LINK)
}

fn show(edge: usize, ranks: usize, rates: &Rates) {
    let bytes = edge.pow(3) * 4 / ranks;
    let raw = ["write", "read"].map(|task| part(rates, &format!("raw-{edge}.{bytes}.{task}")));
    println!("link.{edge}.{ranks:<20} raw TCP: write {:.2}, read {:.2}", raw[0], raw[1]);
    for axis in AXES {
        let parts = TASKS.map(|task| part(rates, &format!("cube.{axis}-{edge}.{task}")));
        let [write, read, write_alone, read_alone] = parts;
        println!(
            "{:29} {axis}: write {write:.2}, read {read:.2}; alone: write {write_alone:.2}, read {read_alone:.2}",
            ""
        );
    }
}

fn record(ranks: usize, rates: &Rates, bars: &mut Bars) {
    let edge = EDGES[3];
    for axis in AXES {
        for task in ["write", "read"] {
            let together = part(rates, &format!("cube.{axis}-{edge}.{task}"));
            let alone = part(rates, &format!("cube.{axis}-{edge}.{task}-alone"));
            let id = format!("link.{edge}.{ranks}.{axis}.{task}");
            bars.record(format!("{id}.alone"), together / alone, Limit::AtMost(ALONE));
            bars.record(id, together, Limit::AtLeast(target(axis)));
        }
    }
}
