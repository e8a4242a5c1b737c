// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads and sums up ten million calls, as recorded and as packed: how long that takes, and the size after
//! packing.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../tests/programs/mod.rs"]
mod programs;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use seaway_trace::{Trace, pack};

const RANKS: u32 = 4;
const CALLS: u64 = 10_000_000;
const ROUNDS: usize = 3;

fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    for rank in 0..RANKS {
        programs::mixture(folder.path(), rank, CALLS / u64::from(RANKS));
    }
    let target = folder.path().join("all.seapack");
    let begin = Instant::now();
    let packed = pack(&[folder.path()], &target, &mut vec![]).unwrap();
    println!("{:>10}: {:5.2} s", "packing", begin.elapsed().as_secs_f64());
    let plain = best(folder.path());
    let from_packed = best(&target);
    println!("{:>10}: {plain:5.2} s for {CALLS} calls of {RANKS} processes", "as recorded");
    println!("{:>10}: {from_packed:5.2} s", "packed");
    let bars = [
        ("read.seconds", plain, 1.0),
        ("pack.share", packed.to_bytes as f64 / packed.event_bytes as f64, 1.0 / 3.0),
    ];
    let mut is_short = false;
    for (bar, value, target) in bars {
        let verdict = if value <= target { "ok" } else { "SHORT" };
        is_short |= value > target;
        println!("bar trace.{bar} {value:.2} <= {target:.2} {verdict}");
    }
    ExitCode::from(u8::from(is_short))
}

fn best(path: &Path) -> f64 {
    (0..ROUNDS).map(|_| read(path)).fold(f64::MAX, f64::min)
}

/// Seconds.
fn read(path: &Path) -> f64 {
    let begin = Instant::now();
    let trace = Trace::open(path).unwrap();
    let sums = trace.map_processes(|process| {
        process.records().unwrap().fold((0_u64, 0_u64), |(calls, bytes), record| {
            (calls + 1, bytes.wrapping_add(record.bytes()).wrapping_add(record.offset.unwrap_or(0)))
        })
    });
    assert_eq!(sums.iter().map(|(calls, _)| calls).sum::<u64>(), CALLS);
    begin.elapsed().as_secs_f64()
}
