// SPDX-License-Identifier: MIT OR Apache-2.0
//! No link at all: four ranks and the daemon on one host, beside four connections that carry nothing but bytes: to memory,
//! and, to show what of the difference is the file's, to a file.

use std::process::Command;

use mpi_tests::{Daemon, Installation, Launch, SecretFile, folder_in_memory};

use crate::bars::{Bars, Limit};
use crate::raw_server::{PORT, PORT_TO_FILE, RawServer, raw_program};
use crate::sample::Sample;
use crate::times::read_times;
use crate::{MPI, Plan};

const RANKS: usize = 4;
const BYTES: usize = 32 << 20;
const SECONDS: &str = "1";
const TARGET: f64 = 0.7;

/// A ratio that is short is measured again before it is believed: another program may have had the cores.
const ATTEMPTS: usize = 3;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let tasks = ["write", "read"].into_iter().filter(|task| plan.wants(&format!("loopback.{RANKS}.{task}")));
    let tasks: Vec<&str> = tasks.collect();
    if tasks.is_empty() {
        return;
    }
    println!("\nLoopback, {RANKS} ranks with 32 MiB each, GB/s");
    let (secret, folder) = (SecretFile::new(), folder_in_memory());
    let daemon = Daemon::serve(&secret, folder.path());
    let _servers = [
        RawServer::start(Command::new, RANKS * BYTES),
        RawServer::start_with_file(&folder.path().join("raw"), RANKS * BYTES),
    ];
    let name = daemon.name_of(&folder.path().join("field"));
    let places = [name, format!("127.0.0.1:{PORT}"), format!("127.0.0.1:{PORT_TO_FILE}")];
    for task in tasks {
        let case = format!("loopback.{BYTES}.{task}");
        let [mut remote, mut raw, mut filed, mut ratio, mut to_filed] = [(); 5].map(|()| Sample::default());
        for round in 0..plan.rounds * ATTEMPTS {
            if round >= plan.rounds && ratio.median() >= TARGET {
                break;
            }
            let [ours, theirs, to_file] = places.each_ref().map(|place| rate(&case, place, &secret));
            remote.push(ours);
            raw.push(theirs);
            filed.push(to_file);
            ratio.push(ours / theirs);
            to_filed.push(ours / to_file);
        }
        let id = format!("loopback.{RANKS}.{task}");
        println!("{id:32} remote {remote}, raw TCP {raw}, ratio {ratio}");
        println!("{:32} raw TCP and a file {filed}, ratio {to_filed}", "");
        bars.record(id, ratio.median(), Limit::AtLeast(TARGET));
    }
}

fn rate(case: &str, place: &str, secret: &SecretFile) -> f64 {
    let installation = Installation::named(MPI);
    let launch = Launch::new(&installation, raw_program()).ranks(RANKS).seaway().secret(secret);
    let output = launch.arguments([place, SECONDS, case]).run();
    if !output.status.success() {
        println!("failed: {output}");
    }
    read_times(&output.stdout).get(case).map_or(f64::NAN, |measured| measured.amount / measured.seconds)
}
