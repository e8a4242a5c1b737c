// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many small independent writes, then a sync, over a line with latency but unlimited bandwidth: measures the
//! number of round trips.

use std::net::SocketAddr;
use std::time::Duration;

use mpi_tests::{Daemon, SecretFile, folder_in_memory};

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::delay::Delay;
use crate::embedded::{self, Task};
use crate::sample::Sample;

const WRITES: usize = 1000;
const ROUND_TRIP: Duration = Duration::from_millis(20);

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let id = "small-writes.1000.64";
    if !plan.wants(id) {
        return;
    }
    println!("\n{WRITES} independent writes of 64 bytes, then sync; a round trip takes {ROUND_TRIP:?}");
    let (secret, folder) = (SecretFile::new(), folder_in_memory());
    let daemon = Daemon::serve(&secret, folder.path());
    let line = Delay::before(daemon.address(), ROUND_TRIP / 2).expect("a port is free");
    let measure = |server: SocketAddr| {
        let name = format!("remote://{server}{}/small", folder.path().display());
        embedded::run(Task::SmallWrites(WRITES), &name, &secret).unwrap_or(f64::NAN)
    };
    let direct: Sample = (0..plan.rounds).map(|_| measure(daemon.address()) * 1e3).collect();
    let trips: Sample =
        (0..plan.rounds).map(|_| measure(line.address()) / ROUND_TRIP.as_secs_f64()).collect();
    println!("{id:32} without the delay {direct} ms; with it {trips} round trips");
    bars.record(format!("{id}.round-trips"), trips.median(), Limit::AtMost(3.0));
}
